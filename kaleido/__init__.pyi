"""The names that the package exports; `kaleido/__init__.py` imports each when first used."""

from . import batch as batch, design as design, photo as photo, plot as plot
from ._version import __version__ as __version__
from .analysis.answer import Answer as Answer, Move as Move, Status as Status
from .analysis.attribute_costs import (
    AttributeCost as AttributeCost,
    attribute_costs as attribute_costs,
)
from .analysis.comparing import compare as compare
from .analysis.comparison import Comparison as Comparison
from .analysis.frequencies import cell_frequencies as cell_frequencies
from .analysis.puzzle import Puzzle as Puzzle
from .analysis.questions import (
    as_puzzle as as_puzzle,
    named_puzzle as named_puzzle,
    record as record,
    solve as solve,
)
from .analysis.recording import Recording as Recording
from .analysis.run import Run as Run
from .errors import (
    GaveUpError as GaveUpError,
    KaleidoError as KaleidoError,
    LimitReachedError as LimitReachedError,
    NoSolutionError as NoSolutionError,
    OptionError as OptionError,
    PatternError as PatternError,
    PhotoError as PhotoError,
    PieceError as PieceError,
    PlacingError as PlacingError,
    SolutionError as SolutionError,
    TooLargeError as TooLargeError,
    WorkersError as WorkersError,
)
from .explorer import explore as explore
from .heuristics.candidate import Candidate as Candidate
from .heuristics.heuristic import Heuristic as Heuristic, heuristic as heuristic
from .heuristics.plus import PaperPlus as PaperPlus, PlusRules as PlusRules, ablation as ablation
from .heuristics.registry import STRATEGIES as STRATEGIES, make_strategy as make_strategy
from .heuristics.scored import ScoredStrategy as ScoredStrategy
from .heuristics.view import BoardView as BoardView, Item as Item
from .library.patterns import (
    Facts as Facts,
    named_pattern as named_pattern,
    pattern_facts as pattern_facts,
    pattern_names as pattern_names,
)
from .library.piece_sets import named_set as named_set, set_names as set_names
from .library.puzzles import puzzle_names as puzzle_names
from .model.board import Board as Board
from .model.classic import CLASSIC as CLASSIC
from .model.drawable import Drawable as Drawable
from .model.edges import EdgeMap as EdgeMap, implied_edges as implied_edges
from .model.grid import Grid as Grid
from .model.islands import label_islands as label_islands
from .model.pattern import COLOURS as COLOURS, Pattern as Pattern
from .model.piece import Face as Face, Orientation as Orientation, Piece as Piece
from .model.piece_set import PieceSet as PieceSet
from .model.placement import Placement as Placement
from .model.solution import Solution as Solution
from .model.verify import find_faults as find_faults
from .paper.rules import Rules as Rules
from .paper.strategies import Paper as Paper, PaperText as PaperText
from .polyominoes import (
    Polyform as Polyform,
    Polyomino as Polyomino,
    count_polyforms as count_polyforms,
    count_polyominoes as count_polyominoes,
    estimate_polyominoes as estimate_polyominoes,
    fixed_polyforms as fixed_polyforms,
    fixed_polyominoes as fixed_polyominoes,
    free_polyforms as free_polyforms,
    free_polyominoes as free_polyominoes,
    one_sided_polyforms as one_sided_polyforms,
    one_sided_polyominoes as one_sided_polyominoes,
)
from .search.events import (
    Backtrack as Backtrack,
    Event as Event,
    Exhausted as Exhausted,
    GaveUp as GaveUp,
    Place as Place,
    Resume as Resume,
    Solved as Solved,
)
from .search.fork import Fork as Fork, MethodEnd as MethodEnd, Strategy as Strategy
from .search.looks import Looks as Looks
from .search.position_text import (
    format_position as format_position,
    parse_position as parse_position,
)
from .search.problem import Problem as Problem
from .search.score import (
    LookaheadTerms as LookaheadTerms,
    Score as Score,
    ScoreParts as ScoreParts,
    Weights as Weights,
)
from .search.state import State as State
from .search.strategies.constrained import Constrained as Constrained
from .search.strategies.edge_matching import EdgeMatching as EdgeMatching
from .search.strategies.policy import Policy as Policy
from .search.strategies.probing import Probing as Probing
from .search.strategies.random import Random as Random
from .search.strategies.tuned import Tuned as Tuned
from .search.tracker import Tracker as Tracker
