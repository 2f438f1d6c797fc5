"""The score of a move, its parts kept apart, and the weights that make them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from kaleido.model.grid import Cell


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
    ahead : float
        What is worth the board that the move leaves (see `Outlook`); ours, and 0 in the paper.
    total : float
        All parts at their weights.
    """

    matched: int
    window: int
    crookedness: float
    span: float
    splits: int
    ahead: float
    total: float


class Outlook(NamedTuple):
    """What a move leaves, seen without a further move; not in the paper.

    Attributes
    ----------
    cells : float
        How scarce the placements left of the open cells are: the sum, over these cells, of
        1 / the number of placements that cover them.
    pieces : float
        The same for the pieces left.
    singles, pairs : int
        Islands of one and of two cells.
    dead : int
        1 when a cell or a piece has no placement left, else 0; nothing else counts then.
    """

    cells: float = 0.0
    pieces: float = 0.0
    singles: int = 0
    pairs: int = 0
    dead: int = 0


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
    scarce_cells, scarce_pieces, singles, pairs, dead : float
        The parts of an `Outlook`; the paper has none of them.
    pieces : mapping of str to float
        What a piece is worth by its name, in place of the crookedness and the span that follow
        from its shape.

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
    scarce_cells: float = 0.0
    scarce_pieces: float = 0.0
    singles: float = 0.0
    pairs: float = 0.0
    dead: float = 0.0
    pieces: Mapping[str, float] = field(default_factory=dict, hash=False)

    def score(
        self,
        matched: int,
        window: int = 0,
        *,
        crookedness: float = 0.0,
        span: float = 0.0,
        splits: int = 0,
        outlook: Outlook | None = None,
    ) -> Score:
        """Weigh the parts of a score."""
        ahead = 0.0 if outlook is None else self.ahead(outlook)
        total = self.matched * matched + self.window * window + self.split * splits
        # Rounded to what the weights can tell apart, so that 0.1 + 0.2 is 0.3.
        total = round(total + crookedness + span + ahead, 6)
        return Score(matched, window, crookedness, span, splits, ahead, total)

    def ahead(self, outlook: Outlook) -> float:
        """Weigh what a move leaves.

        Examples
        --------
        >>> Weights().ahead(Outlook(cells=9.5, singles=1))
        0.0
        >>> Weights(scarce_cells=-2, singles=-0.5).ahead(Outlook(cells=9.5, singles=1))
        -19.5
        """
        if outlook.dead:
            return self.dead
        worth = (
            self.scarce_cells * outlook.cells
            + self.scarce_pieces * outlook.pieces
            + self.singles * outlook.singles
            + self.pairs * outlook.pairs
        )
        # Nothing is 0, never -0.
        return round(worth, 6) + 0.0

    def crookedness(self, cells: Collection[Cell]) -> float:
        """Return the crookedness of a shape.

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
        """Return the span of a shape: of a line of four, nothing for any other."""
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
