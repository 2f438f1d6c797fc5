"""What a picture of a board shows, before any medium draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.analysis.puzzle import Puzzle
from kaleido.draw.look import BARE_SHADE, SHADES, TINTS, Shade, piece_shade
from kaleido.model.board import Board
from kaleido.model.edges import BoolArray, EdgeMap, implied_edges
from kaleido.model.grid import Cell, Grid
from kaleido.model.islands import label_islands, unpack_cells
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.state import State

Thing = Board | Puzzle | Solution | Piece | State
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
    grid : Grid
    cells : dict of (row, col) to Shade
        What each cell looks like once a piece covers it, or without pieces; holes are left out.
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
    grid: Grid
    cells: Mapping[Cell, Shade]
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
    thing : Board, Puzzle, Solution, Piece or State
        A piece is shown with both faces side by side, front first.
    islands : bool, optional
        Tint the islands of the cells that are not covered.
    implied : bool, optional
        Highlight the implied edges.
    """
    if isinstance(thing, Piece):
        return _piece_scene(thing)
    if isinstance(thing, Puzzle):
        thing = State.empty(thing.problem)
    board, pieces, placements = _parts(thing)
    grid = board.grid
    lying = tuple(Lying(placement.piece, placement.cells) for placement in placements)
    filled = grid.cell_bits(cell for piece in lying for cell in piece.cells)
    free = unpack_cells(grid, board.mask & ~filled)
    known = EdgeMap.from_bits(grid, _known(board, pieces))
    borders = board.frame
    for piece in lying:
        borders |= grid.border(piece.cells)
    tints = None
    if islands:
        edges = EdgeMap.from_bits(grid, borders | _known(board, pieces))
        tints = _tints(*label_islands(edges, free))
    frame = EdgeMap.from_bits(grid, board.frame)
    return Scene(
        _title(thing, board),
        grid,
        _shades(board, pieces, lying),
        lying,
        EdgeMap.from_bits(grid, borders),
        free if lying else np.zeros_like(free),
        len(lying) - 1 if isinstance(thing, State) and _has_moved(thing) else None,
        EdgeMap(known.horizontal & ~frame.horizontal, known.vertical & ~frame.vertical)
        if implied
        else None,
        tints,
    )


def _has_moved(state: State) -> bool:
    """Whether the last piece was placed, and is not one that the board shows in place."""
    return state.last is not None and state.last not in state.problem.givens


def _parts(
    thing: Board | Solution | State,
) -> tuple[Board, PieceSet | None, tuple[Placement, ...]]:
    if isinstance(thing, Solution):
        return thing.pattern, thing.pieces, thing.placements
    if isinstance(thing, State):
        problem = thing.problem
        return problem.pattern, problem.pieces, problem.placements(thing.path)
    return thing, None, ()


def _is_coloured(board: Board, pieces: PieceSet | None) -> bool:
    """Whether letters are colours; a board alone is taken so if they all can be."""
    if pieces is not None:
        return not pieces.is_plain
    return set(board.counts) <= set(SHADES)


def _known(board: Board, pieces: PieceSet | None) -> int:
    """Give the frame and the implied edges."""
    if _is_coloured(board, pieces):
        return board.frame | implied_edges(board).bits & board.grid.all_edges
    return board.frame


def _shades(board: Board, pieces: PieceSet | None, lying: tuple[Lying, ...]) -> dict[Cell, Shade]:
    cells = list(board.grid.cells(board.mask))
    if _is_coloured(board, pieces):
        return {cell: SHADES[board.colour(*cell)] for cell in cells}
    shades = dict.fromkeys(cells, BARE_SHADE)
    if pieces is None:
        for cell in cells:
            letter = board.colour(*cell)
            shades[cell] = BARE_SHADE._replace(letter=letter if letter.isupper() else "")
        return shades
    names = [piece.name for piece in pieces]
    for piece in lying:
        shade = piece_shade(names.index(piece.name), piece.name)
        shades |= dict.fromkeys(piece.cells, shade)
    return shades


def _title(thing: Thing, board: Board) -> str:
    name = board.title or board.text
    if isinstance(thing, Solution):
        return f"Solution of {name}"
    if isinstance(thing, State):
        return f"{name} with {thing.depth} pieces on it"
    return f"{type(thing).__name__} {name}"


def _piece_scene(piece: Piece) -> Scene:
    shapes = [face.drawing for face in piece.faces]
    height = max(shape.height for shape in shapes)
    grid = Grid(height, sum(shape.width for shape in shapes) + GAP * (len(shapes) - 1))
    shades: dict[Cell, Shade] = {}
    lying, borders, left = [], 0, 0
    for shape in shapes:
        cells = tuple((row, col + left) for row, col in shape.cells)
        for cell, letter in zip(cells, shape.colours, strict=True):
            shades[cell] = piece_shade(0, piece.name) if piece.is_plain else SHADES[letter]
        lying.append(Lying(piece.name, cells))
        borders |= grid.border(cells)
        left += shape.width + GAP
    sides = " and ".join(face.name for face in piece.faces)
    return Scene(
        f"Piece {piece.name}, {sides}",
        grid,
        shades,
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
