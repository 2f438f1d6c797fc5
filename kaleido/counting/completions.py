"""Counting the ways to complete a board around one placement of the largest piece left."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import product

from kaleido.counting.bidirectional import count_bidirectional, count_by_remainders
from kaleido.counting.frontier import count_small
from kaleido.counting.kinds import PieceKind, kinds_of
from kaleido.counting.meter import CountLimits, Meter
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import Region, lay_out, split
from kaleido.counting.subsets import subsets_of
from kaleido.counting.sweep import Sweep
from kaleido.errors import TooLargeError
from kaleido.model.grid import bits
from kaleido.search.state import State


class CompletionCounter:
    """Counts the completions of a board that is not dead and has a piece left.

    For each placement of the largest piece left, the rest of the board falls into parts that no
    placement joins. All parts but the last are counted by the set of pieces used; the last,
    which is the largest, is swept from both ends.

    Attributes
    ----------
    largest : int
        The largest piece left. Of several, it is the one with the fewest placements.
    subsets : Subsets
        The sets of the other pieces left, numbered from big to small.
    rank : mapping of int to int
        The numbers of the other pieces in these sets.
    """

    def __init__(self, state: State, limits: CountLimits) -> None:
        problem = state.problem
        self.problem, self.state = problem, state
        self.meter = Meter(limits)
        sizes = sizes_left(state)
        self.largest = largest_piece(state)
        others = sorted(sizes.keys() - {self.largest}, key=lambda number: (-sizes[number], number))
        self.rank = {number: rank for rank, number in enumerate(others)}
        self.subsets = subsets_of(tuple(sizes[number] for number in others))
        self._parts: dict[tuple[int, int], dict[int, int]] = {}

    @cached_property
    def kinds(self) -> list[PieceKind]:
        """The kinds of the other pieces, by their numbers in the sets."""
        return kinds_of(self.state, list(self.rank))

    def count(self, number: int) -> int:
        """Count the solutions that contain a placement of the largest piece left."""
        self.meter.check(0)
        parts, numbers = self.parts_left_by(number)
        if not parts:
            return 1
        start = {0: 1}
        for part in parts[:-1]:
            start = joined(start, self._count_part(part, numbers))
            if not start:
                return 0
        region = self.region(parts[-1], numbers)
        found = count_small(region, start, len(self.subsets.sizes), self.meter)
        if found is not None:
            return found.get(self.subsets.full, 0)
        return self._count_from_both_ends(region, start)

    def parts_left_by(self, number: int) -> tuple[list[int], list[int]]:
        """Return the parts of the board that a placement leaves, and the placements in them."""
        after = self.state.place(number)
        numbers = list(bits(after.live))
        return split(after.free, {self.problem.masks[each] for each in numbers}), numbers

    def region(self, part: int, numbers: list[int]) -> Region:
        """Lay out a part of the board with the placements inside it."""
        masks, pieces = self.problem.masks, self.problem.piece_numbers
        inside = [
            (masks[number], self.rank[pieces[number]], number)
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
        profiles = profiles_of(region, self.meter)
        if profiles is None:
            return {}
        try:
            return Sweep(profiles, self.subsets, {0: 1}, self.meter).finish()
        except OverflowError:
            raise TooLargeError("more ways to fill one part of the board than 63 bits") from None

    def _count_from_both_ends(self, region: Region, start: Mapping[int, int]) -> int:
        profiles = profiles_of(region, self.meter)
        if profiles is None:
            return 0
        try:
            return int(count_bidirectional(profiles, self.subsets, self.kinds, start, self.meter))
        except OverflowError:
            return count_by_remainders(profiles, self.subsets, self.kinds, start, self.meter)


def sizes_left(state: State) -> dict[int, int]:
    """Return how many cells each piece left has."""
    pieces = state.problem.placeable.pieces
    return {number: pieces[number].size for number in state.pieces_left}


def largest_piece(state: State) -> int:
    """Return the largest piece left. Of several, it is the one with the fewest placements."""
    sizes, options = sizes_left(state), state.problem.piece_options
    return min(
        sizes, key=lambda number: (-sizes[number], (state.live & options[number]).bit_count())
    )


def joined(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    """Combine two parts of the board: the sets of pieces must be disjoint."""
    found: Counter[int] = Counter()
    for (first, ways), (second, more) in product(one.items(), other.items()):
        if not first & second:
            found[first | second] += ways * more
    return found
