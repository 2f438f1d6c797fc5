"""Fitting weights on generated boards, and the proof on boards held out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.optimize

from kaleido.analysis.statistics import Interval
from kaleido.errors import OptionError
from kaleido.learn.boards import generate_boards
from kaleido.learn.lessons import Lesson, feature_names, lessons_of
from kaleido.learn.logit import fit_weights
from kaleido.learn.trial import Trial, compare_nodes, try_out
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.paper import Paper
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned
from kaleido.text import quote

HELD_OUT_FROM = 10**9
"""Added to the seed for the boards held out: training never gets so far."""

MAX_NODES = 2000
"""After which a run is given up, in training and on the boards held out."""

DEAD = -30.0
"""What a dead board is worth, in log-odds: no other part of a score comes near."""

NOISE = 0.1
"""The random share of a score, in log-odds."""

ROUNDS = 2
"""Times that lessons are taken: each round walks as the weights learned so far would."""

STEP = 0.25
"""How far the direct search goes at first, on a log scale."""

FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Base:
    """A strategy whose weights can be fitted.

    Parameters
    ----------
    before : callable
        Makes, from a seed, the strategy to beat.
    make : callable
        Makes the strategy from a seed and a policy.
    start : Policy
    learns : bool
        Whether lessons come before the direct search.
    knobs : mapping of str to callable
        What the direct search turns: each gives a policy with one part times a factor.
    """

    before: Callable[[int], Strategy]
    make: Callable[[int, Policy], Strategy]
    start: Policy
    learns: bool
    knobs: Mapping[str, Callable[[Policy, float], Policy]]


def _weight(*names: str) -> Callable[[Policy, float], Policy]:
    def turned(policy: Policy, factor: float) -> Policy:
        own = {name: factor * getattr(policy.weights, name) for name in names}
        return replace(policy, weights=replace(policy.weights, **own))

    return turned


def _pieces(policy: Policy, factor: float) -> Policy:
    worth = {name: factor * each for name, each in policy.weights.pieces.items()}
    return replace(policy, weights=replace(policy.weights, pieces=worth))


def _part(name: str) -> Callable[[Policy, float], Policy]:
    def turned(policy: Policy, factor: float) -> Policy:
        return replace(policy, **{name: factor * getattr(policy, name)})

    return turned


BASES: Mapping[str, Base] = {
    "tuned": Base(
        Constrained,
        Tuned,
        Policy(Weights(window=0.0, split=0.0, dead=DEAD / 0.5), sharpness=0.5),
        True,
        {
            "pieces": _pieces,
            "scarce cells": _weight("scarce_cells"),
            "scarce pieces": _weight("scarce_pieces"),
            "small islands": _weight("singles", "pairs"),
            "sharpness": _part("sharpness"),
            "breadth": _part("breadth"),
        },
    ),
    "paper": Base(
        Paper,
        lambda seed, policy: Paper(seed, policy.weights),
        Policy(Weights()),
        False,
        {
            "window": _weight("window"),
            "corner": _weight("corner"),
            "block": _weight("block"),
            "span": _weight("span"),
            "split": _weight("split"),
        },
    ),
}
"""What can be tuned, by name."""


class Tuning(NamedTuple):
    """What a fit came to.

    Attributes
    ----------
    policy : Policy
    made : mapping
        What it was asked for: the base, boards, seeds and budget.
    lessons : int
        Forks learned from.
    start, end : float
        What the direct search minimises on the boards for training, before and after: the mean
        of log(nodes / pieces).
    before, after : Trial
        On the boards held out.
    """

    policy: Policy
    made: Mapping[str, Any]
    lessons: int
    start: float
    end: float
    before: Trial
    after: Trial

    @property
    def ratio(self) -> Interval:
        """How many times the nodes it takes on the typical board held out."""
        return compare_nodes(self.before, self.after)

    def as_dict(self) -> dict[str, Any]:
        """Give it as plain values."""
        return {
            "strategy": self.made["base"],
            "made": dict(self.made),
            "training": {"lessons": self.lessons, "start": self.start, "end": self.end},
            "held_out": {
                "before": self.before.as_dict(),
                "after": self.after.as_dict(),
                "ratio": [round(value, 4) for value in self.ratio],
            },
            "policy": self.policy.as_dict(),
        }


def tune(
    base: str = "tuned",
    *,
    boards: int = 400,
    held_out: int = 200,
    seed: int = 0,
    budget: int = 100,
    report: Callable[[str, float], None] = lambda _what, _share: None,
) -> Tuning:
    """Fit weights on generated boards so that few nodes lead to the first solution.

    The weights of `Tuned` are learned in two steps. *Lessons*: on the way to a solution, the
    search finds out of every move of a fork whether a solution remains after it; a conditional
    logit model then makes right moves likely. *Direct search*: a few factors (the base's *knobs*)
    are turned to lower the nodes themselves. The paper's weights come from direct search alone.

    Parameters
    ----------
    base : {"tuned", "paper"}, optional
    boards : int, optional
        For training.
    held_out : int, optional
        For the figures, looked at once, at the end.
    seed : int, optional
        Settles boards and lessons: same seed, same weights.
    budget : int, optional
        Times that the direct search may run all boards for training.
    report : callable, optional
        Told what is being done and the share done.

    Raises
    ------
    OptionError
        The base is unknown, or a number is out of its range.
    """
    if base not in BASES:
        raise OptionError(f"unknown base {quote(base)}: expected one of {', '.join(BASES)}")
    for name, number, least in (
        ("boards", boards, 2), ("held_out", held_out, 2), ("seed", seed, 0), ("budget", budget, 0),
    ):  # fmt: skip
        if number < least:
            raise OptionError(f"{name} is {number}, expected {least} or more")
    own = BASES[base]
    tables = _tables("drawing boards", boards, seed, report)
    policy, lessons = own.start, 0
    if own.learns:
        policy, lessons = _learn(tables, policy, seed, report)
    policy, start, end = direct_search(tables, own, policy, budget, report)
    unseen = _tables("drawing boards held out", held_out, seed + HELD_OUT_FROM, report)
    runs = iter(range(1, 4 * len(unseen) + 1))

    def tick() -> None:
        report("boards held out", next(runs) / (4 * len(unseen)))

    before = try_out(unseen, own.before, (0, 1), MAX_NODES, tick)
    after = try_out(unseen, lambda each: own.make(each, policy), (0, 1), MAX_NODES, tick)
    made = {"base": base, "boards": boards, "held_out": held_out, "seed": seed, "budget": budget}
    return Tuning(policy, made, lessons, start, end, before, after)


def _tables(
    what: str, number: int, seed: int, report: Callable[[str, float], None]
) -> list[Problem]:
    tables = []
    for board in generate_boards(number, seed).values():
        tables.append(Problem(board))
        report(what, len(tables) / number)
    return tables


def _learn(
    tables: Sequence[Problem],
    policy: Policy,
    seed: int,
    report: Callable[[str, float], None],
) -> tuple[Policy, int]:
    """Take lessons round by round, each on boards of its own."""
    lessons: list[Lesson] = []
    for number, problem in enumerate(_in_rounds(tables)):
        if problem is None:
            policy = _fitted(lessons, tables[0], policy)
            continue
        lessons += lessons_of(problem, policy, seed + number)
        report("taking lessons", min((number + 1) / len(tables), 1))
    return policy, len(lessons)


def _in_rounds(tables: Sequence[Problem]) -> Iterator[Problem | None]:
    """Yield tables, and None after each round."""
    for number in range(ROUNDS):
        yield from tables[number::ROUNDS]
        yield None


def _fitted(lessons: Sequence[Lesson], problem: Problem, policy: Policy) -> Policy:
    """Give the policy that the lessons so far come to, measured by the worth of an edge."""
    if not lessons:
        return policy
    names = feature_names(problem)
    found = dict(zip(names, fit_weights(lessons).tolist(), strict=True))
    sharpness = found["matched"]
    worth = {name: round(weight / sharpness, 4) for name, weight in found.items()}
    pieces = {piece.name: worth.pop(piece.name) for piece in problem.pieces}
    return replace(
        policy,
        weights=replace(policy.weights, **worth, dead=round(DEAD / sharpness, 4), pieces=pieces),
        sharpness=round(sharpness, 4),
        noise=round(NOISE / sharpness, 4),
    )


def direct_search(
    tables: Sequence[Problem],
    base: Base,
    policy: Policy,
    budget: int,
    report: Callable[[str, float], None] = lambda _what, _share: None,
) -> tuple[Policy, float, float]:
    """Turn the base's knobs to lower the nodes (Nelder and Mead's simplex).

    Parameters
    ----------
    tables : sequence of Problem
        The boards for training.
    base : Base
    policy : Policy
        Where to start.
    budget : int
        Times that all boards may be run, besides the start.
    report : callable, optional
        Told what is being done and the share done.

    Returns
    -------
    policy : Policy
        The best one met, the start included.
    start, end : float
        The mean of log(nodes / pieces), with the start and with that policy.
    """
    tried: dict[Policy, float] = {}

    def turned(factors: FloatArray) -> Policy:
        found = policy
        for turn, factor in zip(base.knobs.values(), np.exp(factors), strict=True):
            found = turn(found, float(factor))
        return _rounded(found)

    def loss(factors: FloatArray) -> float:
        each = turned(factors)
        if len(tried) > budget:
            return math.inf
        trial = try_out(tables, lambda seed: base.make(seed, each), (0,), MAX_NODES)
        pieces = trial.nodes - trial.excess
        tried[each] = float(np.log(trial.nodes / np.maximum(pieces, 1)).mean())
        report("searching weights", min(len(tried) / (budget + 1), 1))
        return tried[each]

    start = np.zeros(len(base.knobs))
    first = loss(start)
    if budget:
        corners = np.vstack([start, STEP * np.eye(len(start))])
        scipy.optimize.minimize(
            loss,
            start,
            method="Nelder-Mead",
            options={"maxfev": budget, "initial_simplex": corners},
        )
    best = min(tried, key=tried.__getitem__)
    return best, first, tried[best]


def _rounded(policy: Policy) -> Policy:
    """Keep four digits, so that a file says all there is to say."""
    weights = {
        name: round(value, 4) for name, value in vars(policy.weights).items() if name != "pieces"
    }
    pieces = {name: round(value, 4) for name, value in policy.weights.pieces.items()}
    return replace(
        policy,
        weights=Weights(**weights, pieces=pieces),
        sharpness=round(policy.sharpness, 4),
        breadth=round(policy.breadth, 4),
        noise=round(policy.noise, 4),
    )
