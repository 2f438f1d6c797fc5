"""The answers of the server that no class of the core has, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kaleido.analysis.answer import Status
from kaleido.analysis.facts import Told
from kaleido.contract import Flat, Natural, Plain
from kaleido.counting.result import Count
from kaleido.model.placement import Placement


@dataclass(frozen=True)
class CountAnswer(Plain):
    """The number of solutions, which may be larger than 2^53.

    Attributes
    ----------
    text : str
        The number for display.
    """

    count: Flat[Count]
    text: str


@dataclass(frozen=True)
class Judgement(Plain):
    """Whether a puzzle has a solution, and its cells by colour.

    Attributes
    ----------
    status : Status
        How the search ended: with a solution, with the proof that there is none, or at a limit.
    counts : mapping of str to int
        The number of cells of each letter.
    """

    status: Status
    told: Flat[Told]
    counts: Mapping[str, Natural]


@dataclass(frozen=True)
class Solutions(Plain):
    """Some of the solutions of a position, in an order that does not change.

    Attributes
    ----------
    solutions : int or None
        How many there are, if that is known.
    text : str
        Their number for display.
    reachable : int
        How many can be asked for.
    offset : int
        How many lie before the first of the list.
    found : tuple of tuple of Placement
        Their placements, in board order.
    """

    solutions: Natural | None
    text: str
    reachable: Natural
    offset: Natural
    found: tuple[tuple[Placement, ...], ...]
