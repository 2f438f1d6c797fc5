"""The islands of a board as the paper's program keeps them: found once, then filled one by one."""

from functools import reduce
from operator import or_

from kaleido.model.grid import bits
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.search.strategies.progression import Sizes, fixed_progression, rest_of_progression
from kaleido.search.strategies.survey import Box, Island

SMALL = 4
"""Islands of at most so many cells are filled before all others."""


class Territory:
    """The islands of a problem, found once.

    A move that splits an island leaves it one island. Small islands are filled first, by size; the
    others follow by density, which is their number of cells to the area of their bounding box.

    Parameters
    ----------
    problem : Problem
    held : int
        The placements that some window holds. The others, those of the longest piece, go before
        progressions are made.
    six : {"3+3", "4+2"}
        Which split of six cells comes first in a progression.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Islands" and its figures.
    """

    def __init__(self, problem: Problem, held: int, six: str) -> None:
        self._problem = problem
        self._held = held
        self._six = six
        grid = problem.grid
        islands = grid.islands(problem.implied, problem.pattern.mask)
        options = problem.cell_options
        self._whole = [
            (mask, Box.around(grid, mask), reduce(or_, (options[cell] for cell in bits(mask))))
            for mask in islands
        ]

    def islands(self, state: State) -> list[Island]:
        """Return the islands that still have open cells, in the order in which they are filled."""
        path = state.path
        found = [self._filled(*whole, state, path) for whole in self._whole]
        return sorted([each for each in found if each is not None], key=_turn)

    def after(self, islands: list[Island], state: State) -> list[Island]:
        """Return the islands after the last placement of a state, from those before it."""
        number = state.last
        assert number is not None  # the placement
        if not self._held >> number & 1:
            return self.islands(state)
        mask = self._problem.masks[number]
        later = []
        for island in islands:
            rest = island.mask & ~mask
            if rest == island.mask:
                later.append(island)
            elif rest:
                sizes = self._after(island.sizes, mask.bit_count(), rest.bit_count())
                later.append(island.reduced(rest, sizes))
        return later

    def _filled(
        self, mask: int, box: Box, options: int, state: State, path: tuple[int, ...]
    ) -> Island | None:
        """Return an island with the placements on it, or None if it is full."""
        if not mask & state.free:
            return None
        masks = self._problem.masks
        here = [number for number in path if masks[number] & mask]
        found = mask
        for number in here:
            if not self._held >> number & 1:
                found &= ~masks[number]
        sizes = fixed_progression(found.bit_count(), self._six)
        left = found.bit_count()
        for number in here:
            if self._held >> number & 1:
                size = masks[number].bit_count()
                left -= size
                sizes = self._after(sizes, size, left)
        return Island(
            self._problem.grid,
            mask & state.free,
            box=box,
            found=found.bit_count(),
            sizes=sizes,
            options=options,
        )

    def _after(self, sizes: Sizes, size: int, left: int) -> Sizes:
        """Return the progression after a move; it is made anew after one that it did not expect."""
        rest = rest_of_progression(sizes, size)
        return fixed_progression(left, self._six) if rest is None else rest


def _turn(island: Island) -> tuple[float, ...]:
    """Return the key by which islands are sorted; `sorted` keeps the reading order of the rest."""
    if island.found <= SMALL:
        return (0, island.found)
    return (1, island.found / island.box.area, island.found)
