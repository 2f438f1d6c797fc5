"""A puzzle written for other programs, and their answers read back."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from kaleido.base.arguments import checked_arguments
from kaleido.base.attributes import refuse_calls
from kaleido.base.errors import OptionError, PatternError, PieceError
from kaleido.base.files import read_file
from kaleido.base.text import quote_path, unknown
from kaleido.export.burrtools import MAX_BYTES, burrtools_lines, is_burrtools, parts_from_burrtools
from kaleido.export.cover import json_lines, parts_from_json, puzzle_dict
from kaleido.export.dimacs import dimacs_lines, placements_from_dimacs
from kaleido.export.dlx import dlx_lines, placements_from_dlx
from kaleido.model.board import Board
from kaleido.model.piece_set import PieceSet
from kaleido.search.state import State

FORMS: Mapping[str, Callable[[State], Iterator[str]]] = MappingProxyType(
    {"dlx": dlx_lines, "dimacs": dimacs_lines, "json": json_lines, "burrtools": burrtools_lines}
)
"""By name, the function that writes a state."""

FILES: Mapping[str, tuple[str, tuple[str, ...]]] = MappingProxyType(
    {
        "dlx": ("Knuth's text for exact-cover programs", ("dlx", "txt")),
        "dimacs": ("clauses for SAT solvers", ("cnf", "dimacs", "txt")),
        "json": ("JSON", ("json",)),
        "burrtools": ("XML of BurrTools", ("xmpuzzle", "xml")),
    }
)
"""By name, the format in words and the suffixes of its files, the first of which implies it."""


@checked_arguments
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


@checked_arguments
def read_parts(path: Path, problem: str = "") -> tuple[Board, PieceSet] | None:
    """Return the board and the pieces of a file of BurrTools or of ``kaleido export -f json``.

    The problem is one of a file of BurrTools, by its number or name. None says that the file is
    neither of these. Where pieces lie on the board already, they and their cells are left out.
    `PatternError` says what cannot be read.
    """
    if not path.is_file():
        return None
    raw = read_file(path, PatternError, MAX_BYTES)
    try:
        if is_burrtools(raw):
            return parts_from_burrtools(raw, path.stem, problem)
        return parts_from_json(raw) if raw.lstrip().startswith(b"{") else None
    except (PatternError, PieceError) as problem:
        raise PatternError(f"{problem} (in {quote_path(path)})") from None


refuse_calls(__name__)

__all__ = [
    "FILES",
    "FORMS",
    "burrtools_lines",
    "dimacs_lines",
    "dlx_lines",
    "export_lines",
    "json_lines",
    "parts_from_burrtools",
    "parts_from_json",
    "placements_from_dimacs",
    "placements_from_dlx",
    "puzzle_dict",
    "read_parts",
]
