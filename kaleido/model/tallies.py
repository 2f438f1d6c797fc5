"""Tallies: a small number for each cell of a grid, all of them side by side in one int.

Adding two tallies adds all their numbers at once, and a shift moves them by cells; so the sums over
all windows of a shape take as many additions as the window has rows and columns.
"""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kaleido.model.grid import Grid

_MOST = 255
"""The largest number that one byte holds."""


@dataclass(frozen=True)
class Tallies:
    """The tallies of a grid whose numbers have room for some bytes.

    Parameters
    ----------
    grid : Grid
    width : {1, 4}
        The bytes of each number.

    Examples
    --------
    >>> tallies = Tallies.up_to(Grid(2, 3), 4)
    >>> list(tallies.sums(tallies.of(0b110_010), 2, 2))[:2]
    [2, 3]
    """

    grid: Grid
    width: int

    @classmethod
    @cache
    def up_to(cls, grid: Grid, most: int) -> "Tallies":
        """Return the tallies of a grid that hold numbers up to `most`."""
        return cls(grid, 1 if most <= _MOST else 4)

    def of(self, cells: int) -> int:
        """Return the tally that is 1 on a set of cells and 0 elsewhere."""
        spread = _spread_bytes(self.width)
        packed = cells.to_bytes((self.grid.size + 7) // 8, "little")
        return int.from_bytes(b"".join([spread[byte] for byte in packed]), "little")

    def within(self, tally: int, ones: int) -> int:
        """Return a tally on the cells where another one is 1, and 0 elsewhere."""
        return tally & ones * ((1 << 8 * self.width) - 1)

    def sums(self, tally: int, height: int, width: int) -> Sequence[int]:
        """Return for each cell the sum over the window of which it is the top left corner.

        No sum may be larger than what a number has room for. Those of windows that stick out over
        the last row or column mean nothing.
        """
        cell, line = 8 * self.width, 8 * self.width * self.grid.cols
        across = tally
        for step in range(1, width):
            across += tally >> cell * step
        down = across
        for step in range(1, height):
            down += across >> line * step
        packed = down.to_bytes(self.width * self.grid.size, "little")
        return packed if self.width == 1 else struct.unpack(f"<{self.grid.size}I", packed)


@cache
def _spread_bytes(width: int) -> tuple[bytes, ...]:
    """Return for each byte its eight bits as numbers of some bytes, lowest first."""
    return tuple(
        b"".join((byte >> bit & 1).to_bytes(width, "little") for bit in range(8))
        for byte in range(256)
    )
