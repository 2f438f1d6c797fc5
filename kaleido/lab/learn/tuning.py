"""Fitting weights on generated boards and evaluating them on others."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain
from math import isfinite
from operator import mul
from typing import Annotated, Any, NamedTuple

import numpy as np
import numpy.typing as npt
import scipy.optimize

from kaleido._version import __version__
from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import SEED, Bounds
from kaleido.base.contract import Keywords, Maybe, Natural, Plain, output
from kaleido.base.errors import OptionError, WorkersError
from kaleido.base.text import unknown
from kaleido.heuristics.plus import PaperPlus
from kaleido.lab.learn.boards import generate_boards
from kaleido.lab.learn.training import Example, collect_examples, fit_policy
from kaleido.lab.pairing import cost_ratio
from kaleido.lab.statistics import FloatArray, Interval, Sample, clustered_share, quantiles, t_mean
from kaleido.parallel import Crash, Serial, Shipped, Workers, open_jobs
from kaleido.puzzle.questions import solve
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned

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
        """The nodes of all runs, censored without a solution, in clusters by board."""
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


Work = Callable[[Problem, Any], Any]  # of a problem, and the task's own value


def map_problems(
    work: Work,
    asked: Iterable[tuple[Problem, Any]],
    tick: Callable[[], None] | None = None,
    workers: int | Workers = 1,
) -> list[Any]:
    """Return the results of work on problems, in their order.

    To workers go the board and the pieces of a problem, and the work with its code.
    """
    tasks: Iterator[Any] = ((work, problem, own) for problem, own in asked)
    found: dict[int, Any] = {}
    with open_jobs(workers) as opened:
        if not isinstance(opened, Serial):
            sent = Shipped(work)
            tasks = ((sent, (each.pattern, each.pieces), own) for _, each, own in tasks)
        for place, result in opened.map_unordered(_do, tasks):
            if isinstance(result, Crash):
                raise WorkersError(f"the work on board {place + 1} failed: {result.reason}")
            found[place] = result
            if tick is not None:
                tick()
    return [found[place] for place in range(len(found))]


def _do(task: tuple[Work, Any, Any]) -> Any:
    work, problem, own = task
    return work(problem if isinstance(problem, Problem) else _problem_of(*problem), own)


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
    answers = map_problems(partial(_solve, make), asked, tick, workers)
    nodes, moves, seconds = np.array(answers, float).T.reshape(3, len(problems), len(seeds))
    return Evaluation(nodes, nodes - moves, moves > 0, float(seconds.sum()))


def rounded(interval: Interval) -> tuple[float | None, float | None, float | None]:
    """Return an estimate and the ends of its interval with four decimals, None for no number."""
    value, low, high = (round(each, 4) if isfinite(each) else None for each in interval)
    return value, low, high


MAX_NODES = 2000  # limit of nodes of a run, in training and on the boards held out
STEP = 0.25  # size of the first steps of the direct search, on a log scale
# Added to the seed for the boards held out, so that they differ from the training boards.
HELD_OUT_FROM = 10**9
# Number of times that training fits the policy; each round adds examples from the last policy.
ROUNDS = 2

_SEEDS = (0, 1)

# Called with the name of a stage and the share of it that is done.
Report = Callable[[str, float], None]


@dataclass(frozen=True)
class Base:
    """A strategy whose weights can be fitted from a policy on, and the one to compare it with.

    One that `learns` uses training data before the direct search, which multiplies each of the
    `groups` of fields of the policy or of its weights by a factor of its own.
    """

    before: Callable[[int], Strategy]
    make: Callable[[int, Policy], Strategy]
    start: Policy
    learns: bool
    groups: tuple[tuple[str, ...], ...]


BASES: Mapping[str, Base] = {
    "tuned": Base(
        Constrained,
        Tuned,
        Policy(Weights(window=0.0, split=0.0), sharpness=0.5),
        True,
        (("pieces",), ("scarce_cells",), ("singles", "pairs"), ("sharpness",), ("breadth",)),
    ),
    "paper-plus": Base(
        PaperPlus,
        lambda seed, policy: PaperPlus(seed, policy.weights),
        Policy(Weights()),
        False,
        (("window",), ("corner",), ("block",), ("span",)),
    ),
}


@dataclass(frozen=True)
class Training(Plain):
    """The results of a training."""

    lessons: Annotated[Natural, "The number of training examples."]
    start: Annotated[
        float,
        "The mean of log(nodes / pieces) on the boards for training before the direct search.",
    ]
    end: Annotated[float, "The same after the direct search."]


@dataclass(frozen=True)
class HeldOut(Plain):
    """The evaluation on boards that were not used for training."""

    before: Runs
    after: Runs
    ratio: Annotated[
        Interval95, "The nodes after over the nodes before, as a geometric mean over boards."
    ]


@dataclass(frozen=True)
class Fit(Plain):
    """The options of the fit."""

    base: Annotated[str, "The strategy whose weights were fitted."]
    boards: Annotated[Natural, "The number of boards for training."]
    held_out: Annotated[Natural, "The number of boards held out."]
    seed: Annotated[int, "The seed."]
    budget: Annotated[Natural, "The number of runs over all boards allowed to the direct search."]
    version: Annotated[str, "The version of Kaleido that fitted them."] = __version__


@output("tune", "The answer of kaleido tune --json, and the file of kaleido tune --output")
class Learned(Plain):
    """The learned weights, and how they do on other boards."""

    strategy: Annotated[str, "The strategy whose weights were fitted."]
    made: Annotated[Fit, "The options of the fit."]
    training: Annotated[Training, "The results of a training."]
    held_out: Annotated[HeldOut, "The evaluation on boards that were not used for training."]
    policy: Annotated[Policy, "The weights that were learned, and the figures that go with them."]


@checked_arguments
class Tuning(NamedTuple):
    """A fitted policy and its evaluation.

    Attributes
    ----------
    made, examples
        The options of the fit, and the number of forks in the training data.
    start, end : float
        The mean of log(nodes / pieces) on the training boards, before and after the direct search.
    before, after : Evaluation
        The strategy to compare with and the fitted one, on the boards held out.
    """

    policy: Policy
    made: Mapping[str, Any]
    examples: int
    start: float
    end: float
    before: Evaluation
    after: Evaluation

    @property
    def ratio(self) -> Interval:
        """The ratio of nodes, `after` to `before`, on the boards held out, within the limit."""
        return cost_ratio(self.after.sample, self.before.sample)

    @property
    def form(self) -> Learned:
        """The result as ``kaleido tune --json`` prints it."""
        held_out = HeldOut(self.before.form, self.after.form, rounded(self.ratio))
        training = Training(self.examples, self.start, self.end)
        return Learned(self.made["base"], Fit(**self.made), training, held_out, self.policy)

    @property
    def kept(self) -> Learned:
        """The result as a file keeps it: without durations, which differ from run to run."""
        form, held = self.form, self.form.held_out
        before, after = (replace(each, seconds=None) for each in (held.before, held.after))
        return replace(form, held_out=HeldOut(before, after, held.ratio))

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return self.form.as_dict()


def tune(
    base: str = "tuned",
    *,
    boards: int = 400,
    held_out: int = 200,
    seed: int = 0,
    budget: int = 100,
    workers: int | Workers = 1,
    scheduler: str | None = None,
    report: Report | None = None,
) -> Tuning:
    """Fit weights on generated boards so that few nodes lead to the first solution.

    The weights of `Tuned` are fitted in two steps. First, training data are collected on the way
    to random solutions: forks, and which of their moves the solution contains; a conditional
    logit model then makes these moves likely, and so moves that keep many solutions. Second, a
    direct search multiplies groups of parameters by factors to lower the number of nodes itself.
    The weights of paper-plus are fitted by direct search alone.

    Parameters
    ----------
    base : {"tuned", "paper-plus"}, optional
    boards, held_out : int, optional
        Numbers of boards for training, and for the evaluation, which is made once, at the end.
    seed : int, optional
        The same seed gives the same boards and weights.
    budget : int, optional
        Number of evaluations on all training boards that the direct search may make.
    workers : int or Workers, optional
        The number of processes that share the work, -1 for one on each core, or those of
        `kaleido.parallel.make_workers`. The weights are the same for any number, but not the
        seconds.
    scheduler : str, optional
        The address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, to use its
        workers instead.
    report : callable, optional
        Called with the name of the current stage and the share of it that is done.
    """
    if base not in BASES:
        raise OptionError(unknown("base", base, BASES))
    made = {"boards": boards, "held_out": held_out, "seed": seed, "budget": budget}
    for (name, number), least in zip(made.items(), (2, 2, 0, 0), strict=True):
        Bounds(least, SEED.most).check(number, name)
    own, report = BASES[base], report or (lambda _stage, _share: None)
    problems = _generate("generating boards", boards, seed, report)
    with open_jobs(workers, scheduler) as opened:
        policy, examples = own.start, 0
        if own.learns:
            policy, examples = _train(problems, policy, seed, report, opened)
        policy, start, end = direct_search(problems, own, policy, budget, report, opened)
        unseen = _generate("generating boards held out", held_out, seed + HELD_OUT_FROM, report)
        runs = 2 * len(_SEEDS) * len(unseen)
        done = iter(range(1, runs + 1))

        def tick() -> None:
            report("evaluating on boards held out", next(done) / runs)

        before = evaluate(unseen, own.before, _SEEDS, MAX_NODES, tick, opened)
        after = evaluate(
            unseen, lambda seed: own.make(seed, policy), _SEEDS, MAX_NODES, tick, opened
        )
    return Tuning(policy, {"base": base} | made, examples, start, end, before, after)


def _generate(stage: str, number: int, seed: int, report: Report) -> list[Problem]:
    return list(map(Problem, generate_boards(number, seed, partial(report, stage)).values()))


def _train(
    problems: Sequence[Problem], policy: Policy, seed: int, report: Report, workers: Workers
) -> tuple[Policy, int]:
    examples: list[Example] = []
    done = 0

    def tick() -> None:
        nonlocal done
        done += 1
        report("collecting training data", done / len(problems))

    for number in range(ROUNDS):
        # Each round skips a seed: the shipped weights were made so.
        first = seed + number + done
        asked = ((each, first + place) for place, each in enumerate(problems[number::ROUNDS]))
        found = map_problems(partial(collect_examples, policy), asked, tick, workers)
        examples += chain.from_iterable(found)
        policy = fit_policy(examples, problems[0], policy)
    return policy, len(examples)


def direct_search(
    problems: Sequence[Problem],
    base: Base,
    policy: Policy,
    budget: int,
    report: Report = lambda _stage, _share: None,
    workers: int | Workers = 1,
) -> tuple[Policy, float, float]:
    """Multiply each of the base's groups of parameters by a factor that lowers the nodes.

    The budget is a number of evaluations on all boards. Returned are the best policy evaluated, and
    the mean of log(nodes / pieces) with the start and with that policy.
    """
    evaluated: dict[Policy, float] = {}

    def loss(logs: npt.NDArray[np.float64]) -> float:
        each = _scaled(policy, zip(base.groups, np.exp(logs).tolist(), strict=True))
        if len(evaluated) > budget:
            return math.inf
        found = evaluate(
            problems, lambda seed: base.make(seed, each), (0,), MAX_NODES, workers=workers
        )
        pieces = found.nodes - found.excess
        evaluated[each] = float(np.log(found.nodes / np.maximum(pieces, 1)).mean())
        report("searching weights", min(len(evaluated) / (budget + 1), 1))
        return evaluated[each]

    start = np.zeros(len(base.groups))
    first = loss(start)
    if budget:
        corners = np.vstack([start, STEP * np.eye(len(start))])
        options: Any = {"maxfev": budget, "initial_simplex": corners}
        scipy.optimize.minimize(loss, start, method="Nelder-Mead", options=options)
    best = min(evaluated, key=evaluated.__getitem__)
    return best, first, evaluated[best]


def _scaled(policy: Policy, factors: Iterable[tuple[tuple[str, ...], float]]) -> Policy:
    values = policy.as_dict()
    for names, factor in factors:
        for name in names:
            part = values["weights"] if name in values["weights"] else values
            part[name] = _mapped(partial(mul, factor), part[name])
    # With four digits a file holds the exact values.
    return Policy.from_dict(_mapped(lambda number: round(number, 4), values))


def _mapped(function: Callable[[float], float], value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _mapped(function, each) for name, each in value.items()}
    return function(value)
