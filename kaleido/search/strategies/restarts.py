"""How much a search tries before it restarts, on Luby's schedule, or looks closer."""

from collections.abc import Iterator
from itertools import count
from math import inf
from typing import Literal, NamedTuple

from kaleido.base.bounds import Bounds
from kaleido.search.problem import Problem

RunNodes = int | Literal["usual"] | None
"""The nodes of the shortest run; None for one run without a limit, so no restarts."""


def luby() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 1, 2, 4, …, a schedule within a log factor of the best one.

    References
    ----------
    M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", Information
    Processing Letters 47, 1993.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(luby(), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    for index in count(1):
        # Strip off the largest complete block (of length 2^k - 1) until one ends here.
        while (index + 1) & index:
            index -= (1 << index.bit_length() - 1) - 1
        yield (index + 1) >> 1


def run_limits(shortest: int | None) -> Iterator[int | None]:
    """Yield the limits of nodes of runs on this schedule; only None for a single run."""
    if shortest is None:
        yield None
        return
    for length in luby():
        yield shortest * length


def check_run_nodes(run_nodes: RunNodes) -> RunNodes:
    """Return the nodes of the shortest run; raise `OptionError` if they are invalid."""
    if run_nodes not in ("usual", None):
        Bounds(1, inf).check(run_nodes, "run_nodes")
    return run_nodes


class Effort(NamedTuple):
    """What a search tries before it starts again or looks closer.

    Attributes
    ----------
    run_nodes : int or None
        The nodes of the shortest run; None for a single run without a limit. A wrong start is left
        soon, and little is lost, because what a run has refuted is remembered.
    narrow_after : int
        The number of forks after which placements that block an item are left out. This refutes
        most wrong boards sooner, but most boards are solved without it.
    few : int
        The most options of the items that are examined for this.
    """

    run_nodes: int | None
    narrow_after: int
    few: int


COLOURED = Effort(100, 30, 6)
"""The effort on pieces with colours."""

PLAIN = Effort(1000, 10, 12)
"""The effort on others, whose cells and pieces have more placements."""


def effort_on(
    problem: Problem, run_nodes: RunNodes = "usual", narrow_after: int | None = None
) -> Effort:
    """Return the usual effort on a problem, with the given values replaced.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> effort_on(Problem(named_pattern("car")), run_nodes=50)
    Effort(run_nodes=50, narrow_after=30, few=6)
    """
    usual = PLAIN if problem.pieces.is_plain else COLOURED
    return Effort(
        usual.run_nodes if run_nodes == "usual" else run_nodes,
        usual.narrow_after if narrow_after is None else narrow_after,
        usual.few,
    )
