"""What a photo shows, in JSON."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from kaleido.contract import Flat, Natural, Plain, Positive, Rule, Share, output
from kaleido.model.board import Text
from kaleido.model.grid import Cell

_EIGHT = Rule(minItems=8, maxItems=8)


class Step(StrEnum):
    """A step of reading a picture, in this order."""

    DECODE = "decode"
    FIND = "find"
    COLOURS = "colours"


@dataclass(frozen=True)
class ReadingForm(Plain):
    """What a picture shows."""

    rows: Annotated[tuple[str, ...], _EIGHT, "The rows, with ? for cells that cannot be read."]
    guesses: Annotated[tuple[str, ...], _EIGHT, "The rows with the likeliest letter of every cell."]
    confidence: Annotated[
        tuple[Annotated[tuple[Share, ...], _EIGHT], ...],
        _EIGHT,
        "The probability of each letter, from 0 to 1.",
    ]
    uncertain: Annotated[tuple[Cell, ...], "The cells that cannot be read."]
    notes: Annotated[tuple[str, ...], "Remarks, a sentence each."]
    corners: Annotated[
        tuple[tuple[float, float], ...],
        Rule(minItems=4, maxItems=4),
        "The corners of the board as x and y in pixels, clockwise from the top left of the rows.",
    ]
    size: Annotated[
        tuple[Positive, Positive],
        "The width and height of the picture in which the corners are.",
    ]
    number: Annotated[Positive, "Which board of the picture it is, from 1."]
    oriented: Annotated[bool, "Whether lines of text show which way is up."]
    changed: Annotated[
        Natural,
        "How many of the least certain cells were changed so that some choice of faces has the "
        "colour counts.",
    ]
    possible: Annotated[bool, "Whether some choice of faces has the colour counts."]


@output("read", "A board of kaleido read --json")
@dataclass(frozen=True)
class ReadBoard(Plain):
    """What a picture shows.

    The command prints one object, or a list of them for a picture of several boards; each has the
    number of the schema.
    """

    pattern: Annotated[Text | None, "The rows with / between them; null if a cell cannot be read."]
    reading: Flat[ReadingForm]
