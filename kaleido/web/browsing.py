"""Solutions to be looked through one by one, in an order that does not change."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from kaleido.analysis.puzzle import Puzzle
from kaleido.counting import SolutionSymmetries
from kaleido.errors import LimitReachedError
from kaleido.model.placement import Placement
from kaleido.search.position import place_all
from kaleido.search.solved import solved_states
from kaleido.search.strategies.constrained import Constrained
from kaleido.web.limits import MAX_SECONDS

MAX_FIRST = 1000
"""How many solutions can be looked through of those that are too many to be counted."""


def browse_first(
    puzzle: Puzzle, placed: tuple[Placement, ...], offset: int, limit: int, *, distinct: bool
) -> dict[str, Any]:
    """Return some of the first solutions that a search finds.

    Parameters
    ----------
    puzzle : Puzzle
    placed : tuple of Placement
        The pieces on the board.
    offset, limit : int
        How many solutions to pass over, and how many to return.
    distinct : bool
        Whether to keep one of those that symmetries make of each other.
    """
    start = place_all(puzzle.problem, placed)
    states = solved_states(puzzle.problem, Constrained(0), start=start, timeout=MAX_SECONDS)
    paths: Iterable[tuple[int, ...]] = (state.path for state in states)
    if distinct:
        paths = filter(SolutionSymmetries(start).is_first, paths)
    found: list[tuple[int, ...]] = []
    total = None
    try:
        # One more than can be looked through says that there are more.
        for path in islice(paths, MAX_FIRST + 1):
            found.append(path)
        total = len(found) if len(found) <= MAX_FIRST else None
    except LimitReachedError:
        pass
    reachable = min(len(found), MAX_FIRST)
    return _described(puzzle, found[:reachable][offset : offset + limit], offset, reachable, total)


def _described(
    puzzle: Puzzle,
    paths: list[tuple[int, ...]],
    offset: int,
    reachable: int,
    total: int | None,
) -> dict[str, Any]:
    return {
        "solutions": total,
        "text": f"more than {reachable:,}" if total is None else f"{total:,}",
        "reachable": reachable,
        "offset": offset,
        "found": [
            [
                placement.as_dict()
                for placement in sorted(
                    puzzle.problem.placements(path), key=lambda each: each.cells
                )
            ]
            for path in paths
        ],
    }
