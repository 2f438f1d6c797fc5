"""Hints in the words of players, a step at a time: where to look, which piece, how it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kaleido.analysis.fitting import DeadEnd
from kaleido.analysis.reason import Candidate, Reason, ReasonKind
from kaleido.model.grid import Grid
from kaleido.model.names import cell_name, player_name
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.notation import name_orientation
from kaleido.search.pose import pose_words
from kaleido.text import both, either
from kaleido.words import say, sentence

_WHICH = {
    ReasonKind.ISLAND: "onlyIsland",
    ReasonKind.PIECE: "onlyPiece",
    ReasonKind.CELL: "onlyCell",
    ReasonKind.ELIMINATION: "remaining",
    ReasonKind.SOLUTION: "leads",
}
"""What says which piece it is, for all hints but those by score."""


@dataclass(frozen=True)
class HintWords:
    r"""What a hint says, a step at a time.

    Parameters
    ----------
    reason, placement, remove
        Those of the hint.
    pieces : PieceSet
    grid : Grid

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> words = Puzzle("car").hint().words
    >>> print(words.where, words.piece, words.place, sep="\n")
    Look at edge cell A3: 4 pieces fit there, and one suits well.
    The black-footed L fits there exactly.
    Like this: black-footed L, front, turned 180°, at A1.
    """

    reason: Reason
    placement: Placement | None
    remove: tuple[Placement, ...]
    pieces: PieceSet
    grid: Grid

    def __str__(self) -> str:
        return " ".join(filter(None, (self.where, self.piece, self.place)))

    @property
    def where(self) -> str:
        """Where to look; of a lost board, that it is lost and where that can be seen."""
        reason = self.reason
        match reason.kind:
            case ReasonKind.LOST:
                lost = _say("lost" if self.remove else "lostSomehow")
                return f"{lost} {self._dead(reason.dead_end)}" if reason.dead_end else lost
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
        return _say(key, n=len(reason.candidates), place=self._place())

    @property
    def piece(self) -> str:
        """Which piece it is, and why; of a lost board, which must come off; may be empty."""
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
        """How the piece lies; empty if the hint is no move."""
        placement = self.placement
        if placement is None:
            return ""
        turn = name_orientation(placement, self.pieces, self.grid).removeprefix(placement.face)
        pose = pose_words(self.pieces, placement.piece, placement.face, turn)
        named = say("pieces.pose", piece=self._called(placement.piece), pose=pose)
        return _say("lies", pose=named, cell=cell_name(placement.cells[0]))

    def _called(self, name: str) -> str:
        return player_name(self.pieces, name)

    def _the(self, name: str) -> str:
        return _say("the", piece=self._called(name))

    def _place(self) -> str:
        reason = self.reason
        return _say(reason.where or "inside", cell=cell_name(reason.cells[0]))

    def _others(self, others: Sequence[Candidate]) -> str:
        """Return why it is none of the other pieces; those with the same end go together."""
        by_end: dict[DeadEnd | None, list[str]] = {}
        for other in others:
            by_end.setdefault(other.dead_end, []).append(self._the(other.piece))
        return " ".join(self._end(end, either(names)) for end, names in by_end.items())

    def _end(self, end: DeadEnd | None, pieces: str) -> str:
        if end is None:
            return _say("unsolved", pieces=pieces)
        if end.kind == "piece":
            return _say("homeless", pieces=pieces, piece=self._called(end.piece))
        key = "uncovered" if end.kind == "cell" else "unfilled"
        return _say(key, pieces=pieces, n=len(end.cells), cell=cell_name(end.cells[0]))

    def _dead(self, end: DeadEnd) -> str:
        if end.kind == "piece":
            return _say("deadPiece", piece=self._called(end.piece))
        key = "deadCell" if end.kind == "cell" else "deadIsland"
        return _say(key, n=len(end.cells), cell=cell_name(end.cells[0]))


def _say(key: str, **values: object) -> str:
    """Return a sentence with its values."""
    return say(f"hints.{key}", **values)
