"""The comparison of two, or every two, strategies on the same boards with the same seeds.

A run that gave up needs more than it had used, how much more is not known. So costs are compared
within the limit, where all of them are known: a run that gave up has used the limit up. This is
another question than that without a limit, with a ratio nearer to 1, and its answer names the
limit. Patterns are clusters: each counts once, however many pairs of runs it has.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf, isfinite

import numpy as np

from kaleido.base.errors import OptionError
from kaleido.base.text import plural, quote
from kaleido.lab.run import Cost, Run, label_of, match_runs
from kaleido.lab.statistics import (
    FloatArray,
    Interval,
    Ratio,
    Sample,
    clustered_share,
    holm,
    sample_of,
    sign_flip,
    t_mean,
)
from kaleido.lab.summary import Table

# The least cost that a ratio, or a logarithmic scale, can deal with.
LEAST: Mapping[str, float] = {"nodes": 1.0, "work": 1.0, "backtracks": 1.0, "seconds": 1e-6}

# From this share of pairs on in which a run gave up, the limit decides much of a ratio.
MANY = 0.2


@dataclass(frozen=True)
class Paired:
    """One strategy compared with another, on the boards and seeds for which both have runs.

    Costs count up to the limit: a run that gave up has used it up.

    Attributes
    ----------
    wins, losses, ties, both_gave_up : int
        In how many pairs the first needs less within the limit, more, or as much, and in how many
        both gave up.
    finished : int
        The number of pairs that both finished.
    limit : float
        The least cost at which a run gave up, within which costs are compared; infinite if none
        did.
    ratio : Ratio
        How many times as much the first needs as the second within the limit: the geometric mean
        over patterns (`kaleido.lab.cost_ratio`) and Student's 95 % interval.
    chance : Interval
        How often the first needs less: a tie, or a pair that both gave up, is half a win. Patterns
        are clusters, as for the ratio; if there is only one, each pair is a cluster.
    p_value : float
        That of the permutation test of the ratio: the signs of the patterns' logarithms are
        exchanged at random.
    adjusted : float
        The p-value, adjusted by Holm's method for all tests made together.
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
    finished: int
    limit: float
    ratio: Ratio
    chance: Interval
    p_value: float
    adjusted: float

    @property
    def counts(self) -> str:
        """How the pairs ended, in words."""
        ends = [f"{self.wins} better, {self.losses} worse, {self.ties} equal"]
        ends += [f"{self.both_gave_up} both gave up"] * bool(self.both_gave_up)
        return ", ".join(ends)

    @property
    def times(self) -> str:
        """The ratio as text.

        It begins with "~" if a run gave up in 20 % of the pairs or more: with another limit it
        could be quite another one.
        """
        return say_ratio(self.ratio, 1 - self.finished / self.pairs)

    @property
    def within(self) -> str:
        """The limit as text, or "–" if no run gave up."""
        return say_cost(self.limit, self.by) if isfinite(self.limit) else "–"

    @property
    def effect(self) -> str:
        """The ratio and the chance to win in words."""
        limit = f" within {self.within}" if isfinite(self.limit) else ""
        return f"{self.times} times the {self.by}{limit}, wins {self.chance:.0%}"

    def __str__(self) -> str:
        corrected = "" if self.adjusted == self.p_value else f", adjusted {say_p(self.adjusted)}"
        return (
            f"{self.first} against {self.second}: {self.effect}; {self.counts} of "
            f"{plural(self.pairs, 'pair')} on {plural(self.patterns, 'pattern')}; "
            f"p {say_p(self.p_value)}{corrected}"
        )


def say_ratio(ratio: Ratio, lost: float) -> str:
    """Return a ratio as text, with "~" if a run gave up in 20 % of its pairs, `lost`, or more."""
    return f"{'~' if lost >= MANY else ''}{ratio:.2f}"


def say_p(value: float) -> str:
    """Return a p-value as text."""
    return "< 0.001" if value < 0.001 else f"= {value:.3f}"


def say_cost(value: float, by: Cost) -> str:
    """Return a cost as text, with the unit of seconds."""
    return f"{value:.3g} s" if by == "seconds" else f"{value:,.0f}"


def cost(run: Run, by: str) -> float:
    """Return a cost of a run, at least as much as a ratio can deal with."""
    return max(float(getattr(run, by)), LEAST[by])


def pair_runs(
    grouped: Mapping[str, Iterable[Run]], first: str, second: str
) -> list[tuple[Run, Run]]:
    """Return the pairs of runs of two strategies on the same board with the same seed."""
    first, second = (label_of(str(name), grouped) for name in (first, second))
    for name in (first, second):
        if name not in grouped:
            known = ", ".join(grouped) or "none"
            raise OptionError(f"no runs of strategy {quote(name)}: there are runs of {known}")
    pairs = match_runs(grouped[first], grouped[second])
    if not pairs:
        raise OptionError(
            f"strategies {quote(first)} and {quote(second)} have no board and seed in common"
        )
    return pairs


