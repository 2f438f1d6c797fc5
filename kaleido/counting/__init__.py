"""Exact counts and uniform samples of all solutions."""

from kaleido.counting.count import Count, count_solutions
from kaleido.counting.limits import GIGABYTE, CountLimits
from kaleido.counting.orbits import SolutionSymmetries
from kaleido.counting.ranking import MAX_FIRST, Ranking
from kaleido.counting.sampling import sample_solutions

__all__ = [
    "GIGABYTE",
    "MAX_FIRST",
    "Count",
    "CountLimits",
    "Ranking",
    "SolutionSymmetries",
    "count_solutions",
    "sample_solutions",
]
