"""The names of the package; `kaleido/lab/suites/__init__.py` imports each when first used."""

from .aslib import write_scenario as write_scenario
from .boards import (
    FAMILIES as FAMILIES,
    SPLITS as SPLITS,
    Features as Features,
    Suite as Suite,
    SuiteBoard as SuiteBoard,
    features_of as features_of,
    suite as suite,
)
from .generating import generate_suite as generate_suite
from .standings import (
    BASELINES as BASELINES,
    MAX_NODES as MAX_NODES,
    Standing as Standing,
    baseline_runs as baseline_runs,
    leaderboard as leaderboard,
)
