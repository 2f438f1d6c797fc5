"""The notation of placements, PIECE@CELL[:ORIENTATION], as in T@A4, t-r@0,3 or T@A4:back90."""

import re
from collections.abc import Sequence

from kaleido.base.errors import AmbiguousPlaceError, PlacingError
from kaleido.base.text import either, quote
from kaleido.base.words import say
from kaleido.model.board import Board
from kaleido.model.grid import Cell, Grid
from kaleido.model.names import cell_name, find_piece, meant_pieces, parse_cell, player_name
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet, piece_letters
from kaleido.model.placement import Placement
from kaleido.search.placing import (
    expected_turns,
    find_clash,
    laid,
    pose_words,
    turn_name,
    turn_number,
)
from kaleido.search.problem import Problem
from kaleido.search.state import State

_FORM = "PIECE@CELL[:ORIENTATION], as in T@A4, t-r@0,3 or T@A4:back90"
_PLACE = re.compile(
    r"(?P<piece>[^@:,]+)@(?:(?P<row>\d{1,4}),(?P<col>\d{1,4})|(?P<cell>\w+))"
    r"(?::(?P<face>[a-z]+)(?P<turn>\d{1,4})?)?"
)

_POSE = re.compile(r"(?i)\W{0,2}\b(?P<face>front|back)\W{0,2}(?:turned )?(?P<turn>\d{0,4})\W{0,2}")
_LOOSE = re.compile(r"(?i)(?P<piece>.+?)[\s@,:=-]{0,2}(?:\bat )?(?P<cell>[A-Z]{1,2}\d{1,4})")
_CELL_FIRST = re.compile(r"(?i)(?P<cell>[A-Z]{1,2}\d{1,4})[\s@,:=-]{1,2}(?P<piece>.+)")


def name_orientation(placement: Placement, pieces: PieceSet, on: Board | Grid | None = None) -> str:
    """Return the face of a placement and how far it is turned clockwise.

    The board is needed if the colours of a piece tell two turns apart; its grid is enough to know
    that it wraps around, or that its cells are not squares. A PlacingError says that the cells are
    not the shape of that face.
    """
    return _orient(placement, pieces, on)[0]


def format_place(placement: Placement, pieces: PieceSet, on: Board | Grid | None = None) -> str:
    """Return a placement in the form that `parse_place` reads: domino@2,3:front."""
    orientation, (row, col) = _orient(placement, pieces, on)
    return f"{placement.piece}@{row},{col}:{orientation}"


def place_name(placement: Placement, pieces: PieceSet, on: Board | Grid | None = None) -> str:
    """Return a placement as players write it, by the letter of its piece: D@C4:front."""
    orientation, cell = _orient(placement, pieces, on)
    letter = piece_letters(pieces).get(placement.piece, placement.piece)
    return f"{letter}@{cell_name(cell)}:{orientation}"


def lying_words(placement: Placement, pieces: PieceSet, on: Board | Grid | None = None) -> str:
    """Return the piece of a placement in words, which face is up and how it is turned."""
    turn = name_orientation(placement, pieces, on).removeprefix(placement.face)
    pose = pose_words(pieces, placement.piece, placement.face, turn)
    return say("pieces.pose", piece=player_name(pieces, placement.piece), pose=pose)


def parse_place(text: str, state: State) -> Placement:
    """Read a placement from ``PIECE@CELL`` or ``PIECE@CELL:ORIENTATION``.

    PIECE is the piece's letter, its name, or the players' name. CELL is the piece's first cell
    in reading order, as drawings name it (``D3``) or as ``ROW,COL``, counted from 0. ORIENTATION is
    the face and how far it is turned clockwise from its drawing: ``front``, ``front90``,
    ``back180``, …; in space, the number of the turn: ``front5``. It may be left out if only one
    orientation fits there beside the pieces that lie on the board already.

    Raises
    ------
    AmbiguousPlaceError
        Several orientations fit there.
    PlacingError
        The text has another form, the piece or orientation does not exist, or no orientation fits
        there.

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> state = Puzzle("car").state
    >>> parse_place("W@A4", state) == parse_place("big wand@a4:front90", state)
    True
    """
    problem = state.problem
    found = _PLACE.fullmatch(text.strip())
    cell = None
    if found:
        named = found["cell"]
        cell = parse_cell(named) if named else (int(found["row"]), int(found["col"]))
    if not found or cell is None:
        meant = meant_place(text, problem.pieces)
        each = "; give each of several by itself" if text.count("@") > 1 else ""
        near = f"did you mean {meant}?" if meant else f"expected {_FORM}{each}"
        raise PlacingError(f"{quote(text)} is not a placement: {near}")
    name = find_piece(problem.pieces, found["piece"].strip())
    if name is None:
        raise PlacingError(
            f"unknown piece {quote(found['piece'])} in {quote(text)}: "
            f"{meant_pieces(problem.pieces, found['piece'])}"
        )
    piece = problem.pieces[name]
    if found["face"]:
        return _oriented(piece, cell, found["face"], found["turn"], text, problem)
    several = problem.pieces.meant(found["piece"].strip()) or [piece]
    return _only_fitting(several, cell, text, state)


