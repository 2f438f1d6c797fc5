"""The events of a search as plain values, for those who watch it from outside."""

from collections.abc import Callable
from typing import Any

from kaleido.analysis.answer import Status
from kaleido.analysis.puzzle import Position
from kaleido.analysis.recording import solved_edges
from kaleido.heuristics.registry import make_strategy
from kaleido.model.cause import reason_fields
from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.fork import MethodEnd
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.web.limits import MAX_SECONDS

MAX_SIBLINGS = 8
"""The number of deferred siblings that are sent with a move."""

Emit = Callable[[dict[str, Any]], None]
"""Called with each event."""


def emit_search(
    position: Position, strategy: str, seed: int, max_nodes: int, emit: Emit
) -> dict[str, Any]:
    """Search on from a position and emit every event of the search but the last.

    Parameters
    ----------
    position : Position
    strategy : str
    seed : int
    max_nodes : int
    emit : callable

    Returns
    -------
    dict
        The last event, with the answer.

    Raises
    ------
    OptionError
        The strategy is unknown.
    """
    searcher = make_strategy(strategy, seed)
    problem, start = position.problem, position.state
    encoder = _Encoder(problem, start)
    emit(
        {
            "type": "start",
            "pattern": problem.pattern.text,
            "implied": _inner_edges(start),
            "edges": start.inner_edges,
            "full": solved_edges(problem),
        }
    )

    def watch(event: Event) -> None:
        value = encoder.encode(event)
        if value is not None:
            emit(value)

    answer = position.solve(searcher, max_nodes=max_nodes, timeout=MAX_SECONDS, watch=watch)
    if answer.solution is not None:
        placements = [move.placement.as_dict() for move in answer.moves]
        return {"type": "solved", "placements": placements}
    kind = "exhausted" if answer.status is Status.NO_SOLUTION else "gave-up"
    return {"type": kind} | reason_fields(answer.reason)


def _inner_edges(state: State) -> list[list[int | str]]:
    """List the known edges inside the frame as [row, col, side], the side of that cell.

    The side of a square is "top" or "left"; on other lattices it is the number of the step that
    crosses it.
    """
    grid = state.problem.grid
    names = grid.lattice.side_names
    if not names:
        inner = state.edges & ~state.problem.frame
        return [[row, col, side] for (row, col), side in grid.sides_of(inner)]
    inner = state.edges & grid.inner_edges
    return [[row, col, names[side]] for (row, col), side in grid.sides_of(inner)]


class _Encoder:
    """Turns the events of one search into plain values."""

    def __init__(self, problem: Problem, start: State) -> None:
        self._problem = problem
        self._start = self._state = start
        self._nodes = 0

    def encode(self, event: Event) -> dict[str, Any] | None:
        """Return an event as plain values; None for the last, which comes with the answer."""
        if isinstance(event, Place):
            self._nodes += 1
            return self._place(event)
        if isinstance(event, Backtrack):
            taken = event.state
            assert taken.parent is not None  # a piece lay on the board
            assert taken.last is not None
            placement = self._problem.placement(taken.last).as_dict()
            return {"type": "backtrack", "placement": placement} | self._at(taken.parent)
        if isinstance(event, Resume):
            placed = [place.placement.as_dict() for place in event.line]
            state = event.line[-1].state if event.line else self._start
            return {"type": "resume", "placed": placed} | self._at(state)
        if isinstance(event, MethodEnd):
            return {"type": "ended"} | reason_fields(event.cause) | _board(self._state)
        return None

    def _place(self, event: Place) -> dict[str, Any]:
        fork, problem = event.fork, self._problem
        waiting = range(event.rank + 1, event.kept)
        found = None if event.found is None else event.found.as_dict()
        return {
            "type": "place",
            **_candidate(event.placement, event.score),
            "piece_edges": problem.borders[event.number].bit_count(),
            "found": found,
            "window": found and found["window"],
            "waiting": [
                _candidate(problem.placement(fork.moves[rank]), fork.score(rank))
                for rank in waiting[:MAX_SIBLINGS]
            ],
            "waiting_count": len(waiting),
            "node": self._nodes,
        } | self._at(event.state)

    def _at(self, state: State) -> dict[str, Any]:
        """Return what is known of the board after an event, on which the search is from now on."""
        self._state = state
        return _board(state)


def _candidate(placement: Placement, score: Score) -> dict[str, Any]:
    """Return a move with its score: the parts as they are and as they count, and their sum."""
    return {
        "placement": placement.as_dict(),
        "score": score.as_dict(),
        "score_parts": score.parts,
        "score_line": score.line,
    }


def _board(state: State) -> dict[str, Any]:
    """Return what is known of the board after an event."""
    grid = state.problem.grid
    labels = [0] * grid.size
    for label, island in enumerate(grid.islands(state.edges, state.free), start=1):
        for cell in bits(island):
            labels[cell] = label
    rows = [labels[first : first + grid.cols] for first in range(0, grid.size, grid.cols)]
    return {"depth": state.depth, "edges": state.inner_edges, "islands": rows}
