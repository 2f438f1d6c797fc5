"""The verbs of a batch: a task for every board, and the record of its result."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from kaleido.base.arguments import checked_arguments
from kaleido.base.bounds import MAX_MEMORY
from kaleido.base.contract import OUTPUTS, Flat, Plain, names_of, output
from kaleido.base.errors import (
    GAVE_UP,
    NO_SOLUTION,
    KaleidoError,
    NoSolutionError,
    OptionError,
    PhotoError,
)
from kaleido.base.extras import need
from kaleido.base.text import quote, unknown
from kaleido.base.unforeseen import exhausted
from kaleido.batch.journal import Record
from kaleido.counting.meter import Count
from kaleido.heuristics.makers import make_any_strategy
from kaleido.heuristics.registry import DEFAULT
from kaleido.hints.facts import Facts
from kaleido.hints.rating import Rating
from kaleido.library.data import named_path
from kaleido.library.patterns import members
from kaleido.library.piece_sets import find_set
from kaleido.library.puzzles import parts_of
from kaleido.model.board import Board, BoardForm
from kaleido.model.cause import reason_fields, reason_of
from kaleido.model.piece_set import PieceSet
from kaleido.photo.reading import Reading, certain_pattern, say_unknown
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.puzzle import Puzzle
from kaleido.puzzle.questions import solve
from kaleido.search.problem import most_placements
from kaleido.search.stopping import check_limits


@dataclass(frozen=True)
class BoardRecord(Plain):
    """The fields that every record has."""

    board: Annotated[str, "The name of the board."]
    asked: Annotated[str, "The verb with its options, or the options, in one line."]
    status: Annotated[str, "How it ended; with error the board could not be done at all."]
    reason: Annotated[
        str | None, "Why there is no answer or no solution, on one line; null otherwise."
    ]
    form: Flat[BoardForm | None]
    pattern: Annotated[str | None, "The rows with / between them; null if they cannot be read."]
    facts: Annotated[
        Facts,
        "The reason as facts, for programs that use words of their own; null if it has none.",
    ]


@output("batch-solve", "A line of kaleido batch solve")
class SolveRecord(Plain):
    """The answer of a search. The other fields are null for an error."""

    answer: Flat[Answer | None]
    record: Flat[BoardRecord]
    status: Literal["solved", "no-solution", "gave-up", "error"]


@output("batch-count", "A line of kaleido batch count")
class CountRecord(Plain):
    """The number of solutions. The numbers are null without an answer."""

    record: Flat[BoardRecord]
    status: Literal["counted", "gave-up", "error"]
    count: Flat[Count | None]


@output("batch-rate", "A line of kaleido batch rate")
class RateRecord(Plain):
    """The rating of a board. Its parts are null without an answer."""

    record: Flat[BoardRecord]
    status: Literal["rated", "no-solution", "gave-up", "error"]
    rating: Flat[Rating | None]


@output("batch-read", "A line of kaleido batch read")
class ReadRecord(Plain):
    """What a picture shows. The other fields are null for an error."""

    record: Flat[BoardRecord]
    status: Literal["read", "uncertain", "error"]
    reading: Flat[Reading | None]


COMMON = ("board", "asked", "status", "reason", "pattern")
"""The first fields of every record; JSON has the number of the schema before them, facts last."""

ERROR = "error"  # the status of a board that could not be done

_STATUS = {NO_SOLUTION: "no-solution", GAVE_UP: "gave-up"}
"""The status of a board that ends with an error, by the error's exit code."""


