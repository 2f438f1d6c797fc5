"""The names of the package; `kaleido/lab/__init__.py` imports each when first used."""

from .candidate_costs import AttributeCost as AttributeCost, attribute_costs as attribute_costs
from .comparison import Comparison as Comparison
from .differing import Parting as Parting, partings as partings
from .learn.boards import generate_boards as generate_boards
from .learn.training import TrainingData as TrainingData, training_data as training_data
from .learn.tuning import Tuning as Tuning, tune as tune
from .pairing import Paired as Paired, cost_ratio as cost_ratio
from .run import Run as Run
from .statistics import (
    Interval as Interval,
    Ratio as Ratio,
    Sample as Sample,
    cell_frequencies as cell_frequencies,
    match_pairs as match_pairs,
    proportion as proportion,
    quantiles as quantiles,
    rank_correlation as rank_correlation,
)
from .suites.aslib import write_scenario as write_scenario
from .suites.boards import (
    FAMILIES as FAMILIES,
    SPLITS as SPLITS,
    Features as Features,
    Suite as Suite,
    SuiteBoard as SuiteBoard,
    features_of as features_of,
    suite as suite,
)
from .suites.generating import generate_suite as generate_suite
from .suites.standings import (
    BASELINES as BASELINES,
    MAX_NODES as MAX_NODES,
    Standing as Standing,
    baseline_runs as baseline_runs,
    leaderboard as leaderboard,
)
