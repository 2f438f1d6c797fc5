"""Exact counts and uniform samples of all solutions."""

from __future__ import annotations

from kaleido.counting.count import Count, count_solutions
from kaleido.counting.draw import draw_solutions
from kaleido.counting.limits import GIGABYTE, CountLimits

__all__ = [
    "GIGABYTE",
    "Count",
    "CountLimits",
    "count_solutions",
    "draw_solutions",
]
