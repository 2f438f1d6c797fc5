"""Phrases that messages share: quoted input, unknown names, counted nouns."""

import itertools
import re
from collections.abc import Container, Iterable

from kaleido.base.elsewhere import meant_by


def quote(text: str, limit: int = 40) -> str:
    r"""Return user input in quotes for a message: printable, on one line, cut when long.

    Examples
    --------
    >>> quote("rx\nrx")
    "'rx\\nrx'"
    >>> quote("r" * 60, limit=8)
    "'rrrrrrrr…'"
    """
    # A path of Windows reads as it is typed, without a second backslash for each.
    return repr(text if len(text) <= limit else text[:limit] + "…").replace(r"\\", "\\")


def quote_path(path: object, limit: int = 80) -> str:
    """Return a path, or a text in its place, in quotes for a message; the end of a long one."""
    text = str(path)
    return quote(text if len(text) <= limit else "…" + text[-limit:], limit + 1)


def shown(value: object, limit: int = 60) -> str:
    """Return a value as Python writes it, for a message: on one line, cut when long."""
    return one_line(repr(value), limit)


def is_line(text: str) -> bool:
    r"""Return whether a text is one printable line without blanks around it.

    Any other text, such as one with an escape character, could do anything to a terminal.

    Examples
    --------
    >>> is_line("The car"), is_line("The\x1b[31m car"), is_line("The car "), is_line("\t")
    (True, False, False, False)
    """
    return text.isprintable() and text == text.strip()


def escaped(text: str) -> str:
    r"""Return a text in printable characters, with all others escaped."""
    return text if text.isprintable() else repr(text)[1:-1]


def one_line(text: object, limit: int = 200) -> str:
    r"""Return the message of another library, or any text, as one printable line, cut when long.

    Examples
    --------
    >>> one_line(ValueError("neither\n    seen"), limit=11)
    'neither see…'
    """
    line = escaped(" ".join(str(text).split()))
    return line if len(line) <= limit else line[:limit] + "…"


def plain(text: str, limit: int = 40) -> str:
    r"""Return a name for a message: as it is, but quoted where it does not print or is long.

    Examples
    --------
    >>> print(plain("big wand"), plain("\x1b[2J"), plain(" "))
    big wand '\x1b[2J' ' '
    """
    return (
        text if text.strip() and text.isprintable() and len(text) <= limit else quote(text, limit)
    )


def unknown(what: str, value: str, expected: Iterable[str]) -> str:
    """Return the message that a value is not one of those expected, with the nearest of them."""
    expected = tuple(expected)
    elsewhere = (each for each in meant_by(value.lower(), "value") if each in expected)
    others = [f"`kaleido {each}`" for each in meant_by(value.lower(), what)]
    near = similar(value, expected) or [*elsewhere, *others]
    meant = "".join(f"; did you mean {each}?" for each in near)
    return f"unknown {what} {quote(value)}: expected {either(expected)}{meant}"


def similar(typed: str, names: Iterable[str], most: int = 1) -> list[str]:
    """Return the names that a misspelt one may mean, in any case, the nearest first.

    They have a word that begins like it or of which it is the plural, or the fewest typing errors:
    one, and another for every six letters. A blank, a hyphen and an underscore are the same.

    Examples
    --------
    >>> similar("cra", ["car", "star"]), similar("hard", ["heart"]), similar("node", ["max_nodes"])
    (['car'], [], ['max_nodes'])
    """
    meant = _hyphened(typed)
    allowed = 1 + len(meant) // 6 if len(meant) > 1 else 0
    errors = {}
    for name in dict.fromkeys(names):
        own = _hyphened(name)
        words = (f"-{meant}", f"-{meant.removesuffix('s')}-")
        begins = len(meant) > 2 and any(each in f"-{own}-" for each in words)
        if begins or abs(len(own) - len(meant)) <= allowed:
            errors[name] = _typing_errors(meant, own), begins
    least = min((number for number, _ in errors.values()), default=0)
    found = [
        name for name, (number, begins) in errors.items() if begins or number == least <= allowed
    ]
    return sorted(found, key=lambda name: errors[name][0])[:most]


def _hyphened(text: str) -> str:
    return re.sub(r"[\s_]+", "-", text.strip().lower())


def _typing_errors(typed: str, meant: str) -> int:
    """Return the fewest letters typed wrongly, left out, too many or in the other order."""
    before: list[int] = []
    last = list(range(len(meant) + 1))
    for at, letter in enumerate(typed):
        row = [at + 1]
        for to, wanted in enumerate(meant):
            row.append(min(last[to] + (letter != wanted), last[to + 1] + 1, row[to] + 1))
            if at and to and (letter, typed[at - 1]) == (meant[to - 1], wanted):
                row[-1] = min(row[-1], before[to - 1] + 1)
        before, last = last, row
    return last[-1]


def either(choices: Iterable[str], word: str = "or") -> str:
    """Return choices joined with commas and a final "or", or with another word."""
    *most, last = choices
    return f"{', '.join(most)} {word} {last}" if most else last


def both(things: Iterable[str]) -> str:
    """Return things joined with commas and a final "and"."""
    return either(things, "and")


def ends_of(text: str) -> tuple[str, str]:
    """Return the first and the last number of a range; any other text twice."""
    found = re.fullmatch(r"\s*(\d+)\s*(?:\.\.|[-–])\s*(\d+)\s*", text)
    return (found[1], found[2]) if found else (text, text)


def split_names(text: str) -> list[str]:
    """Return the names of a text with commas between them."""
    return [name for part in text.split(",") if (name := part.strip())]


def free_name(name: str, taken: Container[str]) -> str:
    """Return a name, with a number from 2 on if it is taken.

    Examples
    --------
    >>> free_name("paper", ["tuned"]), free_name("paper", ["paper", "paper (2)"])
    ('paper', 'paper (3)')
    """
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return next(each for each in itertools.chain((name,), numbered) if each not in taken)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, whose plural ends in s."""
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as the text of a CSV file."""
    import csv  # few commands write tables
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def percent(share: float) -> str:
    """Return a share of 1 in whole per cent.

    Examples
    --------
    >>> percent(0.254)
    '25 %'
    """
    return f"{100 * share:.0f} %"
