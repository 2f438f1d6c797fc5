"""The names of the package; `kaleido/library/__init__.py` imports each when first used."""

from .patterns import (
    Facts as Facts,
    named_pattern as named_pattern,
    pattern_facts as pattern_facts,
    pattern_names as pattern_names,
)
from .piece_sets import find_set as find_set, named_set as named_set, set_names as set_names
from .puzzles import (
    PuzzleFacts as PuzzleFacts,
    puzzle_facts as puzzle_facts,
    puzzle_names as puzzle_names,
)
from .shapes.listing import (
    LARGEST as LARGEST,
    count_by_symmetry as count_by_symmetry,
    count_polyforms as count_polyforms,
    polyforms as polyforms,
)
from .shapes.polyform import (
    KINDS as KINDS,
    Order as Order,
    Polyform as Polyform,
    Polyomino as Polyomino,
    SymmetryClass as SymmetryClass,
)
