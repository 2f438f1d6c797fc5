"""What fits on a board for somebody who looks at it: no search, no counting of colours."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from kaleido.contract import Plain
from kaleido.model.grid import Cell, bits
from kaleido.search.state import State

MAX_TILED = 8
"""Islands of up to so many cells are filled in every possible way; they are seen at a glance."""


@dataclass(frozen=True)
class DeadEnd(Plain):
    """Why a board cannot be completed, where anybody can see it.

    Attributes
    ----------
    kind : {"cell", "island", "piece"}
        Whether a cell cannot be covered, an island cannot be filled or a piece cannot be placed.
    cells : tuple of (row, col)
        The cell or the island; empty for a piece.
    piece : str
        The name of the piece; empty if it is not one.
    """

    kind: Literal["cell", "island", "piece"]
    cells: tuple[Cell, ...] = ()
    piece: str = ""


class Fitting:
    """The placements that fit on a board: of pieces left, on free cells of their colours.

    The placements that a state calls live are fewer: they also leave colours that the faces of the
    other pieces add up to, which nobody sees at a glance.

    Parameters
    ----------
    state : State

    Attributes
    ----------
    options : int
        The set of placements that fit.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        problem = self.problem = state.problem
        options = problem.possible
        path = state.path
        for number in path:
            options &= problem.compatible[number]
        counts = problem.placeable.counts
        if max(counts) > 1:
            used = Counter(problem.piece_numbers[number] for number in path)
            for piece, count in used.items():
                if count == counts[piece]:
                    options &= ~problem.piece_options[piece]
        self.options = options

    def covering(self, cell: int) -> int:
        """Return the set of placements that fit and cover a cell, given by its number."""
        return self.options & self.problem.cell_options[cell]

    def by_piece(self, options: int) -> dict[int, list[int]]:
        """Return some placements by the number of their piece."""
        found: dict[int, list[int]] = {}
        for number in bits(options):
            found.setdefault(self.problem.piece_numbers[number], []).append(number)
        return found

    @cached_property
    def needed(self) -> tuple[int, ...]:
        """The pieces that have to be placed and of which there is only one."""
        counts = self.problem.pieces.counts
        needed = self.state.pieces_needed
        return tuple(each for each in needed if each < len(counts) and counts[each] == 1)

    @cached_property
    def islands(self) -> tuple[int, ...]:
        """The regions of free cells that no piece can cross out of, the smallest first."""
        islands = self.state.problem.grid.islands(self.state.edges, self.state.free)
        return tuple(sorted(islands, key=int.bit_count))

    def tilings(self, island: int, most: int) -> list[tuple[int, ...]]:
        """Return the ways to fill an island with pieces that fit, up to a number of them."""
        masks, pieces = self.problem.masks, self.problem.piece_numbers
        left = Counter(self.state.pieces_left)
        found: list[tuple[int, ...]] = []

        def fill(free: int, chosen: tuple[int, ...]) -> None:
            if not free:
                found.append(chosen)
                return
            for number in bits(self.covering((free & -free).bit_length() - 1)):
                piece = pieces[number]
                if len(found) < most and left[piece] and not masks[number] & ~free:
                    left[piece] -= 1
                    fill(free & ~masks[number], (*chosen, number))
                    left[piece] += 1

        fill(island, ())
        return found

    def dead_end(self) -> DeadEnd | None:
        """Return why the board cannot be completed, if that is seen at a glance."""
        problem, grid = self.problem, self.problem.grid
        for cell in bits(self.state.free):
            if not self.covering(cell):
                return DeadEnd("cell", tuple(grid.cells(1 << cell)))
        for island in self.islands:
            if island.bit_count() > MAX_TILED:
                break
            if not self.tilings(island, 1):
                return DeadEnd("island", tuple(grid.cells(island)))
        for piece in self.needed:
            if not self.options & problem.piece_options[piece]:
                return DeadEnd("piece", piece=problem.placeable.pieces[piece].name)
        return None
