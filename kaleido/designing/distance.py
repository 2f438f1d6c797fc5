"""The background of a pattern, and its distance from that and from a sketch."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import quote
from kaleido.designing.sketch import Sketch
from kaleido.model.board import Board
from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.model.solution import Solution


@checked_arguments
@dataclass(frozen=True)
class Background:
    """A chequer for cells that a sketch leaves open: two letters, that of the top left first."""

    colours: str

    @classmethod
    def parse(cls, text: str) -> tuple[Background, ...]:
        """Read a background: ``checker`` for red and black, ``checker:xb`` for other colours.

        Return the chequer and the one with its two colours exchanged, which is as good. OptionError
        says that the text is not a background, or that no pieces show such a chequer.
        """
        name, colon, pair = text.strip().lower().partition(":")
        pair = pair if colon else "rx"
        if name not in ("checker", "chequer") or len(pair) != 2 or not set(pair) <= set(COLOURS):
            raise OptionError(
                f"unknown background {quote(text)}: expected checker, or checker:xb for other "
                "colours than red and black"
            )
        if (pair[0] == "x") == (pair[1] == "x"):
            raise OptionError(
                f"the pieces cannot show the background {quote(text)}: expected x and one of r y b"
            )
        return cls(pair), cls(pair[::-1])

    def colour(self, row: int, col: int) -> str:
        """Return the letter of a cell."""
        return self.colours[(row + col) % 2]

    def includes(self, cell: str) -> bool:
        """Return whether a cell is open and may have a colour of the background."""
        return len(cell) > 1 and not set(cell).isdisjoint(self.colours)


class Cheapest(NamedTuple):
    """The cheapest cover found, if any, and a proved lower bound of the cost.

    It is complete if it is proved that there is no cheaper cover, or no cover.
    """

    solution: Solution | None
    bound: int
    complete: bool


CHANGED = ROWS * COLS + 1
"""The cost of a cell that differs from the sketch: more than all cells of a board cost that differ
from the background, at 1 each."""

COLOUR_NUMBERS = {letter: number for number, letter in enumerate(COLOURS)}
"""The index of each letter in the order x r y b."""

Costs = tuple[tuple[float, ...], ...]
"""The cost of each colour (x r y b) on each cell, by cell in reading order, then by colour."""


@checked_arguments
class Distance(NamedTuple):
    """The number of cells that differ from a sketch, and of others that are off its background."""

    changed: int
    off: int = 0

    @classmethod
    def of_cost(cls, cost: int) -> Distance:
        """Return the distance whose cost, by `colour_costs`, is given."""
        return cls(*divmod(cost, CHANGED))


def colour_costs(sketch: Sketch, background: Background | None = None) -> Costs:
    """Return the cost of each colour on each cell.

    A colour that the sketch does not allow costs ``CHANGED``. A colour that it allows, but that
    is not the background's on a cell that belongs to the background, costs 1.
    """
    costs = []
    for place, cell in enumerate(sketch.cells):
        wanted = None
        if background and background.includes(cell):
            wanted = background.colour(*divmod(place, COLS))
        off = {letter: float(wanted is not None and letter != wanted) for letter in cell}
        costs.append(tuple(off.get(letter, float(CHANGED)) for letter in COLOURS))
    return tuple(costs)


def cost_of(shown: Iterable[tuple[int, str]], costs: Costs) -> float:
    """Return the sum of the costs of some letters on their cells."""
    return sum(costs[place][COLOUR_NUMBERS[letter]] for place, letter in shown)


def total_cost(pattern: Board, costs: Costs) -> int:
    """Return the sum of the costs of a pattern's cells, rounded to a whole number."""
    return round(cost_of(enumerate("".join(pattern.rows)), costs))
