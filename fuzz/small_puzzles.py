"""Small puzzles of all kinds, on whose boards pieces are placed."""

from __future__ import annotations

from functools import cache

from any_puzzles import any_puzzle
from lattice_samples import samples
from ruled_puzzles import ruled_puzzle

from kaleido import Board, PieceSet, Puzzle, named_pattern
from kaleido.library.puzzles import apply_rules

NAMES = (
    "car",
    *(f"any {seed}" for seed in range(12)),
    *(f"ruled {seed}" for seed in range(8)),
    *("hexagonal", "triangular", "cubic", "spheres"),
)
"""A pattern, boards of any shape that may wrap around, boards with rules, and other lattices."""


@cache
def small_puzzle(name: str) -> Puzzle:
    """Return the puzzle with that name."""
    kind, _, number = name.partition(" ")
    if kind == "car":
        return Puzzle(named_pattern(name))
    if kind == "any":
        made = any_puzzle(int(number))
        return Puzzle(made.board, made.pieces)
    if kind == "ruled":
        ruled = ruled_puzzle(int(number))
        pieces = apply_rules(ruled.text, PieceSet.parse("own", ruled.set_text))
        return Puzzle(Board.parse(ruled.text), pieces)
    return samples()[name]
