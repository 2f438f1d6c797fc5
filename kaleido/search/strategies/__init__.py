"""The strategies that do not come from the paper, and the code that they share."""

from kaleido.base.text import both

WITHOUT_WINDOWS = ("constrained", "tuned", "probing", "edge-matching", "random")
"""These use no windows, so that they work on any lattice."""

FOR_SQUARES = f"windows are for squares, and {both(WITHOUT_WINDOWS)} need none"
"""Why a strategy with windows refuses a board."""
