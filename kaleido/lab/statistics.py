"""Statistics of samples: quantiles, pairs, estimates with confidence intervals, frequencies.

Some costs are only known to be larger: a run that gave up is *censored*, as its cost is more than
it had used. The survival curve is that of Kaplan and Meier, and a quantile is where it falls to the
share, never a mean of two costs.

Runs on the same pattern are alike, so intervals are over patterns, not runs: the variance of a
share is estimated by leaving out one pattern at a time (the jackknife), and the interval of a
quantile consists of the costs at which the interval of the share contains it (R. Brookmeyer and J.
Crowley, "A confidence interval for the median survival time", Biometrics 38, 1982).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import atanh, inf, isinf, isnan, nan, sqrt, tanh
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import both
from kaleido.lab.run import Run
from kaleido.model.solution import Solution

FloatArray = npt.NDArray[np.float64]

# The most values of which a permutation test takes all signs, and how many samples are drawn for
# more, and for the bootstrap.
_ENUMERATED, _DRAWN = 14, 9999


@checked_arguments
class Interval(NamedTuple):
    """An estimate and its 95 % confidence interval, whose ends are not numbers if unknown.

    An end may be infinite. A number format turns it into text.

    Examples
    --------
    >>> f"{Interval(0.5614, 0.4893, 0.6341):.2f}"
    '0.56 (0.49 to 0.63)'
    """

    value: float
    low: float
    high: float

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        value, ends = self.number(self.value, spec), self.ends(spec)
        return value if isnan(self.low) or ends == value else f"{value} ({ends})"

    def ends(self, spec: str) -> str:
        """Return the interval as text, a single number if both ends are the same."""
        low, high = (self.number(each, spec) for each in (self.low, self.high))
        return low if low == high else f"{low} to {high}"

    def number(self, value: float, spec: str) -> str:
        """Return one of the three numbers as text."""
        return "∞" if value == inf else format(value, spec)


@checked_arguments
class Ratio(Interval):
    """A ratio and its 95 % interval; numbers below 0.1 or above 100 have another format.

    Examples
    --------
    >>> f"{Ratio(0.412, 0.0538, 3217.4):.2f}"
    '0.41 (0.054 to 3,217)'
    """

    def number(self, value: float, spec: str) -> str:
        """Return one of the three numbers as text."""
        own = ".2g" if 0 < value < 0.1 else ",.0f" if value >= 100 else spec
        return super().number(value, own)


def quantiles(values: npt.ArrayLike, shares: Sequence[float]) -> list[float]:
    """Return quantiles of a sample, each of which is one of its values and never a mean of two."""
    found = np.quantile(np.asarray(values, float), shares, method="inverted_cdf")
    return [float(value) for value in found]


def t_quantile(number: float, level: float = 0.95) -> float:
    """Return half the width, in standard errors, of the interval of a mean of `number` values."""
    from scipy.special import stdtrit  # takes a while to import

    return float(stdtrit(number - 1, (1 + level) / 2)) if number > 1 else inf


def t_mean(values: npt.ArrayLike) -> Interval:
    """Return the mean of a sample with Student's t interval; a single value has none.

    Examples
    --------
    >>> f"{t_mean([2, 4, 3, 7, 5, 3]):.2f}"
    '4.00 (2.12 to 5.88)'
    """
    sample = np.asarray(values, float)
    mean, number = float(sample.mean()), len(sample)
    if number == 1:
        return Interval(mean, nan, nan)
    reach = t_quantile(number) * float(sample.std(ddof=1)) / sqrt(number)
    return Interval(mean, mean - reach, mean + reach)


def sign_flip(values: npt.ArrayLike) -> float:
    """Return the two-sided p-value of the permutation test that a mean is 0.

    If it is, each value could as well have had the other sign. So the p-value is the share of all
    choices of signs whose mean is as far from 0, for up to 14 values; for more, of 9,999 drawn
    ones, with that of the sample.

    Examples
    --------
    >>> sign_flip([3, 1, 2, 5, 4]), sign_flip([1, -1])
    (0.0625, 1.0)
    """
    sample = np.asarray(values, float)
    number = len(sample)
    if number <= _ENUMERATED:
        signs = 1 - 2 * (np.arange(2**number)[:, None] >> np.arange(number) & 1)
    else:
        drawn = np.random.default_rng(0).choice([-1, 1], (_DRAWN, number))
        signs = np.vstack([np.ones(number), drawn])
    means = np.abs(signs @ sample)
    return float(np.mean(means >= abs(sample.sum()) * (1 - 1e-12)))


def clustered_share(counts: npt.ArrayLike, totals: npt.ArrayLike) -> Interval:
    """Return a share of trials in clusters: the sum of their counts over that of their totals.

    The interval is that of `share_ends`.

    Examples
    --------
    >>> f"{clustered_share([3, 0, 2, 3, 1], [3, 3, 3, 3, 3]):.0%}"
    '60% (18% to 91%)'
    """
    found, sizes = np.asarray(counts, float), np.asarray(totals, float)
    number, total = len(found), float(sizes.sum())
    if not total:
        return Interval(nan, nan, nan)
    share = float(found.sum() / total)
    spread = ((found - share * sizes) ** 2).sum() * number / max(number - 1, 1)
    # Of single trials the variance follows from the share; halves make it less.
    is_single, has_halves = bool((sizes == 1).all()), bool((found % 1).any())
    degrees = inf if is_single and not has_halves else None
    most = inf if is_single and has_halves else total
    ends = share_ends(share, spread / total**2, number, most, degrees=degrees)
    return Interval(share, *map(float, ends))


def rank_ranges(costs: FloatArray) -> list[tuple[int, tuple[int, int]]]:
    """Return the rank of each row by its mean, the least first, and the 95 % range of that rank.

    The range is from the bootstrap over columns: how the ranks would be if others like them had
    been drawn. Rows with the same mean share the best rank.

    Examples
    --------
    >>> rank_ranges(np.array([[3.0, 5.0, 4.0, 9.0], [4.0, 6.0, 5.0, 1.0], [8.0, 9.0, 9.0, 9.0]]))
    [(2, (1, 2)), (1, (1, 2)), (3, (3, 3))]
    """
    number = costs.shape[1]
    drawn = np.random.default_rng(0).multinomial(number, [1 / number] * number, _DRAWN)
    means = costs @ np.vstack([np.ones(number), drawn]).T / number
    ranks = 1 + (means[None] < means[:, None] - 1e-12).sum(axis=1)
    ends = np.quantile(ranks[:, 1:], [0.025, 0.975], axis=1, method="inverted_cdf")
    return [(int(own[0]), (int(a), int(b))) for own, a, b in zip(ranks, *ends, strict=True)]


def share_ends(
    share: npt.ArrayLike,
    variance: npt.ArrayLike,
    clusters: int,
    most: float,
    level: float = 0.95,
    *,
    degrees: float | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Return the ends of the interval of shares with a known variance over clusters.

    This is Wilson's interval for as many independent trials as would have that variance (at most
    `most`, and as many as there are clusters where nothing varies), with the quantile of Student's
    distribution, by default of one degree of freedom less than there are clusters; there are no
    ends for a single cluster. See E. L. Korn and B. I. Graubard,
    "Confidence intervals for proportions with small expected number of positive counts estimated
    from survey data", Survey Methodology 24, 1998.
    """
    p, spread = np.asarray(share, float), np.asarray(variance, float)
    if clusters == 1:
        return np.full(p.shape, nan), np.full(p.shape, nan)
    trials = np.divide(p * (1 - p), spread, out=np.full(p.shape, float(clusters)), where=spread > 0)
    trials = np.where(p * (1 - p) > 0, np.minimum(trials, most), clusters)
    extra = t_quantile(clusters if degrees is None else degrees + 1, level) ** 2 / trials
    middle = (p + extra / 2) / (1 + extra)
    reach = np.sqrt(extra * (p * (1 - p) + extra / 4)) / (1 + extra)
    return np.maximum(middle - reach, 0), np.minimum(middle + reach, 1)


