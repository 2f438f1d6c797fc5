"""What is asked of every board, and the record that each comes to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

from kaleido.analysis.puzzle import MAX_MEMORY, Puzzle
from kaleido.analysis.questions import solve
from kaleido.batch.form import Record
from kaleido.errors import KaleidoError, NoSolutionError, PatternError, PhotoError
from kaleido.extras import need
from kaleido.model.pattern import Pattern
from kaleido.search.strategies import DEFAULT, make_strategy
from kaleido.text import quote

if TYPE_CHECKING:
    from kaleido.photo import Reading

COMMON = ("board", "asked", "status", "reason", "pattern")
"""The first fields of every record."""

ERROR = "error"
"""The status of a board that could not be done."""


@dataclass(frozen=True)
class Verb(ABC):
    """What is asked of every board, with its options."""

    name: ClassVar[str]
    answers: ClassVar[tuple[str, ...]]
    """The statuses of boards that were done."""
    own_fields: ClassVar[tuple[str, ...]]

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of every record, in order."""
        return COMMON + self.own_fields

    @property
    def asked(self) -> str:
        """The verb and its options, as they are typed; kept in every record.

        Examples
        --------
        >>> SolveVerb(max_nodes=1000).asked
        'solve --strategy constrained --seed 0 --max-nodes 1000'
        """
        words = [self.name]
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "max_memory":
                value = f"{value / 1e9:.9g}GB"
            if value is not None:
                words += [f"--{field.name.replace('_', '-')}", str(value)]
        return " ".join(words)

    def check(self) -> None:  # noqa: B027 -- most have nothing to check
        """Refuse options that make no sense, before the first board.

        Raises
        ------
        KaleidoError
            An option makes no sense, or an extra is missing.
        """

    def record(self, board: str, **found: Any) -> Record:
        """Give a record: what is not said is None.

        Parameters
        ----------
        board : str
            The name of the board in this run.
        **found
            Other fields.
        """
        return dict.fromkeys(self.fields) | {"board": board, "asked": self.asked} | found

    def do(self, board: str, content: str | bytes | KaleidoError) -> Record:
        """Do what is asked of a board; whatever goes wrong is said in the record.

        Parameters
        ----------
        board : str
            Its name.
        content : str, bytes or KaleidoError
            The text of a pattern, the bytes of a picture file, or why there is neither.
        """
        record = self.record(board, status=ERROR)
        try:
            if isinstance(content, KaleidoError):
                raise content
            return record | self._answer(content, record)
        except KaleidoError as error:
            reason = str(error)
        except MemoryError:
            reason = "out of memory"
        except Exception as error:  # a fault of ours must not cost the boards that are left
            reason = f"{type(error).__name__}: {error}"
        return record | {"reason": one_line(reason)}

    def _answer(self, content: str | bytes, record: Record) -> Record:
        if isinstance(content, str):
            pattern = Pattern.parse(content)
        else:
            pattern = _read_board(content, record["board"])
        record["pattern"] = pattern.text
        return self._ask(pattern)

    @abstractmethod
    def _ask(self, pattern: Pattern) -> Record:
        """Give the fields that a pattern comes to."""


@dataclass(frozen=True)
class SolveVerb(Verb):
    """A solution, as `kaleido.solve` finds it."""

    name = "solve"
    answers = ("solved", "no-solution", "gave-up")
    own_fields = ("strategy", "nodes", "backtracks", "seconds", "placements")

    strategy: str = DEFAULT
    seed: int = 0
    max_nodes: int | None = None
    timeout: float | None = None

    def check(self) -> None:
        """Refuse options that make no sense."""
        make_strategy(self.strategy, self.seed)

    def _ask(self, pattern: Pattern) -> Record:
        answer = solve(
            pattern,
            self.strategy,
            seed=self.seed,
            max_nodes=self.max_nodes,
            timeout=self.timeout,
        )
        return answer.as_dict() | {"reason": answer.reason or None}


@dataclass(frozen=True)
class CountVerb(Verb):
    """The number of solutions, as `Puzzle.count` gives it."""

    name = "count"
    answers = ("counted", "gave-up")
    own_fields = ("solutions", "symmetric", "seconds", "states", "peak_states")

    max_memory: int = MAX_MEMORY

    def _ask(self, pattern: Pattern) -> Record:
        from kaleido.errors import TooLargeError

        try:
            count = Puzzle(pattern).count(max_memory=self.max_memory)
        except TooLargeError as problem:
            return {"status": "gave-up", "reason": str(problem)}
        return count.as_dict() | {"status": "counted"}


@dataclass(frozen=True)
class RateVerb(Verb):
    """The difficulty, as `Puzzle.rate` gives it."""

    name = "rate"
    answers = ("rated", "no-solution", "gave-up")
    own_fields = ("difficulty", "toil", "log_solutions", "forced", "branching", "backtracks")

    max_memory: int = MAX_MEMORY

    def _ask(self, pattern: Pattern) -> Record:
        from kaleido.errors import TooLargeError

        try:
            rating = Puzzle(pattern).rate(max_memory=self.max_memory)
        except NoSolutionError as problem:
            return {"status": "no-solution", "reason": str(problem)}
        except TooLargeError as problem:
            return {"status": "gave-up", "reason": str(problem)}
        return rating.as_dict() | {"status": "rated"}


@dataclass(frozen=True)
class ReadVerb(Verb):
    """The pattern of a picture, as `kaleido.photo.read_photo` gives it."""

    name = "read"
    answers = ("read",)
    own_fields = ("rows", "guesses", "confidence", "uncertain", "notes", "corners")

    def check(self) -> None:
        """Refuse to go on without OpenCV."""
        need("photo")

    def _answer(self, content: str | bytes, record: Record) -> Record:
        from kaleido.photo.wording import say_unknown

        if isinstance(content, str):
            raise PhotoError(f"{quote(record['board'], 80)} is text, expected a picture")
        reading = _read_picture(content, record["board"])
        if reading.pattern is not None:
            return reading.as_dict() | {"status": "read"}
        reason = say_unknown(reading, record["board"])
        return reading.as_dict() | {"status": "uncertain", "reason": reason}

    def _ask(self, pattern: Pattern) -> Record:
        raise NotImplementedError


VERBS: dict[str, type[Verb]] = {
    verb.name: verb for verb in (SolveVerb, CountVerb, RateVerb, ReadVerb)
}
"""By name."""


def one_line(text: str) -> str:
    """Put a text on one printable line."""
    return " ".join(text.split())


def _read_board(picture: bytes, name: str) -> Pattern:
    from kaleido.photo.wording import say_unknown

    reading = _read_picture(picture, name)
    if reading.pattern is None:
        raise PatternError(say_unknown(reading, name))
    return reading.pattern


def _read_picture(picture: bytes, name: str) -> Reading:
    from kaleido.photo import read_photo

    return read_photo(picture, quote(name, 80))
