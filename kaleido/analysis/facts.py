"""The facts of a reason in JSON, for programs that make words of their own of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from kaleido.contract import As, Maybe, Natural, Plain, Positive, Rule
from kaleido.model.grid import Cell
from kaleido.text import reason_fields

Amounts = Annotated[
    Mapping[Literal["x", "r", "y", "b", "cells"], Positive],
    Rule(
        description="Numbers of cells by the names of their colours, or of cells without a colour."
    ),
]
Tally = Annotated[
    tuple[Natural, ...],
    Rule(
        description="How many cells there are of each colour of a colouring.",
        minItems=2,
        maxItems=5,
    ),
]
ColouringName = Annotated[
    str,
    Rule(
        enum=[
            "chequer",
            "rows",
            "columns",
            "rising-3",
            "falling-3",
            "rising-4",
            "falling-4",
            "rows-3",
            "columns-3",
            "rising-5",
            "falling-5",
            "quarters",
        ],
        description="A colouring of the cells, whatever the pieces: chequered, or rows, columns or "
        "diagonals in turn in so many colours, or the four cells of each block.",
    ),
]


@dataclass(frozen=True)
class ColourFacts:
    """No choice of faces has the colour counts of the board.

    Attributes
    ----------
    wanted : mapping
        The counts of the board.
    nearest : mapping
        The nearest counts that some choice of faces has.
    """

    kind: Literal["colours"]
    wanted: Amounts
    nearest: Amounts


@dataclass(frozen=True)
class FreeFacts:
    """No choice of the pieces left has as many cells as are free."""

    kind: Literal["free"]


@dataclass(frozen=True)
class LeftFacts:
    """No choice of faces of the pieces left has the colours of the free cells."""

    kind: Literal["left"]


@dataclass(frozen=True)
class PieceFacts:
    """A piece has no placement left.

    Attributes
    ----------
    piece : str
        The name of the piece.
    """

    kind: Literal["piece"]
    piece: str


@dataclass(frozen=True)
class CellFacts:
    """No placement left covers a cell."""

    kind: Literal["cell"]
    cell: Cell


@dataclass(frozen=True)
class IslandFacts:
    """No pieces left add up to an island.

    Attributes
    ----------
    island : mapping
        What the island consists of.
    cell : (row, col)
        The first cell of the island.
    """

    kind: Literal["island"]
    island: Amounts
    cell: Cell


@dataclass(frozen=True)
class ParityFacts:
    """No choice of the pieces has as many cells of each colour of a colouring as the board.

    Attributes
    ----------
    board : tuple of int
        The cells of the board, or of the part of it, of each colour.
    nearest : tuple of int or None
        The nearest that the pieces can cover; null if that is not known.
    cell : (row, col)
        The first cell of the board, or of the part of it.
    """

    kind: Literal["parity"]
    colouring: ColouringName
    board: Tally
    nearest: Tally | None
    cell: Cell


@dataclass(frozen=True)
class ClashFacts:
    """The only placements that some cells and pieces have left exclude each other."""

    kind: Literal["clash"]


@dataclass(frozen=True)
class SearchedFacts:
    """The search tried everything.

    Attributes
    ----------
    nodes : int
        The number of placements tried.
    """

    kind: Literal["searched"]
    nodes: Natural


@dataclass(frozen=True)
class ProgramFacts:
    """The program of the paper fails or crashes, and the search was to stop there.

    Attributes
    ----------
    tried : int
        The number of placements tried.
    most : int
        The largest number of pieces that were on the board.
    pieces : int
        The number of pieces that a solution has.
    """

    kind: Literal["program-failed", "program-crashed"]
    tried: Maybe[Natural]
    most: Maybe[Natural]
    pieces: Maybe[Natural]


@dataclass(frozen=True)
class LimitFacts:
    """A limit was reached.

    Attributes
    ----------
    nodes : int
        The limit of placements, if it was this one.
    seconds : float
        The limit of seconds, if it was this one.
    tried : int
        The number of placements tried.
    most : int
        The largest number of pieces that were on the board.
    pieces : int
        The number of pieces that a solution has.
    """

    kind: Literal["limit"]
    nodes: Maybe[Natural]
    seconds: Maybe[float]
    tried: Maybe[Natural]
    most: Maybe[Natural]
    pieces: Maybe[Natural]


_Facts = (
    ColourFacts
    | FreeFacts
    | LeftFacts
    | PieceFacts
    | CellFacts
    | IslandFacts
    | ParityFacts
    | ClashFacts
    | SearchedFacts
    | ProgramFacts
    | LimitFacts
    | None
)

Facts = Annotated[Mapping[str, Any] | None, As(_Facts)]
"""The facts of a reason; `kaleido.text.Cause` has them as plain values."""


@dataclass(frozen=True)
class Told(Plain):
    """Why something is so, in words and as facts.

    Attributes
    ----------
    reason : str or None
        Why there is no solution, or which limit was reached, in one sentence; null if neither is
        the case.
    facts : dict or None
        The reason as facts, for programs that use words of their own; null if it has none.
    """

    reason: str | None
    facts: Facts

    @classmethod
    def of(cls, reason: str) -> Told:
        """Return the fields of a reason, which has no facts unless it is a `text.Cause`."""
        fields: dict[str, Any] = reason_fields(reason)
        return cls(**fields)
