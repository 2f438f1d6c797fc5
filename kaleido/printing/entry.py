"""An entry of a booklet: a board with its solution and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kaleido.analysis.answer import Status
from kaleido.analysis.puzzle import Puzzle
from kaleido.analysis.questions import MAX_MEMORY
from kaleido.arguments import named_options
from kaleido.errors import TooLargeError
from kaleido.model.difficulty import draw_stars
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC
from kaleido.text import plural

if TYPE_CHECKING:
    from kaleido.model.solution import Solution

MAX_NODES = 1_000_000
"""Default limit of placements for the search for a solution."""


@dataclass(frozen=True)
class Entry:
    """A board of a booklet.

    Attributes
    ----------
    puzzle : Puzzle
    title : str
        May be empty.
    solution : Solution or None
        One solution, if there is one and the search found it.
    solutions, difficulty : int or None
        How many solutions there are, and how hard it is; None if that is not known.

    Examples
    --------
    >>> make_entry(Puzzle("car"), solutions=32, difficulty=1).facts
    '★☆☆☆☆   32 solutions'
    >>> make_entry(Puzzle("car"), counts=False).facts
    'number of solutions not known'
    """

    puzzle: Puzzle
    title: str
    solution: Solution | None
    solutions: int | None = None
    difficulty: int | None = None

    @property
    def stars(self) -> str:
        """The difficulty as stars; empty if it is not known."""
        return "" if self.difficulty is None else draw_stars(self.difficulty)

    @property
    def counted(self) -> str:
        """The number of solutions in words."""
        if self.solutions is None:
            return "number of solutions not known"
        return plural(self.solutions, "solution") if self.solutions else "no solution"

    @property
    def facts(self) -> str:
        """The difficulty and the number of solutions, on one line."""
        return "   ".join(filter(None, (self.stars, self.counted)))

    @property
    def pieces(self) -> str:
        """The names of the pieces in words; empty for those of the Kaleidoscope."""
        pieces = self.puzzle.pieces
        if pieces == CLASSIC:
            return ""
        named = (
            f"{_copies(needed, count) if pieces.least else _copies(count, count)}{piece.name}"
            for piece, needed, count in zip(pieces, pieces.needed, pieces.counts, strict=True)
        )
        return f"{plural(sum(pieces.counts), 'piece')}: {', '.join(named)}"


def _copies(least: int, most: int) -> str:
    """Return how many copies of a piece are used, before its name."""
    if least == most:
        return "" if most == 1 else f"{most} × "
    return f"{least} to {most} × "


@named_options
def make_entry(
    puzzle: Puzzle,
    title: str = "",
    *,
    solutions: int | None = None,
    difficulty: int | None = None,
    counts: bool = True,
    max_nodes: int | None = MAX_NODES,
    max_memory: int = MAX_MEMORY,
) -> Entry:
    """Solve a puzzle and, as far as that is not known, count and rate it.

    Only patterns of the Kaleidoscope are rated.

    Parameters
    ----------
    puzzle : Puzzle
    title : str, optional
        By default that of the board.
    solutions, difficulty : int, optional
        What is known.
    counts : bool, optional
        Whether to count and rate it.
    max_nodes : int or None, optional
        The limit of placements of the search for a solution.
    max_memory : int, optional
        The bytes that the count may take; what needs more is not known.
    """
    answer = puzzle.solve(max_nodes=max_nodes)
    title = title or puzzle.pattern.title
    if answer.status is Status.NO_SOLUTION:
        return Entry(puzzle, title, None, 0)
    if counts and solutions is None:
        try:
            solutions = puzzle.count(max_memory=max_memory).solutions
        except TooLargeError:
            return Entry(puzzle, title, answer.solution)
    if counts and difficulty is None and solutions and isinstance(puzzle.pattern, Pattern):
        from kaleido.analysis.rating import rate_counted

        difficulty = rate_counted(puzzle.problem, solutions).difficulty
    return Entry(puzzle, title, answer.solution, solutions, difficulty)
