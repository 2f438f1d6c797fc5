"""Training data: forks on the way to random solutions, with the moves that these contain."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.optimize

from kaleido.analysis.statistics import FloatArray
from kaleido.counting.meter import CountLimits
from kaleido.counting.sampling import sample_solutions
from kaleido.errors import TooLargeError
from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned

SOLUTIONS = 10  # number of solutions sampled from a board, with repetition
# A board whose solutions take more memory to sample from is left out.
LIMITS = CountLimits(bytes=600_000_000)

_PARTS = ("matched", "scarce_cells", "singles", "pairs")


class Example(NamedTuple):
    """The features of the moves of a fork, and whether the solution contains each move."""

    features: npt.NDArray[np.float64]
    right: npt.NDArray[np.bool_]


def feature_names(problem: Problem) -> tuple[str, ...]:
    """Return the names of the features of moves: the parts of a score, then the pieces."""
    return (*_PARTS, *(piece.name for piece in problem.placeable))


def collect_examples(problem: Problem, policy: Policy, seed: int) -> Iterator[Example]:
    """Follow a policy to random solutions and yield the forks on the way.

    All solutions are equally likely. There are two examples from each state: the policy's own fork,
    and one of the other candidates.
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
    problem = state.problem
    rows, right = [], []
    for move in moves:
        terms = lookahead.terms(move)
        if terms is not None:
            matched = (problem.borders[move] & state.edges).bit_count()
            pieces = np.arange(len(problem.placeable.pieces)) == problem.piece_numbers[move]
            rows.append([matched, *terms, *pieces])
            right.append(bool(solution >> move & 1))
    return Example(np.array(rows, float), np.array(right)) if len(rows) > 1 else None


RIDGE = 1e-3  # penalty of the sum of the squared weights, each in units of its feature's deviation
NOISE = 0.1  # the random share of a score, in log-odds


def fit_weights(examples: Sequence[Example], *, least: float = 0.05) -> FloatArray:
    """Fit the weights that make right moves most likely; the first must be at least `least`.

    In the model, the probability of choosing a move of a fork is proportional to e to the power
    of its score (D. McFadden, "Conditional logit analysis of qualitative choice behavior",
    Frontiers in Econometrics, 1974).
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
    """Return a policy with weights fitted to examples; the weight of an edge is 1."""
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
