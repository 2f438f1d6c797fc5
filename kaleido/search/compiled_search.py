"""The search of the compiled core: the same moves in the same order as in Python."""

from __future__ import annotations

import ctypes
import time
from array import array
from collections import deque
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import islice
from typing import NamedTuple

from kaleido.search.compiled import Numbers, core, length_of_set, zeros
from kaleido.search.core import load_core
from kaleido.search.core.codes import EventCode, SearchCount, StopCode
from kaleido.search.events import (
    Backtrack,
    Event,
    Exhausted,
    GaveUp,
    Line,
    Looks,
    Place,
    Resume,
    Solved,
)
from kaleido.search.fork import Fork, Found, Strategy
from kaleido.search.plan import Option, Plan
from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.search.stopping import LOOK_EVERY, REFUTE_AFTER, StoppingRule

_COUNTS = len(SearchCount)

_PROVED, _MAY_BE_PROVED = 1, 2
"""The state of proofs of *no solution* at the start: see `core/src/api.cpp`."""

_Line = tuple[Place, ...]


class _Moves(NamedTuple):
    """The moves on a full board: of each its placement, matched edges, piece, face and cells."""

    numbers: Sequence[int]
    matched: Sequence[int]
    pieces: Sequence[int]
    faces: Sequence[int]
    cells: Sequence[tuple[int, ...]]  # each as `Problem.values` has them
    notes: Sequence[int]  # of each their number, then its notes


_SHORT = 1 << 18
"""How many nodes on a board with one placement may be made before a limit is checked."""

_LONG = 0.01
"""About how many seconds the core runs before a key or a limit can end the search, and how many of
processor time before a proof by colouring is sought."""


