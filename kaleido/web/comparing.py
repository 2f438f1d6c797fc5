"""Strategies side by side over many seeds, on one board, run by run as they end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Literal

from kaleido.analysis.answer import Status
from kaleido.analysis.puzzle import Position, Puzzle
from kaleido.contract import Natural, Plain
from kaleido.heuristics.makers import Maker
from kaleido.search.events import Event, Place
from kaleido.web.search_events import Emit

if TYPE_CHECKING:
    from kaleido.analysis.pairing import Paired

Label = Annotated[str, "The strategy, as it was asked for."]


@dataclass(frozen=True)
class RunEvent(Plain):
    """A run of a comparison has ended."""

    type: Literal["run"]
    strategy: Label
    seed: int
    uses_seed: Annotated[bool, "Whether another seed may make other moves."]
    status: Annotated[Status, "How it ended: with a solution, with a proof, or at a limit."]
    nodes: Annotated[Natural, "The number of placements tried."]
    backtracks: Annotated[Natural, "The number of placements taken back one by one."]
    line: Annotated[
        tuple[tuple[int, int], ...],
        "How many cells have been covered at the most, as [nodes, cells] wherever that rises.",
    ]


@dataclass(frozen=True)
class NodesRatio(Plain):
    """How many times as many nodes a strategy needs as another, on the same seeds.

    An end of the 95 % interval that the runs do not bound is null, and so is a ratio of which they
    tell nothing.
    """

    first: Label
    second: Label
    value: float | None
    low: float | None
    high: float | None

    @classmethod
    def of(cls, paired: Paired) -> NodesRatio:
        """Return the ratio of two strategies set against each other."""
        numbers = [each if isfinite(each) and each > 0 else None for each in paired.ratio]
        return cls(paired.first, paired.second, *numbers)


@dataclass(frozen=True)
class ComparedEvent(Plain):
    """All runs of a comparison have ended."""

    type: Literal["compared"]
    ratios: Annotated[tuple[NodesRatio, ...], "Of every two strategies."]


def emit_comparison(
    start: Position | Puzzle,
    strategies: Mapping[str, Maker],
    seeds: int,
    max_nodes: int,
    emit: Emit,
) -> ComparedEvent:
    """Run strategies with seeds from 0 on, emit each run as it ends, and return how they compare.

    The runs are those of `kaleido.compare`.
    """
    # These load arrays, which other jobs do not need.
    from kaleido.analysis.comparison import Comparison
    from kaleido.analysis.experiment import Experiment
    from kaleido.analysis.schedule import done_run

    runs = []
    with Experiment({"board": start}, strategies, seeds, max_nodes=max_nodes).opened() as schedule:
        for task in schedule.order():
            line = FullestLine()
            run = done_run(task, line.follow)
            runs.append(run)
            numbers = run.nodes, run.backtracks, tuple(line.points)
            own = run.strategy, run.seed, run.uses_seed, Status(run.status)
            emit(RunEvent("run", *own, *numbers).as_dict())
    pairs = Comparison(runs).pairwise() if len(strategies) > 1 else ()
    return ComparedEvent("compared", tuple(map(NodesRatio.of, pairs)))


class FullestLine:
    """How full the fullest board of a search was after so many nodes, as `kaleido.plot.anytime`."""

    def __init__(self) -> None:
        self._nodes = 0
        self.points: list[tuple[int, int]] = []

    def follow(self, event: Event) -> None:
        """Take in the next event of the search."""
        if isinstance(event, Place):
            self._nodes += 1
            cells = event.state.filled.bit_count()
            if not self.points or cells > self.points[-1][1]:
                self.points.append((self._nodes, cells))
