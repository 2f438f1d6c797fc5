"""How much a search tries before it starts again or looks closer."""

from collections.abc import Iterator
from typing import NamedTuple

from kaleido.search.problem import Problem
from kaleido.search.strategies.luby import RunNodes, run_limits


class Effort(NamedTuple):
    """What a search tries before it starts again or looks closer.

    Attributes
    ----------
    run_nodes : int
        The nodes of the shortest run. A wrong start is left soon, and little is lost: what a run
        has refuted is remembered.
    narrow_after : int
        After how many forks placements that block an item are left out. That refutes most wrong
        boards sooner, but most boards are solved without.
    few : int
        The most options of the items that are looked at for that.
    """

    run_nodes: int
    narrow_after: int
    few: int

    def run_limits(self, run_nodes: RunNodes) -> Iterator[int | None]:
        """Yield the node limits of runs, starting from the usual one or from the one given."""
        return run_limits(self.run_nodes if run_nodes == "usual" else run_nodes)


COLOURED = Effort(100, 30, 6)
"""The effort on pieces with colours."""

PLAIN = Effort(1000, 10, 12)
"""The effort on others, whose cells and pieces have more placements."""


def usual_effort(problem: Problem) -> Effort:
    """Return the usual effort on a problem.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> usual_effort(Problem(named_pattern("car"))).few
    6
    """
    return PLAIN if problem.pieces.is_plain else COLOURED
