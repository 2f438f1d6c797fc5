"""The search engine: it tries the moves that a strategy proposes and yields events.

At every fork the engine tries the moves in the strategy's order; a move that failed is ruled out
from what remains at that fork. What remains therefore shrinks, and a search that ends without a
solution has proved that there is none, whatever the strategy. Nothing is tried twice in a run,
unless a strategy asks for a search without propagation.
"""

import math
from collections.abc import Iterator

from kaleido.base.bounds import POSITIVE
from kaleido.base.errors import OptionError
from kaleido.search.compiled_search import compiled_search
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Resume, Solved
from kaleido.search.fork import MethodEnd, Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.stopping import REFUTE_AFTER, StoppingRule, check_limits
from kaleido.search.walk import Walk


def search(
    problem: Problem,
    strategy: Strategy,
    *,
    start: State | None = None,
    max_solutions: int | None = 1,
    max_nodes: int | None = None,
    timeout: float | None = None,
) -> Iterator[Event]:
    """Search for solutions and yield every event on the way.

    Parameters
    ----------
    problem : Problem
        The problem to solve.
    strategy : Strategy
        Orders the moves. The same strategy with the same seed gives the same events.
    start : State, optional
        The board to start from, with some pieces placed; empty by default.
    max_solutions : int, optional
        The number of solutions after which to stop; None to find all of them, each once. After
        the first solution there are no restarts.
    max_nodes : int, optional
        The number of placements after which to give up.
    timeout : float, optional
        The seconds of wall time after which to give up.

    Yields
    ------
    Place, Backtrack, Resume, MethodEnd, Solved
        As they happen.
    Solved, Exhausted or GaveUp
        At the end: enough solutions, no more solutions, or a limit.

    Raises
    ------
    OptionError
        A limit is negative, or no solution is asked for.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> from kaleido.search import Constrained
    >>> *_, last = search(Puzzle(named_pattern("car")).problem, Constrained(seed=1))
    >>> type(last).__name__, last.state.inner_edges
    ('Solved', 65)
    >>> everything = search(Puzzle(named_pattern("fancy-chessboard")).problem, Constrained(),
    ...                     max_solutions=None)
    >>> sum(type(event).__name__ == "Solved" for event in everything)
    118
    """
    check_limits(max_nodes, timeout)
    if isinstance(strategy, type):
        raise OptionError(f"{strategy.__name__} is a class, expected a strategy that it makes")
    if max_solutions is not None:
        POSITIVE.check(max_solutions, "max_solutions")
    start = start or State.empty(problem)
    compiled = compiled_search(start, strategy, max_nodes, timeout, is_watched=True)
    if compiled is None:
        return _events(problem, strategy, start, max_solutions, max_nodes, timeout)
    return _until(compiled.events(), max_solutions)


def _until(events: Iterator[Event], max_solutions: int | None) -> Iterator[Event]:
    """Yield events until there are so many solutions."""
    solutions = 0
    for event in events:
        yield event
        solutions += isinstance(event, Solved)
        if solutions == max_solutions:
            return


def _events(  # noqa: PLR0915 (parts of it would be generators, and each event would pass through them)
    problem: Problem,
    strategy: Strategy,
    start: State,
    max_solutions: int | None,
    max_nodes: int | None,
    timeout: float | None,
) -> Iterator[Event]:
    limits = StoppingRule(max_nodes, timeout)
    nodes = solutions = 0
    seen: set[frozenset[int]] = set()
    if start.solved:
        yield Solved(start)
        return
    runs = strategy.runs(problem)
    length = next(runs, None)
    concludes = False
    while True:
        run_end = math.inf if length is None or solutions else nodes + length
        walk = Walk(start, strategy, concludes=concludes)
        levels = walk.levels
        stop: float = nodes
        while True:
            if not levels or levels[-1].pauses:
                for event in walk.to_next_move():
                    yield event
                    if isinstance(event, MethodEnd) and event.stops:
                        yield GaveUp(event.cause)
                        return
            if not levels:
                if walk.left_out:
                    concludes = True
                    break
                yield Exhausted()
                return
            if nodes >= stop:
                reached = limits.reached(nodes)
                if reached:
                    yield GaveUp(reached)
                    return
                if nodes == run_end:
                    break
                if nodes == REFUTE_AFTER and start.refuted().dead:
                    for level in reversed(levels[1:]):
                        yield Backtrack(level.state)
                    yield Exhausted()
                    return
                stop = min(limits.next_look(nodes), run_end)
            nodes += 1
            level = levels[-1]
            place = level.play()
            yield place
            state = place.state
            if state.solved:
                walk.open_ends += 1
                # Without propagation, a solution may be found again with its pieces in another
                # order.
                if not walk.repeats or _is_new(state, seen):
                    solutions += 1
                    yield Solved(state)
                    if solutions == max_solutions:
                        return
                    # A restart would find the same solution again.
                    run_end = math.inf
                yield Backtrack(state)
            elif state.scarcest or not level.propagates:
                walk.enter(state, (*level.line, place))
            else:
                yield Backtrack(state)
        yield Resume(())
        length = next(runs, None)


def _is_new(state: State, seen: set[frozenset[int]]) -> bool:
    """Return whether a solution is not among those seen, and add it to them."""
    pieces = frozenset(state.path)
    if pieces in seen:
        return False
    seen.add(pieces)
    return True
