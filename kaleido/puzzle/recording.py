"""A recorded search: every event, its moments one by one, and its progress in edges."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from kaleido.base.arguments import checked_arguments
from kaleido.base.attributes import named_attributes
from kaleido.base.extras import data_frame
from kaleido.base.text import plural
from kaleido.model.cause import Cause
from kaleido.model.drawable import Captioned
from kaleido.puzzle.answer import Answer, Move
from kaleido.search.events import Backtrack, Event, Place, Resume, Tracker
from kaleido.search.state import State

if TYPE_CHECKING:
    import pandas as pd


class Moment(Enum):
    """The kind of a moment: the board that is shown."""

    START = "the board before the first move"
    MOVE = "the board after a move"
    BACK = "the board after a piece is taken back"
    RESUME = "another board is taken up"
    END = "the solution, or the fullest board reached"


class Frame(NamedTuple):
    """A moment of a search as it is shown, with the move that is made or taken back.

    The counts are those of the search so far, as in `Tracker`. A move is kept if it is part of the
    line. `top` is the step of the recording that placed the last piece, None if none did.
    """

    moment: Moment
    state: State
    place: Place | None
    nodes: int
    backtracks: int
    resumes: int
    kept: bool = False
    skipped: int = 0
    top: int | None = None


_MOMENTS = {Place: Moment.MOVE, Backtrack: Moment.BACK, Resume: Moment.RESUME}


class RecordedStep(NamedTuple):
    """A placement that the search made, and the number of the step before it, if there is one."""

    place: Place
    parent: int | None


@checked_arguments
@named_attributes
@dataclass(frozen=True, eq=False, repr=False)
class Recording(Captioned):
    """A search from start to end; a notebook shows its fullest board and how it ended.

    It has the answer of the search, the board from which it started, and all events in order.
    """

    answer: Answer
    start: State
    events: tuple[Event, ...]

    def __repr__(self) -> str:
        return f"<Recording: {self.answer.heading}\n {self._extent}>"

    @property
    def _extent(self) -> str:
        return (
            f"{plural(len(self.events), 'event')}, {self.fullest.progress} on the fullest board, "
            f"{self.start.inner_edges} edges known at first and {self.fullest.inner_edges} there"
        )

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that lead to the solution; empty without one."""
        return self.answer.moves

    @property
    def failed(self) -> bool:
        """Whether the search ended without a solution."""
        return self.answer.solution is None

    @property
    def end(self) -> str:
        """The last board in words: the solution, or how full it is and why there is no more.

        Examples
        --------
        >>> from kaleido import record
        >>> record("smiley", "paper", max_nodes=30).end
        '10 of 18 pieces: gave up'
        >>> record("smiley", "paper+as-published").end
        '10 of 18 pieces: dead end'
        """
        if not self.failed:
            return "solution"
        return how_failed(self.fullest, self.answer.reason)

    @property
    def pictured(self) -> State:
        """The fullest board."""
        return self.fullest

    @property
    def caption(self) -> str:
        """How the search ended, and how far it got."""
        return f"{self.answer.heading}; {self._extent}"

    @cached_property
    def moments(self) -> tuple[Frame, ...]:
        """Every moment before the end, in order."""
        tracker, numbers = Tracker(), dict[int, int]()
        frames = [Frame(Moment.START, self.start, None, 0, 0, 0)]
        for event in self.events:
            last = tracker.line[-1] if tracker.line else None
            if isinstance(event, Place):
                numbers[id(event)] = tracker.nodes
            tracker.follow(event)
            moment = _MOMENTS.get(type(event))
            if moment is not None:
                top = tracker.line[-1] if tracker.line else None
                state = top.state if top else self.start
                moved = top if moment is Moment.MOVE else last if moment is Moment.BACK else None
                counts = tracker.nodes, tracker.backtracks, tracker.resumes
                number = numbers[id(top)] if top else None
                frames.append(Frame(moment, state, moved, *counts, top=number))
        return tuple(frames)

    @cached_property
    def steps(self) -> tuple[RecordedStep, ...]:
        """Every placement made, in order."""
        return tuple(
            RecordedStep(frame.place, before.top)
            for before, frame in pairwise(self.moments)
            if frame.place is not None and frame.moment is Moment.MOVE
        )

    @cached_property
    def line(self) -> tuple[int, ...]:
        """The steps that lead to the solution or, without one, to the fullest board reached."""
        step = max(self.moments, key=lambda frame: frame.state.depth).top
        line: list[int] = []
        while step is not None:
            line.append(step)
            step = self.steps[step].parent
        return tuple(reversed(line))

    @cached_property
    def subtree_nodes(self) -> tuple[int, ...]:
        """For each step, the number of placements made from it on until it was taken back.

        The step itself counts. A step that was never taken back has all that follow it.

        Examples
        --------
        >>> from kaleido import record
        >>> record("car", "paper-plus").subtree_nodes
        (19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 1, 5, 4, 3, 2, 1)
        """
        nodes = [1] * len(self.steps)
        # Later placements never come before earlier ones.
        for number in reversed(range(len(nodes))):
            before = self.steps[number].parent
            if before is not None:
                nodes[before] += nodes[number]
        return tuple(nodes)

    @property
    def fullest(self) -> State:
        """The board with the most pieces: the solution if one was found."""
        return self.steps[self.line[-1]].place.state if self.line else self.start

    def save(self, path: str | Path) -> None:
        """Write a trace, as JSON lines: the puzzle, every event, and the answer.

        `load` reads it back, in another program as well: the recording shows the same in all
        figures. Its seconds have six decimals, and its boards do not know which placements the
        search had ruled out. The schema is that of ``kaleido schema trace``.

        Parameters
        ----------
        path : str or Path
            A name that ends in .jsonl; an `OptionError` is raised if it cannot be written.
        """
        from kaleido.puzzle.trace import Search, write_trace  # solving writes none

        search = Search(self.answer, self.start, self.events)
        write_trace(Path(path), search, self.start.problem.solved_edges)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a recording from a trace; an `OptionError` names its fault."""
        from kaleido.puzzle.trace import read_trace

        return cls(*read_trace(Path(path)))

    def records(self) -> list[dict[str, Any]]:
        """Return the placements made as plain values, in order.

        Each has its number `node` and that of the placement before it on the board, `parent` (None
        for the first), from 1; the piece, its face and its cells; the score in parts; how many
        pieces and inner edges the board has afterwards, how many siblings wait, how often the
        search has gone back; and whether the move is kept on the line to the fullest board. Where a
        cell stays empty, the piece is "(empty)".

        Examples
        --------
        >>> from kaleido import record
        >>> first = record("car", "paper").records()[0]
        >>> first["piece"], first["total"], first["edges"], first["kept"]
        ('wand', 16.0, 54, True)
        """
        kept, frames = set(self.line), [each for each in self.moments if each.moment is Moment.MOVE]
        rows: list[dict[str, Any]] = []
        for number, (frame, (place, parent)) in enumerate(zip(frames, self.steps, strict=True)):
            state, placement, score = place.state, place.placement, place.score
            row: dict[str, Any] = {
                "node": number + 1,
                "parent": None if parent is None else parent + 1,
            }
            row |= {"piece": placement.piece, "face": placement.face, "cells": placement.cells}
            row |= score.as_dict()
            row |= {"pieces": state.depth, "edges": state.inner_edges, "waiting": place.waiting}
            row |= {"backtracks": frame.backtracks, "resumes": frame.resumes}
            rows.append(row | {"kept": number in kept})
        return rows

    def to_pandas(self) -> pd.DataFrame:
        """Return the `records` as a pandas data frame, with a row for each; it needs pandas."""
        return data_frame(self.records())


def how_failed(fullest: State, cause: Cause | None) -> str:
    """Return how far a search without a solution got, and whether a limit or the board ended it."""
    is_stopped = cause is not None and cause.kind == "limit"
    return f"{fullest.progress}: {'gave up' if is_stopped else 'dead end'}"


def moments_of(recording: Recording) -> Iterator[Frame]:
    """Yield every moment of a search, in order."""
    line = set(recording.line)
    for frame in recording.moments:
        yield frame._replace(kept=frame.moment is Moment.MOVE and frame.top in line)
    top = recording.line[-1] if recording.line else None
    yield frame._replace(moment=Moment.END, state=recording.fullest, place=None, top=top)
