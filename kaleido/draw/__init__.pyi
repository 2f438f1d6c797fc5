"""The names of the package; `kaleido/draw/__init__.py` imports each when first used."""

from .exploded import draw_exploded as draw_exploded
from .svg import draw_svg as draw_svg
