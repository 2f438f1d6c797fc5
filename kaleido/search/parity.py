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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from kaleido.model.board import Board
from kaleido.model.grid import Grid
from kaleido.model.piece_set import PieceSet
from kaleido.search.colourings import Colouring, colourings_in_pairs, colourings_of
from kaleido.search.coverage import Coverage
from kaleido.search.sums import Sums, Tally

MOST_WORK = 1 << 24
"""The most bits that adding up may touch; beyond that a colouring is left out."""


class Stock(NamedTuple):
    """A piece, what it can cover, and how many of it there are.

    Attributes
    ----------
    piece : int
        The number of the piece in its set.
    tallies : frozenset of tuple of int
        The tallies of the colours that it can cover somewhere on the board.
    least, most : int
        How many of it a solution uses.
    """

    piece: int
    tallies: frozenset[Tally]
    least: int
    most: int


@dataclass(frozen=True)
class Refutation:
    """A proof by colouring that pieces cannot cover a set of cells.

    Attributes
    ----------
    colouring : Colouring
    cells : int
        The cells that must be covered.
    board : tuple of int
        How many of these cells have each colour.
    stocks : tuple of Stock
        The pieces, and what each covers.
    """

    colouring: Colouring
    cells: int
    board: Tally
    stocks: tuple[Stock, ...]


Left = tuple[int, ...]
"""The numbers of the pieces left, ascending, repeated for each copy."""


def refute_board(board: Board, pieces: PieceSet) -> Refutation | None:
    """Return a proof by colouring that pieces without colours cannot cover a board, if one works.

    No placement is listed, so that this is fast on large boards, too. Pieces that the board shows
    in place are not looked at. Where cells may stay empty, no proof is sought.

    Examples
    --------
    >>> from kaleido.library import named_set
    >>> proof = refute_board(Board.parse("4x5"), named_set("tetrominoes"))
    >>> proof.colouring.name, proof.board
    ('chequer', (10, 10))
    """
    every = tuple(number for number, count in enumerate(pieces.counts) for _ in range(count))
    has_parity = pieces.is_plain and not board.blanks
    return refute(pieces, board.grid, board.mask, every) if has_parity else None


@lru_cache(maxsize=256)
def refute(
    pieces: PieceSet,
    grid: Grid,
    free: int,
    left: Left,
    *,
    in_pairs: bool = False,
) -> Refutation | None:
    """Return a proof by colouring that pieces cannot cover the free cells of a board.

    If the free cells fall into regions, each of them is looked at, too.

    Parameters
    ----------
    pieces : PieceSet
        Pieces without colours.
    grid : Grid
    free : int
        The cells that must be covered.
    left : tuple of int
        The numbers of the pieces left, repeated for each copy.
    in_pairs : bool, optional
        Whether to try colourings in two colours alone; by default, all of the lattice are tried,
        the simplest first.
    """
    if not free:
        return None
    copies = Counter(left)
    # Pieces that must be used are needed for the whole; for a region, some are enough.
    wholes = [(free, True)]
    regions = list(grid.regions(free, free))
    if len(regions) > 1:
        wholes += [(region, False) for region in regions]
    parts = [(cells, Coverage(pieces, grid, cells), needed) for cells, needed in wholes]
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
            if not _adds_up(stocks, board):
                return Refutation(colouring, cells, board, stocks)
    return None


def _adds_up(stocks: Sequence[Stock], board: Tally) -> bool:
    """Return whether some choice adds up to a tally, or True if that is too much work to tell."""
    sums = sums_of(stocks, board)
    return sums is None or board[: sums.colours] in sums


def sums_of(stocks: Sequence[Stock], limits: Tally, most_work: int = MOST_WORK) -> Sums | None:
    """Return what the pieces can cover together; None if that is too much work.

    Where every piece is used, the last colour is left out: it has the cells that the others leave.
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
