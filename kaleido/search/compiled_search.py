"""The search of the compiled core: the same moves in the same order as Python finds them."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kaleido.core import load_core
from kaleido.search.compiled import Numbers, core
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Made, Place, Resume, Solved
from kaleido.search.fork import Fork, Strategy
from kaleido.search.plan import Plan
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.stopping import LOOK_EVERY, REFUTE_AFTER, StoppingRule

if TYPE_CHECKING:
    from ctypes import Array

_SOLVED, _EXHAUSTED, _PAUSED, _ASKS = 1, 2, 3, 4
"""Why the core stops: see `core/include/kaleido_search.h`."""

_FORK, _PLACE, _BACKTRACK, _RESTART, _SOLUTION = 1, 2, 3, 4, 5
"""What it writes down: see `core/src/search.h`."""

_Move = tuple[int, int, int, int, list[int]]
"""The number of a move, its matched edges, its piece, its face and its cells."""

_MOST = 1 << 31
"""The largest number that a plan hands over."""

_LONG = 0.01
"""The seconds after which the core stops, about, so that a key or a limit can end the search."""


class _Plan(ctypes.Structure):
    """`kaleido_plan` of `core/include/kaleido_search.h`."""

    _fields_ = (
        ("run_nodes", ctypes.c_uint64),
        ("narrow_after", ctypes.c_uint64),
        ("few", ctypes.c_uint64),
        ("remembered", ctypes.c_uint64),
        ("refute_after", ctypes.c_uint64),
        ("matched", ctypes.c_double),
        ("first_noise", ctypes.c_double),
        ("noise_step", ctypes.c_double),
        ("most_noise", ctypes.c_double),
        ("worths", ctypes.POINTER(ctypes.c_double)),
        ("seed", ctypes.POINTER(ctypes.c_uint32)),
        ("seed_words", ctypes.c_size_t),
        ("is_watched", ctypes.c_int32),
    )


def compiled_search(
    start: State,
    strategy: Strategy,
    max_nodes: int | None,
    timeout: float | None,
    *,
    is_watched: bool = False,
) -> CompiledSearch | None:
    """Return a search in the core, with the limits of `search`; None where Python searches.

    That is where there is no core, where a strategy has no plan for it, where placements exclude
    each other by rules of a caller, and where the board is full.
    """
    plan = getattr(strategy, "plan", None)
    if plan is None or start.problem.exclusions or load_core() is None:
        return None
    if not start.is_untouched and start.solved:
        return None
    found = plan(start.problem)
    if not isinstance(found, Plan):
        return None
    return CompiledSearch(start, found, max_nodes, timeout, is_watched=is_watched)


class CompiledSearch:
    """A search in the core.

    Parameters
    ----------
    start : State
        The board to start from.
    plan : Plan
    max_nodes, timeout : int or float, optional
        The limits, as for `search`.
    is_watched : bool, optional
        Whether `events` are written down.
    """

    def __init__(
        self,
        start: State,
        plan: Plan,
        max_nodes: int | None,
        timeout: float | None,
        *,
        is_watched: bool = False,
    ) -> None:
        problem = self._problem = start.problem
        self._plan = plan
        self._start = start
        self._limits = StoppingRule(max_nodes, timeout)
        self._core = core()
        place: tuple[int | None, int] = (None, 0)
        if not start.is_untouched:
            numbers = _start_numbers(problem, start)
            place = numbers.buffer_info()
        own = _in_core(plan, problem.has_parity, is_watched)
        compiled = self._compiled = problem.compiled
        self._handle = self._core.kaleido_search_new(compiled.handle, ctypes.byref(own), *place)
        if not self._handle:
            raise MemoryError("the compiled core has no memory for a search")
        self._is_refuted = False
        self._line: list[_Move] = []
        self._room: Array[ctypes.c_int32] = (ctypes.c_int32 * (8 * problem.grid.size))()
        self._counts: Array[ctypes.c_uint64] = (ctypes.c_uint64 * 5)()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._core.kaleido_search_delete(self._handle)

    def stops(self) -> Iterator[Solved | Exhausted | GaveUp | None]:
        """Search on, and yield each solution and the end; None now and then in between."""
        start, problem = self._start, self._problem
        if start.is_untouched:
            # Python looks for proofs by colouring, and the core for all others.
            cells = problem.pattern.mask
            is_dead = (
                problem.has_parity
                and problem.refute(cells, start.pieces_left, in_pairs=True) is not None
            )
        else:
            is_dead = start.dead
        if is_dead:
            yield Exhausted()
            return
        nodes, stretch = 0, LOOK_EVERY
        while True:
            began = time.perf_counter()
            status = self._core.kaleido_search_run(self._handle, nodes)
            if status == _SOLVED:
                self._line = self._moves()
                state = start
                for number, *_ in self._line:
                    state = state.then(number)
                yield Solved(state)
            elif status == _PAUSED:
                reached = self._limits.reached(nodes)
                if reached is not None:
                    yield GaveUp(reached)
                    return
                yield None
                if time.perf_counter() - began < _LONG:
                    stretch *= 2
                nodes = self._limits.next_look(nodes, stretch)
            elif status == _EXHAUSTED:
                yield Exhausted()
                return
            elif status == _ASKS:
                if start.refuted().dead:
                    self._is_refuted = True
                    yield Exhausted()
                    return
            else:
                raise MemoryError("the compiled core has no memory left for the search")

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The nodes, backtracks and restarts so far, and the most pieces placed."""
        self._core.kaleido_search_counts(self._handle, self._counts)
        nodes, backtracks, restarts, deepest, is_open = self._counts
        # Whoever proves that there is no solution takes back all moves on the board.
        return nodes, backtracks + max(is_open - 1, 0) * self._is_refuted, restarts, deepest

    @property
    def moves(self) -> list[Made]:
        """The moves on the full board."""
        problem, scored = self._problem, self._plan.matching.with_matched
        return [
            Made(number, problem.placement_on(piece, face, cells), scored(matched, piece))
            for number, matched, piece, face, cells in self._line
        ]

    def _moves(self) -> list[_Move]:
        """Return the moves on the full board."""
        numbers = self._room
        size = self._core.kaleido_search_solution(self._handle, numbers, len(numbers))
        if size > len(numbers):
            numbers = self._room = (ctypes.c_int32 * size)()
            self._core.kaleido_search_solution(self._handle, numbers, size)
        rest, moves = numbers[:size], []
        while rest:
            number, matched, piece, face, cells = rest[:5]
            moves.append((number, matched, piece, face, rest[5 : 5 + cells]))
            del rest[: 5 + cells]
        return moves

    def events(self) -> Iterator[Event]:
        """Search on and yield every event."""
        score = self._plan.matching.score
        frames: list[_Frame] = []
        entering = self._start
        is_entered = False
        for stop in self.stops():
            numbers = iter(self._taken_events())
            for event in numbers:
                if event == _FORK:
                    moves = [next(numbers) for _ in range(next(numbers))]
                    frames.append(_Frame(entering, moves, score))
                    is_entered = True
                elif event == _PLACE:
                    place = frames[-1].play()
                    entering, is_entered = place.state, False
                    yield place
                elif event == _BACKTRACK:
                    state = frames.pop().state if is_entered else entering
                    is_entered = True
                    yield Backtrack(state)
                elif event == _RESTART:
                    frames.clear()
                    entering = self._start
                    yield Resume(())
                elif event == _SOLUTION:
                    yield Solved(entering)
            if isinstance(stop, Exhausted) and self._is_refuted:
                for frame in reversed(frames[1:]):
                    yield Backtrack(frame.state)
            if isinstance(stop, Exhausted | GaveUp):
                yield stop

    def _taken_events(self) -> list[int]:
        size = ctypes.c_size_t()
        found = self._core.kaleido_search_events(self._handle, ctypes.byref(size))
        return list(found[: size.value]) if size.value else []