def rank_correlation(
    first: FloatArray, second: FloatArray, fixed: FloatArray | None = None
) -> Interval:
    """Return Spearman's rank correlation of two samples with its interval.

    The interval is that of D. G. Bonett and T. A. Wright, "Sample size requirements for estimating
    Pearson, Kendall and Spearman correlations", Psychometrika 65, 2000. For a sample whose values
    are all equal the correlation is 0.

    Parameters
    ----------
    first, second, fixed : ndarray of float, shape (n,)
        If a third sample is held fixed, the correlation is the partial one (M. G. Kendall, "Partial
        rank correlation", Biometrika 32, 1942).
    """
    value, free = _spearman(first, second), len(first) - 3
    if fixed is not None:
        one, other = _spearman(first, fixed), _spearman(second, fixed)
        # Rounding must not make the difference of two equal numbers a correlation.
        left = sqrt(max(1 - one**2, 0) * max(1 - other**2, 0))
        value, free = (value - one * other) / left if left > 1e-6 else 0.0, free - 1
    if free < 1 or abs(value) > 1 - 1e-12:
        return Interval(value, nan, nan)
    reach = 1.959964 * sqrt((1 + value**2 / 2) / free)
    return Interval(value, tanh(atanh(value) - reach), tanh(atanh(value) + reach))


