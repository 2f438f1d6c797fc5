"""Weights from lessons: a conditional logit model, fitted by SciPy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import scipy.optimize

from kaleido.learn.lessons import Lesson

RIDGE = 1e-3
"""How much large weights cost, each measured by the spread of its feature."""

FloatArray = npt.NDArray[np.float64]


def fit_weights(lessons: Sequence[Lesson], *, positive: int = 0, least: float = 0.05) -> FloatArray:
    """Fit the weights under which right moves are likeliest.

    The model says that, of a fork's moves, one is as likely to be chosen as e to the power of
    its score; the fit makes it likely that the choice is among the right ones.

    Parameters
    ----------
    lessons : sequence of Lesson
    positive : int, optional
        The feature whose weight is to be `least` or more.
    least : float, optional

    Returns
    -------
    ndarray of float, shape (features,)

    References
    ----------
    D. McFadden, "Conditional logit analysis of qualitative choice behavior", 1974.

    Examples
    --------
    >>> lesson = Lesson(np.array([[3.0, 1.0], [1.0, 1.0]]), np.array([True, False]))
    >>> more, same = fit_weights([lesson])
    >>> bool(more > 2), bool(abs(same) < 1e-6)
    (True, True)
    """
    features = np.concatenate([lesson.features for lesson in lessons])
    right = np.concatenate([lesson.right for lesson in lessons]).astype(np.float64)
    sizes = np.array([len(lesson.right) for lesson in lessons])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(lessons)), sizes)
    spread = features.std(axis=0)
    # What is the same for all moves tells nothing and keeps a weight of 0.
    spread[spread == 0] = 1.0
    features = features / spread

    def loss(weights: FloatArray) -> tuple[float, FloatArray]:
        scores = features @ weights
        scores -= np.maximum.reduceat(scores, starts)[owner]
        shares = np.exp(scores)
        whole = np.add.reduceat(shares, starts)
        good = np.add.reduceat(shares * right, starts)
        slope = features.T @ (shares / whole[owner] - shares * right / good[owner])
        count = len(lessons)
        value = (np.log(whole) - np.log(good)).sum() / count + RIDGE * weights @ weights
        return float(value), slope / count + 2 * RIDGE * weights

    bounds = [(None, None)] * features.shape[1]
    bounds[positive] = (least * spread[positive], None)
    start = np.zeros(features.shape[1])
    start[positive] = bounds[positive][0]
    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x / spread, np.float64)
