"""A placement: a piece on its cells of the board, one face up."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from operator import index
from typing import Annotated, Any

from kaleido.base.arguments import checked_arguments
from kaleido.base.contract import Hidden, Keywords, Plain
from kaleido.base.errors import SolutionError
from kaleido.base.text import plain, quote, shown
from kaleido.base.words import say
from kaleido.model.grid import Cell
from kaleido.model.names import cell_name, piece_labels
from kaleido.model.piece_set import PieceSet

BLANK = "(empty)"
"""The name of the piece that the search places on an optional cell to leave it empty.

It is on no board that people see: solutions and positions leave it out, and words say that the cell
stays empty.
"""

_FARTHEST = 10**9  # the largest row or column that is read; a message quotes it whole


@checked_arguments
@dataclass(frozen=True)
class Placement(Plain):
    """A piece on its cells of the board.

    Parameters
    ----------
    piece : str
        The name of the piece.
    face : {"front", "back"}
        The face that is up.
    cells : tuple of (row, col)
        The cells that the piece covers, in reading order.
    label : str, optional
        The name of the piece for people, big wand (W), if the set is known. It is no part of the
        value: placements with and without it are equal.

    Raises
    ------
    SolutionError
        A name is no text, there are no cells, or one is no row and column. Whether there is such
        a piece, face or cell is not checked.

    Notes
    -----
    Cells may be given as any pairs of whole numbers, and become tuples.

    Examples
    --------
    >>> print(Placement("domino", "back", [[0, 0], [0, 1]]))
    domino back at A1
    """

    piece: str
    face: Annotated[str, Keywords(enum=["front", "back"])]
    cells: Annotated[tuple[Cell, ...], Keywords(minItems=1)]
    label: Hidden[str] = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if not (isinstance(self.piece, str) and isinstance(self.face, str)):
            raise SolutionError(f"{shown(self)}: expected a piece and a face by their names")
        try:
            cells = tuple([(index(row), index(col)) for row, col in self.cells])
        except (TypeError, ValueError):
            cells = ()
        if not cells:
            raise SolutionError(f"{shown(self)}: expected cells as rows and columns")
        object.__setattr__(self, "cells", cells)

    def __str__(self) -> str:
        return self.title if self.is_blank else f"{self.title} at {cell_name(self.cells[0])}"

    @property
    def is_blank(self) -> bool:
        """Whether it is no piece: in the events of a search, a cell that stays empty."""
        return self.piece == BLANK

    @property
    def name(self) -> str:
        """The name of the piece for people, if the set is known, or else its own."""
        return self.label or plain(self.piece)

    @property
    def title(self) -> str:
        """The piece and the face that is up; or which cell stays empty."""
        if self.is_blank:
            return say("hints.empty", cell=cell_name(self.cells[0]))
        return f"{self.name} {plain(self.face)}"

    def labelled(self, pieces: PieceSet) -> Placement:
        """Return the placement with the name for people that its piece has in a set."""
        if self.label:
            return self
        return replace(self, label=piece_labels(pieces).get(self.piece, ""))

    def taken_back(self, words: str = "") -> str:
        """Return in words that it is taken back; `words` are those for a piece."""
        if self.is_blank:
            return say("hints.open", cell=cell_name(self.cells[0]))
        return f"takes back {words or self}"

    @classmethod
    def from_dict(cls, value: Any) -> Placement:
        """Read a placement from plain values, in the form of ``kaleido solve --json``.

        Keys other than "piece", "face" and "cells" are ignored. The verifier checks whether the
        piece, the face and the cells exist. SolutionError says that a key is missing or that its
        value has another form.
        """
        if not isinstance(value, dict):
            raise SolutionError(f"{quote(repr(value))} is not a placement: expected an object")
        for key in ("piece", "face"):
            if not isinstance(value.get(key), str):
                raise SolutionError(f'{quote(repr(value))} has no text as "{key}"')
        cells = value.get("cells")
        if (
            not isinstance(cells, list)
            or not cells
            or not all(
                isinstance(cell, list)
                and len(cell) == 2
                and all(type(part) is int and abs(part) <= _FARTHEST for part in cell)
                for cell in cells
            )
        ):
            raise SolutionError(
                f'the "cells" {quote(repr(cells))} of {quote(value["piece"])} are not a list of '
                "[row, col]"
            )
        return cls(value["piece"], value["face"], tuple(cells))


def known_placement(piece: str, face: str, cells: tuple[Cell, ...], label: str) -> Placement:
    """Return a placement of parts that are known to be right; checks would take most of the time.

    The cells are in reading order.
    """
    made = object.__new__(Placement)
    made.__dict__.update(piece=piece, face=face, cells=cells, label=label)
    return made


def placements_from_json(text: str) -> tuple[Placement, ...]:
    """Read the placements of a solution from JSON, in the form of ``kaleido solve --json``.

    The text is an object with the key "placements", or the list alone; others raise SolutionError.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        is_other = text.strip()[:1] not in ("{", "[")
        said = "no solution" if is_other else f"not JSON: {problem}"
        expected = f"{'JSON, ' * is_other}that of `kaleido solve --json`"
        raise SolutionError(f"{quote(text)} is {said}; expected {expected}") from None
    if isinstance(value, dict):
        value = value.get("placements")
    if not isinstance(value, list):
        raise SolutionError(f'{quote(text)} has no list of "placements"')
    return tuple(map(Placement.from_dict, value))
