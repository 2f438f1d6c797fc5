"""What the paper's method proposes on boards, remembered for when they come again."""

from collections.abc import Callable
from typing import NamedTuple

from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.ranking import Ranked
from kaleido.search.strategies.survey import Survey

MAX_KNOWN = 2000
"""At most so many boards are remembered."""

KNOWN_BITS = 1 << 28
"""The bits that the live options of all items may take in the boards remembered: 32 MB."""


class Proposal(NamedTuple):
    """Moves that a stage of the method proposes, not yet in order.

    Attributes
    ----------
    survey : Survey
        The survey of the board, or of one like it.
    numbers : list of int
    find : callable
        Returns the moves with what their scores are made of.
    complete, kept
        As for `Fork`.
    in_windows : bool
        Whether they were found in windows, and are ranked as such.
    """

    survey: Survey
    numbers: list[int]
    find: Callable[[], list[Ranked]]
    complete: bool
    kept: int | None = None
    in_windows: bool = False


class Proposals:
    """The proposals for the boards of a problem.

    Half of the boards of a search, or of two with different seeds, have come before: the same
    pieces cover the same cells, laid in another way or order. The cells covered, the placements
    left and the balance of the colour budget decide what is proposed, if islands are found anew.

    Parameters
    ----------
    problem : Problem
    """

    def __init__(self, problem: Problem) -> None:
        size = len(problem.items) * len(problem) + 1
        self._most = min(MAX_KNOWN, KNOWN_BITS // size)
        self._known: dict[tuple[int, int, int], Proposal] = {}

    def known(self, state: State) -> Proposal | None:
        """Return the proposal for a board that came before, or None."""
        return self._known.get((state.live, state.filled, state.budget))

    def keep(self, state: State, proposal: Proposal) -> None:
        """Remember a proposal; when there is no more room, those before are forgotten."""
        if len(self._known) >= self._most:
            self._known.clear()
        self._known[state.live, state.filled, state.budget] = proposal
