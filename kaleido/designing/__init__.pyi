"""The names of the package; `kaleido/designing/__init__.py` imports each when first used."""

from .answer import Design as Design, design as design
from .completing import SketchCompletions as SketchCompletions, complete as complete
from .dealing import DealtBoard as DealtBoard, deal_board as deal_board
from .distance import (
    Background as Background,
    Distance as Distance,
    colour_costs as colour_costs,
)
from .folder import (
    Attempt as Attempt,
    Specification as Specification,
    canonical_text as canonical_text,
    generate as generate,
)
from .sketch import Sketch as Sketch, as_sketch as as_sketch, lettered as lettered
from .space import Space as Space
from .symmetry import Symmetry as Symmetry
from .target import (
    Assessment as Assessment,
    Target as Target,
    parse_difficulty as parse_difficulty,
)
