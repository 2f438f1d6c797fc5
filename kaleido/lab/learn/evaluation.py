"""Evaluation of strategies on many boards: nodes to the first solution, with their uncertainty."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.base.contract import Keywords, Maybe, Natural, Plain
from kaleido.base.errors import WorkersError
from kaleido.lab.statistics import FloatArray, Interval, clustered_share, quantiles, t_mean
from kaleido.lab.survival import Sample
from kaleido.parallel import Crash, Serial, Shipped, Workers, open_jobs
from kaleido.puzzle.questions import solve
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State

Interval95 = Annotated[
    tuple[float | None, float | None, float | None],
    Keywords(description="A value with the limits of its 95 % interval; null for none."),
]


@dataclass(frozen=True)
class Runs(Plain):
    """The runs of one strategy on the boards held out."""

    runs: Annotated[Natural, "The number of runs."]
    solved: Annotated[Natural, "The number of runs that found a solution."]
    at_once: Annotated[Interval95, "The share of runs without a backtrack."]
    median: Annotated[float, "The median of the nodes."]
    p90: Annotated[float, "The nodes that 90 % of the runs do not exceed."]
    typical: Annotated[Interval95, "The geometric mean of the nodes."]
    mean: Annotated[Interval95, "The mean of the nodes."]
    seconds: Annotated[
        Maybe[float], "The duration of all runs together. The key is missing in a file."
    ]


class Evaluation(NamedTuple):
    """The runs of one strategy on solvable boards, a row for each board and a column for each seed.

    The excess are the nodes beyond what a solution needs, and the seconds those of all runs.
    """

    nodes: FloatArray
    excess: FloatArray
    solved: npt.NDArray[np.bool_]
    seconds: float

    @property
    def at_once(self) -> Interval:
        """The share of runs that find a solution without a backtrack."""
        found = self.solved & (self.excess == 0)
        return clustered_share(found.sum(axis=1), np.full(len(found), found.shape[1]))

    @property
    def typical(self) -> Interval:
        """The geometric mean of the nodes."""
        logs = np.log(np.maximum(self.nodes, 1)).mean(axis=1)
        return Interval(*map(float, np.exp(t_mean(logs))))

    @property
    def mean(self) -> Interval:
        """The mean of the nodes."""
        return t_mean(self.nodes.mean(axis=1))

    @property
    def sample(self) -> Sample:
        """The nodes of all runs, censored where there is no solution, in clusters by board."""
        boards = np.repeat(np.arange(len(self.nodes)), self.nodes.shape[1])
        return Sample(self.nodes.ravel(), ~self.solved.ravel(), boards)

    @property
    def form(self) -> Runs:
        """A summary, in which intervals are [value, low, high]."""
        number, solved = int(self.nodes.size), int(self.solved.sum())
        median, p90 = quantiles(self.nodes, (0.5, 0.9))
        at_once, typical, mean = map(rounded, (self.at_once, self.typical, self.mean))
        seconds = round(self.seconds, 3)
        return Runs(number, solved, at_once, median, p90, typical, mean, seconds)

    def as_dict(self) -> dict[str, Any]:
        """Return the summary as plain values."""
        return self.form.as_dict()


Work = Callable[[Any, Problem, Any], Any]  # of a shared value, a problem, and the task's own value


def map_problems(
    work: Work,
    shared: Callable[..., Any],
    asked: Iterable[tuple[Problem, Any]],
    tick: Callable[[], None] | None = None,
    workers: int | Workers = 1,
) -> list[Any]:
    """Return the results of work on problems, in their order.

    To workers go the board and the pieces of a problem, and `shared` with its code.
    """
    tasks: Iterator[Any] = ((work, shared, problem, own) for problem, own in asked)
    found: dict[int, Any] = {}
    with open_jobs(workers) as opened:
        if not isinstance(opened, Serial):
            sent = Shipped(shared)
            tasks = ((work, sent, (each.pattern, each.pieces), own) for _, _, each, own in tasks)
        for place, result in opened.map_unordered(_do, tasks):
            if isinstance(result, Crash):
                raise WorkersError(f"the work on board {place + 1} failed: {result.reason}")
            found[place] = result
            if tick is not None:
                tick()
    return [found[place] for place in range(len(found))]


def _do(task: tuple[Work, Any, Any, Any]) -> Any:
    work, shared, problem, own = task
    return work(shared, problem if isinstance(problem, Problem) else _problem_of(*problem), own)


_problem_of = lru_cache(1024)(Problem)


def _solve(
    make: Callable[[int], Strategy], problem: Problem, asked: tuple[int, int]
) -> tuple[int, int, float]:
    seed, max_nodes = asked
    answer = solve(State.empty(problem), make(seed), max_nodes=max_nodes)
    return answer.nodes, len(answer.moves), answer.seconds


def evaluate(
    problems: Sequence[Problem],
    make: Callable[[int], Strategy],
    seeds: Sequence[int],
    max_nodes: int,
    tick: Callable[[], None] | None = None,
    workers: int | Workers = 1,
) -> Evaluation:
    """Run a strategy, made again for each seed, on every problem with every seed.

    The problems are those of solvable boards. A run ends after `max_nodes` nodes at the latest;
    `tick` is called after each. With workers the runs are theirs.
    """
    asked = ((each, (seed, max_nodes)) for each in problems for seed in seeds)
    answers = map_problems(_solve, make, asked, tick, workers)
    nodes, moves, seconds = np.array(answers, float).T.reshape(3, len(problems), len(seeds))
    return Evaluation(nodes, nodes - moves, moves > 0, float(seconds.sum()))


def rounded(interval: Interval) -> tuple[float | None, float | None, float | None]:
    """Return an estimate and the ends of its interval with four decimals, None for no number."""
    value, low, high = (round(each, 4) if isfinite(each) else None for each in interval)
    return value, low, high
