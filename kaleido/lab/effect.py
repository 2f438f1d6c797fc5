"""How many times as much one of two costs is as the other, when some costs are cut off.

The cost of a run that gave up is known to be larger than what it had used. A ratio over only those
pairs in which both runs finished depends on the limit; here all pairs count. The logarithms of the
two costs of a pair are modelled as a draw from a bivariate normal distribution, each censored at
its own limit: the ratio of a pair is then exact, bounded from below or from above or, if both gave
up, known to be that of two large costs. (A normal distribution of the ratio alone would be biased
away from 1: the more the strategy that finished had needed, the sooner the pair is censored.)

Patterns are clusters. Each counts once, however many pairs it has and however alike these are. The
estimate is that of maximum likelihood as if pairs were independent. For its interval the profile of
the likelihood is scaled by how much more or less the patterns vary than independent pairs would (R.
E. Chandler and S. Bate, Biometrika 94, 2007); the ends are where it falls as far as at the ends of
Student's interval when nothing is censored. If all costs are known, these are exactly the mean over
patterns and its t interval.
"""

from __future__ import annotations

from functools import cached_property
from math import inf, isfinite, isnan, log, log1p, nan, pi
from typing import Any

import numpy as np
import numpy.typing as npt

from kaleido.base.arguments import named_options
from kaleido.lab.statistics import FloatArray, Interval, t_mean, t_quantile
from kaleido.lab.survival import Sample

# If less than this share of the pairs is known exactly, the ratio is extrapolated far beyond
# limits.
FEW = 0.4
_Flags = npt.NDArray[np.bool_]
# An end is sought up to some e^12 times the estimate.
_FAR = 12.0
# The bounds of the parameters. Even costs that are all the same have a spread.
_BOUNDS = ((-40.0, 40.0), (log(0.02), 4.0), (-40.0, 40.0), (-40.0, 40.0), (log(0.02), 4.0))
# A usual spread of the logarithm of a cost: a factor of e^3 = 20.
_SPREAD = 3.0
# The steps of first and of second differences.
_STEP, _LONG_STEP = 1e-5, 1e-3


@named_options
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


@named_options
def cost_ratio(first: Sample, second: Sample, least: float = 1.0) -> Ratio:
    """Return how many times as much the first of two costs is, as a geometric mean over patterns.

    The logarithms of the two costs of a pair are modelled as a draw from a bivariate normal
    distribution, each censored at its own limit, and patterns as clusters. An end of the 95 %
    interval that the runs do not bound is 0 or infinite, and so is the ratio itself if one of the
    two never finished. It is not a number if neither did.

    Parameters
    ----------
    first, second : Sample
        The costs of two strategies, those of a pair at the same place. Clusters are patterns; if
        there is only one, each pair is a cluster.
    least : float
        Costs below this count as this much.

    Examples
    --------
    >>> done = Sample.of([20, 60, 40, 30], [False] * 4, "abcd")
    >>> f"{cost_ratio(done, Sample.of([40, 80, 40, 90], [False] * 4, 'abcd')):.2f}"
    '0.59 (0.28 to 1.27)'
    >>> f"{cost_ratio(done, Sample.of([40, 50, 40, 50], [False, True, False, True], 'abcd')):.2f}"
    '0.72 (0.22 to 1.35)'
    """
    logs = [np.log(np.maximum(each.costs, least)) for each in (first, second)]
    units = first.units
    found: tuple[float, float, float]
    if first.censored.any() or second.censored.any():
        found = CensoredPairs(logs[0], logs[1], first.censored, second.censored, units).ratio
    else:
        found = t_mean(np.bincount(units, logs[0] - logs[1]) / np.bincount(units))
    return Ratio(*map(float, np.exp(found)))


