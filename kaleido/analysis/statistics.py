"""Statistics of samples: quantiles, and means with confidence intervals."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

RESAMPLES = 2000
"""The number of resamples behind a bootstrap interval."""

FloatArray = npt.NDArray[np.float64]


class Interval(NamedTuple):
    """An estimate and its 95 % confidence interval."""

    value: float
    low: float
    high: float


def quantiles(values: npt.ArrayLike, shares: Sequence[float]) -> list[float]:
    """Return quantiles of a sample, each of them one of its values and never a mean of two.

    Examples
    --------
    >>> quantiles([18, 20, 300, 5000], (0.25, 0.5, 1.0))
    [18.0, 20.0, 5000.0]
    """
    found = np.quantile(np.asarray(values, float), shares, method="inverted_cdf")
    return [float(value) for value in found]


def bootstrap_mean(values: FloatArray) -> Interval:
    """Return the mean of a sample with its percentile bootstrap interval.

    The resamples are the same every time. The interval of a single value is that value.

    References
    ----------
    B. Efron, "Bootstrap methods: another look at the jackknife", The Annals of Statistics 7,
    1979.

    Examples
    --------
    >>> bootstrap_mean(np.array([1.0, 1.0, 1.0]))
    Interval(value=1.0, low=1.0, high=1.0)
    >>> bootstrap_mean(np.array([3.0]))
    Interval(value=3.0, low=3.0, high=3.0)
    """
    from scipy.stats import bootstrap  # takes half a second to import

    mean = float(values.mean())
    if len(values) == 1:
        return Interval(mean, mean, mean)
    low, high = bootstrap(
        (values,), np.mean, n_resamples=RESAMPLES, method="percentile", rng=np.random.default_rng(0)
    ).confidence_interval
    return Interval(mean, float(low), float(high))
