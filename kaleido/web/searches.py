"""Searches watched from outside: one event by event, or strategies side by side run by run."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Literal

from kaleido.base.contract import Natural, Plain
from kaleido.heuristics.makers import Maker
from kaleido.puzzle.event_forms import EventForms, SolvedEvent, UnsolvedEvent
from kaleido.puzzle.puzzle import Position, Puzzle
from kaleido.search.events import Event, Place
from kaleido.search.fork import Strategy
from kaleido.search.result import Status
from kaleido.web.limits import MAX_SECONDS

if TYPE_CHECKING:
    from kaleido.lab.pairing import Paired


Emit = Callable[[Plain], None]
"""Called with each event."""

INTERVAL = 0.1  # seconds between two reports of how far a job is


def sparing(emit: Emit) -> Emit:
    """Return a function that emits reports of how far a job is, but not too often."""
    last = -INTERVAL

    def report(how_far: Plain) -> None:
        nonlocal last
        now = time.perf_counter()
        if now - last >= INTERVAL:
            last = now
            emit(how_far)

    return report


def emit_search(
    position: Position, strategy: Strategy, max_nodes: int, emit: Emit
) -> SolvedEvent | UnsolvedEvent:
    """Search on from a position and emit every event but the last, which is returned."""
    forms = EventForms(position.state, position.problem.solved_edges)
    emit(forms.start)

    def watch(event: Event) -> None:
        if (form := forms.form(event)) is not None:
            emit(form)

    answer = position.solve(strategy, max_nodes=max_nodes, timeout=MAX_SECONDS, watch=watch)
    if answer.solution is not None:
        return SolvedEvent("solved", tuple(move.placement for move in answer.moves))
    kind: Literal["exhausted", "gave-up"]
    kind = "exhausted" if answer.status is Status.NO_SOLUTION else "gave-up"
    return UnsolvedEvent(kind, answer.why)


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

    Where runs gave up, nodes count up to the limit `within` which that is so. A single pair has no
    95 % interval.
    """

    first: Label
    second: Label
    value: float
    low: float | None
    high: float | None
    within: float | None

    @classmethod
    def of(cls, paired: Paired) -> NodesRatio:
        """Return the ratio of two strategies set against each other."""
        numbers = (each if isfinite(each) else None for each in (*paired.ratio[1:], paired.limit))
        return cls(paired.first, paired.second, paired.ratio.value, *numbers)


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
    from kaleido.lab.comparison import Comparison
    from kaleido.lab.experiment import Experiment, done_run

    runs = []
    with Experiment({"board": start}, strategies, seeds, max_nodes=max_nodes).opened() as schedule:
        for task in schedule.order():
            line = FullestLine()
            run = done_run(task, line.follow)
            runs.append(run)
            numbers = run.nodes, run.backtracks, tuple(line.points)
            own = run.strategy, run.seed, run.uses_seed, Status(run.status)
            emit(RunEvent("run", *own, *numbers))
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
