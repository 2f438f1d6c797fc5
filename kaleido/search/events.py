"""What a search tells as it goes; drawings, tables and pages all read these events."""

from __future__ import annotations

from typing import NamedTuple

from kaleido.model.placement import Placement
from kaleido.search.fork import Fork
from kaleido.search.score import Score
from kaleido.search.state import State


class Place(NamedTuple):
    """A placement is made: one node of the search.

    Attributes
    ----------
    state : State
        The board after it.
    fork : Fork
        The moves it was chosen from.
    rank : int
        Its place among them, from 0.
    kept : int
        How many of the moves are kept in line at this fork.
    """

    state: State
    fork: Fork
    rank: int
    kept: int

    @property
    def number(self) -> int:
        """The placement's number in the table."""
        return self.fork.moves[self.rank]

    @property
    def placement(self) -> Placement:
        """The placement."""
        return self.state.problem.placement(self.number)

    @property
    def score(self) -> Score:
        """Its score."""
        return self.fork.score(self.number)

    @property
    def siblings(self) -> tuple[tuple[Placement, Score], ...]:
        """The moves of the fork that wait for their turn, with their scores."""
        return tuple(
            (self.state.problem.placement(number), self.fork.score(number))
            for number in self.fork.moves[self.rank + 1 : self.kept]
        )

    @property
    def waiting(self) -> int:
        """How many siblings wait."""
        return self.kept - self.rank - 1


class Backtrack(NamedTuple):
    """The last placement is taken back: all that follows from it has failed or waits.

    Attributes
    ----------
    state : State
        The board that held it.
    """

    state: State


class Resume(NamedTuple):
    """The search leaves its line for another board.

    Attributes
    ----------
    line : tuple of Place
        The moves on the board from now on: none at a restart, else those that led to a fork
        whose further siblings waited at the back.
    """

    line: tuple[Place, ...]


class Solved(NamedTuple):
    """All pieces are placed. The last event, unless more solutions are asked for.

    Attributes
    ----------
    state : State
        The full board.
    """

    state: State


class Exhausted(NamedTuple):
    """No board is left to try: it is proved that there is no further solution. The last event."""


class GaveUp(NamedTuple):
    """A limit is reached before an answer. The last event.

    Attributes
    ----------
    limit : str
        Which limit, in words.
    """

    limit: str


Event = Place | Backtrack | Resume | Solved | Exhausted | GaveUp
"""Whatever a search tells."""
