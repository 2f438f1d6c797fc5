"""Scenes: what the picture of a board shows, before any medium draws it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.analysis.puzzle import Puzzle
from kaleido.draw.look import BARE_SHADE, SHADES, TINTS, Shade, piece_shade
from kaleido.draw.tints import choose_tints
from kaleido.model.board import Board
from kaleido.model.edges import BoolArray, EdgeMap, implied_edges
from kaleido.model.grid import Cell, Grid
from kaleido.model.islands import label_islands, unpack_cells
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.state import State
from kaleido.text import plural

Thing = Board | Puzzle | Solution | Piece | State
"""A value that can be drawn."""

GAP = 1
"""The columns left free between the two faces of a piece."""


class PlacedPiece(NamedTuple):
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
    """A board as it is shown.

    Attributes
    ----------
    title : str
        What the picture shows, in words.
    grid : Grid
    cells : mapping of (row, col) to Shade
        The shade of each cell once a piece covers it; holes are left out.
    pieces : tuple of PlacedPiece
        The pieces on the board.
    borders : EdgeMap
        The frame and the borders of the pieces.
    pale : ndarray of bool, shape (rows, cols)
        The free cells of a board with pieces on it, which are drawn pale.
    moved : int or None
        The index of the piece that was moved last.
    implied : EdgeMap or None
        The implied edges to highlight, without the frame.
    tints : ndarray of int, shape (rows, cols), or None
        The background colours of the islands as indices into `TINTS`, -1 for cells on none.
    """

    title: str
    grid: Grid
    cells: Mapping[Cell, Shade]
    pieces: tuple[PlacedPiece, ...]
    borders: EdgeMap
    pale: BoolArray
    moved: int | None = None
    implied: EdgeMap | None = None
    tints: npt.NDArray[np.int_] | None = None

    def tint(self, cell: Cell) -> str | None:
        """Return the background colour of a cell whose island is shown."""
        number = -1 if self.tints is None else self.tints[cell]
        return TINTS[number] if number >= 0 else None


def scene_of(thing: Thing, *, islands: bool = False, implied: bool = False) -> Scene:
    """Return the scene that shows a value.

    Parameters
    ----------
    thing : Board, Problem, Solution, Piece or State
        A piece is shown with its faces side by side, front first.
    islands : bool, optional
        Tint the islands of free cells.
    implied : bool, optional
        Highlight the implied edges.
    """
    if isinstance(thing, Piece):
        return _piece_scene(thing)
    if isinstance(thing, Puzzle):
        thing = State.empty(thing.problem)
    title, board, pieces, placements = _parts(thing)
    grid = board.grid
    placed = tuple(PlacedPiece(placement.piece, placement.cells) for placement in placements)
    filled = grid.cell_bits(cell for piece in placed for cell in piece.cells)
    free = unpack_cells(grid, board.mask & ~filled)
    known = _known(board, pieces)
    borders = board.frame
    for piece in placed:
        borders |= grid.border(piece.cells)
    edges = EdgeMap.from_bits(grid, borders | known)
    return Scene(
        title,
        grid,
        _shades(board, pieces, placed),
        placed,
        EdgeMap.from_bits(grid, borders),
        free if placed else np.zeros_like(free),
        len(placed) - 1 if isinstance(thing, State) and _has_moved(thing) else None,
        EdgeMap.from_bits(grid, known & ~board.frame) if implied else None,
        choose_tints(*label_islands(edges, free)) if islands else None,
    )


def _has_moved(state: State) -> bool:
    """Whether the last piece was moved: it is not one of the givens."""
    return state.last is not None and state.last not in state.problem.givens


def _parts(
    thing: Board | Solution | State,
) -> tuple[str, Board, PieceSet | None, tuple[Placement, ...]]:
    """Return the title, the board, its pieces if they are known, and those on it."""
    if isinstance(thing, Solution):
        name = f"Solution of {_name(thing.pattern)}"
        return name, thing.pattern, thing.pieces, thing.placements
    if isinstance(thing, State):
        problem = thing.problem
        name = f"{_name(problem.pattern)} with {plural(thing.depth, 'piece')} on it"
        return name, problem.pattern, problem.pieces, problem.placements(thing.path)
    return f"{type(thing).__name__} {_name(thing)}", thing, None, ()


def _name(board: Board) -> str:
    return board.title or board.text


def _is_coloured(board: Board, pieces: PieceSet | None) -> bool:
    """Whether the letters are colours; on a board alone they are if all of them can be."""
    if pieces is not None:
        return not pieces.is_plain
    return set(board.counts) <= set(SHADES)


def _known(board: Board, pieces: PieceSet | None) -> int:
    """Return the frame and the implied edges as bits."""
    if _is_coloured(board, pieces):
        return board.frame | implied_edges(board).bits & board.grid.all_edges
    return board.frame


def _shades(
    board: Board, pieces: PieceSet | None, placed: tuple[PlacedPiece, ...]
) -> dict[Cell, Shade]:
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
    for piece in placed:
        shade = piece_shade(names.index(piece.name), piece.name)
        shades |= dict.fromkeys(piece.cells, shade)
    return shades


def _piece_scene(piece: Piece) -> Scene:
    shapes = [face.drawing for face in piece.faces]
    height = max(shape.height for shape in shapes)
    grid = Grid(height, sum(shape.width for shape in shapes) + GAP * (len(shapes) - 1))
    shades: dict[Cell, Shade] = {}
    placed, borders, left = [], 0, 0
    for shape in shapes:
        cells = tuple((row, col + left) for row, col in shape.cells)
        for cell, letter in zip(cells, shape.colours, strict=True):
            shades[cell] = piece_shade(0, piece.name) if piece.is_plain else SHADES[letter]
        placed.append(PlacedPiece(piece.name, cells))
        borders |= grid.border(cells)
        left += shape.width + GAP
    sides = " and ".join(face.name for face in piece.faces)
    return Scene(
        f"Piece {piece.name}, {sides}",
        grid,
        shades,
        tuple(placed),
        EdgeMap.from_bits(grid, borders),
        np.zeros((grid.rows, grid.cols), np.bool_),
    )
