"""A folder of generated boards: a pattern file and a solution for each, and a journal."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from kaleido.base.contract import Flat, Natural, Plain, numbered, output
from kaleido.base.errors import OptionError
from kaleido.base.files import folder_made, write_text
from kaleido.base.line_file import read_lines
from kaleido.base.text import quote, quote_path
from kaleido.batch.journal import Journal, json_lines, open_journal
from kaleido.designing.answer import CountAndRating
from kaleido.designing.generation import Attempt, canonical_text
from kaleido.model.board import Text
from kaleido.model.pattern import Pattern
from kaleido.model.solution import FoundSolution

RECORDS = "boards.jsonl"
SOLUTIONS = "solutions"

_FIELDS = ("board", "asked", "status", "candidate", "pattern", "solutions", "difficulty")


@output("generate", "A line of boards.jsonl of kaleido generate")
@dataclass(frozen=True)
class GeneratedBoard(Plain):
    """A generated board with its number of solutions and its rating.

    Attributes
    ----------
    board : str
        The name of the board.
    asked : str
        The verb with its options, or the options, in one line.
    status : "generated"
        It is always generated.
    candidate : int
        The number of the candidate from which the board comes.
    pattern : str
        The rows of the board from top to bottom, with / between them.
    """

    board: str
    asked: str
    status: Literal["generated"]
    candidate: Natural
    pattern: Text
    assessed: Flat[CountAndRating]


@dataclass
class Folder:
    """A folder of generated boards, which are specified by the options `asked`."""

    path: Path
    asked: str
    journal: Journal
    first: int = 0
    """The number of the candidate to continue with."""
    known: set[str] = field(default_factory=set)
    """The `canonical_text` of the boards in the folder."""

    def __len__(self) -> int:
        return len(self.known)

    def add(self, candidate: Attempt) -> dict[str, Any]:
        """Write a board and return its record.

        The files are written before the record: a board with a record is complete.
        """
        found, assessed = candidate.assessment, CountAndRating.of(candidate.assessment)
        assert found is not None
        assert assessed is not None
        number, text = len(self) + 1, found.solution.pattern.text
        name = f"board-{number:05}"
        made = GeneratedBoard(name, self.asked, "generated", candidate.number, text, assessed)
        record = numbered(made)
        pattern = Pattern(text, f"Board {number}", f"kaleido generate {self.asked}")
        facts = {name: record[name] for name in ("solutions", "difficulty")}
        solution = json.dumps(numbered(FoundSolution(found.solution)))
        write_text(self.path / f"{name}.txt", f"{pattern.written(facts)}\n")
        write_text(self.path / SOLUTIONS / f"{name}.json", f"{solution}\n")
        self.journal.add(record)
        self.note(record)
        return record

    def note(self, record: dict[str, Any]) -> None:
        """Update the fields for a record that is in the journal."""
        self.known.add(canonical_text(Pattern(record["pattern"])))
        self.first = record["candidate"] + 1


@contextmanager
def open_folder(
    path: Path, asked: str, *, resume: bool = False, force: bool = False
) -> Iterator[Folder]:
    """Open a folder for generated boards; create it when it does not exist.

    With `resume`, the run whose boards are in the folder is continued; with `force`, they are
    deleted. Raises `OptionError` if the folder cannot be used: it is not empty and neither is
    given, it has boards of other options, or another run is writing to it.
    """
    name = quote_path(path)
    if path.exists() and not path.is_dir():
        raise OptionError(f"{name} is a file, expected a folder")
    if not path.exists() and not path.parent.is_dir():
        raise OptionError(f"cannot create {name}: no such folder: {quote_path(path.parent)}")
    records = path / RECORDS
    found = [each for each in path.glob("*") if not each.name.startswith(".kaleido-")]
    # A run makes the folder of solutions before its first board.
    if found and (found != [path / SOLUTIONS] or any(found[0].iterdir())):
        if not (resume or force):
            raise OptionError(f"{name} is not empty: --resume goes on with it, --force empties it")
        if not records.is_file():
            raise OptionError(f"{name} holds something other than generated boards")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OptionError(f"cannot write {name}: permission denied")
    with (
        folder_made(path),
        folder_made(path / SOLUTIONS),
        open_journal(records, json_lines(_FIELDS), asked, resume=not force, force=force) as journal,
    ):
        folder = Folder(path, asked, journal)
        _read_records(folder, records, name)
        # A board without a record is from an earlier run, or the last of a run that was killed.
        for old in (*path.glob("board-*.txt"), *path.glob(f"{SOLUTIONS}/board-*.json")):
            if old.stem not in journal.done:
                old.unlink()
        yield folder


def _read_records(folder: Folder, records: Path, name: str) -> None:
    for number, line in read_lines(records):
        try:
            folder.note(json.loads(line))
        except (ValueError, KeyError, TypeError):
            raise OptionError(
                f"cannot continue {name}: line {number} of {RECORDS} is not a board: {quote(line)}"
            ) from None
