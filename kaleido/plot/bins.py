"""Long searches in bins of moves: so many bars or lines would be a barcode."""

from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

MANY = 300
"""With more moves than this they are drawn in bins."""

MOST = 100
"""The most bins."""

Values = npt.NDArray[np.float64]


class Bins(NamedTuple):
    """Bins of as many moves each, but for the last.

    Examples
    --------
    >>> bins = Bins.of(412)
    >>> bins.width, bins.number
    (5, 83)
    >>> bins.means(np.arange(412.0))[[0, -1]].tolist()
    [2.0, 410.5]
    """

    width: int
    number: int

    @classmethod
    def of(cls, moves: int) -> Self:
        """Return bins of a round number of moves: 1, 2 or 5 times 10ⁿ, and 1 if there are few."""
        width = 1
        if moves > MANY:
            least = -(-moves // MOST)
            power = 10 ** (len(str(least)) - 1)
            width = next(step * power for step in (1, 2, 5, 10) if step * power >= least)
        return cls(width, -(-moves // width))

    @property
    def starts(self) -> npt.NDArray[np.int_]:
        """The number of the first move of each bin, from 0."""
        return np.arange(self.number) * self.width

    def means(self, values: Values) -> Values:
        """Return the mean of each bin."""
        sizes = np.diff([*self.starts, len(values)])
        return np.add.reduceat(values, self.starts) / sizes

    def ranges(self, values: Values) -> tuple[Values, Values]:
        """Return the least and the greatest value of each bin."""
        return np.minimum.reduceat(values, self.starts), np.maximum.reduceat(values, self.starts)
