"""What a picture of a board shows, before any medium draws it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.draw.look import TINTS
from kaleido.edges import BoolArray, EdgeMap, implied_edges
from kaleido.grid import Cell, Grid
from kaleido.islands import label_islands, unpack_cells
from kaleido.pattern import Pattern
from kaleido.piece import Piece
from kaleido.placement import Placement
from kaleido.solution import Solution
from kaleido.state import State

Thing = Pattern | Solution | Piece | State
"""What can be drawn."""

GAP = 1
"""Columns between the two faces of a piece."""


class Lying(NamedTuple):
    """A piece on the board.

    Attributes
    ----------
    name : str
    cells : tuple of (row, col)
    """

    name: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, eq=False)
class Scene:
    """A board as it is to be seen.

    Attributes
    ----------
    title : str
        What it shows, in words.
    rows : tuple of str
        A letter a cell; ``.`` is no cell.
    pieces : tuple of Lying
        The pieces on it.
    borders : EdgeMap
        The frame and the borders of the pieces.
    waiting : ndarray of bool, shape (rows, cols)
        The cells that wait for a piece while others lie: drawn pale.
    moved : int or None
        Which of the pieces was moved last.
    implied : EdgeMap or None
        The implied edges, to be highlighted; without the frame.
    tints : ndarray of int, shape (rows, cols), or None
        The island grounds to be shown: numbers of `TINTS`, -1 where there is none.
    """

    title: str
    rows: tuple[str, ...]
    pieces: tuple[Lying, ...]
    borders: EdgeMap
    waiting: BoolArray
    moved: int | None = None
    implied: EdgeMap | None = None
    tints: npt.NDArray[np.int_] | None = None


def scene_of(thing: Thing, *, islands: bool = False, implied: bool = False) -> Scene:
    """Say what a picture of something shows.

    Parameters
    ----------
    thing : Pattern, Solution, Piece or State
        A piece is shown with both faces side by side, front first.
    islands : bool, optional
        Tint the islands of the cells that are not covered.
    implied : bool, optional
        Highlight the implied edges.
    """
    if isinstance(thing, Piece):
        return _piece_scene(thing)
    pattern = thing if isinstance(thing, Pattern) else _pattern_of(thing)
    grid = pattern.grid
    placements: tuple[Placement, ...] = ()
    if isinstance(thing, Solution):
        placements = thing.placements
    elif isinstance(thing, State):
        placements = thing.table.placements(thing.path)
    pieces = tuple(Lying(placement.piece, placement.cells) for placement in placements)
    filled = grid.cell_bits(cell for piece in pieces for cell in piece.cells)
    free = unpack_cells(grid, grid.all_cells & ~filled)
    known = implied_edges(pattern)
    borders = grid.frame
    for piece in pieces:
        borders |= grid.border(piece.cells)
    tints = None
    if islands:
        edges = EdgeMap.from_bits(grid, borders | known.bits)
        tints = _tints(*label_islands(edges, free))
    return Scene(
        _title(thing, pattern),
        pattern.rows,
        pieces,
        EdgeMap.from_bits(grid, borders),
        free if pieces else np.zeros_like(free),
        len(pieces) - 1 if isinstance(thing, State) and pieces else None,
        EdgeMap.from_bits(grid, known.bits & ~grid.frame) if implied else None,
        tints,
    )


def _pattern_of(thing: Solution | State) -> Pattern:
    return thing.pattern if isinstance(thing, Solution) else thing.table.pattern


def _title(thing: Thing, pattern: Pattern) -> str:
    name = pattern.title or pattern.text
    if isinstance(thing, Solution):
        return f"Solution of {name}"
    if isinstance(thing, State):
        return f"{name} with {thing.depth} pieces on it"
    return f"Pattern {name}"


def _piece_scene(piece: Piece) -> Scene:
    shapes = [face.drawing for face in piece.faces]
    height = max(shape.height for shape in shapes)
    grid = Grid(height, sum(shape.width for shape in shapes) + GAP * (len(shapes) - 1))
    letters = [["."] * grid.cols for _ in range(grid.rows)]
    lying, borders, left = [], 0, 0
    for shape in shapes:
        cells = tuple((row, col + left) for row, col in shape.cells)
        for (row, col), letter in zip(cells, shape.colours, strict=True):
            letters[row][col] = letter
        lying.append(Lying(piece.name, cells))
        borders |= grid.border(cells)
        left += shape.width + GAP
    return Scene(
        f"Piece {piece.name}, front and back",
        tuple("".join(row) for row in letters),
        tuple(lying),
        EdgeMap.from_bits(grid, borders),
        np.zeros((grid.rows, grid.cols), np.bool_),
    )


def _tints(labels: npt.NDArray[np.int_], count: int) -> npt.NDArray[np.int_]:
    """Give islands that touch, sides or corners, different tints as long as there are any."""
    around: list[set[int]] = [set() for _ in range(count + 1)]
    padded = np.pad(labels, 1)
    rows, cols = labels.shape
    for down, right in product((0, 1, 2), repeat=2):
        beside = padded[down : down + rows, right : right + cols]
        for one, other in zip(labels.flat, beside.flat, strict=True):
            around[one].add(int(other))
    tints = np.full(count + 1, -1)
    for label in range(1, count + 1):
        taken = [int(tints[other]) for other in around[label] if other]
        # Of the tints met least nearby, the one that keeps neighbours in a row apart.
        tints[label] = min(
            range(len(TINTS)), key=lambda tint: (taken.count(tint), (tint - label) % len(TINTS))
        )
    return tints[labels]
