"""Figures with matplotlib: boards, progressions, searches and comparisons.

Every function draws on the axes or the figure that it is given, or else on a new one. None of them
touches pyplot or any other global state.
"""

from kaleido.plot.animation import animate
from kaleido.plot.board import board
from kaleido.plot.comparing import ablation, cactus, paired, tails
from kaleido.plot.curves import edge_curve, score_curve
from kaleido.plot.figure import save_figure
from kaleido.plot.heat import piece_map, piece_maps, window_map, window_maps
from kaleido.plot.progression import progression
from kaleido.plot.tree import search_tree

__all__ = [
    "ablation",
    "animate",
    "board",
    "cactus",
    "edge_curve",
    "paired",
    "piece_map",
    "piece_maps",
    "progression",
    "save_figure",
    "score_curve",
    "search_tree",
    "tails",
    "window_map",
    "window_maps",
]
