"""Strategies from elsewhere, whose forks are checked."""

from collections.abc import Iterator

from kaleido.errors import OptionError
from kaleido.search.fork import Fork, Strategy, is_width
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import quote, shown


class Checked:
    """A strategy whose forks are checked before the search uses them.

    What a strategy says is all that the search knows: moves that are not there would give false
    solutions, and a fork that wrongly claims to be complete would give a false proof.

    Parameters
    ----------
    strategy : Strategy
    """

    def __init__(self, strategy: Strategy) -> None:
        self._strategy = strategy
        self.name = str(strategy.name)
        self.width = strategy.width
        if not is_width(self.width):
            raise OptionError(
                f"the width of strategy {quote(self.name)} is {self.width!r}, expected a whole "
                "number from 1 on, or None"
            )

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start a new search and yield the limit of nodes of each run."""
        limits = self._strategy.runs(problem)
        if not hasattr(limits, "__iter__"):
            raise OptionError(
                f"runs() of strategy {quote(self.name)} returned {shown(limits)}, expected "
                "limits of nodes: yield None for a single run"
            )
        yield from limits

    def fork(self, state: State) -> Fork:
        """Return the moves of the strategy.

        Raises
        ------
        OptionError
            It returns something else than a fork, a move is not possible, or the fork claims to be
            complete, but no cell or piece has all of its placements among the moves.
        """
        fork = self._strategy.fork(state)
        if not isinstance(fork, Fork):
            raise OptionError(
                f"fork() of strategy {quote(self.name)} returned {shown(fork)}, expected a "
                "kaleido.search.Fork"
            )
        options = 0
        for move in fork.moves:
            if not (isinstance(move, int) and move >= 0 and state.live >> move & 1):
                raise OptionError(
                    f"fork() of strategy {quote(self.name)} returned the move {move!r}, expected "
                    "numbers of placements that are live at the state"
                )
            options |= 1 << move
        if fork.complete and all(state.live & item & ~options for item in state.items):
            raise OptionError(
                f"fork() of strategy {quote(self.name)} claims to be complete, but no cell or "
                "piece has all of its placements among the moves"
            )
        return fork
