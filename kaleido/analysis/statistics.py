"""Statistics of samples: quantiles, pairs, estimates with confidence intervals, frequencies."""

from collections.abc import Callable, Sequence
from math import isnan
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.model.solution import Solution

RESAMPLES = 2000  # the number of resamples behind a bootstrap interval

FloatArray = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate and its 95 % confidence interval, whose ends are not numbers if unknown.

    Formatted with a number format, it reads as text.

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
        return format(value, spec)


def quantiles(values: npt.ArrayLike, shares: Sequence[float]) -> list[float]:
    """Return quantiles of a sample, each of them one of its values and never a mean of two."""
    found = np.quantile(np.asarray(values, float), shares, method="inverted_cdf")
    return [float(value) for value in found]


def bootstrap_mean(values: FloatArray) -> Interval:
    """Return the mean of a sample with its percentile bootstrap interval."""
    return _bootstrap((values,), np.mean)


@named_options
def rank_correlation(
    first: FloatArray, second: FloatArray, fixed: FloatArray | None = None
) -> Interval:
    """Return Spearman's rank correlation of two samples with its percentile bootstrap interval.

    Pairs are resampled, and the resamples are the same every time. A sample whose values are all
    equal is correlated with nothing: the correlation is then 0.

    Parameters
    ----------
    first, second, fixed : ndarray of float, shape (n,)
        If a third sample is held fixed, the correlation is the partial one (M. G. Kendall, "Partial
        rank correlation", Biometrika 32, 1942).
    """
    if fixed is None:
        return _bootstrap((first, second), _spearman)
    return _bootstrap((first, second, fixed), _partial_spearman)


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
    the second. Pairs that differ the most come first, and nobody is in two of them.
    """
    gains = apart[None, :] - apart[:, None]
    lower, upper = ((abs(alike[None, :] - alike[:, None]) <= most) & (gains >= least)).nonzero()
    order = np.argsort(-gains[lower, upper], kind="stable")
    pairs: list[tuple[int, int]] = []
    for one, other in zip(lower[order].tolist(), upper[order].tolist(), strict=True):
        if not any(one in pair or other in pair for pair in pairs):
            pairs.append((one, other))
    return pairs


def _bootstrap(samples: tuple[FloatArray, ...], statistic: Callable[..., Any]) -> Interval:
    """Return a statistic of paired samples with its interval; the resamples are always the same."""
    from scipy.stats import bootstrap  # takes half a second to import

    value = float(statistic(*samples, axis=-1))
    if len(samples[0]) == 1:
        return Interval(value, value, value)
    low, high = bootstrap(
        samples,
        statistic,
        paired=True,
        n_resamples=RESAMPLES,
        method="percentile",
        rng=np.random.default_rng(0),
    ).confidence_interval
    return Interval(value, float(low), float(high))


def _spearman(first: FloatArray, second: FloatArray, axis: int = -1) -> FloatArray:
    """Return the correlation of the ranks along the last axis, 0 where one does not vary."""
    from scipy.stats import rankdata

    both = (rankdata(sample, axis=axis) for sample in (first, second))
    one, other = (ranks - ranks.mean(axis=axis, keepdims=True) for ranks in both)
    spread = np.sqrt((one**2).sum(axis=axis) * (other**2).sum(axis=axis))
    return _ratio((one * other).sum(axis=axis), spread)


def _partial_spearman(
    first: FloatArray, second: FloatArray, fixed: FloatArray, axis: int = -1
) -> FloatArray:
    both = _spearman(first, second, axis)
    one, other = (_spearman(sample, fixed, axis) for sample in (first, second))
    # Rounding must not make the difference of two equal numbers a correlation.
    left = np.sqrt(np.maximum(1 - one**2, 0) * np.maximum(1 - other**2, 0))
    return _ratio(both - one * other, np.where(left < 1e-6, 0, left))


def _ratio(part: FloatArray, whole: FloatArray) -> FloatArray:
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def cell_frequencies(solutions: Sequence[Solution]) -> dict[str, npt.NDArray[np.float64]]:
    """Return the share of one or more solutions of a pattern in which each piece covers each cell.

    There is an array (rows, cols) for each piece, in the order of the set. Each sums to the number
    of the piece's cells, and at every cell the arrays sum to 1.
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
