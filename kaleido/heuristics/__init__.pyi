"""The names of the package; `kaleido/heuristics/__init__.py` imports each when first used."""

from .adjusted import Parameter as Parameter
from .linear import Linear as Linear
from .makers import (
    make_strategy as make_strategy,
    parameters_of as parameters_of,
    sweep as sweep,
)
from .plus import PaperPlus as PaperPlus, PlusRules as PlusRules, ablation as ablation
from .registry import STRATEGIES as STRATEGIES
from .scored import Heuristic as Heuristic, ScoredStrategy as ScoredStrategy
from .view import BoardView as BoardView, Candidate as Candidate, Item as Item
