"""The score of a move, its parts kept apart, and the weights that make them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from kaleido.grid import Cell


class Score(NamedTuple):
    """What a move is worth (paper, "Scoring"). `Weights.score` makes it.

    Attributes
    ----------
    matched : int
        The piece's unit borders that are edges already.
    window : int
        Edges around the island's cells in the window where the move was found; 0 for a move
        that was found without a window.
    crookedness : float
        What the shape is worth for being hard to place later.
    span : float
        What a line of four is worth for filling its long window.
    splits : int
        Islands too many that the move leaves behind.
    total : float
        All parts at their weights.
    """

    matched: int
    window: int
    crookedness: float
    span: float
    splits: int
    total: float


@dataclass(frozen=True)
class Weights:
    """How much each part of a score counts; the paper's figures by default.

    Parameters
    ----------
    matched : float
        A matched edge.
    window : float
        An edge in the window.
    corner : float
        An inward corner of the outline, or a twist: L and l3 have 1, T has 2, Z has 2 and a
        twist. This is our rule behind the paper's 0.26, 0.52 and 0.78.
    block : float
        A 2 × 2 block of the shape: the square.
    span : float
        A line of four.
    split : float
        Each island too many that the move leaves behind.

    Examples
    --------
    >>> weights = Weights()
    >>> weights.score(10, 10, crookedness=0.78).total
    15.78
    >>> weights.crookedness([(0, 0), (0, 1), (1, 1), (1, 2)])
    0.78
    >>> weights.crookedness([(0, 0), (0, 1), (1, 0), (1, 1)])
    0.4
    """

    matched: float = 1.0
    window: float = 0.5
    corner: float = 0.26
    block: float = 0.4
    span: float = 0.25
    split: float = -2.0

    def score(
        self,
        matched: int,
        window: int = 0,
        *,
        crookedness: float = 0.0,
        span: float = 0.0,
        splits: int = 0,
    ) -> Score:
        """Weigh the parts of a score."""
        total = self.matched * matched + self.window * window + self.split * splits
        # Rounded to what the weights can tell apart, so that 0.1 + 0.2 is 0.3.
        total = round(total + crookedness + span, 6)
        return Score(matched, window, crookedness, span, splits, total)

    def crookedness(self, cells: Collection[Cell]) -> float:
        """Give the crookedness of a shape.

        Parameters
        ----------
        cells : collection of (row, col)
        """
        rows = [row for row, _ in cells]
        cols = [col for _, col in cells]
        filled = [
            sum((row + i, col + j) in cells for i, j in product((0, 1), repeat=2))
            for row, col in product(
                range(min(rows) - 1, max(rows) + 1), range(min(cols) - 1, max(cols) + 1)
            )
        ]
        corners = filled.count(3) + _is_twisted(cells)
        return round(self.corner * corners + self.block * filled.count(4), 6)

    def spanned(self, cells: Collection[Cell]) -> float:
        """Give the span of a shape: of a line of four, nothing for any other."""
        straight = min(len({row for row, _ in cells}), len({col for _, col in cells})) == 1
        return self.span if straight and len(cells) == 4 else 0.0


def _is_twisted(cells: Collection[Cell]) -> bool:
    """Whether a shape looks the same after half a turn but not in a mirror, as the Z does."""
    height = max(row for row, _ in cells) + min(row for row, _ in cells)
    width = max(col for _, col in cells) + min(col for _, col in cells)
    own = set(cells)
    return own == {(height - row, width - col) for row, col in own} and own not in (
        {(height - row, col) for row, col in own},
        {(row, width - col) for row, col in own},
    )
