"""The records of batches, which are lines of JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from kaleido.analysis.answer import Answer
from kaleido.analysis.facts import Facts
from kaleido.analysis.rating import Rating
from kaleido.contract import Flat, Maybe, Plain, output
from kaleido.counting.result import Count
from kaleido.model.board import Text
from kaleido.photo.form import ReadingForm


@dataclass(frozen=True)
class BoardRecord(Plain):
    """What every record has."""

    board: Annotated[str, "The name of the board."]
    asked: Annotated[str, "The verb with its options, or the options, in one line."]
    status: Annotated[str, "How it ended; with error the board could not be done at all."]
    reason: Annotated[
        str | None,
        "Why there is no answer or no solution, on one line; null otherwise.",
    ]
    pattern: Annotated[str | None, "The rows with / between them; null if they cannot be read."]
    lattice: Annotated[
        Maybe[Text],
        "The lattice that the cells belong to, such as hexagonal, triangular, cubic or spheres. "
        "The key is missing for squares.",
    ]
    facts: Annotated[
        Facts,
        "The reason as facts, for programs that use words of their own; null if it has none.",
    ]


@output("batch-solve", "A line of kaleido batch solve")
@dataclass(frozen=True)
class SolveRecord(Plain):
    """The answer of a search. The other fields are null for an error."""

    answer: Flat[Answer | None]
    record: Flat[BoardRecord]
    status: Literal["solved", "no-solution", "gave-up", "error"]


@output("batch-count", "A line of kaleido batch count")
@dataclass(frozen=True)
class CountRecord(Plain):
    """The number of solutions. The numbers are null without an answer."""

    record: Flat[BoardRecord]
    status: Literal["counted", "gave-up", "error"]
    count: Flat[Count | None]


@output("batch-rate", "A line of kaleido batch rate")
@dataclass(frozen=True)
class RateRecord(Plain):
    """The rating of a board. Its parts are null without an answer."""

    record: Flat[BoardRecord]
    status: Literal["rated", "no-solution", "gave-up", "error"]
    rating: Flat[Rating | None]


@output("batch-read", "A line of kaleido batch read")
@dataclass(frozen=True)
class ReadRecord(Plain):
    """What a picture shows. The other fields are null for an error."""

    record: Flat[BoardRecord]
    status: Literal["read", "uncertain", "error"]
    reading: Flat[ReadingForm | None]
