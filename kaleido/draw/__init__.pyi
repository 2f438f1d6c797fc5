"""The names of the package; `kaleido/draw/__init__.py` imports each when first used."""

from .exploded import draw_exploded as draw_exploded
from .reading import stage_pictures as stage_pictures
from .svg import draw_outlines as draw_outlines, draw_svg as draw_svg
