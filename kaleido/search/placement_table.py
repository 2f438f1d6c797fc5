"""The table of all placements of a set of pieces on a board, as sets of cells and edges."""

from collections.abc import Mapping, Sequence
from itertools import product
from operator import sub
from typing import NamedTuple

from kaleido.lattices.lattice import Vector, moved
from kaleido.model.grid import Grid, bits
from kaleido.model.piece_set import PieceSet
from kaleido.search.stencils import Shown, shapes, stencils


class PlacementTable(NamedTuple):
    """Placements, numbered by their position in these lists; those of each face stand together.

    Attributes
    ----------
    pieces, faces : list of int
        The number of each placement's piece in its set, and of its face: 0 front, 1 back.
    masks : list of int
        The cells that each placement covers.
    borders : list of int
        The unit edges around each placement.
    shown : list of (pairs, int)
        The letters that each placement shows: the pairs (cell, letter) of its orientation in the
        corner of the board, and by how many cells in reading order it is moved from there.
    """

    pieces: list[int]
    faces: list[int]
    masks: list[int]
    borders: list[int]
    shown: list[tuple[Shown, int]]


def list_placements(
    pieces: PieceSet, grid: Grid, allowed: Mapping[str, int], zones: Sequence[int] = ()
) -> PlacementTable:
    """Return the placements whose letters the cells allow: for each letter, a set of cells.

    The zones are the sets of cells on which each piece may lie; by default all cells.
    """
    listing = PlacementTable([], [], [], [], [])
    within = _allowed_within(pieces, allowed, zones)
    if not grid.is_sheet:
        (_list_wrapped if grid.wraps else _list_on_lattice)(listing, pieces, grid, within)
        return listing
    numbers, faces, masks, borders, letters = listing
    cols = grid.cols
    # No generator, and products instead of shifts: listing takes as long as many nodes do.
    for stencil in stencils(pieces, grid):
        hits = stencil.hits(within[stencil.piece])
        piece, face, mask, level, upright, _, shown = stencil
        while hits:
            power = hits & -hits
            offset = power.bit_length() - 1
            numbers.append(piece)
            faces.append(face)
            masks.append(mask * power)
            # A row has one more vertical edge than it has cells.
            borders.append(level * power | upright << offset + offset // cols)
            letters.append((shown, offset))
            hits ^= power
    return listing


def count_placements(
    pieces: PieceSet, grid: Grid, allowed: Mapping[str, int], zones: Sequence[int] = ()
) -> int:
    """Return an upper bound for the number of placements.

    It is exact on squares whose sides are not joined.
    """
    if not grid.is_sheet:
        return grid.size * sum(1 for _ in shapes(pieces))
    within = _allowed_within(pieces, allowed, zones)
    return sum(
        stencil.hits(within[stencil.piece]).bit_count() for stencil in stencils(pieces, grid)
    )


def _allowed_within(
    pieces: PieceSet, allowed: Mapping[str, int], zones: Sequence[int]
) -> Sequence[Mapping[str, int]]:
    """Return, for each piece, the cells of its zone that allow each letter."""
    if not zones:
        return [allowed] * len(pieces)
    narrowed = {
        zone: {letter: cells & zone for letter, cells in allowed.items()} for zone in set(zones)
    }
    return [narrowed[zone] for zone in zones]


def _list_wrapped(
    listing: PlacementTable, pieces: PieceSet, grid: Grid, within: Sequence[Mapping[str, int]]
) -> None:
    """List the placements on a tube or a torus, each once: its cells and the letters it shows.

    A piece may wind around as far as it does not overlap itself.
    """
    seen = set()
    for number, face_number, shape in shapes(pieces):
        allowed = within[number]
        for top, left in product(range(grid.rows), range(grid.cols)):
            lying = [
                (cell, letter)
                for (row, col), letter in shape.coloured()
                if (cell := grid.on_board(top + row, left + col)) is not None
            ]
            shown = tuple(sorted((row * grid.cols + col, letter) for (row, col), letter in lying))
            if len(lying) < len(shape.cells) or not all(
                allowed[letter] >> cell & 1 for cell, letter in shown
            ):
                continue
            cells = [cell for cell, _ in lying]
            mask = grid.cell_bits(cells)
            # Around a ring, several starts give the same cells, and both faces the same letters.
            if mask.bit_count() == len(cells) and (number, shown) not in seen:
                seen.add((number, shown))
                listing.pieces.append(number)
                listing.faces.append(face_number)
                listing.masks.append(mask)
                listing.borders.append(grid.border(cells))
                listing.shown.append((shown, 0))


def _list_on_lattice(
    listing: PlacementTable, pieces: PieceSet, grid: Grid, within: Sequence[Mapping[str, int]]
) -> None:
    """List the placements on another lattice than that of squares."""
    shifts = _Shifts(grid)
    for number, face_number, shape in shapes(pieces):
        first, *_ = centres = shape.centres
        steps = [shifts.by(tuple(map(sub, centre, first))) for centre in centres]
        letters = shape.colours
        for start in bits(shifts.hits(first, steps, letters, within[number])):
            mask = border = 0
            cells = []
            for _, images in steps:
                cell = images[start]
                cells.append(cell)
                mask |= 1 << cell
                border ^= grid.sides_around[cell]
            listing.pieces.append(number)
            listing.faces.append(face_number)
            listing.masks.append(mask)
            listing.borders.append(border)
            listing.shown.append((tuple(zip(cells, letters, strict=True)), 0))


Shift = tuple[int, list[int]]
"""The set of cells that a step carries to cells, and the image of each cell: -1 off the drawing."""


class _Shifts:
    """Where the steps of a lattice carry the cells of a drawing; each step is computed once."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._known: dict[Vector, Shift] = {}
        self._alike: dict[Vector, int] = {}
        for number, centre in enumerate(grid.centres):
            kind = self._kind(centre)
            self._alike[kind] = self._alike.get(kind, 0) | 1 << number

    def _kind(self, centre: Vector) -> Vector:
        return self._grid.lattice.pushed([centre])[0]

    def by(self, step: Vector) -> Shift:
        """Return where one step carries all cells."""
        if step not in self._known:
            numbers = self._grid.numbers
            images = [numbers.get(moved(centre, step), -1) for centre in self._grid.centres]
            held = sum(1 << cell for cell, image in enumerate(images) if image >= 0)
            self._known[step] = held, images
        return self._known[step]

    def hits(
        self, first: Vector, steps: Sequence[Shift], letters: str, allowed: Mapping[str, int]
    ) -> int:
        """Return the cells on which the first cell of a shape may lie.

        The `steps` lead from there to its other cells. Each cell must allow its letter.
        """
        hits = self._alike.get(self._kind(first), 0)
        for held, _ in steps:
            hits &= held
        for (_, images), letter in zip(steps, letters, strict=True):
            here = allowed[letter]
            if here.bit_count() < len(images):
                hits = sum(1 << cell for cell in bits(hits) if here >> images[cell] & 1)
        return hits
