"""The dealer of boards: a level and a number give a board, by a rule of a room above this one."""

from collections.abc import Callable

# The package sets it, so that the library need not import `kaleido.designing`.
deal: Callable[[int, int], str]
"""Return the rows of the board of a level, from 1 to 5, and a number."""
