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
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import sub
from typing import NamedTuple

from kaleido.model.board import PLAIN
from kaleido.model.grid import Grid
from kaleido.model.lattices.lattice import Vector
from kaleido.model.piece_set import PieceSet
from kaleido.search.budget import ColourBudget
from kaleido.search.placement_table import list_placements, stencils
from kaleido.search.proofs.colourings import Colouring, colourings_in_pairs, colourings_of
from kaleido.search.proofs.sums import Sums, Tally

MOST_WORK = 1 << 24  # bits that adding up may touch; a colouring that needs more is left out


class Stock(NamedTuple):
    """A piece by its number, the tallies of colours that it can cover, and how many are used."""

    piece: int
    tallies: frozenset[Tally]
    least: int
    most: int


class Refutation(NamedTuple):
    """A proof by colouring that pieces cannot cover some cells: these cells, and their tally."""

    colouring: Colouring
    cells: int
    board: Tally
    stocks: tuple[Stock, ...]


class Coverage:
    """Where pieces without colours fit on some cells, by shape instead of by placement.

    With `zones`, each piece is placed on its own cells alone.
    """

    def __init__(self, pieces: PieceSet, grid: Grid, cells: int, zones: Sequence[int] = ()) -> None:
        self._grid = grid
        own = [cells & zone for zone in zones] or [cells] * len(pieces)
        # For each shape: its piece, where it can lie, and what it covers from there.
        self._places: list[tuple[int, int, Callable[[int], int]]] = []
        if grid.is_sheet:
            for stencil in stencils(pieces, grid):
                offsets = stencil.hits({PLAIN: own[stencil.piece]})
                self._places.append((stencil.piece, offsets, stencil.mask.__lshift__))
            return
        for piece, masks in _lying_shapes(pieces, grid):
            starts = sum(1 << start for start, mask in masks.items() if not mask & ~own[piece])
            self._places.append((piece, starts, masks.__getitem__))

    def tallies(self, colouring: Colouring) -> dict[int, set[Tally]]:
        """Return the tallies that each piece can cover, by its number; none if it fits nowhere."""
        found: dict[int, set[Tally]] = {}
        colours, classes = colouring.cells(self._grid), colouring.offset_classes(self._grid)
        for piece, offsets, covered_from in self._places:
            for alike in classes:
                if there := offsets & alike:
                    # Placements in the same phase of the colouring cover the same tally.
                    covered = covered_from((there & -there).bit_length() - 1)
                    own = tuple([(covered & each).bit_count() for each in colours])
                    found.setdefault(piece, set()).add(own)
        return found


@lru_cache(maxsize=16)
def _lying_shapes(pieces: PieceSet, grid: Grid) -> tuple[tuple[int, Mapping[int, int]], ...]:
    """Return each shape of pieces by the number of its piece: the cells that it can cover.

    These are sets by the number of the cell on which the first cell of the shape lies.
    """
    listing = list_placements(pieces, grid, {PLAIN: grid.all_cells})
    found: dict[tuple[int, tuple[Vector, ...]], dict[int, int]] = {}
    for piece, mask, (shown, _) in zip(listing.pieces, listing.masks, listing.shown, strict=True):
        first, *others = (grid.centres[cell] for cell, _ in shown)
        steps = tuple([tuple(map(sub, centre, first)) for centre in others])
        found.setdefault((piece, steps), {})[shown[0][0]] = mask
    return tuple((piece, masks) for (piece, _), masks in found.items())


Left = tuple[int, ...]  # the numbers of the pieces left, ascending, repeated for each copy


@lru_cache(maxsize=256)
def refute(
    pieces: PieceSet,
    grid: Grid,
    free: int,
    left: Left,
    *,
    zones: tuple[int, ...] = (),
    in_pairs: bool = False,
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
    parts = [(cells, Coverage(pieces, grid, cells, zones), needed) for cells, needed in wholes]
    # A simple colouring of a region is a better argument than an odd one of the whole.
    tried = colourings_in_pairs if in_pairs else colourings_of
    for colouring in tried(grid.lattice):
        if not colouring.fits(grid):
            continue
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
                return Refutation(colouring, cells, board, stocks)
    return None


def sums_of(stocks: Sequence[Stock], limits: Tally, most_work: int = MOST_WORK) -> Sums | None:
    """Return what the pieces can cover together; None if that is too much work.

    If every piece is used, the last colour is left out: it has the cells that the others leave.
    """
    kept = len(limits) - all(stock.least == stock.most for stock in stocks)
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

    def __init__(self, pieces: PieceSet, grid: Grid, cells: int, budget: ColourBudget) -> None:
        self._budget = budget
        # For each colouring: the white cells, and how many of them each kind of piece can cover.
        self._counts: list[tuple[int, dict[int, set[int]]]] = []
        coverage = Coverage(pieces, grid, cells)
        for colouring in colourings_in_pairs(grid.lattice):
            if not colouring.fits(grid):
                continue
            counts: dict[int, set[int]] = {}
            for piece, tallies in coverage.tallies(colouring).items():
                own = counts.setdefault(budget.kinds[piece], set())
                own.update(white for white, _ in tallies)
            # If each kind can only cover one number of white cells, the answer never changes.
            if any(len(own) > 1 for own in counts.values()):
                self._counts.append((colouring.cells(grid)[0], counts))
        self._sums = cache(self._add_up)

    @property
    def colourings(self) -> list[tuple[int, list[list[int]]]]:
        """The white cells of each colouring, and how many of them each kind of piece can cover."""
        kinds = range(len(self._budget.rows()))
        return [
            (white, [sorted(counts.get(kind, ())) for kind in kinds])
            for white, counts in self._counts
        ]

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
