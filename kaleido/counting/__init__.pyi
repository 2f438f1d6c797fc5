"""The names of the package; `kaleido/counting/__init__.py` imports each when first used."""

from .bounds import SolutionBounds as SolutionBounds, bound_solutions as bound_solutions
from .count import count_at_most as count_at_most, count_solutions as count_solutions
from .meter import (
    GIGABYTE as GIGABYTE,
    MAX_FIRST as MAX_FIRST,
    Count as Count,
    CountLimits as CountLimits,
)
from .ranking import Ranking as Ranking
from .sampling import sample_solutions as sample_solutions
