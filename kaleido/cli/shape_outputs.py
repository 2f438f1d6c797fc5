"""What ``kaleido polyominoes`` prints as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from kaleido.contract import Flat, Natural, Plain, Positive, Rule, output
from kaleido.model.board import Text
from kaleido.polyominoes import Order, Symmetry

Kind = Annotated[str, Rule(enum=["free", "one-sided", "fixed"])]
Drawing = Annotated[str, Rule(pattern="^[#./]*$")]


@output("polyominoes", "The answer of kaleido polyominoes --json")
class PolyominoCount(Plain):
    """How many polyominoes there are."""

    size: Annotated[Natural, "The number of cells."]
    kind: Annotated[Kind, "Which polyominoes count as the same."]
    holes: Annotated[bool, "Whether those that surround a gap are counted, too."]
    count: Annotated[Natural, "The number of polyominoes."]
    symmetries: Annotated[
        Mapping[Symmetry, Natural],
        Rule(required=[*map(str, Symmetry)]),
        "The number of polyominoes of each class of symmetry.",
    ]


@output("polyomino", "A line of kaleido polyominoes --list --json")
class PolyominoShape(Plain):
    """A polyomino."""

    drawing: Annotated[Drawing, "The drawing, in which # is a cell, . is a gap and / starts a row."]
    symmetry: Annotated[Symmetry, "The class of its symmetry."]


@dataclass(frozen=True)
class OrderCount(Plain):
    """How many shapes have the same symmetry."""

    order: Flat[Order]
    count: Annotated[Positive, "The number of these shapes."]


@output("polyforms", "The answer of kaleido polyominoes --lattice NAME --json")
class PolyformCount(Plain):
    """How many shapes of a lattice other than that of squares there are."""

    size: Annotated[Natural, "The number of cells."]
    kind: Annotated[Kind, "Which shapes count as the same."]
    holes: Annotated[bool, "Whether those that surround a gap are counted, too."]
    count: Annotated[Natural, "The number of shapes."]
    lattice: Annotated[Text, "The name of the lattice, such as hexagonal."]
    symmetries: Annotated[
        tuple[OrderCount, ...],
        "The number of shapes of each symmetry that one of them has.",
    ]


@output("polyform", "A line of kaleido polyominoes --lattice NAME --list --json")
class PolyformShape(Plain):
    """A shape of a lattice other than that of squares."""

    lattice: Annotated[Text, "The name of the lattice, such as hexagonal."]
    drawing: Annotated[
        Drawing,
        "The drawing, in which # is a cell, . is a gap, / starts a row and // a layer.",
    ]
    symmetry: Flat[Order]


@output("polyomino-growth", "A line of kaleido polyominoes --growth --json")
class Growth(Plain):
    """What grows out of a polyomino, or a shape of another lattice, when a cell is added."""

    drawing: Annotated[
        str,
        "The smaller shape: rows with / between them, # for a cell, // between layers.",
    ]
    grown: Annotated[tuple[str, ...], "The different shapes with one cell more, in order."]


@output("polyomino-estimate", "The answer of kaleido polyominoes --estimate --json")
class EstimatedCount(Plain):
    """An estimate of how many polyominoes there are."""

    size: Annotated[Positive, "The number of cells."]
    kind: Annotated[Kind, "Which polyominoes count as the same."]
    estimate: Annotated[
        float,
        Rule(minimum=0),
        "About how many there are, those with holes included.",
    ]
    error: Annotated[float, Rule(minimum=0), "The standard error of the estimate."]
