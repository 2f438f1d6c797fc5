"""The number of solutions, as a value: it needs none of the arrays with which they are counted."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kaleido.contract import Hidden, Natural, Plain, Rounded


@dataclass(frozen=True)
class Count(Plain):
    """The number of solutions of a board.

    Attributes
    ----------
    solutions : int
        The exact number of solutions; turned and mirrored ones count separately.
    symmetric : int
        The number of solutions up to the symmetries of the board: the turns, reflections and shifts
        around seams that carry the board and the pieces placed to themselves, and the placements of
        each piece to those of one piece.
    states : int
        The number of states visited.
    peak_states : int
        The number of states in the largest layer.
    seconds : float
        The duration in seconds.
    by_placement : mapping of int to int
        By placement of the largest piece left, the solutions that contain it. Empty when the
        board was counted as a whole.
    searched : bool
        Whether some of the solutions were counted by a search, because that promised to be faster
        than sweeping or because sweeping would have taken too much memory.
    """

    solutions: Natural
    symmetric: Natural
    states: Natural
    peak_states: Natural
    seconds: Rounded
    by_placement: Hidden[Mapping[int, int]] = field(repr=False)
    searched: Hidden[bool] = False
