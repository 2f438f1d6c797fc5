"""What is for boards of squares only."""

from kaleido.errors import OptionError
from kaleido.model.grid import Grid


def need_squares(grid: Grid, why: str) -> None:
    """Raise an `OptionError` that says why only squares will do, if a board has other cells."""
    if not grid.lattice.is_square:
        raise OptionError(f"{why}; this board is of {grid.lattice.cells}")
