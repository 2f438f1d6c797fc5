"""Boards on lattices turned: the drawing of their cells after some turns."""

from kaleido.errors import PatternError
from kaleido.lattices.lattice import group, image
from kaleido.model.board_text import HOLE, MAX_CELLS
from kaleido.model.lattice_grid import LatticeGrid
from kaleido.model.layout import Laid, drawing, lay_out


def turned(grid: LatticeGrid, letters: str, turns: int) -> str:
    """Return the drawing of a board after so many of the least turns, clockwise.

    Parameters
    ----------
    grid : LatticeGrid
    letters : str
        The letter of each cell of the grid, holes included.
    turns : int

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> turned(LatticeGrid(1, 3, on=find_lattice("hexagonal")), "abc", 1)
    'a./b./.c'
    """
    return drawing(*_laid(grid, letters, turns))


def check_turns(grid: LatticeGrid, letters: str) -> None:
    """Check that no turn of a board needs a larger drawing than boards may have.

    A row of hexagons is a slope when it is turned, whose rectangle is mostly holes.

    Raises
    ------
    PatternError
        One does.
    """
    order = len(group(grid.lattice.turns[:1], grid.lattice.dimensions))
    for turns in range(1, order):
        cells, _, depth = _laid(grid, letters, turns)
        width = 1 + max(col for _, col in cells)
        height = 1 + max(row for row, _ in cells)
        height += -height % (depth or 1)
        if height * width > MAX_CELLS:
            raise PatternError(
                f"turned, the board has {height} × {width} cells, holes included, expected at "
                f"most {MAX_CELLS:,}"
            )


def _laid(grid: LatticeGrid, letters: str, turns: int) -> Laid:
    lattice = grid.lattice
    lettered = [
        (grid.centres[cell], letter) for cell, letter in enumerate(letters) if letter != HOLE
    ]
    for _ in range(turns % len(lattice.rotations)):
        lettered = [(image(lattice.turns[0], centre), letter) for centre, letter in lettered]
    return lay_out(lattice, lettered)
