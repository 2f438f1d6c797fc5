"""What a move is scored by, before it is weighed."""

from __future__ import annotations

from typing import NamedTuple


class ScoreParts(NamedTuple):
    """What a move is scored by, before `Weights` weigh it.

    Attributes
    ----------
    matched : int
        The piece's unit borders that are already edges.
    window : int
        The edges around the island's cells in the window where the move was found; 0 for a move
        that was found without a window.
    crookedness : float
        The value of a shape that is hard to place later.
    span : float
        The value of a line of four, which fills its long window.
    splits : int
        The number of additional islands that the move leaves, where they count.
    ahead : float
        The weighted `LookaheadTerms` of the strategy `tuned`; 0 for the other strategies.
    """

    matched: int
    window: int = 0
    crookedness: float = 0.0
    span: float = 0.0
    splits: int = 0
    ahead: float = 0.0


class LookaheadTerms(NamedTuple):
    """The lookahead terms of a move: what it leaves around it, seen without a further move.

    The strategy `tuned` weighs them; Singh's paper has nothing like them.

    Attributes
    ----------
    cells : float
        How scarce the placements of the cells beside it become: the sum of 1 / n over the free
        cells that touch the move, where n is the number of placements left that cover the cell.
    singles, pairs : int
        The number of islands of one and of two cells.
    """

    cells: float = 0.0
    singles: int = 0
    pairs: int = 0
