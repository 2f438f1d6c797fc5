"""Direct search: factors of a policy's parameters that lower the number of nodes."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from operator import mul
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.optimize

from kaleido.learn.base import Base
from kaleido.learn.evaluation import evaluate
from kaleido.search.problem import Problem
from kaleido.search.strategies.policy import Policy

MAX_NODES = 2000
"""Limit of nodes of a run, in training and on the boards held out."""

STEP = 0.25
"""Size of the first steps, on a log scale."""

Report = Callable[[str, float], None]
"""Called with the name of a stage and the share of it that is done."""


def direct_search(
    problems: Sequence[Problem],
    base: Base,
    policy: Policy,
    budget: int,
    report: Report = lambda _stage, _share: None,
) -> tuple[Policy, float, float]:
    """Multiply each of the base's groups of parameters by a factor that lowers the nodes.

    Parameters
    ----------
    budget : int
        Number of evaluations on all boards, besides that of the start.

    Returns
    -------
    policy : Policy
        The best policy evaluated, the start included.
    start, end : float
        The mean of log(nodes / pieces) with the start and with that policy.

    References
    ----------
    J. A. Nelder, R. Mead, "A simplex method for function minimization", The Computer Journal,
    1965.
    """
    evaluated: dict[Policy, float] = {}

    def loss(logs: npt.NDArray[np.float64]) -> float:
        each = _scaled(policy, zip(base.groups, np.exp(logs).tolist(), strict=True))
        if len(evaluated) > budget:
            return math.inf
        found = evaluate(problems, lambda seed: base.make(seed, each), (0,), MAX_NODES)
        pieces = found.nodes - found.excess
        evaluated[each] = float(np.log(found.nodes / np.maximum(pieces, 1)).mean())
        report("searching weights", min(len(evaluated) / (budget + 1), 1))
        return evaluated[each]

    start = np.zeros(len(base.groups))
    first = loss(start)
    if budget:
        corners = np.vstack([start, STEP * np.eye(len(start))])
        scipy.optimize.minimize(
            loss,
            start,
            method="Nelder-Mead",
            options={"maxfev": budget, "initial_simplex": corners},
        )
    best = min(evaluated, key=evaluated.__getitem__)
    return best, first, evaluated[best]


def _scaled(policy: Policy, factors: Iterable[tuple[tuple[str, ...], float]]) -> Policy:
    """Return a policy with groups of its parameters multiplied by factors."""
    values = policy.as_dict()
    for names, factor in factors:
        for name in names:
            part = values["weights"] if name in values["weights"] else values
            part[name] = _mapped(partial(mul, factor), part[name])
    # With four digits a file holds the exact values.
    return Policy.from_dict(_mapped(lambda number: round(number, 4), values))


def _mapped(function: Callable[[float], float], value: Any) -> Any:
    """Apply a function to a number, or to all numbers of nested mappings."""
    if isinstance(value, dict):
        return {name: _mapped(function, each) for name, each in value.items()}
    return function(value)
