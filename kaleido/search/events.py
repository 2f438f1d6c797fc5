"""The events of a search, which drawings, tables and pages read."""

from collections.abc import Callable
from typing import NamedTuple

from kaleido.model.cause import Cause
from kaleido.model.placement import Placement
from kaleido.search.fork import Fork, MethodEnd
from kaleido.search.found import Found
from kaleido.search.score import Score
from kaleido.search.state import State
from kaleido.text import plural


class Place(NamedTuple):
    """A placement is made: one node of the search.

    Attributes
    ----------
    state : State
        The board after it.
    fork : Fork
        The moves from which it was chosen.
    rank : int
        Its position among them, from 0.
    kept : int
        How many of the moves are tried here before the others are deferred.
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


class Made(NamedTuple):
    """A move on the way to a solution, without the fork from which it was chosen.

    Attributes
    ----------
    number : int
        The number of the placement in the problem.
    placement : Placement
    told : callable
        Returns the score and how the placement was found, which few ask for: working that out may
        take longer than the search of the compiled core.
    """

    number: int
    placement: Placement
    told: Callable[[], tuple[Score, Found | None]]

    @property
    def score(self) -> Score:
        """The score of the placement."""
        score, _ = self.told()
        return score

    @property
    def found(self) -> Found | None:
        """How the placement was found, if the strategy can say."""
        _, found = self.told()
        return found


class Backtrack(NamedTuple):
    """The last placement is taken back: everything that follows from it has failed or is deferred.

    Attributes
    ----------
    state : State
        The board with that placement.
    """

    state: State


class Resume(NamedTuple):
    """The search leaves its line of moves for another board.

    Attributes
    ----------
    line : tuple of Place
        The moves on the board from now on: none at a restart, otherwise those that led to a fork
        with deferred siblings.
    """

    line: tuple[Place, ...]

    def __repr__(self) -> str:
        return f"<Resume: {plural(len(self.line), 'move')} on the board>"


class Solved(NamedTuple):
    """All pieces are placed. This is the last event unless more solutions are asked for.

    Attributes
    ----------
    state : State
        The full board.
    """

    state: State


class Exhausted(NamedTuple):
    """No board is left to try: it is proved that there is no further solution. The last event."""


class GaveUp(NamedTuple):
    """A limit was reached before there was an answer. The last event.

    Attributes
    ----------
    limit : Cause
        Which limit.
    """

    limit: Cause


Event = Place | Backtrack | Resume | MethodEnd | Solved | Exhausted | GaveUp
"""Anything that a search yields."""
