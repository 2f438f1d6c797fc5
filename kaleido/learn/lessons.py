"""Lessons: forks of searches on boards that can be solved, and which of their moves are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random as Generator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.model.grid import bits
from kaleido.search.engine import search
from kaleido.search.events import Exhausted, Solved
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned

FORKS = 3
"""Forks that a state gives: the policy's own and others drawn from those it looked at."""

MAX_NODES = 2000
"""For finding out whether a move is right; a fork where that is not enough is left out."""

_PARTS = ("matched", "scarce_cells", "scarce_pieces", "singles", "pairs")


class Lesson(NamedTuple):
    """A fork some of whose moves are right and some are wrong.

    Attributes
    ----------
    features : ndarray of float, shape (moves, features)
        What the weights multiply, in the order of `feature_names`.
    right : ndarray of bool, shape (moves,)
        After which moves a solution remains: proved either way.
    """

    features: npt.NDArray[np.float64]
    right: npt.NDArray[np.bool_]


def feature_names(problem: Problem) -> tuple[str, ...]:
    """Name the features of moves: the parts of a score, then the pieces."""
    return (*_PARTS, *(piece.name for piece in problem.pieces))


def lessons_of(problem: Problem, policy: Policy, seed: int) -> Iterator[Lesson]:
    """Walk to a solution as a policy would, and yield the forks on the way that teach something.

    Where the policy goes wrong, the lesson is kept and the walk takes a right move instead.

    Parameters
    ----------
    problem : Problem
        Of a board that has a solution.
    policy : Policy
    seed : int
    """
    tuned = Tuned(seed, policy)
    next(tuned.runs(problem))
    lookahead = Lookahead(problem)
    rng = Generator(seed)
    state = State.empty(problem)
    while not state.solved and not state.dead:
        chosen = list(tuned.fork(state).moves)
        if len(chosen) == 1:
            state = state.place(chosen[0])
            continue
        lookahead.stand(state)
        verdicts: dict[int, bool | None] = {}
        others = tuned.candidates(state)
        drawn = rng.sample(others, min(FORKS - 1, len(others)))
        for moves in dict.fromkeys([tuple(chosen), *(tuple(bits(each)) for each in drawn)]):
            for move in moves:
                if move not in verdicts:
                    verdicts[move] = _is_right(state.place(move))
            lesson = _lesson(state, moves, verdicts, lookahead)
            if lesson is not None:
                yield lesson
        right = [move for move in chosen if verdicts[move]]
        if not right:
            return
        state = state.place(right[0])


def _is_right(state: State) -> bool | None:
    """Whether a solution remains; None: not found out."""
    if state.solved or state.dead:
        return state.solved
    *_, last = search(state.problem, Constrained(), start=state, max_nodes=MAX_NODES)
    return isinstance(last, Solved) if isinstance(last, Solved | Exhausted) else None


def _lesson(
    state: State,
    moves: Sequence[int],
    verdicts: dict[int, bool | None],
    lookahead: Lookahead,
) -> Lesson | None:
    problem = state.problem
    names = feature_names(problem)
    rows, right = [], []
    for move in moves:
        outlook, verdict = lookahead.look(move), verdicts[move]
        if verdict is None:
            return None
        if outlook.dead:
            continue
        row = np.zeros(len(names))
        matched = (problem.borders[move] & state.edges).bit_count()
        row[: len(_PARTS)] = (matched, *outlook[: len(_PARTS) - 1])
        row[len(_PARTS) + problem.piece_numbers[move]] = 1
        rows.append(row)
        right.append(verdict)
    if all(right) or not any(right):
        return None
    return Lesson(np.array(rows), np.array(right))
