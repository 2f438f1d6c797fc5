"""The puzzles that come with Kaleido, by name: boards with sets of pieces, rules and dates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, partial
from types import MappingProxyType
from typing import Annotated, NamedTuple, TypeVar

from kaleido.base.contract import Difficulty, Keywords, Natural, Plain, Positive
from kaleido.base.errors import OptionError, PatternError, PieceError
from kaleido.base.files import find_path, parse_file
from kaleido.base.text import both, plural, quote, split_names, unknown
from kaleido.library.data import data_folder, known, names, names_in, nearest, shipped_text
from kaleido.library.piece_sets import find_set, set_names
from kaleido.model.board import HOLE, Board, Text
from kaleido.model.board_text import TIMES, short_form, split_text
from kaleido.model.difficulty import MAX_DIFFICULTY
from kaleido.model.lattices.lattice import PLAIN
from kaleido.model.names import chosen_pieces
from kaleido.model.pattern import ROWS, Pattern
from kaleido.model.piece import Rule
from kaleido.model.piece_set import CLASSIC, PieceSet

GROUPS: Mapping[str, str] = MappingProxyType(
    {
        "kaleidoscope": "Kaleidoscope",
        "pentominoes": "Pentominoes",
        "triplications": "Pentominoes three times as large",
        "mixed": "Pentominoes and tetrominoes",
        "hexominoes": "Hexominoes",
        "one-sided": "One-sided pieces",
        "orders": "All polyominoes of several orders",
        "rings": "Tubes and tori",
        "calendar": "Calendar",
        "katamino": "Katamino",
        "kanoodle": "Kanoodle",
        "polyominoes": "Other polyominoes",
        "polyiamonds": "Polyiamonds",
        "polyhexes": "Polyhexes",
        "soma": "Soma",
        "solids": "Other solids of cubes",
        "spheres": "Packed spheres",
    }
)
"""The titles of the groups of puzzles."""

Parsed = TypeVar("Parsed")

Wrap = Annotated[str, Keywords(enum=["", "columns", "rows", "both"]), "The sides that are joined."]

NAME = re.compile(r"(?i)(?=.*[^xryb1-4])([a-z]|\d+-)[\w-]*")  # rather than the row of a pattern
_OPEN = re.compile(rf"(\d{{1,9}}){TIMES}N")
_HEADERS = ("group", "pieces", "begin", "solutions", "calendar", "use")


def puzzle_names(group: str | None = None) -> tuple[str, ...]:
    """Return the sorted names of the puzzles that come with Kaleido, of one of `GROUPS` or all.

    Examples
    --------
    >>> "pentomino-6x10" in puzzle_names(), puzzle_names("kanoodle")
    (True, ('kanoodle',))
    """
    return names_in("puzzles", group, GROUPS, lambda name: puzzle_facts(name).group)


@dataclass(frozen=True)
class PuzzleFacts:
    """The facts that the file of a puzzle states besides its board.

    The group is one of `GROUPS`, or empty if the puzzle does not come with Kaleido; `pieces` is the
    name of their set, or its file; `use` are those that people begin with, empty for all, and the
    number of solutions is that with these; `open` is the board as ``ROWSxN`` if its length depends
    on the pieces; `calendar` are the parts of a date that its cells stand for, if it is one.
    """

    group: str
    pieces: str
    use: tuple[str, ...]
    open: str | None
    solutions: int | None
    calendar: str = ""


@dataclass(frozen=True)
class ListedPuzzle(Plain):
    """A puzzle that comes with Kaleido: a board with pieces."""

    name: Annotated[str, "The name of the puzzle."]
    title: Annotated[str, "What people call the puzzle."]
    group: Annotated[str, "The group to which the puzzle belongs."]
    pattern: Annotated[Text, "The rows of the board, with / between them; . is a hole."]
    pieces: Annotated[str, "The name of the set of its pieces."]
    use: Annotated[tuple[str, ...], "Those that people begin with; all if it is empty."]
    wrap: Wrap
    lattice: Annotated[str, "The lattice of the cells, such as square."]
    open: Annotated[
        str | None, "The board for other pieces of the set, if its length depends on them."
    ]
    calendar: Annotated[
        str, "The parts of a date that a calendar's cells stand for: those of a day stay open."
    ]
    solutions: Annotated[
        Natural | None,
        "The exact number of solutions with the pieces that people begin with; null if it is "
        "not known.",
    ]
    cells: Annotated[Positive, "The number of cells of the board."]


def listed_puzzle(name: str) -> ListedPuzzle:
    """Return a puzzle that comes with Kaleido, as lists have it; a calendar has all cells."""
    facts = puzzle_facts(name)
    # Only a board whose length depends on its pieces needs them: sets take long to make.
    board = begun(name)[0] if facts.open else _parsed(name, Board.parse)
    about = board.title, facts.group, board.text, facts.pieces, facts.use, board.wrap, board.lattice
    return ListedPuzzle(name, *about, facts.open, facts.calendar, facts.solutions, board.size)


def begun(name: str) -> tuple[Board, PieceSet]:
    """Return the board of a puzzle with the pieces that people begin with; all of a calendar."""
    (text, pieces), facts = puzzle_parts(name), puzzle_facts(name)
    if facts.calendar:
        text = shipped_text("puzzles", name) or ""
    if facts.open and facts.use:
        pieces = pieces.chosen(facts.use)
    return sized_board(text, pieces), pieces


def puzzle_facts(name: str) -> PuzzleFacts:
    """Return what is known about the puzzle with that name, or about the puzzle of a file.

    PatternError says that there is no such puzzle, with the nearest names, or that its file does
    not name its pieces.

    Parameters
    ----------
    name : str
        One of `kaleido.puzzle_names()`, or a file.

    Examples
    --------
    >>> facts = puzzle_facts("katamino-5xN")
    >>> facts.open, facts.use
    ('5xN', ('2', '3', '4', '5', '6'))
    """
    return _parsed(name, _facts_in)


def _facts_in(text: str) -> PuzzleFacts:
    rows, headers = split_text(text, _HEADERS, "# ")
    if not rows or "pieces" not in headers:
        missing = "a line '# pieces: SET'" if rows else "the rows of a board"
        raise PatternError(f"this is not a puzzle: expected {missing}")
    if named := headers.get("use"):
        expected = f"expected '# begin: {named}' in a puzzle"
        raise PatternError(f"'# use: {named}' is a line of sets of pieces: {expected}")
    solutions = headers.get("solutions")
    if solutions is not None and not solutions.isdecimal():
        raise PatternError(f"solutions: {quote(solutions)} is not a number")
    return PuzzleFacts(
        headers.get("group", ""),
        headers["pieces"],
        tuple(split_names(headers.get("begin", ""))),
        rows[0] if _OPEN.fullmatch(rows[0]) else None,
        None if solutions is None else int(solutions),
        headers.get("calendar", ""),
    )


def _parsed(name: str, parse: Callable[[str], Parsed]) -> Parsed:
    text = shipped_text("puzzles", name)
    if text is not None:
        return parse(text)
    path = find_path(name)
    if path is None:
        hint = nearest(name, puzzle_names(), "kaleido list puzzles")
        raise PatternError(f"unknown puzzle {quote(name)}: {hint}")
    return parse_file(path, parse, PatternError)


def puzzle_parts(name: str, day: Day | None = None) -> tuple[str, PieceSet]:
    """Return the text of a puzzle's board, and its pieces with the rules of the puzzle.

    These are all pieces of the set, unless the puzzle is for some. The name is one of
    `puzzle_names`, or the path of a file; the date, today by default, is that whose cells stay open
    on a calendar, and raises an `OptionError` for a puzzle that is none.
    """
    return _parsed(name, partial(_parts_in, day=day))


def puzzle_on(name: str, day: Day) -> str:
    """Return the text of a calendar on a day, which says all that its file says.

    The name is as for `puzzle_facts`. An `OptionError` says that the puzzle is no calendar.
    """
    return _parsed(name, partial(_on, day=day))


def _on(text: str, day: Day) -> str:
    if not (fields := _facts_in(text).calendar):
        raise OptionError("this puzzle is no calendar: leave out the date")
    return _opened(text, fields, day)


def _parts_in(text: str, day: Day | None) -> tuple[str, PieceSet]:
    facts = _facts_in(text)
    if facts.calendar or day is not None:
        text = _on(text, date.today() if day is None else day)
    pieces = find_set(facts.pieces)
    chosen = pieces.chosen(facts.use) if facts.use and not facts.open else pieces
    return text, apply_rules(text, chosen)


def parts_of(
    text: str,
    pieces: PieceSet | None = None,
    *,
    use: Sequence[str] = (),
    wrap: str = "",
    day: Day | None = None,
) -> tuple[Board, PieceSet]:
    """Return the board and the pieces of the text of a pattern or a puzzle.

    The pieces take the place of those that a puzzle names in its line ``# pieces: SET``; a text
    without that line, and without pieces, is a pattern for the classic ones. Of the pieces, those
    to `use` are taken; the day is that of a calendar.
    """
    rows, headers = split_text(text, ("pieces",), "# ")
    if "pieces" in headers:
        text, own = _parts_in(text, day)
        pieces = pieces or own
    elif day is not None:
        raise OptionError("a date goes with a calendar puzzle: `kaleido list calendar` shows them")
    elif pieces is not None:
        pieces = apply_rules(text, pieces)
    row, letters = "".join(rows[:1]), {HOLE, PLAIN, "/"}
    if pieces is None and row and (short_form(row)[0] or letters.issuperset("".join(rows))):
        raise PatternError(
            f"{quote(text)} is a board without pieces: name a set of them, too (--pieces SET, in "
            "Python pieces=SET; `kaleido pieces` lists the sets)"
        )
    every = pieces or CLASSIC
    try:
        chosen = chosen_pieces(every, use) if use else every
    except PieceError as problem:
        is_named = pieces is not None and every.name in set_names()
        hint = f" (`kaleido pieces {every.name}` shows them)" if is_named else ""
        raise PieceError(f"{problem}{hint}") from None
    return read_pattern(text, wrap) if pieces is None else sized_board(text, chosen, wrap), chosen


def read_pattern(text: str, wrap: str = "") -> Pattern:
    """Read a pattern as `Pattern.parse` does, but take words for misspelt names.

    Examples
    --------
    >>> read_pattern("buterfly")
    Traceback (most recent call last):
    ...
    kaleido.base.errors.PatternError: unknown name 'buterfly': did you mean butterfly?
    """
    try:
        return Pattern.parse(text, wrap)
    except PatternError:
        lines = [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
        words = re.findall(r"[^\s,;]+", " ".join(lines))
        are_several = words != lines and any(known(word, names()) for word in words)
        is_named = words == lines != [] or are_several
        if not is_named or len(lines) == ROWS or not all(map(NAME.fullmatch, words)):
            raise
    if are_several:
        expected = "each goes on a line of its own, for `kaleido batch`"
        raise PatternError(f"{quote(text.strip())} names several boards: {expected}")
    raise PatternError(f"unknown name {quote(words[0])}: {nearest(words[0], names())}")


def sized_board(text: str, pieces: PieceSet, wrap: str = "") -> Board:
    """Read a board as `Board.parse` does; its text may be ``5xN`` for the length the pieces need.

    A `PieceError` says that the cells of the pieces do not make whole columns.
    """
    rows, _ = split_text(text, (), "# ")
    found = _OPEN.fullmatch(rows[0]) if len(rows) == 1 else None
    if found:
        height = int(found[1])
        if not height or pieces.size % height:
            raise PieceError(
                f"the pieces have {pieces.size} cells in total, which is not a whole number of "
                f"columns of {height}"
            )
        text = text.replace(rows[0], f"{height}x{pieces.size // height}")
    return Board.parse(text, wrap)


EVERY = "*"  # stands for all pieces; a rule that names a piece goes before it
_ALL = ""  # no piece has this name


def apply_rules(text: str, pieces: PieceSet) -> PieceSet:
    r"""Return a set of pieces with the rules that the text of a puzzle gives.

    A `PieceError` says that a line has another form, names no piece of the set, or says something
    twice of a piece.

    Examples
    --------
    >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
    >>> print(apply_rules("# rule *: x0-2\n# rule L: fixed x1\n3x3", few).written())
    # sides: mirrored
    I  ooo    x0-2
    L  oo/o.  fixed
    """
    own = dict.fromkeys([_ALL, *(piece.name for piece in pieces)], Rule())
    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        # A name may have a colon, so the last one counts.
        head, _, words = line.removeprefix("#").rpartition(":")
        key, _, named = head.strip().partition(" ")
        if not line.startswith("# ") or key.lower() != "rule":
            continue
        if not (names := split_names(named)):
            raise PieceError(f"{quote(line)}: expected '# rule NAMES: WORDS', or * for all pieces")
        try:
            said = Rule.parse(words.split())
            for name in names:
                meant = _ALL if name == EVERY else pieces[name].name
                if twice := own[meant].clash(said):
                    of = "all pieces" if name == EVERY else quote(name)
                    raise PieceError(f"{twice} of {of}: said before")
                own[meant] = said.over(own[meant])
        except PieceError as problem:
            raise PieceError(f"{quote(line, 60)}: {problem}") from None
    every = own.pop(_ALL)
    rules = {name: rule.over(every) for name, rule in own.items()}
    return pieces.ruled({name: rule for name, rule in rules.items() if rule != Rule()})


_WEEKDAYS = "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


FIELDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"month": _MONTHS, "day": tuple(map(str, range(1, 32))), "weekday": _WEEKDAYS}
)
"""The parts of a date that a board may have cells for, and the value of each cell."""

Day = date | str
"""A date, or its text: "2026-05-31", "today", or parts of any combination: "sun-31-may"."""

NEAR_DAYS: Mapping[str, int] = MappingProxyType({"yesterday": -1, "today": 0, "tomorrow": 1})
"""By word for a day, its distance from today in days."""


def read_date(text: str) -> date:
    """Return the day that a text such as 2026-11-22 or tomorrow names, or raise an `OptionError`.

    Words for days are the keys of `NEAR_DAYS`.
    """
    meant = text.strip().lower()
    try:
        if meant in NEAR_DAYS:
            return date.today() + timedelta(NEAR_DAYS[meant])
        return date.fromisoformat(meant)
    except ValueError:
        raise OptionError(
            f"{quote(text)} is no date: expected one such as 2026-11-22, or parts as in 22-nov or, "
            "where the board has weekdays, sun-22-nov"
        ) from None


def read_parts(day: Day) -> dict[str, str]:
    """Return the parts of a date by the names of `FIELDS`, or those that a text names.

    A text may name parts in any order: a weekday and a month by three letters or more, the day by
    its number. An `OptionError` says that it is no date.

    Examples
    --------
    >>> read_parts("31 feb"), read_parts("2026-11-22")["weekday"]
    ({'month': 'February', 'day': '31'}, 'Sunday')
    """
    if named := _named_parts(day):
        return named
    whole = _whole_date(day)
    values = whole.month - 1, whole.day - 1, whole.isoweekday() % 7
    return {name: FIELDS[name][value] for name, value in zip(FIELDS, values, strict=True)}


def _whole_date(day: Day) -> date:
    return read_date(day) if isinstance(day, str) else day


def _named_parts(day: Day) -> dict[str, str]:
    """Return the parts that a text consists of; none for a date, and for other texts."""
    found: dict[str, str] = {}
    for word in re.findall(r"\w+", day.lower()) if isinstance(day, str) else ():
        named = [
            (field, value)
            for field, values in FIELDS.items()
            for value in values
            if value == word.lstrip("0") or (len(word) > 2 and value.lower().startswith(word))
        ]
        if len(named) != 1 or named[0][0] in found:
            return {}
        found.update(named)
    return {field: found[field] for field in FIELDS if field in found}


def opened_rows(rows: Sequence[str], fields: str, day: Day) -> list[str]:
    """Return the rows of a board with holes where the parts of a date are.

    The cells in reading order stand for the values of some of the `FIELDS`, in the order given;
    weeks begin with Sunday. A `PatternError` says that a field is unknown or occurs twice, or that
    the board has another number of cells; an `OptionError` that the day has other parts.
    """
    names = fields.split()
    for name in names:
        if name not in FIELDS:
            raise PatternError(unknown("field of a calendar", name, FIELDS))
    if not names or len(set(names)) < len(names):
        raise PatternError(f"calendar: {quote(fields)}: expected some of {both(FIELDS)}, each once")
    drawn = "/".join(rows)
    cells = [place for place, cell in enumerate(drawn) if cell not in f"/{HOLE}"]
    needed = sum(len(FIELDS[name]) for name in names)
    if len(cells) != needed:
        raise PatternError(
            f"a calendar of {both(names)} needs {plural(needed, 'cell')}, the board has "
            f"{len(cells)}"
        )
    parts = read_parts(day)
    if (named := _named_parts(day)) and named.keys() != {*names}:
        shown = {"month": "nov", "day": "22", "weekday": "sun"}
        example = "-".join(shown[name] for name in (*FIELDS,)[::-1] if name in names)
        raise OptionError(
            f"{quote(str(day))}: expected the {both(names)} of this calendar, as in {example}"
        )
    start = 0
    for name in names:
        place = cells[start + FIELDS[name].index(parts[name])]
        drawn = f"{drawn[:place]}{HOLE}{drawn[place + 1 :]}"
        start += len(FIELDS[name])
    return drawn.split("/")


def _opened(text: str, fields: str, day: Day) -> str:
    """Return the text of a calendar with holes for a date, which its title then says."""
    rows, headers = split_text(text, ("title",), "# ")
    # Its month is in English, whatever the language of the system.
    parts = [*_named_parts(day).values()][::-1]
    if not parts:
        whole = _whole_date(day)
        parts = [str(whole.day), _MONTHS[whole.month - 1], str(whole.year)]
    title = f"# title: {headers.get('title', 'Calendar')}: {' '.join(parts)}"
    kept = (
        line
        for line in text.splitlines()
        if line.startswith("# ")
        and not line[1:].strip().lower().startswith(("title:", "calendar:"))
    )
    return "\n".join([title, *kept, *opened_rows(rows, fields, day)])


KATAMINO_SIZES = range(3, 13)  # the numbers of pieces that challenges have


class Challenge(NamedTuple):
    """A challenge: pieces that fill a board of five rows with as many columns.

    Attributes
    ----------
    pieces : tuple of str
        The names of the pieces.
    solutions : int
        The exact number of solutions, with all images of each.
    difficulty : int
        The difficulty from 1 to 5 among the challenges with as many pieces: the fewer solutions,
        the harder.
    """

    pieces: tuple[str, ...]
    solutions: Positive
    difficulty: Difficulty


@cache
def katamino_challenges(size: int) -> tuple[Challenge, ...]:
    """Return all challenges with so many pieces that can be solved.

    An `OptionError` says that there are no challenges of that size.
    """
    if size not in KATAMINO_SIZES:
        raise OptionError(
            f"no challenge has {size} pieces: expected {KATAMINO_SIZES[0]} to {KATAMINO_SIZES[-1]}"
        )
    text = (data_folder("puzzles") / "katamino.counts").read_text(encoding="utf-8")
    counts = {}
    for line in text.splitlines():
        names, _, number = line.partition(" ")
        if names.count(",") == size - 1:
            counts[tuple(names.split(","))] = int(number)
    every = list(counts.values())
    found = []
    for pieces, solutions in counts.items():
        easier = sum(other > solutions for other in every)
        as_hard = every.count(solutions)
        share = (easier + as_hard / 2) / len(every)
        found.append(Challenge(pieces, solutions, 1 + int(MAX_DIFFICULTY * share)))
    return tuple(found)
