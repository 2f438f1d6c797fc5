"""A search kept whole: every event, for figures and animations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kaleido.analysis.answer import Answer
from kaleido.analysis.solving import solve
from kaleido.model.board import Board
from kaleido.model.placement import Placement
from kaleido.search.events import Event, Place
from kaleido.search.fork import Strategy
from kaleido.search.position import place_all
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies import DEFAULT
from kaleido.search.tracker import Tracker


class Step(NamedTuple):
    """A placement that the search made.

    Attributes
    ----------
    place : Place
        The event.
    parent : int or None
        The number of the step it follows from; None on the board that the search started from.
    """

    place: Place
    parent: int | None


@dataclass(frozen=True, eq=False)
class Recording:
    """A search from start to end.

    Attributes
    ----------
    answer : Answer
        What it came to.
    start : State
        The board it started from.
    events : tuple of Event
        All it told on the way.

    Examples
    --------
    >>> from kaleido import Pattern
    >>> recording = record(Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4)), "paper")
    >>> len(recording.line), recording.steps[recording.line[-1]].place.state.inner_edges
    (18, 65)
    """

    answer: Answer
    start: State
    events: tuple[Event, ...]

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every placement made, in order."""
        return self._followed[0]

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The steps that lead to the solution; without one, to the fullest board reached."""
        return self._followed[1]

    @property
    def fullest(self) -> State:
        """The board with the most pieces: the solution when it was found."""
        return self.steps[self.line[-1]].place.state if self.line else self.start

    @cached_property
    def _followed(self) -> tuple[tuple[Step, ...], tuple[int, ...]]:
        tracker = Tracker()
        steps: list[Step] = []
        numbers: dict[int, int] = {}
        last = -1
        deepest = 0
        for event in self.events:
            if isinstance(event, Place):
                parent = numbers[id(tracker.line[-1])] if tracker.line else None
                numbers[id(event)] = len(steps)
                steps.append(Step(event, parent))
            tracker.follow(event)
            if len(tracker.line) > deepest:
                deepest, last = len(tracker.line), len(steps) - 1
        line: list[int] = []
        step: int | None = last if steps else None
        while step is not None:
            line.append(step)
            step = steps[step].parent
        return tuple(steps), tuple(reversed(line))


def record(
    pattern: Board | Problem,
    strategy: Strategy | str = DEFAULT,
    *,
    seed: int = 0,
    max_nodes: int | None = None,
    timeout: float | None = None,
    placed: Iterable[Placement] = (),
    watch: Callable[[Event], None] | None = None,
) -> Recording:
    """Solve a pattern and keep every event of the search.

    Parameters
    ----------
    pattern : Board or Problem
    strategy, seed, max_nodes, timeout, placed, watch
        As for `kaleido.solve`.

    Returns
    -------
    Recording
        It takes about 2 KB a node.

    Raises
    ------
    OptionError
        The strategy is unknown or a limit is negative.
    PlacingError
        The pieces placed do not fit.
    """
    events: list[Event] = []

    def follow(event: Event) -> None:
        events.append(event)
        if watch is not None:
            watch(event)

    placements = tuple(placed)
    problem = pattern if isinstance(pattern, Problem) else Problem(pattern)
    answer = solve(
        problem,
        strategy,
        seed=seed,
        max_nodes=max_nodes,
        timeout=timeout,
        placed=placements,
        watch=follow,
    )
    start = place_all(problem, placements)
    return Recording(answer, start, tuple(events))
