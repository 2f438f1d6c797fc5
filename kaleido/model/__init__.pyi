"""The names of the package; `kaleido/model/__init__.py` imports each when first used."""

from .board import Board as Board
from .difficulty import THRESHOLDS as THRESHOLDS
from .drawable import Drawable as Drawable
from .edges import (
    EdgeMap as EdgeMap,
    find_islands as find_islands,
    implied_edges as implied_edges,
    label_islands as label_islands,
    pattern_statistics as pattern_statistics,
)
from .grid import Grid as Grid
from .lattices import (
    SQUARE as SQUARE,
    Lattice as Lattice,
    Place as Place,
    Point as Point,
    Vector as Vector,
    find_lattice as find_lattice,
    lattice_names as lattice_names,
    register as register,
)
from .names import (
    cell_name as cell_name,
    piece_label as piece_label,
    piece_labels as piece_labels,
)
from .pattern import COLOURS as COLOURS, Pattern as Pattern
from .piece import Face as Face, Orientation as Orientation, Piece as Piece
from .piece_set import CLASSIC as CLASSIC, PieceSet as PieceSet
from .placement import Placement as Placement
from .solution import Solution as Solution
from .square_grid import SquareGrid as SquareGrid
from .verify import find_faults as find_faults
