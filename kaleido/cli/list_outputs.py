"""The JSON outputs of commands about patterns, puzzles, pieces and shapes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Self

from kaleido.base.contract import Flat, Keywords, Natural, Plain, Positive, output
from kaleido.hints.facts import ReasonFields
from kaleido.lab.run import Run
from kaleido.library import Order, SymmetryClass
from kaleido.library.patterns import ListedPattern
from kaleido.library.piece_sets import SetForm, SetSummary
from kaleido.library.puzzles import Challenge, ListedPuzzle
from kaleido.model.board import BoardForm, Text

Letter = Annotated[str, Keywords(enum=[*"xryb"])]


@output("show", "The answer of kaleido show --json about a pattern")
class ShownPattern(Plain):
    """A pattern and what can be counted on it without solving it."""

    board: Flat[BoardForm]
    title: Annotated[str, "What people call the pattern; empty without a title."]
    source: Annotated[str, "Where the pattern comes from; empty if that is not known."]
    note: Annotated[str, "A remark on the pattern; empty without one."]
    cells: Annotated[
        Mapping[Letter, Natural],
        Keywords(required=[*"xryb"]),
        "The number of cells of each colour.",
    ]
    islands: Annotated[
        tuple[Positive, ...],
        "The number of cells of each island, in ascending order.",
    ]
    implied_edges: Annotated[
        Natural,
        "The number of edges inside the frame that follow from the colours; a solution has 65, and "
        "8 more for each pair of joined sides.",
    ]
    why: Flat[ReasonFields]


@output("list", "The answer of kaleido list --json")
class NameList(Plain):
    """The patterns and puzzles that come with Kaleido."""

    patterns: Annotated[tuple[ListedPattern, ...], "The patterns by group."]
    puzzles: Annotated[tuple[ListedPuzzle, ...], "The puzzles by name."]


@output("show-puzzle", "The answer of kaleido show --json about a puzzle that is no pattern")
class ShownPuzzle(Plain):
    """A puzzle: its board, its pieces and their rules."""

    title: Annotated[str, "What people call the puzzle; empty without a title."]
    source: Annotated[str, "Where the puzzle comes from; empty if that is not known."]
    note: Annotated[str, "A remark on the puzzle; empty without one."]
    board: Flat[BoardForm]
    rows: Annotated[Positive, "The number of rows of the board."]
    cols: Annotated[Positive, "The number of columns of the board."]
    cells: Annotated[Positive, "The number of cells without the holes."]
    pieces: Annotated[SetForm, "The set of pieces and its rules."]
    placements: Annotated[Natural, "The number of placements that the search may choose from."]


@output("pieces", "The answer of kaleido pieces SET --json")
class ShownSet(Plain):
    """A set of pieces and its rules."""

    pieces: Flat[SetForm]


@output("piece-sets", "The answer of kaleido pieces --json")
class SetList(Plain):
    """The sets of pieces that come with Kaleido."""

    sets: Annotated[tuple[SetSummary, ...], "The sets by name."]


@output("challenge", "A line of kaleido list challenges --json")
class Chosen(Plain):
    """A Katamino challenge."""

    size: Annotated[
        int,
        Keywords(minimum=3, maximum=12),
        "The number of pieces, and of columns of the board of five rows.",
    ]
    challenge: Flat[Challenge]


@output("bench", "The answer of kaleido bench --json")
class Benchmarked(Plain):
    """The runs of strategies on boards."""

    runs: Annotated[tuple[Run, ...], "The runs. One that gave up needs more than it used."]


Kind = Annotated[str, Keywords(enum=["free", "one-sided", "fixed"])]
Drawing = Annotated[str, Keywords(pattern="^[#./]*$")]


@dataclass(frozen=True)
class ShapeSymmetry(Plain):
    """How symmetric a shape is."""

    symmetry: Annotated[str, "The symmetry in words, such as diagonal mirror or order 6."]
    order: Annotated[
        Positive,
        "How many symmetries of the lattice keep the shape, the one that moves nothing included.",
    ]
    has_mirror: Annotated[bool, "Whether the mirror image is the shape itself, turned or not."]

    @classmethod
    def of(cls, found: Order | SymmetryClass) -> Self:
        """Return the fields of an order, or of a class of symmetry."""
        return cls(str(found), found.order, found.has_mirror)


@dataclass(frozen=True)
class SymmetryCount(Plain):
    """How many shapes have the same symmetry."""

    symmetry: Flat[ShapeSymmetry]
    count: Annotated[Natural, "The number of these shapes."]


@output("polyominoes", "The answer of kaleido polyominoes --json")
class PolyformCount(Plain):
    """How many polyominoes, or shapes of another lattice, there are."""

    size: Annotated[Natural, "The number of cells."]
    kind: Annotated[Kind, "Which shapes count as the same."]
    holes: Annotated[bool, "Whether those that surround a gap are counted, too."]
    count: Annotated[Natural, "The number of shapes."]
    lattice: Annotated[Text, "The name of the lattice, such as square or hexagonal."]
    symmetries: Annotated[
        tuple[SymmetryCount, ...],
        "The number of shapes of each symmetry: of squares of all, else of those that a shape has.",
    ]


@output("polyomino", "A line of kaleido polyominoes --list --json")
class PolyformShape(Plain):
    """A polyomino, or a shape of another lattice."""

    lattice: Annotated[Text, "The name of the lattice, such as square or hexagonal."]
    drawing: Annotated[
        Drawing,
        "The drawing, in which # is a cell, . is a gap, / starts a row and // a layer.",
    ]
    symmetry: Flat[ShapeSymmetry]


@output("polyomino-growth", "A line of kaleido polyominoes --growth --json")
class Growth(Plain):
    """What grows out of a polyomino, or a shape of another lattice, when a cell is added."""

    drawing: Annotated[
        str,
        "The smaller shape: rows with / between them, # for a cell, // between layers.",
    ]
    grown: Annotated[tuple[str, ...], "The different shapes with one cell more, in order."]