def limit_of(*samples: Sample) -> float:
    """Return the least cost at which a run gave up; infinite if none did."""
    return min(float(each.costs[each.censored].min(initial=inf)) for each in samples)


def cost_ratio(
    first: Sample, second: Sample, limit: float | None = None, *, least: float = 1.0
) -> Ratio:
    """Return how many times as much the first of two costs is, within a limit.

    This is exp of the mean over patterns of log(min(first, limit) / min(second, limit)), with
    Student's 95 % interval. For lifetimes such a mean is called restricted.

    Parameters
    ----------
    first, second : Sample
        The costs of two strategies, those of a pair at the same place. Clusters are patterns; if
        there is only one, each pair is a cluster.
    limit : float, optional
        By default the least cost at which a run gave up. With a larger one, runs that gave up
        count as if they had ended there.
    least : float
        Costs below this count as this much.

    References
    ----------
    P. Royston and M. K. B. Parmar, "Restricted mean survival time", BMC Medical Research
    Methodology 13, 2013.

    Examples
    --------
    >>> done = Sample.of([20, 60, 40, 30], [False] * 4, "abcd")
    >>> f"{cost_ratio(done, Sample.of([40, 80, 40, 90], [False] * 4, 'abcd')):.2f}"
    '0.59 (0.28 to 1.27)'
    >>> lost = Sample.of([40, 50, 40, 50], [False, True, False, True], "abcd")
    >>> f"{cost_ratio(done, lost):.2f}", f"{cost_ratio(done, lost, 30):.2f}"
    ('0.74 (0.42 to 1.30)', '0.90 (0.65 to 1.25)')
    """
    return Ratio(*map(float, np.exp(t_mean(_means(first, second, limit, least)))))


def win_chance(first: Sample, second: Sample, limit: float | None = None) -> Interval:
    """Return how often the first of two costs is less within a limit; equal ones count half.

    The parameters are those of `cost_ratio`, and so are the clusters.
    """
    most = limit_of(first, second) if limit is None else limit
    one, other = (np.minimum(each.costs, most) for each in (first, second))
    points = (one < other) + (one == other) / 2
    return clustered_share(np.bincount(first.units, points), np.bincount(first.units))


def _means(first: Sample, second: Sample, limit: float | None, least: float) -> FloatArray:
    """Return the mean over the pairs of each pattern of the logarithms of their ratios."""
    most = limit_of(first, second) if limit is None else limit
    one, other = (np.log(np.clip(each.costs, least, most)) for each in (first, second))
    return np.asarray(np.bincount(first.units, one - other) / np.bincount(first.units), float)


def set_against(pairs: Sequence[tuple[Run, Run]], by: Cost = "nodes") -> Paired:
    """Return how the first runs of pairs compare with the second."""
    first, second = (sample_of(own, by) for own in zip(*pairs, strict=True))
    limit = limit_of(first, second)
    one, other = (np.minimum(each.costs, limit) for each in (first, second))
    both = first.censored & second.censored
    wins, losses = one < other, one > other
    ties = ~(wins | losses | both)
    finished = ~(first.censored | second.censored)
    p_value = sign_flip(_means(first, second, limit, LEAST[by]))
    return Paired(
        first=pairs[0][0].strategy,
        second=pairs[0][1].strategy,
        by=by,
        patterns=len({run.pattern for run, _ in pairs}),
        pairs=len(pairs),
        wins=int(wins.sum()),
        losses=int(losses.sum()),
        ties=int(ties.sum()),
        both_gave_up=int(both.sum()),
        finished=int(finished.sum()),
        limit=limit,
        ratio=cost_ratio(first, second, limit, least=LEAST[by]),
        chance=win_chance(first, second, limit),
        p_value=p_value,
        adjusted=p_value,
    )


def every_two(grouped: Mapping[str, Iterable[Run]], by: Cost = "nodes") -> Table[Paired]:
    """Return the comparison of every two strategies; see `Comparison.pairwise`."""
    if len(grouped) < 2:
        known = ", ".join(grouped) or "none"
        raise OptionError(f"there are runs of {known}: expected two strategies or more")
    made = [set_against(pair_runs(grouped, *names), by) for names in combinations(grouped, 2)]
    adjusted = holm([each.p_value for each in made])
    rows = tuple(replace(each, adjusted=p) for each, p in zip(made, adjusted, strict=True))
    return Table(
        rows,
        {
            "strategy": lambda each: each.first,
            "against": lambda each: each.second,
            f"times the {by}": lambda each: each.times,
            "within": lambda each: each.within,
            "wins": lambda each: f"{each.chance:.0%}",
            "better": lambda each: str(each.wins),
            "worse": lambda each: str(each.losses),
            "equal": lambda each: str(each.ties),
            "both gave up": lambda each: str(each.both_gave_up),
            "p, adjusted": lambda each: say_p(each.adjusted).removeprefix("= "),
        },
    )
