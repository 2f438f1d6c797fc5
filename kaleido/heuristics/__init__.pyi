"""The names of the package; `kaleido/heuristics/__init__.py` imports each when first used."""

from .candidate import Candidate as Candidate
from .heuristic import Heuristic as Heuristic
from .plus import PaperPlus as PaperPlus, PlusRules as PlusRules, ablation as ablation
from .registry import STRATEGIES as STRATEGIES, make_strategy as make_strategy
from .scored import ScoredStrategy as ScoredStrategy
from .view import BoardView as BoardView, Item as Item
