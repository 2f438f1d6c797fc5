"""The names that a shell completes."""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completion = Callable[[str], list[str]]
"""Returns what begins with a word that is not complete."""


def patterns(incomplete: str) -> list[str]:
    """Return the names of patterns that begin so."""
    from kaleido.library.patterns import pattern_names

    return _beginning(incomplete, pattern_names())


def groups(incomplete: str) -> list[str]:
    """Return the groups of patterns that begin so."""
    from kaleido.library.patterns import GROUPS

    return _beginning(incomplete, GROUPS)


def puzzle_groups(incomplete: str) -> list[str]:
    """Return the groups of puzzles that begin so."""
    from kaleido.library.puzzles import GROUPS

    return _beginning(incomplete, GROUPS)


def puzzles(incomplete: str) -> list[str]:
    """Return the names of puzzles that begin so."""
    from kaleido.library.puzzles import puzzle_names

    return _beginning(incomplete, puzzle_names())


def piece_sets(incomplete: str) -> list[str]:
    """Return the names of sets of pieces that begin so."""
    from kaleido.library.generated_sets import lattice_set_names
    from kaleido.library.piece_sets import set_names

    return _beginning(incomplete, (*set_names(), *lattice_set_names()))


def lattices(incomplete: str) -> list[str]:
    """Return the names of lattices that begin so."""
    from kaleido.lattices import lattice_names

    return _beginning(incomplete, lattice_names())


def strategies(incomplete: str) -> list[str]:
    """Return the names of strategies that begin so."""
    from kaleido.heuristics.registry import STRATEGIES

    return _beginning(incomplete, STRATEGIES)


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
