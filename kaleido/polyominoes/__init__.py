"""Polyominoes without colours: one by one, and all of a size."""

from kaleido.polyominoes.listing import (
    KINDS,
    LARGEST,
    count_by_symmetry,
    count_polyominoes,
    fixed_polyominoes,
    free_polyominoes,
    one_sided_polyominoes,
    polyominoes_of_kind,
)
from kaleido.polyominoes.polyomino import Polyomino
from kaleido.polyominoes.symmetry import Symmetry

__all__ = [
    "KINDS",
    "LARGEST",
    "Polyomino",
    "Symmetry",
    "count_by_symmetry",
    "count_polyominoes",
    "fixed_polyominoes",
    "free_polyominoes",
    "one_sided_polyominoes",
    "polyominoes_of_kind",
]
