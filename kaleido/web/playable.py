"""What the page cannot play: puzzles with rules that it does not know."""

from kaleido.errors import PieceError
from kaleido.model.board import Board
from kaleido.model.piece import Rule
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote


def check_playable(pieces: PieceSet, board: Board | None = None) -> None:
    r"""Raise PieceError if the page would allow what a rule of a puzzle forbids.

    Pieces on the page may always be turned, and a puzzle is solved when every cell is covered.

    Examples
    --------
    >>> check_playable(PieceSet.parse("own", "# sides: mirrored\nI ooo\nL oo/o. in edge"))
    Traceback (most recent call last):
    ...
    kaleido.errors.PieceError: the page does not know the rule 'in edge' for 'L'; commands do
    """
    if board is not None and board.optional:
        raise PieceError(
            f"the page does not know optional cells, {quote(board.optional)}; commands do"
        )
    usual = 0 if pieces.use == "some" else None
    for piece in pieces:
        own = pieces.rule_of(piece.name)
        sides = "fixed" if piece.fixed else ""
        unknown = Rule(sides, zone=piece.zone)
        if own.least not in (None, usual):
            unknown = Rule(sides, own.least, own.most, piece.zone)
        if unknown != Rule():
            raise PieceError(
                f"the page does not know the rule {quote(str(unknown))} for {quote(piece.name)}; "
                "commands do"
            )
