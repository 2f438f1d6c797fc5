"""Proofs by colouring: no choice of the pieces has as many cells of each colour as the board.

A board is coloured in white and black, or more colours, without regard to its pieces. Wherever a
piece lies, it covers one of a few tallies of these colours. If no choice of one tally for each
piece adds up to the tally of the board, the pieces cannot cover it.

References
----------
S. W. Golomb, "Checker boards and polyominoes", American Mathematical Monthly 61, 1954.

S. W. Golomb, "Polyominoes: puzzles, patterns, problems, and packings", 2nd edition, 1994.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from math import prod
from operator import mul
from typing import NamedTuple

from kaleido.model.board import PLAIN
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Scheme, Vector, moved
from kaleido.model.piece_set import PieceSet
from kaleido.search.budget import ColourBudget
from kaleido.search.compiled import CompiledProblem
from kaleido.search.placement_table import lying

MOST_WORK = 1 << 24  # bits that adding up may touch; a colouring that needs more is left out

_KEPT = 256  # how many colourings of boards are kept; a server sees ever new boards

Phases = tuple[int, ...]
"""The position of a cell within the period of the stripes, for each family of stripes."""

Tally = tuple[int, ...]
"""How many cells of each colour there are."""


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

    def numbers_on(self, grid: Grid) -> list[int]:
        """Return the number of the colour of each cell."""
        return [self.numbers[phases] for phases in self.phases(grid.centres)]

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


@lru_cache(maxsize=_KEPT)
def colourings_on(grid: Grid, *, in_pairs: bool = False) -> tuple[Colouring, ...]:
    """Return the colourings that stay consistent on a grid: all, or only those in two colours."""
    every = (each for each in colourings_of(grid.lattice) if each.fits(grid))
    return tuple(each for each in every if len(each.colours) == 2 or not in_pairs)


@lru_cache(maxsize=_KEPT)
def _sets(colouring: Colouring, grid: Grid) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cells of each colour, and the classes of cells that no shift tells apart."""
    alike: dict[Phases, list[int]] = {}
    for cell, phases in enumerate(colouring.phases(grid.centres)):
        alike.setdefault(phases, []).append(cell)
    classes = {phases: sum([1 << cell for cell in own]) for phases, own in alike.items()}
    coloured = [0] * len(colouring.colours)
    for phases, cells in classes.items():
        coloured[colouring.numbers[phases]] |= cells
    return tuple(coloured), tuple(classes.values())


class Sums:
    """The totals that some choices add up to, up to a limit for each colour.

    Together they are one int: the tally (a, b, …) is its bit a + b · base₀ + c · base₀ · base₁ + …,
    where each base leaves room for one more choice above the limit, so that no sum runs over into
    the next colour. `steps` has the greatest number of cells of each colour that one choice adds.

    Examples
    --------
    >>> sums = Sums((3, 3), (2, 2))
    >>> sums.add({(0, 2), (2, 0)}, 2, 2)
    >>> sums.add({(1, 1)}, 0, 1)
    >>> sorted(sums), (3, 3) in sums, (1, 3) in sums
    ([(2, 2), (3, 3)], True, False)
    """

    def __init__(self, limits: Tally, steps: Tally) -> None:
        self._limits = limits
        self._bases = [limit + step + 1 for limit, step in zip(limits, steps, strict=True)]
        self._widths = [*accumulate(self._bases, mul, initial=1)][:-1]
        self._mask = 1
        for limit, width in zip(limits, self._widths, strict=True):
            self._mask *= ((1 << width * (limit + 1)) - 1) // ((1 << width) - 1)
        self._sums = 1

    @property
    def colours(self) -> int:
        """The number of colours."""
        return len(self._limits)

    @staticmethod
    def width(limits: Tally, steps: Tally) -> int:
        """Return the number of bits of such a set."""
        return prod(limit + step + 1 for limit, step in zip(limits, steps, strict=True))

    def add(self, tallies: Collection[Tally], least: int, most: int) -> None:
        """Add from `least` to `most` tallies, each chosen from those given."""
        shifts = {self._place(tally) for tally in tallies}
        for number in range(most):
            grown = 0
            for shift in shifts:
                grown |= self._sums << shift
            grown &= self._mask
            before = self._sums
            self._sums = grown if number < least else before | grown
            if self._sums == before:
                # Once a step changes nothing, no further step does.
                break

    def _place(self, tally: Tally) -> int:
        return sum(map(mul, tally, self._widths))

    def __contains__(self, tally: Tally) -> bool:
        fits = all(count <= limit for count, limit in zip(tally, self._limits, strict=True))
        return fits and bool(self._sums >> self._place(tally) & 1)

    def __iter__(self) -> Iterator[Tally]:
        for place in bits(self._sums):
            tally = []
            for base in self._bases:
                place, count = divmod(place, base)
                tally.append(count)
            yield tuple(tally)


