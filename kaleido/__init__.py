"""Kaleido solves the patterns of Dr Wood's Kaleidoscope puzzle and shows how.

>>> import kaleido
>>> answer = kaleido.solve(kaleido.named_pattern("car"))
>>> answer.status.value, len(answer.solution.placements)
('solved', 18)
"""

from __future__ import annotations

from kaleido.analysis.answer import Answer, Move, Status
from kaleido.analysis.comparison import Run, compare
from kaleido.analysis.frequencies import whereabouts
from kaleido.analysis.puzzle import Puzzle
from kaleido.analysis.questions import as_puzzle, named_puzzle, record, solve
from kaleido.analysis.recording import Recording
from kaleido.errors import (
    GaveUpError,
    KaleidoError,
    LimitReachedError,
    NoSolutionError,
    OptionError,
    PatternError,
    PhotoError,
    PieceError,
    PlacingError,
    SolutionError,
    TooLargeError,
    WorkersError,
)
from kaleido.library.patterns import Facts, named_pattern, pattern_facts, pattern_names
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import puzzle_names
from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.model.drawable import Drawable
from kaleido.model.edges import EdgeMap, implied_edges
from kaleido.model.grid import Grid
from kaleido.model.islands import label_islands
from kaleido.model.pattern import COLOURS, Pattern
from kaleido.model.piece import Face, Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.model.verify import find_faults
from kaleido.polyominoes import (
    Polyomino,
    count_polyominoes,
    fixed_polyominoes,
    free_polyominoes,
    one_sided_polyominoes,
)
from kaleido.search.events import Backtrack, Event, Exhausted, GaveUp, Place, Resume, Solved
from kaleido.search.fork import Fork, Strategy
from kaleido.search.problem import Problem
from kaleido.search.score import Outlook, Score, Weights
from kaleido.search.state import State
from kaleido.search.strategies import (
    STRATEGIES,
    Constrained,
    Paper,
    Policy,
    Random,
    Tuned,
    make_strategy,
)
from kaleido.search.tracker import Tracker

__version__ = "0.1.0"

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
    "GaveUpError",
    "Grid",
    "KaleidoError",
    "LimitReachedError",
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
    "PlacingError",
    "Policy",
    "Polyomino",
    "Problem",
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
    "TooLargeError",
    "Tracker",
    "Tuned",
    "Weights",
    "WorkersError",
    "as_puzzle",
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
    "set_names",
    "solve",
    "whereabouts",
]


def _paint(thing: Board | Puzzle | Solution | Piece | State) -> str:
    from kaleido.draw.svg import draw_svg

    return draw_svg(thing)


Drawable.painter = _paint
