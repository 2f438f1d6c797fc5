"""Many polyominoes at once, grown cell by cell: those that span one box, as an array of numbers.

Each is the number whose binary digits are its drawing, row after row, a cell being 1. So
the largest number is the first drawing in reading order, a cell before a gap, and turning,
mirroring and growing are shifts of groups of bits, done for the whole array at once.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product

import numpy as np
import numpy.typing as npt

from kaleido.library.shapes.polyform import DIAGONAL, HALF, QUARTER, STRAIGHT
from kaleido.model.grid import Cell
from kaleido.model.square_grid import SquareSymmetry

Masks = npt.NDArray[np.uint64]

_CODES = (0, STRAIGHT, HALF, STRAIGHT, QUARTER, DIAGONAL, QUARTER, DIAGONAL)
"""The kinds of the symmetries in the order of `Box.images`."""

_MIRROR, _FLIP, _DIAGONAL = SquareSymmetry.MIRROR, SquareSymmetry.FLIP, SquareSymmetry.DIAGONAL

ONE = np.uint64(1)
BLOCK = 1 << 15
"""How many drawings are worked on at once, so that intermediate results stay in the cache."""


@dataclass(frozen=True, order=True)
class Box:
    """A rectangle of at most 64 cells and the drawings that span it, each as a number."""

    height: int
    width: int

    @property
    def is_square(self) -> bool:
        """Whether a quarter turn keeps the box."""
        return self.height == self.width

    @property
    def turned(self) -> Box:
        """The box with rows and columns swapped."""
        return Box(self.width, self.height)

    def mask(self, row: slice | int, col: slice | int) -> np.uint64:
        """Return some rows and columns as a number: ``mask(0, slice(None))`` is the top row."""
        chosen = np.zeros((self.height, self.width), dtype=bool)
        chosen[row, col] = True
        return np.uint64(int("".join("01"[cell] for cell in chosen.ravel().tolist()), 2))

    def image(self, masks: Masks, symmetry: SquareSymmetry) -> Masks:
        """Return the images of drawings; if the symmetry transposes, they span the box `turned`."""
        return _moved(masks, _shifts(self, self.turned if symmetry.transposes else self, symmetry))

    def images(self, masks: Masks) -> Iterator[Masks]:
        """Yield the images that span the same box: four, or eight of a square."""
        starts = [masks]
        if self.is_square:
            starts.append(self.image(self.image(masks, _DIAGONAL), _FLIP))
        for start in starts:
            mirrored = self.image(start, _MIRROR)
            yield from (start, mirrored, self.image(mirrored, _FLIP), self.image(start, _FLIP))

    def canonical(self, masks: Masks, *, mirrors: bool = True) -> Masks:
        """Return the first of the images of each drawing, or of its rotations alone."""
        found = np.empty_like(masks)
        for start in range(0, len(masks), BLOCK):
            images = list(self.images(masks[start : start + BLOCK]))
            found[start : start + BLOCK] = reduce(np.maximum, images[:: 1 if mirrors else 2])
        return found

    def symmetries(self, masks: Masks) -> npt.NDArray[np.int64]:
        """Return, for each drawing, the kinds of symmetries that keep it, joined by or."""
        codes = np.zeros(len(masks), np.int64)
        for start in range(0, len(masks), BLOCK):
            block = masks[start : start + BLOCK]
            for code, image in zip(_CODES, self.images(block), strict=False):
                codes[start : start + BLOCK] |= np.where(image == block, code, 0)
        return codes

    def without_holes(self, masks: Masks) -> Masks:
        """Return the drawings that surround no gap."""
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
        """Return the cells that touch those of each drawing, some of its own among them."""
        first, last = self.mask(slice(None), 0), self.mask(slice(None), -1)
        rows = np.uint64(self.width)
        upright = (masks << rows) | (masks >> rows)
        level = ((masks & ~first) << ONE) | ((masks & ~last) >> ONE)
        found: Masks = (upright | level) & self.mask(slice(None), slice(None))
        return found

    def grown(self, masks: Masks) -> Masks:
        """Return the drawings with one cell more in the same box."""
        return _with_one_more(masks, self._around(masks) & ~masks)

    def widened(self, masks: Masks) -> Masks:
        """Return the drawings with one cell more in a new last column."""
        wider = Box(self.height, self.width + 1)
        # Growth to the left is growth to the right in a mirror.
        both = np.concatenate([masks, self.image(masks, _MIRROR)])
        moved = _moved(both, _shifts(self, wider, SquareSymmetry.IDENTITY))
        return _with_one_more(moved, (moved >> ONE) & wider.mask(slice(None), -1))

    def heightened(self, masks: Masks) -> Masks:
        """Return the drawings with one cell more in a new last row."""
        both = np.concatenate([masks, self.image(masks, _FLIP)])
        return _with_one_more(both << np.uint64(self.width), both & self.mask(-1, slice(None)))

    def cells(self, masks: Masks, size: int) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells of each drawing in reading order; all drawings have `size` cells."""
        places = list(product(range(self.height), range(self.width)))
        for start in range(0, len(masks), BLOCK):
            digits = masks[start : start + BLOCK, None].astype(">u8", order="C").view(np.uint8)
            drawn = np.unpackbits(digits, axis=1)[:, 64 - len(places) :]
            for numbers in np.nonzero(drawn)[1].reshape(-1, size).tolist():
                yield tuple([places[number] for number in numbers])


