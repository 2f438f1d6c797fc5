"""The files of patterns, pieces and puzzles that come with Kaleido."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

from kaleido.base.elsewhere import meant_by
from kaleido.base.errors import PatternError
from kaleido.base.files import find_path
from kaleido.base.text import either, similar, unknown


@cache
def data_folder(kind: str) -> Path:
    """Return the folder of the patterns, pieces or puzzles that come with Kaleido."""
    package = Path(__file__).resolve().parent.parent
    # The files lie inside an installed package, and beside the package in a checkout.
    inside = package / "data" / kind
    return inside if inside.is_dir() else package.parent / kind


@cache
def shelf(kind: str) -> Mapping[str, Path]:
    """Return the files of the patterns, pieces or puzzles by name, sorted, from all subfolders."""
    files = sorted(data_folder(kind).rglob("*.txt"), key=lambda path: path.stem)
    return MappingProxyType({path.stem: path for path in files})


def known(name: str, names: Iterable[str]) -> str | None:
    """Return the one of some names that matches in any case, or None."""
    return _by_lower(tuple(names)).get(name.strip().lower())


@lru_cache(maxsize=64)
def _by_lower(names: tuple[str, ...]) -> Mapping[str, str]:
    return {name.lower(): name for name in reversed(names)}  # of twins, the first


@cache
def shipped_text(kind: str, name: str) -> str | None:
    """Return the text of the file of a name, in any case, or None."""
    meant = known(name, shelf(kind))
    return None if meant is None else shelf(kind)[meant].read_text(encoding="utf-8")


def names_in(
    kind: str, group: str | None, groups: Iterable[str], group_of: Callable[[str], str]
) -> tuple[str, ...]:
    """Return the sorted names of the patterns or puzzles of a group, or of all."""
    if group is None:
        return tuple(shelf(kind))
    meant = known(group, groups)
    if meant is None:
        raise PatternError(unknown("group", group, [*groups, "None for all"]))
    return tuple(name for name in shelf(kind) if group_of(name) == meant)


def suite_table(name: str) -> str:
    """Return the text of a table of the suite."""
    return (data_folder("suite") / f"{name}.csv").read_text(encoding="utf-8")


def suite_records(name: str) -> Iterator[dict[str, str]]:
    """Return the rows of a table of the suite."""
    import csv  # few commands name a board of the suite

    return csv.DictReader(suite_table(name).splitlines())


@cache
def suite_rows() -> Mapping[str, str]:
    """Return the rows of the boards of the suite by name; none where the suite is not installed."""
    if not data_folder("suite").is_dir():
        return {}  # in the browser
    return MappingProxyType({row["name"]: row["pattern"] for row in suite_records("boards")})


@cache
def names() -> Mapping[str, Path]:
    """Return the files of all patterns and puzzles that come with Kaleido: one name space."""
    return MappingProxyType({**shelf("patterns"), **shelf("puzzles")})


def named_path(text: str) -> Path | None:
    """Return the file that a text names: that of a pattern or a puzzle, or a path; None for none.

    A file goes before a name that is written in other letters than that of a pattern or puzzle.
    """
    files = names()
    return files.get(text) or find_path(text) or files.get(known(text, files) or "")


LEAST = 3  # letters, by which a part of a name is known


def names_with(part: str, names: Iterable[str]) -> list[str]:
    """Return the names of which a word begins like a text.

    Those come first that begin so themselves, are short, and have the most solutions.
    """
    meant = part.strip().lower()
    if len(meant) < LEAST:
        return []
    found = (each for each in names if f"-{meant}" in f"-{each.lower()}")
    return sorted(found, key=lambda each: (each.find(meant), each.count("-"), -_solutions(each)))


def _solutions(name: str) -> int:
    text = names()[name].read_text(encoding="utf-8") if name in names() else ""
    said = re.search(r"^# solutions: (\d+)", text, re.MULTILINE)
    return int(said[1]) if said else 0


def titled(text: str, names: Iterable[str]) -> list[str]:
    """Return the names that have, together with their titles, all words of a text of several."""
    words = set(re.findall(r"\w+", text.lower()))
    found = (each for each in names if words <= _words_of(each)) if len(words) > 1 else ()
    return sorted(found, key=len)


@cache
def _words_of(name: str) -> set[str]:
    text = names()[name].read_text(encoding="utf-8") if name in names() else ""
    title = re.search(r"^# title: (.*)", text, re.MULTILINE)
    return set(re.findall(r"\w+", f"{name} {title[1] if title else ''}".lower()))


SHOWN = 3  # names that a hint gives
LIST = "kaleido list"


def nearest(name: str, names: Iterable[str], command: str = LIST) -> str:
    """Return a hint at the names nearest to a misspelt one, or at the command that lists them."""
    meant, names = name.strip().lower(), tuple(dict.fromkeys(names))  # kanoodle is a group, too
    own = [each for each in meant_by(meant, "value") if each in names]
    if begun := names_with(meant, names):
        many = len(begun) > SHOWN and command.startswith(LIST)
        others = f" `{LIST} {meant}` shows all {len(begun)}" if many else ""
        return f"did you mean {either([*own, *begun][:SHOWN])}?{others}"
    words = [*[word for word in re.findall(r"[\w-]+", meant) if word in names], *own]
    near = (similar(meant, names, SHOWN) or titled(meant, names) or words)[:SHOWN]
    return f"did you mean {either(near)}?" if near else f"`{command}` shows all names"
