"""Training data: forks on the way to random solutions, with the moves that these contain."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.counting.meter import CountLimits
from kaleido.counting.sampling import sample_solutions
from kaleido.errors import TooLargeError
from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned

SOLUTIONS = 10
"""Number of solutions sampled from a board, with repetition."""

LIMITS = CountLimits(bytes=300_000_000)
"""A board whose solutions take more memory to sample from is left out."""

_PARTS = ("matched", "scarce_cells", "singles", "pairs")


class Example(NamedTuple):
    """A fork with a right move and others.

    Attributes
    ----------
    features : ndarray of float, shape (moves, features)
        What the weights multiply, in the order of `feature_names`.
    right : ndarray of bool, shape (moves,)
        Whether the solution contains each move.
    """

    features: npt.NDArray[np.float64]
    right: npt.NDArray[np.bool_]


def feature_names(problem: Problem) -> tuple[str, ...]:
    """Return the names of the features of moves: the parts of a score, then the pieces."""
    return (*_PARTS, *(piece.name for piece in problem.placeable))


def collect_examples(problem: Problem, policy: Policy, seed: int) -> Iterator[Example]:
    """Follow a policy to random solutions and yield the forks on the way.

    Every solution of the board is as likely as any other. The solution that a walk follows
    therefore contains a move with a probability of exactly the share of solutions that the move
    keeps, and moves that make it likely keep many.

    There are two examples from each state: the policy's own fork, and one of the other candidates.
    """
    tuned = Tuned(seed, policy)
    next(tuned.runs(problem))
    lookahead = Lookahead(problem)
    rng = Random(seed)
    start = State.empty(problem)
    try:
        solutions = list(sample_solutions(start, SOLUTIONS, rng, LIMITS))
    except TooLargeError:
        return
    for path in solutions:
        solution = sum(1 << number for number in path)
        state = start
        while not state.solved:
            own = tuned.fork(state).moves
            if len(own) > 1 or state.scarcest.bit_count() > 1:
                lookahead.set_state(state)
                others = [tuple(bits(each)) for each in tuned.candidates(state)]
                for moves in dict.fromkeys([tuple(own), rng.choice(others)]):
                    example = _example(state, moves, solution, lookahead)
                    if example is not None:
                        yield example
            state = state.place(next(move for move in own if solution >> move & 1))


def _example(
    state: State, moves: Sequence[int], solution: int, lookahead: Lookahead
) -> Example | None:
    """Return the example of a fork; None if a look leaves no choice."""
    problem = state.problem
    names = feature_names(problem)
    rows, right = [], []
    for move in moves:
        terms = lookahead.terms(move)
        if terms is None:
            continue
        row = np.zeros(len(names))
        matched = (problem.borders[move] & state.edges).bit_count()
        row[: len(_PARTS)] = (matched, *terms)
        row[len(_PARTS) + problem.piece_numbers[move]] = 1
        rows.append(row)
        right.append(bool(solution >> move & 1))
    return Example(np.array(rows), np.array(right)) if len(rows) > 1 else None
