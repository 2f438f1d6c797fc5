"""A puzzle: a pattern, a set of pieces, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from kaleido.analysis.enumeration import iterate_solutions
from kaleido.analysis.hint import Hint, give_hint
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.position import place_all
from kaleido.search.problem import Problem

if TYPE_CHECKING:
    from kaleido.analysis.rating import Rating
    from kaleido.counting import Count
    from kaleido.parallel import Workers

MAX_MEMORY = 4 * 10**9
"""Bytes that counting may take unless told otherwise."""


class Puzzle(Problem):
    """A pattern, or a board of any shape, to be covered by a set of pieces.

    Parameters
    ----------
    pattern : Board
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

    def count(
        self,
        placed: Iterable[Placement] = (),
        *,
        max_memory: int = MAX_MEMORY,
        workers: Workers | None = None,
        report: Callable[[float], None] | None = None,
    ) -> Count:
        """Count all solutions, exactly.

        Parameters
        ----------
        placed : iterable of Placement, optional
            Pieces placed by hand: only solutions that hold them are counted.
        max_memory : int, optional
            Bytes that the count may take; with workers, on each machine.
        workers : Workers, optional
            Those who share the work when it is large, as `kaleido.parallel.make_workers` gives
            them.
        report : callable, optional
            Told the share of the work done, from 0 to 1.

        Raises
        ------
        TooLargeError
            It would take more memory than allowed.
        PlacingError
            The pieces placed do not fit.
        WorkersError
            The workers cannot go on.

        Examples
        --------
        >>> from kaleido import named_pattern
        >>> Puzzle(named_pattern("fancy-chessboard")).count().solutions
        118
        """
        # Counting loads sparse matrices: solving does without.
        from kaleido.counting import CountLimits, count_solutions

        return count_solutions(
            place_all(self, placed),
            CountLimits.within(max_memory, workers.per_machine if workers else 1),
            workers=workers,
            report=report,
        )

    def sample(
        self,
        n: int,
        rng: Random | int,
        placed: Iterable[Placement] = (),
        *,
        max_memory: int = MAX_MEMORY,
    ) -> list[Solution]:
        """Draw solutions at random, every one as likely as any other, with repetition.

        Parameters
        ----------
        n : int
            How many to draw.
        rng : random.Random or int
            The source of chance, or a seed for one.
        placed : iterable of Placement, optional
            Pieces placed by hand: only solutions that hold them are drawn.
        max_memory : int, optional
            Bytes that it may take.

        Returns
        -------
        list of Solution
            Verified. Empty when there is no solution.

        Raises
        ------
        TooLargeError
            It would take more memory than allowed.
        PlacingError
            The pieces placed do not fit.
        """
        from kaleido.counting import CountLimits, count_solutions, draw_solutions

        state = place_all(self, placed)
        limits = CountLimits.within(max_memory)
        count = count_solutions(state, limits)
        if not count.solutions:
            return []
        source = Random(rng) if isinstance(rng, int) else rng
        return [
            Solution(self.pattern, self.placements(numbers), self.pieces)
            for numbers in draw_solutions(state, count, n, source, limits)
        ]

    def rate(self, *, max_memory: int = MAX_MEMORY) -> Rating:
        """Rate the difficulty, from 1 to 5.

        Parameters
        ----------
        max_memory : int, optional
            Bytes that counting the solutions may take.

        Raises
        ------
        NoSolutionError
            A pattern without a solution has no difficulty.
        TooLargeError
            Counting would take more memory than allowed.
        """
        from kaleido.analysis.rating import rate_table
        from kaleido.counting import CountLimits

        return rate_table(self, CountLimits.within(max_memory))

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
