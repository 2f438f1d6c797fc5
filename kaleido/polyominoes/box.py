"""Many polyominoes at once: those that span one box, as an array of numbers.

Each is the number whose binary digits are its drawing, row after row, a cell being 1. So
the largest number is the first drawing in reading order, a cell before a gap, and turning,
mirroring and growing are shifts of groups of bits, done for the whole array at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product

import numpy as np
import numpy.typing as npt

from kaleido.model.grid import Cell
from kaleido.model.symmetry import SquareSymmetry
from kaleido.polyominoes.symmetry import CODES

Masks = npt.NDArray[np.uint64]
"""An array of drawings as numbers."""

SYMMETRIES = (
    SquareSymmetry.IDENTITY,
    SquareSymmetry.MIRROR,
    SquareSymmetry.HALF_TURN,
    SquareSymmetry.FLIP,
    SquareSymmetry.BACK_TURN,
    SquareSymmetry.ANTIDIAGONAL,
    SquareSymmetry.TURN,
    SquareSymmetry.DIAGONAL,
)
"""Rotations and reflections by turns, those that keep every box first."""

ONE = np.uint64(1)
BLOCK = 1 << 15
"""Drawings worked on at once, so that what lies between two steps stays in the cache."""


@dataclass(frozen=True)
class Box:
    """A rectangle and the drawings that span it, each as a number.

    Parameters
    ----------
    height, width : int
        Together at most 64 cells.

    Examples
    --------
    >>> box = Box(2, 3)
    >>> masks = np.array([0b110_011], np.uint64)  # ##./.##
    >>> [f"{mask:06b}" for mask in box.flipped(masks).tolist()]
    ['011110']
    >>> list(box.cells(masks, 4))
    [((0, 0), (0, 1), (1, 1), (1, 2))]
    """

    height: int
    width: int

    @property
    def is_square(self) -> bool:
        """Whether a quarter turn leads to the same box."""
        return self.height == self.width

    @property
    def turned(self) -> Box:
        """The box with rows and columns swapped."""
        return Box(self.width, self.height)

    def mask(self, row: slice | int, col: slice | int) -> np.uint64:
        """Give the number of some rows and columns: ``mask(0, slice(None))`` is the top row."""
        chosen = np.zeros((self.height, self.width), dtype=bool)
        chosen[row, col] = True
        return np.uint64(int("".join("01"[cell] for cell in chosen.ravel().tolist()), 2))

    def moves_to(self, target: Box, symmetry: SquareSymmetry) -> Moves:
        """Return how the bits move when each cell goes to its image, in another box."""
        by_shift: defaultdict[int, int] = defaultdict(int)
        for cell in product(range(self.height), range(self.width)):
            image = symmetry.map_cell(*cell, self.height, self.width)
            start, end = self._bit(*cell), target._bit(*image)
            by_shift[end - start] |= 1 << start
        return Moves(by_shift)

    def _bit(self, row: int, col: int) -> int:
        return (self.height - row) * self.width - col - 1

    @cached_property
    def _flip(self) -> Moves:
        return self.moves_to(self, SquareSymmetry.FLIP)

    @cached_property
    def _mirror(self) -> Moves:
        return self.moves_to(self, SquareSymmetry.MIRROR)

    @cached_property
    def _transposition(self) -> Moves:
        return self.moves_to(self.turned, SquareSymmetry.DIAGONAL)

    @cached_property
    def _widening(self) -> Moves:
        return self.moves_to(Box(self.height, self.width + 1), SquareSymmetry.IDENTITY)

    def flipped(self, masks: Masks) -> Masks:
        """Swap top and bottom."""
        return self._flip.applied(masks)

    def mirrored(self, masks: Masks) -> Masks:
        """Swap left and right."""
        return self._mirror.applied(masks)

    def transposed(self, masks: Masks) -> Masks:
        """Swap rows and columns; the results span the box `turned`."""
        return self._transposition.applied(masks)

    def images(self, masks: Masks) -> Iterator[Masks]:
        """Yield the images of the drawings under the `SYMMETRIES` that keep the box.

        These are the first four of them, or, for a square, all eight.
        """
        starts = (masks, self.flipped(self.transposed(masks))) if self.is_square else (masks,)
        for start in starts:
            mirrored = self.mirrored(start)
            yield start
            yield mirrored
            yield self.flipped(mirrored)
            yield self.flipped(start)

    def canonical(self, masks: Masks, *, mirrors: bool = True) -> Masks:
        """Give the first of all images of each; of the rotations alone, without `mirrors`."""
        found = np.empty_like(masks)
        for start in range(0, len(masks), BLOCK):
            images = list(self.images(masks[start : start + BLOCK]))
            found[start : start + BLOCK] = reduce(np.maximum, images[:: 1 if mirrors else 2])
        return found

    def symmetries(self, masks: Masks) -> npt.NDArray[np.int64]:
        """Return, for each drawing, the `CODES` of the symmetries that keep it, joined by or."""
        codes = np.zeros(len(masks), np.int64)
        for start in range(0, len(masks), BLOCK):
            block = masks[start : start + BLOCK]
            for symmetry, image in zip(SYMMETRIES, self.images(block), strict=False):
                codes[start : start + BLOCK] |= np.where(image == block, CODES[symmetry], 0)
        return codes

    def without_holes(self, masks: Masks) -> Masks:
        """Keep the drawings that surround no gap."""
        whole = self.mask(slice(None), slice(None))
        inner = self.mask(slice(1, -1), slice(1, -1))
        gaps = ~masks & whole
        outside = gaps & ~inner
        while True:
            spread = outside | (self._around(outside) & gaps)
            if np.array_equal(spread, outside):
                kept: Masks = masks[outside == gaps]
                return kept
            outside = spread

    def _around(self, masks: Masks) -> Masks:
        """Give the cells that touch those of each drawing; some of its own may be among them."""
        first, last = self.mask(slice(None), 0), self.mask(slice(None), -1)
        rows = np.uint64(self.width)
        upright = (masks << rows) | (masks >> rows)
        level = ((masks & ~first) << ONE) | ((masks & ~last) >> ONE)
        found: Masks = (upright | level) & self.mask(slice(None), slice(None))
        return found

    def grown(self, masks: Masks) -> Masks:
        """Add a cell in every way that stays in the box."""
        return _with_one_more(masks, self._around(masks) & ~masks)

    def widened(self, masks: Masks) -> Masks:
        """Add a cell in every way that needs a column more, which becomes the last one."""
        wider = Box(self.height, self.width + 1)
        # Whatever grows to the left grows to the right when it is mirrored.
        moved = self._widening.applied(np.concatenate([masks, self.mirrored(masks)]))
        return _with_one_more(moved, (moved >> ONE) & wider.mask(slice(None), -1))

    def heightened(self, masks: Masks) -> Masks:
        """Add a cell in every way that needs a row more, which becomes the last one."""
        both = np.concatenate([masks, self.flipped(masks)])
        return _with_one_more(both << np.uint64(self.width), both & self.mask(-1, slice(None)))

    def cells(self, masks: Masks, size: int) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells of each drawing, in reading order, all drawings being of that size."""
        places = list(product(range(self.height), range(self.width)))
        for start in range(0, len(masks), BLOCK):
            digits = masks[start : start + BLOCK, None].astype(">u8", order="C").view(np.uint8)
            drawn = np.unpackbits(digits, axis=1)[:, 64 - len(places) :]
            for numbers in np.nonzero(drawn)[1].reshape(-1, size).tolist():
                yield tuple([places[number] for number in numbers])


class Moves:
    """How the bits of a number move, those that move as far as each other at once.

    Parameters
    ----------
    by_shift : dict of int to int
        The bits that move to the left by that many places.
    """

    def __init__(self, by_shift: dict[int, int]) -> None:
        self._left = [
            (np.uint64(chosen), np.uint64(shift))
            for shift, chosen in by_shift.items()
            if shift >= 0
        ]
        self._right = [
            (np.uint64(chosen), np.uint64(-shift))
            for shift, chosen in by_shift.items()
            if shift < 0
        ]

    def applied(self, masks: Masks) -> Masks:
        """Move the bits of each number of an array."""
        moved = np.zeros_like(masks)
        for chosen, shift in self._left:
            moved |= (masks & chosen) << shift
        for chosen, shift in self._right:
            moved |= (masks & chosen) >> shift
        return moved


def _with_one_more(masks: Masks, room: Masks) -> Masks:
    """Add each bit of `room` to its number, one at a time."""
    found = []
    while len(masks):
        lowest = room & (~room + ONE)
        found.append((masks | lowest)[lowest != 0])
        room = room ^ lowest
        left = room != 0
        masks, room = masks[left], room[left]
    return np.concatenate(found) if found else masks
