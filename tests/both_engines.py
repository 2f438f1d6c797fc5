"""Searches of the compiled core beside those of Python: the same events in the same order."""

import pytest

from kaleido.search import Constrained, Problem, State, search
from kaleido.search.core import load_core
from kaleido.search.events import Backtrack, Place, Resume, Solved
from kaleido.search.result import count_choices, search_result


@pytest.fixture(autouse=True)
def the_core(monkeypatch):
    need_core(monkeypatch)


def need_core(monkeypatch):
    """Skip a test where the core is not built, and let it choose the engine."""
    monkeypatch.delenv("KALEIDO_ENGINE", raising=False)
    if load_core() is None:
        pytest.skip("the core is not built here")


def told(event):
    """Return all that an event says of the search."""
    kind = type(event).__name__
    if isinstance(event, Place):
        fork = event.fork
        moves = tuple(fork.moves), fork.complete, fork.propagates
        made = event.number, event.rank, event.kept, event.score, event.found
        return kind, *made, *moves, event.state.path
    if isinstance(event, Backtrack | Solved):
        return kind, event.state.path
    if isinstance(event, Resume):
        line = tuple((place.number, place.rank, place.kept) for place in event.line)
        return kind, line
    return kind, *event


def by_both(monkeypatch, question):
    """Ask a question of the core, and of Python; in the core also as of a large table."""
    need_core(monkeypatch)
    monkeypatch.setenv("KALEIDO_ENGINE", "core")
    core = question()
    with monkeypatch.context() as patch:
        patch.setattr("kaleido.search.compiled.LARGE", 0)
        assert question() == core
    monkeypatch.setenv("KALEIDO_ENGINE", "python")
    return core, question()


def check(monkeypatch, board, pieces, *, seed=0, max_nodes=300, max_solutions=1, strategy=None):
    """Compare all that both engines tell of a search."""

    def events():
        problem = Problem(board, pieces)
        own = Constrained(seed) if strategy is None else strategy()
        found = search(problem, own, max_nodes=max_nodes, max_solutions=max_solutions)
        return [told(event) for event in found]

    core, python = by_both(monkeypatch, events)
    assert core == python

    def counted():
        own = Constrained(seed) if strategy is None else strategy()
        start = State.empty(Problem(board, pieces))
        result = search_result(start, own, max_nodes=max_nodes)
        line = result.line
        # Their numbers are the path of the last event.
        moves = [*zip(line.placements, line.explain(), strict=True)]
        choices = count_choices(start, own, max_nodes)
        return told(result.last), *result[1:5], moves, choices

    core, python = by_both(monkeypatch, counted)
    assert core == python
    return core
