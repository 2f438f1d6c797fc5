"""Solutions to be looked through one by one, in an order that does not change."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from kaleido.analysis.puzzle import Position
from kaleido.contract import Natural, Plain
from kaleido.counting import MAX_FIRST, CountLimits, SolutionSymmetries
from kaleido.errors import TooLargeError
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.result import solved_states
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

if TYPE_CHECKING:
    from kaleido.counting import Ranking

# Seconds after which a search for a solution that was asked for is left at what it has found, and
# in which further solutions are searched for, to say how many there are.
PATIENCE = 20.0
CURIOSITY = 1.0

Path = tuple[int, ...]
"""The numbers of the placements of a solution."""


@dataclass(frozen=True)
class Solutions(Plain):
    """Some of the solutions of a position, in an order that does not change."""

    solutions: Annotated[Natural | None, "How many there are, if that is known."]
    text: Annotated[str, "Their number for display."]
    reachable: Annotated[Natural, "How many can be asked for."]
    offset: Annotated[Natural, "How many lie before the first of the list."]
    found: Annotated[tuple[tuple[Placement, ...], ...], "Their placements, in board order."]


class FirstSolutions:
    """The first solutions that a search finds, where they are too many to be counted."""

    total: int | None = None
    """How many there are, if the search has come to its end."""

    def __init__(self, state: State, *, up_to_symmetry: bool) -> None:
        states = solved_states(state, Constrained(0))
        self._coming = (state.path for state in states)
        self._symmetries = SolutionSymmetries(state) if up_to_symmetry else None
        self._seen: set[Path] = set()
        self._found: list[Path] = []

    @property
    def reachable(self) -> int:
        """How many can be asked for."""
        return MAX_FIRST if self.total is None else self.total

    def __getitem__(self, ranks: slice) -> list[Path]:
        """Return some of them; fewer if the others are not found soon."""
        last = min(ranks.stop, MAX_FIRST)
        self._search(last, PATIENCE)
        self._search(MAX_FIRST + 1, CURIOSITY)
        return self._found[ranks.start : last]

    @property
    def text(self) -> str:
        """How many there are, in words."""
        if self.total is not None:
            return f"{self.total:,}"
        return f"more than {len(self._found) - 1:,}" if self._found else "unknown"

    def _search(self, wanted: int, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self.total is None and len(self._found) < wanted and time.monotonic() < end:
            path = next(self._coming, None)
            if path is None:
                self.total = len(self._found)
                return
            least = path if self._symmetries is None else self._symmetries.least(path)
            if least not in self._seen:
                self._seen.add(least)
                self._found.append(path)


def browse(position: Position, question: dict[str, Any], memory: int) -> Solutions:
    """Return some of all solutions of a position; if they are too many, some of the first.

    The question says how many to pass over (``offset``) and to return (``limit``), and whether to
    pass over images of others under symmetries of the puzzle (``up_to_symmetry``). Counting may
    take some bytes of memory; with 0 solutions are searched for at once.
    """
    key = position, question["up_to_symmetry"]
    # A job that is stopped leaves its source in disorder, so that it is not put back.
    source = _kept.pop(key, None)
    _kept.clear()
    if source is None:
        source = _source(position.state, question["up_to_symmetry"], memory)
    ranks = slice(question["offset"], question["offset"] + question["limit"])
    if isinstance(source, FirstSolutions):
        paths, text = source[ranks], source.text
    else:
        paths = [source[rank] for rank in range(*ranks.indices(source.reachable))]
        text = f"{source.total:,}"
    _kept[key] = source
    found = []
    for path in paths:
        solution = Solution(position.pattern, position.problem.placements(path), position.pieces)
        found.append(tuple(sorted(solution.placements, key=lambda each: each.cells)))
    return Solutions(source.total, text, source.reachable, question["offset"], tuple(found))


_kept: dict[Any, Ranking | FirstSolutions] = {}
"""The source of the last question: who looks through solutions asks again soon."""


def _source(state: State, up_to_symmetry: bool, memory: int) -> Ranking | FirstSolutions:
    if memory:
        from kaleido.counting import Ranking  # needs arrays

        with suppress(TooLargeError):
            symmetries = SolutionSymmetries(state) if up_to_symmetry else None
            return Ranking(state, CountLimits.within(memory), symmetries=symmetries)
    return FirstSolutions(state, up_to_symmetry=up_to_symmetry)
