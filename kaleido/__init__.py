"""Kaleido solves the patterns of Dr Wood's Kaleidoscope puzzle and shows how.

>>> import kaleido
>>> answer = kaleido.solve(kaleido.named_pattern("car"))
>>> answer.status.value, len(answer.solution.placements)
('solved', 18)
"""

from __future__ import annotations

from kaleido._version import __version__ as __version__
from kaleido.answer import Answer, Move, Status
from kaleido.board import Board
from kaleido.catalogue import Facts, named_pattern, pattern_facts, pattern_names
from kaleido.classic import CLASSIC
from kaleido.comparison import Run, compare
from kaleido.drawable import Drawable
from kaleido.edges import EdgeMap, implied_edges
from kaleido.errors import (
    KaleidoError,
    NoSolutionError,
    OptionError,
    PatternError,
    PhotoError,
    PieceError,
    PlacingError,
    SolutionError,
    WorkersError,
)
from kaleido.event import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Solved
from kaleido.fork import Fork, Strategy
from kaleido.grid import Grid
from kaleido.islands import label_islands
from kaleido.pattern import COLOURS, Pattern
from kaleido.piece import Face, Orientation, Piece
from kaleido.pieceset import PieceSet
from kaleido.piecesets import named_set, set_names
from kaleido.placement import Placement
from kaleido.polyominoes import (
    Polyomino,
    count_polyominoes,
    fixed_polyominoes,
    free_polyominoes,
    one_sided_polyominoes,
)
from kaleido.puzzle import Puzzle
from kaleido.puzzles import named_puzzle, puzzle_names
from kaleido.recording import Recording, record
from kaleido.score import Outlook, Score, Weights
from kaleido.search import search
from kaleido.solution import Solution
from kaleido.solving import solve
from kaleido.state import State
from kaleido.strategies import STRATEGIES, Constrained, Paper, Policy, Random, Tuned, make_strategy
from kaleido.table import PlacementTable
from kaleido.tracker import Tracker
from kaleido.verify import find_faults
from kaleido.whereabouts import whereabouts

__all__ = [
    "CLASSIC",
    "COLOURS",
    "STRATEGIES",
    "Answer",
    "Backtrack",
    "Board",
    "Constrained",
    "EdgeMap",
    "Event",
    "Exhausted",
    "Face",
    "Facts",
    "Fork",
    "GaveUp",
    "Grid",
    "KaleidoError",
    "Move",
    "NoSolutionError",
    "OptionError",
    "Orientation",
    "Outlook",
    "Paper",
    "Pattern",
    "PatternError",
    "PhotoError",
    "Piece",
    "PieceError",
    "PieceSet",
    "Place",
    "Placement",
    "PlacementTable",
    "PlacingError",
    "Policy",
    "Polyomino",
    "Puzzle",
    "Random",
    "Recording",
    "Resume",
    "Run",
    "Score",
    "Solution",
    "SolutionError",
    "Solved",
    "State",
    "Status",
    "Strategy",
    "Tracker",
    "Tuned",
    "Weights",
    "WorkersError",
    "compare",
    "count_polyominoes",
    "find_faults",
    "fixed_polyominoes",
    "free_polyominoes",
    "implied_edges",
    "label_islands",
    "make_strategy",
    "named_pattern",
    "named_puzzle",
    "named_set",
    "one_sided_polyominoes",
    "pattern_facts",
    "pattern_names",
    "puzzle_names",
    "record",
    "search",
    "set_names",
    "solve",
    "whereabouts",
]


def _paint(thing: Board | PlacementTable | Solution | Piece | State) -> str:
    from kaleido.draw.svg import draw_svg

    return draw_svg(thing)


Drawable.painter = _paint
