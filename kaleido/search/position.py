"""Partial boards: pieces that somebody has placed by hand, as text and as a state."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kaleido.errors import PlacingError
from kaleido.model.board import HOLE
from kaleido.model.grid import Cell, Grid
from kaleido.model.piece import FACE_NAMES, Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import either, quote

_FORM = "PIECE@ROW,COL[:ORIENTATION], as in t-r@0,3 or t-r@0,3:back90"
_PLACE = re.compile(
    r"(?P<piece>[^@:,]+)@(?P<row>\d{1,3}),(?P<col>\d{1,3})"
    r"(?::(?P<face>[a-z]+)(?P<turn>\d+)?)?"
)


def name_orientation(placement: Placement, pieces: PieceSet, grid: Grid | None = None) -> str:
    """Name how a placement lies: its face and how far it is turned clockwise.

    Parameters
    ----------
    placement : Placement
    pieces : PieceSet
    grid : Grid, optional
        Of a board that wraps around.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> wand = Placement("small-wand", "back", ((0, 0), (1, 0), (2, 0), (3, 0)))
    >>> name_orientation(wand, CLASSIC)
    'back90'
    """
    return _lie(placement, pieces, grid)[0]


def _lie(placement: Placement, pieces: PieceSet, grid: Grid | None) -> tuple[str, Cell]:
    """Return the name of a placement's orientation and the cell of its drawing's first cell.

    Around a seam that need not be the first of its cells in reading order.
    """
    cells = set(placement.cells)
    shapes = pieces[placement.piece].face(placement.face).orientations
    for first in placement.cells:
        for turn, shape in enumerate(shapes):
            if set(_put(placement.piece, placement.face, shape, first, grid).cells) == cells:
                return f"{placement.face}{90 * turn or ''}", first
    raise PlacingError(f"{placement}: its cells are not the shape of that face")


def format_place(placement: Placement, pieces: PieceSet, grid: Grid | None = None) -> str:
    """Write a placement in the form that `parse_place` reads.

    Parameters
    ----------
    placement : Placement
    pieces : PieceSet
    grid : Grid, optional
        Of a board that wraps around.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> format_place(Placement("domino", "front", ((2, 3), (2, 4))), CLASSIC)
    'domino@2,3:front'
    """
    orientation, (row, col) = _lie(placement, pieces, grid)
    return f"{placement.piece}@{row},{col}:{orientation}"


def parse_place(text: str, problem: Problem) -> Placement:
    """Read a placement from ``PIECE@ROW,COL[:ORIENTATION]``.

    Parameters
    ----------
    text : str
        ROW,COL, from 0, is the piece's first cell in reading order. ORIENTATION is the face
        and by how much it is turned clockwise from its drawing: ``front``, ``front90``,
        ``back180``, … It may be left out when only one fits there.
    problem : Problem

    Raises
    ------
    PlacingError
        The text has another form, the piece or orientation does not exist, it does not fit
        there, or several would.
    """
    found = _PLACE.fullmatch(text.strip())
    if not found:
        raise PlacingError(f"{quote(text)} is no placement: expected {_FORM}")
    names = [piece.name for piece in problem.pieces]
    if found["piece"] not in names:
        raise PlacingError(
            f"unknown piece {quote(found['piece'])} in {quote(text)}: expected {either(names)}"
        )
    piece = problem.pieces[found["piece"]]
    cell = int(found["row"]), int(found["col"])
    if found["face"]:
        return _oriented(piece, cell, found["face"], found["turn"], text, problem.grid)
    # Turned by half, a straight piece lies on the same cells: that is the same placement.
    candidates = list(
        dict.fromkeys(
            placement
            for face in piece.faces
            for shape in face.orientations
            if problem.number_of(
                placement := _put(piece.name, face.name, shape, cell, problem.grid)
            )
            is not None
        )
    )
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        what = "there" if problem.pieces.is_plain else "the colours there"
        raise PlacingError(f"{quote(text)}: no orientation of {piece.name} fits {what}")
    ways = ", ".join(_lie(each, problem.pieces, problem.grid)[0] for each in candidates)
    raise PlacingError(f"{quote(text)} fits in {len(candidates)} ways, name one: {ways}")


def _oriented(
    piece: Piece, cell: Cell, face: str, turn: str | None, text: str, grid: Grid
) -> Placement:
    degrees = int(turn or 0)
    names = [each.name for each in piece.faces]
    if face not in names or degrees % 90 or degrees >= 360:
        raise PlacingError(
            f"unknown orientation {quote(face + (turn or ''))} in {quote(text)}: expected "
            f"{either(names)}, and 90, 180 or 270 behind it for a turn"
        )
    shapes = piece.face(face).orientations
    return _put(piece.name, face, shapes[degrees // 90 % len(shapes)], cell, grid)


def _put(piece: str, face: str, shape: Orientation, first: Cell, grid: Grid | None) -> Placement:
    row, col = first[0] - shape.cells[0][0], first[1] - shape.cells[0][1]
    cells = [(row + r, col + c) for r, c in shape.cells]
    if grid is not None:
        cells = sorted(grid.on_board(*cell) or cell for cell in cells)
    return Placement(piece, face, tuple(cells))


def place_all(problem: Problem, placements: Iterable[Placement]) -> State:
    """Return the board with these placements made.

    Parameters
    ----------
    problem : Problem
    placements : iterable of Placement

    Returns
    -------
    State
        It may be dead: what fits need not lead to a solution.

    Raises
    ------
    PlacingError
        A placement lies off the board, does not agree with the colours or its piece, overlaps
        another, or places a piece twice; the message names the clash.
    """
    state = State.empty(problem)
    covered: dict[Cell, Placement] = {}
    counts = {
        piece.name: count
        for piece, count in zip(problem.pieces, problem.pieces.counts, strict=True)
    }
    used: dict[str, list[Placement]] = {}
    shown = problem.placements(problem.givens)
    for placement in (*shown, *(each for each in placements if each not in shown)):
        lying = used.setdefault(placement.piece, [])
        if len(lying) >= counts.get(placement.piece, 1):
            raise PlacingError(f"{placement} places {lying[-1]} again")
        if not placement.cells:
            raise PlacingError(f"a placement of {placement.piece} has no cell")
        rows, cols = problem.grid.rows, problem.grid.cols
        for row, col in placement.cells:
            if not (0 <= row < rows and 0 <= col < cols):
                raise PlacingError(f"{placement} lies off the board at {(row, col)}")
            if (row, col) in covered:
                clash = covered[row, col]
                raise PlacingError(f"{placement} overlaps {clash} at {(row, col)}")
        number = problem.number_of(placement)
        if number is None:
            raise PlacingError(_misfit(problem, placement))
        lying.append(placement)
        covered |= dict.fromkeys(placement.cells, placement)
        if number not in problem.givens:
            state = state.place(number)
    return state


def _misfit(problem: Problem, placement: Placement) -> str:
    """Say at which cell a placement shows another colour than the pattern asks for."""
    pattern = problem.pattern
    if placement.piece not in {piece.name for piece in problem.pieces}:
        return f"{placement}: there is no such piece"
    if placement.face not in FACE_NAMES:
        return f"{placement}: there is no such face"
    piece = problem.pieces[placement.piece]
    if placement.face not in [face.name for face in piece.faces]:
        return f"{placement}: it has no such face"
    for row, col in placement.cells:
        if pattern.colour(row, col) == HOLE:
            return f"{placement} lies on the hole at {(row, col)}"
    shape = Orientation.of((cell, "") for cell in placement.cells)
    for orientation in piece.face(placement.face).orientations:
        if orientation.cells == shape.cells and not problem.pieces.is_plain:
            for cell, letter in zip(sorted(placement.cells), orientation.colours, strict=True):
                if pattern.colour(*cell) != letter:
                    return (
                        f"{placement} shows {letter} at {cell}, where the pattern asks for "
                        f"{pattern.colour(*cell)}"
                    )
    return f"{placement}: its cells are not the shape of that face"
