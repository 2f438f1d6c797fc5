"""Counting the solutions that hold one home of the largest piece left, part by part."""

from __future__ import annotations

from collections.abc import Mapping

from kaleido.counting.limits import CountLimits, Meter
from kaleido.counting.meet import count_between
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import Region, lay_out, split
from kaleido.counting.remainders import exact_by_remainders
from kaleido.counting.setspace import set_space
from kaleido.counting.small import count_small
from kaleido.counting.sweep import Arithmetic, CountOverflowError, Sweep
from kaleido.counting.symmetry import home_orbits
from kaleido.errors import TooLargeError
from kaleido.model.grid import bits
from kaleido.search.state import State


class Counter:
    """Counts the completions of a board.

    Parameters
    ----------
    state : State
        The board: not dead, and at least one piece left.
    limits : CountLimits

    Attributes
    ----------
    meter : Meter
        What the counts have used.
    """

    def __init__(self, state: State, limits: CountLimits) -> None:
        problem = state.problem
        self.problem, self._state = problem, state
        self.meter = Meter(limits)
        sizes = {number: problem.pieces.pieces[number].size for number in state.pieces_left}
        homes = {
            number: (state.live & problem.piece_options[number]).bit_count() for number in sizes
        }
        # Big to small; the homes of the largest are tried one by one: of equal ones, that with
        # the fewest.
        self._largest, *_ = sorted(sizes, key=lambda number: (-sizes[number], homes[number]))
        others = sorted(sizes.keys() - {self._largest}, key=lambda number: (-sizes[number], number))
        self.rank = {number: rank for rank, number in enumerate(others)}
        self.space = set_space(tuple(sizes[number] for number in others))
        self._parts: dict[tuple[int, int], dict[int, int]] = {}

    def leaders(self) -> dict[int, int]:
        """By home of the largest piece left, the home that is counted for it."""
        return home_orbits(self.problem, self._state.live, self._largest)

    def home(self, home: int) -> int:
        """Count the solutions with the largest piece left at `home`."""
        cells, live = self.beside(home)
        numbers = list(bits(live))
        parts = split(cells, {self.problem.masks[number] for number in numbers})
        if not parts:
            return 1
        start = {0: 1}
        for part in parts[:-1]:
            start = _joined(start, self._part(part, numbers))
            if not start:
                return 0
        region = self.region(parts[-1], numbers)
        found = count_small(region, start, len(self.space.sizes), self.meter)
        if found is not None:
            return found.get(self.space.full, 0)
        return self._meeting(region, start)

    def beside(self, home: int) -> tuple[int, int]:
        """Give the cells and the placements that a home of the largest piece leaves."""
        after = self._state.place(home)
        return after.free, after.live

    def region(self, part: int, numbers: list[int]) -> Region:
        """Lay out a part of the board with the placements inside it."""
        masks, pieces = self.problem.masks, self.problem.piece_numbers
        inside = [
            (masks[number], self.rank[pieces[number]], number)
            for number in numbers
            if not masks[number] & ~part
        ]
        return lay_out(part, inside, self.problem.grid.cols)

    def _part(self, part: int, numbers: list[int]) -> dict[int, int]:
        """Count the ways to fill a part of the board, by the pieces used."""
        inside = sum(1 << n for n in numbers if not self.problem.masks[n] & ~part)
        key = part, inside
        if key not in self._parts:
            region = self.region(part, numbers)
            found = count_small(region, {0: 1}, len(self.space.sizes), self.meter)
            self._parts[key] = self._swept(region) if found is None else found
        return self._parts[key]

    def _swept(self, region: Region) -> dict[int, int]:
        profiles = profiles_of(region)
        if profiles is None:
            return {}
        sweep = Sweep(profiles, self.space, {0: 1}, Arithmetic(), self.meter)
        try:
            while sweep.done < region.size:
                sweep.advance()
                self.meter.layer(sweep.layers[sweep.done].nnz, 0)
        except CountOverflowError:
            raise TooLargeError("more ways to fill one part of the board than 63 bits") from None
        return sweep.ending()

    def _meeting(self, region: Region, start: Mapping[int, int]) -> int:
        profiles = profiles_of(region)
        if profiles is None:
            return 0
        try:
            return int(count_between(profiles, self.space, start, Arithmetic(), self.meter))
        except CountOverflowError:
            return exact_by_remainders(profiles, self.space, start, self.meter)


def _joined(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Combine two parts of the board: sets of pieces must not share a piece."""
    found: dict[int, int] = {}
    for first, ways in one.items():
        for second, more in other.items():
            if not first & second:
                both = first | second
                found[both] = found.get(both, 0) + ways * more
    return found
