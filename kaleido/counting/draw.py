"""Uniformly random solutions: a home by its count, then a walk back through the layers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from kaleido.counting.count import Count
from kaleido.counting.counter import Counter
from kaleido.counting.foresight import Outlook, views_of
from kaleido.counting.ledger import Ledger, needs_ledger
from kaleido.counting.limits import CountLimits, Meter
from kaleido.counting.pick import pick
from kaleido.counting.profiles import profiles_of
from kaleido.counting.region import chained, split
from kaleido.counting.sweep import Arithmetic, CountOverflowError, Sweep, Worth
from kaleido.errors import TooLargeError
from kaleido.model.grid import bits
from kaleido.search.state import State


def draw_solutions(
    state: State,
    count: Count,
    times: int,
    random: Random,
    limits: CountLimits | None = None,
) -> Iterator[tuple[int, ...]]:
    """Draw solutions that contain a board, each as likely as any other, with repetition.

    Parameters
    ----------
    state : State
    count : Count
        As `count_solutions` gives it for this state; at least one solution.
    times : int
        How many to draw.
    random : Random
        The source of chance.
    limits : CountLimits, optional
        All layers of one home are kept at once: they must fit.

    Yields
    ------
    tuple of int
        The numbers of all placements.

    Raises
    ------
    TooLargeError
        The layers of a home do not fit, or hold counts beyond 63 bits.
    """
    if needs_ledger(state) and not (state.solved or state.dead):
        ledger = Ledger(state, Meter(limits or CountLimits()))
        for _ in range(times):
            yield (*state.path, *ledger.draw(random))
        return
    if not count.homes:
        yield from [state.path] * times
        return
    counter = Counter(state, limits or CountLimits())
    homes, ways = list(count.homes), list(count.homes.values())
    chosen = [homes[pick(ways, random)] for _ in range(times)]
    drawn: dict[int, list[tuple[int, ...]]] = {}
    # Home by home, so that only one home's layers are in memory.
    for home in dict.fromkeys(chosen):
        walk = _Walk(counter, home) if counter.space.sizes else None
        drawn[home] = [
            (*state.path, home, *(walk.back(random) if walk else ()))
            for _ in range(chosen.count(home))
        ]
    for home in chosen:
        yield drawn[home].pop()


class _Walk:
    """The layers of one home, all kept, and the way back through them."""

    def __init__(self, counter: Counter, home: int) -> None:
        cells, live = counter.beside(home)
        numbers = list(bits(live))
        masks = counter.problem.masks
        parts = split(cells, {masks[number] for number in numbers})
        region = chained([counter.region(part, numbers) for part in parts])
        profiles = profiles_of(region)
        assert profiles is not None
        outlook = Outlook(profiles, views_of(counter.space), [0])
        worth = Worth(outlook.words, outlook.views.used)
        self.sweep = Sweep(
            outlook.profiles,
            counter.space,
            {0: 1},
            Arithmetic(),
            counter.meter,
            worth,
            keep=True,
        )
        try:
            while self.sweep.done < region.size:
                self.sweep.advance()
                counter.meter.check(self.sweep.held)
        except CountOverflowError:
            raise TooLargeError("too many solutions to draw from: beyond 63 bits") from None

    def back(self, random: Random) -> list[int]:
        """Walk from the full region to the empty one; a step's chance is its share of the ways."""
        sweep = self.sweep
        shape, used = int(sweep.profiles.starts[-1]) - 1, sweep.space.full
        path: list[int] = []
        while used:
            low, high = sweep.arrivals(shape)
            steps = [(move, ways) for move in range(low, high) if (ways := self._ways(move, used))]
            move = steps[pick([ways for _, ways in steps], random)][0]
            path.append(int(sweep.number[move]))
            used ^= 1 << int(sweep.piece[move])
            shape = int(sweep.before[move])
        return path

    def _ways(self, move: int, used: int) -> int:
        sweep, piece = self.sweep, int(self.sweep.piece[move])
        if not used >> piece & 1:
            return 0
        earlier = used ^ 1 << piece
        area = sweep.space.area(earlier)
        layer = sweep.layers[area]
        row = int(sweep.before[move]) - int(sweep.profiles.starts[area])
        low, high = layer.indptr[row : row + 2]
        place = np.flatnonzero(layer.indices[low:high] == sweep.space.rank[earlier])
        return int(layer.data[low + place[0]]) if len(place) else 0
