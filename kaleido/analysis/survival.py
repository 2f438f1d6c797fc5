"""Costs of which some are only known to be larger: quantiles and survival, with intervals.

A run that gave up is *censored*: its cost is more than what it had used. The survival curve is that
of Kaplan and Meier, and a quantile is where it falls to the share: never a mean of two costs.

Runs on the same pattern are alike, so that intervals draw patterns with repetition, not runs: see
A. C. Davison, D. V. Hinkley, "Bootstrap methods and their application", Cambridge 1997, section
3.8 (clustered data).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isinf, nan
from typing import Any

import numpy as np
import numpy.typing as npt

from kaleido.analysis.run import Run
from kaleido.analysis.statistics import RESAMPLES, FloatArray, Interval
from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.text import both

# The most numbers in the curves of all resamples; of very large samples there are fewer.
_MOST_DRAWN = 10**7
_ROUNDING = 1e-9  # products of fractions that should be 1/2 may miss it by so much
_ENDS = 0.025, 0.975  # the quantiles of resamples that are the ends of an interval


class Quantile(Interval):
    """A quantile of costs and its 95 % interval, such as "105 (88 to 140)" or "> 20,000"."""

    limit: float

    def __new__(cls, value: float, low: float, high: float, limit: float = inf) -> Quantile:
        """Return the quantile; `limit` is the largest cost that was seen."""
        made = super().__new__(cls, value, low, high)
        made.limit = limit
        return made

    def __reduce__(self) -> tuple[type[Quantile], tuple[float, float, float, float]]:
        return type(self), (*self, self.limit)

    def number(self, value: float, spec: str) -> str:
        """Return one of the three numbers as text."""
        return f"> {self.limit:{spec}}" if isinf(value) else super().number(value, spec)


@dataclass(frozen=True, eq=False)
class Sample:
    """Costs, of which some are censored, in clusters.

    Parameters
    ----------
    costs : ndarray of float, shape (n,)
    censored : ndarray of bool, shape (n,)
        Whether a cost is only known to be larger.
    clusters : ndarray of int, shape (n,)
        The number of the cluster of each cost.

    Examples
    --------
    >>> sample = Sample.of([18, 40, 90, 90], [False, False, True, True], "abcd")
    >>> f"{sample.quantile(0.5):.0f}", sample.at(50).value
    ('40 (18 to > 90)', 0.5)
    """

    costs: FloatArray
    censored: npt.NDArray[np.bool_]
    clusters: npt.NDArray[np.intp]

    @classmethod
    def of(
        cls, costs: Iterable[float], censored: Iterable[bool], clusters: Iterable[Hashable]
    ) -> Sample:
        """Return a sample from plain values, as many of each; clusters have any labels."""
        numbers: dict[Hashable, int] = {}
        places = [numbers.setdefault(each, len(numbers)) for each in clusters]
        made = cls(
            np.array(list(costs), float), np.array(list(censored), bool), np.array(places, np.intp)
        )
        lengths = [len(made.costs), len(made.censored), len(made.clusters)]
        if not min(lengths) or len(set(lengths)) > 1:
            got = both(map(str, lengths))
            raise OptionError(
                f"a sample needs as many costs as marks and clusters, one or more: got {got}"
            )
        return made

    @property
    def limit(self) -> float:
        """The largest cost."""
        return float(self.costs.max())

    @cached_property
    def times(self) -> FloatArray:
        """The different costs, from the least to the largest."""
        return np.unique(self.costs)

    @property
    def data(self) -> Any:
        """The costs as SciPy takes them."""
        from scipy.stats import CensoredData  # takes half a second to import

        return CensoredData(uncensored=self.costs[~self.censored], right=self.costs[self.censored])

    @cached_property
    def survival(self) -> FloatArray:
        """The estimated share of costs that are larger, at each of the `times`."""
        from scipy.stats import ecdf

        return np.asarray(ecdf(self.data).sf.evaluate(self.times), float)

    @named_options
    def quantile(self, share: float, level: float = 0.95) -> Quantile:
        """Return a quantile with its percentile bootstrap interval of a level, 95 % by default.

        The maximum, 1.0, has none: resamples never exceed it.
        """
        low = high = nan
        if len(self.costs) > 1 and share != 1:
            found = _reached(self.resampled, share, self.times)
            ends = (1 - level) / 2, (1 + level) / 2
            # A quantile of costs in turn, never a mean of two: one of them may be infinite.
            low, high = map(float, np.quantile(found, ends, method="inverted_cdf"))
        return Quantile(self.value(share), low, high, self.limit)

    def value(self, share: float) -> float:
        """Return a quantile without its interval."""
        return float(_reached(self.survival, share, self.times))

    @property
    def ended(self) -> Interval:
        """The share of costs that are not censored, with its percentile bootstrap interval."""
        return Sample(np.zeros_like(self.costs), self.censored, self.clusters).at(0)

    def at(self, cost: float) -> Interval:
        """Return the share of costs up to `cost`, with its percentile bootstrap interval."""
        place = int(np.searchsorted(self.times, cost, side="right")) - 1
        if place < 0:
            return Interval(0.0, 0.0, 0.0)
        low = high = nan
        if len(self.costs) > 1:
            low, high = map(float, np.quantile(1 - self.resampled[:, place], _ENDS))
        return Interval(1 - float(self.survival[place]), low, high)

    def band(self) -> tuple[FloatArray, FloatArray]:
        """Return the ends of the interval of the survival at each of the `times`."""
        low, high = np.quantile(self.resampled, _ENDS, axis=0)
        return low, high

    @cached_property
    def resampled(self) -> FloatArray:
        """The survival curves of resamples, shape (resamples, times), the same every time.

        Clusters are drawn with repetition, or single costs if there is only one cluster.
        """
        rng = np.random.default_rng(0)
        units = self.clusters if self.clusters.max() else np.arange(len(self.costs))
        number = int(units.max()) + 1
        places = np.searchsorted(self.times, self.costs)
        ended, lost = np.zeros((2, number, len(self.times)))
        np.add.at(ended, (units[~self.censored], places[~self.censored]), 1)
        np.add.at(lost, (units[self.censored], places[self.censored]), 1)
        # `scipy.stats.bootstrap` draws single costs. How often each cluster is drawn is
        # multinomial, and one product adds up what all resamples hold.
        resamples = min(RESAMPLES, max(_MOST_DRAWN // len(self.times), 100))
        drawn = rng.multinomial(number, np.full(number, 1 / number), resamples).astype(float)
        ends, losses = drawn @ ended, drawn @ lost
        at_risk = np.cumsum((ends + losses)[:, ::-1], axis=1)[:, ::-1]
        left = 1 - np.divide(ends, at_risk, out=np.zeros_like(ends), where=at_risk > 0)
        return np.cumprod(left, axis=1)


def _reached(curves: FloatArray, share: float, times: FloatArray) -> FloatArray:
    """Return where curves of survival fall to what a share leaves; infinity where none does."""
    below = curves <= 1 - share + _ROUNDING
    places = np.where(below.any(axis=-1), below.argmax(axis=-1), len(times))
    return np.append(times, inf)[places]


def sample_of(runs: Iterable[Run], by: str = "nodes") -> Sample:
    """Return the costs of runs, censored where a run gave up, in clusters by pattern."""
    own = list(runs)
    return Sample.of(
        (float(getattr(run, by)) for run in own),
        (run.gave_up for run in own),
        (run.pattern for run in own),
    )


def log_rank(first: Sample, second: Sample) -> float:
    """Return the p-value of the log-rank test, for samples with one cost for each pattern."""
    from scipy.stats import logrank

    if first.censored.all() and second.censored.all():
        return 1.0
    with np.errstate(invalid="ignore", divide="ignore"):
        p_value = float(logrank(first.data, second.data).pvalue)
    return 1.0 if np.isnan(p_value) else p_value


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted by Holm's method (Scandinavian Journal of Statistics 6, 1979)."""
    values = np.asarray(p_values, float)
    order = np.argsort(values, kind="stable")
    steps = np.minimum(values[order] * np.arange(len(values), 0, -1), 1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.maximum.accumulate(steps)
    return [float(value) for value in adjusted]
