"""Partial boards: pieces that somebody has placed by hand, as text and as a state."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kaleido.errors import PlacingError, quote
from kaleido.grid import Cell
from kaleido.piece import FACE_NAMES, Face, Orientation
from kaleido.pieceset import PieceSet
from kaleido.placement import Placement
from kaleido.state import State
from kaleido.table import PlacementTable

_FORM = "PIECE@ROW,COL[:ORIENTATION], as in t-r@0,3 or t-r@0,3:back90"
_PLACE = re.compile(
    r"(?P<piece>[^@:,]+)@(?P<row>\d{1,3}),(?P<col>\d{1,3})"
    r"(?::(?P<face>[a-z]+)(?P<turn>\d+)?)?"
)


def name_orientation(placement: Placement, pieces: PieceSet) -> str:
    """Name how a placement lies: its face and how far it is turned clockwise.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> name_orientation(Placement("small-wand", "back", ((0, 0), (1, 0), (2, 0), (3, 0))), CLASSIC)
    'back90'
    """
    face = pieces[placement.piece].face(placement.face)
    shapes = [orientation.cells for orientation in face.orientations]
    turn = shapes.index(Orientation.of((cell, "") for cell in placement.cells).cells)
    return f"{placement.face}{90 * turn or ''}"


def format_place(placement: Placement, pieces: PieceSet) -> str:
    """Write a placement in the form that `parse_place` reads.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> format_place(Placement("domino", "front", ((2, 3), (2, 4))), CLASSIC)
    'domino@2,3:front'
    """
    row, col = placement.cells[0]
    return f"{placement.piece}@{row},{col}:{name_orientation(placement, pieces)}"


def parse_place(text: str, table: PlacementTable) -> Placement:
    """Read a placement from ``PIECE@ROW,COL[:ORIENTATION]``.

    Parameters
    ----------
    text : str
        ROW,COL, from 0, is the piece's first cell in reading order. ORIENTATION is the face
        and by how much it is turned clockwise from its drawing: ``front``, ``front90``,
        ``back180``, … It may be left out when only one fits there.
    table : PlacementTable

    Raises
    ------
    PlacingError
        The text has another form, the piece or orientation does not exist, it does not fit
        there, or several would.
    """
    found = _PLACE.fullmatch(text.strip())
    if not found:
        raise PlacingError(f"{quote(text)} is no placement: expected {_FORM}")
    names = [piece.name for piece in table.pieces]
    if found["piece"] not in names:
        raise PlacingError(
            f"unknown piece {quote(found['piece'])} in {quote(text)}: "
            f"expected one of {', '.join(names)}"
        )
    piece = table.pieces[found["piece"]]
    cell = int(found["row"]), int(found["col"])
    if found["face"]:
        return _oriented(piece.name, piece.faces, cell, found["face"], found["turn"], text)
    # Turned by half, a straight piece lies on the same cells: that is the same placement.
    candidates = list(
        dict.fromkeys(
            placement
            for face in piece.faces
            for shape in face.orientations
            if table.number_of(placement := _put(piece.name, face, shape, cell)) is not None
        )
    )
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        raise PlacingError(f"{quote(text)}: no orientation of {piece.name} fits the colours there")
    ways = ", ".join(name_orientation(each, table.pieces) for each in candidates)
    raise PlacingError(f"{quote(text)} fits in {len(candidates)} ways, name one: {ways}")


def _oriented(
    piece: str, faces: tuple[Face, Face], cell: Cell, face: str, turn: str | None, text: str
) -> Placement:
    degrees = int(turn or 0)
    if face not in FACE_NAMES or degrees % 90 or degrees >= 360:
        raise PlacingError(
            f"unknown orientation {quote(face + (turn or ''))} in {quote(text)}: expected front "
            "or back, and 90, 180 or 270 behind it for a turn"
        )
    shown = faces[FACE_NAMES.index(face)]
    shapes = shown.orientations
    return _put(piece, shown, shapes[degrees // 90 % len(shapes)], cell)


def _put(piece: str, face: Face, shape: Orientation, first: Cell) -> Placement:
    row, col = first[0] - shape.cells[0][0], first[1] - shape.cells[0][1]
    return Placement(piece, face.name, tuple((row + r, col + c) for r, c in shape.cells))


def place_all(table: PlacementTable, placements: Iterable[Placement]) -> State:
    """Give the board with these placements made.

    Parameters
    ----------
    table : PlacementTable
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
    state = State.empty(table)
    covered: dict[Cell, Placement] = {}
    used: dict[str, Placement] = {}
    for placement in placements:
        if placement.piece in used:
            raise PlacingError(f"{placement} places {used[placement.piece]} again")
        rows, cols = table.grid.rows, table.grid.cols
        for row, col in placement.cells:
            if not (0 <= row < rows and 0 <= col < cols):
                raise PlacingError(f"{placement} lies off the board at {(row, col)}")
            if (row, col) in covered:
                clash = covered[row, col]
                raise PlacingError(f"{placement} overlaps {clash} at {(row, col)}")
        number = table.number_of(placement)
        if number is None:
            raise PlacingError(_misfit(table, placement))
        used[placement.piece] = placement
        covered |= dict.fromkeys(placement.cells, placement)
        state = state.place(number)
    return state


def _misfit(table: PlacementTable, placement: Placement) -> str:
    """Say at which cell a placement shows another colour than the pattern asks for."""
    pattern = table.pattern
    if placement.piece not in {piece.name for piece in table.pieces}:
        return f"{placement}: there is no such piece"
    if placement.face not in FACE_NAMES:
        return f"{placement}: there is no such face"
    shape = Orientation.of((cell, "") for cell in placement.cells)
    ordered = sorted(placement.cells)
    for orientation in table.pieces[placement.piece].face(placement.face).orientations:
        if orientation.cells == shape.cells:
            for cell, letter in zip(ordered, orientation.colours, strict=True):
                if pattern.colour(*cell) != letter:
                    return (
                        f"{placement} shows {letter} at {cell}, where the pattern asks for "
                        f"{pattern.colour(*cell)}"
                    )
    return f"{placement}: its cells are not the shape of that face"
