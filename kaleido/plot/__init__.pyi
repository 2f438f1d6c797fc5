"""The names of the package; `kaleido/plot/__init__.py` imports each when first used."""

from .animation import animate as animate
from .boards import board as board, exploded as exploded, piece_faces as piece_faces
from .colouring import parity as parity
from .comparing import (
    ablation as ablation,
    cactus as cactus,
    paired as paired,
    performance_profile as performance_profile,
    ratio_curve as ratio_curve,
)
from .curves import edge_curve as edge_curve, score_curve as score_curve
from .days import year as year
from .differing import parting as parting
from .figure import save_figure as save_figure
from .islands import (
    exploded_islands as exploded_islands,
    filled_island as filled_island,
    island_filling as island_filling,
    island_scan as island_scan,
)
from .known import (
    edge_reasons as edge_reasons,
    edges as edges,
    features_and_edges as features_and_edges,
    overlap as overlap,
    placements as placements,
)
from .medians import anytime as anytime, progressions as progressions
from .moves import hole_progression as hole_progression, progression as progression
from .sweeps import sensitivity as sensitivity
from .themes import theme as theme
from .tree import search_tree as search_tree
from .windows import (
    piece_map as piece_map,
    window_frame as window_frame,
    window_map as window_map,
    window_moves as window_moves,
)