def compiled_search(
    start: State,
    strategy: Strategy,
    max_nodes: int | None,
    timeout: float | None,
    *,
    is_watched: bool = False,
) -> CompiledSearch | None:
    """Return a search in the core, with the limits of `search`; None if Python searches.

    Python searches if there is no core, if the strategy has no plan for it, if the caller has ruled
    out pairs of placements, and if the board is full.
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


class Choices(NamedTuple):
    """How much there is to choose in a search.

    The nodes and backtracks are those of `Tracker`; `forced` placements had no alternative, and the
    boards with a choice, the `forks`, have so many `moves` together.
    """

    nodes: int
    backtracks: int
    forced: int
    forks: int
    moves: int


class CompiledSearch:
    """A search in the core with the limits of `search`. If it `is_watched`, it writes `events`."""

    def __init__(
        self,
        start: State,
        plan: Plan,
        max_nodes: int | None,
        timeout: float | None,
        *,
        is_watched: bool,
    ) -> None:
        problem = self._problem = start.problem
        self._plan = plan
        self._start = start
        self._limits = StoppingRule(max_nodes, timeout)
        self._core = core()
        self._compiled = problem.compiled
        self._is_watched = is_watched
        # Python looks for proofs by colouring, and the core for all others. Most boards have a
        # solution that is found in less time than such a proof takes.
        self._is_untouched = start.is_untouched
        self._may_be_dead = self._is_untouched and not is_watched
        self._worked = 0.0
        if self._is_untouched:
            is_dead = is_watched and self._finds_proof(in_pairs=True)
        else:
            is_dead = start.dead
        self._handle = self._new_handle(is_dead=is_dead)
        self._is_refuted = False
        # A caller may want only the first events. A node takes some nanoseconds per placement.
        few = 0 if is_watched else _SHORT // max(len(self._compiled), 1)
        self._stretch = LOOK_EVERY << (few // LOOK_EVERY).bit_length()
        self._line = _Moves(*[()] * 6)
        self._room = zeros("i", 8 * problem.grid.size)
        self._counts = zeros("Q", _COUNTS)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            self._core.kaleido_search_delete(self._handle)

    def _new_handle(self, *, is_dead: bool) -> int:
        """Return a new search in the core, of a board that is known to be dead or may be."""
        start, own, reals = self._start, self._plan.numbers, array("d", self._plan.reals)
        board = () if self._is_untouched else _start_numbers(self._problem, start)
        proof = _PROVED if is_dead else _MAY_BE_PROVED if self._problem.has_parity else 0
        told = Numbers("i", [REFUTE_AFTER, self._is_watched, proof, *board])
        numbers = (*own.buffer_info(), *reals.buffer_info(), *told.buffer_info())
        with self._compiled.lock:
            handle: int | None = self._core.kaleido_search_new(self._compiled.handle, *numbers)
        if not handle:
            raise self._no_memory()
        return handle

    def _no_memory(self) -> MemoryError:
        """Return the error for a core without memory, and keep its half-done work from others."""
        vars(self._problem).pop("compiled", None)
        return MemoryError("the compiled core has no memory left for the search")

    def stops(self) -> Iterator[Solved | Exhausted | GaveUp | None]:
        """Search on; yield each solution and the end, and None at intervals in between."""
        stretch = self._stretch
        nodes = 0 if self._limits.reached(0) else self._limits.next_look(0, stretch)
        while True:
            with self._compiled.lock:
                began = time.perf_counter()
                status = self._core.kaleido_search_run(self._handle, nodes)
            now = time.perf_counter()
            goes_on = status in {StopCode.PAUSED, StopCode.THINKS}
            own = self._limits.reached(nodes) if status == StopCode.PAUSED else None
            reached = (own or self._limits.out_of_time) if goes_on else None
            ends = not goes_on or reached is not None
            if status == StopCode.SOLVED:
                self._may_be_dead = False
            elif self._may_be_dead and (ends or self._has_worked_long()):
                self._may_be_dead = False
                if self._finds_proof(in_pairs=True):
                    begun, self._handle = self._handle, self._new_handle(is_dead=True)
                    self._core.kaleido_search_delete(begun)
                    continue
            self._read_counts()
            if status == StopCode.SOLVED:
                yield Solved(self._solution())
            elif reached is not None:
                yield GaveUp(reached)
                return
            elif goes_on:
                yield None
                if status == StopCode.PAUSED:
                    is_long = now - began > _LONG
                    stretch = max(stretch // 2, 1) if is_long else 2 * stretch
                    nodes = self._limits.next_look(nodes, stretch)
            elif status == StopCode.EXHAUSTED:
                yield Exhausted()
                return
            elif status == StopCode.ASKS:
                is_dead = self._counts[SearchCount.IS_REFUTED]
                if is_dead or self._finds_proof():
                    self._is_refuted = True
                    yield Exhausted()
                    return
            elif status == StopCode.ENDED:
                yield GaveUp(self._plan.ends[self._counts[SearchCount.END]].cause)
                return
            else:
                raise self._no_memory()

    def _has_worked_long(self) -> bool:
        """Return whether the first stretch of the search ended long ago."""
        # Other work on the machine is no reason to look for a proof sooner.
        worked = time.thread_time()
        self._worked = self._worked or worked
        return worked - self._worked > _LONG

    def _finds_proof(self, *, in_pairs: bool = False) -> bool:
        """Return whether there is a proof by colouring that the board has no solution.

        On an empty board this needs no table of placements.
        """
        start, problem = self._start, self._problem
        if not self._is_untouched:
            return start.refuted(in_pairs=in_pairs).dead
        if not problem.has_parity:
            return False
        cells, left = problem.pattern.mask, start.pieces_left
        return problem.refute(cells, left, in_pairs=in_pairs) is not None

    def _read_counts(self) -> None:
        self._core.kaleido_search_counts(self._handle, self._counts.buffer_info()[0])
        if self._plan.looked is not None:
            places = SearchCount.LOOKED_MOVES, SearchCount.LOOKED_NODES
            self._plan.looked(Looks(*(self._counts[at] for at in places)))

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """The nodes, backtracks and restarts so far, and the most pieces placed."""
        nodes, backtracks, restarts, deepest, is_open, *_ = self._counts
        # With the proof that there is no solution, all moves on the board are taken back.
        return nodes, backtracks + max(is_open - 1, 0) * self._is_refuted, restarts, deepest

    @property
    def choices(self) -> Choices:
        """How much there was to choose so far."""
        places = SearchCount.FORCED, SearchCount.FORKS, SearchCount.CHOICES
        return Choices(*self.counts[:2], *(self._counts[at] for at in places))

    @property
    def line(self) -> Line:
        """The moves on the full board, if the search is at one."""
        plan, line = self._plan, self._line
        start = self._start if plan.looks_at_boards else None
        lying = zip(line.pieces, line.faces, line.cells, strict=True)
        placements = [*map(self._problem.values.__getitem__, lying)]
        return Line(placements, partial(_explain, plan, start, line), start is not None)

    def _solution(self) -> State:
        """Read the moves on the full board, and return its state."""
        read = self._core.kaleido_search_solution
        while (size := read(self._handle, *self._room.buffer_info())) > len(self._room):
            self._room = zeros("i", size)
        count, *numbers = self._room[:size].tolist()
        moves, matched, pieces, faces = (numbers[at * count : (at + 1) * count] for at in range(4))
        length = length_of_set(self._problem.grid.size)
        end = (4 + length) * count
        cells = [*zip(*[iter(numbers[4 * count : end])] * length, strict=True)]
        self._line = _Moves(moves, matched, pieces, faces, cells, numbers[end:])
        return self._start.after(moves)

    def events(self) -> Iterator[Event]:
        """Search on and yield every event."""
        frames: list[_Frame] = []
        waiting = deque[tuple[State, _Line]]()
        entering, is_entered = self._start, False
        line: _Line = ()
        for stop in self.stops():
            numbers = iter(self._taken_events())
            for event in numbers:
                if event == EventCode.FORK:
                    frames.append(_Frame(entering, line, numbers, self._plan))
                    is_entered = True
                elif event == EventCode.PLACE:
                    place = frames[-1].play(next(numbers), next(numbers))
                    entering, line, is_entered = place.state, (*frames[-1].line, place), False
                    yield place
                elif event == EventCode.BACKTRACK:
                    state = frames.pop().state if is_entered else entering
                    is_entered = True
                    yield Backtrack(state)
                elif event == EventCode.SOLUTION:
                    yield Solved(entering)
                elif event == EventCode.DEFER:
                    waiting.append(frames[-1].rest)
                elif event == EventCode.AGAIN:
                    entering, line = frames.pop().rest
                elif event == EventCode.END:
                    yield self._plan.ends[next(numbers)]
                else:
                    frames.clear()
                    if event == EventCode.RESTART:
                        waiting.clear()
                        waiting.append((self._start, ()))
                    entering, line = waiting.popleft()
                    yield Resume(line)
            if self._is_refuted:
                for frame in reversed(frames[1:]):
                    yield Backtrack(frame.state)
            if isinstance(stop, Exhausted | GaveUp):
                yield stop

    def _taken_events(self) -> list[int]:
        size = ctypes.c_size_t()
        found = self._core.kaleido_search_events(self._handle, ctypes.byref(size))
        return list(found[: size.value]) if size.value else []


class _Frame:
    """A board on the line of moves, without the moves that are ruled out, and its fork."""

    def __init__(self, state: State, line: _Line, numbers: Iterator[int], plan: Plan) -> None:
        self.state, self.line = state, line
        self.kept, switches, own, each, moves = islice(numbers, 5)
        self._concludes, problem = switches > 1, state.problem
        self._moves = _next(numbers, moves)
        notes, move_notes = _next(numbers, own), _next(numbers, moves * each)

        @cache
        def option(rank: int) -> Option:
            number = self._moves[rank]
            matched = (problem.borders[number] & state.edges).bit_count()
            told = notes + move_notes[rank * each : (rank + 1) * each]
            return Option(state, number, matched, problem.piece_numbers[number], told)

        # The fork of a board that is known to be refuted has no moves and makes no events.
        found = plan.found
        self._fork = Fork(
            self._moves,
            lambda rank: plan.score(option(rank)),
            complete=bool(switches & 1),
            found=None if found is None else lambda rank: found(option(rank)),
            propagates=self._concludes,
        )

    def play(self, rank: int, kept: int) -> Place:
        """Return the event of the move at a rank."""
        number = self._moves[rank]
        after, self.kept = self.state.then(number), kept
        if self._concludes and not self._fork.complete:
            self.state = self.state.without((number,))
        return Place(after, self._fork, rank, kept)

    @property
    def rest(self) -> tuple[State, _Line]:
        """The board without the kept moves, and how it came about."""
        return self.state.without(self._moves[: self.kept]), self.line


def _explain(plan: Plan, start: State | None, line: _Moves) -> list[tuple[Score, Found | None]]:
    """Return the scores of moves and how they were found, from a board if the plan looks at it."""
    found, explained, state, notes = plan.found, [], start, iter(line.notes)
    for number, matched, piece in zip(line.numbers, line.matched, line.pieces, strict=True):
        option = Option(state, number, matched, piece, _next(notes, next(notes)))
        explained.append((plan.score(option), None if found is None else found(option)))
        state = state and state.then(number)
    return explained


def _next(numbers: Iterator[int], count: int) -> list[int]:
    return list(islice(numbers, count))


def _start_numbers(problem: Problem, start: State) -> Numbers:
    numbers = Numbers("i")
    numbers.set(start.live, len(problem.compiled))
    numbers.set(start.edges, problem.grid.all_edges.bit_length())
    numbers.set(start.filled, problem.grid.size)
    numbers.extend(problem.budget.amounts(start.budget))
    numbers.append(start.depth)
    numbers.append(any(not item & start.live for item in start.items))
    numbers.list(start.path)
    return numbers
