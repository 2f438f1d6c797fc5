"""Training of a policy on examples from its own searches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kaleido.learn.base import DEAD
from kaleido.learn.direct_search import Report
from kaleido.learn.logit import fit_weights
from kaleido.learn.training_data import Example, collect_examples, feature_names
from kaleido.search.problem import Problem
from kaleido.search.strategies.policy import Policy

NOISE = 0.1
"""The random share of a score, in log-odds."""

ROUNDS = 2
"""Number of times that the policy is fitted; each round adds examples from the last policy."""


def train(
    problems: Sequence[Problem], policy: Policy, seed: int, report: Report
) -> tuple[Policy, int]:
    """Fit a policy to examples that are collected in rounds, each on boards of its own.

    Returns
    -------
    policy : Policy
    examples : int
        Number of examples.

    References
    ----------
    S. Ross, G. Gordon, D. Bagnell, "A reduction of imitation learning and structured prediction
    to no-regret online learning", Artificial Intelligence and Statistics, 2011.
    """
    examples: list[Example] = []
    done = 0
    for number in range(ROUNDS):
        for problem in problems[number::ROUNDS]:
            # Each round skips a seed: the shipped weights were made so.
            examples += collect_examples(problem, policy, seed + number + done)
            done += 1
            report("collecting training data", done / len(problems))
        policy = _fitted(examples, problems[0], policy)
    return policy, len(examples)


def _fitted(examples: Sequence[Example], problem: Problem, policy: Policy) -> Policy:
    """Return a policy with weights fitted to examples, in units of the weight of an edge."""
    if not examples:
        return policy
    names = feature_names(problem)
    found = dict(zip(names, fit_weights(examples).tolist(), strict=True))
    sharpness = found["matched"]
    worth = {name: round(weight / sharpness, 4) for name, weight in found.items()}
    pieces = {piece.name: worth.pop(piece.name) for piece in problem.pieces}
    return replace(
        policy,
        weights=replace(policy.weights, **worth, dead=round(DEAD / sharpness, 4), pieces=pieces),
        sharpness=round(sharpness, 4),
        noise=round(NOISE / sharpness, 4),
    )
