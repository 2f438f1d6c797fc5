"""A puzzle: a pattern, a set of pieces, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from kaleido.enumerating import iterate_solutions
from kaleido.hint import Hint, give_hint
from kaleido.placement import Placement
from kaleido.solution import Solution
from kaleido.table import PlacementTable


class Puzzle(PlacementTable):
    """A pattern to be covered by a set of pieces.

    Parameters
    ----------
    pattern : Pattern
    pieces : PieceSet, optional

    Raises
    ------
    PieceError
        The pieces do not have as many cells as the board.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> puzzle = Puzzle(named_pattern("fancy-chessboard"))
    >>> puzzle.is_unique(), sum(1 for _ in puzzle.solutions())
    (False, 118)
    """

    def solutions(self, placed: Iterable[Placement] = ()) -> Iterator[Solution]:
        """Yield every solution once, as it is found.

        Parameters
        ----------
        placed : iterable of Placement, optional
            Pieces placed by hand.

        Yields
        ------
        Solution
            Verified.

        Raises
        ------
        PlacingError
            The pieces placed do not fit.
        """
        return iterate_solutions(self, placed)

    def hint(self, placed: Iterable[Placement] = ()) -> Hint:
        """Give the next move and why, or the piece that must come off.

        Parameters
        ----------
        placed : iterable of Placement, optional
            What lies on the board.

        Raises
        ------
        PlacingError
            The pieces placed do not fit.
        """
        return give_hint(self, placed)

    def is_unique(self, placed: Iterable[Placement] = ()) -> bool:
        """Say whether there is exactly one solution; a second one ends the search.

        Parameters
        ----------
        placed : iterable of Placement, optional
            Pieces placed by hand.

        Raises
        ------
        PlacingError
            The pieces placed do not fit.
        """
        return len(list(islice(iterate_solutions(self, placed), 2))) == 1
