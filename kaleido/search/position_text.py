"""Positions as text: a grid of letters, one for each piece on the board."""

import string
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kaleido.base.errors import PlacingError
from kaleido.base.text import either, is_line, plural, quote
from kaleido.model.board import HOLE
from kaleido.model.grid import bits
from kaleido.model.lattices.lattice import LAYER
from kaleido.model.names import cell_name, player_name
from kaleido.model.piece_set import piece_letters
from kaleido.model.placement import Placement
from kaleido.search.budget import letters_of
from kaleido.search.placement_table import list_placements
from kaleido.search.problem import Problem
from kaleido.search.state import State

OPEN = "."  # the sign of a cell on which no piece lies
CLOSED = "#"  # the sign of a hole in the board

_MARKED = "".join(map(chr, (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)))) + "¹²³⁴⁵⁶⁷⁸⁹⁰₀₁₂₃₄₅₆₇₈₉ℚ"
_BETWEEN = str.maketrans("", "", " ,;\t")
_OF_BOARDS = frozenset(f"{OPEN}{CLOSED}/oxrybXRYB1234")  # the signs of boards without pieces
_SPARE = string.ascii_letters + string.digits + _MARKED


def _unmarked(letter: str) -> str:
    """Return a letter without its accent, and a raised or lowered digit as an ordinary one."""
    return unicodedata.normalize("NFKD", letter)[0]


def parse_position(text: str, problem: Problem) -> tuple[Placement, ...]:
    """Read the pieces on a board, in reading order and without givens; see `Position.parse`."""
    return _Reader(problem).placements(list(_regions(_rows(text, problem), problem)))


def format_position(state: State) -> str:
    """Return a board as text that `parse_position` reads, on one line.

    Each piece is written with its own letter. A copy beside another copy gets the letter with an
    accent, so that it is not read as a piece of the same shape.
    """
    problem, grid = state.problem, state.problem.grid
    letters = piece_letters(problem.pieces)
    own = set(letters.values())
    marked = {letter: [each for each in _MARKED if _unmarked(each) == letter] for letter in own}
    spare = [each for each in _SPARE if not own & {each, _unmarked(each)}]
    written: dict[str, int] = {}
    for placement in problem.placements(state.path):
        mask = grid.cell_bits(placement.cells)
        around = grid.spread(mask)
        first = letters.get(placement.piece, "")
        wanted = (first, *marked.get(first, ()), *spare)
        letter = next(each for each in wanted if each and not written.get(each, 0) & around)
        written[letter] = written.get(letter, 0) | mask
    signs = [OPEN if problem.pattern.mask >> cell & 1 else CLOSED for cell in range(grid.size)]
    for letter, mask in written.items():
        for cell in bits(mask):
            signs[cell] = letter
    rows = ["".join(signs[row * grid.cols : (row + 1) * grid.cols]) for row in range(grid.rows)]
    depth = grid.rows // problem.pattern.layers
    return LAYER.join("/".join(rows[start : start + depth]) for start in range(0, grid.rows, depth))


@dataclass
class _Region:
    """Cells of one letter that touch, and the placements that may be meant."""

    letter: str
    mask: int
    name: str
    options: list[int]

    def __str__(self) -> str:
        return f"{quote(self.letter)} at {self.name} ({plural(self.mask.bit_count(), 'cell')})"


class _Reader:
    """Determines which piece each region is."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.letters = piece_letters(problem.pieces)
        self.names = [piece.name for piece in problem.pieces]
        self.left = Counter(dict(zip(self.names, problem.pieces.counts, strict=True)))
        self.left.subtract(self.piece(number) for number in problem.givens)
        self.seen: dict[str, list[_Region]] = {}

    def piece(self, number: int) -> str:
        """Return the name of a placement's piece."""
        return self.names[self.problem.piece_numbers[number]]

    def called(self, name: str) -> str:
        """Return the players' name of a piece, with the article."""
        return f"the {player_name(self.problem.pieces, name)}"

    def narrow(self, region: _Region) -> None:
        """Keep the options of a region that its letter allows."""
        named = {letter: name for name, letter in reversed([*self.letters.items()])}
        own = named.get(region.letter) or named.get(_unmarked(region.letter))
        letter = self.letters.get(own or "")
        meant = [each for each in region.options if self.letters.get(self.piece(each)) == letter]
        if own is not None and not meant and self.problem.pieces.is_plain:
            raise PlacingError(f"{region} is not {self.called(own)}")
        if not region.options:
            raise PlacingError(f"{region} {_no_piece(region, self.problem)}")
        region.options = meant or region.options

    def placements(self, regions: list[_Region]) -> tuple[Placement, ...]:
        """Return the placements of regions, one by one as their pieces become clear."""
        for region in regions:
            self.narrow(region)
        chosen: dict[int, int] = {}
        waiting = list(regions)
        while waiting:
            for region in waiting:
                pieces = dict.fromkeys(map(self.piece, region.options))
                possible = [name for name in pieces if self.left[name] > 0]
                if len(pieces) == 1 or len(possible) <= 1:
                    break
            else:
                region = waiting[0]
                pieces = dict.fromkeys(map(self.piece, region.options))
                possible = [name for name in pieces if self.left[name] > 0]
                ways = either(self.letters.get(name, name) for name in possible)
                called = either(map(self.called, possible))
                raise PlacingError(f"{region} may be {called}: write {ways}")
            if not possible:
                piece = next(iter(pieces))
                earlier = self.seen.get(piece)
                where = f"at {earlier[-1].name}" if earlier else "on the board"
                raise PlacingError(f"{region} is {self.called(piece)}, which lies {where} already")
            self.left[possible[0]] -= 1
            self.seen.setdefault(possible[0], []).append(region)
            numbers = (each for each in region.options if self.piece(each) == possible[0])
            chosen[region.mask] = next(numbers)
            waiting.remove(region)
        return self.problem.placements(chosen[region.mask] for region in regions)


