"""Restarts on the schedule of Luby, Sinclair and Zuckerman."""

from collections.abc import Iterator
from itertools import count
from typing import Literal

from kaleido.errors import OptionError

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
    """Yield the limits of nodes of runs on this schedule; None alone for a single run."""
    if shortest is None:
        yield None
        return
    for length in luby():
        yield shortest * length


def check_run_nodes(run_nodes: RunNodes) -> RunNodes:
    """Return the nodes of the shortest run; raise `OptionError` if they are less than 1."""
    if isinstance(run_nodes, int) and run_nodes < 1:
        raise OptionError(f"run_nodes is {run_nodes}, expected 1 or more")
    return run_nodes