class Stock(NamedTuple):
    """A piece by its number, the tallies of colours that it can cover, and how many are used."""

    piece: int
    tallies: frozenset[Tally]
    least: int
    most: int


class Refutation(NamedTuple):
    """A proof by colouring that pieces cannot cover some cells: these cells, and their tally.

    `slots` has the stocks without those that exclude each other: one for all pieces of a choice.
    """

    colouring: Colouring
    cells: int
    board: Tally
    stocks: tuple[Stock, ...]
    slots: tuple[Stock, ...]


class Coverage:
    """Where pieces without colours fit on some cells, by shape instead of by placement.

    `shown` has the cells for each letter of the pieces (`Problem.shown`). With `zones`, each piece
    is placed on its own cells alone. The core, if it has the placements of the board, finds the
    same sooner.
    """

    def __init__(
        self,
        pieces: PieceSet,
        grid: Grid,
        cells: int,
        shown: Mapping[str, int],
        zones: Sequence[int] = (),
        compiled: CompiledProblem | None = None,
    ) -> None:
        self._grid, self._cells, self._compiled = grid, cells, compiled
        allowed = {letter: own & cells for letter, own in shown.items()}
        self._lying = [] if compiled is not None else list(lying(pieces, grid, allowed, zones))

    def tallies(self, colouring: Colouring) -> dict[int, set[Tally]]:
        """Return the tallies that each piece can cover, by its number; none if it fits nowhere."""
        found: dict[int, set[Tally]] = {}
        number, numbers = len(colouring.colours), colouring.numbers_on(self._grid)
        if self._compiled is not None:
            for piece, *own in self._compiled.tallies(self._cells, numbers, number):
                found.setdefault(piece, set()).add(tuple(own))
            return found
        classes = colouring.offset_classes(self._grid)
        for form, starts in self._lying:
            for alike in classes:
                if there := starts & alike:
                    # Placements in the same phase of the colouring cover the same tally.
                    counts = [0] * number
                    for cell in form.cells((there & -there).bit_length() - 1):
                        counts[numbers[cell]] += 1
                    found.setdefault(form.piece, set()).add(tuple(counts))
        return found


Left = tuple[int, ...]  # the numbers of the pieces left, ascending, repeated for each copy