def _signs(text: str) -> list[str]:
    """Return the signs of each row of a text; blanks and commas may be drawn between cells."""
    lines = (line.strip() for line in text.removeprefix("\ufeff").splitlines())
    kept = [line for line in lines if line and not line.startswith("# ")]
    return [row.translate(_BETWEEN) for row in "/".join(kept).split("/")]


def looks_like_position(text: str) -> bool:
    """Return whether a text has the form of a position on some board, in letters or as JSON.

    Examples
    --------
    >>> looks_like_position("lll./l..."), looks_like_position("oo./.oo")
    (True, False)
    """
    if text.lstrip()[:1] in ("{", "["):
        return '"placements"' in text
    rows = [row for row in _signs(text) if row]
    signs = {*"".join(rows)}
    is_grid = len(rows) > 1 and len({*map(len, rows)}) == 1 and OPEN in signs
    return is_grid and signs.isdisjoint("@:?[") and not signs <= _OF_BOARDS


def _rows(text: str, problem: Problem) -> list[str]:
    """Return the rows of a text, with the size of the board."""
    grid = problem.grid
    # Nothing is drawn between layers.
    rows = [row for row in _signs(text) if row or grid.lattice.is_flat]
    if not any(rows):
        raise PlacingError(f"there is no position in {quote(text)}: expected {grid.rows} rows")
    for number, row in enumerate(rows, start=1):
        if len(row) != grid.cols:
            raise PlacingError(
                f"row {number} {quote(row)} of the position has {plural(len(row), 'cell')}, "
                f"expected {grid.cols}"
            )
    if len(rows) != grid.rows:
        raise PlacingError(
            f"the position {quote(text)} has {plural(len(rows), 'row')}, expected {grid.rows}"
        )
    return rows


def _regions(rows: list[str], problem: Problem) -> Iterator[_Region]:
    """Yield the regions of a position in reading order, except those that the board shows."""
    grid, board = problem.grid, problem.pattern
    cells: dict[str, int] = {}
    for row, line in enumerate(rows):
        for col, sign in enumerate(line):
            name = cell_name((row, col))
            if not is_line(sign):
                raise PlacingError(f"{quote(sign)} at {name} of the position is no letter")
            if board.colour(row, col) == HOLE:
                if sign not in (OPEN, CLOSED):
                    raise PlacingError(f"{quote(sign)} at {name} lies on a hole of the board")
            elif sign == CLOSED:
                raise PlacingError(f"{quote(sign)} at {name} is no hole of the board")
            elif sign != OPEN:
                cells[sign] = cells.get(sign, 0) | 1 << row * grid.cols + col
    by_mask: dict[int, list[int]] = {}
    for number, mask in enumerate(problem.masks):
        if problem.is_blank(number):
            break  # they come last
        by_mask.setdefault(mask, []).append(number)
    shown = {problem.masks[number] for number in problem.givens}
    found = [
        (mask, letter) for letter, whole in cells.items() for mask in grid.regions(whole, whole)
    ]
    for mask, letter in sorted(found, key=lambda each: each[0] & -each[0]):
        if mask not in shown:
            yield _Region(letter, mask, cell_name(next(grid.cells(mask))), by_mask.get(mask, []))


def _no_piece(region: _Region, problem: Problem) -> str:
    """Return the reason why no piece covers a region."""
    anywhere = dict.fromkeys(letters_of(problem.pieces), problem.pattern.mask)
    table, _ = list_placements(problem.pieces, problem.grid, anywhere)
    if region.mask not in table.masks:
        return "has the shape of no piece"
    cells = "".join(problem.pattern.rows)
    colours = "".join(cells[cell] for cell in bits(region.mask))
    return f"lies on the colours {colours}, which no piece of this shape shows so"
