"""Generated boards: random ones in any number, improved until they meet a target, and their folder.

It has a pattern file and a solution for each board, and a journal.
"""

import json
import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.contract import Flat, Natural, Plain, numbered, output
from kaleido.base.errors import LimitReachedError, NoSolutionError, OptionError
from kaleido.base.files import folder_made, write_text
from kaleido.base.line_file import read_lines
from kaleido.base.text import quote, quote_path
from kaleido.batch.journal import Journal, json_lines, open_journal
from kaleido.counting import CountLimits
from kaleido.designing.answer import CountAndRating
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space, minimise
from kaleido.designing.symmetry import Symmetry
from kaleido.designing.target import Assessment, Target
from kaleido.model.board import Board, Text
from kaleido.model.pattern import Pattern
from kaleido.model.solution import FoundSolution, Solution
from kaleido.parallel import Crash, Workers, open_jobs

STARTS = 4  # random patterns from which the search for one candidate starts
MAX_FAILURES = 20  # candidates in a row without a new board after which generation ends


@checked_arguments
@dataclass(frozen=True)
class Specification:
    """The boards to generate: the sketch and the target that each fits, and the seed.

    The difficulties of the target take turns, so that there are as many easy boards as hard ones.
    Boards that cannot be counted within the limits are discarded.
    """

    sketch: Sketch = field(default_factory=Sketch.free)
    symmetries: tuple[Symmetry | str, ...] = ()
    target: Target = field(default_factory=Target)
    seed: int = 0
    limits: CountLimits = field(default_factory=CountLimits)


class Attempt(NamedTuple):
    """The result of the try with a number; without an assessment, no board met the target."""

    number: int
    assessment: Assessment | None


def canonical_text(board: Board) -> str:
    """Return the text of a board in the first of its four rotations in alphabetical order."""
    return min(board.rotated(turns).text for turns in range(4))


def make_candidate(task: tuple[Specification, int]) -> Attempt:
    """Return the candidate with a number."""
    specification, number = task
    space = _space(specification)
    lowest, highest = specification.target.difficulties
    level = lowest + number % (highest - lowest + 1)
    target = replace(specification.target, difficulties=(level, level))
    rng = Random(f"{specification.seed} {number}")

    last: Assessment | None = None

    def penalty(solution: Solution, bound: float) -> float:
        nonlocal last
        last = target.estimate(solution, specification.limits, bound)
        return last.penalty

    for _ in range(STARTS):
        start = space.sample(rng)
        if start is None:
            break
        try:
            minimise(space, penalty, rng, start)
        except MemoryError:  # a limit of this process; the next candidate may need less
            break
        # A pattern that meets the target ends the local search at once.
        if last is not None and not last.penalty:
            return Attempt(number, last)
    return Attempt(number, None)


@lru_cache(maxsize=1)
def prove_possible(specification: Specification) -> None:
    """Prove that there is a board that fits the sketch, or raise a `NoSolutionError`."""
    if _space(specification).sample(Random(specification.seed)) is None:
        raise NoSolutionError("no pattern that fits the sketch has a solution")


@lru_cache(maxsize=1)
def _space(specification: Specification) -> Space:
    return Space(specification.sketch, specification.symmetries)


def generate(
    specification: Specification | None = None,
    workers: int | Workers = 1,
    *,
    scheduler: str | None = None,
    first: int = 0,
    known: frozenset[str] = frozenset(),
) -> Generator[Attempt]:
    """Yield boards without end, no two of them rotations of each other.

    The boards and their order depend on the specification alone, not on the number of workers.

    Parameters
    ----------
    specification : Specification, optional
        By default any solvable board.
    workers : int or Workers, optional
        The number of processes, -1 for one on each core, or those of
        `kaleido.parallel.make_workers`.
    scheduler : str, optional
        The address of the scheduler of a Dask cluster, such as ``tcp://host:8786``, whose workers
        make them instead.
    first : int, optional
        The number of the first candidate. A run that is resumed starts with the number after
        that of its last board.
    known : frozenset of str, optional
        The `canonical_text` of boards to leave out.

    Raises
    ------
    NoSolutionError
        It is proved that no board fits the sketch.
    LimitReachedError
        ``MAX_FAILURES`` candidates in a row gave no new board.

    Examples
    --------
    >>> from itertools import islice
    >>> specification = Specification(target=Target(max_solutions=1, difficulties=(1, 2)))
    >>> boards = [each.assessment for each in islice(generate(specification), 2)]
    >>> [(board.solutions, board.rating.difficulty) for board in boards]
    [(1, 1), (1, 2)]
    """
    specification = specification or Specification()
    prove_possible(specification)
    seen, failures = set(known), 0
    with open_jobs(workers, scheduler) as own:
        for candidate in _in_order(specification, own, first):
            failures += 1
            if candidate.assessment is not None:
                text = canonical_text(candidate.assessment.solution.pattern)
                if text not in seen:
                    seen.add(text)
                    failures = 0
                    yield candidate
            if failures >= MAX_FAILURES:
                raise LimitReachedError(f"{failures} tries in a row gave no new board")


def _in_order(specification: Specification, workers: Workers, first: int) -> Iterator[Attempt]:
    """Yield the candidates in the order of their numbers."""
    tasks = ((specification, number) for number in count(first))
    waiting: dict[int, Attempt] = {}
    following = first
    for place, made in workers.map_unordered(make_candidate, tasks):
        number = first + place
        waiting[number] = Attempt(number, None) if isinstance(made, Crash) else made
        while following in waiting:
            yield waiting.pop(following)
            following += 1


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
