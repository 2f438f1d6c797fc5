"""How islands are found: one is filled from a cell, and all are met row by row."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.look import ACCENT, IMPLIED, PAPER
from kaleido.draw.scene import Thing
from kaleido.errors import OptionError
from kaleido.model.edges import BoolArray
from kaleido.model.grid import Cell, need_squares
from kaleido.model.names import cell_name
from kaleido.plot.board import show
from kaleido.plot.documented import documented
from kaleido.plot.edges import highlight
from kaleido.plot.figure import describe, write
from kaleido.plot.known import Known, cells_of
from kaleido.plot.panels import FONT, bare_panels, title_panel
from kaleido.text import plural

WIDTH = 8.0  # the width of a new figure in inches, which takes four boards side by side
# The disc behind a number, in the middle of its cell.
SIGN: dict[str, Any] = {
    "ha": "center",
    "zorder": 5,
    "bbox": {"boxstyle": "circle,pad=0.12", "facecolor": PAPER, "edgecolor": "none"},
}


@documented
def island_filling(
    thing: Thing,
    cell: Cell,
    *,
    stages: int = 4,
    figure: Figure | None = None,
    width: float = WIDTH,
    marks: str = "none",
) -> Figure:
    """Draw how an island fills from one of its cells, in a few stages.

    The numbers are the steps from that cell; no step crosses an edge. The cells reached have
    their full colours.

    Parameters
    ----------
    cell : (row, col)
        The cell where the filling starts.
    stages : int, optional
        The number of boards; the first shows the cell alone and the last the whole island.

    Returns
    -------
    Figure
        It has axes for each stage.

    Raises
    ------
    OptionError
        There is no free cell at that place, or `stages` is less than 2.
    """
    if stages < 2:
        raise OptionError(f"an island cannot fill in {plural(stages, 'stage')}: expected 2 or more")
    known = Known.of(thing)
    need_squares(known.scene.grid, "an island is filled along rows and columns of squares")
    island = known.island_at(cell)
    steps = _steps(known, cell)
    heading = f"The island of cell {cell_name(cell)} is filled"
    grid = known.scene.grid
    figure, axes = bare_panels(stages, grid, figure=figure, width=width, heading=heading)
    for stage, ax in enumerate(axes):
        limit = round(int(steps.max()) * stage / (stages - 1))
        reached = island & (steps <= limit)
        _draw(ax, known, reached, steps, marks)
        title_panel(
            ax, f"{plural(limit, 'step')}: {reached.sum()} of {plural(island.sum(), 'cell')}"
        )
    alt = f"{heading} in {plural(stages, 'stage')}: {plural(island.sum(), 'cell')}"
    return describe(figure, f"{alt}, the last of them {plural(int(steps.max()), 'step')} away.")


@documented
def island_scan(
    thing: Thing, *, figure: Figure | None = None, width: float = WIDTH, marks: str = "none"
) -> Figure:
    """Draw how the islands are found row by row, and count them.

    There is a board for each row. An island gets the next number when the first of its cells is
    met, and is then filled at once. The dashed frame is the row that is searched.

    Returns
    -------
    Figure
        It has axes for each row.
    """
    known = Known.of(thing)
    grid = known.scene.grid
    need_squares(grid, "islands are met along rows of squares")
    heading = "The islands, row by row"
    figure, axes = bare_panels(grid.rows, grid, figure=figure, width=width, heading=heading)
    found = 0
    for row, ax in enumerate(axes):
        before, found = found, int(known.labels[: row + 1].max())
        _draw(ax, known, (known.labels > 0) & (known.labels <= found), known.labels, marks)
        ax.axhspan(row, row + 1, fill=False, color=ACCENT, linestyle="--", lw=2, zorder=4)
        news = f"{found - before} new" if found > before else "none new"
        title_panel(ax, f"row {row}: {news}, {plural(found, 'island')}")
    alt = f"{heading}: {plural(found, 'island')} in {plural(grid.rows, 'row')}."
    return describe(figure, alt)


def _draw(
    ax: Axes, known: Known, cells: BoolArray, numbers: npt.NDArray[np.int_], marks: str
) -> None:
    """Draw a board with some cells in their full colours, and a number on each of these."""
    show(replace(known.scene, pale=frozenset(cells_of(~cells))), ax=ax, marks=marks)
    highlight(ax, known, known.bits & ~known.frame, IMPLIED)
    for row, col in cells_of(cells):
        number = str(numbers[row, col])
        write(ax, col + 0.5, row + 0.5, number, FONT, va="center_baseline", **SIGN)


def _steps(known: Known, cell: Cell) -> npt.NDArray[np.int_]:
    """Return the number of steps from a cell to each cell of its island; others have 0."""
    # The frame stops whoever would step from the last row or column to the first, and only the
    # seam of a board that wraps around lets them pass.
    down, right = ~known.edges.horizontal[1:], ~known.edges.vertical[:, 1:]
    passages: list[Callable[[BoolArray], BoolArray]] = [
        lambda here: np.roll(here & down, 1, 0),
        lambda here: np.roll(here, -1, 0) & down,
        lambda here: np.roll(here & right, 1, 1),
        lambda here: np.roll(here, -1, 1) & right,
    ]
    island = known.island_at(cell)
    reached = np.zeros_like(island)
    reached[cell] = True
    steps = np.zeros(island.shape, np.int_)
    while (ahead := island & ~reached).any():
        steps[ahead] += 1
        reached |= np.logical_or.reduce([step(reached) for step in passages]) & island
    return steps
