"""Splits: the islands too many that a move leaves."""

from kaleido.search.strategies.progression import alternatives
from kaleido.search.strategies.survey import Island, Survey

SMALL_PART = 3
"""A smaller part of a split island does no harm if pieces left can fill it."""


def count_splits(survey: Survey, number: int, island: Island) -> int:
    """Return the number of additional parts that placement `number` leaves of its island.

    A part of fewer than three cells that pieces left can fill does not count.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
    """
    problem = survey.state.problem
    grid = problem.grid
    after = island.mask & ~problem.masks[number]
    # What a placement leaves of an island that was in one piece lies beside it.
    seeds = grid.spread(problem.masks[number]) & after if island.is_connected else after
    sizes = [part.bit_count() for part in grid.parts(after, seeds)]
    if len(sizes) < 2:
        return 0
    left = survey.left_after(number)
    harmless = sum(size < SMALL_PART and bool(alternatives(size, left)) for size in sizes)
    return max(len(sizes) - 1 - harmless, 0)
