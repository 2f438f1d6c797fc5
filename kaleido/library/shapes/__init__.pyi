"""The names of the package; `kaleido/library/shapes/__init__.py` imports each when first used."""

from .estimate import Estimate as Estimate, estimate_polyominoes as estimate_polyominoes
from .listing import (
    LARGEST as LARGEST,
    count_by_symmetry as count_by_symmetry,
    count_polyforms as count_polyforms,
    polyforms as polyforms,
)
from .polyform import (
    KINDS as KINDS,
    Order as Order,
    Polyform as Polyform,
    Polyomino as Polyomino,
    SymmetryClass as SymmetryClass,
)
