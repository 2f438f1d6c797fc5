"""The reason for a hint, as facts for every front end and in the words of players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Literal

from kaleido.base.contract import Flat, Hidden, Key, Natural, Plain, shown
from kaleido.base.text import both, either
from kaleido.base.words import say, sentence
from kaleido.hints.facts import Facts
from kaleido.model.board import Board
from kaleido.model.cause import Cause
from kaleido.model.grid import Cell
from kaleido.model.names import cell_name, player_name
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.fork import Found
from kaleido.search.notation import lying_words
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


Where = Literal["corner", "edge", "inside", ""]


@dataclass(frozen=True)
class DeadEnd(Plain):
    """Why a board cannot be completed, if that is seen at a glance."""

    kind: Annotated[
        Literal["cell", "island", "piece"],
        "Whether a cell cannot be covered, an island cannot be filled or a piece cannot be placed.",
    ]
    cells: Annotated[tuple[Cell, ...], "The cell or the island; empty for a piece."] = ()
    piece: Annotated[str, "The name of the piece; empty if it is not one."] = ""


@dataclass(frozen=True)
class FittingPiece(Plain):
    """A piece that fits where a hint says to look."""

    piece: Annotated[str, "The name of the piece."]
    ways: Annotated[Natural, "In how many ways it fits there."]
    dead_end: Annotated[
        DeadEnd | None,
        "The dead end to which all of these ways lead, where that is seen at a glance.",
    ] = None
    lost: Annotated[bool, "Whether it is proved that none of these ways leads to a solution."] = (
        False
    )


@dataclass(frozen=True)
class Emptied(Plain):
    """The consequence of leaving a cell empty that need not be covered."""

    dead_end: Annotated[
        DeadEnd | None, "The dead end to which it leads, where that is seen at a glance."
    ] = None
    lost: Annotated[bool, "Whether it is proved that it leads to no solution."] = False


@dataclass(frozen=True)
class Alternative(Plain):
    """Another move that scores high."""

    placement: Flat[Placement]
    score: Annotated[Score, "The score of the move."]
    lost: Annotated[bool, "Whether it is proved that the move leads to no solution."] = False

    @property
    @shown
    def score_line(self) -> str:
        """The score as a sum."""
        return self.score.line


@dataclass(frozen=True)
class Reason(Plain):
    """The reason for a hint."""

    kind: Annotated[ReasonKind, "What the hint rests on."]
    cells: Annotated[
        tuple[Cell, ...],
        "Where to look: the island, the cell or the only place; for a lost board, its dead end.",
    ] = ()
    where: Annotated[Where, "Where a single cell lies on the board; empty for anything else."] = ""
    candidates: Annotated[
        tuple[FittingPiece, ...], "The pieces that fit on a single cell, the hinted one first."
    ] = ()
    empty: Annotated[
        Emptied | None,
        "The consequence of leaving a single cell empty; null if it must be covered.",
    ] = None
    matched: Annotated[Natural, "How many sides of the hinted placement are edges already."] = 0
    edges: Annotated[Natural, "How many sides the hinted placement has."] = 0
    score: Annotated[Score | None, "The score of the move, if it was found by its score."] = None
    found: Annotated[Found | None, "How the paper's method found the move; null if it did not."] = (
        None
    )
    alternatives: Annotated[tuple[Alternative, ...], "Other moves, by score."] = ()
    dead_end: Annotated[
        DeadEnd | None, "Why a lost board cannot be completed, if that is seen at a glance."
    ] = None
    # Why an empty board is hopeless or nothing is left to do, or which limit was reached.
    why: Hidden[Cause | None] = None

    @property
    @shown
    def score_line(self) -> str:
        """The score as a sum; empty without one."""
        return "" if self.score is None else self.score.line

    @property
    @shown
    def facts(self) -> Facts:
        """The reason as facts, for programs that word it themselves; null if it has none."""
        return self.why.as_dict() if self.why else None

    @property
    @shown
    def _why(self) -> Annotated[str, Key("why")]:
        """Why an empty board has no solution or nothing is left to do, or which limit was reached.

        It is empty otherwise.
        """
        return str(self.why or "")


# The words for which piece it is, for all hints but those by score.
_WHICH = {
    ReasonKind.ISLAND: "onlyIsland",
    ReasonKind.PIECE: "onlyPiece",
    ReasonKind.CELL: "onlyCell",
    ReasonKind.ELIMINATION: "remaining",
    ReasonKind.SOLUTION: "leads",
}
# The words for the dead end to which other pieces lead or an empty cell, and for a lost board's.
_LED_TO = {"piece": "homeless", "cell": "uncovered", "island": "unfilled"}
_ENDS = {"piece": "endPiece", "cell": "endCell", "island": "endIsland"}
_DEAD = {"piece": "deadPiece", "cell": "deadCell", "island": "deadIsland"}


@dataclass(frozen=True)
class HintWords:
    """The words of a hint, a step at a time."""

    reason: Reason
    placement: Placement | None
    remove: tuple[Placement, ...]
    pieces: PieceSet
    board: Board

    def __str__(self) -> str:
        return " ".join(filter(None, (self.where, self.piece, self.place)))

    @property
    def where(self) -> str:
        """Where to look; for a lost board, that it is lost and where that can be seen."""
        reason = self.reason
        match reason.kind:
            case ReasonKind.LOST:
                lost = _say("lost" if self.remove else "lostSomehow")
                return f"{lost} {self._end(reason.dead_end, _DEAD)}" if reason.dead_end else lost
            case ReasonKind.SOLVED:
                return sentence(_say("solved", reason=reason.why))
            case ReasonKind.HOPELESS:
                key = "advice.unsolvable" if reason.why else "hints.hopeless"
                return say(key, reason=reason.why)
            case ReasonKind.UNKNOWN:
                return _say("unknown", n=reason.why.facts["seconds"] if reason.why else 0)
            case ReasonKind.ISLAND | ReasonKind.PIECE:
                cell = cell_name(reason.cells[0])
                return _say(reason.kind, n=len(reason.cells), cell=cell)
            case ReasonKind.CELL | ReasonKind.ELIMINATION:
                key = str(reason.kind)
            case _:
                key = "score"
        where = _say(key, n=len(reason.candidates), place=self._place())
        if reason.empty is None or reason.empty.lost:
            return where
        return f"{where} {_say('mayStay', cell=cell_name(reason.cells[0]))}"

    @property
    def piece(self) -> str:
        """Which piece it is, and why; for a lost board, which must come off; may be empty."""
        reason = self.reason
        if self.remove:
            names = [self._the(each.piece) for each in self.remove]
            return _say("off", n=len(names), pieces=both(names))
        if self.placement is None:
            return ""
        scored = "exact" if reason.matched == reason.edges else "matched"
        return _say(
            _WHICH.get(reason.kind, scored),
            piece=self._called(self.placement.piece),
            place=self._place(),
            others=self._others(reason.candidates[1:]),
            matched=reason.matched,
            edges=reason.edges,
        )

    @property
    def place(self) -> str:
        """How the piece lies; empty if the hint is not a move."""
        placement = self.placement
        if placement is None:
            return ""
        pose = lying_words(placement, self.pieces, self.board)
        return _say("lies", pose=pose, cell=cell_name(placement.cells[0]))

    def _called(self, name: str) -> str:
        return player_name(self.pieces, name)

    def _the(self, name: str) -> str:
        return _say("the", piece=self._called(name))

    def _place(self) -> str:
        return _say(self.reason.where or "inside", cell=cell_name(self.reason.cells[0]))

    def _others(self, others: Sequence[FittingPiece]) -> str:
        """Return why the other pieces are wrong; those with the same dead end go together."""
        by_end: dict[DeadEnd | None, list[str]] = {}
        for other in others:
            by_end.setdefault(other.dead_end, []).append(self._the(other.piece))
        reasons = [
            self._end(end, _LED_TO, pieces=either(names))
            if end
            else _say("unsolved", pieces=either(names))
            for end, names in by_end.items()
        ]
        if self.reason.empty:
            led_to = self.reason.empty.dead_end
            end = self._end(led_to, _ENDS) if led_to else _say("endLost")
            reasons.append(_say("ifEmpty", cell=cell_name(self.reason.cells[0]), end=end))
        return " ".join(reasons)

    def _end(self, end: DeadEnd, keys: Mapping[str, str], **values: object) -> str:
        if end.kind == "piece":
            values |= {"piece": self._called(end.piece)}
        else:
            values |= {"n": len(end.cells), "cell": cell_name(end.cells[0])}
        return _say(keys[end.kind], **values)


def _say(key: str, **values: object) -> str:
    return say(f"hints.{key}", **values)
