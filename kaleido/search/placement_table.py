"""The table of all placements of a set of pieces on a board, and which of them exclude each other.

Placements are sets of cells and edges. On squares they are translations of the *fixed* forms of the
pieces, the usual term for forms that are not turned: a stencil is such a form as a bit mask in the
top left corner, which is shifted over the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from operator import or_, sub
from typing import NamedTuple

from kaleido.model.grid import Grid, bits
from kaleido.model.lattices.lattice import Vector, moved
from kaleido.model.piece import Orientation
from kaleido.model.piece_set import PieceSet

Shown = tuple[tuple[int, str], ...]
"""Pairs (cell in reading order, letter)."""


class Stencil(NamedTuple):
    """A fixed form of a face, in the top left corner of a board.

    The horizontal unit edges (`level`) and the vertical ones (`upright`) are separate, because rows
    have more of the latter; `offsets` is the set of shifts, in cells, that keep it on the board.
    """

    piece: int
    face: int
    mask: int
    level: int
    upright: int
    offsets: int
    shown: Shown

    def hits(self, allowed: Mapping[str, int]) -> int:
        """Return the set of shifts that move it to cells that allow its letters."""
        # All positions at once: bit i stays set while the letters match with the shape moved
        # i cells on.
        hits = self.offsets
        for shift, letter in self.shown:
            hits &= allowed[letter] >> shift
        return hits


@lru_cache(maxsize=16)
def stencils(pieces: PieceSet, grid: Grid) -> tuple[Stencil, ...]:
    """Return every orientation of every face of a set of pieces as a stencil."""
    *_, first_vertical = grid.cell_sides[0]
    found = []
    for number, face_number, shape in shapes(pieces):
        border = grid.border(shape.cells)
        row = (1 << max(grid.cols - shape.width + 1, 0)) - 1
        tops = range(grid.rows - shape.height + 1)
        found.append(
            Stencil(
                number,
                face_number,
                grid.cell_bits(shape.cells),
                border & (1 << first_vertical) - 1,
                border >> first_vertical << first_vertical,
                sum(row << grid.cols * top for top in tops),
                tuple((row * grid.cols + col, letter) for (row, col), letter in shape.coloured()),
            )
        )
    return tuple(found)


def shapes(pieces: PieceSet) -> Iterator[tuple[int, int, Orientation]]:
    """Yield each distinct orientation of each piece with the numbers of its piece and face."""
    for number, piece in enumerate(pieces):
        seen = set()
        for face_number, face in enumerate(piece.faces):
            for shape in face.orientations:
                # A back that looks like the front adds no orientation.
                if shape not in seen:
                    seen.add(shape)
                    yield number, face_number, shape


class PlacementTable(NamedTuple):
    """Placements, numbered by their position in these lists; those of each face are consecutive.

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
    # No generator, and products instead of shifts, because listing takes as long as many nodes.
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
    """List the placements on a lattice other than squares."""
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
"""The set of cells that a step takes to cells, and the image of each cell: -1 off the drawing."""


class _Shifts:
    """Where the steps of a lattice take the cells of a drawing; each step is computed once."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._known: dict[Vector, Shift] = {}
        self._alike: dict[Vector, int] = {}
        for number, centre in enumerate(grid.centres):
            kind = grid.lattice.kind_of(centre)
            self._alike[kind] = self._alike.get(kind, 0) | 1 << number

    def by(self, step: Vector) -> Shift:
        """Return where one step takes all cells."""
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
        hits = self._alike.get(self._grid.lattice.kind_of(first), 0)
        for held, _ in steps:
            hits &= held
        for (_, images), letter in zip(steps, letters, strict=True):
            here = allowed[letter]
            if here.bit_count() < len(images):
                hits = sum(1 << cell for cell in bits(hits) if here >> images[cell] & 1)
        return hits


KEPT_BITS = 1 << 26
"""How many bits are kept in all sets together: 8 MB."""


class Compatible(dict[int, int]):
    """For each placement, the set of placements that neither overlap it nor use the same piece.

    A set is computed when it is first asked for, from the options of the cells that the placement
    covers and of its piece; sets are kept as long as there is room. All of them together would be
    as large as the square of the number of placements.

    Parameters
    ----------
    masks : sequence of int
        The set of cells that each placement covers.
    cell_options : sequence of int
        The set of placements that cover each cell.
    pieces : sequence of int
        The number of each placement's piece.
    rivals : sequence of int
        For each piece, its placements if it has one copy; otherwise none.
    exclusions : sequence of int, optional
        For each placement, further placements that cannot be made beside it.

    Examples
    --------
    >>> Compatible([0b011, 0b110, 0b100], [0b001, 0b011, 0b110], [0, 0, 1], [0b011, 0b100])[0]
    4
    """

    def __init__(
        self,
        masks: Sequence[int],
        cell_options: Sequence[int],
        pieces: Sequence[int],
        rivals: Sequence[int],
        exclusions: Sequence[int] = (),
    ) -> None:
        super().__init__()
        self._parts = masks, cell_options, pieces, rivals
        self._exclusions = exclusions
        self._every = (1 << len(masks)) - 1
        self._room = KEPT_BITS // max(len(masks), 1)

    def __missing__(self, number: int) -> int:
        """Find the set of a placement."""
        masks, cell_options, pieces, rivals = self._parts
        apart = rivals[pieces[number]]
        for cell in bits(masks[number]):
            apart |= cell_options[cell]
        if self._exclusions:
            apart |= self._exclusions[number]
        found = self._every & ~apart
        if len(self) < self._room:
            self[number] = found
        return found

    def excluding(self, exclusions: Sequence[int]) -> Compatible:
        """Return the same with further exclusions."""
        if self._exclusions:
            exclusions = list(map(or_, self._exclusions, exclusions))
        return Compatible(*self._parts, exclusions)
