"""A folder of generated boards: a pattern file and a solution for each, and a record of all."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kaleido.batch.form import JsonLines
from kaleido.batch.journal import Journal, open_journal
from kaleido.design.generating import Candidate, upright
from kaleido.errors import OptionError
from kaleido.files import written_whole
from kaleido.model.pattern import Pattern
from kaleido.text import quote

RECORDS = "boards.jsonl"
SOLUTIONS = "solutions"

_FIELDS = ("board", "asked", "status", "candidate", "pattern", "solutions", "difficulty")


@dataclass
class Folder:
    """A folder of generated boards.

    Parameters
    ----------
    path : Path
    asked : str
        What the boards are to be, in one line.
    journal : Journal
        Of its records.

    Attributes
    ----------
    first : int
        The number of the candidate to go on with.
    known : set of str
        The boards in it, `upright`.
    """

    path: Path
    asked: str
    journal: Journal
    first: int = 0
    known: set[str] = field(default_factory=set)

    def __len__(self) -> int:
        return len(self.known)

    def add(self, candidate: Candidate) -> dict[str, Any]:
        """Write a board, and give its record.

        The files come first: what has a record is whole.
        """
        judged = candidate.judged
        assert judged is not None
        assert judged.rating is not None
        name = f"board-{len(self) + 1:05}"
        plain = judged.solution.pattern
        assert judged.solutions is not None
        pattern = Pattern(plain.text, f"Board {len(self) + 1}", f"kaleido generate {self.asked}")
        record = {
            "board": name,
            "asked": self.asked,
            "status": "generated",
            "candidate": candidate.number,
            "pattern": plain.text,
            "solutions": judged.solutions,
            **judged.rating.as_dict(),
        }
        facts = {"solutions": judged.solutions, "difficulty": judged.rating.difficulty}
        self._write(self.path / f"{name}.txt", f"{pattern.written(facts)}\n")
        solution = json.dumps(judged.solution.as_dict())
        self._write(self.path / SOLUTIONS / f"{name}.json", f"{solution}\n")
        self.journal.add(record)
        self._note(record)
        return record

    @staticmethod
    def _write(path: Path, text: str) -> None:
        with written_whole(path) as draft:
            draft.write_text(text, encoding="utf-8")

    def _note(self, record: dict[str, Any]) -> None:
        self.known.add(upright(Pattern(record["pattern"])))
        self.first = record["candidate"] + 1


@contextmanager
def open_folder(
    path: Path, asked: str, *, resume: bool = False, force: bool = False
) -> Iterator[Folder]:
    """Open a folder for generated boards; it is made when there is none.

    Parameters
    ----------
    path : Path
    asked : str
        What the boards are to be, in one line.
    resume : bool, optional
        Go on with what is in it.
    force : bool, optional
        Take away the boards that are in it.

    Raises
    ------
    OptionError
        It cannot be written, or holds something, and neither `resume` nor `force` is given; or
        it holds boards of another kind, or another run is at it.
    """
    name = quote(str(path), 80)
    if path.exists() and not path.is_dir():
        raise OptionError(f"{name} is a file, expected a folder")
    if not path.exists() and not path.parent.is_dir():
        raise OptionError(f"cannot make {name}: no such folder: {quote(str(path.parent), 80)}")
    records = path / RECORDS
    if path.is_dir() and any(path.iterdir()):
        if not (resume or force):
            raise OptionError(f"{name} is not empty: --resume goes on with it, --force empties it")
        if not records.is_file():
            raise OptionError(f"{name} holds something else than generated boards")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise OptionError(f"cannot write {name}: no permission to write into the folder")
    (path / SOLUTIONS).mkdir(parents=True, exist_ok=True)
    with open_journal(records, JsonLines(_FIELDS), asked, resume=not force, force=force) as journal:
        if force:
            for old in (*path.glob("board-*.txt"), *path.glob(f"{SOLUTIONS}/board-*.json")):
                old.unlink()
        folder = Folder(path, asked, journal)
        with records.open(encoding="utf-8") as lines:
            for line in lines:
                folder._note(json.loads(line))
        yield folder
