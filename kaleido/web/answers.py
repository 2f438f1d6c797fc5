"""The answers of the server that no class of the core has, and the events on the way to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from kaleido.analysis.answer import Status
from kaleido.analysis.facts import Told
from kaleido.analysis.rating import Rating
from kaleido.contract import Flat, Natural, Plain, Share
from kaleido.counting.meter import Count
from kaleido.model.grid import Cell
from kaleido.model.placement import Placement
from kaleido.photo.reading import ReadBoard, Step

Outcome = Annotated[
    Status,
    "How the search ended: with a solution, with the proof that there is none, or at a limit.",
]


@dataclass(frozen=True)
class CountAnswer(Plain):
    """The number of solutions, which may be larger than 2^53."""

    count: Flat[Count]
    text: Annotated[str, "The number for display."]
    with_move: Annotated[str | None, "The number of those with the move asked for."] = None


@dataclass(frozen=True)
class Judgement(Plain):
    """Whether a puzzle has a solution, and its cells by colour."""

    status: Outcome
    told: Flat[Told]
    counts: Annotated[Mapping[str, Natural], "The number of cells of each letter."]


@dataclass(frozen=True)
class Solutions(Plain):
    """Some of the solutions of a position, in an order that does not change."""

    solutions: Annotated[Natural | None, "How many there are, if that is known."]
    text: Annotated[str, "Their number for display."]
    reachable: Annotated[Natural, "How many can be asked for."]
    offset: Annotated[Natural, "How many lie before the first of the list."]
    found: Annotated[tuple[tuple[Placement, ...], ...], "Their placements, in board order."]


@dataclass(frozen=True)
class Designed(Plain):
    """A solvable pattern and its distance from the sketch, or the reason why there is none."""

    status: Outcome
    reason: str
    pattern: Annotated[str | None, "Null unless the status is solved."]
    changed: Annotated[tuple[Cell, ...], "The cells that differ from the sketch."]
    off: Annotated[int, "Open cells that differ from the background."]
    least: Annotated[int, "At least so many cells must differ: proved."]
    proved: Annotated[bool, "Whether it is proved that no pattern is nearer."]
    passed: Annotated[int, "How many patterns were passed over."]


@dataclass(frozen=True)
class Progress(Plain):
    """How far a count or a rating is."""

    type: Literal["counting", "rating"]
    done: Share


@dataclass(frozen=True)
class Counted(Plain):
    """The number of solutions of a puzzle that is being rated."""

    type: Literal["counted"]
    count: Flat[CountAnswer]


@dataclass(frozen=True)
class Assessed(Plain):
    """The end of a count and a rating, with the rating if there is one."""

    type: Literal["assessed"]
    rating: Rating | None


@dataclass(frozen=True)
class ReadStep(Plain):
    """How far the reading of a picture is."""

    type: Literal["step"]
    step: Step
    done: int
    of: int


@dataclass(frozen=True)
class ReadAnswer(Plain):
    """The first board of a picture, and all of them."""

    type: Literal["read"]
    first: Flat[ReadBoard]
    boards: tuple[ReadBoard, ...]
