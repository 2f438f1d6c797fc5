"""Whether positions of one puzzle can be completed, with what is known from earlier ones."""

import itertools
import math
import time
from collections import deque
from random import Random

from kaleido.errors import LimitReachedError, TooLargeError
from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.solved import first_solution
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

KEPT = 256
"""How many solutions are remembered, and how many boards without one."""

FIRST_NODES = 6000
"""The nodes of the first search, which twice as many follow. Most positions need fewer."""

FIRST_SECONDS = 0.1
"""The longest time of the first count, which twice as long a one follows."""

COUNT_MEMORY = 100 * 10**6
"""The bytes that a count may take; one that needs more would take too long."""


class Clock:
    """The time that an answer may take; without seconds, there is no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = math.inf if seconds is None else time.perf_counter() + seconds

    @property
    def left(self) -> float:
        """The seconds left, 0 or more; infinite without a limit."""
        return max(0.0, self._end - time.perf_counter())


class Completions:
    """Finds out whether positions of a problem can be completed, and remembers what it has found.

    A solution once found answers for every position on the way to it, and a board without a
    solution for every position that contains it. Otherwise a search comes first, because it ends
    soon on most boards. Where it does not, it is often quicker to count: that also proves that
    there is no solution, with less work than trying everything. Both take turns, each time with
    twice the effort, as long as the time allows.

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> problem = Puzzle("car").problem
    >>> known = Completions(problem)
    >>> len(known.complete(State.empty(problem)))
    18
    """

    def __init__(self, problem: Problem) -> None:
        self._problem = problem
        # Sets of placements, as ints.
        self._solutions: deque[int] = deque(maxlen=KEPT)
        self._hopeless: deque[int] = deque(maxlen=KEPT)

    def complete(
        self, state: State, clock: Clock | None = None, *, max_nodes: int | None = None
    ) -> tuple[int, ...] | None:
        """Return the placements of a solution that contains a board; None proves there is none.

        With `max_nodes`, only a search of so many nodes is tried. A `LimitReachedError` is raised
        if a limit was reached before it was known.
        """
        clock = clock or Clock()
        placed = sum(1 << number for number in state.path)
        for solution in self._solutions:
            if not placed & ~solution:
                return tuple(bits(solution))
        if state.dead or any(not board & ~placed for board in self._hopeless):
            return None
        found = self._find(state, clock, max_nodes)
        if found is None:
            self._hopeless.append(placed)
        else:
            # The oldest comes first: asked again, a position gets the same answer.
            self._solutions.append(sum(1 << number for number in found))
        return found

    def can_complete(
        self, state: State, clock: Clock | None = None, *, max_nodes: int | None = None
    ) -> bool | None:
        """Return whether a solution contains a board; None if a limit was reached before."""
        try:
            return self.complete(state, clock, max_nodes=max_nodes) is not None
        except LimitReachedError:
            return None

    def _find(self, state: State, clock: Clock, max_nodes: int | None) -> tuple[int, ...] | None:
        counts = True
        for attempt in itertools.count():
            nodes = FIRST_NODES << attempt if max_nodes is None else max_nodes
            timeout = None if math.isinf(clock.left) else clock.left
            try:
                found = first_solution(
                    self._problem,
                    Constrained(attempt),
                    start=state,
                    max_nodes=nodes,
                    timeout=timeout,
                )
                return None if found is None else found.path
            except LimitReachedError:
                if max_nodes is not None or not clock.left:
                    raise
            seconds = min(clock.left, FIRST_SECONDS * 2**attempt)
            began = time.thread_time()
            try:
                if counts:
                    return self._count(state, seconds)
            except TooLargeError:
                # With time left, it is the memory that does not suffice.
                counts = time.thread_time() - began >= seconds
        raise AssertionError("the last attempt has an answer, or raises an error")

    @staticmethod
    def _count(state: State, seconds: float) -> tuple[int, ...] | None:
        # Counting loads sparse matrices, which few hints need.
        from kaleido.counting import CountLimits, sample_solutions

        limits = CountLimits.within(COUNT_MEMORY, seconds=seconds)
        return next(sample_solutions(state, 1, Random(0), limits), None)
