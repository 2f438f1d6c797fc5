"""The densest windows of a state, where the paper's method looks for moves."""

import numpy as np
import numpy.typing as npt

from kaleido.model.islands import unpack_cells
from kaleido.model.squares import need_squares
from kaleido.search.state import State
from kaleido.search.strategies.progression import alternatives
from kaleido.search.strategies.survey import Survey
from kaleido.search.strategies.windows import FOR_SQUARES, blocks_of, find_windows


def window_densities(state: State) -> npt.NDArray[np.float64]:
    """Return the density of the densest window over each free cell, in edges per cell.

    Windows are those that can hold a piece of the size that the cell's island expects next. The
    array (rows, cols) has NaN where a piece lies and where there is no such window.

    Raises
    ------
    OptionError
        The cells of the board are no squares.

    Examples
    --------
    >>> from kaleido import Pattern, Puzzle
    >>> state = State.empty(Puzzle(Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))).problem)
    >>> densities = window_densities(state)
    >>> round(float(densities[0, 0]), 2), float(densities[4, 4])
    (1.25, 0.0)
    """
    need_squares(state.problem.grid, FOR_SQUARES)
    survey = Survey(state)
    blocks = blocks_of(state.problem.pieces)
    widest = max(height * width for height, width in blocks)
    densities = np.full((state.problem.grid.rows, state.problem.grid.cols), np.nan)
    for island in survey.islands:
        expected = (
            size
            for progression in alternatives(island.size, survey.left)
            for size in progression
            if size <= widest
        )
        # The densest windows come first, so the first value of a cell stays.
        cells = unpack_cells(state.problem.grid, island.mask)
        for window in find_windows(survey.sides, island.mask, next(expected, 1), blocks):
            (row, col), (height, width) = window.corner, window.shape
            part = slice(row, row + height), slice(col, col + width)
            fresh = cells[part] & np.isnan(densities[part])
            densities[part][fresh] = window.density
    return densities