def meant_place(text: str, pieces: PieceSet) -> str:
    """Return the placement that words such as "L front A1" mean, in its notation; or ""."""
    turned = _POSE.search(text)
    words = _POSE.sub(" ", text, count=1).strip()
    for form in (_LOOSE, _CELL_FIRST):
        found = form.fullmatch(words)
        if found and (name := find_piece(pieces, found["piece"])) is not None:
            pose = f":{turned['face']}{turned['turn']}".lower() if turned else ""
            return f"{piece_letters(pieces).get(name, name)}@{found['cell'].upper()}{pose}"
    return ""


def _only_fitting(pieces: Sequence[Piece], cell: Cell, text: str, state: State) -> Placement:
    """Return the only placement of one of some pieces at a cell that fits beside the others."""
    problem, piece = state.problem, pieces[0]
    # A straight piece covers the same cells after half a turn: that is the same placement.
    tried = dict.fromkeys(
        Placement(each.name, face.name, cells)
        for each in pieces
        for face in each.faces
        for shape in face.orientations
        if (cells := laid(shape, cell, problem.grid)) is not None
    )
    if not tried:
        raise PlacingError(_unlaid(text, piece, piece.front.drawing, cell, problem))
    clashes = {each: clash for each in tried if (clash := find_clash(state, each))}
    fitting = tuple(each for each in tried if each not in clashes)
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        called = f"the {player_name(problem.pieces, piece.name)}"
        if all(clash.off for clash in clashes.values()):
            raise PlacingError(
                f"{quote(text)}: {called} {say('clash.outside')}, however it is turned"
            )
        placement, clash = min(clashes.items(), key=lambda each: each[1].size)
        pose = _orient(placement, problem.pieces, problem.grid)[0]
        raise PlacingError(
            f"{quote(text)}: no orientation of {called} fits there; {pose} comes nearest, but "
            f"{clash.words}"
        )
    ways = [name_orientation(each, problem.pieces, problem.pattern) for each in fitting]
    if len(pieces) > 1:
        ways = [f"{each.piece} {way}" for each, way in zip(fitting, ways, strict=True)]
    message = f"{quote(text)} fits in {len(fitting)} ways, name one: {', '.join(ways)}"
    raise AmbiguousPlaceError(message, fitting)


def _orient(placement: Placement, pieces: PieceSet, on: Board | Grid | None) -> tuple[str, Cell]:
    """Return the name of a placement's orientation and the cell under its drawing's first cell.

    Across a seam, that need not be the first of its cells in reading order. Of several orientations
    with the same cells, the one with the colours of the board is meant.
    """
    board, grid = (on, on.grid) if isinstance(on, Board) else (None, on)
    cells = set(placement.cells)
    found = [
        (
            (f"{placement.face}{turn_name(number, pieces.lattice)}", first),
            zip(lying, shape.colours, strict=True),
        )
        for first in placement.cells
        for number, shape in enumerate(pieces[placement.piece].face(placement.face).orientations)
        if set(lying := laid(shape, first, grid, ordered=False) or ()) == cells
    ]
    if len(found) > 1 and board is not None:
        for named, coloured in found:
            if all(board.colour(*cell) == colour for cell, colour in coloured):
                return named
    if found:
        return found[0][0]
    raise PlacingError(f"{placement}: its cells are not the shape of that face")


def _oriented(
    piece: Piece, cell: Cell, face: str, turn: str | None, text: str, problem: Problem
) -> Placement:
    """Return the placement of a piece at a cell with a given face and turn."""
    names = [each.name for each in piece.faces]
    shapes = piece.face(face if face in names else names[0]).orientations
    number = turn_number(turn or "", shapes)
    if face not in names or number is None:
        raise PlacingError(
            f"unknown orientation {quote(face + (turn or ''))} in {quote(text)}: expected "
            f"{either(names)}, followed by {expected_turns(shapes)}"
        )
    cells = laid(shapes[number], cell, problem.grid)
    if cells is None:
        raise PlacingError(_unlaid(text, piece, shapes[number], cell, problem))
    return Placement(piece.name, face, cells)


def _unlaid(text: str, piece: Piece, shape: Orientation, first: Cell, problem: Problem) -> str:
    """Return why the first cell of a shape cannot lie at a cell."""
    called, lattice = f"the {player_name(problem.pieces, piece.name)}", problem.grid.lattice
    if lattice.is_alike(shape.centres[0], lattice.centre(problem.grid.place(first))):
        return f"{quote(text)}: {called} {say('clash.outside')}"
    return f"{quote(text)}: {called} does not start with such a cell as {cell_name(first)}"
