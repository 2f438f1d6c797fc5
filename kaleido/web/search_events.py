"""Search on from a position, and send every event to those who watch it from outside."""

from collections.abc import Callable
from typing import Any, Literal

from kaleido.analysis.answer import Status
from kaleido.analysis.puzzle import Position
from kaleido.analysis.recording import solved_edges
from kaleido.analysis.told_events import SolvedEvent, Teller, UnsolvedEvent
from kaleido.search.events import Event
from kaleido.search.fork import Strategy
from kaleido.web.limits import MAX_SECONDS

Emit = Callable[[dict[str, Any]], None]
"""Called with each event."""


def emit_search(
    position: Position, strategy: Strategy, max_nodes: int, emit: Emit
) -> dict[str, Any]:
    """Search on from a position and emit every event but the last, which is returned."""
    teller = Teller(position.state, solved_edges(position.problem))
    emit(teller.start.as_dict())

    def watch(event: Event) -> None:
        if (told := teller.tell(event)) is not None:
            emit(told.as_dict())

    answer = position.solve(strategy, max_nodes=max_nodes, timeout=MAX_SECONDS, watch=watch)
    if answer.solution is not None:
        return SolvedEvent("solved", tuple(move.placement for move in answer.moves)).as_dict()
    kind: Literal["exhausted", "gave-up"]
    kind = "exhausted" if answer.status is Status.NO_SOLUTION else "gave-up"
    return UnsolvedEvent(kind, answer.told).as_dict()
