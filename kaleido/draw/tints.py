"""The background colours of islands."""

from collections.abc import Sequence

from kaleido.draw.geometry import corners
from kaleido.draw.look import TINTS, Point
from kaleido.model.grid import Cell, Grid


def choose_tints(grid: Grid, islands: Sequence[int]) -> dict[Cell, int]:
    """Choose background colours that differ between islands that touch, while there are enough.

    The islands are sets of cells. Each of their cells gets an index into `TINTS`. Islands touch if
    they share a side or a corner on the drawing.

    Examples
    --------
    >>> from kaleido.model.square_grid import SquareGrid
    >>> grid = SquareGrid(2, 3)
    >>> choose_tints(grid, [grid.cell_bits([(0, 0), (1, 0)]), grid.cell_bits([(0, 2)])])
    {(0, 0): 1, (1, 0): 1, (0, 2): 2}
    """
    labels = {
        cell: label for label, island in enumerate(islands, start=1) for cell in grid.cells(island)
    }
    meeting: dict[Point, set[int]] = {}
    for cell, label in labels.items():
        for row, col in corners(grid, cell):
            meeting.setdefault((round(row, 6), round(col, 6)), set()).add(label)
    around: list[set[int]] = [set() for _ in range(len(islands) + 1)]
    for met in meeting.values():
        for label in met:
            around[label] |= met
    tints = dict.fromkeys(range(len(islands) + 1), -1)
    for label in range(1, len(islands) + 1):
        taken = [tints[other] for other in around[label]]
        # A tint that is rarest among the neighbours; the first try depends on the label, so
        # that islands of consecutive numbers differ.
        tints[label] = min(
            range(len(TINTS)), key=lambda tint: (taken.count(tint), (tint - label) % len(TINTS))
        )
    return {cell: tints[label] for cell, label in labels.items()}
