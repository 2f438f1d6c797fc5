"""The names that the package exports; `kaleido/__init__.py` imports each when first used."""

from . import plot as plot
from ._version import __version__ as __version__
from .base.errors import (
    KaleidoError as KaleidoError,
    OptionError as OptionError,
    PatternError as PatternError,
    PieceError as PieceError,
    PlacingError as PlacingError,
)
from .designing.answer import design as design
from .designing.folder import generate as generate
from .heuristics.registry import STRATEGIES as STRATEGIES
from .heuristics.scored import heuristic as heuristic
from .heuristics.view import Candidate as Candidate
from .lab.comparison import Comparison as Comparison
from .lab.experiment import Experiment as Experiment, compare as compare
from .lab.suites.boards import suite as suite
from .library.patterns import named_pattern as named_pattern, pattern_names as pattern_names
from .library.piece_sets import named_set as named_set, set_names as set_names
from .library.puzzles import puzzle_names as puzzle_names
from .model.board import Board as Board
from .model.pattern import Pattern as Pattern
from .model.piece import Piece as Piece
from .model.piece_set import CLASSIC as CLASSIC, PieceSet as PieceSet
from .model.placement import Placement as Placement
from .model.solution import Solution as Solution
from .photo.reader import read as read
from .plot.explorer import explore as explore
from .puzzle.answer import Answer as Answer
from .puzzle.puzzle import (
    Position as Position,
    Puzzle as Puzzle,
    check as check,
    named_puzzle as named_puzzle,
    rate as rate,
)
from .puzzle.questions import (
    count as count,
    hint as hint,
    record as record,
    sample as sample,
    solve as solve,
)
from .puzzle.recording import Recording as Recording
from .search.result import Status as Status
