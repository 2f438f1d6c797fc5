"""Colourings of a board: tiles of colours, repeated over its cells, with which parity is shown."""

from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product

from kaleido.model.grid import Grid


@dataclass(frozen=True)
class Colouring:
    """A colouring that repeats a small tile over a board.

    Parameters
    ----------
    name : str
        What it is called in data.
    words : str
        How a board is coloured: "chequered in white and black".
    tile : tuple of str
        The rows of the tile, whose digits are the colours, from 0.

    Examples
    --------
    >>> chequer = COLOURINGS[0]
    >>> chequer.colours
    ('white', 'black')
    >>> list(map(bin, chequer.cells(Grid(2, 3))))
    ['0b10101', '0b101010']
    """

    name: str
    words: str
    tile: tuple[str, ...]

    @property
    def period(self) -> tuple[int, int]:
        """After how many rows and columns it repeats."""
        return len(self.tile), len(self.tile[0])

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The names of its colours: two have words, more have numbers."""
        number = 1 + int(max("".join(self.tile)))
        return ("white", "black") if number == 2 else tuple(map(str, range(1, number + 1)))

    def colour(self, row: int, col: int) -> int:
        """Return the number of the colour of a cell."""
        rows, cols = self.period
        return int(self.tile[row % rows][col % cols])

    def cells(self, grid: Grid) -> tuple[int, ...]:
        """Return the set of cells of each colour."""
        return _cells(self, grid)

    def offset_classes(self, grid: Grid) -> tuple[int, ...]:
        """Return the sets of cells from which the rest of an endless board looks the same.

        Examples
        --------
        >>> grid = Grid(2, 2)
        >>> [list(grid.cells(each)) for each in COLOURINGS[0].offset_classes(grid)]
        [[(0, 0), (1, 1)], [(0, 1), (1, 0)]]
        """
        return _offset_classes(self, grid)

    def fits(self, grid: Grid) -> bool:
        """Return whether it goes on across the seams of a tube or a torus."""
        rows, cols = self.period
        return not (
            (grid.wraps_rows and grid.rows % rows) or (grid.wraps_cols and grid.cols % cols)
        )


@cache
def _cells(colouring: Colouring, grid: Grid) -> tuple[int, ...]:
    sets = [0] * len(colouring.colours)
    for cell in range(grid.size):
        sets[colouring.colour(*divmod(cell, grid.cols))] |= 1 << cell
    return tuple(sets)


@cache
def _offset_classes(colouring: Colouring, grid: Grid) -> tuple[int, ...]:
    rows, cols = colouring.period
    sets: dict[tuple[str, ...], int] = {}
    for down, right in product(range(rows), range(cols)):
        turned = [row[right:] + row[:right] for row in colouring.tile]
        seen = (*turned[down:], *turned[:down])
        sets[seen] = sets.get(seen, 0) | grid.cell_bits(
            product(range(down, grid.rows, rows), range(right, grid.cols, cols))
        )
    return tuple(sets.values())


def _diagonals(number: int, step: int) -> tuple[str, ...]:
    """Return the tile of diagonals in some colours, which rise or fall."""
    return tuple(
        "".join(str((row + step * col) % number) for col in range(number)) for row in range(number)
    )


IN_PAIRS = (
    Colouring("chequer", "chequered in white and black", ("01", "10")),
    Colouring("rows", "with its rows white and black in turn", ("0", "1")),
    Colouring("columns", "with its columns white and black in turn", ("01",)),
)
"""The colourings in two colours, the simplest first."""

COLOURINGS = (
    *IN_PAIRS,
    Colouring("rising-3", "with its diagonals in three colours in turn", _diagonals(3, 1)),
    Colouring("falling-3", "with its diagonals in three colours in turn", _diagonals(3, -1)),
    Colouring("rising-4", "with its diagonals in four colours in turn", _diagonals(4, 1)),
    Colouring("falling-4", "with its diagonals in four colours in turn", _diagonals(4, -1)),
    Colouring("rows-3", "with its rows in three colours in turn", ("0", "1", "2")),
    Colouring("columns-3", "with its columns in three colours in turn", ("012",)),
    Colouring("rising-5", "with its diagonals in five colours in turn", _diagonals(5, 1)),
    Colouring("falling-5", "with its diagonals in five colours in turn", _diagonals(5, -1)),
    Colouring("quarters", "with each block of 2 × 2 in four colours", ("01", "23")),
)
"""All colourings that are tried, the simplest first."""
