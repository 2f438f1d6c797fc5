"""The order in which the pieces of a solid can be put in straight from above, if there is one."""

from dataclasses import dataclass
from functools import cached_property
from itertools import product, starmap
from math import dist
from statistics import fmean

from kaleido.base.errors import OptionError
from kaleido.base.text import both
from kaleido.model.grid import Grid
from kaleido.model.lattices.square import Upright
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution

Spot = tuple[float, float, float]  # a point in space: down, to the right and up, in cells
# At this distance from the path of a cell that moves down, it meets no other cell.
_TOUCHING = 1 - 1e-9


@dataclass(frozen=True)
class Assembly:
    """Pieces on a board in space, and which of them lie above others.

    A piece lies above another if one of its cells would pass through a cell of the other on its way
    straight up or down: a cube meets the cubes in its column, and a sphere, whose diameter is 1,
    each sphere whose middle is less than 1 from its path.
    """

    grid: Grid
    pieces: tuple[Placement, ...]

    def __post_init__(self) -> None:
        check_solid(self.grid)

    @cached_property
    def points(self) -> tuple[tuple[Spot, ...], ...]:
        """The middles of the cells of each piece: down, right and up, in cells."""
        point, place = self.grid.lattice.point, self.grid.place
        spots = ([point(place(cell)) for cell in piece.cells] for piece in self.pieces)
        return tuple(tuple((down, right, up) for down, right, up in each) for each in spots)

    @cached_property
    def above(self) -> tuple[tuple[int, ...], ...]:
        """For each piece, the pieces that lie above it, by their places in `pieces`."""

        def meets(high: Spot, low: Spot) -> bool:
            return high[2] > low[2] and dist(high[:2], low[:2]) < _TOUCHING

        return tuple(
            tuple(
                number
                for number, other in enumerate(self.points)
                if other is not own and any(starmap(meets, product(other, own)))
            )
            for own in self.points
        )

    @cached_property
    def _steps(self) -> dict[int, int]:
        """The pieces that can be put in one after another, the lowest first, with their `steps`."""
        steps: dict[int, int] = {}
        left = set(range(len(self.pieces)))
        while ready := left.difference(*(self.above[each] for each in left)):
            low = min(ready, key=lambda each: (fmean(up for *_, up in self.points[each]), each))
            below = (steps[each] for each in steps if low in self.above[each])
            steps[low] = max(below, default=-1) + 1
            left.remove(low)
        return steps

    @property
    def order(self) -> tuple[Placement, ...] | None:
        """The pieces in an order in which each can be put in from above; None if there is none."""
        is_whole = len(self._steps) == len(self.pieces)
        return tuple(self.pieces[each] for each in self._steps) if is_whole else None

    @property
    def steps(self) -> tuple[int, ...] | None:
        """For each piece, how many others are stacked below it; None without an order."""
        return tuple(self._steps[each] for each in range(len(self.pieces))) if self.order else None

    @property
    def ring(self) -> tuple[Placement, ...]:
        """The shortest ring of pieces, each above the one before; empty with an order."""
        rings = filter(None, map(self._ring_from, range(len(self.pieces))))
        return tuple(self.pieces[each] for each in min(rings, key=len, default=()))

    def _ring_from(self, start: int) -> tuple[int, ...]:
        """Return the shortest way up from a piece to itself."""
        ways: list[tuple[int, ...]] = [(start,)]
        met = {start}
        for way in ways:
            for each in self.above[way[-1]]:
                if each == start:
                    return way
                if each not in met:
                    met.add(each)
                    ways.append((*way, each))
        return ()

    @property
    def words(self) -> str:
        """The order, or why there is none, in a sentence."""
        if self.order is not None:
            names = ", ".join(piece.name for piece in self.order)
            return f"The pieces can be put in straight from above, in this order: {names}"
        low = [piece.name for piece in self.ring]
        high = [*low[1:], low[0]]
        ring = both(f"{one} above {other}" for one, other in zip(high, low, strict=True))
        return f"The pieces cannot be put in one by one straight from above: {ring}"


def check_solid(grid: Grid) -> None:
    """Raise an `OptionError` unless a board is made of cubes or spheres."""
    if not is_solid(grid):
        flat, cells = "the board is flat: " * grid.lattice.is_flat, grid.lattice.cells
        raise OptionError(f"{flat}expected cubes or spheres instead of {cells}")


def is_solid(grid: Grid) -> bool:
    """Return whether a board is made of cubes or spheres, one straight above the other."""
    return isinstance(grid.lattice, Upright) and not grid.lattice.is_flat


def assembly_order(solution: Solution) -> tuple[Placement, ...] | None:
    """Return the pieces of a solid in an order in which each can be put in straight from above.

    No later piece lies below a cell of an earlier one, so each can be moved down to its place
    without turning. Among pieces that can come next, the lowest comes first. None if there is no
    such order: then some pieces lie above each other in a ring. An `OptionError` is raised if the
    board is flat.
    """
    return Assembly(solution.pattern.grid, solution.placements).order
