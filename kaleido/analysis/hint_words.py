"""Hints in the words of players, a step at a time: where to look, which piece, how it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from kaleido.analysis.fitting import DeadEnd
from kaleido.analysis.hint import Hint
from kaleido.analysis.reason import Candidate, ReasonKind
from kaleido.model.cell_names import cell_name
from kaleido.model.grid import Grid
from kaleido.model.piece_names import player_name
from kaleido.model.piece_set import PieceSet
from kaleido.search.notation import name_orientation
from kaleido.search.pose import pose_words
from kaleido.text import both, either

WORDS: Mapping[str, str | tuple[str, str]] = MappingProxyType(
    {
        "the": "the {piece}",
        "corner": "corner {cell}",
        "edge": "edge cell {cell}",
        "inside": "cell {cell}",
        "cell": "Look at {place}: only one piece fits there.",
        "island": (
            "Look at {cell}, which is closed off: only one piece fits there.",
            "Look at the {n} closed-off cells at {cell}: only one piece fills them.",
        ),
        "piece": (
            "Look at {cell}: one piece has its last place there.",
            "Look at the {n} cells at {cell}: one piece has its last place there.",
        ),
        "elimination": (
            "Look at {place}: {n} piece fits there.",
            "Look at {place}: {n} pieces fit there, but only one leads on.",
        ),
        "score": (
            "Look at {place}: {n} piece fits there.",
            "Look at {place}: {n} pieces fit there, and one suits well.",
        ),
        "onlyCell": "The only piece that fits {place} is the {piece}.",
        "onlyIsland": "Only the {piece} fits there.",
        "onlyPiece": "It is the {piece}, which fits nowhere else.",
        "remaining": "It is the {piece}. {others}",
        "uncovered": "With {pieces} nothing covers {cell}.",
        "unfilled": (
            "With {pieces} nothing fills {cell}.",
            "With {pieces} nothing fills the {n} cells at {cell}.",
        ),
        "homeless": "With {pieces} there is no place for the {piece}.",
        "unsolved": "With {pieces} there is no solution.",
        "exact": "The {piece} fits there exactly.",
        "matched": "Try the {piece}: {matched} of its {edges} sides already lie on a border.",
        "leads": "Try the {piece}: with it the board can be solved.",
        "lies": "Like this: {pose}, at {cell}.",
        "lost": "Something must come off: as the pieces lie, there is no solution.",
        "lostSomehow": "Something must come off, but what it is could not be found out in time.",
        "deadCell": "Look at {cell}: no piece that is left can cover it.",
        "deadIsland": (
            "Look at {cell}: no piece that is left can fill it.",
            "Look at the {n} cells at {cell}: the pieces that are left cannot fill them.",
        ),
        "deadPiece": "The {piece} does not fit anywhere any more.",
        "off": ("Take this piece off: {pieces}.", "Take these {n} pieces off: {pieces}."),
    }
)
"""The sentences by key, those of the page; of two, the second is for more than one thing."""


class HintWords:
    r"""What a hint says, a step at a time.

    Parameters
    ----------
    hint : Hint
    pieces : PieceSet
    grid : Grid, optional
        The lattice of the board, which is needed if the board wraps around.

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> puzzle = Puzzle("car")
    >>> words = HintWords(puzzle.hint(), puzzle.pieces)
    >>> print(words.where, words.piece, words.place, sep="\n")
    Look at edge cell A3: 4 pieces fit there, and one suits well.
    The black-footed L fits there exactly.
    Like this: black-footed L, turned 180°, at A1.
    """

    def __init__(self, hint: Hint, pieces: PieceSet, grid: Grid | None = None) -> None:
        self._hint, self._pieces, self._grid = hint, pieces, grid

    @property
    def where(self) -> str:
        """Where to look; of a lost board, that it is lost and where that can be seen."""
        hint, reason = self._hint, self._hint.reason
        if reason.kind is ReasonKind.LOST:
            lost = _say("lost" if hint.remove else "lostSomehow")
            return f"{lost} {self._dead(reason.dead_end)}" if reason.dead_end else lost
        if hint.placement is None:
            sentence = hint.sentence
            return f"{sentence[0].upper()}{sentence[1:]}."
        kind = reason.kind if reason.kind in WORDS else "score"
        by_cells = kind in (ReasonKind.ISLAND, ReasonKind.PIECE)
        count = len(reason.cells if by_cells else reason.candidates)
        return _say(kind, n=count, cell=cell_name(reason.cells[0]), place=self._place())

    @property
    def piece(self) -> str:
        """Which piece it is, and why; of a lost board, which must come off; may be empty."""
        hint, reason = self._hint, self._hint.reason
        if hint.remove:
            names = [self._the(each.piece) for each in hint.remove]
            return _say("off", n=len(names), pieces=both(names))
        if hint.placement is None:
            return ""
        piece = player_name(self._pieces, hint.placement.piece)
        keys = {
            ReasonKind.ISLAND: "onlyIsland",
            ReasonKind.PIECE: "onlyPiece",
            ReasonKind.CELL: "onlyCell",
            ReasonKind.ELIMINATION: "remaining",
            ReasonKind.SOLUTION: "leads",
        }
        scored = "exact" if reason.matched == reason.edges else "matched"
        return _say(
            keys.get(reason.kind, scored),
            piece=piece,
            place=self._place(),
            others=self._others(reason.candidates[1:]),
            matched=reason.matched,
            edges=reason.edges,
        )

    @property
    def place(self) -> str:
        """How the piece lies; empty if the hint is no move."""
        placement = self._hint.placement
        if placement is None:
            return ""
        name = name_orientation(placement, self._pieces, self._grid)
        turn = name.removeprefix(placement.face)
        pose = pose_words(placement.face, turn, self._pieces.lattice)
        called = player_name(self._pieces, placement.piece)
        return _say("lies", pose=f"{called}, {pose}", cell=cell_name(placement.cells[0]))

    def _the(self, name: str) -> str:
        return _say("the", piece=player_name(self._pieces, name))

    def _place(self) -> str:
        reason = self._hint.reason
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
            return _say("homeless", pieces=pieces, piece=player_name(self._pieces, end.piece))
        key = "uncovered" if end.kind == "cell" else "unfilled"
        return _say(key, pieces=pieces, n=len(end.cells), cell=cell_name(end.cells[0]))

    def _dead(self, end: DeadEnd) -> str:
        if end.kind == "piece":
            return _say("deadPiece", piece=player_name(self._pieces, end.piece))
        key = "deadCell" if end.kind == "cell" else "deadIsland"
        return _say(key, n=len(end.cells), cell=cell_name(end.cells[0]))


def _say(key: str, **values: object) -> str:
    """Return a sentence with its values."""
    words = WORDS[key]
    if not isinstance(words, str):
        words = words[values["n"] != 1]
    return words.format(**values)