@checked_arguments
@dataclass(frozen=True)
class Verb:
    """A task that is done with every board, and its options."""

    name: ClassVar[str]
    answers: ClassVar[tuple[str, ...]]
    """The statuses of boards that were done."""
    form: ClassVar[type[Plain]]
    is_uneven: ClassVar[bool] = False
    """Whether some boards take a thousand times as long as others."""

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of every record, in order."""
        known = {*COMMON, "facts"}
        return (*COMMON, *(name for name in names_of(self.form) if name not in known))

    @property
    def asked(self) -> str:
        """The verb and its options as they are typed, a field of every record."""
        words = [self.name]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "max_memory":
                value = f"{value / 1e9:.9g}GB"
            if value is not None:
                words += [_option(field.name), str(value)]
        return " ".join(words)

    def check(self) -> None:
        """Check the options and the extras before the first board."""

    def record(self, board: str, **found: Any) -> Record:
        """Return the record of a board, in which the fields that are not given are None."""
        nothing = dict.fromkeys((*self.fields, "facts"))
        given = {"board": board, "asked": self.asked} | found
        return {"schema": OUTPUTS[self.form].number} | nothing | given

    def do(self, board: str, content: str | bytes | KaleidoError) -> Record:
        """Return the record of a board; any error is a status and a reason in it.

        The content is the text of a pattern, the bytes of a picture, or the error in reading it.
        """
        record, status = self.record(board, status=ERROR), ERROR
        try:
            if isinstance(content, KaleidoError):
                raise content
            return record | self._answer(content, record)
        except KaleidoError as error:
            reason, status = reason_of(error), _STATUS.get(error.exit_code, ERROR)
        except Exception as error:  # a bug must not end the run for the other boards
            resource = exhausted(error)
            reason = resource or f"{type(error).__name__}: {error}"
            status = "gave-up" if resource and "gave-up" in self.answers else ERROR
        told = reason_fields(reason)
        return record | told | {"status": status, "reason": " ".join(str(reason).split())}

    def _answer(self, content: str | bytes, record: Record) -> Record:
        if isinstance(content, str):
            puzzle = Puzzle(*self._read(content))
        else:
            board = record["board"]
            puzzle = Puzzle(certain_pattern(_read_picture(content, board), board))
        record.update(puzzle.pattern.as_dict())
        return self._ask(puzzle)

    def effort(self, content: str | bytes | KaleidoError) -> int:
        """Estimate how long a board takes compared with others, by its number of placements.

        The estimate is 0 where none is quick, such as for pictures.
        """
        if not self.is_uneven or not isinstance(content, str):
            return 0
        try:
            return most_placements(*self._read(content))
        except KaleidoError:
            return 0

    def _read(self, text: str) -> tuple[Board, PieceSet]:
        """Return a board and its pieces: by default those that the text names."""
        return parts_of(text)

    def _ask(self, puzzle: Puzzle) -> Record:
        """Return the fields of the answer for a puzzle."""
        raise NotImplementedError


@checked_arguments
@dataclass(frozen=True)
class PuzzleVerb(Verb):
    """A task for boards with any set of pieces."""

    pieces: str | None = None

    def check(self) -> None:
        """Check that there is such a set."""
        if self.pieces is not None:
            find_set(self.pieces)

    def _read(self, text: str) -> tuple[Board, PieceSet]:
        return parts_of(text, None if self.pieces is None else find_set(self.pieces))


@checked_arguments
@dataclass(frozen=True)
class SolveVerb(PuzzleVerb):
    """Find a solution, as `kaleido.solve` does."""

    name = "solve"
    form = SolveRecord
    answers = ("solved", "no-solution", "gave-up")

    strategy: str = DEFAULT
    seed: int = 0
    max_nodes: int | None = None
    timeout: float | None = None

    def check(self) -> None:
        """Check the strategy, the limits and the pieces."""
        super().check()
        make_any_strategy(self.strategy, self.seed)
        check_limits(self.max_nodes, self.timeout)

    def _ask(self, puzzle: Puzzle) -> Record:
        answer = solve(
            puzzle, self.strategy, seed=self.seed, max_nodes=self.max_nodes, timeout=self.timeout
        )
        return answer.as_dict()


@checked_arguments
@dataclass(frozen=True)
class CountVerb(PuzzleVerb):
    """Count the solutions, as ``Puzzle.count`` does."""

    name = "count"
    form = CountRecord
    answers = ("counted", "gave-up")
    is_uneven = True

    max_memory: int = MAX_MEMORY

    def _ask(self, puzzle: Puzzle) -> Record:
        count = puzzle.count(max_memory=self.max_memory)
        reason = None if count.solutions else puzzle.why()
        return count.as_dict() | {"status": "counted"} | reason_fields(reason)


@checked_arguments
@dataclass(frozen=True)
class RateVerb(Verb):
    """Rate the difficulty, as `Puzzle.rate` does."""

    name = "rate"
    form = RateRecord
    answers = ("rated", "no-solution", "gave-up")
    is_uneven = True

    max_memory: int = MAX_MEMORY

    def _ask(self, puzzle: Puzzle) -> Record:
        try:
            rating = puzzle.rate(max_memory=self.max_memory)
        except NoSolutionError as error:
            reason = puzzle.why() or reason_of(error)
            return {"status": "no-solution"} | reason_fields(reason)
        return rating.as_dict() | {"status": "rated"}


@dataclass(frozen=True)
class ReadVerb(Verb):
    """Read the pattern of a picture, as ``kaleido.photo.read`` does."""

    name = "read"
    form = ReadRecord
    answers = ("read",)

    def check(self) -> None:
        """Check that OpenCV is installed."""
        need("photo")

    def _answer(self, content: str | bytes, record: Record) -> Record:
        if isinstance(content, str):
            raise PhotoError(f"{quote(record['board'], 80)} is text, expected a picture")
        reading = _read_picture(content, record["board"])
        if reading.pattern is not None:
            return reading.as_dict() | {"status": "read"}
        reason = say_unknown(reading, record["board"])
        return reading.as_dict() | {"status": "uncertain", "reason": reason}


VERBS: dict[str, type[Verb]] = {
    verb.name: verb for verb in (SolveVerb, CountVerb, RateVerb, ReadVerb)
}
"""The verbs by name."""


def make_verb(
    name: str,
    *,
    strategy: str | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    max_memory: int | None = None,
    pieces: str | None = None,
) -> Verb:
    """Return a verb with its options, checked; options that are None keep their defaults.

    Examples
    --------
    >>> make_verb("solve", seed=3, max_memory=None).asked
    'solve --strategy constrained --seed 3'
    """
    options = {"strategy": strategy, "seed": seed, "max_nodes": max_nodes, "timeout": timeout}
    options |= {"max_memory": max_memory, "pieces": pieces}
    if name not in VERBS:
        is_board = named_path(name) or members(name)
        first = f"; one goes before {quote(name)}" if is_board else ""
        raise OptionError(f"{unknown('verb', name, VERBS)}{first}")
    given = {option: value for option, value in options.items() if value is not None}
    takes = {each: {field.name for field in fields(VERBS[each])} for each in VERBS}
    for option in given.keys() - takes[name]:
        verbs = " and ".join(each for each in VERBS if option in takes[each])
        raise OptionError(f"{_option(option)} goes with {verbs}, not with {name}")
    make: Callable[..., Verb] = VERBS[name]
    verb = make(**given)
    verb.check()
    return verb


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _read_picture(picture: bytes, name: str) -> Reading:
    from kaleido.photo import read

    return read(picture, quote(name, 80))
