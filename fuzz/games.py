"""Small puzzles of all kinds with all their solutions, which solvers found that try everything."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st
from lattice_games import BOXES, random_game
from ruled_puzzles import Lying, all_solutions, ruled_puzzle
from small_boards import game

from kaleido import Board, PieceSet, Placement, Puzzle
from kaleido.library.puzzles import apply_rules

SQUARES = ("plain", "copies", "spare", "coloured", "mixed", "pairs", "figures")
KINDS = (*SQUARES, *BOXES, "ruled")
"""Boards of squares that may wrap around, boards on lattices, and puzzles with rules."""


class Solved(NamedTuple):
    """A puzzle and all its solutions, as sets of pieces with their cells.

    Attributes
    ----------
    puzzle : Puzzle
    solutions : frozenset of frozenset
    """

    puzzle: Puzzle
    solutions: frozenset[Lying]

    def holding(self, placements: tuple[Placement, ...]) -> set[Lying]:
        """Return the solutions that contain some placements."""
        placed = as_lying(placements)
        return {each for each in self.solutions if placed <= each}


def as_lying(placements: tuple[Placement, ...]) -> Lying:
    """Return placements as the solvers have them."""
    return frozenset((each.piece, frozenset(each.cells)) for each in placements)


def numbers(*kinds: str) -> st.SearchStrategy[tuple[str, int]]:
    """Draw a kind of puzzles, one of `KINDS` or of others, and a number."""
    return st.tuples(st.sampled_from(kinds or KINDS), st.integers(0, 10**6))


@cache
def solved_game(kind: str, number: int) -> Solved:
    """Return the puzzle of a kind with that number."""
    if kind in BOXES:
        own = random_game(BOXES[kind], number)
        return Solved(Puzzle(own.board, own.set), frozenset(own.solutions()))
    if kind == "ruled":
        ruled = ruled_puzzle(number)
        pieces = apply_rules(ruled.text, PieceSet.parse("own", ruled.set_text))
        found = all_solutions(ruled)
        return Solved(Puzzle(Board.parse(ruled.text), pieces), frozenset(found))
    small = game(kind, number)
    return Solved(small.puzzle, frozenset(small.solutions))


def position(solved: Solved, dice: random.Random) -> tuple[Placement, ...]:
    """Return some pieces that lie on the board, most often those of a solution."""
    problem = solved.puzzle.problem
    given = set(as_lying(problem.placements(problem.givens)))
    options = list(problem.placements(range(len(problem))))
    if solved.solutions and dice.random() < 0.7:
        chosen = dice.choice(sorted(solved.solutions, key=lambda each: sorted(map(_key, each))))
        options = [each for each in options if as_lying((each,)) <= chosen]
    dice.shuffle(options)
    most = dice.randint(0, 4)
    left = Counter(
        dict(zip((each.name for each in problem.pieces), problem.pieces.counts, strict=True))
    )
    left.subtract(name for name, _ in given)
    taken = {cell for _, cells in given for cell in cells}
    placed: list[Placement] = []
    for each in options:
        if len(placed) < most and left[each.piece] > 0 and not taken & set(each.cells):
            placed.append(each)
            left[each.piece] -= 1
            taken |= set(each.cells)
    return tuple(placed)


def _key(lying: tuple[str, frozenset[tuple[int, int]]]) -> tuple[str, list[tuple[int, int]]]:
    return lying[0], sorted(lying[1])
