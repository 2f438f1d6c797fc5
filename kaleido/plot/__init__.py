"""Figures with matplotlib: boards, progressions, searches and comparisons.

Every function takes axes or a figure to draw on, or makes a new figure of its own; none touches
pyplot or any other global state.
"""

from __future__ import annotations

from kaleido.plot.board import board
from kaleido.plot.progression import progression
from kaleido.plot.saving import save_figure

__all__ = ["board", "progression", "save_figure"]
