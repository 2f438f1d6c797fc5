"""Counting the ways to complete a board around one placement of the largest piece left."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from itertools import product

from kaleido.base.errors import TooLargeError
from kaleido.counting.bidirectional import TwoSweeps
from kaleido.counting.compiled import CompiledSweeps, kinds_of, telling_groups
from kaleido.counting.frontier import Choose, Frontier, sweep_board, sweep_small, walk_back
from kaleido.counting.meter import CountLimits, Meter
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import Region, lay_out, split
from kaleido.counting.sweep import Subsets, Sweep, subsets_of
from kaleido.model.grid import bits
from kaleido.search.core import load_core
from kaleido.search.state import State


class CompletionCounter:
    """Counts the completions of a board that is not dead and has a piece left.

    For each placement of the largest piece left, the rest of the board falls into parts that no
    placement joins. All parts but the last are counted by the set of pieces used; the last, which
    is the largest, is swept from both ends. `subsets` has the sets of the other pieces left, and
    `rank` the numbers of these pieces in the sets, from big to small.
    """

    def __init__(self, state: State, limits: CountLimits) -> None:
        problem = state.problem
        self.problem, self.state = problem, state
        self.meter = Meter(limits)
        sizes = sizes_left(state)
        self.largest = largest_piece(state)
        others = sorted(sizes.keys() - {self.largest}, key=lambda number: (-sizes[number], number))
        self.rank = {number: rank for rank, number in enumerate(others)}
        self.sizes = tuple(sizes[number] for number in others)
        self.full = (1 << len(others)) - 1
        self._parts: dict[tuple[int, int], dict[int, int]] = {}

    @cached_property
    def subsets(self) -> Subsets:
        """The sets of the other pieces, for arrays."""
        return subsets_of(self.sizes)

    @cached_property
    def groups(self) -> list[int]:
        """The groups of the other pieces, by their numbers in the sets: see `telling_groups`."""
        return telling_groups(kinds_of(self.state, list(self.rank)))

    @cached_property
    def _compiled(self) -> CompiledSweeps | None:
        return CompiledSweeps(self.sizes, self.groups) if load_core() else None

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
        region, meter = self.region(parts[-1], numbers), self.meter
        if self._compiled is not None:
            return self._compiled.fill(region, start, meter, whole=True).get(self.full, 0)
        if small := sweep_small(region, start, len(self.sizes), meter):
            return small.by_pieces().get(self.full, 0)
        if (profiles := profiles_of(region, meter)) is None:
            return 0
        try:
            return TwoSweeps(profiles, self.subsets, start, meter).count()
        except OverflowError:
            # Dicts hold numbers of any size.
            return sweep_board(self.state.place(number), meter).total

    def parts_left_by(self, number: int) -> tuple[list[int], list[int]]:
        """Return the parts of the board that a placement leaves, and the placements in them."""
        after = self.state.place(number)
        numbers = list(bits(after.live))
        return split(after.free, {self.problem.masks[each] for each in numbers}), numbers

    def part_key(self, part: int, numbers: list[int]) -> tuple[int, int]:
        """Return what the ways to fill a part depend on: its cells and the placements inside."""
        return part, sum(1 << n for n in numbers if not self.problem.masks[n] & ~part)

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
        key = self.part_key(part, numbers)
        if key not in self._parts and self._compiled is not None:
            region = self.region(part, numbers)
            self._parts[key] = self._compiled.fill(region, {0: 1}, self.meter, whole=False)
        elif key not in self._parts:
            try:
                self._parts[key] = SweptPart(self, part, numbers, keep=False).counts
            except OverflowError:
                why = "more ways to fill one part of the board than 63 bits"
                raise TooLargeError(why) from None
        return self._parts[key]


class SweptPart:
    """A part of the board, swept from one end: the ways to fill it, by the set of pieces used.

    The layers are kept if asked for; `held` is the number of their bytes.
    """

    def __init__(
        self, counter: CompletionCounter, part: int, numbers: list[int], *, keep: bool
    ) -> None:
        region, meter = counter.region(part, numbers), counter.meter
        small = sweep_small(region, {0: 1}, len(counter.sizes), meter, keep=keep)
        self._swept: Frontier | Sweep | None = small
        self.counts = {} if small is None else small.by_pieces()
        if small is None and (profiles := profiles_of(region, meter)) is not None:
            self._swept = Sweep(profiles, counter.subsets, {0: 1}, meter, keep=keep)
            self.counts = self._swept.finish()
        self.held = self._swept.held if self._swept else 0

    def back(self, used: int, choose: Choose, times: int) -> list[int]:
        """Walk back from the filled part; the rest can be completed in `times` ways."""
        if isinstance(self._swept, Frontier):
            return walk_back(self._swept, choose, used, times)
        assert self._swept is not None
        full = int(self._swept.profiles.starts[-1]) - 1
        return self._swept.walk_back(full, used, choose, times)[0]


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
