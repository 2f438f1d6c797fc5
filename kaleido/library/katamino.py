"""The Katamino challenges: which pieces fill 5 × N, and how many solutions they have."""

from functools import cache
from typing import NamedTuple

from kaleido.contract import Difficulty, Positive
from kaleido.errors import OptionError
from kaleido.library.data import data_folder
from kaleido.model.difficulty import MAX_DIFFICULTY

SIZES = range(3, 13)  # the numbers of pieces that challenges have


class Challenge(NamedTuple):
    """A challenge: pieces that fill a board of five rows with as many columns.

    Attributes
    ----------
    pieces : tuple of str
        The names of the pieces.
    solutions : int
        The exact number of solutions, with all images of each.
    difficulty : int
        The difficulty from 1 to 5 among the challenges with as many pieces: the fewer solutions,
        the harder.
    """

    pieces: tuple[str, ...]
    solutions: Positive
    difficulty: Difficulty


@cache
def katamino_challenges(size: int) -> tuple[Challenge, ...]:
    """Return all challenges with so many pieces that can be solved.

    An `OptionError` says that there are no challenges of that size.
    """
    if size not in SIZES:
        raise OptionError(f"no challenge has {size} pieces: expected {SIZES[0]} to {SIZES[-1]}")
    counts = _counts()[size]
    every = list(counts.values())
    found = []
    for pieces, solutions in counts.items():
        easier = sum(other > solutions for other in every)
        as_hard = every.count(solutions)
        share = (easier + as_hard / 2) / len(every)
        found.append(Challenge(pieces, solutions, 1 + int(MAX_DIFFICULTY * share)))
    return tuple(found)


@cache
def _counts() -> dict[int, dict[tuple[str, ...], int]]:
    """Return the solutions of all challenges by size and pieces."""
    counts: dict[int, dict[tuple[str, ...], int]] = {size: {} for size in SIZES}
    text = (data_folder("puzzles") / "katamino.counts").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            pieces, solutions = line.split()
            names = tuple(pieces.split(","))
            counts[len(names)][names] = int(solutions)
    return counts
