"""The graph of profiles: which shapes of filled cells a sweep meets, pieces not yet counted."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kaleido.counting.region import Region

Index = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Profiles:
    """Shapes of filled cells, smallest first, and the moves between them.

    Only shapes on a way from the empty region to the full one are kept. Shape 0 is the empty
    region, the last one the full region; shapes of one area are neighbours.

    Attributes
    ----------
    starts : array of int
        By area, its first shape; one entry more, for the end.
    before, after : arrays of int
        By move (sorted by `before`), the shape it starts from and the shape it leads to.
    piece, number : arrays of int
        By move, the piece and the placement it plays.
    """

    size: int
    starts: Index
    before: Index
    after: Index
    piece: npt.NDArray[np.int16]
    number: Index

    def kept(self, shapes: npt.NDArray[np.bool_], moves: npt.NDArray[np.bool_]) -> Profiles:
        """Give the part of the graph with just these shapes and moves."""
        place = np.concatenate([[0], np.cumsum(shapes)]).astype(np.int32)
        return Profiles(
            self.size,
            place[self.starts],
            place[self.before[moves]],
            place[self.after[moves]],
            self.piece[moves],
            self.number[moves],
        )

    def reversed(self) -> Profiles:
        """Give the same graph walked from the full region to the empty one."""
        last = np.int32(self.starts[-1] - 1)
        order = np.argsort(-self.after, kind="stable")
        return Profiles(
            self.size,
            (self.starts[-1] - self.starts[::-1]).astype(np.int32),
            last - self.after[order],
            last - self.before[order],
            self.piece[order],
            self.number[order],
        )


def profiles_of(region: Region) -> Profiles | None:
    """Find the profiles of a region; None when it cannot be filled at all."""
    if not all(
        any(mask >> cell & 1 for moves in region.moves[: cell + 1] for mask, _, _ in moves)
        for cell in range(region.size)
    ):
        return None
    shapes, before, after, number, piece = _explore(region)
    if _first_empty(shapes[-1:])[0] < region.size:
        return None
    alive = _live(shapes, before, after)
    kept = alive[before] & alive[after]
    before, after, number, piece = before[kept], after[kept], number[kept], piece[kept]
    areas = np.bitwise_count(shapes)
    # By area; within one area shapes stay in the order of the sweep, close to their origins.
    order = np.flatnonzero(alive)
    order = order[np.argsort(areas[order], kind="stable")]
    place = np.zeros(len(shapes), np.int32)
    place[order] = np.arange(len(order))
    starts = np.searchsorted(areas[order], np.arange(region.size + 2)).astype(np.int32)
    before, after = place[before], place[after]
    sort = np.argsort(before, kind="stable")
    return Profiles(region.size, starts, before[sort], after[sort], piece[sort], number[sort])


def _explore(
    region: Region,
) -> tuple[Masks, Index, Index, Index, npt.NDArray[np.int16]]:
    """Play every move from every shape met, ordered by first empty cell."""
    waiting: list[list[Masks]] = [[] for _ in range(region.size + 1)]
    waiting[0].append(np.zeros(1, np.uint64))
    shapes: list[Masks] = []
    moves: list[tuple[Index, Masks, Index, npt.NDArray[np.int16]]] = []
    met = 0
    for cell in range(region.size + 1):
        if not waiting[cell]:
            continue
        here = np.unique(np.concatenate(waiting[cell]))
        waiting[cell] = []
        shapes.append(here)
        if cell < region.size and region.moves[cell]:
            masks = np.array([mask for mask, _, _ in region.moves[cell]], np.uint64)
            shape, move = np.nonzero(here[:, None] & masks == 0)
            reached = here[shape] | masks[move]
            empty = _first_empty(reached)
            for target in np.unique(empty).tolist():
                waiting[target].append(reached[empty == target])
            pieces = np.array([piece for _, piece, _ in region.moves[cell]], np.int16)
            numbers = np.array([number for _, _, number in region.moves[cell]], np.int32)
            moves.append(((met + shape).astype(np.int32), reached, numbers[move], pieces[move]))
        met += len(here)
    every = np.concatenate(shapes)
    order = np.argsort(every, kind="stable")
    before, reached, number, piece = (np.concatenate(part) for part in zip(*moves, strict=True))
    after = order[np.searchsorted(every[order], reached)].astype(np.int32)
    return every, before, after, number, piece


def _first_empty(filled: Masks) -> npt.NDArray[np.uint8]:
    return np.bitwise_count(filled & ~(filled + np.uint64(1)))


def _live(shapes: Masks, before: Index, after: Index) -> npt.NDArray[np.bool_]:
    """Tell which shapes can be filled to the end, if pieces could be used again."""
    alive = np.zeros(len(shapes), np.bool_)
    alive[-1] = True
    # Moves are listed by first empty cell and lead onward: walk them last to first.
    cells = _first_empty(shapes)[before]
    cuts = [0, *(np.flatnonzero(np.diff(cells)) + 1).tolist(), len(before)]
    for low, high in zip(cuts[-2::-1], cuts[:0:-1], strict=True):
        alive[before[low:high][alive[after[low:high]]]] = True
    return alive
