"""The depth-first walk of a search: the stack of open forks, and the deferred boards."""

from collections import deque
from collections.abc import Iterator

from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.fork import Strategy
from kaleido.search.state import State

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
