"""The table of all placements of a set of pieces on a board.

Placements are sets of cells and edges. They are found as translations of the *fixed* forms of the
pieces, the usual term for forms that are not turned.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from operator import or_, sub
from typing import NamedTuple

from kaleido.model.grid import Grid, Steps, bits, reached
from kaleido.model.lattices.lattice import Vector, moved
from kaleido.model.piece import Orientation
from kaleido.model.piece_set import PieceSet

Shown = tuple[tuple[int, str], ...]
"""Pairs (cell in reading order, letter)."""

_KEPT = 1 << 14
"""About how many cells the placements of one form that are kept may have together."""


class Stride(NamedTuple):
    """A step from each cell of a grid."""

    ends: tuple[int, ...]  # where it leads from each cell, by number: -1 off the drawing
    back: Steps  # the steps back

    def reaching(self, cells: int) -> int:
        """Return the cells from which it leads to some cells."""
        return reached(cells, self.back)


class FixedForm(NamedTuple):
    """A fixed form of a face, and its places on a grid.

    It starts at its first cell or, on squares, at the corner of its rectangle. `starts` is the set
    of cells at which it may start, as far as their kind and windings around seams decide; `steps`
    lead from there to each of its cells. `covered` returns the set of cells that it covers from a
    start, and the unit edges around them.
    """

    piece: int
    face: int
    letters: str
    starts: int
    steps: tuple[Stride, ...]
    covered: Callable[[int], tuple[int, int]]

    def cells(self, start: int) -> list[int]:
        """Return the cells that it covers from a start."""
        return [step.ends[start] for step in self.steps]

    def shown(self, start: int) -> Shown:
        """Return the letters that it shows from a start."""
        return tuple(sorted(zip(self.cells(start), self.letters, strict=True)))


@lru_cache(maxsize=16)
def fixed_forms(pieces: PieceSet, grid: Grid) -> tuple[FixedForm, ...]:
    """Return every orientation of every face of a set of pieces."""

    @cache
    def step_by(way: Vector) -> Stride:
        ends = tuple([grid.number_at(moved(centre, way)) for centre in grid.centres])
        back: dict[int, int] = {}
        for start, end in enumerate(ends):
            if end >= 0:
                back[start - end] = back.get(start - end, 0) | 1 << end
        return Stride(ends, tuple(back.items()))

    def covering_with(steps: Sequence[Stride]) -> Callable[[int], tuple[int, int]]:
        @lru_cache(maxsize=_KEPT // grid.size)
        def covered(start: int) -> tuple[int, int]:
            cells = border = 0
            for step in steps:
                cells |= 1 << step.ends[start]
                border ^= around[step.ends[start]]
            return cells, border

        return covered

    around = grid.sides_around
    alike: dict[Vector, int] = {}
    for number, centre in enumerate(grid.centres):
        kind = grid.lattice.kind_of(centre)
        alike[kind] = alike.get(kind, 0) | 1 << number
    found = []
    for number, face_number, shape in shapes(pieces):
        centres = shape.centres
        first = (0, 0) if grid.lattice.is_square else centres[0]
        steps = tuple([step_by(tuple(map(sub, centre, first))) for centre in centres])
        starts = alike.get(grid.lattice.kind_of(first), 0)
        if grid.wraps:
            # A piece may wind around as far as it does not overlap itself.
            ends = enumerate(zip(*(step.ends for step in steps), strict=True))
            starts = sum(1 << start for start, cells in ends if len({*cells}) == len(cells))
        lies = steps, covering_with(steps)
        found.append(FixedForm(number, face_number, shape.colours, starts, *lies))
    return tuple(found)


def lying(
    pieces: PieceSet, grid: Grid, allowed: Mapping[str, int], zones: Sequence[int] = ()
) -> Iterator[tuple[FixedForm, int]]:
    """Yield each form with its starts from which all its cells allow their letters.

    `allowed` has a set of cells for each letter. The zones are the sets of cells on which each
    piece may lie, by default all cells; after these, those of which it covers one or more.
    """
    for form in fixed_forms(pieces, grid):
        zone, starts = zones[form.piece] if zones else grid.all_cells, form.starts
        for step, letter in zip(form.steps, form.letters, strict=True):
            starts &= step.reaching(allowed[letter] & zone)
        if len(zones) > len(pieces):
            covered = zones[len(pieces) + form.piece]
            starts &= reduce(or_, (step.reaching(covered) for step in form.steps))
        yield form, starts


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
    """Placements, numbered by their position in these lists; those of each face are consecutive."""

    pieces: list[int]  # the number of each placement's piece in its set
    faces: list[int]  # 0 front, 1 back
    masks: list[int]  # the cells that each placement covers
    borders: list[int]  # the unit edges around each placement


def list_placements(
    pieces: PieceSet, grid: Grid, allowed: Mapping[str, int], zones: Sequence[int] = ()
) -> tuple[PlacementTable, list[tuple[FixedForm, int]]]:
    """Return the placements whose letters the cells allow, with their forms and starts.

    On a tube or a torus, several starts may give the same cells, and so may several turns of a
    piece with marks: each placement is listed once.
    """
    listing = PlacementTable([], [], [], [])
    lies: list[tuple[FixedForm, int]] = []
    listed: dict[tuple[int, int], tuple[FixedForm, int]] = {}
    for form, starts in lying(pieces, grid, allowed, zones):
        own = [(form, start) for start in bits(starts)]
        if grid.wraps or pieces.marks:
            keys = [(form.piece, form.covered(start)[0]) for _, start in own]
            own = [
                one
                for key, one in zip(keys, own, strict=True)
                if listed.setdefault(key, one) is one
            ]
        covered = [form.covered(start) for _, start in own]
        listing.pieces.extend([form.piece] * len(own))
        listing.faces.extend([form.face] * len(own))
        listing.masks.extend([cells for cells, _ in covered])
        listing.borders.extend([border for _, border in covered])
        lies += own
    return listing, lies


def covering(lies: Sequence[tuple[FixedForm, int]], size: int) -> list[int]:
    """Return the set of placements that cover each cell of a grid, from forms and starts."""
    found = [bytearray(-(-len(lies) // 8)) for _ in range(size)]
    for number, (form, start) in enumerate(lies):
        place, bit = number >> 3, 1 << (number & 7)
        for step in form.steps:
            found[step.ends[start]][place] |= bit
    return [int.from_bytes(options, "little") for options in found]


def count_placements(
    pieces: PieceSet, grid: Grid, allowed: Mapping[str, int], zones: Sequence[int] = ()
) -> int:
    """Return an upper bound for the number of placements, exact if no sides are joined."""
    return sum(starts.bit_count() for _, starts in lying(pieces, grid, allowed, zones))
