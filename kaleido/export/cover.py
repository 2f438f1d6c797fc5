"""A puzzle as an exact-cover problem: what is to be filled, and what each placement fills."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kaleido.model.grid import Cell, bits
from kaleido.model.piece import Piece
from kaleido.search.problem import Problem
from kaleido.search.state import State

LONGEST_NAME = 8
"""Knuth's programs read no longer names."""

# Signs that mean something in one of the formats are left out.
_SAFE = re.compile(r"[!-~]{1,8}")
_TAKEN = frozenset(":|,~=()")


@dataclass(frozen=True)
class Item:
    """Something to be filled: a cell of the board, or a piece.

    Parameters
    ----------
    name : str
        At most 8 printable ASCII characters, no space, colon or bar among them; each item's
        is its own.
    least, most : int
        How many options may fill it.
    cell : (row, col) or None
    piece : Piece or None
        One of these two.
    """

    name: str
    least: int = 1
    most: int = 1
    cell: Cell | None = None
    piece: Piece | None = None


class Cover:
    r"""The items of a table of placements, and what each placement fills.

    Parameters
    ----------
    problem : Problem

    Attributes
    ----------
    items : tuple of Item
        The cells in reading order, then the pieces in the order of their set. A piece that may
        be left over is filled by 0 options or more.

    Examples
    --------
    >>> from kaleido import PieceSet
    >>> from kaleido.model.board import Board
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
    >>> cover = Cover(Problem(Board.parse("2x3"), few))
    >>> [item.name for item in cover.items]
    ['0,0', '0,1', '0,2', '1,0', '1,1', '1,2', 'I', 'L']
    >>> cover.filled(0)
    (0, 1, 2, 6)
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        cells = list(bits(problem.pattern.mask))
        self._cells = {cell: place for place, cell in enumerate(cells)}
        pairs = zip(problem.pieces, problem.pieces.counts, strict=True)
        self.items: tuple[Item, ...] = (
            *(Item(f"{row},{col}", cell=(row, col)) for row, col in map(self._at, cells)),
            *(
                Item(
                    _safe_name(piece.name, number),
                    count if problem.pieces.use == "all" else 0,
                    count,
                    piece=piece,
                )
                for number, (piece, count) in enumerate(pairs, start=1)
            ),
        )

    def _at(self, cell: int) -> Cell:
        return divmod(cell, self.problem.grid.cols)

    def filled(self, number: int) -> tuple[int, ...]:
        """Give the places among `items` of what a placement fills."""
        problem = self.problem
        cells = (self._cells[cell] for cell in bits(problem.masks[number]))
        return (*cells, len(self._cells) + problem.piece_numbers[number])


def options_of(state: State) -> list[int]:
    """Give the placements to choose from, ascending: those made and those still possible.

    A placement made is the only one left for what it fills, and so must be chosen again.
    """
    return sorted((*state.path, *bits(state.live)))


def _safe_name(name: str, number: int) -> str:
    """Give a piece's name, changed when it is too long or has signs that must not be.

    Examples
    --------
    >>> _safe_name("t-r", 7), _safe_name("small-wand", 2)
    ('t-r', 'small-~2')
    """
    if _SAFE.fullmatch(name) and not _TAKEN & set(name):
        return name
    # No name is kept that has such a sign, so that its number makes this one different.
    mark = f"~{number}"
    kept = "".join(sign for sign in name if "!" <= sign <= "~" and sign not in _TAKEN)
    return kept[: LONGEST_NAME - len(mark)] + mark
