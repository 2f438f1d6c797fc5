"""The reason for a hint, as facts from which every front end makes its own words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal

from kaleido.analysis.fitting import DeadEnd
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
class Candidate:
    """A piece that fits where a hint says to look.

    Attributes
    ----------
    piece : str
    ways : int
        In how many ways it fits there.
    dead_end : DeadEnd or None
        What each of these ways leads to, where that is seen at a glance; that of the first way.
    lost : bool
        Whether it is proved that none of these ways leads to a solution.
    """

    piece: str
    ways: int
    dead_end: DeadEnd | None = None
    lost: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        dead_end = None if self.dead_end is None else self.dead_end.as_dict()
        return {"piece": self.piece, "ways": self.ways, "dead_end": dead_end, "lost": self.lost}


@dataclass(frozen=True)
class Alternative:
    """Another move that scores high.

    Attributes
    ----------
    placement : Placement
    score : Score
    lost : bool
        Whether it is proved that it leads to no solution.
    """

    placement: Placement
    score: Score
    lost: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        scored = {"score": self.score.as_dict(), "score_line": self.score.line}
        return self.placement.as_dict() | scored | {"lost": self.lost}


@dataclass(frozen=True)
class Reason:
    """The reason for a hint.

    Attributes
    ----------
    kind : ReasonKind
        What they mean is in `KIND_WORDS`.
    cells : tuple of (row, col)
        Where to look: the island, the cell or the only place; of a lost board, its dead end.
    where : {"corner", "edge", "inside", ""}
        Where a single cell lies on the board.
    candidates : tuple of Candidate
        The pieces that fit on a single cell, the hinted one first.
    matched, edges : int
        How many sides of the hinted placement are edges already, and how many it has.
    score : Score or None
        The score of the move, if it was found by its score.
    found : Found or None
        How the paper's method found it.
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
    matched: int = 0
    edges: int = 0
    score: Score | None = None
    found: Found | None = None
    alternatives: tuple[Alternative, ...] = ()
    dead_end: DeadEnd | None = None
    why: Cause | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {
            "kind": str(self.kind),
            "cells": list(map(list, self.cells)),
            "where": self.where,
            "candidates": [each.as_dict() for each in self.candidates],
            "matched": self.matched,
            "edges": self.edges,
            "score": None if self.score is None else self.score.as_dict(),
            "score_line": "" if self.score is None else self.score.line,
            "found": None if self.found is None else self.found.as_dict(),
            "alternatives": [each.as_dict() for each in self.alternatives],
            "dead_end": None if self.dead_end is None else self.dead_end.as_dict(),
            "why": str(self.why or ""),
            "facts": self.why.as_dict() if self.why else None,
        }
