"""What the commands that list and show what comes with Kaleido print as JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from kaleido.analysis.facts import Told
from kaleido.analysis.run import Run
from kaleido.contract import Difficulty, Flat, Natural, Plain, Positive, Rule, output
from kaleido.export.cover import SetForm, SetSummary
from kaleido.library.puzzles import Challenge
from kaleido.model.board import BoardForm, Text

Letter = Annotated[str, Rule(enum=[*"xryb"])]


@dataclass(frozen=True)
class ListedPattern(Plain):
    """A pattern that comes with Kaleido."""

    name: Annotated[str, "The name of the pattern."]
    title: Annotated[str, "What people call the pattern."]
    group: Annotated[str, "The group to which the pattern belongs."]
    solutions: Annotated[Positive, "The exact number of solutions."]
    difficulty: Annotated[Difficulty, "The difficulty from 1 to 5."]
    implied_edges: Annotated[Natural, "The number of edges that follow from the colours."]
    pattern: Annotated[Text, "The rows of the board from top to bottom, with / between them."]


@output("list", "The answer of kaleido list --json")
class PatternList(Plain):
    """The patterns that come with Kaleido."""

    patterns: Annotated[tuple[ListedPattern, ...], "The patterns by group."]


@output("show", "The answer of kaleido show --json")
class ShownPattern(Plain):
    """A pattern and what can be counted on it without solving it."""

    board: Flat[BoardForm]
    title: Annotated[str, "What people call the pattern; empty without a title."]
    source: Annotated[str, "Where the pattern comes from; empty if that is not known."]
    note: Annotated[str, "A remark on the pattern; empty without one."]
    cells: Annotated[
        Mapping[Letter, Natural],
        Rule(required=[*"xryb"]),
        "The number of cells of each colour.",
    ]
    islands: Annotated[
        tuple[Positive, ...],
        "The number of cells of each island, in ascending order.",
    ]
    implied_edges: Annotated[
        Natural,
        "The number of edges that follow from the colours; a solution has 65 edges.",
    ]
    told: Flat[Told]


@dataclass(frozen=True)
class ListedPuzzle(Plain):
    """A puzzle that comes with Kaleido."""

    name: Annotated[str, "The name of the puzzle, by which --puzzle takes it."]
    title: Annotated[str, "What people call the puzzle."]
    group: Annotated[str, "The group to which the puzzle belongs."]
    pieces: Annotated[str, "The name of its set of pieces."]
    cells: Annotated[Positive, "The number of cells of the board."]
    solutions: Annotated[
        Natural | None,
        "The exact number of solutions with the pieces that people begin with; null if it is "
        "not known.",
    ]


@output("puzzle-list", "The answer of kaleido puzzle list --json")
class PuzzleList(Plain):
    """The puzzles that come with Kaleido."""

    puzzles: Annotated[tuple[ListedPuzzle, ...], "The puzzles by name."]


@output("puzzle-show", "The answer of kaleido puzzle show --json")
class ShownPuzzle(Plain):
    """A puzzle: its board, its pieces and their rules."""

    name: Annotated[str, "The name of the puzzle."]
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


@output("katamino", "A line of kaleido katamino --json")
class Chosen(Plain):
    """A Katamino challenge."""

    size: Annotated[
        int,
        Rule(minimum=3, maximum=12),
        "The number of pieces, and of columns of the board of five rows.",
    ]
    challenge: Flat[Challenge]


@output("bench", "The answer of kaleido bench --json")
class Benchmarked(Plain):
    """The runs of strategies on boards."""

    runs: Annotated[tuple[Run, ...], "The runs. One that gave up needs more than it used."]