class CensoredPairs:
    """Logarithms of the costs of pairs, and the likelihood of what they are drawn from.

    The parameters are the mean of y, the logarithm of the ratio; the logarithm of its standard
    deviation; the mean of the second cost, and by how much it rises with a standard deviation of y;
    and the logarithm of the standard deviation of the second cost for a given y.
    """

    def __init__(
        self,
        first: FloatArray,
        second: FloatArray,
        lost: _Flags,
        beaten: _Flags,
        units: npt.NDArray[np.intp],
    ) -> None:
        columns = np.column_stack([first, second, lost, beaten, units])
        rows, counts = np.unique(columns, axis=0, return_counts=True)
        self.first, self.second, ends, others, labels = rows.T
        self.exact, self.above = (ends == 0) & (others == 0), (ends > 0) & (others == 0)
        self.below, self.neither = (ends == 0) & (others > 0), (ends > 0) & (others > 0)
        self.units = np.unique(labels, return_inverse=True)[1]
        pairs = np.bincount(self.units, counts)
        self.weights, self.most = counts / pairs[self.units], float(pairs.max())

    def likelihoods(self, parameters: FloatArray) -> FloatArray:
        """Return the logarithm of the likelihood of each pair, (sets of parameters, pairs)."""
        from scipy.special import log_ndtr

        mean, log_spread, base, slope, log_rest = parameters.T[:, :, None]
        spread, rest = np.exp(log_spread), np.exp(log_rest)
        wide, other = np.hypot(spread + slope, rest), np.hypot(slope, rest)
        common, root = (spread + slope) * slope + rest**2, spread * rest
        a, b = self.first - base - mean, self.second - base
        made = np.empty((len(parameters), len(self.first)))
        place = self.exact
        x = (a - b)[:, place] / spread
        y = (b[:, place] - slope * x) / rest
        made[:, place] = _normal(x, spread) + _normal(y, rest)
        # One cost is known, the other more than its limit.
        for place, known, limit, own in (
            (self.above, b, a, other),
            (self.below, a, b, wide),
        ):
            x, y = known[:, place] / own, limit[:, place]
            made[:, place] = _normal(x, own) + log_ndtr((common / own * x - y) * own / root)
        if self.neither.any():
            x, y = a[:, self.neither] / wide, b[:, self.neither] / other
            share = _both_above(x, y, common / (wide * other), root / (wide * other))
            made[:, self.neither] = np.log(np.maximum(share, 1e-300))
        return made

    def total(self, parameters: FloatArray) -> FloatArray:
        """Return the logarithm of the likelihood of all pairs, for each set of parameters.

        It has a weak prior against unbounded spreads. If nearly all runs gave up or are equal, the
        likelihood alone would grow the further away the unseen costs are.
        """
        _, log_spread, _, slope, log_rest = parameters.T
        spread, rest = np.exp(log_spread), np.exp(log_rest)
        squares = (spread + slope) ** 2 + slope**2 + 2 * rest**2
        made = (self.likelihoods(parameters) * self.weights).sum(axis=1)
        return np.asarray(made - squares / (2 * _SPREAD**2), float)

    def best(self, start: FloatArray, mean: float | None = None) -> tuple[float, FloatArray]:
        """Return the largest likelihood, for the mean of y if one is given, and where it is."""
        from scipy.optimize import minimize

        bounds = [_BOUNDS[0] if mean is None else (mean, mean), *_BOUNDS[1:]]

        def loss(parameters: FloatArray) -> tuple[float, FloatArray]:
            found = self.total(_around(parameters, _STEP))
            return -found[0], -(found[1:6] - found[6:]) / (2 * _STEP)

        start = np.clip(start, *np.transpose(bounds))
        options: Any = {"ftol": 1e-10, "gtol": 1e-4, "maxiter": 200}
        found = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
        return -float(found.fun), np.asarray(found.x, float)

    def start(self) -> FloatArray:
        """Return initial parameters, as if the known bounds of costs were the costs."""
        y = self.first - self.second
        spread = max(float(y.std()), 0.3)
        slope = float(np.cov(y, self.second, bias=True)[0, 1]) / spread
        rest = max(float(self.second.var()) - slope**2, 0.1) ** 0.5
        return np.array([y.mean(), log(spread), self.second.mean(), slope, log(rest)])

    def variation(self, parameters: FloatArray) -> float:
        """Return the variance of the mean of y over patterns, as a multiple of that of the model.

        It is the sandwich of Huber and White for one parameter among others.
        """
        rows = self.likelihoods(_around(parameters, _STEP)) * self.weights
        slopes = (rows[1:6] - rows[6:]) / (2 * _STEP)
        scores = np.array([np.bincount(self.units, each) for each in slopes])
        sides = _around(parameters, _LONG_STEP)[1:]
        four = np.concatenate([_around(each, _LONG_STEP)[1:] for each in sides])
        found = self.total(four).reshape(2, 5, 2, 5)
        curved = found[0, :, 1] + found[1, :, 0] - found[0, :, 0] - found[1, :, 1]
        curved /= 4 * _LONG_STEP**2
        share = np.linalg.lstsq(curved[1:, 1:], curved[1:, 0], rcond=1e-8)[0]
        information = curved[0, 0] - curved[0, 1:] @ share
        own = scores[0] - share @ scores[1:]
        if information < 1e-6:
            return 1.0
        # If most costs are unknown, the few known ones vary too little by chance.
        few = self.weights[self.exact].sum() < FEW * len(scores[0])
        return max(float(own @ own / information), float(few) / self.most)

    @cached_property
    def peak(self) -> tuple[float, FloatArray, float]:
        """The estimate of the mean of y, where it is, and the least likelihood in its interval."""
        where = self.start()
        done, others = (self.exact | each for each in (self.below, self.above))
        # If one of the two never finished, the likelihood grows without bound.
        side = 0 if done.any() and others.any() else -1 if done.any() else 1
        known = len(np.unique(self.units[~self.neither]))
        if not known:
            return nan, where, -inf
        if known == 1 and side:
            return side * inf, where, nan
        y = (self.first - self.second)[~self.neither]
        if known == 1 or (self.exact.sum() == len(y) and np.ptp(y) == 0):
            # Nothing shows how much patterns vary.
            return float(y.mean()), where, nan if known == 1 else -inf
        for mean in where[0] + side * np.linspace(0, _FAR / 2, 4) if side else [None]:
            most, where = self.best(where, mean)
        scale = 1.0 if side else self.variation(where)
        fall = known * log1p(scale * t_quantile(known) ** 2 / (known - 1)) / 2
        return side * inf if side else float(where[0]), where, most - fall

    def holds(self, mean: float) -> bool:
        """Return whether the interval contains a mean of y."""
        _, where, least = self.peak
        return self.best(where, mean)[0] >= least

    @property
    def ratio(self) -> tuple[float, float, float]:
        """The estimate of the mean of y and the ends of its interval."""
        return self.peak[0], self.end(-1), self.end(1)

    def end(self, side: int) -> float:
        """Return the lower end of the interval, -1, or the upper, 1."""
        from scipy.optimize import brentq

        value, near, least = self.peak
        if value == side * inf or not isfinite(least):
            return nan if isnan(least) else side * inf
        inner, step = near[0], 0.1
        while True:
            outer = inner + side * step
            found, place = self.best(near, outer)
            if found < least:
                break
            near, inner, step = place, outer, 2 * step
            if step > _FAR:
                return side * inf

        def left(mean: float) -> float:
            return self.best(near, mean)[0] - least

        return float(brentq(left, inner, outer, xtol=1e-4))


def _around(parameters: FloatArray, step: float) -> FloatArray:
    """Return parameters, then with each of them larger, and smaller, by a step, shape (11, 5)."""
    steps = step * np.eye(5)
    return np.vstack([parameters, parameters + steps, parameters - steps])


def _normal(scaled: FloatArray, spread: FloatArray) -> FloatArray:
    """Return the logarithm of a normal density."""
    return np.asarray(-(scaled**2 + log(2 * pi)) / 2 - np.log(spread), float)


def _both_above(
    x: FloatArray, y: FloatArray, correlation: FloatArray, root: FloatArray
) -> FloatArray:
    """Return the probability that two standard normal variables exceed x and y.

    The root is that of 1 - correlation². See D. B. Owen, "Tables for computing bivariate normal
    probabilities", Annals of Mathematical Statistics 27, 1956.
    """
    from scipy.special import ndtr, owens_t

    x, y = (np.where(each == 0, 1e-12, each) for each in (x, y))
    one = owens_t(x, (y - correlation * x) / (x * root))
    other = owens_t(y, (x - correlation * y) / (y * root))
    return np.asarray((ndtr(-x) + ndtr(-y) - (x * y < 0)) / 2 - one - other, float)
