"""A run over many boards: where they come from, and how workers do those without a record."""

import pickle
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import KaleidoError, OptionError, PatternError
from kaleido.base.files import decode, is_image, iterate_lines, read_file, read_text
from kaleido.base.text import escaped, quote_path
from kaleido.batch.journal import Journal, Record
from kaleido.batch.verbs import ERROR, Verb
from kaleido.library.board_files import boards_of, is_one
from kaleido.library.data import named_path, names
from kaleido.library.patterns import checked_rows, members
from kaleido.library.ruled_names import lasting_name
from kaleido.parallel import Crash, Workers

MAX_BYTES = 1024**3
"""The limit for standard input, which is read whole. Files of lines have no limit."""

MAX_PICTURE_BYTES = 100 * 1024**2


@dataclass(frozen=True)
class BoardInput:
    """A board of a run: its rows, or the file of its pattern or picture.

    Its name is one printable line, the same in every run over the same files.
    """

    board: str
    text: str = ""
    path: Path | None = None

    def load(self) -> str | bytes:
        """Return the text of the pattern, or the bytes of the picture."""
        if self.path is None:
            return self.text
        if not is_image(self.path):
            return read_text(self.path, PatternError)
        return read_file(self.path, PatternError, MAX_PICTURE_BYTES)


@checked_arguments
class BoardInputs:
    """The boards of a run, each name once. They can be iterated over repeatedly.

    Parameters
    ----------
    files : sequence of str
        Each is the name of a board, or of a group of those that come with Kaleido; rows with ``/``
        between them; ``-`` for standard input; a folder of pattern files (``*.txt``) and pictures;
        or a file with a pattern, a picture or many boards. A file of many boards is a text with one
        board per line, its rows or name; a JSON object of name → rows; or JSON lines or CSV with
        the rows in a field ``pattern``, ``board``, ``grid``, ``rows`` or ``cells`` and an optional
        name in ``name`` or ``board``. Standard input is a text of any of these kinds. A file that
        names or contains no board is an error.
    pictures : bool, optional
        Whether to take only the pictures of a folder.

    Examples
    --------
    >>> [item.board for item in BoardInputs(["car", "key", "car"])]
    ['car', 'key']
    """

    def __init__(self, files: Sequence[str], *, pictures: bool = False) -> None:
        if not files:
            raise OptionError("no boards: expected names, files or folders")
        self._sources = []
        every = chain.from_iterable(members(file) or (lasting_name(str(file)),) for file in files)
        for file in dict.fromkeys(every):
            self._sources.append(_source(file, pictures))
            if next(iter(self._sources[-1]()), None) is None:
                raise PatternError(f"there is no board in {quote_path(file)}")

    def __iter__(self) -> Iterator[BoardInput]:
        every = (item for source in self._sources for item in source())
        seen: set[str] = set()
        for item in every:
            if item.board not in seen:
                seen.add(item.board)
                yield item


Source = Callable[[], Iterable[BoardInput]]


def _source(file: str, pictures: bool) -> Source:
    """Return a function that lists the boards of a file."""
    if file == "-":
        text = decode(sys.stdin.buffer, "standard input", PatternError, MAX_BYTES)
        lines = text.splitlines(keepends=True)
        if is_one(iter(lines)):
            return lambda: [BoardInput(file, text)] if text.strip() else []
        return partial(_listed, "-", lambda: iter(lines))
    path = named_path(file)
    if path is None or path in names().values():
        text = checked_rows(file) if path is None else path.read_text(encoding="utf-8")
        return lambda: [BoardInput(escaped(file), text)]
    if path.is_dir():
        return _folder(path, pictures)
    return _file(path)


def _folder(path: Path, pictures: bool) -> Source:
    def wanted(file: Path) -> bool:
        # Hidden files belong to other programs, or are drafts that were left behind.
        is_hidden = file.name.startswith(".")
        return not is_hidden and (is_image(file) or (file.suffix == ".txt" and not pictures))

    items = [
        BoardInput(escaped(str(file)), path=file) for file in sorted(path.iterdir()) if wanted(file)
    ]
    if not items:
        expected = "picture" if pictures else "pattern file (*.txt) or picture"
        raise PatternError(f"no {expected} in {quote_path(path)}")
    return lambda: items


