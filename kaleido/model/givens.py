"""Givens: the pieces that a board shows in place, by their letters."""

from kaleido.errors import PatternError
from kaleido.model.board import Board
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote


def find_givens(board: Board, pieces: PieceSet) -> list[tuple[str, int]]:
    r"""Return the pieces that a board shows in place: the name of each and the set of its cells.

    On a board for pieces without colours, capital letters and digits name pieces that already lie
    there; small letters and signs are free cells. A board with a single letter is free, whatever
    the letter. `Problem` checks whether the pieces can lie there.

    Raises
    ------
    PatternError
        No piece has the letter.

    Examples
    --------
    >>> from kaleido.model import PieceSet
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
    >>> find_givens(Board.parse("III/oo-"), few)
    [('I', 7)]
    """
    letters = set(board.counts)
    if not pieces.is_plain or len(letters) == 1:
        return []
    names = [piece.name for piece in pieces]
    found = []
    for letter in sorted(letters):
        if letter in names:
            mask = sum(1 << place for place, own in enumerate("".join(board.rows)) if own == letter)
            found += [(letter, part) for part in board.grid.regions(mask, mask)]
        elif letter.isupper() or letter.isdigit():
            row = next(row for row, line in enumerate(board.rows) if letter in line)
            raise PatternError(
                f"unknown piece letter {quote(letter)} in row {row + 1} "
                f"{quote(board.rows[row])}: expected one of {', '.join(names)}, or a small "
                "letter or a sign for a free cell"
            )
    return found
