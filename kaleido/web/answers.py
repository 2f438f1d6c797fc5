"""The answers of the server that no class of the core has, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from kaleido.analysis.answer import Status
from kaleido.analysis.facts import Told
from kaleido.contract import Flat, Natural, Plain
from kaleido.counting.result import Count
from kaleido.model.placement import Placement


@dataclass(frozen=True)
class CountAnswer(Plain):
    """The number of solutions, which may be larger than 2^53."""

    count: Flat[Count]
    text: Annotated[str, "The number for display."]


@dataclass(frozen=True)
class Judgement(Plain):
    """Whether a puzzle has a solution, and its cells by colour."""

    status: Annotated[
        Status,
        "How the search ended: with a solution, with the proof that there is none, or at a limit.",
    ]
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
