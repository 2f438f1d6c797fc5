"""Runs of strategies that look further and further ahead, in nodes, looks and seconds."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from resampling import Floats

from kaleido import Pattern
from kaleido.search import Constrained, Place, Probing, Solved, Tuned
from kaleido.search.engine import search
from kaleido.search.fork import Strategy
from kaleido.search.looks import Looks, looks_of
from kaleido.search.problem import Problem
from kaleido.search.state import State


class Runs(NamedTuple):
    """The runs of one variant.

    Attributes
    ----------
    nodes, seconds : ndarray of float, shape (boards, runs)
        `seconds` are of the search alone.
    tables : ndarray of float, shape (boards, runs)
        The seconds that the table of placements took.
    at_once : ndarray of bool, shape (boards, runs)
        Whether a run ended without a backtrack.
    looks, probed : ndarray of float, shape (boards, runs)
        How many moves were looked at, and the nodes of the probes that tried to refute them.
    """

    nodes: Floats
    seconds: Floats
    tables: Floats
    at_once: npt.NDArray[np.bool_]
    looks: Floats
    probed: Floats

    @property
    def all_nodes(self) -> Floats:
        """The nodes of the search and of the probes."""
        return self.nodes + self.probed


def variants() -> Mapping[str, Callable[[int], Strategy]]:
    """Return the strategies to measure, by label, from the cheapest to the one that looks most."""
    policy = Tuned().policy
    found: dict[str, Callable[[int], Strategy]] = {
        "constrained": Constrained,
        "tuned: the scarcest only": partial(Tuned, policy=replace(policy, extra=0, forks=1)),
        "tuned: as scarce": partial(Tuned, policy=replace(policy, extra=0)),
    }
    for extra in (1, 3, 6):
        found[f"tuned: {extra} more"] = partial(Tuned, policy=replace(policy, extra=extra))
    for nodes in (0, 10, 30, 100):
        found[f"probing: {nodes} nodes"] = partial(Probing, probe_nodes=nodes)
    return found


def measure(
    boards: Sequence[Pattern],
    strategies: Mapping[str, Callable[[int], Strategy]],
    turns: int,
    seeds: int,
    repeats: int,
    max_nodes: int,
) -> dict[str, Runs]:
    """Run every strategy on every board, in so many rotations and with so many seeds."""
    shape = len(boards), turns * seeds
    found = {
        label: Runs(
            np.zeros(shape),
            np.full(shape, np.inf),
            np.zeros(shape),
            np.zeros(shape, bool),
            np.zeros(shape),
            np.zeros(shape),
        )
        for label in strategies
    }
    for row, board in enumerate(boards):
        for turn in range(turns):
            began = time.process_time()
            problem = Problem(board.rotated(turn))
            State.empty(problem)  # it computes what all searches of the problem share
            table = time.process_time() - began
            for seed in range(seeds):
                place = row, turn * seeds + seed
                for _ in range(repeats):
                    for label, make in strategies.items():
                        strategy = make(seed)
                        nodes, seconds, at_once = _run(problem, strategy, max_nodes)
                        runs = found[label]
                        looks = looks_of(strategy) or Looks(0)
                        runs.looks[place], runs.probed[place] = looks
                        runs.nodes[place], runs.at_once[place] = nodes, at_once
                        runs.tables[place] = table
                        runs.seconds[place] = min(seconds, runs.seconds[place])
    return found


def _run(problem: Problem, strategy: Strategy, max_nodes: int) -> tuple[int, float, bool]:
    nodes, last = 0, None
    began = time.process_time()
    for last in search(problem, strategy, max_nodes=max_nodes):
        nodes += isinstance(last, Place)
    seconds = time.process_time() - began
    solved = isinstance(last, Solved)
    return nodes, seconds, solved and nodes == last.state.depth
