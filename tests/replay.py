"""Replays a search by its events alone and checks each of them on the way."""

from collections.abc import Iterable

from packings import matches

from kaleido import Pattern, Placement, Puzzle
from kaleido.heuristics import make_strategy
from kaleido.search import (
    Backtrack,
    Event,
    Exhausted,
    GaveUp,
    Place,
    Resume,
    Solved,
    Strategy,
    Tracker,
    search,
)

PIECES = 18


def events_of(
    pattern: Pattern, strategy: Strategy | str, seed: int = 0, max_nodes: int | None = None
) -> list[Event]:
    """Search a pattern to the end, or the limit."""
    if isinstance(strategy, str):
        strategy = make_strategy(strategy, seed)
    return list(search(Puzzle(pattern).problem, strategy, max_nodes=max_nodes))


def outline(events: Iterable[Event]) -> list[tuple[object, ...]]:
    """Give what happens as plain values, to compare two searches by."""
    return [
        (
            type(event).__name__,
            event.placement if isinstance(event, Place) else None,
            event.score if isinstance(event, Place) else None,
            tuple(each.placement for each in event.line) if isinstance(event, Resume) else None,
        )
        for event in events
    ]


def check_line(placements: list[Placement]) -> None:
    """Check that placements lie beside each other, each piece once."""
    cells = [cell for placement in placements for cell in placement.cells]
    assert len(set(cells)) == len(cells)
    assert len({placement.piece for placement in placements}) == len(placements)


def replay(pattern: Pattern, events: list[Event]) -> Tracker:
    """Follow a search and check that its events tell one consistent story."""
    tracker = Tracker()
    line: list[Placement] = []
    nodes = 0
    for event in events:
        before = list(line)
        tracker.follow(event)
        if isinstance(event, Place):
            nodes += 1
            line.append(event.placement)
            assert event.fork.moves[event.rank] == event.number
            assert event.state.depth == len(line)
            assert 0 <= event.rank < event.kept <= len(event.fork.moves)
            assert event.waiting == len(event.siblings) == event.kept - event.rank - 1
            assert matches(pattern, event.placement)
        elif isinstance(event, Backtrack):
            assert event.state.problem.placements(event.state.path) == tuple(before)
            line.pop()
        elif isinstance(event, Resume):
            line = [place.placement for place in event.line]
        check_line(line)
        assert [place.placement for place in tracker.line] == line
        if isinstance(event, Place):
            assert event.state.problem.placements(event.state.path) == tuple(line)
    assert nodes == tracker.nodes == sum(isinstance(event, Place) for event in events)
    assert tracker.backtracks == sum(isinstance(event, Backtrack) for event in events)
    assert tracker.resumes == sum(isinstance(event, Resume) for event in events)
    assert [isinstance(event, Solved | Exhausted | GaveUp) for event in events] == [
        *[False] * (len(events) - 1),
        True,
    ]
    assert isinstance(events[-1], Solved) == (len(line) == PIECES)
    return tracker


def inner_borders(placements: Iterable[Placement]) -> int:
    """Count the pairs of touching cells that belong to two pieces."""
    owner = {
        cell: number for number, placement in enumerate(placements) for cell in placement.cells
    }
    return sum(
        owner[row, col] != owner[neighbour]
        for row, col in owner
        for neighbour in ((row + 1, col), (row, col + 1))
        if neighbour in owner
    )