def proportion(count: int, total: int) -> Interval:
    """Return the share `count` of `total` independent trials with Wilson's interval."""
    from scipy.stats import binomtest  # takes half a second to import

    low, high = binomtest(count, total).proportion_ci(method="wilson")
    return Interval(count / total, float(low), float(high))


def match_pairs(
    alike: FloatArray, apart: FloatArray, most: float, least: float
) -> list[tuple[int, int]]:
    """Pair members of a sample that agree in one number and differ in another.

    The numbers `alike` of a pair differ by at most `most`; `apart` is larger by `least` or more in
    the second. Pairs that differ the most come first, and no member is in two of them.
    """
    gains = apart[None, :] - apart[:, None]
    lower, upper = ((abs(alike[None, :] - alike[:, None]) <= most) & (gains >= least)).nonzero()
    order = np.argsort(-gains[lower, upper], kind="stable")
    pairs: list[tuple[int, int]] = []
    for one, other in zip(lower[order].tolist(), upper[order].tolist(), strict=True):
        if not any(one in pair or other in pair for pair in pairs):
            pairs.append((one, other))
    return pairs


def _spearman(first: FloatArray, second: FloatArray) -> float:
    """Return the correlation of the ranks, 0 where one does not vary."""
    from scipy.stats import rankdata

    one, other = (rankdata(sample) for sample in (first, second))
    if not (np.ptp(one) and np.ptp(other)):
        return 0.0
    return float(np.corrcoef(one, other)[0, 1])


def cell_frequencies(solutions: Sequence[Solution]) -> dict[str, npt.NDArray[np.float64]]:
    """Return the share of one or more solutions of a pattern in which each piece covers each cell.

    There is an array (rows, cols) for each piece, in the order of the set. Each array sums to the
    number of the piece's cells, and at every cell the arrays sum to 1.
    """
    if not solutions:
        raise OptionError("there are no solutions to look at, expected at least one")
    grid = solutions[0].pattern.grid
    shares = {piece.name: np.zeros((grid.rows, grid.cols)) for piece in solutions[0].pieces}
    for solution in solutions:
        for placement in solution.placements:
            rows, cols = zip(*placement.cells, strict=True)
            shares[placement.piece][rows, cols] += 1 / len(solutions)
    return shares


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
