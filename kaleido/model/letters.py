"""The meaning of a board's letters for pieces without colours: givens, zones, optional cells."""

from dataclasses import replace
from functools import cached_property

from kaleido.base.errors import PatternError, PieceError
from kaleido.base.text import quote
from kaleido.model.board import EDGE, PLAIN, Board
from kaleido.model.piece import FACE_NAMES, Face, Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import BLANK


def find_givens(board: Board, pieces: PieceSet) -> list[tuple[str, int]]:
    """Return the pieces that a board shows in place: the name of each and the set of its cells.

    On a board for pieces without colours, letters and signs that are names of pieces, or of
    choices, show that these lie there already; other small letters and signs are free cells. A
    board with a single letter is free, whatever the letter. `Problem` checks whether the pieces can
    lie there. Another capital letter or digit raises PatternError.
    """
    if not pieces.is_plain or len(board.letters) == 1:
        return []
    names = [piece.name for piece in pieces]
    found = []
    for letter in sorted(board.letters):
        if pieces.meant(letter):
            mask = board.zone(letter)
            found += [(letter, part) for part in board.grid.regions(mask, mask)]
        elif (letter.isupper() or letter.isdigit()) and letter not in board.optional:
            row = next(row for row, line in enumerate(board.rows) if letter in line)
            raise PatternError(
                f"unknown piece letter {quote(letter)} in row {row + 1} "
                f"{quote(board.rows[row])}: expected one of {', '.join(names)}, or a small "
                "letter or a sign for a free cell"
            )
    return found


def with_blanks(board: Board, pieces: PieceSet) -> PieceSet:
    r"""Return a set with as many blanks as a board may keep, after the pieces; or the set itself.

    With them an optional cell is covered like any other, by a piece or by a blank, so that nothing
    that searches or counts need know of optional cells. PatternError says that the pieces have
    colours, or that a letter of optional cells names a piece.

    Examples
    --------
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo x1-2\nL oo/o.")
    >>> print(with_blanks(Board.parse("# optional: a\naao/ooo/oaa"), few).written())
    # sides: mirrored
    I        ooo    x1-2
    L        oo/o.
    (empty)  o      x0-3 in a
    """
    if not board.blanks:
        return pieces
    if not pieces.is_plain:
        rule = f"optional: {quote(board.optional)}" if board.optional else f"leave: {board.leave}"
        ways = "for these, --without CELLS blocks cells that you choose"
        raise PatternError(f"{rule}: expected pieces without colours; {ways}")
    _check_letters(board, pieces, board.optional, "optional")
    most = board.leave or min(board.blanks.bit_count(), board.size - pieces.least_size)
    if most < 1:
        return pieces
    cell = _AnyCell(FACE_NAMES[0], Orientation.parse(PLAIN, pieces.lattice))
    return replace(
        pieces,
        pieces=(*pieces.pieces, Piece(BLANK, cell, zone=board.optional)),
        copies=(*pieces.counts, most),
        least=(*pieces.needed, board.leave or min(most, max(0, board.size - pieces.size))),
    )


class _AnyCell(Face):
    """One cell, of any kind that the lattice has."""

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        lattice = self.drawing.lattice
        return tuple(Orientation.on(lattice, [(centre, PLAIN)]) for centre in lattice.kinds)


def zones_of(board: Board, pieces: PieceSet) -> list[int]:
    """Return the set of cells on which each piece may lie; nothing where all may lie anywhere.

    Where some must cover certain cells, sets of which each piece covers one or more follow.
    PatternError says that a letter of a zone names a piece, PieceError that no cell has it.
    """
    zones = pieces.zones
    if not zones:
        return []
    words = [(piece, word, zone) for piece in pieces for word, zone in piece.places.items()]
    for piece, word, zone in words:
        if zone == EDGE:
            continue
        _check_letters(board, pieces, zone, f"{word} {zone}")
        missing = [letter for letter in zone if not board.zone(letter)]
        if missing:
            raise PieceError(
                f"{quote(piece.name)}: '{word} {zone}': no cell of the board has the letter "
                f"{quote(missing[0])}"
            )
    cells = {zone: board.zone(zone) for zone in zones}
    found = [cells.get(piece.zone, board.mask) for piece in pieces]
    if any(piece.at for piece in pieces):
        found += [cells.get(piece.at, board.mask) for piece in pieces]
    return found


def _check_letters(board: Board, pieces: PieceSet, letters: str, what: str) -> None:
    """Raise PatternError if a letter marks a piece on the board."""
    named = [piece.name for piece in pieces if piece.name in letters]
    if named and len(board.counts) > 1:
        raise PatternError(
            f"{what}: {quote(named[0])} names a piece of {quote(pieces.name)}: expected letters "
            "of free cells"
        )
