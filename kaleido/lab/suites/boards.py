"""The boards of the suite, with their facts and features."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Annotated, Any

from kaleido.base.arguments import checked_arguments
from kaleido.base.contract import Flat, Keywords, Natural, Plain, Positive, output, shown
from kaleido.base.errors import OptionError, UnknownKeyError
from kaleido.base.extras import data_frame
from kaleido.base.text import csv_text, plural, unknown
from kaleido.library.data import suite_records
from kaleido.model.board import Text
from kaleido.model.edges import pattern_statistics
from kaleido.model.pattern import Pattern
from kaleido.search.problem import Problem
from kaleido.search.state import State

if TYPE_CHECKING:
    import pandas as pd


@checked_arguments
@dataclass(frozen=True)
class Features(Plain):
    """Features of a board that need no search."""

    implied_edges: Annotated[Natural, "The number of edges that follow from the colours, of 65."]
    islands: Annotated[Positive, "The number of islands."]
    largest_island: Annotated[Positive, "The number of cells of the largest island."]
    colours: Annotated[Positive, "The number of colours."]
    black: Annotated[Natural, "The number of black cells."]
    red: Annotated[Natural, "The number of red cells."]
    yellow: Annotated[Natural, "The number of yellow cells."]
    blue: Annotated[Natural, "The number of blue cells."]
    placements: Annotated[Natural, "The number of placements of all pieces."]
    wand_placements: Annotated[Natural, "The number of placements of the largest piece."]
    fewest_placements: Annotated[
        Natural, "The number of placements of the cell or piece that has the fewest."
    ]


def features_of(pattern: Pattern) -> Features:
    """Return the features of a board for the classic pieces.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> features = features_of(named_pattern("car"))
    >>> features.implied_edges, features.islands, features.placements
    (52, 8, 302)
    """
    problem = Problem(pattern)
    statistics, counts = pattern_statistics(pattern), pattern.counts
    largest = max(problem.pieces, key=lambda piece: piece.size)
    names = [piece.name for piece in problem.placeable]
    return Features(
        implied_edges=statistics.implied_edges,
        islands=statistics.islands,
        largest_island=max(statistics.island_sizes),
        colours=sum(map(bool, counts.values())),
        black=counts["x"],
        red=counts["r"],
        yellow=counts["y"],
        blue=counts["b"],
        placements=len(problem),
        wand_placements=problem.placement_counts[names.index(largest.name)],
        fewest_placements=State.empty(problem).scarcest.bit_count(),
    )


FAMILIES: Mapping[str, str] = {
    "pictures": "a picture on a chequered ground, in any colours, with few implied edges",
    "two-colours": "a random packing of the red and black faces",
    "four-colours": "a random packing of any faces",
}
"""The families of boards, each with a description."""

SPLITS: Mapping[str, range] = {"train": range(1, 7), "dev": range(7, 9), "test": range(9, 11)}
"""The folds of each split: 60 %, 20 % and 20 % of each level of each family."""

ALL = "all"  # the boards of all families or splits
FOLDS = 10
_WHOLE = ("fold", "level", "solutions", "reference_nodes")

Family = Annotated[str, Keywords(enum=[*FAMILIES])]
Split = Annotated[
    str, Keywords(enum=[*SPLITS]), "The split: to learn from, to choose by or to report on."
]


@checked_arguments
@dataclass(frozen=True)
class SuiteBoard(Plain):
    """A board of the suite with what is proved about it, its hardness and its features."""

    name: Annotated[str, "The name: its family and a number."]
    family: Annotated[Family, "The family of boards that it belongs to."]
    fold: Annotated[
        Positive, Keywords(maximum=FOLDS), "The fold for cross-validation, from 1 to 10."
    ]
    level: Annotated[Positive, "How hard it is, from 1 to 4, by its reference nodes."]
    pattern: Annotated[Text, "The rows of the board, with / between them."]
    solutions: Annotated[Positive, "The exact number of solutions."]
    reference_nodes: Annotated[
        Positive, "The median of the nodes that a search without a score needs, over nine seeds."
    ]
    features: Flat[Features]

    @property
    @shown
    def split(self) -> Split:
        """The split that the fold belongs to."""
        return next(name for name, folds in SPLITS.items() if self.fold in folds)

    @property
    @shown
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
        return self.solutions == 1


@checked_arguments
@output("suite", "The answer of kaleido suite --json")
@dataclass(frozen=True, repr=False)
class Suite(Plain, Mapping[str, Pattern]):
    """Boards by name, in order, with what is known about each: a mapping for `kaleido.compare`.

    Examples
    --------
    >>> boards = suite("four-colours", "dev")
    >>> boards
    Suite: 40 boards of four-colours, split dev
    >>> name = next(iter(boards))
    >>> board = boards.facts(name)
    >>> board.level, board.solutions >= 1, boards[name].text == board.pattern
    (1, True, True)
    """

    boards: Annotated[tuple[SuiteBoard, ...], "The boards in order."]

    @cached_property
    def _by_name(self) -> dict[str, SuiteBoard]:
        return {board.name: board for board in self.boards}

    def __getitem__(self, name: str) -> Pattern:
        return Pattern(self.facts(name).pattern)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self.boards)

    def __repr__(self) -> str:
        families = ", ".join(dict.fromkeys(board.family for board in self.boards))
        splits = list(dict.fromkeys(board.split for board in self.boards))
        which = f"split {splits[0]}" if len(splits) == 1 else f"splits {', '.join(splits)}"
        return f"Suite: {plural(len(self), 'board')} of {families}, {which}"

    def facts(self, name: str) -> SuiteBoard:
        """Return the facts of a board, or raise an `OptionError`."""
        if name not in self._by_name:
            example = next(iter(self), "")
            raise UnknownKeyError(f"{name!r} is no board of the {self!r}: names are as {example!r}")
        return self._by_name[name]

    def records(self) -> list[dict[str, Any]]:
        """Return the facts of all boards as plain values."""
        return [board.as_dict() for board in self.boards]

    def to_pandas(self) -> pd.DataFrame:
        """Return the records as a pandas data frame, with a row for each; it needs pandas."""
        return data_frame(self.records())


def suite(family: str | None = None, split: str | None = "test") -> Suite:
    """Return boards of the suite that comes with Kaleido, by name.

    The suite has 600 generated boards: 200 of each of three families, in four levels of
    hardness. They all have solutions, which are counted exactly, and they never change: a new
    version of the suite would have another name.

    Parameters
    ----------
    family : {"pictures", "two-colours", "four-colours"}, optional
        Only the boards of one family.
    split : {"train", "dev", "test", "all"} or None, optional
        The boards to learn from (360), those to make choices with (120), or those that results
        are reported on (120); "all" or None for all.

    Raises
    ------
    OptionError
        There is no such family or split.

    Examples
    --------
    >>> import kaleido
    >>> boards = kaleido.suite("pictures")
    >>> len(boards), len(kaleido.suite(split=None))
    (40, 600)
    >>> kaleido.compare(boards, ["tuned", "paper-plus"], max_nodes=500)
    Comparison: 80 runs of 2 strategies on 40 patterns, seed 0; 79 solved, 1 gave up
    """
    for what, value, known in (("family", family, FAMILIES), ("split", split, SPLITS)):
        if value not in (None, ALL, *known):
            raise OptionError(unknown(what, str(value), [*known, ALL]))
    return Suite(
        tuple(
            board
            for board in _shipped()
            if family in (None, ALL, board.family) and split in (None, ALL, board.split)
        )
    )


@cache
def _shipped() -> tuple[SuiteBoard, ...]:
    return tuple(map(_read, suite_records("boards")))


def _read(row: Mapping[str, str]) -> SuiteBoard:
    features = {each.name: int(row[each.name]) for each in fields(Features)}
    own: dict[str, Any] = {name: int(row[name]) if name in _WHOLE else row[name] for name in _OWN}
    return SuiteBoard(**own, features=Features(**features))


_OWN = [each.name for each in fields(SuiteBoard) if each.name != "features"]


def as_table(boards: Iterable[SuiteBoard]) -> str:
    """Return boards as the CSV of the suite; `kaleido.compare` reads it, too."""
    records = [board.as_dict() for board in boards]
    columns = [name for name in records[0] if name != "unique"]
    return csv_text([columns, *([record[name] for name in columns] for record in records)])
