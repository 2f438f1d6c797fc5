"""Problems in the compiled core, the library in `core/`.

They are handed over in two parts, each as one array of numbers: the pieces on an empty grid, which
all boards of one size share, and the board.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache

from kaleido.core import load_core
from kaleido.model.board import Board
from kaleido.model.grid import Grid, bits
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import BLANK
from kaleido.search.budget import LETTERS, ColourBudget, budget_of
from kaleido.search.placement_table import list_placements
from kaleido.search.stencils import shapes

_WORD = 64


@cache
def core() -> ctypes.CDLL:
    """Return the library, its functions with their types."""
    found = load_core()
    if found is None:
        raise RuntimeError("the compiled core is not there")
    pointer, size, number = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_uint64
    signatures: dict[str, tuple[object, list[object]]] = {
        "pieces_new": (pointer, [pointer, size]),
        "pieces_delete": (None, [pointer]),
        "problem_new": (pointer, [pointer, pointer, size]),
        "problem_delete": (None, [pointer]),
        "problem_placements": (size, [pointer]),
        "problem_placement": (size, [pointer, size, pointer, size]),
        "search_new": (pointer, [pointer, pointer, pointer, size]),
        "search_delete": (None, [pointer]),
        "search_run": (ctypes.c_int32, [pointer, number]),
        "search_counts": (None, [pointer, pointer]),
        "search_solution": (size, [pointer, pointer, size]),
        "search_events": (ctypes.POINTER(ctypes.c_int32), [pointer, ctypes.POINTER(size)]),
    }
    for name, (answer, arguments) in signatures.items():
        function = getattr(found, f"kaleido_{name}")
        function.restype, function.argtypes = answer, arguments
    return found


class Numbers(array):  # type: ignore[type-arg]
    """Numbers of 32 bits for the core, one after the other: ``Numbers("i")``."""

    def set(self, numbers: int, size: int) -> None:
        """Add a set of numbers below `size`, in whole words."""
        self.frombytes(numbers.to_bytes(-(-size // _WORD) * (_WORD // 8), "little"))

    def list(self, numbers: Sequence[int]) -> None:
        """Add a list of numbers after its length."""
        self.append(len(numbers))
        self.extend(numbers)


class CompiledPieces:
    """A set of pieces on an empty grid, in the core."""

    def __init__(self, pieces: PieceSet, grid: Grid, budget: ColourBudget) -> None:
        numbers = Numbers("i", [grid.cols, grid.size, grid.all_edges.bit_length(), len(LETTERS)])
        numbers.append(any(pieces.needed))
        kinds = budget.rows()
        numbers.append(len(kinds))
        for kind in kinds:
            numbers.extend((kind.copies, kind.spare, kind.size, kind.is_blank))
            numbers.extend(kind.front)
            numbers.extend(kind.back)
        numbers.append(len(pieces))
        each = zip(pieces, budget.kinds, budget.costs, pieces.counts, pieces.needed, strict=True)
        for piece, kind_number, costs, count, needed in each:
            first, *_ = kinds[kind_number].costs
            turned = (costs[0] != first) | (costs[-1] != first) << 1
            is_item = count == needed == 1
            numbers.extend((kind_number, count == 1, is_item, piece.name == BLANK, turned))
        steps = grid.steps(0)
        numbers.append(len(steps))
        for distance, cells in steps:
            numbers.append(distance)
            numbers.set(cells, grid.size)
        numbers.extend(_forms(pieces, grid))
        self._core = core()
        self.handle = self._core.kaleido_pieces_new(*numbers.buffer_info())
        if not self.handle:
            raise MemoryError("the core has no memory for the pieces")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._core.kaleido_pieces_delete(self.handle)


def _forms(pieces: PieceSet, grid: Grid) -> Iterator[int]:
    """Yield the fixed forms of the pieces, and where on the grid they may be moved."""
    letter_numbers = {letter: number for number, letter in enumerate(LETTERS)}
    forms: list[list[int]] = []

    def add(head: Sequence[int], shown: Sequence[tuple[int, str]], border: int, split: int) -> None:
        cells = [cell for cell, _ in shown]
        letters = [letter_numbers[letter] for _, letter in shown]
        sides = list(bits(border))
        level = [side for side in sides if side < split]
        upright = sides[len(level) :]
        form = list(head)
        for part in (cells, letters, level, upright):
            form += [len(part), *part]
        forms.append(form)

    if grid.is_sheet:
        *_, first_upright = grid.cell_sides[0]
        for piece, face, shape in shapes(pieces):
            down, across = grid.rows - shape.height + 1, grid.cols - shape.width + 1
            if down > 0 and across > 0:
                shown = [(row * grid.cols + col, letter) for (row, col), letter in shape.coloured()]
                border = grid.border(shape.cells)
                add((piece, face, down, across), shown, border, first_upright)
    else:
        listing = list_placements(pieces, grid, dict.fromkeys(LETTERS, grid.all_cells))
        for piece, face, border, (shown_, offset) in zip(
            listing.pieces, listing.faces, listing.borders, listing.shown, strict=True
        ):
            shown = [(cell + offset, letter) for cell, letter in shown_]
            add((piece, face, 1, 1), shown, border, border.bit_length())
    yield len(forms)
    for form in forms:
        yield from form


@lru_cache(maxsize=16)
def compiled_pieces(pieces: PieceSet, grid: Grid, counts_colours: bool) -> CompiledPieces:
    """Return a set of pieces on a grid in the core; the last ones are kept."""
    return CompiledPieces(pieces, grid, budget_of(pieces, counts_colours))


class CompiledProblem:
    """A problem in the core: see `Problem`, whose attributes have the names of these."""

    def __init__(
        self,
        pieces: CompiledPieces,
        board: Board,
        *,
        implied: int,
        checks_regions: bool,
        counts: Mapping[str, int],
        shown: Mapping[str, int],
        zones: Sequence[int],
        colourings: Sequence[tuple[int, Sequence[Sequence[int]]]],
    ) -> None:
        grid = board.grid
        numbers = Numbers("i")
        for cells in (board.mask, board.blanks):
            numbers.set(cells, grid.size)
        numbers.set(implied, grid.all_edges.bit_length())
        numbers.append(checks_regions)
        numbers.extend(counts.get(letter, 0) for letter in LETTERS)
        for letter in LETTERS:
            numbers.set(shown.get(letter, 0), grid.size)
        numbers.append(len(zones))
        for zone in zones:
            numbers.set(zone, grid.size)
        numbers.append(len(colourings))
        for white, whites in colourings:
            numbers.set(white, grid.size)
            for own in whites:
                numbers.list(own)
        self._pieces = pieces
        self._core = core()
        self.handle = self._core.kaleido_problem_new(pieces.handle, *numbers.buffer_info())
        if not self.handle:
            raise MemoryError("the core has no memory for the problem")
        self._room = (ctypes.c_int32 * (3 + grid.size))()

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._core.kaleido_problem_delete(self.handle)

    def __len__(self) -> int:
        return int(self._core.kaleido_problem_placements(self.handle))

    def placement(self, number: int) -> tuple[int, int, list[int]]:
        """Return the numbers of a placement's piece, of its face and of its cells."""
        room = self._room
        size = self._core.kaleido_problem_placement(self.handle, number, room, len(room))
        piece, face, _, *cells = room[:size]
        return piece, face, cells
