"""What ``kaleido polyominoes`` prints as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from kaleido.contract import Flat, Natural, Plain, Positive, Rule, output
from kaleido.model.board_form import Text
from kaleido.polyominoes import Order, Symmetry

Kind = Annotated[str, Rule(enum=["free", "one-sided", "fixed"])]
Drawing = Annotated[str, Rule(pattern="^[#./]*$")]


@output("polyominoes", "The answer of kaleido polyominoes --json")
@dataclass(frozen=True)
class PolyominoCount(Plain):
    """How many polyominoes there are.

    Attributes
    ----------
    size : int
        The number of cells.
    kind : {"free", "one-sided", "fixed"}
        Which polyominoes count as the same.
    holes : bool
        Whether those that surround a gap are counted, too.
    count : int
        The number of polyominoes.
    symmetries : mapping
        The number of polyominoes of each class of symmetry.
    """

    size: Natural
    kind: Kind
    holes: bool
    count: Natural
    symmetries: Annotated[Mapping[Symmetry, Natural], Rule(required=[*map(str, Symmetry)])]


@output("polyomino", "A line of kaleido polyominoes --list --json")
@dataclass(frozen=True)
class PolyominoShape(Plain):
    """A polyomino.

    Attributes
    ----------
    drawing : str
        The drawing, in which # is a cell, . is a gap and / starts a row.
    symmetry : Symmetry
        The class of its symmetry.
    """

    drawing: Drawing
    symmetry: Symmetry


@dataclass(frozen=True)
class OrderCount(Plain):
    """How many shapes have the same symmetry.

    Attributes
    ----------
    count : int
        The number of these shapes.
    """

    order: Flat[Order]
    count: Positive


@output("polyforms", "The answer of kaleido polyominoes --lattice NAME --json")
@dataclass(frozen=True)
class PolyformCount(Plain):
    """How many shapes of a lattice other than that of squares there are.

    Attributes
    ----------
    size : int
        The number of cells.
    kind : {"free", "one-sided", "fixed"}
        Which shapes count as the same.
    holes : bool
        Whether those that surround a gap are counted, too.
    count : int
        The number of shapes.
    lattice : str
        The name of the lattice, such as hexagonal.
    symmetries : tuple of OrderCount
        The number of shapes of each symmetry that one of them has.
    """

    size: Natural
    kind: Kind
    holes: bool
    count: Natural
    lattice: Text
    symmetries: tuple[OrderCount, ...]


@output("polyform", "A line of kaleido polyominoes --lattice NAME --list --json")
@dataclass(frozen=True)
class PolyformShape(Plain):
    """A shape of a lattice other than that of squares.

    Attributes
    ----------
    lattice : str
        The name of the lattice, such as hexagonal.
    drawing : str
        The drawing, in which # is a cell, . is a gap, / starts a row and // a layer.
    """

    lattice: Text
    drawing: Drawing
    symmetry: Flat[Order]


@output("polyomino-growth", "A line of kaleido polyominoes --growth --json")
@dataclass(frozen=True)
class Growth(Plain):
    """What grows out of a polyomino, or a shape of another lattice, when a cell is added.

    Attributes
    ----------
    drawing : str
        The smaller shape: rows with / between them, # for a cell, // between layers.
    grown : tuple of str
        The different shapes with one cell more, in order.
    """

    drawing: str
    grown: tuple[str, ...]


@output("polyomino-estimate", "The answer of kaleido polyominoes --estimate --json")
@dataclass(frozen=True)
class EstimatedCount(Plain):
    """An estimate of how many polyominoes there are.

    Attributes
    ----------
    size : int
        The number of cells.
    kind : {"free", "one-sided", "fixed"}
        Which polyominoes count as the same.
    estimate : float
        About how many there are, those with holes included.
    error : float
        The standard error of the estimate.
    """

    size: Positive
    kind: Kind
    estimate: Annotated[float, Rule(minimum=0)]
    error: Annotated[float, Rule(minimum=0)]
