"""The patterns that come with Kaleido, and the facts about them."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from kaleido.base.contract import Difficulty, Natural, Plain, Positive
from kaleido.base.errors import PatternError
from kaleido.base.files import find_path, is_file_name
from kaleido.base.text import quote, quote_path, similar
from kaleido.library import puzzles
from kaleido.library.board_files import named_part, one_of
from kaleido.library.data import (
    known,
    named_path,
    names,
    names_in,
    nearest,
    shelf,
    shipped_text,
    suite_rows,
)
from kaleido.library.piece_sets import set_names
from kaleido.library.ruled_names import DEALT, calendar_days, ruled_text
from kaleido.model.board import Board, Text
from kaleido.model.board_text import named_lattice, short_form, split_text
from kaleido.model.edges import implied_borders
from kaleido.model.lattices import lattice_names
from kaleido.model.names import find_piece, piece_labels
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC
from kaleido.model.written import is_written

# Letters with slashes between them, or enough rows to forgive a wrong letter.
_ROWS = re.compile(
    r"[xryb1-4o]*(/[xryb1-4o]*)+|[^/.\\]*(/[^/.\\]*){3,}|[^/\\]{8}(/[^/\\]{8}){7}", re.IGNORECASE
)

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "standard": "Standard",
        "alphabet": "Alphabet",
        "digits": "Digits",
        "pictures": "Pictures",
        "ornaments": "Ornaments",
        "colours": "Four colours",
        "unique": "Exactly one solution",
    }
)
"""The titles of the groups of patterns. Kaleido is measured on the standard ones."""


@dataclass(frozen=True)
class Facts:
    """The facts that the file of a pattern states: its group, its solutions and its difficulty.

    The number of solutions is exact, and the difficulty is from 1 to 5, see `Rating`.
    """

    group: str
    solutions: int
    difficulty: int


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


def listed_pattern(name: str) -> ListedPattern:
    """Return a pattern that comes with Kaleido, as lists have it."""
    pattern, facts = named_pattern(name), pattern_facts(name)
    edges = pattern.grid.inner(implied_borders(pattern))
    about = facts.group, facts.solutions, facts.difficulty, edges
    return ListedPattern(name, pattern.title, *about, pattern.text)


@cache
def pattern_names(group: str | None = None) -> tuple[str, ...]:
    """Return the sorted names of the patterns that come with Kaleido, of one of `GROUPS` or all.

    Examples
    --------
    >>> len(pattern_names("standard")), "car" in pattern_names("alphabet")
    (32, False)
    """
    return names_in("patterns", group, GROUPS, lambda name: pattern_facts(name).group)


def named_pattern(name: str) -> Pattern:
    """Return the pattern with that name, or raise a PatternError that gives the nearest names.

    Parameters
    ----------
    name : str
        One of `kaleido.pattern_names()`.

    Examples
    --------
    >>> named_pattern("car").counts["r"]
    32
    >>> named_pattern("cra")
    Traceback (most recent call last):
    ...
    kaleido.base.errors.PatternError: unknown pattern 'cra': did you mean car?
    """
    return Pattern.parse(_text(name))


@cache
def pattern_facts(name: str) -> Facts:
    """Return what is known about the pattern with that name, as `named_pattern` finds it.

    Parameters
    ----------
    name : str
        One of `kaleido.pattern_names()`.

    Examples
    --------
    >>> pattern_facts("car")
    Facts(group='standard', solutions=32, difficulty=1)
    """
    _, headers = split_text(_text(name), ("group", "solutions", "difficulty"))
    return Facts(headers["group"], int(headers["solutions"]), int(headers["difficulty"]))


def facts_of(board: Board) -> Facts | None:
    """Return what is known about a pattern if it comes with Kaleido.

    Examples
    --------
    >>> facts_of(named_pattern("car")) == pattern_facts("car"), facts_of(Board("rx/xr"))
    (True, None)
    """
    name = _by_board().get(board)
    return None if name is None else pattern_facts(name)


@cache
def _by_board() -> Mapping[Board, str]:
    return {named_pattern(name): name for name in pattern_names()}


def _text(name: str) -> str:
    text = shipped_text("patterns", name)
    if text is not None:
        return text
    others = {
        "a puzzle with pieces of its own (named_puzzle)": known(name, shelf("puzzles")),
        "a set of pieces (named_set)": known(name, set_names()),
        "a group of boards": members(name),
        "a board without a file (Puzzle takes it)": ruled_text(name),
    }
    for other in filter(others.get, others):
        raise PatternError(f"{quote(name)} is {other}, expected the name of a pattern")
    raise PatternError(f"unknown pattern {quote(name)}: {nearest(name, shelf('patterns'))}")


def looks_like_rows(text: str) -> bool:
    """Return whether a text is meant as the rows of a pattern, even with a wrong letter."""
    if "\n" in text or _ROWS.fullmatch(text) or is_written(text):
        return True
    # Sizes, and the boards of other lattices, need no slash.
    return named_lattice(text)[0] in lattice_names() or short_form(text)[2] != ""


def looks_like_name(text: str) -> bool:
    """Return whether a text is a group, or near to a name, rather than the only row of a board."""
    return not looks_like_rows(text) and bool(group_members(text) or similar(text, names()))


def members(name: str) -> tuple[str, ...]:
    """Return the names in a group of patterns or puzzles, in a family of the suite or a year.

    There are none for the name of a board or a file.
    """
    return () if named_path(name) is not None else group_members(name)


def group_members(name: str) -> tuple[str, ...]:
    """Return the names in a group, also in one that is called like a puzzle, as calendar is."""
    if group := known(name, GROUPS):
        return pattern_names(group)
    if group := known(name, puzzles.GROUPS):
        return puzzles.puzzle_names(group)
    if days := calendar_days(name):
        return days
    family = name.strip().lower()
    return tuple(each for each in suite_rows() if each.rpartition("-")[0] == family)


def checked_rows(text: str) -> str:
    """Return rows, or raise a `PatternError` that says what else a text may be meant to name."""
    if looks_like_rows(text):
        return text
    if (ruled := ruled_text(text)) is not None:
        return ruled
    if part := named_part(text):
        return one_of(*part)
    if not text.strip():
        raise PatternError(f"{quote(text)} names no pattern: {nearest('', names())}")
    if is_file_name(text):
        # A path with a folder that is not there may be rows with a wrong letter.
        is_path = Path(text).suffix or find_path(text.partition("/")[0] or "/")
        expected = "" if is_path else "; rows have the letters x r y b"
        raise PatternError(f"no such file: {quote_path(text)}{expected}")
    if text in set_names():
        # Boards have the name of one of the pieces, as in pentomino-6x10.
        raise PatternError(
            f"{quote(text)} is a set of pieces, which needs a board "
            f"(--board BOARD --pieces {text}; `kaleido pieces {text}` shows it; "
            f"in Python kaleido.solve(BOARD, pieces={text!r})); "
            f"{nearest(text.removesuffix('es'), names())}"
        )
    if group := members(text):
        raise PatternError(
            f"{quote(text)} is a group of {len(group)} boards: expected one, such as {group[0]}; "
            f"`kaleido list` shows groups, and `kaleido batch solve {text.strip()}` takes all of it"
        )
    if piece := find_piece(CLASSIC, text):
        called = piece_labels(CLASSIC)[piece]
        raise PatternError(
            f"{quote(text)} is a piece, {called}, which `kaleido pieces classic` draws: expected "
            "a board"
        )
    every = (*names(), *GROUPS, *puzzles.GROUPS, *DEALT)
    raise PatternError(
        f"unknown name {quote(text)}: {nearest(text, every)} "
        "(or give a file, or eight rows with / between them)"
    )
