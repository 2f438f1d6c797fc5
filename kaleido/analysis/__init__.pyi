"""The names of the package; `kaleido/analysis/__init__.py` imports each when first used."""

from .answer import Answer as Answer, Move as Move, Status as Status
from .assembly import assembly_order as assembly_order
from .candidate_costs import AttributeCost as AttributeCost, attribute_costs as attribute_costs
from .comparison import Comparison as Comparison
from .effect import Ratio as Ratio, cost_ratio as cost_ratio
from .hint import Hint as Hint
from .puzzle import Puzzle as Puzzle, as_puzzle as as_puzzle
from .rating import Rating as Rating
from .recording import Moment as Moment, Recording as Recording
from .run import Run as Run
from .statistics import (
    Interval as Interval,
    cell_frequencies as cell_frequencies,
    match_pairs as match_pairs,
    proportion as proportion,
    quantiles as quantiles,
    rank_correlation as rank_correlation,
)
from .survival import Sample as Sample
