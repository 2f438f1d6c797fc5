"""The answer of a search, as one value."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from kaleido.errors import GAVE_UP, NO_SOLUTION
from kaleido.model.board import Board
from kaleido.model.cause import Cause, reason_fields
from kaleido.model.drawable import Captioned
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.found import Found
from kaleido.search.looks import Looks
from kaleido.search.score import Score
from kaleido.text import plural


class Status(StrEnum):
    """The three possible answers of a search, which are never confused."""

    SOLVED = "solved"
    NO_SOLUTION = "no-solution"
    GAVE_UP = "gave-up"

    @property
    def exit_code(self) -> int:
        """The exit code of a command that ends with this answer."""
        return {"solved": 0, "no-solution": NO_SOLUTION, "gave-up": GAVE_UP}[self]


@dataclass(frozen=True, repr=False)
class Move:
    """A placement of the solution, with the score for which it was chosen and how it was found.

    Pieces placed by hand have no score, and not all strategies say how they found a move.
    """

    placement: Placement
    score: Score | None = None
    found: Found | None = None

    def __repr__(self) -> str:
        score = "by hand" if self.score is None else f"score {self.score.total:g}"
        found = "" if self.found is None else f", {self.found}"
        return f"<Move: {self.placement}, {score}{found}>"

    def as_dict(self) -> dict[str, Any]:
        """Return the move as plain values."""
        return self.placement.as_dict() | {
            "score": None if self.score is None else self.score.as_dict(),
            "found": None if self.found is None else self.found.as_dict(),
        }


@dataclass(frozen=True, repr=False)
class Answer(Captioned):
    """The result of a search; a notebook shows the solution, or else the pattern, and the outcome.

    Attributes
    ----------
    pattern : Board
        The pattern or board that was to be covered.
    status : Status
        Solved, no solution (proved) or gave up.
    strategy : str
        The name of the strategy.
    nodes : int
        The number of placements tried.
    backtracks : int
        The number of placements taken back one by one; a restart takes back several at once and
        counts as none.
    seconds : float
        The time taken, including the verification and, unless it existed before, building the
        problem.
    moves : tuple of Move
        The moves that led to the solution; empty without one.
    solution : Solution or None
        The verified solution; None unless solved.
    reason : Cause or None
        Why there is no solution, or which limit was reached and what was tried.
    looks : Looks or None
        How far the strategy has looked ahead, apart from the nodes; None if it does not.
    """

    pattern: Board
    status: Status
    strategy: str
    nodes: int
    backtracks: int
    seconds: float
    moves: tuple[Move, ...] = ()
    solution: Solution | None = None
    reason: Cause | None = None
    looks: Looks | None = None

    @property
    def outcome(self) -> str:
        """How the search ended, in one line.

        Examples
        --------
        >>> from kaleido import Pattern, solve
        >>> solve(Pattern("/".join(["rxrxrxrr"] * 8))).outcome.partition(";")[0]
        'no solution (proved): the pieces cannot make 24 black, 40 red'
        """
        if self.status is Status.SOLVED:
            backtracks = plural(self.backtracks, "backtrack")
            return f"solved, {plural(self.nodes, 'move')} tried, {backtracks}"
        if self.status is Status.NO_SOLUTION:
            return f"no solution (proved): {self.reason}"
        return f"gave up: {self.reason}"

    @property
    def heading(self) -> str:
        """The pattern, the strategy and the outcome, in one line."""
        return f"{self.pattern.title or 'Pattern'}, strategy {self.strategy}: {self.outcome}"

    def __repr__(self) -> str:
        # Without the seconds, which differ from run to run.
        return f"<Answer: {self.heading}>"

    @property
    def pictured(self) -> Board | Solution:
        """The solution, or else the pattern."""
        return self.pattern if self.solution is None else self.solution

    @property
    def caption(self) -> str:
        """The heading."""
        return self.heading

    def as_dict(self) -> dict[str, Any]:
        """Return the answer as plain values: the fields of ``kaleido solve --json``."""
        return self.pattern.as_dict() | {
            "status": str(self.status),
            **reason_fields(self.reason),
            "strategy": self.strategy,
            "nodes": self.nodes,
            "backtracks": self.backtracks,
            **({} if self.looks is None else {"looks": self.looks._asdict()}),
            "seconds": round(self.seconds, 6),
            "placements": [move.as_dict() for move in self.moves],
        }
