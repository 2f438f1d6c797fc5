"""Frontier counting: dynamic programming over states, ordered by their first empty cell, in dicts.

It has no bounds on cells, pieces, copies or counts, and is faster than arrays while there are
few states.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property

from kaleido.counting.meter import MAX_SUBSET_PIECES, Meter
from kaleido.counting.region import Region, lay_out
from kaleido.model.grid import bits
from kaleido.search.state import State

STATE_BYTES = 160
"""Memory of a state: its two ints and its dict entry."""

MAX_CELLS = 64
"""The largest number of free cells that the arrays can represent."""

SPENT_BY = 1.2
"""The share of the budget that may be spent grows with the square of (this × the share swept)."""

_LOOK_EVERY = 1024
"""The number of states after which a sweep checks its limits."""

LEAST_SHARE = 0.06
"""The share of the budget that may be spent at once."""

PROJECTED_FROM = 300_000
"""The number of states from which a sweep is projected to its end."""


Choose = Callable[[Sequence[int]], int]
"""Chooses one of several steps back, given the number of ways behind each."""


class Frontier:
    """The ways to fill a region, by the cells filled and the pieces used.

    A state is one int: the cells filled above, and below them a field of bits for each piece, of
    `width` bits together. The field of a single piece is one bit. That of a piece with copies
    counts those used; it starts so high that one copy too many carries into its guard bit.

    There are `left` copies of each piece, and those `needed` must be used. `start` holds the ways
    by set of pieces used before, for single pieces only. A placement takes one copy of its piece,
    unless `uses` gives the copies of pieces by placement number. `layers` holds, by first empty
    cell, the ways to reach each state; `steps`, by first cell, the placements as (bits that must be
    0, what is added, placement number).
    """

    def __init__(
        self,
        region: Region,
        left: Mapping[int, int],
        start: Mapping[int, int] | None = None,
        uses: Sequence[Mapping[int, int]] | None = None,
        needed: Mapping[int, int] | None = None,
    ) -> None:
        # The fields of pieces that must be used: their bits, and the least values that they may
        # have.
        self._least: list[tuple[int, int]] = []
        self._region, self._left, self._has_sizes = region, left, uses is None
        self.width, self._guards, nothing_used = 0, 0, 0
        units = {}
        for piece, count in left.items():
            units[piece] = 1 << self.width
            spare = (1 << count.bit_length()) - 1 - count
            if needed and needed.get(piece):
                field = (1 << count.bit_length()) - 1 << self.width
                self._least.append((field, spare + needed[piece] << self.width))
            if count > 1:
                nothing_used |= spare << self.width
                self.width += count.bit_length()
                self._guards |= 1 << self.width
            self.width += 1
        self.steps: list[list[tuple[int, int, int]]] = [[] for _ in region.placements]
        for steps, placements in zip(self.steps, region.placements, strict=True):
            for cells, piece, number in placements:
                filled, clash, used = cells << self.width, cells << self.width, 0
                for each, taken in uses[number].items() if uses else ((piece, 1),):
                    used += units[each] * taken
                    clash |= units[each] if left[each] == 1 else 0
                steps.append((clash, filled + used, number))
        self.layers: list[dict[int, int]] = [{} for _ in range(region.size + 1)]
        self.layers[0] = {nothing_used: 1} if start is None else dict(start)

    @property
    def total(self) -> int:
        """The number of ways to fill the region, once every cell is expanded."""
        return sum(self.layers[-1].values())

    def pieces(self, state: int) -> int:
        """Return the fields of the pieces: the set of those used, if all are single."""
        return state & (1 << self.width) - 1

    def by_pieces(self) -> dict[int, int]:
        """Return the ways to fill the region by the pieces used, once every cell is expanded."""
        return {self.pieces(state): ways for state, ways in self.layers[-1].items()}

    @property
    def held(self) -> int:
        """About how many bytes the layers take."""
        return sum(map(len, self.layers)) * STATE_BYTES

    def expand(self, cell: int, meter: Meter | None = None) -> None:
        """Add the successors of the states whose first empty cell is `cell`.

        A meter is checked now and then.
        """
        guards, width, layers, steps = self._guards, self.width, self.layers, self.steps[cell]
        for number, (state, ways) in enumerate(layers[cell].items()):
            if meter is not None and not number % _LOOK_EVERY:
                meter.check(self.held, projected=self._projected(cell))
            for clash, step, _ in steps:
                if state & clash:
                    continue
                after = state + step
                if after & guards:
                    continue
                filled = after >> width
                target = layers[(~filled & filled + 1).bit_length() - 1]
                target[after] = target.get(after, 0) + ways
        if self._least and cell + 1 == len(self.steps):
            # Those in which as many copies of each piece are used as must be.
            layers[-1] = {
                state: ways
                for state, ways in layers[-1].items()
                if all(state & field >= least for field, least in self._least)
            }

    def sweep(self, meter: Meter) -> None:
        """Expand all cells, keep all layers, and raise TooLargeError if they do not fit."""
        for cell in range(len(self.steps)):
            self.expand(cell, meter)
            meter.add_layer(len(self.layers[cell]))
            meter.check(self.held)
            if meter.report is not None:
                meter.report((cell + 1) / len(self.steps))

    def _projected(self, cell: int) -> int:
        """Project how many bytes all layers will take from the layer of a cell, once it pays.

        The states of a layer are assumed to become more as the sets of pieces do that fill the
        cells before it. Early on the result is too low, since these sets meet ever more shapes.
        """
        if self.held < PROJECTED_FROM * STATE_BYTES or not self._has_sizes:
            return 0
        now = len(self.layers[cell]) * STATE_BYTES
        return now * sum(self._sets[cell:]) // max(self._sets[cell], 1)

    @cached_property
    def _sets(self) -> list[int]:
        """By first empty cell, how many sets of pieces have about the area of the cells filled."""
        placements = self._region.placements
        sizes = {piece: cells.bit_count() for here in placements for cells, piece, _ in here}
        ways = [1] + [0] * len(self.steps)
        for piece, size in sizes.items():
            most = self._left[piece]
            ways = [
                sum(ways[area - size * own] for own in range(min(most, area // size) + 1))
                for area in range(len(ways))
            ]
        reach = 2 * max(sizes.values(), default=0)
        return [sum(ways[cell : cell + reach]) for cell in range(len(self.steps))]


def exceeds_arrays(state: State) -> bool:
    """Whether a board has too many cells or pieces for the arrays, or copies or spare pieces."""
    pieces = state.problem.placeable
    return bool(
        pieces.copies
        or not pieces.uses_all
        or state.free.bit_count() > MAX_CELLS
        or len(state.pieces_left) > MAX_SUBSET_PIECES + 1
    )


def sweep_board(state: State, meter: Meter) -> Frontier:
    """Sweep a board of any kind, keep all layers, and raise TooLargeError if they do not fit."""
    problem = state.problem
    placements = [(problem.masks[n], problem.slot_numbers[n], n) for n in bits(state.live)]
    region = lay_out(state.free, placements, problem.grid.cols)
    meter.check(0)
    left, needed = state.slots_left()
    frontier = Frontier(region, left, needed=needed)
    frontier.sweep(meter)
    return frontier


def walk_back(
    frontier: Frontier, choose: Choose, used: int | None = None, times: int = 1
) -> list[int]:
    """Walk from a full state of a frontier to the empty one; return the placements.

    The state has `used` a set of single pieces, or any set. The rest can be completed in `times`
    ways, by which the ways to choose from are multiplied.
    """
    ends = [state for state in frontier.layers[-1] if used in (None, frontier.pieces(state))]
    state = ends[choose([frontier.layers[-1][state] * times for state in ends])]
    path: list[int] = []
    while state >> frontier.width:
        steps = [
            (state - step, number, ways)
            for layer, placements in zip(frontier.layers, frontier.steps, strict=False)
            for clash, step, number in placements
            if state & clash == clash and (ways := layer.get(state - step, 0))
        ]
        state, number, _ = steps[choose([ways * times for *_, ways in steps])]
        path.append(number)
    return path[::-1]


def sweep_small(
    region: Region, start: Mapping[int, int], pieces: int, meter: Meter, *, keep: bool = False
) -> Frontier | None:
    """Sweep a region with single pieces; None if there are too many transitions for plain Python.

    `start` holds, by set of pieces used before, the number of ways; `pieces` is the number of all
    pieces. All layers are kept if asked for, otherwise only the last one.
    """
    budget = meter.limits.small
    frontier = Frontier(region, dict.fromkeys(range(pieces), 1), start)
    states = transitions = 0
    for cell, steps in enumerate(frontier.steps):
        layer = frontier.layers[cell]
        states += len(layer)
        transitions += len(layer) * len(steps)
        # A sweep that is large early on only grows: find out before most of the budget is spent.
        share = min(SPENT_BY * (cell + 1) / region.size, 1) ** 2
        if transitions > budget * max(share, LEAST_SHARE):
            return None
        frontier.expand(cell)
        if not keep:
            frontier.layers[cell] = {}
    meter.add_layer(states)
    return frontier
