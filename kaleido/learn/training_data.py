"""Training data: forks of searches on solvable boards, with the moves that keep them solvable."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.errors import LimitReachedError
from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.solved import first_solution
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned

FORKS = 3
"""Largest number of examples from one state: the policy's own fork and others that it considered,
sampled at random."""

MAX_NODES = 2000
"""Limit of nodes for finding out whether a move is right; a fork that needs more is left out."""

_PARTS = ("matched", "scarce_cells", "scarce_pieces", "singles", "pairs")


class Example(NamedTuple):
    """A fork with right moves and wrong ones.

    Attributes
    ----------
    features : ndarray of float, shape (moves, features)
        What the weights multiply, in the order of `feature_names`.
    right : ndarray of bool, shape (moves,)
        Whether a solution remains after each move; proved either way.
    """

    features: npt.NDArray[np.float64]
    right: npt.NDArray[np.bool_]


def feature_names(problem: Problem) -> tuple[str, ...]:
    """Return the names of the features of moves: the parts of a score, then the pieces."""
    return (*_PARTS, *(piece.name for piece in problem.pieces))


def collect_examples(problem: Problem, policy: Policy, seed: int) -> Iterator[Example]:
    """Follow a policy to a solution and yield the forks on the way that have wrong moves.

    Where the policy takes a wrong move, the walk takes a right one of the same fork instead.
    """
    tuned = Tuned(seed, policy)
    next(tuned.runs(problem))
    lookahead = Lookahead(problem)
    rng = Random(seed)
    state = State.empty(problem)
    while not state.solved and not state.dead:
        chosen = list(tuned.fork(state).moves)
        if len(chosen) == 1:
            state = state.place(chosen[0])
            continue
        lookahead.set_state(state)
        verdicts: dict[int, bool | None] = {}
        others = tuned.candidates(state)
        sampled = rng.sample(others, min(FORKS - 1, len(others)))
        for moves in dict.fromkeys([tuple(chosen), *(tuple(bits(each)) for each in sampled)]):
            for move in moves:
                if move not in verdicts:
                    verdicts[move] = _is_right(state.place(move))
            example = _example(state, moves, verdicts, lookahead)
            if example is not None:
                yield example
        right = [move for move in chosen if verdicts[move]]
        if not right:
            return
        state = state.place(right[0])


def _is_right(state: State) -> bool | None:
    """Return whether a solution remains; None when the limit of nodes leaves that open."""
    try:
        found = first_solution(state.problem, Constrained(), start=state, max_nodes=MAX_NODES)
    except LimitReachedError:
        return None
    return found is not None


def _example(
    state: State,
    moves: Sequence[int],
    verdicts: Mapping[int, bool | None],
    lookahead: Lookahead,
) -> Example | None:
    """Return the example of a fork; None when all its moves are right, all wrong, or one open."""
    problem = state.problem
    names = feature_names(problem)
    rows, right = [], []
    for move in moves:
        terms, verdict = lookahead.terms(move), verdicts[move]
        if verdict is None:
            return None
        if terms.dead:
            continue
        row = np.zeros(len(names))
        matched = (problem.borders[move] & state.edges).bit_count()
        row[: len(_PARTS)] = (matched, *terms[: len(_PARTS) - 1])
        row[len(_PARTS) + problem.piece_numbers[move]] = 1
        rows.append(row)
        right.append(verdict)
    if all(right) or not any(right):
        return None
    return Example(np.array(rows), np.array(right))
