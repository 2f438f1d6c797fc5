"""The names of the package; `kaleido/search/__init__.py` imports each when first used."""

from .engine import search as search
from .events import (
    Backtrack as Backtrack,
    Event as Event,
    Exhausted as Exhausted,
    GaveUp as GaveUp,
    Looks as Looks,
    Place as Place,
    Resume as Resume,
    Solved as Solved,
    Tracker as Tracker,
)
from .fork import Fork as Fork, MethodEnd as MethodEnd, Strategy as Strategy
from .notation import parse_place as parse_place
from .problem import Problem as Problem
from .score import (
    LookaheadTerms as LookaheadTerms,
    Score as Score,
    ScoreParts as ScoreParts,
    Weights as Weights,
)
from .state import State as State
from .strategies.constrained import Constrained as Constrained
from .strategies.policy import Policy as Policy
from .strategies.probing import Probing as Probing
from .strategies.reading_order import EdgeMatching as EdgeMatching, Random as Random
from .strategies.tuned import Tuned as Tuned
from .symmetry import SolutionSymmetries as SolutionSymmetries
