"""A puzzle as an exact-cover problem with named items."""

import re
from dataclasses import dataclass

from kaleido.model.board import HOLE
from kaleido.model.grid import Cell, bits
from kaleido.model.piece import Piece
from kaleido.search.problem import Problem
from kaleido.search.state import State

LONGEST_NAME = 8
"""The longest name that Knuth's programs read."""

_SAFE = re.compile(r"[!-~]{1,8}")
_RESERVED = frozenset(":|,~=()")


@dataclass(frozen=True)
class Item:
    """A cell of the board or a piece, which `least` to `most` options may cover.

    Its name is unique and has at most 8 printable ASCII characters, no space, colon or bar.
    """

    name: str
    least: int = 1
    most: int = 1
    cell: Cell | None = None
    piece: Piece | None = None


class Cover:
    r"""The named items of a problem, and those that each placement covers.

    The items are the cells in reading order, then the pieces in the order of their set. A piece
    that may be left over is covered by 0 options or more, an optional cell by at most 1.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model import Board
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
    >>> cover = Cover(Problem(Board.parse("2x3"), few))
    >>> [item.name for item in cover.items]
    ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2', 'I', 'L']
    >>> cover.covered(0)
    (0, 1, 2, 6)
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self._cells = {cell: place for place, cell in enumerate(bits(problem.pattern.mask))}
        board, pieces = problem.pattern, problem.pieces
        triples = zip(pieces, pieces.needed, pieces.counts, strict=True)
        self.items: tuple[Item, ...] = (
            *(
                Item(f"{row},{col}", int(letter not in board.optional), cell=(row, col))
                for row, letters in enumerate(board.rows)
                for col, letter in enumerate(letters)
                if letter != HOLE
            ),
            *(
                Item(_safe_name(piece.name, number), needed, count, piece=piece)
                for number, (piece, needed, count) in enumerate(triples, start=1)
            ),
        )

    def covered(self, number: int) -> tuple[int, ...]:
        """Return the places among `items` of those that a placement covers."""
        problem = self.problem
        cells = (self._cells[cell] for cell in bits(problem.masks[number]))
        return (*cells, len(self._cells) + problem.piece_numbers[number])


def options_of(state: State) -> list[int]:
    """Return the placements to choose from, ascending: those made and those still possible.

    A placement made is the only one left that covers its items, so that it must be chosen again.
    On optional cells nothing need be chosen, so that blanks are no options.
    """
    problem = state.problem
    return [n for n in sorted((*state.path, *bits(state.live))) if not problem.is_blank(n)]


def _safe_name(name: str, number: int) -> str:
    """Return a piece's name, changed if it is too long or has reserved signs.

    Examples
    --------
    >>> _safe_name("t-r", 7), _safe_name("small-wand", 2)
    ('t-r', 'small-~2')
    """
    if _SAFE.fullmatch(name) and not _RESERVED & set(name):
        return name
    # Names with a ~ are always changed, so that its number makes this one unique.
    mark = f"~{number}"
    kept = "".join(sign for sign in name if "!" <= sign <= "~" and sign not in _RESERVED)
    return kept[: LONGEST_NAME - len(mark)] + mark
