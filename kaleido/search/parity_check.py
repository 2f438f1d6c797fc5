"""Parity during a search: whether the pieces left can still cover the white cells left."""

from functools import cache

from kaleido.model.grid import Grid
from kaleido.model.piece_set import PieceSet
from kaleido.search.budget import ColourBudget
from kaleido.search.colourings import colourings_in_pairs
from kaleido.search.coverage import Coverage


class ParityCheck:
    """Tells, in two colours at a time, whether all pieces left can cover the cells left.

    What the pieces left can cover depends on the balance of the colour budget alone, and is kept.
    Pieces of one kind share what any of them can cover: that is a relaxation, which rules out less
    but never too much.

    Parameters
    ----------
    pieces : PieceSet
        Pieces without colours, all of which must be used.
    grid : Grid
    cells : int
        The cells of the board.
    budget : ColourBudget
    """

    def __init__(self, pieces: PieceSet, grid: Grid, cells: int, budget: ColourBudget) -> None:
        self._budget = budget
        self._whites: list[int] = []
        self._counts: list[dict[int, set[int]]] = []
        coverage = Coverage(pieces, grid, cells)
        for colouring in colourings_in_pairs(grid.lattice):
            if not colouring.fits(grid):
                continue
            counts: dict[int, set[int]] = {}
            for piece, tallies in coverage.tallies(colouring).items():
                own = counts.setdefault(budget.kinds[piece], set())
                own.update(white for white, _ in tallies)
            # If each kind covers one number only, what holds at the start holds throughout.
            if any(len(own) > 1 for own in counts.values()):
                self._whites.append(colouring.cells(grid)[0])
                self._counts.append(counts)
        self._sums = cache(self._add_up)

    @property
    def colourings(self) -> list[tuple[int, list[list[int]]]]:
        """The white cells of each colouring, and how many of them each kind of piece can cover."""
        kinds = range(len(self._budget.rows()))
        return [
            (white, [sorted(counts.get(kind, ())) for kind in kinds])
            for white, counts in zip(self._whites, self._counts, strict=True)
        ]

    def fits(self, free: int, balance: int) -> bool:
        """Return whether the pieces that the balance leaves may cover the free cells."""
        for white, sums in zip(self._whites, self._sums(balance), strict=True):
            if not sums >> (free & white).bit_count() & 1:
                return False
        return True

    def _add_up(self, balance: int) -> tuple[int, ...]:
        """Return, for each colouring, the numbers of white cells that the pieces cover, as bits."""
        found = []
        for counts in self._counts:
            sums = 1
            for kind, copies in self._budget.left(balance):
                for _ in range(copies):
                    grown = 0
                    for count in counts.get(kind, ()):
                        grown |= sums << count
                    sums = grown
            found.append(sums)
        return tuple(found)