@cache
def _shifts(box: Box, target: Box, symmetry: SquareSymmetry) -> tuple[tuple[np.uint64, int], ...]:
    """Return which bits move to the left by how much when each cell of `box` goes to its image."""
    by_shift: defaultdict[int, int] = defaultdict(int)
    for row, col in product(range(box.height), range(box.width)):
        down, right = symmetry.map_cell(row, col, box.height, box.width)
        start = (box.height - row) * box.width - col - 1
        end = (target.height - down) * target.width - right - 1
        by_shift[end - start] |= 1 << start
    return tuple((np.uint64(chosen), shift) for shift, chosen in by_shift.items())


def _moved(masks: Masks, shifts: tuple[tuple[np.uint64, int], ...]) -> Masks:
    moved = np.zeros_like(masks)
    for chosen, shift in shifts:
        part = masks & chosen
        moved |= part << np.uint64(shift) if shift >= 0 else part >> np.uint64(-shift)
    return moved


def _with_one_more(masks: Masks, room: Masks) -> Masks:
    """Return each number once for each bit of its `room`, with that bit added."""
    found = []
    while len(masks):
        lowest = room & (~room + ONE)
        found.append((masks | lowest)[lowest != 0])
        room = room ^ lowest
        left = room != 0
        masks, room = masks[left], room[left]
    return np.concatenate(found) if found else masks


def grow(size: int, *, holes: bool = True) -> dict[Box, Masks]:
    """Return the free polyominoes of a size, each once, by the box they span.

    Every polyomino is a smaller one with a cell added: a leaf of a tree that spans it can be
    taken away without the rest falling apart. The box then stays as it is or loses one row or
    one column, so that boxes no higher than wide come from such boxes. The boxes returned are
    in order of height and width, and the canonical drawings of each in order.
    """
    level = {Box(1, 1): np.ones(1, np.uint64)}
    for _ in range(size - 1):
        found: defaultdict[Box, list[Masks]] = defaultdict(list)
        for box, masks in level.items():
            for target, larger in _grown(box, masks):
                found[target].append(distinct(target.canonical(larger)))
        level = {
            box: distinct(np.concatenate(found[box]))
            for box in sorted(found)
            if any(map(len, found[box]))
        }
    return level if holes else {box: box.without_holes(masks) for box, masks in level.items()}


def _grown(box: Box, masks: Masks) -> Iterator[tuple[Box, Masks]]:
    """Yield the drawings with one cell more, by the box that they span, with repetition."""
    yield box, box.grown(masks)
    if box.is_square:
        # A square's drawings grow in both directions; transposed, they grow by columns alone.
        masks = np.concatenate([masks, box.image(masks, _DIAGONAL)])
    else:
        yield Box(box.height + 1, box.width), box.heightened(masks)
    yield Box(box.height, box.width + 1), box.widened(masks)


def distinct(masks: Masks) -> Masks:
    """Return every number once, the largest first, which is the order of the drawings."""
    # np.unique hashes integers in new versions of NumPy, which takes ten times as long.
    ordered = np.sort(masks)[::-1]
    first = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return ordered[first]


def drawings(size: int, kind: str, *, holes: bool) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells of the polyominoes of a size and kind, in order."""
    free = grow(size, holes=holes)
    # High boxes are wide ones, transposed one by one, so that memory holds only one.
    high = [box.turned for box in free if not box.is_square] if kind == "fixed" else []
    for box in sorted([*free, *high]):
        if kind == "free":
            masks = free[box]
        elif kind == "one-sided":
            # What a shape shows when it is turned over may be new.
            over = box.canonical(box.image(free[box], _MIRROR), mirrors=False)
            masks = distinct(np.concatenate([free[box], over]))
        else:
            wide = box if box in free else box.turned
            masks = distinct(np.concatenate(list(wide.images(free[wide]))))
            if wide != box:
                masks = distinct(wide.image(masks, _DIAGONAL))
        yield from box.cells(masks, size)


def count_codes(size: int, *, holes: bool) -> Counter[int]:
    """Return how many free polyominoes of a size are kept by which kinds of symmetries."""
    found: Counter[int] = Counter()
    for box, masks in grow(size, holes=holes).items():
        found.update(dict(enumerate(np.bincount(box.symmetries(masks)).tolist())))
    return +found