def refute(
    pieces: PieceSet,
    grid: Grid,
    free: int,
    left: Left,
    *,
    shown: Mapping[str, int],
    zones: tuple[int, ...] = (),
    in_pairs: bool = False,
    compiled: CompiledProblem | None = None,
) -> Refutation | None:
    """Return a proof by colouring that pieces without colours cannot cover the free cells.

    If the free cells fall into regions, each region is tried, too. All colourings of the lattice
    are tried, the simplest first, or only those in two colours (`in_pairs`).
    """
    if not free:
        return None
    copies = Counter(left)
    # All pieces that must be used are needed for the whole; a region may take any of them.
    wholes = [(free, True)]
    regions = list(grid.regions(free, free))
    if len(regions) > 1:
        wholes += [(region, False) for region in regions]
    parts = [
        (cells, Coverage(pieces, grid, cells, shown, zones, compiled), needed)
        for cells, needed in wholes
    ]
    # A simple colouring of a region is a better argument than an odd one of the whole.
    for colouring in colourings_on(grid, in_pairs=in_pairs):
        for cells, coverage, needed in parts:
            board = tuple((cells & each).bit_count() for each in colouring.cells(grid))
            tallies = coverage.tallies(colouring)
            stocks = tuple(
                Stock(
                    number,
                    frozenset(tallies.get(number, ())),
                    max(pieces.needed[number] - pieces.counts[number] + count, 0) if needed else 0,
                    count,
                )
                for number, count in copies.items()
            )
            sums = sums_of(stocks, board)
            if sums is not None and board[: sums.colours] not in sums:
                slots: dict[int, Stock] = {}
                for number, own, least, most in stocks:
                    slot = pieces.slots[number]
                    if needed and pieces.pieces[slot].choice:
                        least = pieces.slots_needed[slot]
                    own |= slots[slot].tallies if slot in slots else own
                    slots[slot] = Stock(slot, own, least, most)
                return Refutation(colouring, cells, board, stocks, tuple(slots.values()))
    return None


def sums_of(stocks: Sequence[Stock], limits: Tally, most_work: int = MOST_WORK) -> Sums | None:
    """Return what the pieces can cover together; None if that is too much work.

    If every piece is used, the last colour is left out: it has the cells that the others leave. It
    is kept where pieces of a choice differ in size.
    """
    is_known = all(
        stock.least == stock.most and len(set(map(sum, stock.tallies))) < 2 for stock in stocks
    )
    kept = len(limits) - is_known
    limits = limits[:kept]
    columns = zip(*(tally[:kept] for stock in stocks for tally in stock.tallies), strict=True)
    steps = tuple(map(max, columns)) or (0,) * kept
    work = sum(stock.most * len(stock.tallies) for stock in stocks)
    if Sums.width(limits, steps) * work > most_work:
        return None
    sums = Sums(limits, steps)
    for stock in stocks:
        sums.add({tally[:kept] for tally in stock.tallies}, stock.least, stock.most)
    return sums


class ParityCheck:
    """Tells, in two colours at a time, whether all pieces left can cover the cells left.

    What the pieces left can cover depends only on the balance of the colour budget, and is kept.
    Pieces of one kind share what any of them can cover: that is a relaxation, which rules out less
    but never too much. The pieces have no colours, and all of them must be used.
    """

    def __init__(
        self,
        pieces: PieceSet,
        grid: Grid,
        shown: Mapping[str, int],
        budget: ColourBudget,
        zones: Sequence[int] = (),
    ) -> None:
        self._budget = budget
        # For each colouring: the white cells, and how many of them each kind of piece can cover.
        self._counts: list[tuple[int, dict[int, set[int]]]] = []
        coverage = Coverage(pieces, grid, shown[PLAIN], shown, zones)
        for colouring in colourings_on(grid, in_pairs=True):
            counts: dict[int, set[int]] = {}
            for piece, tallies in coverage.tallies(colouring).items():
                own = counts.setdefault(budget.kinds[piece], set())
                own.update(white for white, _ in tallies)
            # If each kind can only cover one number of white cells, the answer never changes.
            if any(len(own) > 1 for own in counts.values()):
                self._counts.append((colouring.cells(grid)[0], counts))
        self._sums = cache(self._add_up)

    def fits(self, free: int, balance: int) -> bool:
        """Return whether the pieces that the balance leaves may cover the free cells."""
        return all(sums >> (free & white).bit_count() & 1 for white, sums in self._sums(balance))

    def _add_up(self, balance: int) -> list[tuple[int, int]]:
        """Return the white cells of each colouring, and which numbers of them the pieces cover."""
        found = []
        for white, counts in self._counts:
            sums = 1
            for kind, copies in self._budget.left(balance):
                for _ in range(copies):
                    grown = 0
                    for count in counts.get(kind, ()):
                        grown |= sums << count
                    sums = grown
            found.append((white, sums))
        return found
