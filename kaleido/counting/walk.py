"""Counting and unranking the solutions with one placement of the largest piece."""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

from kaleido.counting.bidirectional import TwoSweeps
from kaleido.counting.completions import CompletionCounter, joined
from kaleido.counting.frontier import Choose, Frontier, sweep_small, walk_back
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import Region
from kaleido.counting.sweep import Sweep
from kaleido.errors import TooLargeError


class Rank:
    """Chooses, step by step, the way to the solution with a given number.

    Attributes
    ----------
    left : int
        Its number among the solutions that begin with the steps chosen so far.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self, ways: Sequence[int]) -> int:
        """Choose a step."""
        totals = list(accumulate(ways))
        place = bisect(totals, self.left)
        self.left -= totals[place] - ways[place]
        return place


class Part:
    """A part of the board, swept from one end, with all layers.

    Attributes
    ----------
    counts : dict of int to int
        The ways to fill the part, by the set of pieces used.
    held : int
        Bytes in the layers.
    """

    def __init__(self, region: Region, counter: CompletionCounter) -> None:
        meter, subsets = counter.meter, counter.subsets
        small = sweep_small(region, {0: 1}, len(subsets.sizes), meter, keep=True)
        self._swept: Frontier | Sweep | None = small
        self.counts = {} if small is None else small.by_pieces()
        if small is None and (profiles := profiles_of(region, meter)) is not None:
            self._swept = Sweep(profiles, subsets, {0: 1}, meter, keep=True)
            self.counts = self._swept.finish()
        self.held = self._swept.held if self._swept else 0

    def back(self, used: int, choose: Choose, times: int) -> list[int]:
        """Walk back from the filled part; what follows it can be done `times` ways."""
        if isinstance(self._swept, Frontier):
            return walk_back(self._swept, choose, used, times)
        assert self._swept is not None
        full = int(self._swept.profiles.starts[-1]) - 1
        return self._swept.walk_back(full, used, choose, times)[0]


SweptParts = dict[tuple[int, int], Part]
"""By cells and the placements inside, the parts that several placements leave."""


class Walk:
    """The layers of one placement, all kept, and the way back through them.

    As for a count, all parts of the board but the last are swept from one end, and the last one
    from both.

    Parameters
    ----------
    counter : CompletionCounter
    number : int
        The placement, of the largest piece left.
    parts : dict, optional
        SweptParts swept before, to which others are added.

    Attributes
    ----------
    total : int
        The solutions that contain the placement.
    held : int
        Bytes in the layers of the last part.

    Raises
    ------
    TooLargeError
        The layers do not fit, or hold counts beyond 63 bits.
    """

    def __init__(
        self, counter: CompletionCounter, number: int, parts: SweptParts | None = None
    ) -> None:
        self.number, self._counter = number, counter
        self._parts: list[Part] = []
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
            inside = sum(1 << n for n in numbers if not counter.problem.masks[n] & ~part)
            if (part, inside) not in known:
                known[part, inside] = Part(counter.region(part, numbers), counter)
            self._parts.append(known[part, inside])
            self._starts.append(joined(self._starts[-1], self._parts[-1].counts))
        start = self._starts.pop()
        if not cells or not start:
            return
        region, meter = counter.region(cells[-1], numbers), counter.meter
        self._last = sweep_small(region, start, len(counter.subsets.sizes), meter, keep=True)
        if self._last is None and (profiles := profiles_of(region, meter)) is not None:
            self._last = TwoSweeps(profiles, counter.subsets, counter.kinds, start, meter)

    def back(self, choose: Choose) -> list[int]:
        """Walk through the layers; return the placements, that of the largest piece first."""
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
