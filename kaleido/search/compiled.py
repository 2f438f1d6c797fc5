"""Problems in the compiled core, the library in `core/`.

They are passed in two parts, each as one array of numbers: the pieces on an empty grid, which all
boards of one size share, and the board.
"""

import ctypes
from array import array
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from operator import sub
from threading import Lock

from kaleido.model.board import Board
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices.lattice import Vector
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import BLANK
from kaleido.search.budget import LETTERS, ColourBudget, budget_of, letters_of
from kaleido.search.core import load_core
from kaleido.search.core.codes import LARGE
from kaleido.search.placement_table import PlacementTable, shapes

_WORD = 64

_ROOM = 1024
"""For how many numbers there is room when the core is asked for a list; it says if that is less."""


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
        "problem_counts": (None, [pointer, pointer]),
        "problem_table": (None, [pointer] * 5),
        "problem_tallies": (size, [pointer] * 3 + [size, pointer, size]),
        "problem_maps": (ctypes.c_int32, [pointer, pointer]),
        "search_new": (pointer, [pointer, *[pointer, size] * 3]),
        "search_delete": (None, [pointer]),
        "search_run": (ctypes.c_int32, [pointer, number]),
        "search_counts": (None, [pointer, pointer]),
        "search_solution": (size, [pointer, pointer, size]),
        "enumeration_new": (pointer, [pointer, pointer, size]),
        "enumeration_delete": (None, [pointer]),
        "enumeration_estimate": (ctypes.c_double, [pointer, number, number]),
        "enumeration_run": (ctypes.c_int32, [pointer, number, number]),
        "enumeration_counts": (ctypes.c_double, [pointer, pointer]),
        "sets_new": (pointer, [pointer, size]),
        "sets_delete": (None, [pointer]),
        "sweep_new": (pointer, [pointer, pointer, size]),
        "sweep_delete": (None, [pointer]),
        "sweep_run": (ctypes.c_int32, [pointer, number]),
        "sweep_counts": (ctypes.c_double, [pointer, pointer]),
        "sweep_found": (size, [pointer, pointer, size]),
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
        self.frombytes(numbers.to_bytes(4 * length_of_set(size), "little"))

    def list(self, numbers: Sequence[int]) -> None:
        """Add a list of numbers after its length."""
        self.append(len(numbers))
        self.extend(numbers)


