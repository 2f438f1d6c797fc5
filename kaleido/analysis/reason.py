"""The reason for a hint, as facts from which every front end makes its own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Literal

from kaleido.analysis.facts import Facts
from kaleido.analysis.fitting import DeadEnd
from kaleido.contract import Flat, Hidden, Key, Natural, Plain, shown
from kaleido.model.cause import Cause
from kaleido.model.grid import Cell
from kaleido.model.placement import Placement
from kaleido.search.found import Found
from kaleido.search.score import Score


class ReasonKind(StrEnum):
    """Why a hint says what it says."""

    ISLAND = "island"
    CELL = "cell"
    PIECE = "piece"
    ELIMINATION = "elimination"
    SCORE = "score"
    SOLUTION = "solution"
    SOLVED = "solved"
    LOST = "lost"
    HOPELESS = "hopeless"
    UNKNOWN = "unknown"


KIND_WORDS: Mapping[ReasonKind, str] = MappingProxyType(
    {
        ReasonKind.ISLAND: "one piece alone must fill an island",
        ReasonKind.CELL: "only one piece fits on a cell",
        ReasonKind.PIECE: "a piece that must be placed fits in one place only",
        ReasonKind.ELIMINATION: "all pieces but one that fit on a cell lead to a dead end or to no "
        "solution",
        ReasonKind.SCORE: "of the moves that are known to belong to a solution, it has the best "
        "score by the paper's method",
        ReasonKind.SOLUTION: "the move belongs to a solution",
        ReasonKind.SOLVED: "nothing is left to do",
        ReasonKind.LOST: "pieces must come off",
        ReasonKind.HOPELESS: "the empty board has no solution",
        ReasonKind.UNKNOWN: "the time was up before anything was known",
    }
)
"""What each kind of reason means."""

Where = Literal["corner", "edge", "inside", ""]


@dataclass(frozen=True)
class Candidate(Plain):
    """A piece that fits where a hint says to look.

    Attributes
    ----------
    piece : str
        The name of the piece.
    ways : int
        In how many ways it fits there.
    dead_end : DeadEnd or None
        What the first of these ways leads to, where that is seen at a glance.
    lost : bool
        Whether it is proved that none of these ways leads to a solution.
    """

    piece: str
    ways: Natural
    dead_end: DeadEnd | None = None
    lost: bool = False


@dataclass(frozen=True)
class Alternative(Plain):
    """Another move that scores high.

    Attributes
    ----------
    placement : Placement
    score : Score
        The score of the move.
    lost : bool
        Whether it is proved that the move leads to no solution.
    """

    placement: Flat[Placement]
    score: Score
    lost: bool = False

    @property
    @shown
    def score_line(self) -> str:
        """The score as a sum."""
        return self.score.line


@dataclass(frozen=True)
class Reason(Plain):
    """The reason for a hint.

    Attributes
    ----------
    kind : ReasonKind
        What the hint rests on.
    cells : tuple of (row, col)
        Where to look: the island, the cell or the only place; for a lost board, its dead end.
    where : {"corner", "edge", "inside", ""}
        Where a single cell lies on the board; empty for anything else.
    candidates : tuple of Candidate
        The pieces that fit on a single cell, the hinted one first.
    matched : int
        How many sides of the hinted placement are edges already.
    edges : int
        How many sides the hinted placement has.
    score : Score or None
        The score of the move, if it was found by its score.
    found : Found or None
        How the paper's method found the move; null if it did not.
    alternatives : tuple of Alternative
        Other moves, by score.
    dead_end : DeadEnd or None
        Why a lost board cannot be completed, if that is seen at a glance.
    why : Cause or None
        Why an empty board is hopeless or nothing is left to do, or which limit was reached.
    """

    kind: ReasonKind
    cells: tuple[Cell, ...] = ()
    where: Where = ""
    candidates: tuple[Candidate, ...] = ()
    matched: Natural = 0
    edges: Natural = 0
    score: Score | None = None
    found: Found | None = None
    alternatives: tuple[Alternative, ...] = ()
    dead_end: DeadEnd | None = None
    why: Hidden[Cause | None] = None

    @property
    @shown
    def score_line(self) -> str:
        """The score as a sum; empty without one."""
        return "" if self.score is None else self.score.line

    @property
    @shown
    def facts(self) -> Facts:
        """The reason as facts, for programs that use words of their own; null if it has none."""
        return self.why.as_dict() if self.why else None

    @property
    @shown
    def _why(self) -> Annotated[str, Key("why")]:
        """Why an empty board has no solution or nothing is left to do, or which limit was reached.

        It is empty otherwise.
        """
        return str(self.why or "")
