"""The graph of profiles: the shapes of filled cells that a sweep reaches, regardless of pieces."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import reduce
from operator import or_

import numpy as np
import numpy.typing as npt

from kaleido.counting.meter import Meter
from kaleido.counting.region import Region

PAIR_SECONDS = 1e-8
"""About how many seconds trying a placement on a shape takes."""

_TRANSITION_BYTES = 48
"""The memory of a transition while the graph is built: its arrays and a copy of them."""

Index = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Profiles:
    """Shapes of filled cells, smallest first, and the transitions between them.

    Only shapes on a way from the empty region to the full one are kept. Shape 0 is the empty
    region, the last one the full region; the shapes of one area have consecutive numbers. `starts`
    holds the first shape of each area, and the end. Transitions, sorted by `before`, lead from a
    shape to the one `after` it and add a placement (`number`) of a `piece`.
    """

    size: int
    starts: Index
    before: Index
    after: Index
    piece: npt.NDArray[np.int16]
    number: Index

    def reversed(self) -> Profiles:
        """Return the graph from the full region to the empty one, all transitions reversed."""
        last = np.int32(self.starts[-1] - 1)
        order = sorting(last - self.after)
        return Profiles(
            self.size,
            (self.starts[-1] - self.starts[::-1]).astype(np.int32),
            last - self.after[order],
            last - self.before[order],
            self.piece[order],
            self.number[order],
        )


def sorting(keys: Index) -> Index:
    """Return the order that sorts keys; equal ones keep their order."""
    return np.argsort(keys, kind="stable").astype(np.int32)


def profiles_of(region: Region, meter: Meter) -> Profiles | None:
    """Find the profiles of a region; None when it cannot be filled at all."""
    covered = reduce(or_, (mask for here in region.placements for mask, _, _ in here), 0)
    if covered != (1 << region.size) - 1:
        return None
    shapes, before, after, number, piece = _explore(region, meter)
    if _first_empty(shapes[-1:])[0] < region.size:
        return None
    alive = _live(shapes, before, after)
    kept = np.flatnonzero(alive[before] & alive[after])
    areas = np.bitwise_count(shapes)
    # By area; within one area shapes stay in the order of the sweep, close to their origins.
    order = np.flatnonzero(alive)
    order = order[np.argsort(areas[order], kind="stable")]
    place = np.zeros(len(shapes), np.int32)
    place[order] = np.arange(len(order))
    starts = np.searchsorted(areas[order], np.arange(region.size + 2)).astype(np.int32)
    before, after = place[before[kept]], place[after[kept]]
    sort = sorting(before)
    kept = kept[sort]
    return Profiles(region.size, starts, before[sort], after[sort], piece[kept], number[kept])


def _explore(
    region: Region, meter: Meter
) -> tuple[Masks, Index, Index, Index, npt.NDArray[np.int16]]:
    """Add every placement to every shape reached, in the order of first empty cells.

    Return the shapes, and, by transition, the shapes before and after, the placement and the piece.
    """
    # By first empty cell, the shapes reached, and where to write their numbers.
    waiting: list[list[tuple[Masks, Index]]] = [[] for _ in range(region.size + 1)]
    waiting[0].append((np.zeros(1, np.uint64), np.empty(1, np.int32)))
    shapes: list[Masks] = []
    transitions: list[tuple[Index, Index, Index, npt.NDArray[np.int16]]] = []
    count = held = 0
    for cell in range(region.size + 1):
        if not waiting[cell]:
            continue
        every = np.concatenate([reached for reached, _ in waiting[cell]])
        here, place = np.unique(every, return_inverse=True)
        ends = itertools.accumulate(len(after) for _, after in waiting[cell])
        for (_, after), end in zip(waiting[cell], ends, strict=True):
            after[:] = place[end - len(after) : end] + count
        waiting[cell] = []
        shapes.append(here)
        if cell < region.size:
            pairs = len(here) * len(region.placements[cell])
            meter.check(held + pairs, pairs * PAIR_SECONDS)
        if cell < region.size and region.placements[cell]:
            columns = zip(*region.placements[cell], strict=True)
            kinds = (np.uint64, np.int16, np.int32)
            masks, pieces, numbers = map(np.array, columns, kinds)
            shape, placement = np.nonzero(here[:, None] & masks == 0)
            reached = here[shape] | masks[placement]
            empty = _first_empty(reached)
            order = np.argsort(empty, kind="stable")
            reached, placement = reached[order], placement[order]
            origins, after = shape[order].astype(np.int32), np.empty(len(order), np.int32)
            origins += np.int32(count)
            cuts = np.cumsum(np.bincount(empty)).tolist()
            for target, (low, high) in enumerate(itertools.pairwise([0, *cuts])):
                if low < high:
                    waiting[target].append((reached[low:high], after[low:high]))
            transitions.append((origins, after, numbers[placement], pieces[placement]))
            held += len(reached) * _TRANSITION_BYTES
        count += len(here)
    before, after, number, piece = (np.concatenate(part) for part in zip(*transitions, strict=True))
    return np.concatenate(shapes), before, after, number, piece


def _first_empty(filled: Masks) -> npt.NDArray[np.uint8]:
    return np.bitwise_count(filled & ~(filled + np.uint64(1)))


def _live(shapes: Masks, before: Index, after: Index) -> npt.NDArray[np.bool_]:
    """Return which shapes can be completed if pieces may be used again."""
    alive = np.zeros(len(shapes), np.bool_)
    alive[-1] = True
    # Transitions are listed by first empty cell and lead onward: go from last to first.
    cells = _first_empty(shapes)[before]
    cuts = [0, *(np.flatnonzero(np.diff(cells)) + 1).tolist(), len(before)]
    for low, high in zip(cuts[-2::-1], cuts[:0:-1], strict=True):
        alive[before[low:high].take(np.flatnonzero(alive.take(after[low:high])))] = True
    return alive