def length_of_set(size: int) -> int:
    """Return how many numbers of 32 bits a set of numbers below `size` takes, in whole words."""
    return 2 * -(-size // _WORD)


def zeros(code: str, count: int) -> array:  # type: ignore[type-arg]
    """Return an array for numbers from the core; arrays of ctypes need a type for each length."""
    try:
        return array(code, [0]) * count
    except OverflowError:  # a core without memory asks for the largest number there is
        raise MemoryError("the core has no memory left for numbers") from None


def piece_numbers(pieces: PieceSet, grid: Grid, budget: ColourBudget) -> Numbers:
    """Return what the core reads of a set of pieces on an empty grid."""
    numbers = Numbers("i", [grid.cols, grid.size, grid.all_edges.bit_length(), len(LETTERS)])
    numbers.append(any(pieces.needed))
    kinds = budget.rows()
    numbers.append(len(kinds))
    for kind in kinds:
        numbers.extend((kind.copies, kind.spare, kind.size, kind.is_blank))
        numbers.extend(kind.front)
        numbers.extend(kind.back)
    numbers.append(len(pieces))
    each = zip(pieces, budget.kinds, budget.costs, pieces.counts, pieces.slots, strict=True)
    for piece, kind_number, costs, count, slot in each:
        first, *_ = kinds[kind_number].costs
        turned = (costs[0] != first) | (costs[-1] != first) << 1
        is_item = count == pieces.slots_needed[slot] == 1
        numbers.extend((kind_number, count == 1, is_item, piece.name == BLANK, slot, turned))
    steps = grid.steps(0)
    numbers.append(len(steps))
    for distance, cells in steps:
        numbers.append(distance)
        numbers.set(cells, grid.size)
    numbers += (_on_sheet if grid.is_sheet and not pieces.marks else _on_lattice)(pieces, grid)
    return numbers


class CompiledPieces:
    """A set of pieces on an empty grid, in the core."""

    def __init__(self, pieces: PieceSet, numbers: Numbers) -> None:
        self.number = len(pieces)
        self._core = core()
        self.handle = self._core.kaleido_pieces_new(*numbers.buffer_info())
        if not self.handle:
            raise MemoryError("the core has no memory for the pieces")

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._core.kaleido_pieces_delete(self.handle)


def _on_sheet(pieces: PieceSet, grid: Grid) -> Numbers:
    """Return the fixed forms of the pieces in the top left corner, and how far they move."""
    numbers, count = Numbers("i"), 0
    *_, first_upright = grid.cell_sides[0]
    for piece, face, shape in shapes(pieces):
        down, across = grid.rows - shape.height + 1, grid.cols - shape.width + 1
        if down > 0 and across > 0:
            sides = list(bits(grid.border(shape.cells)))
            level = [side for side in sides if side < first_upright]
            numbers.extend((piece, face, down, across))
            numbers.list([row * grid.cols + col for row, col in shape.cells])
            numbers.list([LETTERS.index(letter) for letter in shape.colours])
            numbers.list(level)
            numbers.list(sides[len(level) :])
            count += 1
    return Numbers("i", [1, count, *numbers])


def _on_lattice(pieces: PieceSet, grid: Grid) -> Numbers:
    """Return where the cells lie, and the fixed forms as offsets from a cell of one kind."""
    letters = letters_of(pieces)
    # Several turns of a piece with marks may give the same cells. Along one more axis, on which
    # every cell comes again after 1, the core compares placements as it does around a seam.
    more = [0] * bool(pieces.marks)
    numbers = Numbers("i", [0, len(grid.centres[0]) + len(more)])
    if grid.lattice.is_square:
        # Forms lie from their corners on, and coordinates wrap around.
        numbers.extend((grid.rows * grid.wraps_rows, grid.cols * grid.wraps_cols))
        centres: Sequence[Vector] = [divmod(cell, grid.cols) for cell in range(grid.size)]
    else:
        numbers.extend(0 for _ in grid.centres[0])
        centres = grid.centres
    numbers.extend(1 for _ in more)
    kinds: dict[Vector, int] = {}

    def kind(centre: Vector) -> int:
        return kinds.setdefault(grid.lattice.kind_of(centre), len(kinds))

    for centre, sides in zip(centres, grid.cell_sides, strict=True):
        numbers.extend((*centre, *more, kind(centre)))
        numbers.list(sides)
    forms = list(shapes(pieces))
    numbers.append(len(forms))
    for piece, face, shape in forms:
        own: Sequence[Vector] = shape.cells if grid.lattice.is_square else shape.centres
        first = (0, 0) if grid.lattice.is_square else own[0]
        numbers.extend((piece, face, kind(own[0])))
        numbers.list([letters.index(letter) for letter in shape.colours])
        for centre in own:
            numbers.extend((*map(sub, centre, first), *more))
    return numbers


@lru_cache(maxsize=16)
def compiled_pieces(pieces: PieceSet, grid: Grid, counts_colours: bool) -> CompiledPieces:
    """Return a set of pieces on a grid in the core; the last ones are kept."""
    return CompiledPieces(pieces, piece_numbers(pieces, grid, budget_of(pieces, counts_colours)))


def board_numbers(
    board: Board,
    *,
    implied: int,
    checks_regions: bool,
    counts: Mapping[str, int],
    shown: Sequence[int],
    zones: Sequence[int],
    colourings: Sequence[int],
) -> Numbers:
    """Return what the core reads of a board: see `Problem`, whose attributes have these names."""
    grid = board.grid
    numbers = Numbers("i", [LARGE])
    for cells in (board.mask, board.blanks):
        numbers.set(cells, grid.size)
    numbers.set(implied, grid.all_edges.bit_length())
    numbers.append(checks_regions)
    numbers.extend(counts.get(letter, 0) for letter in LETTERS)
    for cells in shown:
        numbers.set(cells, grid.size)
    numbers.append(len(zones))
    for zone in zones:
        numbers.set(zone, grid.size)
    numbers.append(len(colourings))
    for white in colourings:
        numbers.set(white, grid.size)
    return numbers


def _sets(count: int, size: int) -> ctypes.Array[ctypes.c_uint64]:
    return (ctypes.c_uint64 * (count * -(-size // _WORD)))()


def _read_sets(words: ctypes.Array[ctypes.c_uint64], size: int) -> list[int]:
    if size <= _WORD:
        return list(words)
    raw, step = bytes(words), -(-size // _WORD) * (_WORD // 8)
    return [int.from_bytes(raw[at : at + step], "little") for at in range(0, len(raw), step)]


class CompiledProblem:
    """A problem in the core."""

    def __init__(self, pieces: CompiledPieces, numbers: Numbers) -> None:
        self._pieces = pieces
        self._core = core()
        # The core caches its results on a problem, so searches of other threads take turns.
        self.lock = Lock()
        self.handle = self._core.kaleido_problem_new(pieces.handle, *numbers.buffer_info())
        if not self.handle:
            raise MemoryError("the core has no memory for the problem")
        self._number: int = self._core.kaleido_problem_placements(self.handle)

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._core.kaleido_problem_delete(self.handle)

    def __len__(self) -> int:
        return self._number

    @property
    def counts(self) -> list[int]:
        """How many placements each piece has."""
        counts = zeros("I", self._pieces.number)
        self._core.kaleido_problem_counts(self.handle, counts.buffer_info()[0])
        return counts.tolist()

    def table(self, grid: Grid) -> tuple[PlacementTable, list[int]]:
        """Return all placements, and those that cover each cell unless there are many."""
        number, sides = len(self), grid.all_edges.bit_length()
        faces = (ctypes.c_uint8 * number)()
        cells, borders = _sets(number, grid.size), _sets(number, sides)
        options = _sets(grid.size if number < LARGE else 0, number)
        self._core.kaleido_problem_table(self.handle, faces, cells, borders, options)
        pieces = [piece for piece, count in enumerate(self.counts) for _ in range(count)]
        read = _read_sets(cells, grid.size), _read_sets(borders, sides)
        return PlacementTable(pieces, list(faces), *read), _read_sets(options, number)

    def tallies(self, cells: int, colours: Sequence[int], number: int) -> list[tuple[int, ...]]:
        """Return the tallies of the placements on some cells, each after the number of its piece.

        The colour of each cell of the grid is below `number`.
        """
        within, own = Numbers("i"), array("I", colours)
        within.set(cells, len(colours))
        asked = self.handle, within.buffer_info()[0], own.buffer_info()[0], number
        found, size = array("I"), _ROOM
        while size > len(found):
            found = zeros("I", size)
            size = self._core.kaleido_problem_tallies(*asked, *found.buffer_info())
        return list(zip(*[iter(found[:size])] * (1 + number), strict=True))

    def maps(self, symmetry: Sequence[int]) -> bool:
        """Return whether images of cells may map the placements of each piece to those of one."""
        cells = (ctypes.c_uint32 * len(symmetry))(*symmetry)
        return bool(self._core.kaleido_problem_maps(self.handle, cells))
