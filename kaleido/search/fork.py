"""A fork: the moves that a strategy proposes for a state, best first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from kaleido.search.problem import Problem
from kaleido.search.score import Score
from kaleido.search.state import State


class Fork:
    """Moves to try at a state.

    Parameters
    ----------
    moves : sequence of int
        Numbers of live placements, best first. None of them only in a complete fork, which
        says that the state is refuted.
    score : callable
        Gives the score of one of the moves; asked only for moves that are shown.
    complete : bool
        Whether every solution that contains the state contains one of the moves, so that
        the state is refuted when they all fail; they should exclude each other, as the
        options of one cell or one piece do. Otherwise the search goes on without them.
    """

    __slots__ = ("complete", "moves", "score")

    def __init__(
        self, moves: Sequence[int], score: Callable[[int], Score], *, complete: bool
    ) -> None:
        if not moves and not complete:
            raise ValueError("a fork without moves must be complete")
        self.moves = moves
        self.score = score
        self.complete = complete


class Strategy(Protocol):
    """What answers the one question of the search: which moves next, best first.

    A strategy holds the state of one search at a time.
    """

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    @property
    def width(self) -> int | None:
        """How many moves of a fork are tried in turn; None: all.

        Those beyond wait at the back of the whole search, never dropped.
        """
        ...

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start afresh on a table and yield each run's limit of nodes; None: no limit.

        The search restarts from the empty board when a run reaches its limit, and ends when
        a run is through. The limits must not stay bounded.
        """
        ...

    def fork(self, state: State) -> Fork:
        """Propose moves at a state that is neither solved nor dead."""
        ...