def _file(path: Path) -> Source:
    lines = partial(iterate_lines, path, PatternError)
    with suppress(OSError, PatternError):  # the record of the board gives the reason
        if path.is_file() and not is_image(path) and not is_one(lines()):
            return partial(_listed, str(path), lines)
    return lambda: [BoardInput(escaped(str(path)), path=path)]


def _listed(file: str, lines: Callable[[], Iterator[str]]) -> Iterator[BoardInput]:
    """Yield the boards of a file of many boards."""
    taken: Counter[str] = Counter()
    for name, text in boards_of(file, lines):
        taken[name] += 1
        number = f" ({taken[name]})" if taken[name] > 1 else ""
        yield BoardInput(escaped(f"{file}:{name}{number}"), text)


AHEAD = 256
"""How many boards are read ahead, so that several workers get the heaviest of them first.

The last boards are then light, and no worker is left alone with a heavy one for long.
"""

BoardTask = tuple[str, str | bytes | KaleidoError]


class Outcome(NamedTuple):
    """The record of a board of a run, whose parts besides these are read on demand."""

    board: str
    status: str
    reason: str | None
    pickled: bytes

    @property
    def record(self) -> Record:
        """The whole record."""
        record: Record = pickle.loads(self.pickled)  # noqa: S301 (a worker wrote it)
        return record


def run_batch(
    items: Iterable[BoardInput], verb: Verb, workers: Workers, journal: Journal
) -> Iterator[Record]:
    """Do all boards that have no record yet; yield each record once it is written.

    If a board cannot be done, its status is ``error`` and its reason says why.
    """
    for outcome in run_boards(items, verb, workers, journal):
        yield outcome.record


def run_boards(
    items: Iterable[BoardInput], verb: Verb, workers: Workers, journal: Journal
) -> Iterator[Outcome]:
    """Do boards as `run_batch` does, and yield what their records say of the run."""
    running: dict[int, str] = {}

    def loaded() -> Iterator[BoardTask]:
        for item in remaining(items, journal):
            try:
                yield item.board, item.load()
            except KaleidoError as error:
                yield item.board, error

    def tasks() -> Iterator[BoardTask]:
        ahead = AHEAD if verb.is_uneven and workers.size > 1 else 1
        for index, task in enumerate(_heaviest_first(verb, loaded(), ahead)):
            running[index] = task[0]
            yield task

    # The workers also make the lines, since this process has to keep up with all of them.
    do = partial(_do, verb, journal.form.write)
    for index, result in workers.map_unordered(do, tasks()):
        board = running.pop(index)
        if isinstance(result, Crash):
            record = verb.record(board, status=ERROR, reason=result.reason)
            result = _packed(record, journal.form.write)
        outcome, line = Outcome(*result[0]), result[1]
        journal.add_line(line, outcome.board, outcome.status)
        yield outcome


def _heaviest_first(verb: Verb, tasks: Iterator[BoardTask], ahead: int) -> Iterator[BoardTask]:
    """Reorder tasks in groups of `ahead`, those that take the longest first."""
    while group := list(islice(tasks, ahead)):
        if len(group) > 1:
            group.sort(key=lambda task: verb.effort(task[1]), reverse=True)
        yield from group


def remaining(items: Iterable[BoardInput], journal: Journal) -> Iterator[BoardInput]:
    """Yield the boards that have no record yet."""
    return (item for item in items if item.board not in journal.done)


_Packed = tuple[tuple[str, str, str | None, bytes], str]
"""The parts of an outcome, and the line of the record."""


def _do(verb: Verb, write: Callable[[Record], str], task: BoardTask) -> _Packed:
    return _packed(verb.do(*task), write)


def _packed(record: Record, write: Callable[[Record], str]) -> _Packed:
    parts = record["board"], record["status"], record["reason"], pickle.dumps(record)
    return parts, write(record)
