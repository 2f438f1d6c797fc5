"""Regions: parts of the board that no placement joins, and the order to sweep their cells."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from kaleido.counting.ordering import choose_order
from kaleido.model.grid import bits


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
    return _number(choose_order(part, {mask for mask, _, _ in placements}, cols), placements)


def _number(order: list[int], placements: list[tuple[int, int, int]]) -> Region:
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
