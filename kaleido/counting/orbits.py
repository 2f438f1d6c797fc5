"""Orbits of solutions: how many there are, by the solutions that each symmetry leaves unchanged."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from typing import NamedTuple

from kaleido.counting.frontier import Choose, Frontier, walk_back
from kaleido.counting.meter import Meter
from kaleido.counting.region import lay_out
from kaleido.search.state import State
from kaleido.search.symmetry import SolutionSymmetries


class Orbits(NamedTuple):
    """How many solutions there are up to all symmetries, and up to turns and shifts alone."""

    symmetric: int
    turned: int


def count_orbits(
    symmetries: SolutionSymmetries, state: State, solutions: int, meter: Meter | None = None
) -> Orbits:
    """Count the orbits of all `solutions` that contain a board, by Burnside's lemma.

    The number of orbits is the mean, over the symmetries, of the number of solutions that each
    leaves unchanged. A meter says after each symmetry whether the time is up.
    """
    if not solutions:
        return Orbits(0, 0)
    fixed = []
    for image in symmetries.images:
        if meter is not None:
            meter.check(0)
        fixed.append(FixedSolutions(state, image).count())
    turned = [solutions, *compress(fixed, symmetries.are_turns)]
    return Orbits((solutions + sum(fixed)) // (len(fixed) + 1), sum(turned) // len(turned))


class FixedSolutions:
    """The solutions containing a board that a symmetry leaves unchanged.

    Such a solution consists of cycles: placements that the symmetry maps to each other. They are
    counted on a frontier, where all placements of a cycle are made together. `image` has the number
    of the image of each placement.
    """

    def __init__(self, state: State, image: Sequence[int]) -> None:
        self._state = state
        self._left, self._needed = state.slots_left()
        self.cycles = list(self._find_cycles(image))
        self.frontier: Frontier | None = None

    def _find_cycles(self, image: Sequence[int]) -> Iterator[tuple[int, ...]]:
        live, problem = self._state.live, self._state.problem
        left = live
        while left:
            cycle, whole = [left.bit_length() - 1], 0
            while not cycle[1:] or cycle[-1] != cycle[0]:
                cycle.append(image[cycle[-1]])
            cycle.pop()
            clashes = False
            for number in cycle:
                clashes |= bool(whole & problem.masks[number])
                whole |= problem.masks[number]
                left &= ~(1 << number)
            if not clashes and all(live >> number & 1 for number in cycle):
                used = self._used(cycle)
                if all(used[piece] <= self._left[piece] for piece in used):
                    yield tuple(cycle)

    def _used(self, cycle: Sequence[int]) -> Mapping[int, int]:
        return Counter(self._state.problem.slot_numbers[number] for number in cycle)

    def count(self, meter: Meter | None = None) -> int:
        """Return how many there are. With a meter, all layers are kept, if they fit."""
        problem, free = self._state.problem, self._state.free
        wholes = [sum(problem.masks[number] for number in cycle) for cycle in self.cycles]
        covered = 0
        for whole in wholes:
            covered |= whole
        if covered != free:
            return 0
        placements = [(whole, -1, place) for place, whole in enumerate(wholes)]
        region = lay_out(free, placements, problem.grid.cols)
        used = list(map(self._used, self.cycles))
        frontier = Frontier(region, self._left, uses=used, needed=self._needed)
        if meter is None:
            for cell in range(region.size):
                frontier.expand(cell)
                frontier.layers[cell] = {}
        else:
            frontier.sweep(meter)
            self.frontier = frontier
        return frontier.total

    def draw(self, choose: Choose) -> tuple[int, ...]:
        """Return one of them, once they are counted with a meter."""
        assert self.frontier is not None
        path = walk_back(self.frontier, choose)
        return (*self._state.path, *(number for place in path for number in self.cycles[place]))
