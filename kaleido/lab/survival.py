"""Quantiles and survival of costs, some of which are only known to be larger, with intervals.

A run that gave up is *censored*: its cost is more than it had used. The survival curve is that
of Kaplan and Meier, and a quantile is where it falls to the share, never a mean of two costs.

Runs on the same pattern are alike, so intervals are over patterns, not runs: the variance of a
share is estimated by leaving out one pattern at a time (the jackknife), and the interval of a
quantile consists of the costs at which the interval of the share contains it (R. Brookmeyer and J.
Crowley, "A confidence interval for the median survival time", Biometrics 38, 1982).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, isinf, nan
from typing import Any

import numpy as np
import numpy.typing as npt

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import both
from kaleido.lab.run import Run
from kaleido.lab.statistics import FloatArray, Interval, share_ends

_ROUNDING = 1e-9  # products of fractions that should be 1/2 may miss it by this much


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


@checked_arguments
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
        """Return a sample from plain values, as many of each; clusters may have any labels."""
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

    def quantile(self, share: float, level: float = 0.95) -> Quantile:
        """Return a quantile with its interval; that of the maximum, 1.0, is not known."""
        low = high = nan
        if len(self.costs) > 1 and share != 1:
            low, high = (float(_reached(each, share, self.times)) for each in self.band(level))
        return Quantile(self.value(share), low, high, self.limit)

    def value(self, share: float) -> float:
        """Return a quantile without its interval."""
        return float(_reached(self.survival, share, self.times))

    @property
    def ended(self) -> Interval:
        """The share of costs that are not censored, with its interval."""
        return Sample(np.zeros_like(self.costs), self.censored, self.clusters).at(0)

    def at(self, cost: float) -> Interval:
        """Return the share of costs up to `cost`, with its interval."""
        place = int(np.searchsorted(self.times, cost, side="right")) - 1
        if place < 0:
            low, high = share_ends(0.0, 0.0, int(self.units.max()) + 1, len(self.costs))
            return Interval(0.0, float(low), float(high))
        value, *ends = (1 - float(curve[place]) for curve in (self.survival, *self.band()))
        return Interval(value, *reversed(ends))

    @property
    def units(self) -> npt.NDArray[np.intp]:
        """The clusters, or single costs if there is only one."""
        return self.clusters if self.clusters.max() else np.arange(len(self.costs))

    def band(self, level: float = 0.95) -> tuple[FloatArray, FloatArray]:
        """Return the ends of the interval of the survival at each of the `times`."""
        low, high = share_ends(self.survival, *self._spread, len(self.costs), level)
        # The curve falls, and so do both ends.
        return np.minimum.accumulate(low), np.maximum.accumulate(high[::-1])[::-1]

    @cached_property
    def _spread(self) -> tuple[FloatArray, int]:
        """The variance of the survival over clusters, and their number."""
        units = self.units
        number = int(units.max()) + 1
        places = np.searchsorted(self.times, self.costs)
        ended, lost = np.zeros((2, number, len(self.times)))
        np.add.at(ended, (units[~self.censored], places[~self.censored]), 1)
        np.add.at(lost, (units[self.censored], places[self.censored]), 1)
        ended, lost = ended.sum(axis=0) - ended, lost.sum(axis=0) - lost
        # The curves with each of the clusters left out.
        at_risk = np.cumsum((ended + lost)[:, ::-1], axis=1)[:, ::-1]
        left = 1 - np.divide(ended, at_risk, out=np.zeros_like(ended), where=at_risk > 0)
        return (number - 1) * np.cumprod(left, axis=1).var(axis=0), number


def _reached(curves: FloatArray, share: float, times: FloatArray) -> FloatArray:
    """Return where curves of survival fall to one minus a share; infinity where they do not."""
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


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values adjusted by Holm's method (Scandinavian Journal of Statistics 6, 1979)."""
    values = np.asarray(p_values, float)
    order = np.argsort(values, kind="stable")
    steps = np.minimum(values[order] * np.arange(len(values), 0, -1), 1)
    adjusted = np.empty_like(values)
    adjusted[order] = np.maximum.accumulate(steps)
    return [float(value) for value in adjusted]
