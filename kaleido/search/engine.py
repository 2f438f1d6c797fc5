"""The search engine: a depth-first walk that tries the moves of a strategy and yields events.

At every fork the engine tries the moves in the strategy's order; a move that failed is ruled out
from what remains at that fork. What remains therefore shrinks, and a search that ends without a
solution has proved that there is none, whatever the strategy. Nothing is tried twice in a run,
unless a strategy asks for a search without propagation. A walk keeps a stack of open forks, and
the deferred boards.
"""

import math
from collections import deque
from collections.abc import Iterator

from kaleido.base.bounds import POSITIVE
from kaleido.base.errors import OptionError
from kaleido.search.compiled_search import compiled_search
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Solved
from kaleido.search.fork import MethodEnd, Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.stopping import REFUTE_AFTER, StoppingRule, check_limits

MAX_WAITING = 50_000
"""How many forks with deferred siblings may wait; further ones are tried to the end at once."""

_Board = tuple[State, tuple[Place, ...]]


class Level:
    """A state on the current line of moves, and how far its fork has been tried.

    The `line` has the moves that led to it, `is_resumed` says whether the board was deferred
    before, and `propagates` whether to draw conclusions even if the fork does not ask for it. The
    walk had left `open_ends` boards open when it entered this level.
    """

    __slots__ = (
        "ends",
        "fork",
        "is_wide",
        "kept",
        "line",
        "open_ends",
        "propagates",
        "rank",
        "state",
    )

    def __init__(
        self,
        state: State,
        line: tuple[Place, ...],
        strategy: Strategy,
        *,
        is_resumed: bool = False,
        propagates: bool = False,
        open_ends: int = 0,
    ) -> None:
        self.state = state
        self.open_ends = open_ends
        self.line = line
        self.fork = fork = strategy.fork(state)
        self.is_wide = strategy.width is None
        self.kept = fork.width(strategy.width)
        if is_resumed and not self.kept:
            # The strategy deferred this board before; now its moves must be tried.
            self.kept = len(fork.moves[: strategy.width])
        self.propagates = propagates or fork.propagates
        # The end of the method matters only while no conclusions are drawn.
        self.ends = list(fork.ends) if not self.propagates else []
        self.rank = 0

    @property
    def is_tried(self) -> bool:
        """Whether no move is left to try here before the others are deferred."""
        return self.rank == self.kept

    @property
    def pauses(self) -> bool:
        """Whether the engine has to look at this level before the next move."""
        return self.rank == self.kept or bool(self.ends)

    def play(self) -> Place:
        """Make the next move, and rule it out from the rest of this board."""
        fork = self.fork
        move = fork.moves[self.rank]
        after = self.state.place(move)
        if self.propagates and not fork.complete:
            self.state = self.state.without((move,))
            if self.state.dead:
                # Every solution of the state contains the move, so the others need not be tried.
                self.kept = self.rank + 1
        place = Place(after, fork, self.rank, self.kept)
        self.rank += 1
        if self.propagates and not fork.propagates:
            # A placement that is among the moves twice is tried once.
            while self.rank < self.kept and fork.moves[self.rank] in fork.moves[: self.rank]:
                self.rank += 1
        return place

    def rest(self) -> State | None:
        """Return the state without the kept moves, which have failed; None if nothing is left."""
        if self.fork.complete and self.kept == len(self.fork.moves):
            return None
        rest = self.state.without(self.fork.moves[: self.kept])
        return None if rest.dead else rest


class Walk:
    """One run: the forks on the current line, and the boards with deferred siblings.

    Attributes
    ----------
    levels : list of Level
        The current line.
    repeats : bool
        Whether the same board may come more than once.
    left_out : bool
        Whether moves were left out while no conclusions were drawn: another run must try them.
    open_ends : int
        The number of boards so far that were solved or left with deferred moves. If it has not
        grown since a level was entered, all boards below that level have failed for good.

    Notes
    -----
    A strategy that asks for no propagation makes its own moves first, without conclusions, so that
    several lines may lead to the same board. The rest is then searched with conclusions, in another
    run from the start, which visits no board twice.
    """

    def __init__(self, start: State, strategy: Strategy, *, concludes: bool) -> None:
        self._strategy = strategy
        self._waiting: deque[_Board] = deque()
        self._concludes = concludes
        self.levels: list[Level] = []
        self.left_out = False
        self.repeats = concludes
        self.open_ends = 0
        if not start.dead or (not concludes and getattr(strategy, "plays_on", False)):
            self.enter(start, ())

    def enter(self, state: State, line: tuple[Place, ...], *, is_resumed: bool = False) -> None:
        """Put a board on the current line of moves."""
        level = Level(
            state,
            line,
            self._strategy,
            is_resumed=is_resumed,
            propagates=self._concludes,
            open_ends=self.open_ends,
        )
        self.repeats |= not level.propagates
        self.levels.append(level)

    def to_next_move(self) -> Iterator[Event]:
        """Go back, or to another board, until a fork has a move left or no level is left."""
        while self.levels or self._waiting:
            if not self.levels:
                state, line = self._waiting.popleft()
                yield Resume(line)
                self.enter(state, line, is_resumed=True)
            level = self.levels[-1]
            while level.ends and level.ends[0][0] <= level.rank:
                yield level.ends.pop(0)[1]
            if not level.is_tried:
                return
            self.levels.pop()
            rest = level.rest()
            if not level.propagates:
                self.left_out |= rest is not None
                self.open_ends += 1
            elif rest is not None:
                if level.is_wide or len(self._waiting) >= MAX_WAITING:
                    self.enter(rest, level.line, is_resumed=True)
                    continue
                self._waiting.append((rest, level.line))
                self.open_ends += 1
            elif level.fork.failed and level.fork.complete and level.open_ends == self.open_ends:
                level.fork.failed()
            if self.levels:
                yield Backtrack(level.state)


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
