"""The names of the package; `kaleido/polyominoes/__init__.py` imports each when first used."""

from .estimate import (
    Estimate as Estimate,
    estimate_polyominoes as estimate_polyominoes,
)
from .listing import (
    LARGEST as LARGEST,
    count_by_symmetry as count_by_symmetry,
    count_polyominoes as count_polyominoes,
    fixed_polyominoes as fixed_polyominoes,
    free_polyominoes as free_polyominoes,
    one_sided_polyominoes as one_sided_polyominoes,
    polyominoes_of_kind as polyominoes_of_kind,
)
from .polyform import (
    KINDS as KINDS,
    Order as Order,
    Polyform as Polyform,
    Polyomino as Polyomino,
)
from .polyforms import (
    count_by_order as count_by_order,
    count_polyforms as count_polyforms,
    fixed_polyforms as fixed_polyforms,
    free_polyforms as free_polyforms,
    one_sided_polyforms as one_sided_polyforms,
    polyforms_of_kind as polyforms_of_kind,
)
from .symmetry import Symmetry as Symmetry
