"""The runs of a search: the limit, the noise and the refuted boards of each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from math import inf
from random import Random as Generator
from types import MappingProxyType
from typing import Literal, NamedTuple

from kaleido.base.bounds import Bounds
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.refuted import MOST as MOST_REFUTED, Refuted, Supports

RunNodes = int | Literal["usual"] | None
"""The nodes of the shortest run; None for one run without a limit, so no restarts."""


def luby() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 1, 2, 4, …, a schedule within a log factor of the best one.

    References
    ----------
    M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Information
    Processing Letters 47, 1993.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(luby(), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    for index in count(1):
        # Strip off the largest complete block (of length 2^k - 1) until one ends here.
        while (index + 1) & index:
            index -= (1 << index.bit_length() - 1) - 1
        yield (index + 1) >> 1


def run_limits(shortest: int | None, growth: int = 0) -> Iterator[int | None]:
    """Yield the limits of nodes of runs on this schedule; only None for a single run.

    Unless `growth` is 0, each run is instead longer than the one before by `growth` percent.
    """
    if shortest is None:
        yield None
    elif growth:
        length = float(shortest)
        while True:
            yield round(length)
            length += length * growth / 100
    else:
        for times in luby():
            yield shortest * times


def check_run_nodes(run_nodes: RunNodes) -> RunNodes:
    """Return the nodes of the shortest run; raise `OptionError` if they are invalid."""
    if run_nodes not in ("usual", None):
        Bounds(1, inf).check(run_nodes, "run_nodes")
    return run_nodes


def check_noise(noise: float | None) -> float | None:
    """Return the factor of the usual noise, or None for a noise by the scores, as a user gives it.

    Raises `OptionError` if it is neither.
    """
    if noise is not None:
        Bounds(0.0, sys.float_info.max).check(noise, "noise", float)
    return noise


class Effort(NamedTuple):
    """The effort of a search before it starts again or looks closer.

    Attributes
    ----------
    run_nodes : int or None
        The nodes of the shortest run; None for a single run without a limit. A wrong start is left
        soon, and little is lost, because what a run has refuted is remembered.
    narrow_after : int
        The number of forks after which placements that block an item are left out. This refutes
        most wrong boards sooner, but most boards are solved without it.
    few : int
        The most options of the items that are examined for this.
    remembered : int
        How many refuted boards are remembered over the runs.
    growth : int
        The percentage by which each run is longer than the one before; 0 for Luby's schedule.
    """

    run_nodes: int | None
    narrow_after: int
    few: int
    remembered: int = MOST_REFUTED
    growth: int = 0


COLOURED = Effort(100, 30, 6)
"""The effort on pieces with colours."""

PLAIN = Effort(1000, 10, 12)
"""The effort on others, whose cells and pieces have more placements."""


NO_MEMORY: Mapping[str, int] = MappingProxyType({"narrow_after": sys.maxsize, "remembered": 0})
"""The effort of a search that remembers no board and leaves out no placement."""


def effort_on(
    problem: Problem,
    run_nodes: RunNodes = "usual",
    narrow_after: int | None = None,
    remembered: int = MOST_REFUTED,
    growth: int = 0,
) -> Effort:
    """Return the usual effort on a problem, with the given values replaced.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> effort_on(Problem(named_pattern("car")), run_nodes=50)
    Effort(run_nodes=50, narrow_after=30, few=6, remembered=65536, growth=0)
    """
    usual = PLAIN if problem.pieces.is_plain else COLOURED
    return Effort(
        usual.run_nodes if run_nodes == "usual" else run_nodes,
        usual.narrow_after if narrow_after is None else narrow_after,
        usual.few,
        remembered,
        growth,
    )


class Noise(NamedTuple):
    """The range of the random number added to each score, so that wrong choices are avoided sooner.

    Attributes
    ----------
    first : float
        The range in the first run, in the unit of the scores.
    step : float
        By how much it grows with each run.
    most : float
        The largest range.
    """

    first: float
    step: float
    most: float

    def times(self, factor: float) -> Noise:
        """Return the noise for scores that are larger by a factor."""
        return Noise(*(round(each * factor, 12) for each in self))


class Restarts:
    """The runs of one search, which start again on a schedule and remember refuted boards.

    `random` returns the next random number, from 0 to 1, of which `noise` is the range in this run.
    """

    def __init__(self, problem: Problem, effort: Effort, noise: Noise, seed: int) -> None:
        self.random: Callable[[], float] = Generator(seed).random
        self.noise: float
        self.set_noise(noise)
        self._effort = effort
        self._refuted = Refuted(effort.remembered)
        self._supports = Supports(problem, effort.few)
        self._forks = 0

    def limits(self) -> Iterator[int | None]:
        """Yield the limit of nodes of each run; the noise grows from one to the next."""
        for limit in run_limits(self._effort.run_nodes, self._effort.growth):
            yield limit
            self.noise = min(self.noise + self._growth.step, self._growth.most)

    def set_noise(self, noise: Noise) -> None:
        """Begin with another noise, once the first scores show what range they have."""
        self._growth, self.noise = noise, noise.first

    def reached(self, state: State) -> State | None:
        """Return the board with the placements worth trying, or None if it is known to be refuted.

        After some forks, placements that block an item are left out, unless a move is forced.
        """
        if state in self._refuted:
            return None
        self._forks += 1
        is_forced = not state.scarcest & state.scarcest - 1
        if is_forced or self._forks <= self._effort.narrow_after:
            return state
        return self._supports.narrowed(state)

    def refutes(self, state: State) -> Callable[[], None]:
        """Return a callback for when a board turns out to be refuted."""
        return self._refuted.later(state)
