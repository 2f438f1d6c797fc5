"""Unranking: the solution with a number, found by walking back through counted states."""

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import TooLargeError
from kaleido.counting.bidirectional import TwoSweeps
from kaleido.counting.completions import CompletionCounter, SweptPart, joined
from kaleido.counting.frontier import (
    Choose,
    Frontier,
    exceeds_arrays,
    sweep_board,
    sweep_small,
    walk_back,
)
from kaleido.counting.meter import MAX_FIRST, CountLimits, Meter
from kaleido.counting.orbits import count_orbits
from kaleido.counting.profiles import profiles_of
from kaleido.counting.tasks import count_by_placement
from kaleido.search.state import State
from kaleido.search.symmetry import SolutionSymmetries


class Rank:
    """Chooses, step by step, the way to the solution with a given number.

    `left` is its number among the solutions that begin with the steps chosen so far.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self, ways: Sequence[int]) -> int:
        """Choose a step."""
        totals = list(accumulate(ways))
        place = bisect(totals, self.left)
        self.left -= totals[place] - ways[place]
        return place


SweptParts = dict[tuple[int, int], SweptPart]
"""By `CompletionCounter.part_key`, the parts that several placements leave."""


class Traceback:
    """The layers of one placement, all kept, and the way back through them.

    The placement is one of the largest piece left, and `total` solutions contain it. As for a
    count, all parts of the board but the last are swept from one end, and the last one from both;
    its layers take `held` bytes. Parts not swept before are added to `parts`. TooLargeError means
    that the layers do not fit, or hold counts beyond 63 bits.
    """

    def __init__(
        self, counter: CompletionCounter, number: int, parts: SweptParts | None = None
    ) -> None:
        self.number, self._counter = number, counter
        self._parts: list[SweptPart] = []
        # By part, the ways to fill those before it.
        self._starts = [{0: 1}]
        self._last: Frontier | TwoSweeps | None = None
        counter.meter.check(0)
        try:
            self._sweep({} if parts is None else parts)
        except OverflowError:
            raise TooLargeError("too many solutions to sample from: beyond 63 bits") from None
        self.total = self._last.total if self._last else int(not counter.subsets.sizes)
        self.held = self._last.held if self._last else 0

    def _sweep(self, known: SweptParts) -> None:
        counter = self._counter
        cells, numbers = counter.parts_left_by(self.number)
        for part in cells[:-1]:
            key = counter.part_key(part, numbers)
            if key not in known:
                known[key] = SweptPart(counter, part, numbers, keep=True)
            self._parts.append(known[key])
            self._starts.append(joined(self._starts[-1], self._parts[-1].counts))
        start = self._starts.pop()
        if not cells or not start:
            return
        region, meter = counter.region(cells[-1], numbers), counter.meter
        self._last = sweep_small(region, start, len(counter.subsets.sizes), meter, keep=True)
        if self._last is None and (profiles := profiles_of(region, meter)) is not None:
            self._last = TwoSweeps(profiles, counter.subsets, start, meter, keep=True)

    def back(self, choose: Choose) -> list[int]:
        """Walk back through the layers; return the placements, that of the largest piece first."""
        path = [self.number]
        if isinstance(self._last, Frontier):
            path += walk_back(self._last, choose)
        elif self._last is not None:
            path += self._last.walk(choose)
        rank, pieces = self._counter.rank, self._counter.problem.piece_numbers
        used = self._counter.subsets.full
        for number in path[1:]:
            used ^= 1 << rank[pieces[number]]
        for part, before in zip(self._parts[::-1], self._starts[::-1], strict=True):
            steps = [
                (own, ways * before[used ^ own])
                for own, ways in part.counts.items()
                if not own & ~used and used ^ own in before
            ]
            own = steps[choose([ways for _, ways in steps])][0]
            path += part.back(own, choose, before[used ^ own])
            used ^= own
        return path


MAX_SIFTED = 20_000
"""The most solutions that are examined one by one for those up to symmetry."""


@checked_arguments
class Ranking:
    """The solutions that contain a board, numbered from 0 in an order that does not change.

    All are counted once; then any of them is found by its number alone.

    Parameters
    ----------
    state : State
    limits : CountLimits, optional
    symmetries : SolutionSymmetries, optional
        The symmetries of the board with the pieces placed on it: of solutions that they map to each
        other, only one is numbered.

    Attributes
    ----------
    total : int
        How many there are.
    reachable : int
        How many of them can be found. These are all, or only the first ones if most solutions are
        images of others and pieces have several copies, may be left over or change places in a
        mirror image.

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
        self._kept: tuple[int, Traceback | Ranking] | None = None
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
                # Symmetries that keep this placement map its solutions to each other.
                self._split[first] = symmetries.keeping(first)
                ways = count_orbits(self._split[first], state.place(first), ways).symmetric
            self._firsts.append(first)
            self._ways.append(ways)
        self.total = self.reachable = sum(self._ways)

    def _sift(self, symmetries: SolutionSymmetries) -> None:
        ranks = range(self.total)
        self._sifting = self._new(symmetries)
        self.total = count_orbits(symmetries, self._state, self.total).symmetric
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
        if isinstance(below, Traceback):
            return (*path, *below.back(choose))
        return below[choose.left]

    def _walked(self, rank: int) -> tuple[int, ...]:
        return (*self._state.path, *walk_back(self._frontier, Rank(rank)))

    def _below(self, first: int) -> "Traceback | Ranking":
        assert self._counter is not None
        if first in self._split:
            kept = self._split[first]
            return Ranking(self._state.place(first), self._limits, symmetries=kept)
        return Traceback(self._counter, first)
