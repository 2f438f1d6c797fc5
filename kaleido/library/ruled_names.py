"""Names of boards without a file: of the suite, of a day, dealt by a number, calendars on a day."""

import re
from datetime import date, timedelta
from functools import cache
from itertools import product
from pathlib import Path

from kaleido.base.errors import OptionError, PatternError
from kaleido.base.files import find_path
from kaleido.base.text import quote
from kaleido.library import dealer
from kaleido.library.data import known, names, shelf, suite_rows
from kaleido.library.puzzles import FIELDS, NEAR_DAYS, puzzle_facts, puzzle_on, read_date

DAYS = Path(__file__).parents[1] / "web" / "static" / "days.txt"
"""The boards of the day, which the page loads, too: rows, number of solutions, difficulty."""

FIRST = date(1970, 1, 5)
"""The Monday that has the first board."""

RANDOM, NUMBERS = "random", 10_000  # numbers of boards that are short enough to pass on
DEALT = (*NEAR_DAYS, RANDOM)
"""The names that mean another board on another day or in another run."""

_DAY = re.compile("|".join([*NEAR_DAYS, r"\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}"]))
_DEAL = re.compile(r"new(?:-(\d+))?(?:-(\d+))?")
_PERIOD = re.compile(r"(.+)@(?:(\d{4})(?:-(0[1-9]|1[0-2]))?|all)")
_PARTS = r"(?!all$)(?:[a-z]{3,}|\d{1,2})(?:[- ,](?:[a-z]{3,}|\d{1,2}))*"
_FORM = re.compile(rf"(.+@)?({_DAY.pattern})|.+@{_PARTS}|{_DEAL.pattern}|{RANDOM}")


@cache
def _days() -> tuple[str, ...]:
    """Return the rows of the boards of the day; none in a browser, where the page deals them."""
    lines = DAYS.read_text(encoding="utf-8").splitlines() if DAYS.exists() else ()
    return tuple(line.partition(" ")[0] for line in lines)


def board_of_day(day: date) -> str:
    """Return the rows of the page's board of a day.

    The boards come in whole weeks that begin on Monday. When all have come, they begin again,
    turned clockwise by a quarter.

    Examples
    --------
    >>> board_of_day(date(2026, 5, 31))[:17]
    'rxrxrxrx/xrxxrrxr'
    """
    boards = _days()
    turns, number = divmod((day - FIRST).days, len(boards))
    rows = boards[number].split("/")
    for _ in range(turns % 4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
    return "/".join(rows)


def lasting_name(name: str, seed: int | None = None) -> str:
    """Return a name that means the same board on every day and in every run.

    ``random`` deals a number, the same one for the same seed, and ``tomorrow`` is a day; other
    names stay as they are.

    Examples
    --------
    >>> lasting_name("random").startswith("new-"), lasting_name("random", 7), lasting_name("car")
    (True, 'new-3-2471', 'car')
    """
    meant = name.strip().lower()
    if find_path(name) is not None:
        return name
    if meant == RANDOM:
        import random

        dice = random if seed is None else random.Random(seed)
        return f"new-{dice.randint(1, 5)}-{dice.randrange(NUMBERS)}"
    return str(read_date(meant)) if meant in NEAR_DAYS else name


def ruled_text(name: str) -> str | None:
    """Return the text of the board of a name without a file; None for another name.

    These are ``pictures-003``, a board of the suite; ``2026-05-31`` and ``tomorrow``, the board of
    that day on the page; ``new-3-42`` and ``random``, a board that is dealt; and
    ``calendar@2026-05-31`` or ``calendar@31-may``, a calendar on that day. An `OptionError` or
    `PatternError` says that there is no such day or deal.
    """
    meant = lasting_name(name).strip().lower()
    if "@" in meant:
        return _dated(name.strip())
    if rows := suite_rows().get(meant):
        return f"# title: {meant}\n{rows}"
    if _DAY.fullmatch(meant) and _days():
        day = read_date(meant)
        return f"# title: {day}\n{board_of_day(day)}"
    if not (found := _DEAL.fullmatch(meant)):
        return None
    level, number = found.groups()
    if level not in [*"12345"] or len(number or "0" * 10) > 9:
        expected = "expected new-LEVEL-NUMBER such as new-3-42, with a level from 1 to 5"
        raise PatternError(f"no board {quote(name)}: {expected}")
    return f"# title: {meant}\n{dealer.deal(int(level), int(number))}"


def is_ruled(name: str) -> bool:
    """Return whether a name has a form that only `ruled_text` reads."""
    return _FORM.fullmatch(name.strip().lower()) is not None


def calendar_days(name: str) -> tuple[str, ...]:
    """Return the names of a calendar on each day of a year or a month; none for another name.

    ``NAME@all`` is each combination of the parts of a date that the calendar has cells for.

    Examples
    --------
    >>> days = calendar_days("calendar@2026-02")
    >>> len(days), days[0], len(calendar_days("calendar@2024"))
    (28, 'calendar@2026-02-01', 366)
    >>> calendar_days("calendar@all")[30:32]
    ('calendar@jan-31', 'calendar@feb-1')
    """
    found = _PERIOD.fullmatch(name.strip())
    puzzle = found and (known(found[1], shelf("puzzles")) or (find_path(found[1]) and found[1]))
    if not found or not puzzle or not (fields := puzzle_facts(puzzle).calendar):
        return ()
    if not found[2]:
        parts = product(*(FIELDS[field] for field in fields.split()))
        return tuple(f"{puzzle}@{'-'.join(each[:3].lower() for each in own)}" for own in parts)
    first = read_date(f"{found[2]}-{found[3] or '01'}-01")
    days = (first + timedelta(number) for number in range(366))
    whole = f"{found[2]}-{found[3] or ''}"
    return tuple(f"{puzzle}@{day}" for day in days if str(day).startswith(whole))


def _dated(name: str) -> str | None:
    """Return the text of a calendar on a day, ``NAME@DATE``; None if no puzzle is called NAME."""
    puzzle, _, day = name.rpartition("@")
    if calendar_days(name):
        return None
    if known(puzzle, names()) is None and find_path(puzzle) is None:
        return None
    if known(puzzle, shelf("patterns")):
        raise OptionError(
            f"{quote(name)}: {puzzle} is no calendar; `kaleido list calendar` shows them"
        )
    return puzzle_on(puzzle, day)
