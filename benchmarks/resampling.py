"""Intervals by the bootstrap over boards."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

RESAMPLES = 2000


def interval(statistic: Callable[..., Floats], *values: npt.ArrayLike) -> Floats:
    """Return a statistic of all runs, and both ends of its interval.

    The values are of shape (boards, runs); the statistic takes them as (resamples, all runs).
    """
    samples = [np.asarray(each, float) for each in values]
    boards = len(samples[0])
    rows = np.random.default_rng(0).integers(0, boards, (RESAMPLES, boards))
    drawn = statistic(*(each[rows].reshape(RESAMPLES, -1) for each in samples))
    whole = statistic(*(each.reshape(1, -1) for each in samples))
    return np.array([whole[0], *np.quantile(drawn, (0.025, 0.975))])


def mean(values: Floats) -> Floats:
    """Return the mean of each row, as a statistic."""
    return values.mean(axis=1)
