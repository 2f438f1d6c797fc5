"""The names of the package; `kaleido/hints/__init__.py` imports each when first used."""

from .assembly import assembly_order as assembly_order
from .hint import Hint as Hint
from .rating import Rating as Rating
