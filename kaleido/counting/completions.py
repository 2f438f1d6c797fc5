"""Counting the ways to complete a board around one placement of the largest piece left."""

from __future__ import annotations

from collections.abc import Mapping

from kaleido.counting.bidirectional import count_bidirectional
from kaleido.counting.frontier import count_small
from kaleido.counting.limits import CountLimits, Meter
from kaleido.counting.orbits import placement_orbits
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import Region, lay_out, split
from kaleido.counting.remainders import count_by_remainders
from kaleido.counting.subsets import subsets_of
from kaleido.counting.sweep import Arithmetic, Sweep
from kaleido.errors import TooLargeError
from kaleido.model.grid import bits
from kaleido.search.state import State


class CompletionCounter:
    """Counts the completions of a board.

    For each placement of the largest piece left, the rest of the board falls into parts that no
    placement joins. All parts but the last are counted by the set of pieces used; the last,
    which is the largest, is swept from both ends.

    Parameters
    ----------
    state : State
        The board: not dead, and at least one piece left.
    limits : CountLimits

    Attributes
    ----------
    meter : Meter
        What the counts have used.
    subsets : Subsets
        The sets of the other pieces left.
    """

    def __init__(self, state: State, limits: CountLimits) -> None:
        problem = state.problem
        self.problem, self.state = problem, state
        self.meter = Meter(limits)
        sizes = {number: problem.pieces.pieces[number].size for number in state.pieces_left}
        options = {
            number: (state.live & problem.piece_options[number]).bit_count() for number in sizes
        }
        # Big to small. Of several largest pieces, the one with the fewest placements is tried.
        self._largest, *_ = sorted(sizes, key=lambda number: (-sizes[number], options[number]))
        others = sorted(sizes.keys() - {self._largest}, key=lambda number: (-sizes[number], number))
        self._rank = {number: rank for rank, number in enumerate(others)}
        self.subsets = subsets_of(tuple(sizes[number] for number in others))
        self._parts: dict[tuple[int, int], dict[int, int]] = {}

    def orbits(self) -> dict[int, int]:
        """By placement of the largest piece left, the one that is counted for it."""
        return placement_orbits(self.problem, self.state.live, self._largest)

    def count(self, number: int) -> int:
        """Count the solutions that contain a placement of the largest piece left."""
        cells, live = self.left_by(number)
        numbers = list(bits(live))
        parts = split(cells, {self.problem.masks[each] for each in numbers})
        if not parts:
            return 1
        start = {0: 1}
        for part in parts[:-1]:
            start = _joined(start, self._count_part(part, numbers))
            if not start:
                return 0
        region = self.region(parts[-1], numbers)
        found = count_small(region, start, len(self.subsets.sizes), self.meter)
        if found is not None:
            return found.get(self.subsets.full, 0)
        return self._count_from_both_ends(region, start)

    def left_by(self, number: int) -> tuple[int, int]:
        """Return the cells and the placements that a placement of the largest piece leaves."""
        after = self.state.place(number)
        return after.free, after.live

    def region(self, part: int, numbers: list[int]) -> Region:
        """Lay out a part of the board with the placements inside it."""
        masks, pieces = self.problem.masks, self.problem.piece_numbers
        inside = [
            (masks[number], self._rank[pieces[number]], number)
            for number in numbers
            if not masks[number] & ~part
        ]
        return lay_out(part, inside, self.problem.grid.cols)

    def _count_part(self, part: int, numbers: list[int]) -> dict[int, int]:
        """Count the ways to fill a part of the board, by the pieces used."""
        inside = sum(1 << n for n in numbers if not self.problem.masks[n] & ~part)
        key = part, inside
        if key not in self._parts:
            region = self.region(part, numbers)
            found = count_small(region, {0: 1}, len(self.subsets.sizes), self.meter)
            self._parts[key] = self._count_forward(region) if found is None else found
        return self._parts[key]

    def _count_forward(self, region: Region) -> dict[int, int]:
        profiles = profiles_of(region)
        if profiles is None:
            return {}
        sweep = Sweep(profiles, self.subsets, {0: 1}, Arithmetic(), self.meter)
        try:
            while sweep.done < region.size:
                sweep.advance()
                self.meter.add_layer(sweep.layers[sweep.done].nnz)
        except OverflowError:
            raise TooLargeError("more ways to fill one part of the board than 63 bits") from None
        return sweep.ending()

    def _count_from_both_ends(self, region: Region, start: Mapping[int, int]) -> int:
        profiles = profiles_of(region)
        if profiles is None:
            return 0
        try:
            found = count_bidirectional(profiles, self.subsets, start, Arithmetic(), self.meter)
        except OverflowError:
            return count_by_remainders(profiles, self.subsets, start, self.meter)
        return int(found)


def _joined(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Combine two parts of the board: the sets of pieces must be disjoint."""
    found: dict[int, int] = {}
    for first, ways in one.items():
        for second, more in other.items():
            if not first & second:
                both = first | second
                found[both] = found.get(both, 0) + ways * more
    return found
