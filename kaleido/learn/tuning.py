"""Fitting weights on generated boards and evaluating them on others."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kaleido._version import __version__
from kaleido.analysis.statistics import Interval
from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.learn.base import BASES
from kaleido.learn.boards import generate_boards
from kaleido.learn.direct_search import MAX_NODES, Report, direct_search
from kaleido.learn.evaluation import Evaluation, compare_nodes, evaluate, rounded
from kaleido.learn.form import Fit, HeldOut, KeptWeights, Made, TimedHeldOut, Training, Tuned
from kaleido.learn.logit import fit_policy
from kaleido.learn.training_data import Example, collect_examples
from kaleido.search.problem import Problem
from kaleido.search.strategies.policy import Policy
from kaleido.text import unknown

HELD_OUT_FROM = 10**9
"""Added to the seed for the boards held out, so that they differ from the training boards."""

ROUNDS = 2
"""Number of times that training fits the policy; each round adds examples from the last policy."""

_SEEDS = (0, 1)


class Tuning(NamedTuple):
    """A fitted policy and its evaluation.

    Attributes
    ----------
    made : mapping
        The options of the fit: the base, numbers of boards, seed and budget.
    examples : int
        Number of forks in the training data.
    start, end : float
        The mean of log(nodes / pieces) on the training boards, before and after the direct
        search, which minimises it.
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
        """The ratio of nodes, `after` to `before`, on the boards held out."""
        return compare_nodes(self.before, self.after)

    @property
    def form(self) -> Tuned:
        """The result as ``kaleido tune --json`` prints it."""
        held_out = TimedHeldOut(self.before.form, self.after.form, rounded(self.ratio))
        training = Training(self.examples, self.start, self.end)
        return Tuned(self.made["base"], Fit(**self.made), training, held_out, self.policy)

    def kept(self, command: str) -> KeptWeights:
        """Return the result as a file keeps it: without durations, which differ from run to run."""
        tuned = self.form
        before, after = tuned.held_out.before.runs, tuned.held_out.after.runs
        held_out = HeldOut(before, after, tuned.held_out.ratio)
        made = Made(command, __version__)
        return KeptWeights(tuned.strategy, made, tuned.training, held_out, self.policy)

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain values."""
        return self.form.as_dict()


@named_options
def tune(
    base: str = "tuned",
    *,
    boards: int = 400,
    held_out: int = 200,
    seed: int = 0,
    budget: int = 100,
    report: Report = lambda _stage, _share: None,
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
    boards : int, optional
        Number of boards for training.
    held_out : int, optional
        Number of boards for the evaluation, which is made once, at the end.
    seed : int, optional
        The same seed gives the same boards and weights.
    budget : int, optional
        Number of evaluations on all training boards that the direct search may make.
    report : callable, optional
        Called with the name of the current stage and the share of it that is done.

    Raises
    ------
    OptionError
        The base is unknown, or a number is out of its range.
    """
    if base not in BASES:
        raise OptionError(unknown("base", base, BASES))
    made = {"boards": boards, "held_out": held_out, "seed": seed, "budget": budget}
    for (name, number), least in zip(made.items(), (2, 2, 0, 0), strict=True):
        if number < least:
            raise OptionError(f"{name} is {number}, expected {least} or more")
    own = BASES[base]
    problems = _generate("generating boards", boards, seed, report)
    policy, examples = own.start, 0
    if own.learns:
        policy, examples = _train(problems, policy, seed, report)
    policy, start, end = direct_search(problems, own, policy, budget, report)
    unseen = _generate("generating boards held out", held_out, seed + HELD_OUT_FROM, report)
    runs = 2 * len(_SEEDS) * len(unseen)
    done = iter(range(1, runs + 1))

    def tick() -> None:
        report("evaluating on boards held out", next(done) / runs)

    before = evaluate(unseen, own.before, _SEEDS, MAX_NODES, tick)
    after = evaluate(unseen, lambda each: own.make(each, policy), _SEEDS, MAX_NODES, tick)
    return Tuning(policy, {"base": base} | made, examples, start, end, before, after)


def _generate(stage: str, number: int, seed: int, report: Report) -> list[Problem]:
    problems = []
    for board in generate_boards(number, seed).values():
        problems.append(Problem(board))
        report(stage, len(problems) / number)
    return problems


def _train(
    problems: Sequence[Problem], policy: Policy, seed: int, report: Report
) -> tuple[Policy, int]:
    """Fit a policy to examples collected in rounds, and return it with the number of examples."""
    examples: list[Example] = []
    done = 0
    for number in range(ROUNDS):
        for problem in problems[number::ROUNDS]:
            # Each round skips a seed: the shipped weights were made so.
            examples += collect_examples(problem, policy, seed + number + done)
            done += 1
            report("collecting training data", done / len(problems))
        policy = fit_policy(examples, problems[0], policy)
    return policy, len(examples)
