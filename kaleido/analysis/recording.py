"""A recorded search: every event, for figures and animations."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kaleido.analysis.answer import Answer
from kaleido.arguments import check_type
from kaleido.model.drawable import Captioned
from kaleido.search.events import Event, Place
from kaleido.search.state import State
from kaleido.search.tracker import Tracker
from kaleido.text import plural


class Step(NamedTuple):
    """A placement that the search made.

    Attributes
    ----------
    place : Place
        The event.
    parent : int or None
        The number of the step before it; None on the board from which the search started.
    """

    place: Place
    parent: int | None


@dataclass(frozen=True, eq=False, repr=False)
class Recording(Captioned):
    """A search from start to end; a notebook shows its fullest board and how it ended.

    Attributes
    ----------
    answer : Answer
        The result of the search.
    start : State
        The board from which it started.
    events : tuple of Event
        All events, in order.
    """

    answer: Answer
    start: State
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"<Recording: {self.answer.heading}\n {self._extent}>"

    @property
    def _extent(self) -> str:
        pieces = sum(self.start.problem.pieces.counts)
        return (
            f"{plural(len(self.events), 'event')}, {self.fullest.depth} of {pieces} pieces on the "
            f"fullest board, {self.start.inner_edges} edges known at first and "
            f"{self.fullest.inner_edges} there"
        )

    @property
    def pictured(self) -> State:
        """The fullest board."""
        return self.fullest

    @property
    def caption(self) -> str:
        """How the search ended, and how far it came."""
        return f"{self.answer.heading}; {self._extent}"

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every placement made, in order."""
        return self._followed[0]

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The steps that lead to the solution or, without one, to the fullest board reached."""
        return self._followed[1]

    @property
    def fullest(self) -> State:
        """The board with the most pieces: the solution if one was found."""
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


def check_recording(thing: object) -> None:
    """Raise an `OptionError` unless a value is a recording."""
    check_type(thing, Recording, "a recording, as kaleido.record returns it")
