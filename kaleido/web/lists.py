"""The lists that every page begins with: they stay as they are as long as the program does."""

import inspect
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kaleido.draw.look import look_as_dict
from kaleido.heuristics.registry import STRATEGIES
from kaleido.library.patterns import GROUPS, named_pattern, pattern_facts, pattern_names
from kaleido.library.piece_sets import named_set, set_names
from kaleido.library.puzzles import GROUPS as PUZZLE_GROUPS, puzzle_names
from kaleido.model.piece_set import CLASSIC
from kaleido.paper.strategies import Paper
from kaleido.web.lattices import describe_lattices
from kaleido.web.sets import describe_pieces, describe_puzzle, describe_set


def _patterns() -> list[dict[str, Any]]:
    return [_describe_pattern(name) for group in GROUPS for name in pattern_names(group)]


def _describe_pattern(name: str) -> dict[str, Any]:
    pattern, facts = named_pattern(name), pattern_facts(name)
    return {
        "name": name,
        "title": pattern.title,
        "group": GROUPS[facts.group],
        "solutions": facts.solutions,
        "difficulty": facts.difficulty,
        "text": pattern.text,
    }


def _puzzles() -> list[dict[str, Any]]:
    described = (describe_puzzle(name) for group in PUZZLE_GROUPS for name in puzzle_names(group))
    return [each for each in described if each is not None]


def _strategies() -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "about": (inspect.getdoc(make) or "").partition("\n")[0],
            "squares": isinstance(make, type) and issubclass(make, Paper),
        }
        for name, make in STRATEGIES.items()
    ]


LISTS: Mapping[str, Callable[[], Any]] = MappingProxyType(
    {
        "look": look_as_dict,
        "lattices": describe_lattices,
        "strategies": _strategies,
        "patterns": _patterns,
        "puzzles": _puzzles,
        "pieces": lambda: describe_pieces(CLASSIC),
        "sets": lambda: [describe_set(named_set(name)) for name in set_names()],
    }
)
"""Each list by its path below ``/api``, as a function that makes it of plain values."""
