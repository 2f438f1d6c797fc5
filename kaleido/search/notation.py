"""The notation of placements, PIECE@ROW,COL[:ORIENTATION], as in t-r@0,3 or t-r@0,3:back90."""

import re

from kaleido.errors import PlacingError
from kaleido.model.grid import Cell, Grid
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.text import either, quote

_FORM = "PIECE@ROW,COL[:ORIENTATION], as in t-r@0,3 or t-r@0,3:back90"
_PLACE = re.compile(
    r"(?P<piece>[^@:,]+)@(?P<row>\d{1,3}),(?P<col>\d{1,3})"
    r"(?::(?P<face>[a-z]+)(?P<turn>\d+)?)?"
)


def name_orientation(placement: Placement, pieces: PieceSet, grid: Grid | None = None) -> str:
    """Return the face of a placement and how far it is turned clockwise.

    The lattice of the board is needed if the board wraps around.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> wand = Placement("small-wand", "back", ((0, 0), (1, 0), (2, 0), (3, 0)))
    >>> name_orientation(wand, CLASSIC)
    'back90'
    """
    return _orient(placement, pieces, grid)[0]


def format_place(placement: Placement, pieces: PieceSet, grid: Grid | None = None) -> str:
    """Return a placement in the form that `parse_place` reads.

    The parameters are those of `name_orientation`.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> format_place(Placement("domino", "front", ((2, 3), (2, 4))), CLASSIC)
    'domino@2,3:front'
    """
    orientation, (row, col) = _orient(placement, pieces, grid)
    return f"{placement.piece}@{row},{col}:{orientation}"


def parse_place(text: str, problem: Problem) -> Placement:
    """Read a placement from ``PIECE@ROW,COL[:ORIENTATION]``.

    Parameters
    ----------
    text : str
        ROW,COL, counted from 0, is the piece's first cell in reading order. ORIENTATION is
        the face and how far it is turned clockwise from its drawing: ``front``, ``front90``,
        ``back180``, … It may be left out if only one orientation fits there.
    problem : Problem
        The problem of the board, which knows what fits.

    Raises
    ------
    PlacingError
        The text has another form, the piece or orientation does not exist, or no orientation
        or several orientations fit there.
    """
    found = _PLACE.fullmatch(text.strip())
    if not found:
        raise PlacingError(f"{quote(text)} is not a placement: expected {_FORM}")
    names = [piece.name for piece in problem.pieces]
    if found["piece"] not in names:
        raise PlacingError(
            f"unknown piece {quote(found['piece'])} in {quote(text)}: expected {either(names)}"
        )
    piece = problem.pieces[found["piece"]]
    cell = int(found["row"]), int(found["col"])
    if found["face"]:
        return _oriented(piece, cell, found["face"], found["turn"], text, problem.grid)
    # A straight piece covers the same cells after half a turn: that is the same placement.
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
    ways = ", ".join(name_orientation(each, problem.pieces, problem.grid) for each in candidates)
    raise PlacingError(f"{quote(text)} fits in {len(candidates)} ways, name one: {ways}")


def _orient(placement: Placement, pieces: PieceSet, grid: Grid | None) -> tuple[str, Cell]:
    """Return the name of a placement's orientation and the cell of its drawing's first cell.

    Around a seam, that need not be the first of its cells in reading order.
    """
    cells = set(placement.cells)
    shapes = pieces[placement.piece].face(placement.face).orientations
    for first in placement.cells:
        for turn, shape in enumerate(shapes):
            if set(_put(placement.piece, placement.face, shape, first, grid).cells) == cells:
                return f"{placement.face}{90 * turn or ''}", first
    raise PlacingError(f"{placement}: its cells are not the shape of that face")


def _oriented(
    piece: Piece, cell: Cell, face: str, turn: str | None, text: str, grid: Grid
) -> Placement:
    """Return the placement of a piece at a cell with a given face and turn."""
    degrees = int(turn or 0)
    names = [each.name for each in piece.faces]
    if face not in names or degrees % 90 or degrees >= 360:
        raise PlacingError(
            f"unknown orientation {quote(face + (turn or ''))} in {quote(text)}: expected "
            f"{either(names)}, followed by 90, 180 or 270 for a turn"
        )
    shapes = piece.face(face).orientations
    return _put(piece.name, face, shapes[degrees // 90 % len(shapes)], cell, grid)


def _put(piece: str, face: str, shape: Orientation, first: Cell, grid: Grid | None) -> Placement:
    """Return the placement of a shape whose first cell lies at a given cell."""
    row, col = first[0] - shape.cells[0][0], first[1] - shape.cells[0][1]
    cells = [(row + r, col + c) for r, c in shape.cells]
    if grid is not None:
        cells = sorted(grid.on_board(*cell) or cell for cell in cells)
    return Placement(piece, face, tuple(cells))
