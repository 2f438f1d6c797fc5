"""Figures with matplotlib: boards, progressions, searches and comparisons.

Every function draws on the axes or the figure that it is given, or else on a new one, and returns
the figure: a notebook shows a new one when it is the last value of a cell, and its `alt` says in
words what it shows. None of them touches pyplot or any other global state.
"""

from kaleido.plot.animation import animate
from kaleido.plot.board import board, exploded, piece_faces
from kaleido.plot.comparing import ablation, cactus, paired, tails
from kaleido.plot.curves import edge_curve, score_curve
from kaleido.plot.edges import edge_reasons, edges, features_and_edges
from kaleido.plot.figure import save_figure
from kaleido.plot.finding import island_filling, island_scan
from kaleido.plot.heat import piece_map, piece_maps, window_map, window_maps
from kaleido.plot.holes import hole_progression
from kaleido.plot.islands import (
    constrained_islands,
    exploded_islands,
    filled_island,
    trivial_islands,
)
from kaleido.plot.parity import parity
from kaleido.plot.placements import overlap, placements
from kaleido.plot.progression import progression
from kaleido.plot.tree import search_tree
from kaleido.plot.windows import window_frame, window_moves

__all__ = [
    "ablation",
    "animate",
    "board",
    "cactus",
    "constrained_islands",
    "edge_curve",
    "edge_reasons",
    "edges",
    "exploded",
    "exploded_islands",
    "features_and_edges",
    "filled_island",
    "hole_progression",
    "island_filling",
    "island_scan",
    "overlap",
    "paired",
    "parity",
    "piece_faces",
    "piece_map",
    "piece_maps",
    "placements",
    "progression",
    "save_figure",
    "score_curve",
    "search_tree",
    "tails",
    "trivial_islands",
    "window_frame",
    "window_map",
    "window_maps",
    "window_moves",
]


def __dir__() -> list[str]:
    return __all__
