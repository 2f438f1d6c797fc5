"""Several patterns at once: a file of boards, or a folder of pattern files."""

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from kaleido.base.errors import KaleidoError, PatternError
from kaleido.base.files import find_path, parse_file, read_text
from kaleido.base.text import escaped, free_name, plain, quote, quote_path
from kaleido.library.data import known, names, nearest
from kaleido.library.puzzles import NAME, read_pattern
from kaleido.library.ruled_names import ruled_text
from kaleido.model.pattern import Pattern
from kaleido.model.written import FIELDS

MAX_BYTES = 64 * 1024 * 1024

BOARD_SUFFIXES = (".json", ".jsonl", ".csv")  # the ends of names of files that may hold many boards
MIN_SLASHES = 4  # a line with at least this number of slashes is a board
_SIZE = re.compile(r"\d+x\d+")


def _boards(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are neither blank nor a remark, with their numbers."""
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def _columns(line: str) -> list[str]:
    """Return the columns that the first line of CSV names; none unless one holds boards."""
    columns = [each.strip().lower() for each in next(csv.reader([line]), ())]
    return columns if len(columns) > 1 and set(columns) & set(FIELDS) else []


def is_one(lines: Iterable[str]) -> bool:
    """Return whether a text is a single pattern."""
    rows = (line.strip() for _, line in _boards(lines))
    first = next(rows, "")
    if first.startswith("{") or _columns(first):
        return False
    if first.count("/") >= MIN_SLASHES or _SIZE.fullmatch(first) or known(first, names()):
        following = [*islice(rows, 3)]  # below its name, a drawing begins with the columns
        return not following or any(row.startswith("┏") for row in following)
    return not (NAME.fullmatch(first) and any(known(row, names()) for row in rows))


def holds_several(path: Path) -> bool:
    """Return whether a file has the form of a file of many boards."""
    return path.is_file() and not is_one(read_text(path, PatternError, MAX_BYTES).splitlines())


def boards_of(file: str, lines: Callable[[], Iterable[str]]) -> Iterator[tuple[str, str]]:
    """Yield the name and the rows of each board of a text with many boards.

    The lines are read again each time, and errors call the text by the name of its file. A
    `PatternError` says that it is neither JSON nor CSV, though it begins like it.
    """
    _, first = next(_boards(lines()), (0, ""))
    if first.lstrip().startswith("{"):
        return _json_lines(lines()) if _fields(first) else _json_object(file, lines())
    if columns := _columns(first):
        return _csv_rows(file, lines(), columns)
    return ((str(number), _meant(line.strip())) for number, line in _boards(lines()))


def _meant(line: str) -> str:
    """Return the rows on a line, or the text of the board that it names."""
    if "/" in line:
        return line
    if name := known(line, names()):
        return names()[name].read_text(encoding="utf-8")
    try:
        return ruled_text(line) or line
    except KaleidoError:
        return line  # its reader says that it is no board


def _json_lines(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        fields = _fields(line)
        # Any other line counts as a board, whose record gives the error.
        yield _named(fields or {}, number), line.strip() if fields is None else _rows(fields)


def _fields(line: str) -> dict[str, Any] | None:
    """Read a line of JSON lines; return None unless it is an object with a board."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return _with_pattern(value) if isinstance(value, dict) else None


def _with_pattern(fields: dict[str, Any]) -> dict[str, Any] | None:
    """Return fields with the board in the field ``pattern``; None if they have no board."""
    board = next((each for each in FIELDS if each in fields), None)
    return None if board is None else {**fields, board: None, "pattern": fields[board]}


def _json_object(file: str, lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    try:
        boards = json.loads("".join(lines), object_pairs_hook=_object)
    except (ValueError, RecursionError) as problem:
        raise PatternError(f"{quote_path(file)} is not JSON: {problem}") from None
    if not boards.keys().isdisjoint(FIELDS):
        boards = {"1": boards}
    for board, rows in boards.items():
        yield board, _rows({"pattern": rows})


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object of JSON; a name that occurs twice gets a number."""
    named: dict[str, Any] = {}
    for name, value in pairs:
        named[free_name(name, named)] = value
    return named


def _csv_rows(file: str, lines: Iterable[str], columns: list[str]) -> Iterator[tuple[str, str]]:
    try:
        next(rows := csv.DictReader(lines, columns))
        for number, row in enumerate(rows, start=1):
            fields = _with_pattern(row) or row
            yield _named(fields, number), _rows(fields)
    except csv.Error as problem:
        raise PatternError(f"{quote_path(file)} is not CSV: {problem}") from None


def _named(fields: dict[str, Any], number: int) -> str:
    return str(fields.get("name") or fields.get("board") or number)


def _rows(fields: dict[str, Any]) -> str:
    """Return the rows of a board as text, whatever type of value they have."""
    rows, lattice = fields.get("pattern"), fields.get("lattice")
    if isinstance(rows, list) and all(isinstance(row, str) for row in rows):
        rows = "/".join(rows)
    if isinstance(rows, str) and lattice:
        return f"{lattice}: {rows}"
    return _meant(rows) if isinstance(rows, str) else json.dumps(rows)


def read_boards(path: Path) -> dict[str, Pattern]:
    """Read named patterns, in the order of the file or by file name.

    The path is that of a folder whose ``*.txt`` files are patterns; or of a file: a JSON object of
    name → rows, JSON lines or CSV with the rows in a field ``pattern``, as ``kaleido generate`` and
    ``kaleido batch`` write them, or a text with one board or name per line or with one pattern. A
    `PatternError` names a board that is no pattern, or says that there is none.
    """
    name = quote_path(path)
    if path.is_dir():
        files = sorted(path.glob("*.txt"))
        if not files:
            raise PatternError(f"no pattern file (*.txt) in {name}")
        return {file.stem: parse_file(file, read_pattern, PatternError) for file in files}
    text = read_text(path, PatternError, MAX_BYTES)
    lines = partial(text.splitlines, keepends=True)
    if not text.strip():
        raise PatternError(f"there is no board in {name}")
    if is_one(lines()):
        return {path.stem: parse_file(path, read_pattern, PatternError)}
    boards: dict[str, Pattern] = {}
    for board, rows in boards_of(str(path), lines):
        try:
            boards[free_name(board, boards)] = read_pattern(rows)
        except PatternError as error:
            raise PatternError(f"{error} (in {quote(f'board {board}', 80)} of {name})") from None
    if not boards:
        raise PatternError(f"there is no board in {name}")
    return boards


def named_part(text: str) -> tuple[Path, str] | None:
    """Return the file and the name in FILE:NAME or FILE#NAME; None for other texts."""
    for sign in re.finditer("[:#]", text):
        path = find_path(text[: sign.start()])
        if path is not None and path.is_file():
            return path, text[sign.end() :]
    return None


def one_of(path: Path, name: str = "") -> str:
    """Return the text of a board of a file of boards, or raise a PatternError.

    Without a name it is the only board of the file.
    """
    boards = read_boards(path)
    if not name and len(boards) > 1:
        some = next(iter(boards))
        raise PatternError(
            f"{quote_path(path)} has {len(boards)} boards: name one, as in {path}:{some}, or take "
            f"all with `kaleido batch solve {plain(str(path))}`"
        )
    name = name or next(iter(boards))
    if name not in boards:
        known = nearest(name, boards, f"kaleido batch count {path}")
        raise PatternError(f"no board {quote(name)} in {quote_path(path)}: {known}")
    return str(replace(boards[name], title=boards[name].title or escaped(name)))
