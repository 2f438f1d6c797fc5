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
    """What the training came to."""

    lessons: Annotated[Natural, "The number of training examples."]
    start: Annotated[
        float,
        "The mean of log(nodes / pieces) on the boards for training before the direct search.",
    ]
    end: Annotated[float, "The same after the direct search."]


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


@dataclass(frozen=True)
class TimedRuns(Plain):
    """The runs of one strategy on the boards held out."""

    runs: Flat[Runs]
    seconds: Annotated[float, "The duration of all runs together."]


@dataclass(frozen=True)
class HeldOut(Plain):
    """The evaluation on boards that were not used for training."""

    before: Runs
    after: Runs
    ratio: Annotated[
        Interval95,
        "The nodes after over the nodes before, as a geometric mean over boards.",
    ]


@dataclass(frozen=True)
class TimedHeldOut(Plain):
    """The evaluation on boards that were not used for training."""

    before: TimedRuns
    after: TimedRuns
    ratio: Annotated[
        Interval95,
        "The nodes after over the nodes before, as a geometric mean over boards.",
    ]


@dataclass(frozen=True)
class Fit(Plain):
    """The options of the fit."""

    base: Annotated[str, "The strategy whose weights were fitted."]
    boards: Annotated[Natural, "The number of boards for training."]
    held_out: Annotated[Natural, "The number of boards held out."]
    seed: Annotated[int, "The seed."]
    budget: Annotated[Natural, "The number of runs over all boards allowed to the direct search."]


@dataclass(frozen=True)
class Made(Plain):
    """How the file was made."""

    command: Annotated[str, "The command that writes this file."]
    version: Annotated[str, "The version of Kaleido that wrote it."]


@output("tune", "The answer of kaleido tune --json")
@dataclass(frozen=True)
class Tuned(Plain):
    """The learned weights, and how they do on other boards."""

    strategy: Annotated[str, "The strategy whose weights were fitted."]
    made: Annotated[Fit, "The options of the fit."]
    training: Annotated[Training, "What the training came to."]
    held_out: Annotated[TimedHeldOut, "The evaluation on boards that were not used for training."]
    policy: Annotated[Policy, "The weights that were learned, and the figures that go with them."]


@output("weights", "The file of kaleido tune --output")
@dataclass(frozen=True)
class KeptWeights(Plain):
    """The learned weights as a file that a strategy reads, the same for the same options."""

    strategy: Annotated[str, "The strategy whose weights were fitted."]
    made: Annotated[Made, "How the file was made."]
    training: Annotated[Training, "What the training came to."]
    held_out: Annotated[HeldOut, "The evaluation on boards that were not used for training."]
    policy: Annotated[Policy, "The weights that were learned, and the figures that go with them."]