class _Frame:
    """A board on the line of moves, and how many of its moves are tried."""

    def __init__(
        self, state: State, moves: list[int], score: Callable[[State, int], Score]
    ) -> None:
        self.state = state
        self.tried = 0
        # A board that is known to be refuted has a fork without moves, of which nothing is seen.
        self.fork = Fork(moves, lambda rank: score(state, moves[rank]), complete=True)

    def play(self) -> Place:
        """Return the event of the next move."""
        rank = self.tried
        self.tried += 1
        moves = self.fork.moves
        return Place(self.state.then(moves[rank]), self.fork, rank, len(moves))


def _in_core(plan: Plan, has_parity: bool, is_watched: bool) -> _Plan:
    """Return a plan as the core reads it; no search comes to the largest numbers."""
    seed, worths = abs(plan.seed), plan.matching.shape_totals
    words = -(-seed.bit_length() // 32)
    return _Plan(
        min(plan.run_nodes or 0, _MOST),
        min(plan.narrow_after, _MOST),
        min(plan.few, _MOST),
        min(plan.remembered, _MOST),
        REFUTE_AFTER if has_parity else 0,
        plan.matching.weights.matched,
        plan.first_noise,
        plan.noise_step,
        plan.most_noise,
        (ctypes.c_double * len(worths))(*worths),
        (ctypes.c_uint32 * words)(*(seed >> 32 * at & 0xFFFFFFFF for at in range(words))),
        words,
        is_watched,
    )


def _start_numbers(problem: Problem, start: State) -> Numbers:
    numbers = Numbers("i")
    numbers.set(start.live, len(problem.compiled))
    numbers.set(start.edges, problem.grid.all_edges.bit_length())
    numbers.set(start.filled, problem.grid.size)
    numbers.extend(problem.budget.amounts(start.budget))
    numbers.append(start.depth)
    return numbers
