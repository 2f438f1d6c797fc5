"""Regions: parts of the board that no placement joins, and the order to sweep their cells."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kaleido.model.grid import bits

RATE = 0.5
"""The number of profiles about doubles with every two open cells."""

FEW = 500.0
"""Below this openness, a sweep ends before a better order would be found."""

MUCH = 5000.0
"""From this openness on, every cell is tried as the first."""

FEW_STARTS, START_STEPS = 8, 4000
"""The number of first cells tried in a less open region, and the steps for all of them together."""

GAIN = 0.5
"""The openness of a narrow order must be less than this share of that of the best line order.

With the same number of profiles, sweeps along lines reach fewer states: their profiles are more
alike, and the relaxations of the core rule out more of them.
"""


# The order of the cells. A sweep stores the cells filled ahead of its first empty one: the fewer
# cells a placement may have reached by then, the fewer profiles there are.


def reach_of(part: int, masks: Iterable[int]) -> dict[int, int]:
    """Return, by cell of a part, the cells that share a placement with it."""
    reach = {cell: 1 << cell for cell in bits(part)}
    for mask in masks:
        for cell in _cells(mask):
            reach[cell] |= mask
    return reach


def openness(order: Iterable[int], reach: Mapping[int, int]) -> float:
    """Estimate the number of profiles of an order, by the cells that are open at each step."""
    swept = ahead = 0
    total = 0.0
    for cell in order:
        swept |= 1 << cell
        ahead |= reach[cell]
        total += _weight((ahead & ~swept).bit_count())
    return total


def _weight(open_cells: int) -> float:
    # Floats overflow at 2 ** 1024; beyond that, one order is as bad as another.
    return math.pow(2.0, min(RATE * open_cells, 1000.0))


def choose_order(part: int, masks: Iterable[int], cols: int) -> list[int]:
    """Choose an order to sweep the cells of a part of the board.

    It follows the rows or the columns, whichever keeps fewer cells open, unless a narrow order
    keeps far fewer open. The masks are the placements inside the part.
    """
    reach = reach_of(part, masks)
    rows = list(bits(part))
    lines = [rows, sorted(rows, key=lambda cell: (cell % cols, cell // cols))]
    measured = [openness(order, reach) for order in lines]
    best = min(measured)
    line = lines[measured.index(best)]
    return (best >= FEW and _narrow_order(reach, best)) or line


def _narrow_order(reach: Mapping[int, int], line: float) -> list[int] | None:
    """Return an order that is far less open than a `line` order, or None if none is found."""
    # A cell that few others share a placement with is a corner or the end of an arm.
    starts = sorted(reach, key=lambda cell: (reach[cell].bit_count(), cell))
    count = max(FEW_STARTS, START_STEPS // len(reach)) if line >= MUCH else FEW_STARTS
    bound, best = line * GAIN, None
    for start in starts[:count]:
        found = _grow(reach, start, bound)
        if found is not None:
            bound, best = found
    return best


def _grow(reach: Mapping[int, int], start: int, bound: float) -> tuple[float, list[int]] | None:
    """Order cells so that each next one opens the fewest new ones, the longest open one first.

    Return the openness and the order, or None once it is at least as open as `bound`.
    """
    closed = sum(1 << cell for cell in reach)
    order: list[int] = []
    waiting: list[int] = []  # the open cells, those first that have been open longest
    total, cell = 0.0, start
    while True:
        order.append(cell)
        if cell in waiting:
            waiting.remove(cell)
        closed &= ~(1 << cell)  # the cells not yet open, nor swept
        new = reach[cell] & closed
        closed &= ~new
        waiting.extend(bits(new))
        total += _weight(len(waiting))
        if total >= bound:
            return None
        if waiting:
            opened = len(reach)
            for each in waiting:
                opens = (reach[each] & closed).bit_count()
                if opens < opened:
                    cell, opened = each, opens
                    if not opens:
                        break
        elif closed:
            # Another part of the board begins here.
            cell = min(bits(closed), key=lambda each: reach[each].bit_count())
        else:
            return total, order


@dataclass(frozen=True)
class Region:
    """A part of the board, its cells numbered 0, 1, … in the order in which they are swept.

    The placements are listed by first cell, each as (cells, piece, placement number).
    """

    size: int
    placements: tuple[tuple[tuple[int, int, int], ...], ...]


def split(cells: int, masks: Iterable[int]) -> list[int]:
    """Split cells into components that no mask joins, small ones first."""
    parts: list[int] = []
    left = cells
    for mask in masks:
        touching = [part for part in parts if part & mask]
        if len(touching) == 1 and not mask & ~touching[0]:
            continue
        parts = [part for part in parts if not part & mask]
        for part in touching:
            mask |= part
        parts.append(mask)
        left &= ~mask
    parts += [1 << cell for cell in bits(left)]
    return sorted(parts, key=lambda part: (part.bit_count(), part))


def lay_out(part: int, placements: list[tuple[int, int, int]], cols: int) -> Region:
    """Order the cells of a part so that a sweep keeps few of them open; see `choose_order`.

    The board has `cols` columns; `placements` are those inside the part, as in `Region`.
    """
    order = choose_order(part, {mask for mask, _, _ in placements}, cols)
    place = {cell: 1 << number for number, cell in enumerate(order)}
    by_first: list[list[tuple[int, int, int]]] = [[] for _ in order]
    for mask, piece, number in placements:
        moved = 0
        for cell in _cells(mask):
            moved |= place[cell]
        by_first[(moved & -moved).bit_length() - 1].append((moved, piece, number))
    return Region(len(order), tuple(map(tuple, by_first)))


@lru_cache(1 << 14)
def _cells(mask: int) -> tuple[int, ...]:
    # The same placements recur for every placement of the largest piece.
    return tuple(bits(mask))
