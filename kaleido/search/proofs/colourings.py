"""Colourings of a board: those of its lattice, with which parity is shown."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from kaleido.model.grid import Grid
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Vector, moved
from kaleido.model.lattices.scheme import Scheme

_KEPT = 256  # how many colourings of boards are kept; a server sees ever new boards

Phases = tuple[int, ...]
"""The position of a cell within the period of the stripes, for each family of stripes."""


@dataclass(frozen=True)
class Colouring:
    """A scheme of colours on its lattice.

    Examples
    --------
    >>> from kaleido.model import SQUARE
    >>> from kaleido.model import SquareGrid
    >>> chequer = colourings_of(SQUARE)[0]
    >>> chequer.colours
    ('white', 'black')
    >>> list(map(bin, chequer.cells(SquareGrid(2, 3))))
    ['0b10101', '0b101010']
    """

    scheme: Scheme
    lattice: Lattice

    @property
    def name(self) -> str:
        """The name that JSON uses."""
        return self.scheme.name

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The names of its colours: words for two of them, numbers for more."""
        number = 1 + max(self.numbers.values())
        return ("white", "black") if number == 2 else tuple(map(str, range(1, number + 1)))

    @cached_property
    def period(self) -> int:
        """The period: after so many steps of the lattice, in any direction, the colours repeat."""
        period = 1
        for stripes in self.scheme.stripes:
            phases = stripes.phases(self.lattice.moves)
            while any(phase * period % stripes.modulus for phase in phases):
                period += 1
        return period

    def colour(self, centre: Vector) -> int:
        """Return the number of the colour of a cell, given by its centre."""
        return self.numbers[next(self.phases([centre]))]

    def cells(self, grid: Grid) -> tuple[int, ...]:
        """Return the set of cells of each colour."""
        return _sets(self, grid)[0]

    def offset_classes(self, grid: Grid) -> tuple[int, ...]:
        """Return the sets of cells from which the colours of an endless board look the same."""
        return _sets(self, grid)[1]

    def fits(self, grid: Grid) -> bool:
        """Return whether the colouring stays consistent across the seams of a tube or a torus."""
        around = [(grid.rows * grid.wraps_rows, 0), (0, grid.cols * grid.wraps_cols)]
        return not grid.wraps or not any(map(any, self.phases(around)))

    def phases(self, centres: Iterable[Vector]) -> Iterator[Phases]:
        """Return each cell's position within the period of each family of stripes."""
        centres = list(centres)
        return zip(*(stripes.phases(centres) for stripes in self.scheme.stripes), strict=True)

    @cached_property
    def numbers(self) -> Mapping[Phases, int]:
        """The number of the colour of a cell by its `phases`."""
        kinds = self.lattice.kinds
        found = dict(zip(self.phases(kinds), kinds, strict=True))
        waiting = list(found.values())
        for centre in waiting:
            for move in self.lattice.moves:
                further = moved(centre, move)
                if (phases := next(self.phases([further]))) not in found:
                    found[phases] = further
                    waiting.append(further)
        widths = [stripes.width for stripes in self.scheme.stripes]
        stripes_of = {
            phases: tuple(phase // width for phase, width in zip(phases, widths, strict=True))
            for phases in found
        }
        order = sorted(set(stripes_of.values()))
        return {phases: order.index(own) for phases, own in stripes_of.items()}


@cache
def colourings_of(lattice: Lattice) -> tuple[Colouring, ...]:
    """Return all colourings that are tried on a lattice, the simplest first."""
    return tuple(Colouring(scheme, lattice) for scheme in lattice.colourings)


@cache
def colourings_in_pairs(lattice: Lattice) -> tuple[Colouring, ...]:
    """Return the colourings of a lattice in two colours, the simplest first."""
    return tuple(each for each in colourings_of(lattice) if len(each.colours) == 2)


@lru_cache(maxsize=_KEPT)
def _sets(colouring: Colouring, grid: Grid) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sets of cells of each colour, and those of the same phases."""
    alike: dict[Phases, list[int]] = {}
    for cell, phases in enumerate(colouring.phases(grid.centres)):
        alike.setdefault(phases, []).append(cell)
    classes = {phases: sum([1 << cell for cell in own]) for phases, own in alike.items()}
    coloured = [0] * len(colouring.colours)
    for phases, cells in classes.items():
        coloured[colouring.numbers[phases]] |= cells
    return tuple(coloured), tuple(classes.values())
