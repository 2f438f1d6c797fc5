"""Weights fitted to training data by a conditional logit model."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import scipy.optimize

from kaleido.analysis.statistics import FloatArray
from kaleido.learn.training_data import Example, feature_names
from kaleido.search.problem import Problem
from kaleido.search.strategies.policy import Policy

RIDGE = 1e-3
"""Penalty of the sum of the squared weights, each in units of its feature's deviation."""

NOISE = 0.1
"""The random share of a score, in log-odds."""


def fit_weights(examples: Sequence[Example], *, least: float = 0.05) -> FloatArray:
    """Fit the weights that make right moves most likely.

    In the model, the probability of choosing a move of a fork is proportional to e to the power
    of its score; the fit maximises the probability that the choice is a right one.

    The weight of the first feature must be at least `least`.

    References
    ----------
    D. McFadden, "Conditional logit analysis of qualitative choice behavior", Frontiers in
    Econometrics, 1974.

    Examples
    --------
    >>> example = Example(np.array([[3.0, 1.0], [1.0, 1.0]]), np.array([True, False]))
    >>> more, same = fit_weights([example])
    >>> bool(more > 2), bool(abs(same) < 1e-6)
    (True, True)
    """
    features = np.concatenate([each.features for each in examples])
    right = np.concatenate([each.right for each in examples]).astype(np.float64)
    sizes = np.array([len(each.right) for each in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    owner = np.repeat(np.arange(len(examples)), sizes)
    spread = features.std(axis=0)
    # A feature that is the same for all moves says nothing and keeps a weight of 0.
    spread[spread == 0] = 1.0
    features = features / spread

    def loss(weights: FloatArray) -> tuple[float, FloatArray]:
        scores = features @ weights
        scores -= np.maximum.reduceat(scores, starts)[owner]
        shares = np.exp(scores)
        whole = np.add.reduceat(shares, starts)
        good = np.add.reduceat(shares * right, starts)
        slope = features.T @ (shares / whole[owner] - shares * right / good[owner])
        count = len(examples)
        value = (np.log(whole) - np.log(good)).sum() / count + RIDGE * weights @ weights
        return float(value), slope / count + 2 * RIDGE * weights

    bounds = [(None, None)] * features.shape[1]
    bounds[0] = (least * spread[0], None)
    start = np.zeros(features.shape[1])
    start[0] = least * spread[0]
    found = scipy.optimize.minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds)
    return np.asarray(found.x / spread, np.float64)


def fit_policy(examples: Sequence[Example], problem: Problem, policy: Policy) -> Policy:
    """Return a policy with weights fitted to examples, in units of the weight of an edge.

    Without examples the policy stays as it is; any problem with the same pieces will do.
    """
    if not examples:
        return policy
    names = feature_names(problem)
    found = dict(zip(names, fit_weights(examples).tolist(), strict=True))
    sharpness = found["matched"]
    worth = {name: round(weight / sharpness, 4) for name, weight in found.items()}
    pieces = {piece.name: worth.pop(piece.name) for piece in problem.placeable}
    return replace(
        policy,
        weights=replace(policy.weights, **worth, pieces=pieces),
        sharpness=round(sharpness, 4),
        noise=round(NOISE / sharpness, 4),
    )
