"""The strategy ``paper`` and its oracle, brought to one form."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import islice

import naive_paper

from kaleido import Pattern
from kaleido.paper import Paper
from kaleido.search import Backtrack, MethodEnd, Place, Problem, Strategy, search
from kaleido.search.events import Event

MOST = 200
"""So many events of a run are compared."""

TOO_SHORT = "a home of the big wand (W) is too short"
"""At such a home the author's program crashes. The oracle passes it over, as `paper` does."""

Rows = tuple[str, ...]


def outline(events: Iterable[Event]) -> list[naive_paper.Event | None]:
    """Give the moves and backtracks of the program in the form of `naive_paper.run`.

    The list ends where the program does.
    """
    found: list[naive_paper.Event | None] = []
    for event in events:
        if isinstance(event, Place):
            lying, score = event.placement, event.score
            move = lying.piece, lying.cells, score.matched, score.window, score.total
            found.append(naive_paper.Event(*move, event.rank, event.kept))
        elif isinstance(event, Backtrack):
            found.append(None)
        elif not (isinstance(event, MethodEnd) and TOO_SHORT in str(event.cause)):
            break
    return found


def pattern_of(rows: Sequence[str]) -> Pattern:
    return Pattern("/".join(rows))


def shown(
    rows: Sequence[str], strategy: Strategy | None = None, most: int = MOST
) -> list[naive_paper.Event | None]:
    """Give the first events of `paper`, or another strategy, before it goes its own way."""
    events = search(Problem(pattern_of(rows)), strategy or Paper())
    return outline(islice(events, most + 2))[:most]


@cache
def expected(rows: Rows, most: int = MOST) -> list[naive_paper.Event | None]:
    """Give the first events of the oracle, once for each board."""
    return naive_paper.run(rows, most)[0]
