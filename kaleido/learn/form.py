"""What ``kaleido tune`` prints and writes, in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from kaleido.contract import Flat, Natural, Plain, Rule, output
from kaleido.search.strategies.policy import Policy

Interval95 = Annotated[
    tuple[float, float, float],
    Rule(description="A value with the lower and upper limit of its 95 % interval."),
]


@dataclass(frozen=True)
class Training(Plain):
    """What the training came to.

    Attributes
    ----------
    lessons : int
        The number of training examples.
    start : float
        The mean of log(nodes / pieces) on the boards for training before the direct search.
    end : float
        The same after the direct search.
    """

    lessons: Natural
    start: float
    end: float


@dataclass(frozen=True)
class Runs(Plain):
    """The runs of one strategy on the boards held out.

    Attributes
    ----------
    runs : int
        The number of runs.
    solved : int
        The number of runs that found a solution.
    at_once : (float, float, float)
        The share of runs without a backtrack.
    median : float
        The median of the nodes.
    p90 : float
        The nodes that 90 % of the runs do not exceed.
    typical : (float, float, float)
        The geometric mean of the nodes.
    mean : (float, float, float)
        The mean of the nodes.
    """

    runs: Natural
    solved: Natural
    at_once: Interval95
    median: float
    p90: float
    typical: Interval95
    mean: Interval95


@dataclass(frozen=True)
class TimedRuns(Plain):
    """The runs of one strategy on the boards held out.

    Attributes
    ----------
    seconds : float
        The duration of all runs together.
    """

    runs: Flat[Runs]
    seconds: float


@dataclass(frozen=True)
class HeldOut(Plain):
    """The evaluation on boards that were not used for training.

    Attributes
    ----------
    ratio : (float, float, float)
        The nodes after over the nodes before, as a geometric mean over boards.
    """

    before: Runs
    after: Runs
    ratio: Interval95


@dataclass(frozen=True)
class TimedHeldOut(Plain):
    """The evaluation on boards that were not used for training.

    Attributes
    ----------
    ratio : (float, float, float)
        The nodes after over the nodes before, as a geometric mean over boards.
    """

    before: TimedRuns
    after: TimedRuns
    ratio: Interval95


@dataclass(frozen=True)
class Fit(Plain):
    """The options of the fit.

    Attributes
    ----------
    base : str
        The strategy whose weights were fitted.
    boards : int
        The number of boards for training.
    held_out : int
        The number of boards held out.
    seed : int
        The seed.
    budget : int
        The number of runs over all boards allowed to the direct search.
    """

    base: str
    boards: Natural
    held_out: Natural
    seed: int
    budget: Natural


@dataclass(frozen=True)
class Made(Plain):
    """How the file was made.

    Attributes
    ----------
    command : str
        The command that writes this file.
    version : str
        The version of Kaleido that wrote it.
    """

    command: str
    version: str


@output("tune", "The answer of kaleido tune --json")
@dataclass(frozen=True)
class Tuned(Plain):
    """The learned weights, and how they do on other boards.

    Attributes
    ----------
    strategy : str
        The strategy whose weights were fitted.
    made : Fit
        The options of the fit.
    training : Training
        What the training came to.
    held_out : TimedHeldOut
        The evaluation on boards that were not used for training.
    policy : Policy
        The weights that were learned, and the figures that go with them.
    """

    strategy: str
    made: Fit
    training: Training
    held_out: TimedHeldOut
    policy: Policy


@output("weights", "The file of kaleido tune --output")
@dataclass(frozen=True)
class KeptWeights(Plain):
    """The learned weights as a file that a strategy reads; it says the same for the same options.

    Attributes
    ----------
    strategy : str
        The strategy whose weights were fitted.
    made : Made
        How the file was made.
    training : Training
        What the training came to.
    held_out : HeldOut
        The evaluation on boards that were not used for training.
    policy : Policy
        The weights that were learned, and the figures that go with them.
    """

    strategy: str
    made: Made
    training: Training
    held_out: HeldOut
    policy: Policy
