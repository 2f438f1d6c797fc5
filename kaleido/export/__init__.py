"""A puzzle written for other solvers, and their solutions read back."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from kaleido.errors import OptionError
from kaleido.export.cover import json_lines, puzzle_dict
from kaleido.export.dimacs import dimacs_lines, placements_from_dimacs
from kaleido.export.dlx import dlx_lines, placements_from_dlx
from kaleido.search.state import State
from kaleido.text import unknown

FORMS: Mapping[str, Callable[[State], Iterator[str]]] = MappingProxyType(
    {"dlx": dlx_lines, "dimacs": dimacs_lines, "json": json_lines}
)
"""By name, the function that writes a state."""


def export_lines(state: State, form: str) -> Iterator[str]:
    """Yield the lines of a puzzle in one of the `FORMS`, without line ends.

    The state is the board with the given pieces on it: see ``kaleido.Position.state``.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> lines = export_lines(State.empty(Problem(named_pattern("car"))), "dlx")
    >>> next(lines), next(lines)
    ('| Car', '| 82 items, 270 options')
    """
    if form not in FORMS:
        raise OptionError(unknown("format", form, FORMS))
    return FORMS[form](state)


__all__ = [
    "FORMS",
    "dimacs_lines",
    "dlx_lines",
    "export_lines",
    "json_lines",
    "placements_from_dimacs",
    "placements_from_dlx",
    "puzzle_dict",
]
