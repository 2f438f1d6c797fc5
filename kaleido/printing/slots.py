"""Boards on a grid of places on pages, each with a heading above it and lines below."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kaleido.draw.geometry import picture_size
from kaleido.draw.scene import Thing, scene_of
from kaleido.model.grid import Grid
from kaleido.printing.page import Page
from kaleido.printing.paper import CELL, MARGIN, Paper, fitting_cell

GAP = 8.0
"""The space between places."""

ABOVE, BELOW = 8.0, 9.0
"""The heights of the heading and of the first line below a board; a second lies in the gap."""


class Slot(NamedTuple):
    """What stands in a place: a board or a solution, with its heading and the lines below it."""

    thing: Thing
    heading: str
    below: tuple[str, ...]

    @property
    def grid(self) -> Grid:
        """The grid of the board."""
        return scene_of(self.thing).grid


class Slots(NamedTuple):
    """The places on every page.

    Attributes
    ----------
    paper : Paper
    down, across : int
        How many places there are below and beside each other.
    top : float
        Where they begin.
    """

    paper: Paper
    down: int
    across: int
    top: float = MARGIN

    @property
    def many(self) -> int:
        """How many places a page has."""
        return self.down * self.across

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a place."""
        width = self.paper.width - 2 * MARGIN - (self.across - 1) * GAP
        height = self.paper.height - self.top - MARGIN - (self.down - 1) * GAP
        return width / self.across, height / self.down

    def cell(self, grids: Iterable[Grid]) -> float:
        """Return the side that the cells of boards have, the same on all of them."""
        width, height = self.size
        return min(
            (fitting_cell(*picture_size(grid), width, height - ABOVE - BELOW) for grid in grids),
            default=CELL,
        )

    def pages(self, slots: list[Slot], cell: float, marks: str) -> Iterator[Page]:
        """Yield pages with boards in reading order."""
        width, height = self.size
        for first in range(0, len(slots), self.many):
            page = Page(self.paper)
            for place, slot in enumerate(slots[first : first + self.many]):
                row, col = divmod(place, self.across)
                x = MARGIN + col * (width + GAP)
                y = self.top + row * (height + GAP)
                _fill(page, slot, (x, y, width, height), cell, marks)
            yield page


def _fill(
    page: Page, slot: Slot, box: tuple[float, float, float, float], cell: float, marks: str
) -> None:
    x, y, width, height = box
    scene = scene_of(slot.thing)
    high, wide = (cell * side for side in picture_size(scene.grid))
    left = x + (width - wide) / 2
    # A little above the middle, where people see it as the middle.
    top = y + ABOVE + 0.4 * max(0.0, height - ABOVE - BELOW - high)
    size = 9 + cell / 3
    room = x + width - left
    page.write(left, top - 3.5, slot.heading, size=size, bold=True, room=room)
    page.draw(scene, left, top, cell, marks=marks)
    for number, line in enumerate(slot.below):
        y = top + high + 2.5 + size / 3 + 5 * number
        page.write(left, y, line, size=size - 2 - number, room=room)
