"""The search engine: it tries the moves that a strategy proposes and yields events.

At every fork the engine tries the moves in the strategy's order; a move that failed is ruled out
from what remains at that fork. What remains therefore shrinks, and a search that ends without a
solution has proved that there is none, whatever the strategy. Nothing is tried twice in a run,
unless a strategy asks for a search without propagation.
"""

import math
import time
from collections import deque
from collections.abc import Iterator

from kaleido.errors import OptionError
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Solved
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State

MAX_WAITING = 50_000
"""How many forks with deferred siblings may wait; further ones are tried to the end at once."""

_CLOCK_EVERY = 64


_Board = tuple[State, tuple[Place, ...]]


class _Frame:
    """A state on the current line of moves, and how far its fork has been tried.

    Parameters
    ----------
    state : State
    line : tuple of Place
        The moves that led to it.
    strategy : Strategy
    is_resumed : bool
        Whether the board was deferred before.
    propagates : bool
        Whether to draw conclusions whatever the fork says, as on all boards after a deferred one.
    """

    __slots__ = ("fork", "is_wide", "kept", "line", "propagates", "rank", "state")

    def __init__(
        self,
        state: State,
        line: tuple[Place, ...],
        strategy: Strategy,
        *,
        is_resumed: bool = False,
        propagates: bool = False,
    ) -> None:
        self.state = state
        self.line = line
        self.fork = fork = strategy.fork(state)
        self.is_wide = strategy.width is None
        self.kept = fork.width(strategy.width)
        if is_resumed and not self.kept:
            # The strategy gave the board up once; now it is the board's turn.
            self.kept = len(fork.moves if self.is_wide else fork.moves[: strategy.width])
        self.propagates = propagates or fork.propagates
        self.rank = 0

    @property
    def is_tried(self) -> bool:
        """Whether no move is left to try here before the others are deferred."""
        if self.propagates and not self.fork.propagates:
            # A placement that stands among the moves twice is tried once.
            tried = self.fork.moves[: self.rank]
            while self.rank < self.kept and self.fork.moves[self.rank] in tried:
                self.rank += 1
        return self.rank == self.kept

    def play(self) -> Place:
        """Make the next move, and rule it out from what remains here."""
        fork = self.fork
        move = fork.moves[self.rank]
        after = self.state.place(move)
        if self.propagates and not fork.complete:
            self.state = self.state.without((move,))
            if self.state.dead:
                # Every solution of the state contains the move, so the others need no try.
                self.kept = self.rank + 1
        place = Place(after, fork, self.rank, self.kept)
        self.rank += 1
        return place

    def rest(self) -> State | None:
        """Return what remains of the state when the kept moves have failed, or None."""
        if self.fork.complete and self.kept == len(self.fork.moves):
            return None
        rest = self.state.without(self.fork.moves[: self.kept])
        return None if rest.dead else rest


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
        The number of seconds after which to give up.

    Yields
    ------
    Place, Backtrack, Resume, Solved
        As they happen.
    Solved, Exhausted or GaveUp
        At the end: enough solutions, no more solutions, or a limit.

    Raises
    ------
    OptionError
        A limit is negative, or no solution is asked for.

    Examples
    --------
    >>> from kaleido import Constrained, Puzzle, named_pattern
    >>> *_, last = search(Puzzle(named_pattern("car")).problem, Constrained(seed=1))
    >>> type(last).__name__, last.state.inner_edges
    ('Solved', 65)
    >>> everything = search(Puzzle(named_pattern("fancy-chessboard")).problem, Constrained(),
    ...                     max_solutions=None)
    >>> sum(type(event).__name__ == "Solved" for event in everything)
    118
    """
    if max_nodes is not None and max_nodes < 0:
        raise OptionError(f"max_nodes is {max_nodes}, expected 0 or more")
    if timeout is not None and not timeout >= 0:
        raise OptionError(f"timeout is {timeout}, expected 0 seconds or more")
    if max_solutions is not None and max_solutions < 1:
        raise OptionError(f"max_solutions is {max_solutions}, expected 1 or more")
    start = start or State.empty(problem)
    return _events(problem, strategy, start, max_solutions, max_nodes, timeout)


def _events(
    problem: Problem,
    strategy: Strategy,
    start: State,
    max_solutions: int | None,
    max_nodes: int | None,
    timeout: float | None,
) -> Iterator[Event]:
    limits = _Limits(max_nodes, timeout)
    nodes = solutions = 0
    seen: set[frozenset[int]] = set()
    if start.solved:
        yield Solved(start)
        return
    for run, length in enumerate(strategy.runs(problem)):
        if run:
            yield Resume(())
        run_end = None if length is None else nodes + length
        walk = _Walk(start, strategy)
        while True:
            if not walk.frames or walk.frames[-1].is_tried:
                yield from walk.to_next_move()
            if not walk.frames:
                yield Exhausted()
                return
            reached = limits.reached(nodes)
            if reached:
                yield GaveUp(reached)
                return
            if nodes == run_end:
                break
            nodes += 1
            frame = walk.frames[-1]
            place = frame.play()
            yield place
            state = place.state
            # Without propagation, a solution may be found again, its pieces in another order.
            if state.solved and (not walk.repeats or _is_new(state, seen)):
                solutions += 1
                yield Solved(state)
                if solutions == max_solutions:
                    return
                # A restart would find the same solution again.
                run_end = None
                yield Backtrack(state)
            elif state.solved:
                yield Backtrack(state)
            elif state.scarcest or not frame.propagates:
                walk.enter(state, (*frame.line, place))
            else:
                yield Backtrack(state)


def _is_new(state: State, seen: set[frozenset[int]]) -> bool:
    """Return whether a solution is not among those seen, and add it to them."""
    pieces = frozenset(state.path)
    if pieces in seen:
        return False
    seen.add(pieces)
    return True


class _Limits:
    """The limits of a search."""

    def __init__(self, max_nodes: int | None, timeout: float | None) -> None:
        self._max_nodes = max_nodes
        self._timeout = timeout
        self._deadline = math.inf if timeout is None else time.perf_counter() + timeout

    def reached(self, nodes: int) -> str:
        """Return which limit is reached after a number of nodes, in words; "" if none is."""
        if self._max_nodes is not None and nodes >= self._max_nodes:
            return f"the limit of {self._max_nodes:,} nodes is reached"
        if nodes % _CLOCK_EVERY == 0 and time.perf_counter() >= self._deadline:
            return f"the limit of {self._timeout:g} seconds is reached"
        return ""


class _Walk:
    """One run: the forks on the current line, and the boards with deferred siblings.

    A strategy that asks for no propagation makes its own moves first, without conclusions, so that
    its lines may meet in the same boards. What it left out is then searched with conclusions, from
    the start, so that nothing comes more than once more.
    """

    def __init__(self, start: State, strategy: Strategy) -> None:
        self._start = start
        self._strategy = strategy
        self._waiting: deque[_Board] = deque([] if start.dead else [(start, ())])
        self._propagates = False
        self._left_out = False
        self.frames: list[_Frame] = []
        self.repeats = False

    def enter(self, state: State, line: tuple[Place, ...], *, is_resumed: bool = False) -> None:
        """Put a board on the current line of moves."""
        frame = _Frame(
            state, line, self._strategy, is_resumed=is_resumed, propagates=self._propagates
        )
        self.repeats |= not frame.propagates
        self.frames.append(frame)

    def to_next_move(self) -> Iterator[Event]:
        """Go back, or to another board, until a fork has a move left or no frame is left."""
        while True:
            if not self.frames:
                if not self._waiting and not self._left_out:
                    return
                yield from self._resume()
            frame = self.frames[-1]
            if not frame.is_tried:
                return
            self.frames.pop()
            rest = frame.rest()
            if not frame.propagates:
                self._left_out |= rest is not None
            elif rest is not None:
                if frame.is_wide or len(self._waiting) >= MAX_WAITING:
                    self.enter(rest, frame.line, is_resumed=True)
                    continue
                self._waiting.append((rest, frame.line))
            if self.frames:
                yield Backtrack(frame.state)

    def _resume(self) -> Iterator[Event]:
        """Go to the board that waits longest, or back to the start for what was left out."""
        if not self._waiting:
            self._left_out, self._propagates = False, True
            yield Resume(())
            self.enter(self._start, ())
            return
        state, line = self._waiting.popleft()
        is_resumed = state is not self._start
        if is_resumed:
            yield Resume(line)
        self.enter(state, line, is_resumed=is_resumed)
