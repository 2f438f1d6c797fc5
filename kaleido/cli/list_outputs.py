"""What the commands that list and show what comes with Kaleido print as JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from kaleido.analysis.facts import Facts
from kaleido.analysis.run import Run
from kaleido.contract import Difficulty, Flat, Natural, Plain, Positive, Rule, output
from kaleido.export.plain import SetForm, SetSummary
from kaleido.library.katamino import Challenge
from kaleido.model.board_form import BoardForm, Text

Letter = Annotated[str, Rule(enum=[*"xryb"])]


@dataclass(frozen=True)
class ListedPattern(Plain):
    """A pattern that comes with Kaleido.

    Attributes
    ----------
    name : str
        The name of the pattern.
    title : str
        What people call the pattern.
    group : str
        The group to which the pattern belongs.
    solutions : int
        The exact number of solutions.
    difficulty : int
        The difficulty from 1 to 5.
    implied_edges : int
        The number of edges that follow from the colours.
    pattern : str
        The rows of the board from top to bottom, with / between them.
    """

    name: str
    title: str
    group: str
    solutions: Positive
    difficulty: Difficulty
    implied_edges: Natural
    pattern: Text


@output("list", "The answer of kaleido list --json")
@dataclass(frozen=True)
class PatternList(Plain):
    """The patterns that come with Kaleido.

    Attributes
    ----------
    patterns : tuple of ListedPattern
        The patterns by group.
    """

    patterns: tuple[ListedPattern, ...]


@output("show", "The answer of kaleido show --json")
@dataclass(frozen=True)
class ShownPattern(Plain):
    """A pattern and what can be counted on it without solving it.

    Attributes
    ----------
    title : str
        What people call the pattern; empty without a title.
    source : str
        Where the pattern comes from; empty if that is not known.
    note : str
        A remark on the pattern; empty without one.
    cells : mapping
        The number of cells of each colour.
    islands : tuple of int
        The number of cells of each island, in ascending order.
    implied_edges : int
        The number of edges that follow from the colours; a solution has 65 edges.
    reason : str or None
        Why the pattern has no solution, if its colour counts show it; null otherwise.
    facts : dict or None
        The reason as facts, for programs that use words of their own; null if it has none.
    """

    board: Flat[BoardForm]
    title: str
    source: str
    note: str
    cells: Annotated[Mapping[Letter, Natural], Rule(required=[*"xryb"])]
    islands: tuple[Positive, ...]
    implied_edges: Natural
    reason: str | None
    facts: Facts


@dataclass(frozen=True)
class ListedPuzzle(Plain):
    """A puzzle that comes with Kaleido.

    Attributes
    ----------
    name : str
        The name of the puzzle, by which --puzzle takes it.
    title : str
        What people call the puzzle.
    group : str
        The group to which the puzzle belongs.
    pieces : str
        The name of its set of pieces.
    cells : int
        The number of cells of the board.
    solutions : int or None
        The exact number of solutions with the pieces that people begin with; null if it is not
        known.
    """

    name: str
    title: str
    group: str
    pieces: str
    cells: Positive
    solutions: Natural | None


@output("puzzle-list", "The answer of kaleido puzzle list --json")
@dataclass(frozen=True)
class PuzzleList(Plain):
    """The puzzles that come with Kaleido.

    Attributes
    ----------
    puzzles : tuple of ListedPuzzle
        The puzzles by name.
    """

    puzzles: tuple[ListedPuzzle, ...]


@output("puzzle-show", "The answer of kaleido puzzle show --json")
@dataclass(frozen=True)
class ShownPuzzle(Plain):
    """A puzzle: its board, its pieces and their rules.

    Attributes
    ----------
    name : str
        The name of the puzzle.
    title : str
        What people call the puzzle; empty without a title.
    source : str
        Where the puzzle comes from; empty if that is not known.
    note : str
        A remark on the puzzle; empty without one.
    rows : int
        The number of rows of the board.
    cols : int
        The number of columns of the board.
    cells : int
        The number of cells without the holes.
    pieces : SetForm
        The set of pieces and its rules.
    placements : int
        The number of placements that the search may choose from.
    """

    name: str
    title: str
    source: str
    note: str
    board: Flat[BoardForm]
    rows: Positive
    cols: Positive
    cells: Positive
    pieces: SetForm
    placements: Natural


@output("pieces", "The answer of kaleido pieces SET --json")
@dataclass(frozen=True)
class ShownSet(Plain):
    """A set of pieces and its rules."""

    pieces: Flat[SetForm]


@output("piece-sets", "The answer of kaleido pieces --json")
@dataclass(frozen=True)
class SetList(Plain):
    """The sets of pieces that come with Kaleido.

    Attributes
    ----------
    sets : tuple of SetSummary
        The sets by name.
    """

    sets: tuple[SetSummary, ...]


@output("katamino", "A line of kaleido katamino --json")
@dataclass(frozen=True)
class Chosen(Plain):
    """A Katamino challenge.

    Attributes
    ----------
    size : int
        The number of pieces, and of columns of the board of five rows.
    """

    size: Annotated[int, Rule(minimum=3, maximum=12)]
    challenge: Flat[Challenge]


@output("bench", "The answer of kaleido bench --json")
@dataclass(frozen=True)
class Benchmarked(Plain):
    """The runs of strategies on boards.

    Attributes
    ----------
    runs : tuple of Run
        The runs. One that gave up needs more than it used.
    """

    runs: tuple[Run, ...]
