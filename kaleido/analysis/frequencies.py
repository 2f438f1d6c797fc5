"""How often each piece covers each cell, over many solutions."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kaleido.errors import OptionError
from kaleido.model.solution import Solution


def cell_frequencies(solutions: Sequence[Solution]) -> dict[str, npt.NDArray[np.float64]]:
    """Return the share of solutions in which each piece covers each cell.

    Parameters
    ----------
    solutions : sequence of Solution
        Solutions of one pattern, for example a random sample from ``Puzzle.sample``.

    Returns
    -------
    dict of str to ndarray of float, shape (rows, cols)
        One array per piece, in the order of the set. Each array sums to the number of the piece's
        cells, and at every cell the arrays sum to 1.

    Raises
    ------
    OptionError
        There are no solutions.

    Examples
    --------
    >>> from kaleido import Puzzle, named_pattern
    >>> shares = cell_frequencies(Puzzle(named_pattern("fancy-chessboard")).sample(40, 1))
    >>> round(float(shares["wand"].sum()), 9)
    8.0
    """
    if not solutions:
        raise OptionError("there are no solutions to look at, expected at least one")
    grid = solutions[0].pattern.grid
    shares = {piece.name: np.zeros((grid.rows, grid.cols)) for piece in solutions[0].pieces}
    for solution in solutions:
        for placement in solution.placements:
            rows, cols = zip(*placement.cells, strict=True)
            shares[placement.piece][rows, cols] += 1 / len(solutions)
    return shares
