"""The events of a search, and their counter; drawings, tables and pages read both."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.contract import Natural
from kaleido.base.text import plural
from kaleido.model.cause import Cause
from kaleido.model.placement import Placement
from kaleido.search.fork import Fork, Found, MethodEnd, Strategy
from kaleido.search.score import Score
from kaleido.search.state import State


class Place(NamedTuple):
    """A placement is made: one node of the search.

    The `state` is the board after it. It is the move at `rank`, counted from 0, of its `fork`,
    whose first `kept` moves are tried here before the others are deferred.
    """

    state: State
    fork: Fork
    rank: int
    kept: int

    @property
    def number(self) -> int:
        """The number of the placement in the problem."""
        return self.fork.moves[self.rank]

    @property
    def placement(self) -> Placement:
        """The placement as a value."""
        return self.state.problem.placement(self.number)

    @property
    def title(self) -> str:
        """The number of the piece on the board, its name and face; or which cell stays empty."""
        title = self.placement.title
        return title if self.placement.is_blank else f"{self.state.depth}  {title}"

    @property
    def score(self) -> Score:
        """The score of the placement."""
        return self.fork.score(self.rank)

    @property
    def found(self) -> Found | None:
        """How the placement was found, if the strategy can say."""
        return None if self.fork.found is None else self.fork.found(self.rank)

    @property
    def siblings(self) -> tuple[tuple[Placement, Score], ...]:
        """The kept moves of the fork that have not been tried yet, with their scores."""
        return tuple(
            (self.state.problem.placement(self.fork.moves[rank]), self.fork.score(rank))
            for rank in range(self.rank + 1, self.kept)
        )

    @property
    def waiting(self) -> int:
        """The number of these siblings."""
        return self.kept - self.rank - 1


class Line(NamedTuple):
    """The moves on the way to a solution, without the forks from which they were chosen.

    `explain` computes the score of each move and how it was found. It is called only on demand,
    because that may take longer than the search in the compiled core. Where it `keeps_boards`, it
    needs much more memory than the line.
    """

    placements: Sequence[Placement] = ()
    explain: Callable[[], list[tuple[Score, Found | None]]] = list
    keeps_boards: bool = False


class Backtrack(NamedTuple):
    """The last placement is taken back: everything that follows from it has failed or is deferred.

    The `state` is the board with that placement.
    """

    state: State


class Resume(NamedTuple):
    """The search leaves its line of moves for another board.

    The `line` has the moves on the board from now on: none at a restart, otherwise those that led
    to a fork with deferred siblings.
    """

    line: tuple[Place, ...]

    def __repr__(self) -> str:
        return f"<Resume: {plural(len(self.line), 'move')} on the board>"


class Solved(NamedTuple):
    """The board is covered by pieces, all that must be used among them.

    This is the last event unless more solutions are asked for.
    """

    state: State


class Exhausted(NamedTuple):
    """No board is left to try: it is proved that there is no further solution. The last event."""


class GaveUp(NamedTuple):
    """A limit was reached before there was an answer. The last event."""

    limit: Cause


Event = Place | Backtrack | Resume | MethodEnd | Solved | Exhausted | GaveUp
"""Anything that a search yields."""


@checked_arguments
class Tracker:
    """Follows the events of a search: the line of moves on the board, and the counts.

    These are the placements made (`nodes`) and those taken back one by one (`backtracks`), how
    often the search left its line for another board (`resumes`), the most pieces that were placed
    (`deepest`), and the first board with as many (`fullest`; None without a placement).
    """

    def __init__(self) -> None:
        self.line: list[Place] = []
        self.nodes = self.backtracks = self.resumes = self.deepest = 0
        self.fullest: State | None = None
        self._given = 0

    def __repr__(self) -> str:
        return (
            f"<Tracker: {plural(self.nodes, 'node')}, {plural(self.backtracks, 'backtrack')}, "
            f"{plural(len(self.line), 'move')} on the board>"
        )

    @property
    def pieces(self) -> int:
        """The number of pieces that the line has laid."""
        return self.line[-1].state.depth - self._given if self.line else 0

    def follow(self, event: Event) -> None:
        """Take the next event into account."""
        if isinstance(event, Place):
            if not self.line:
                before = event.state.parent
                self._given = before.depth if before else 0
            self.nodes += 1
            self.line.append(event)
            if self.pieces > self.deepest:
                self.deepest, self.fullest = self.pieces, event.state
        elif isinstance(event, Backtrack):
            self.backtracks += 1
            self.line.pop()
        elif isinstance(event, Resume):
            self.resumes += 1
            self.line = list(event.line)


class Looks(NamedTuple):
    """How far a strategy has looked ahead in a search.

    A strategy that looks ahead has it for the last search in its attribute `looks`.

    Attributes
    ----------
    moves : int
        The moves that it has evaluated without making them; a move counts each time.
    nodes : int
        The nodes of its short searches ahead, which the search itself does not count; 0 for a
        strategy that evaluates moves without such searches.
    """

    moves: Natural
    nodes: Natural = 0


def looks_of(strategy: Strategy) -> Looks | None:
    """Return how far a strategy has looked ahead in its last search; None if it does not."""
    looks = getattr(strategy, "looks", None)
    return looks if isinstance(looks, Looks) else None
