"""The work itself: what each kind of request comes to, as plain values.

It runs in worker processes, calls nothing but Kaleido's own functions and knows nothing of HTTP.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from kaleido.analysis.answer import Status
from kaleido.analysis.progress import solved_edges
from kaleido.analysis.puzzle import Puzzle
from kaleido.analysis.rating import Rating
from kaleido.errors import PhotoError, TooLargeError
from kaleido.extras import need
from kaleido.model.edges import EdgeMap
from kaleido.model.islands import label_islands, unpack_cells
from kaleido.model.pattern import Pattern
from kaleido.model.placement import Placement
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies import make_strategy
from kaleido.search.strategies.survey import Survey
from kaleido.search.strategies.windows import WindowTable
from kaleido.web.limits import MAX_SECONDS
from kaleido.web.refusal import BUSY, RefusalError

JUDGE_SECONDS = 3.0
"""After so long the designer is told that no answer was found in time."""

WAITING_SHOWN = 8
"""Siblings that are told with a move."""


class Job(NamedTuple):
    """Something to do.

    Attributes
    ----------
    kind : str
        One of the keys of `kaleido.web.limits.ROADS`.
    ask : dict
        What is asked for.
    memory : int
        Bytes that it may take.
    """

    kind: str
    ask: dict[str, Any]
    memory: int


class Result(NamedTuple):
    """What a job came to.

    Attributes
    ----------
    value : dict
    lasting : bool
        Whether the same question always has this answer.
    """

    value: dict[str, Any]
    lasting: bool = True


Tell = Callable[[dict[str, Any]], None]


def do(job: Job, tell: Tell) -> Result:
    """Do a job.

    Parameters
    ----------
    job : Job
    tell : callable
        Told what happens on the way, by jobs that tell it.

    Raises
    ------
    KaleidoError
        What is asked for makes no sense; with a status of its own if it is a `RefusalError`.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> job = Job("judge", {"pattern": named_pattern("car").text}, 10**9)
    >>> do(job, print).value["status"]
    'solved'
    """
    try:
        return _KINDS[job.kind](job, tell)
    except TooLargeError as problem:
        raise RefusalError(BUSY, f"gave up: {problem}") from None


@lru_cache(maxsize=32)
def _puzzle(text: str) -> Puzzle:
    return Puzzle(Pattern(text))


def _board(job: Job) -> tuple[Puzzle, tuple[Placement, ...]]:
    return _puzzle(job.ask["pattern"]), tuple(map(Placement.from_dict, job.ask.get("placed", ())))


def _solve(job: Job, _: Tell) -> Result:
    puzzle, placed = _board(job)
    answer = puzzle.solve(
        job.ask["strategy"],
        seed=job.ask["seed"],
        max_nodes=job.ask["max_nodes"],
        timeout=job.ask["timeout"],
        placed=placed,
    )
    return Result(answer.as_dict() | {"reason": answer.reason}, _is_lasting(answer.status))


def _judge(job: Job, _: Tell) -> Result:
    puzzle = _puzzle(job.ask["pattern"])
    answer = puzzle.solve(timeout=JUDGE_SECONDS)
    value = {
        "status": str(answer.status),
        "reason": answer.reason,
        "counts": dict(puzzle.pattern.counts),
    }
    return Result(value, _is_lasting(answer.status))


def _is_lasting(status: Status) -> bool:
    # How far a search comes in some seconds is another matter each time.
    return status is not Status.GAVE_UP


def _hint(job: Job, _: Tell) -> Result:
    puzzle, placed = _board(job)
    return Result(puzzle.hint(placed).as_dict())


def _count(job: Job, _: Tell) -> Result:
    puzzle, placed = _board(job)
    found = puzzle.count(placed, max_memory=job.memory).as_dict()
    return Result(found | {"text": f"{found['solutions']:,}"})


def _rate(job: Job, _: Tell) -> Result:
    rating: Rating = _puzzle(job.ask["pattern"]).rate(max_memory=job.memory)
    return Result(rating.as_dict())


def _read(job: Job, _: Tell) -> Result:
    from kaleido.photo import read_photo

    try:
        need("photo")
    except PhotoError as error:
        raise RefusalError(501, str(error)) from None
    reading = read_photo(b64decode(job.ask["image"]))
    return Result(reading.as_dict(), lasting=False)


def _events(job: Job, tell: Tell) -> Result:
    """Tell a search event by event; the result is its last event."""
    puzzle = _puzzle(job.ask["pattern"])
    strategy = make_strategy(job.ask["strategy"], job.ask["seed"])
    start = State.empty(puzzle.problem)
    teller = _Teller(puzzle.problem, start)
    tell(
        {
            "type": "start",
            "pattern": puzzle.pattern.text,
            "implied": _inner_edges(start),
            "edges": start.inner_edges,
            "full": solved_edges(puzzle.problem),
        }
    )

    def watch(event: Event) -> None:
        told = teller.told(event)
        if told is not None:
            tell(told)

    answer = puzzle.solve(
        strategy,
        max_nodes=job.ask["max_nodes"],
        timeout=MAX_SECONDS,
        watch=watch,
    )
    if answer.solution is not None:
        placements = [move.placement.as_dict() for move in answer.moves]
        return Result({"type": "solved", "placements": placements})
    kind = "exhausted" if answer.status is Status.NO_SOLUTION else "gave-up"
    return Result({"type": kind, "reason": answer.reason})


def _inner_edges(state: State) -> list[list[int | str]]:
    """List the edges known besides the frame: [row, col, side], the side of that cell."""
    edges = EdgeMap.from_bits(state.problem.grid, state.edges)
    inner: list[list[int | str]] = []
    for row, col in np.argwhere(edges.horizontal[1:-1]).tolist():
        inner.append([row + 1, col, "top"])
    for row, col in np.argwhere(edges.vertical[:, 1:-1]).tolist():
        inner.append([row, col + 1, "left"])
    return inner


class _Teller:
    """Puts the events of a search into plain values."""

    def __init__(self, problem: Problem, start: State) -> None:
        self._problem = problem
        self._start = start
        self._windows = WindowTable(problem)
        self._nodes = 0

    def told(self, event: Event) -> dict[str, Any] | None:
        if isinstance(event, Place):
            self._nodes += 1
            return self._place(event)
        if isinstance(event, Backtrack):
            taken = event.state
            assert taken.parent is not None  # it held a placement
            assert taken.last is not None
            placement = self._problem.placement(taken.last).as_dict()
            return {"type": "backtrack", "placement": placement} | _shown(taken.parent)
        if isinstance(event, Resume):
            placed = [place.placement.as_dict() for place in event.line]
            state = event.line[-1].state if event.line else self._start
            return {"type": "resume", "placed": placed} | _shown(state)
        return None  # the last event comes with the answer

    def _place(self, event: Place) -> dict[str, Any]:
        problem, number, before = self._problem, event.number, event.state.parent
        assert before is not None
        survey = Survey(before)
        window = self._windows.densest(survey.edges, survey.island_of(number).cells, number)
        waiting = event.fork.moves[event.rank + 1 : event.kept]
        return {
            "type": "place",
            "placement": event.placement.as_dict(),
            "score": event.score._asdict(),
            "piece_edges": problem.borders[number].bit_count(),
            "window": window and {"corner": window.corner, "shape": window.shape},
            "waiting": [
                {
                    "placement": problem.placement(each).as_dict(),
                    "score": event.fork.score(each)._asdict(),
                }
                for each in waiting[:WAITING_SHOWN]
            ],
            "waiting_count": len(waiting),
            "node": self._nodes,
        } | _shown(event.state)


def _shown(state: State) -> dict[str, Any]:
    grid = state.problem.grid
    labels, _ = label_islands(EdgeMap.from_bits(grid, state.edges), unpack_cells(grid, state.free))
    return {"depth": state.depth, "edges": state.inner_edges, "islands": labels.tolist()}


_KINDS: dict[str, Callable[[Job, Tell], Result]] = {
    "solve": _solve,
    "judge": _judge,
    "hint": _hint,
    "count": _count,
    "rate": _rate,
    "read": _read,
    "events": _events,
}
