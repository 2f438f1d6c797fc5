"""Unranking: the solution with a number, found by walking back through counted states."""

from collections.abc import Iterator
from itertools import islice

from kaleido.arguments import named_options
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.count import count_by_placement
from kaleido.counting.frontier import exceeds_arrays, sweep_board, walk_back
from kaleido.counting.meter import MAX_FIRST, CountLimits, Meter
from kaleido.counting.orbits import SolutionSymmetries
from kaleido.counting.walk import Rank, Walk
from kaleido.search.state import State

MAX_SIFTED = 20_000
"""The most solutions that are looked at one by one for those up to symmetry."""


@named_options
class Ranking:
    """The solutions that contain a board, numbered from 0 in an order that does not change.

    All are counted once; then any of them is found by its number alone.

    Parameters
    ----------
    state : State
    limits : CountLimits, optional
    symmetries : SolutionSymmetries, optional
        Those of the board with the pieces placed on it: only one solution is numbered of those
        that they carry into each other.

    Attributes
    ----------
    total : int
        How many there are.
    reachable : int
        How many of them can be found: all, or the first if most solutions are images of others
        and pieces have several copies, may be left over or change places in a mirror image.

    Raises
    ------
    TooLargeError
        The solutions are too many to be counted.
    """

    def __init__(
        self,
        state: State,
        limits: CountLimits | None = None,
        *,
        symmetries: SolutionSymmetries | None = None,
    ) -> None:
        self._state, self._limits = state, limits or CountLimits()
        self._counter: CompletionCounter | None = None
        # The solutions with each placement of the largest piece left, or all in one.
        self._firsts: list[int] = []
        self._ways: list[int] = []
        self._split: dict[int, SolutionSymmetries] = {}
        self._kept: tuple[int, Walk | Ranking] | None = None
        self._sifted: list[int] = []
        self._sifting: Iterator[int] | None = None
        if state.dead or state.solved:
            self.total = self.reachable = int(state.solved)
        else:
            self._number(symmetries if symmetries and symmetries.images else None)

    def _number(self, symmetries: SolutionSymmetries | None) -> None:
        state = self._state
        counter = None if exceeds_arrays(state) else CompletionCounter(state, self._limits)
        if counter is None or (symmetries and symmetries.exchange(counter.largest)):
            self._frontier = sweep_board(state, Meter(self._limits))
            self.total = self.reachable = self._frontier.total
            if symmetries is not None:
                self._sift(symmetries)
            return
        self._counter = counter
        counts, _ = count_by_placement(counter)
        for first in sorted(counts):
            images = [image[first] for image in symmetries.images] if symmetries else []
            ways = counts[first]
            if min(images, default=first) < first or not ways:
                continue
            if symmetries and first in images:
                # Symmetries that keep this placement still make its solutions of each other.
                self._split[first] = symmetries.keeping(first)
                ways = self._split[first].count_orbits(state.place(first), ways)
            self._firsts.append(first)
            self._ways.append(ways)
        self.total = self.reachable = sum(self._ways)

    def _sift(self, symmetries: SolutionSymmetries) -> None:
        ranks = range(self.total)
        self._sifting = self._new(symmetries)
        self.total = symmetries.count_orbits(self._state, self.total)
        self.reachable = self.total if len(ranks) <= MAX_SIFTED else min(self.total, MAX_FIRST)

    def _new(self, symmetries: SolutionSymmetries) -> Iterator[int]:
        """Yield the ranks of the solutions that are not images of earlier ones."""
        seen = set()
        for rank in range(self._frontier.total):
            least = symmetries.least(self._walked(rank))
            if least not in seen:
                seen.add(least)
                yield rank

    def __getitem__(self, rank: int) -> tuple[int, ...]:
        """Return the numbers of the placements of a solution."""
        if not 0 <= rank < self.reachable:
            raise IndexError(f"there is no solution {rank:,}: {self.reachable:,} can be found")
        path = tuple(self._state.path)
        if self._state.solved:
            return path
        if self._counter is None:
            if self._sifting is not None:
                self._sifted += islice(self._sifting, max(rank + 1 - len(self._sifted), 0))
                rank = self._sifted[rank]
            return self._walked(rank)
        choose = Rank(rank)
        first = self._firsts[choose(self._ways)]
        if self._kept is None or self._kept[0] != first:
            self._kept = None  # the layers of only one placement are in memory
            self._kept = first, self._below(first)
        below = self._kept[1]
        if isinstance(below, Walk):
            return (*path, *below.back(choose))
        return below[choose.left]

    def _walked(self, rank: int) -> tuple[int, ...]:
        return (*self._state.path, *walk_back(self._frontier, Rank(rank)))

    def _below(self, first: int) -> "Walk | Ranking":
        assert self._counter is not None
        if first in self._split:
            kept = self._split[first]
            return Ranking(self._state.place(first), self._limits, symmetries=kept)
        return Walk(self._counter, first)
