"""Training data: forks on the way to random solutions, with the moves that these contain."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.optimize

from kaleido.base.bounds import POSITIVE
from kaleido.base.errors import OptionError, TooLargeError
from kaleido.base.text import plural
from kaleido.counting import count_solutions
from kaleido.counting.meter import CountLimits
from kaleido.counting.sampling import sample_solutions
from kaleido.lab.statistics import FloatArray
from kaleido.model.board import Board
from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.result import solved_states
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.lookahead import Lookahead
from kaleido.search.strategies.policy import Policy, shipped_policy
from kaleido.search.strategies.tuned import Tuned

SOLUTIONS = 10  # number of solutions sampled from a board, with repetition
# A board whose solutions take more memory to sample from is left out.
LIMITS = CountLimits(bytes=600_000_000)

FEW = 2000
"""Solutions that are as few are listed, which takes less time than to count after each move."""

_PARTS = ("matched", "scarce_cells", "singles", "pairs")


class Example(NamedTuple):
    """The features of the moves of a fork, and whether the solution contains each move."""

    features: FloatArray
    right: npt.NDArray[np.bool_]


class SeenFork(NamedTuple):
    """A fork on the way to a solution: its board, the moves that are not refuted, their features.

    The placements of the solution are a set, as an int.
    """

    state: State
    moves: tuple[int, ...]
    features: FloatArray
    solution: int

    @property
    def example(self) -> Example:
        """Whether the solution contains each move."""
        return Example(
            self.features, np.array([self.solution >> each & 1 for each in self.moves], bool)
        )


def feature_names(problem: Problem) -> tuple[str, ...]:
    """Return the names of the features of moves: the parts of a score, then the pieces."""
    return (*_PARTS, *(piece.name for piece in problem.placeable))


def collect_examples(policy: Policy, problem: Problem, seed: int) -> list[Example]:
    """Return the forks on the way to random solutions as examples; see `seen_forks`."""
    return [fork.example for fork in seen_forks(problem, policy, seed, SOLUTIONS)]


def seen_forks(problem: Problem, policy: Policy, seed: int, solutions: int) -> Iterator[SeenFork]:
    """Follow a policy to random solutions and yield the forks on the way.

    All solutions are equally likely. There are two forks from each state: the policy's own, and one
    of the other candidates.
    """
    tuned = Tuned(seed, policy)
    next(tuned.runs(problem))
    lookahead = Lookahead(problem)
    rng = Random(seed)
    start = State.empty(problem)
    try:
        paths = list(sample_solutions(start, solutions, rng, LIMITS))
    except TooLargeError:
        return
    for path in paths:
        solution = _as_set(path)
        state = start
        while not state.solved:
            own = tuned.fork(state).moves
            if len(own) > 1 or state.scarcest.bit_count() > 1:
                lookahead.set_state(state)
                others = [tuple(bits(each)) for each in tuned.candidates(state)]
                for moves in dict.fromkeys([tuple(own), rng.choice(others)]):
                    kept, features = _features(state, moves, lookahead)
                    if len(kept) > 1:
                        yield SeenFork(state, kept, features, solution)
            state = state.place(next(move for move in own if solution >> move & 1))


def _features(
    state: State, moves: Iterable[int], lookahead: Lookahead
) -> tuple[tuple[int, ...], FloatArray]:
    """Return the moves that are not refuted by a look at them, with their features."""
    problem = state.problem
    kept, rows = [], []
    for move in moves:
        terms = lookahead.terms(move)
        if terms is not None:
            matched = (problem.borders[move] & state.edges).bit_count()
            pieces = np.arange(len(problem.placeable.pieces)) == problem.piece_numbers[move]
            kept.append(move)
            rows.append([matched, *terms, *pieces])
    return tuple(kept), np.array(rows, float)


@dataclass(frozen=True, eq=False)
class TrainingData:
    """The moves of many forks as arrays, each with the exact number of solutions that follow it.

    Attributes
    ----------
    X : ndarray of float, shape (moves, features)
        What `Tuned` knows of each move.
    solutions : ndarray of int64, shape (moves,)
        The exact number of solutions that contain the board and the move.
    fork : ndarray of int, shape (moves,)
        The number of the fork that the move belongs to, from 0 on.
    board : ndarray of int, shape (moves,)
        The number of the board, in the order given: the groups for cross-validation.
    feature_names : tuple of str
        The names of the columns of ``X``.
    """

    X: FloatArray
    solutions: npt.NDArray[np.int64]
    fork: npt.NDArray[np.int64]
    board: npt.NDArray[np.int64]
    feature_names: tuple[str, ...]

    @property
    def y(self) -> FloatArray:
        """The share of the solutions of its fork that contain each move, from 0 to 1."""
        totals = np.bincount(self.fork, weights=self.solutions)
        return np.asarray(self.solutions / totals[self.fork], np.float64)

    def __len__(self) -> int:
        return len(self.fork)

    def __repr__(self) -> str:
        forks, boards = len(np.unique(self.fork)), len(np.unique(self.board))
        number = f"{plural(len(self), 'move')} in {plural(forks, 'fork')}"
        return f"TrainingData: {number} on {plural(boards, 'board')}"


class _Following:
    """Counts the solutions that follow moves; on a way to a solution, few are listed only once."""

    def __init__(self) -> None:
        self._counted: dict[int, int] = {}
        self._root: int | None = None
        self._solutions: list[int] = []

    def counts(self, state: State, moves: Iterable[int]) -> list[int]:
        """Return how many solutions contain a board and each of some moves."""
        made = _as_set(state.path)
        if self._root is None or self._root & ~made:
            # No more solutions contain a board than one of the boards on the way to it.
            before = (many for board, many in self._counted.items() if not board & ~made)
            if min(before, default=math.inf) > FEW:
                return [self._count(state, made, move) for move in moves]
            self._root = made
            self._solutions = [_as_set(each.path) for each in solved_states(state, Constrained())]
        here = [each for each in self._solutions if not made & ~each]
        return [sum(each >> move & 1 for each in here) for move in moves]

    def _count(self, state: State, made: int, move: int) -> int:
        after = made | 1 << move
        if after not in self._counted:
            self._counted[after] = count_solutions(state.place(move)).solutions
        return self._counted[after]


def _as_set(path: Iterable[int]) -> int:
    return sum(1 << number for number in path)


def training_data(
    boards: Mapping[str, Board] | Iterable[Board],
    *,
    seed: int = 0,
    paths: int = 1,
    policy: Policy | None = None,
) -> TrainingData:
    """Return what `Tuned` learns from, as arrays, with exact counts as labels.

    `Tuned` is followed to random solutions of each board, and its forks on the way are kept, each
    with one of the other forks that it could have taken. For every move that it does not refute
    at once, the solutions that follow are counted. That takes some hundredths of a second for a
    board with few solutions, and some seconds for one with billions.

    Parameters
    ----------
    boards : mapping of str to Pattern, or iterable of Pattern
        Such as ``kaleido.suite(split="train")``. A board without a solution gives no data.
    seed : int, optional
        The same seed gives the same data.
    paths : int, optional
        The number of random solutions of each board.
    policy : Policy, optional
        The weights of `Tuned`; by default those that come with Kaleido.

    Raises
    ------
    OptionError
        `paths` is less than 1, or no board has a fork.

    Examples
    --------
    >>> from kaleido import suite
    >>> first, *_ = suite("four-colours", "train").values()
    >>> data = training_data([first])
    >>> data.X.shape == (len(data), len(data.feature_names)), data.feature_names[:4]
    (True, ('matched', 'scarce_cells', 'singles', 'pairs'))
    """
    POSITIVE.check(paths, "paths")
    own = policy or shipped_policy()
    every = boards.values() if isinstance(boards, Mapping) else boards
    rows, counts, sizes, places = [], [], [], []
    names: tuple[str, ...] = ()
    for place, board in enumerate(every):
        problem = Problem(board)
        names = names or feature_names(problem)
        following = _Following()
        for fork in seen_forks(problem, own, seed + place, paths):
            rows.append(fork.features)
            counts += following.counts(fork.state, fork.moves)
            sizes.append(len(fork.moves))
            places.append(place)
    if not sizes:
        raise OptionError("there is no fork on these boards, expected boards with solutions")
    return TrainingData(
        np.concatenate(rows),
        np.array(counts, np.int64),
        np.repeat(np.arange(len(sizes)), sizes),
        np.repeat(np.array(places), sizes),
        names,
    )


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
