"""The facts of a reason in JSON, for programs that word it themselves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

from kaleido.base.contract import As, Keywords, Maybe, Natural, Plain, Positive
from kaleido.model.cause import Cause, reason_fields
from kaleido.model.grid import Cell

Amounts = Annotated[
    Mapping[Literal["x", "r", "y", "b", "cells"], Positive],
    Keywords(
        description="Numbers of cells by the names of their colours, or of cells without a colour."
    ),
]
Tally = Annotated[
    tuple[Natural, ...],
    Keywords(
        description="How many cells there are of each colour of a colouring.",
        minItems=2,
        maxItems=8,
    ),
]


def _colourings() -> list[str]:
    from kaleido.model.lattices import find_lattice, lattice_names

    found = (each.name for name in lattice_names() for each in find_lattice(name).colourings)
    return list(dict.fromkeys(found))


ColouringName = Annotated[
    str,
    Keywords(
        enum=_colourings,
        description="A colouring of the cells, whatever the pieces: chequered, or rows, columns or "
        "diagonals in turn in several colours, or the four cells of each block; other lattices "
        "have others.",
    ),
]


Tried = Annotated[Maybe[Natural], "The number of placements tried."]
Most = Annotated[Maybe[Natural], "The largest number of pieces that were on the board."]
Pieces = Annotated[Maybe[Natural], "The number of pieces that a solution has."]
Empty = Annotated[Maybe[Positive], "How many of these cells may stay empty, if any."]


class ColourFacts(NamedTuple):
    """No choice of faces has the colour counts of the board."""

    kind: Literal["colours"]
    wanted: Annotated[Amounts, "The counts of the board."]
    nearest: Annotated[Amounts, "The nearest counts that some choice of faces has."]
    empty: Empty


class FreeFacts(NamedTuple):
    """No choice of the pieces left has as many cells as are free."""

    kind: Literal["free"]
    empty: Empty


class LeftFacts(NamedTuple):
    """No choice of faces of the pieces left has the colours of the free cells."""

    kind: Literal["left"]


class PieceFacts(NamedTuple):
    """A piece fits nowhere, or (`piece-left`) only where the others never show the colours left."""

    kind: Literal["piece", "piece-left"]
    piece: Annotated[str, "The name of the piece."]


class CellFacts(NamedTuple):
    """No piece fits on a cell, or only ones after which the others never have the rest.

    For `cell-left` these are its colours, for `cell-free` its number of cells.
    """

    kind: Literal["cell", "cell-left", "cell-free"]
    cell: Cell


class IslandFacts(NamedTuple):
    """No pieces left add up to an island."""

    kind: Literal["island"]
    island: Annotated[Amounts, "What the island consists of."]
    cell: Annotated[Cell, "The first cell of the island."]


class ParityFacts(NamedTuple):
    """No choice of the pieces has as many cells of each colour of a colouring as the board."""

    kind: Literal["parity"]
    colouring: ColouringName
    board: Annotated[Tally, "The cells of the board, or of the part of it, of each colour."]
    nearest: Annotated[
        Tally | None, "The nearest that the pieces can cover; null if that is not known."
    ]
    cell: Annotated[
        Cell | None, "The first cell of the part of the board; null for the whole board."
    ]


class ClashFacts(NamedTuple):
    """Moves forced one after another leave a cell or a piece without a placement.

    A move is forced if a cell or a piece has no other placement that fits, or no other after which
    the pieces left can show the colours left (`clash-left`) or have the cells left (`clash-free`).
    """

    kind: Literal["clash", "clash-left", "clash-free"]


class ConflictFacts(NamedTuple):
    """Some cells are never covered together, by pieces of which some must be used."""

    kind: Literal["conflict"]
    cells: Annotated[tuple[Cell, ...], Keywords(minItems=1), "The cells, in order."]
    pieces: Annotated[tuple[str, ...], "The names of the pieces that must be used, if any."]


class SearchedFacts(NamedTuple):
    """The search tried everything."""

    kind: Literal["searched"]
    nodes: Annotated[Natural, "The number of placements tried."]


class FailedFacts(NamedTuple):
    """The program of the paper fails, and the search was to stop there."""

    kind: Literal["program-failed"]
    tried: Tried
    most: Most
    pieces: Pieces


class CrashedFacts(NamedTuple):
    """The program of the paper crashes, and the search was to stop there."""

    kind: Literal["program-crashed"]
    why: Annotated[
        Literal["progression", "home"],
        "What is missing: sizes in the progression of an island, or a home as long as the wand.",
    ]
    tried: Tried
    most: Most
    pieces: Pieces


class LimitFacts(NamedTuple):
    """A limit was reached."""

    kind: Literal["limit"]
    nodes: Annotated[Maybe[Natural], "The limit of placements, if it was this one."]
    seconds: Annotated[Maybe[float], "The limit of seconds, if it was this one."]
    tried: Tried
    most: Most
    pieces: Pieces


class DoneFacts(NamedTuple):
    """Nothing is left to do: all pieces are placed, the board is full, or free cells may stay."""

    kind: Literal["placed", "full", "spare"]


_Searched = SearchedFacts | FailedFacts | CrashedFacts | LimitFacts | DoneFacts | None
_Shapes = ColourFacts | FreeFacts | LeftFacts | PieceFacts | CellFacts | IslandFacts
_Proofs = ParityFacts | ClashFacts | ConflictFacts

# The facts of a reason; `kaleido.model.cause.Cause` has them as plain values.
Facts = Annotated[Mapping[str, Any] | None, As(_Shapes | _Proofs | _Searched)]


@dataclass(frozen=True)
class ReasonFields(Plain):
    """The fields of a reason: in words, and as facts."""

    reason: Annotated[
        str | None,
        "Why there is no solution, or which limit was reached, in one sentence; null if neither "
        "is the case.",
    ]
    facts: Annotated[
        Facts, "The reason as facts, for programs that use words of their own; null if it has none."
    ]

    @classmethod
    def of(cls, reason: Cause | str | None) -> ReasonFields:
        """Return the fields of a reason, which has no facts unless it is a `Cause`."""
        fields: dict[str, Any] = reason_fields(reason)
        return cls(**fields)
