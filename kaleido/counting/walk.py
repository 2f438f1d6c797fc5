"""The solutions with one placement of the largest piece: counted, and found by their number."""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate

from kaleido.counting.bidirectional import TwoSweeps
from kaleido.counting.completions import CompletionCounter
from kaleido.counting.frontier import Choose, Frontier, sweep_small, walk_back
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import chained
from kaleido.errors import TooLargeError


class Rank:
    """Chooses the steps that lead to the solution with a number among the ways behind them.

    Attributes
    ----------
    left : int
        The number among the ways behind the steps chosen so far.
    """

    def __init__(self, left: int) -> None:
        self.left = left

    def __call__(self, ways: Sequence[int]) -> int:
        """Choose a step."""
        totals = list(accumulate(ways))
        place = bisect(totals, self.left)
        self.left -= totals[place] - ways[place]
        return place


class Walk:
    """The layers of one placement, all kept, and the way back through them.

    Attributes
    ----------
    number : int
        The placement, of the largest piece left.
    total : int
        The solutions that contain it.
    held : int
        Bytes in the layers.

    Raises
    ------
    TooLargeError
        The layers do not fit, or hold counts beyond 63 bits.
    """

    def __init__(self, counter: CompletionCounter, number: int) -> None:
        self.number = number
        self._swept = _sweep(counter, number)
        self.total = self._swept.total if self._swept else int(not counter.subsets.sizes)
        self.held = self._swept.held if self._swept else 0

    def back(self, choose: Choose) -> list[int]:
        """Walk through the layers; return the placements, that of the largest piece first."""
        if self._swept is None:
            return [self.number]
        if isinstance(self._swept, Frontier):
            return [self.number, *walk_back(self._swept, choose)]
        return [self.number, *self._swept.walk(choose)]


def _sweep(counter: CompletionCounter, number: int) -> Frontier | TwoSweeps | None:
    """Sweep what a placement leaves; return None if nothing is left, or it cannot be filled."""
    counter.meter.check(0)
    parts, numbers = counter.parts_left_by(number)
    if not parts:
        return None
    region = chained([counter.region(part, numbers) for part in parts])
    small = sweep_small(region, {0: 1}, len(counter.subsets.sizes), counter.meter, keep=True)
    if small is not None:
        return small
    profiles = profiles_of(region, counter.meter)
    if profiles is None:
        return None
    try:
        return TwoSweeps(profiles, counter.subsets, counter.meter)
    except OverflowError:
        raise TooLargeError("too many solutions to sample from: beyond 63 bits") from None
