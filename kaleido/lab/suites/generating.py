"""Makes the boards of the suite: the same ones on every machine, with either engine.

Boards are drawn one after the other, each with its own seed, and go to a level by their
*reference nodes*: the median of the nodes to the first solution of a search that takes the cell or
piece with the fewest placements and tries these at random. This is no
strategy of the leaderboard, so that none is favoured. A board whose level is full is left out.
"""

import statistics
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from random import Random

from kaleido.base.errors import OptionError
from kaleido.counting import count_solutions
from kaleido.lab.learn.boards import (
    NO_WEIGHTS,
    Colours,
    pattern_of,
    random_packing,
    random_picture,
    shipped_patterns,
)
from kaleido.lab.suites.boards import FAMILIES, FOLDS, SuiteBoard, features_of
from kaleido.model.edges import pattern_statistics
from kaleido.model.pattern import Pattern
from kaleido.puzzle.questions import solve
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

NUMBER = 200
"""The number of boards of each family."""

BOUNDS = (50, 100, 200)
"""The most reference nodes of each level but the last, which ends below `MAX_NODES`."""

LEVELS = len(BOUNDS) + 1

MOST_PICTURE_EDGES = 24
"""The most implied edges of a picture, and of the ground around it."""

MAX_NODES = 2000
"""The limit of a reference search; a board whose median reaches it is left out."""

# Not seeds used by comparisons, so that boards and runs draw different random numbers.
_SEEDS = range(10**6, 10**6 + 9)

_MAKERS: Mapping[str, Callable[[Random], Colours]] = {
    "pictures": lambda rng: random_picture(rng, (2, 8), fronts=False, recoloured=True),
    "two-colours": lambda rng: random_packing(rng, fronts=True),
    "four-colours": lambda rng: random_packing(rng, fronts=False),
}


def reference_nodes(problem: Problem) -> int:
    """Return the median of the nodes that searches without a score need for a solution."""
    start = State.empty(problem)
    answers = (solve(start, Constrained(seed, NO_WEIGHTS), max_nodes=MAX_NODES) for seed in _SEEDS)
    return statistics.median_high(answer.nodes for answer in answers)


def draw_boards(family: str) -> Iterator[tuple[Pattern, int]]:
    """Yield the boards that are drawn for a family, without end, with their reference nodes."""
    for seed in count():
        pattern = pattern_of(_MAKERS[family](Random(f"kaleido suite {family} {seed}")))
        edges = pattern_statistics(pattern).implied_edges
        if family != "pictures" or edges <= MOST_PICTURE_EDGES:
            yield pattern, reference_nodes(Problem(pattern))


def generate_suite(
    number: int = NUMBER, report: Callable[[str, float], None] | None = None
) -> Iterator[SuiteBoard]:
    """Yield the boards of the suite, `number` of each family, from the easiest to the hardest.

    The 200 of each family that come with Kaleido take some minutes. All are solvable, being made
    from a solution, and their solutions are counted exactly. Of boards that are rotations of each
    other there is one, and none is a pattern that comes with Kaleido.

    Parameters
    ----------
    number : int, optional
        A multiple of 40: each of four levels has as many boards in each of ten folds.
    report : callable, optional
        Called with the name of a family and the share of its boards that are drawn.

    Raises
    ------
    OptionError
        The number is no multiple of 40.
    """
    if number < 1 or number % (LEVELS * FOLDS):
        raise OptionError(f"number is {number}, expected a multiple of {LEVELS * FOLDS}")
    seen = set(shipped_patterns())
    for family in FAMILIES:
        levels: list[dict[Pattern, int]] = [{} for _ in range(LEVELS)]
        boards = draw_boards(family)
        while (done := sum(map(len, levels))) < number:
            pattern, nodes = next(boards)
            members = levels[bisect_left(BOUNDS, nodes)]
            if pattern in seen or nodes >= MAX_NODES or len(members) == number // LEVELS:
                continue
            members[pattern] = nodes
            seen.update(pattern.rotated(turns) for turns in range(4))
            if report is not None:
                report(family, (done + 1) / number)
        yield from _described(family, levels)


def _described(family: str, levels: Sequence[Mapping[Pattern, int]]) -> Iterator[SuiteBoard]:
    """Yield the boards of a family with their facts; each level has as many in every fold."""
    place = count(1)
    for level, members in enumerate(levels, start=1):
        folds = [1 + rank % FOLDS for rank in range(len(members))]
        Random(f"kaleido suite {family} folds {level}").shuffle(folds)
        for fold, (pattern, nodes) in zip(folds, members.items(), strict=True):
            solutions = count_solutions(State.empty(Problem(pattern))).solutions
            yield SuiteBoard(
                f"{family}-{next(place):03}",
                family,
                fold,
                level,
                pattern.text,
                solutions,
                nodes,
                features_of(pattern),
            )
