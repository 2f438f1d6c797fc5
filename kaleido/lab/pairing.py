"""The comparison of two, or every two, strategies on the same boards with the same seeds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, isinf, isnan, log

import numpy as np

from kaleido.base.errors import OptionError
from kaleido.base.text import plural, quote
from kaleido.lab.effect import FEW, cost_ratio
from kaleido.lab.run import Cost, Run, check_cost, match_runs
from kaleido.lab.statistics import Interval, clustered_share
from kaleido.lab.summary import Table
from kaleido.lab.survival import Sample, holm, log_rank, sample_of

# The least cost that a ratio, or a logarithmic scale, can deal with.
LEAST: Mapping[str, float] = {"nodes": 1.0, "backtracks": 1.0, "seconds": 1e-6}


# What a decided pair counts for the first of the two.
_POINTS: Mapping[str, float] = {"win": 1.0, "tie": 0.5, "loss": 0.0}


@dataclass(frozen=True)
class Paired:
    """One strategy compared with another, on the boards and seeds for which both have runs.

    A run that gave up needs more than it had used. So it loses against a run that was done by then,
    and the ratio counts it as a cost with this lower bound.

    Attributes
    ----------
    wins, losses, ties, both_gave_up, undecided : int
        In how many pairs the first needs less, more or as much; a pair is undecided if one gave up
        before it had used as much as the other needed.
    finished : int
        The number of pairs that both finished.
    ratio : Interval
        How many times as much the first needs as the second: the geometric mean over patterns,
        estimated from the runs of all pairs, including those that gave up
        (`kaleido.lab.cost_ratio`). An end of its 95 % interval that they do not bound is 0 or
        infinite.
    chance : Interval
        How often the first needs less, of the pairs that were decided: a tie is half a win.
        Patterns are clusters, as for the ratio; if there is only one, each pair is a cluster.
    p_value : float
        That of Wilcoxon's signed-rank test on the patterns (on the pairs if there is only one
        pattern): each counts once, with the mean over its pairs of the logarithm of the ratio. A
        run that gave up counts with its cost until then; a pair that is undecided, or that both
        gave up, with 0.
    log_rank : float
        The p-value of the log-rank test of the survival curves of the patterns' medians, which
        ignores the pairing.
    adjusted : float
        The p-value of Wilcoxon's test, adjusted by Holm's method for all tests made together.
    """

    first: str
    second: str
    by: Cost
    patterns: int
    pairs: int
    wins: int
    losses: int
    ties: int
    both_gave_up: int
    undecided: int
    finished: int
    ratio: Interval
    chance: Interval
    p_value: float
    log_rank: float
    adjusted: float

    @property
    def counts(self) -> str:
        """How the pairs ended, in words."""
        ends = [f"{self.wins} better, {self.losses} worse, {self.ties} equal"]
        ends += [f"{self.both_gave_up} both gave up"] * bool(self.both_gave_up)
        ends += [f"{self.undecided} undecided"] * bool(self.undecided)
        return ", ".join(ends)

    @property
    def times(self) -> str:
        """The ratio as text, or "–".

        It begins with "~" if a run gave up in more than 60 % of the pairs: then it rests on costs
        far beyond the limit.
        """
        mark = "~" if self.finished < FEW * self.pairs else ""
        return "–" if isnan(self.ratio.value) else f"{mark}{self.ratio:.2f}"

    @property
    def effect(self) -> str:
        """The ratio and the chance to win in words."""
        (value, low, high), text = self.ratio, self.ratio.number
        if isnan(value):
            return "neither ever finished"
        if isinf(value):
            times = f"more than {text(low, '.2f')} times the" if low > 0 else "more"
        elif not value:
            times = f"less than {text(high, '.2f')} times the" if high < inf else "fewer"
        else:
            times = f"{self.times} times the"
        chance = "" if isnan(self.chance.value) else f", wins {self.chance:.0%}"
        return f"{times} {self.by}{chance}"

    def __str__(self) -> str:
        corrected = "" if self.adjusted == self.p_value else f", adjusted {say_p(self.adjusted)}"
        return (
            f"{self.first} against {self.second}: {self.effect}; {self.counts} of "
            f"{plural(self.pairs, 'pair')} on {plural(self.patterns, 'pattern')}; "
            f"p {say_p(self.p_value)}{corrected}"
        )


def say_p(value: float) -> str:
    """Return a p-value as text."""
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def cost(run: Run, by: str) -> float:
    """Return a cost of a run, at least as much as a ratio can deal with."""
    check_cost(by)
    return max(float(getattr(run, by)), LEAST[by])


def pair_runs(
    grouped: Mapping[str, Iterable[Run]], first: str, second: str
) -> list[tuple[Run, Run]]:
    """Return the pairs of runs of two strategies on the same board with the same seed."""
    for name in (first, second):
        if name not in grouped:
            known = ", ".join(grouped) or "none"
            raise OptionError(f"no runs of strategy {quote(str(name))}: there are runs of {known}")
    pairs = match_runs(grouped[first], grouped[second])
    if not pairs:
        raise OptionError(
            f"strategies {quote(first)} and {quote(second)} have no board and seed in common"
        )
    return pairs


def set_against(pairs: Sequence[tuple[Run, Run]], by: Cost = "nodes") -> Paired:
    """Return how the first runs of pairs compare with the second."""
    outcomes = [_outcome(*pair, by) for pair in pairs]
    logs = defaultdict[str, list[float]](list)
    points = defaultdict[str, list[float]](list)
    for (one, other), outcome in zip(pairs, outcomes, strict=True):
        decided = outcome in _POINTS
        logs[one.pattern].append(log(cost(one, by) / cost(other, by)) if decided else 0.0)
        if decided:
            points[one.pattern].append(_POINTS[outcome])
    # Each pair of the only pattern is a cluster.
    units, shares = (
        list(each.values()) if len(logs) > 1 else [[one] for own in each.values() for one in own]
        for each in (logs, points)
    )
    means = [float(np.mean(each)) for each in units]
    from scipy.stats import wilcoxon  # takes half a second to import

    p_value = float(wilcoxon(means).pvalue) if any(means) else 1.0
    ends = ("win", "loss", "tie", "both gave up", "undecided")
    wins, losses, ties, lost, undecided = map(outcomes.count, ends)
    counts = len(logs), len(pairs), wins, losses, ties, lost, undecided
    finished = sum(not (one.gave_up or other.gave_up) for one, other in pairs)
    sides = list(zip(*pairs, strict=True))
    ratio = cost_ratio(sample_of(sides[0], by), sample_of(sides[1], by), LEAST[by])
    chance = clustered_share(list(map(sum, shares)), list(map(len, shares)))
    curves = log_rank(*(_medians(own, by) for own in sides))
    names = pairs[0][0].strategy, pairs[0][1].strategy
    return Paired(*names, by, *counts, finished, ratio, chance, p_value, curves, p_value)


def every_two(grouped: Mapping[str, Iterable[Run]], by: Cost = "nodes") -> Table[Paired]:
    """Return the comparison of every two strategies; see `Comparison.pairwise`."""
    if len(grouped) < 2:
        known = ", ".join(grouped) or "none"
        raise OptionError(f"there are runs of {known}: expected two strategies or more")
    made = [set_against(pair_runs(grouped, *names), by) for names in combinations(grouped, 2)]
    adjusted = holm([each.p_value for each in made])
    rows = tuple(replace(each, adjusted=p) for each, p in zip(made, adjusted, strict=True))
    undecided = any(each.undecided for each in rows)
    return Table(
        rows,
        {
            "strategy": lambda each: each.first,
            "against": lambda each: each.second,
            f"times the {by}": lambda each: each.times,
            "wins": lambda each: "–" if isnan(each.chance.value) else f"{each.chance:.0%}",
            "better": lambda each: str(each.wins),
            "worse": lambda each: str(each.losses),
            "equal": lambda each: str(each.ties),
            "both gave up": lambda each: str(each.both_gave_up),
            **({"undecided": lambda each: str(each.undecided)} if undecided else {}),
            "p, adjusted": lambda each: say_p(each.adjusted).removeprefix("= "),
        },
    )


def _outcome(one: Run, other: Run, by: str) -> str:
    if one.gave_up and other.gave_up:
        return "both gave up"
    first, second = (float(getattr(run, by)) for run in (one, other))
    if one.gave_up:
        return "loss" if first >= second else "undecided"
    if other.gave_up:
        return "win" if second >= first else "undecided"
    return "tie" if first == second else "win" if first < second else "loss"


def _medians(runs: Iterable[Run], by: str) -> Sample:
    """Return the median of each pattern's runs; a median beyond the limit is censored there."""
    grouped = defaultdict[str, list[Run]](list)
    for run in runs:
        grouped[run.pattern].append(run)
    samples = [sample_of(own, by) for own in grouped.values()]
    medians = [each.value(0.5) for each in samples]
    ends = [min(value, each.limit) for value, each in zip(medians, samples, strict=True)]
    return Sample.of(ends, map(isinf, medians), grouped)
