"""Counting by depth-first search with memoization of boards that recur.

On ragged boards with few solutions, where most branches end early, this is faster than sweeping and
takes less memory. `swept_or_searched` chooses between the two.
"""

import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from kaleido.base.errors import TooLargeError
from kaleido.counting.completions import largest_piece
from kaleido.counting.meter import Meter
from kaleido.model.grid import bits
from kaleido.search.state import State
from kaleido.search.symmetry import placement_orbits

MAX_PIECES = 200
"""The search is as deep as there are pieces left, and Python allows only a thousand calls."""

PROBES = 200
"""Random probes from which the size of the search tree is estimated."""

SHARE = 1 / 3
"""The share of the estimated time that a search takes, thanks to memoization."""

BOARD_BYTES = 300
"""Memory of a memoized board: its key, its count and its dict entry."""

_LOOK_EVERY = 4096

_FIELD = 11


class Searching:
    """Counts the solutions that contain a board by a search through all of them.

    `nodes` is the number of placements made so far. When the memory that the meter allows is used
    up, no more boards are memoized.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self._room = meter.limits.bytes // BOARD_BYTES
        self._known: dict[tuple[int, int], int] = {}
        self.nodes = 0

    def beats(self, seconds: float, state: State) -> bool:
        """Return whether a search is estimated to count a board in less than some seconds."""
        return self.promise(state, seconds) < seconds

    def promise(self, state: State, limit: float = math.inf) -> float:
        """Estimate the seconds of a search; infinity if it would go too deep.

        From `limit` on, the estimate may be too low, but not below it.
        """
        deep = sum(state.problem.placeable.counts) - state.depth > MAX_PIECES
        return math.inf if deep else estimate_seconds(state, limit=limit / SHARE) * SHARE

    def count(self, state: State, most: float = math.inf, max_nodes: float = math.inf) -> int:
        """Count the solutions that contain a board of at most `MAX_PIECES` pieces left.

        If there are more than `most`, the search ends once it has found more, and the number
        returned is merely above `most`.

        TooLargeError means that the time is up, or that it would make more than `max_nodes`
        placements.
        """
        if state.dead or state.solved:
            return int(state.solved)
        problem = state.problem
        used = sum(1 << _FIELD * problem.slot_numbers[number] for number in state.path)
        self._problem, self._most = problem, most
        before = self.nodes
        self._max_nodes, self._end = max_nodes, before + max_nodes
        self._next_look = min(before + _LOOK_EVERY, self._end)
        # The items may have options that are no longer live.
        items = [options & state.live for options in state.items]
        found = self._count(state.live, items, state.filled, used, state.budget)
        self.meter.add_layer(self.nodes - before)
        return found

    def _count(self, live: int, items: Sequence[int], filled: int, used: int, balance: int) -> int:
        problem, known = self._problem, self._known
        # The number of completions depends only on the cells and the pieces left.
        board = filled, used
        found = known.get(board)
        if found is not None:
            return found
        found = 0
        for number in bits(min(items, key=int.bit_count)):
            if self.nodes == self._next_look:
                self._look()
            self.nodes += 1
            after = balance - problem.costs[number]
            left = live & problem.compatible[number] & problem.affordable[after]
            open_items = [options for item in items if (options := item & left)]
            piece = problem.piece_numbers[number]
            if len(items) - len(open_items) > problem.covered[piece]:
                continue
            if open_items:
                found += self._count(
                    left,
                    open_items,
                    filled | problem.masks[number],
                    used + (1 << _FIELD * problem.slot_numbers[number]),
                    after,
                )
            else:
                found += problem.budget.is_complete(after)
            if found > self._most:
                return found
        if len(known) < self._room:
            known[board] = found
        return found

    def _look(self) -> None:
        """Raise TooLargeError when the time is up or no placement is left to make."""
        if self.nodes == self._end:
            raise TooLargeError(f"a search would make more than {self._max_nodes:,} placements")
        self._next_look = min(self.nodes + _LOOK_EVERY, self._end)
        self.meter.check(0)


def estimate_seconds(state: State, *, limit: float = math.inf) -> float:
    """Estimate the seconds of a search through all solutions that contain a board.

    Probing stops as soon as the estimate is sure to reach `limit`.

    References
    ----------
    D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29,
    1975.
    """
    rng, began = Random(0), time.thread_time()
    steps, nodes, seconds = 1, 0.0, 0.0  # floats may be infinite, whole numbers too large for one
    for _ in range(PROBES):
        board, ways = state, 1.0
        while not (board.dead or board.solved):
            moves = list(bits(board.scarcest))
            ways *= len(moves)
            nodes += ways
            steps += 1
            board = board.place(rng.choice(moves))
        seconds = nodes / PROBES * (time.thread_time() - began) / steps
        if seconds >= limit:
            break
    return seconds


MAX_SEARCH = 60.0
"""A search that is estimated to take longer than this, in seconds, does not replace a sweep."""


def swept_or_searched(
    sweep: Callable[[], int], state: State, meter: Meter, searching: Searching | None
) -> int:
    """Return the count of a sweep, or of a search if the sweep runs out of memory.

    The sweep also stops when it has taken longer than the search is estimated to take.
    """
    meter.start(partial(_promise, state, searching) if searching else None)
    try:
        return sweep()
    except TooLargeError:
        if searching is None or not (meter.outrun or searching.beats(MAX_SEARCH, state)):
            raise
        return _searched(state, searching)


def _promise(state: State, searching: Searching, limit: float) -> float:
    """Estimate the seconds of `_searched`; see `Searching.promise`."""
    orbits = orbits_left(state)
    share = len(set(orbits.values())) / len(orbits) if orbits else 1
    return searching.promise(state, limit / share) * share


def orbits_left(state: State) -> dict[int, int]:
    """Return the orbits of the largest piece left; none unless every solution has it once."""
    if not state.pieces_left:
        return {}
    piece, pieces = largest_piece(state), state.problem.placeable
    if pieces.counts[piece] > 1 or not pieces.needed[piece]:
        return {}
    return placement_orbits(state, piece)


def _searched(state: State, searching: Searching) -> int:
    """Count by a search, which looks at one placement of each orbit."""
    orbits = orbits_left(state)
    if not orbits:
        return searching.count(state)
    counted = {first: searching.count(state.place(first)) for first in set(orbits.values())}
    return sum(counted[first] for first in orbits.values())
