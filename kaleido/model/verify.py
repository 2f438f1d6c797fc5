"""The verifier: checks whether placements solve a pattern, independently of the search.

On squares it shares nothing with the search but the drawings of the pieces: it counts cells,
colours and pieces itself and turns the drawings itself. Of other lattices it takes where cells lie
and which of them touch, and turns the drawings by their distances.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, reduce
from itertools import combinations, product, repeat
from operator import attrgetter, or_, sub
from typing import NamedTuple

from kaleido.base.arguments import check_type
from kaleido.base.errors import SolutionError
from kaleido.base.text import plural, quote
from kaleido.base.words import say
from kaleido.model.board import EDGE, HOLE, PLAIN, Board
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Place, Vector
from kaleido.model.layout import drawing
from kaleido.model.names import cell_name, piece_labels
from kaleido.model.orientation import Orientation
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import Face, Piece
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement

Location = tuple[float, ...]  # a point in the plane or in space

_DIGITS = 6
_MILLION = 10**_DIGITS

_FAR = 1 << 20
"""After how many rows a board comes again that does not: more than it has cells."""

_COLOUR_BITS = 3
"""How many bits a letter takes in a number for pieces with colours; for others it is one."""

_DIGIT_OF = {letter: digit for digit, letter in enumerate((HOLE, *COLOURS))}
_OTHER_ON_PIECES, _OTHER_ON_BOARDS = 6, 7  # two digits, so that other letters are never equal
_PIECE_DIGITS = {
    1: defaultdict(lambda: 1),
    _COLOUR_BITS: defaultdict(lambda: _OTHER_ON_PIECES, _DIGIT_OF),
}
_BOARD_DIGITS = {
    1: defaultdict(lambda: "1", {ord(HOLE): "0"}),
    _COLOUR_BITS: defaultdict(
        lambda: str(_OTHER_ON_BOARDS),
        {ord(letter): str(digit) for letter, digit in _DIGIT_OF.items()},
    ),
}
"""The digit of each letter of a piece and of a board, by how many bits a letter takes."""

_KEPT_CELLS = 1 << 11
"""The numbers of cells are remembered for a table of as many at most."""

_KEPT_LOOKS = 1 << 8
"""How many ways in which a face was seen to lie are remembered."""

_name_of = attrgetter("piece")
_face_of = attrgetter("piece", "face")
_cells_of = attrgetter("cells")

_Shape = tuple[tuple[int, ...], str]
"""The spots of cells as seen from the first of them, and their letters."""


def find_faults(
    board: Board, placements: Iterable[Placement], pieces: PieceSet = CLASSIC
) -> list[str]:
    """Return all reasons why placements are not a solution of a pattern, one line for each.

    Nothing about the placements is taken for granted. What is no placement, or has no cells of a
    row and a column each, raises a `SolutionError`.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> car = named_pattern("car")
    >>> placed = solve(car).solution.placements
    >>> find_faults(car, placed)
    []
    >>> find_faults(car, placed[1:])[0].endswith("is missing")
    True
    """
    placements = tuple(placements)
    if {*map(type, placements)} != {Placement}:
        for each in placements:
            check_type(each, Placement, "a Placement", SolutionError)
    rules = _rules(pieces, _span(len(board.rows[0])), *_around(board))
    faults: list[str] = []
    placed = {*map(_name_of, placements)}
    if len(placed) < len(placements) or not rules.allow(placed):
        faults += _miscounted(placements, pieces)
    faults += _misplaced(board, placements, rules)
    if rules.is_plain and len(board.letters) > 1:
        faults += _moved_givens(board, placements, pieces)
    return faults


def _miscounted(placements: Sequence[Placement], pieces: PieceSet) -> Iterator[str]:
    """Yield the faults in how often each piece is placed."""
    labels = piece_labels(pieces)
    used, choices = dict.fromkeys(labels, 0), dict[str, int]()
    for placement in placements:
        used[placement.piece] = used.get(placement.piece, 0) + 1
    for piece in pieces:
        if piece.choice:
            choices[piece.choice] = choices.get(piece.choice, 0) + used[piece.name]
    for choice, times in choices.items():
        if times > 1 or times < (pieces.use == "all"):
            yield f"{times or 'none'} of the pieces for {choice} {'are' if times else 'is'} placed"
    for piece, count, needed in zip(pieces, pieces.counts, pieces.needed, strict=True):
        times = used[piece.name]
        if times < needed:
            missing = f" {plural(needed - times, 'time')}" if count > 1 else ""
            yield f"{labels[piece.name]} is missing{missing}"
        elif times > count:
            yield f"{labels[piece.name]} is placed {times} times"


def _misplaced(board: Board, placements: Sequence[Placement], rules: _Rules) -> Iterator[str]:
    """Yield the faults in where each piece lies, and in which cells stay empty.

    Cells are numbers with a digit at the spot of each, and so are their letters; of a hole that is
    0. To compare one number is faster than to compare cells.
    """
    step, bits, label = rules.step, rules.bits, rules.label
    asked = (HOLE * (step - len(board.rows[0]))).join(board.rows)  # so far apart as spots are
    number, covered, room = _number(asked, bits), 0, _rooms(_span(len(board.rows)), step, bits)
    lattice, faces = board.grid.lattice, map(rules.faces.get, map(_face_of, placements))
    filled = [sum(map(room.__getitem__, each.cells)) for each in placements]
    # Where a cell comes twice, or lies far off the board, the sum has fewer bits.
    are_apart = sum(filled).bit_count() == bits * sum(map(len, map(_cells_of, placements)))
    is_numbered = are_apart and lattice.is_square and not (rules.has_marks or rules.has_zones)
    letters = asked
    if rules.is_plain and not rules.has_marks and board.letters.keys() != {PLAIN}:
        letters = re.sub(f"[^{HOLE}]", PLAIN, asked)
    located = {} if lattice.is_square else _located(board.grid)
    laid = list[Placement]()
    for placement, face, own in zip(placements, faces, filled, strict=True):
        # The digit of a hole is 0, and off the board, so that no number has a cell too many there.
        if (
            is_numbered
            and face
            and len(placement.cells) == face.size
            and (number & own) >> (own & -own).bit_length() - 1 in face.turns.values()
        ):
            covered |= own
            continue
        if face is None:
            yield f"there is no face {quote(f'{placement.piece} {placement.face}')}"
            continue
        cells = placement.cells
        is_inside = are_apart and number & own == own  # as far as that shows it
        outside = [] if is_inside else [cell for cell in cells if not number & room[cell]]
        if outside:
            said = say("clash.outsideAt", cell=cell_name(outside[0]))
            yield f"{label(placement)} {said}"
            continue
        in_order = sorted(cells)
        shown = "".join([letters[row * step + col] for row, col in in_order])
        if not are_apart:
            own = reduce(or_, map(room.__getitem__, cells))
            for cell, other in _shared(placement, laid):
                yield f"{label(placement)} overlaps {label(other)} at {cell_name(cell)}"
            laid.append(placement)
        covered |= own
        if not face.shows(in_order, shown, lattice, located):
            drawn = repr(_drawn(in_order, shown))
            yield f"{label(placement)} cannot show {drawn}, the pattern's colours where it lies"
        if face.zone or face.at:
            yield from (f"{label(placement)} {fault}" for fault in _astray(placement, face, board))
    # No hole is covered.
    if covered.bit_count() < bits * (len(asked) - asked.count(HOLE)) or board.leave:
        empty = [
            letter
            for row, shown in enumerate(board.rows)
            for col, letter in enumerate(shown)
            if letter != HOLE and not covered & room[row, col]
        ]
        may_stay = board.optional or (asked if board.leave else "")
        free = [letter for letter in empty if letter not in may_stay]
        if free:
            yield f"{plural(len(free), 'cell')} not covered"
        if board.leave and len(empty) != board.leave:
            yield f"{plural(len(empty), 'cell')} empty, expected {board.leave}"


def _span(length: int) -> int:
    """Return how far apart lines of cells are numbered: at least twice their length.

    So far apart, differences of numbers tell the steps down and across. Boards of about one size
    have the same span, and share the turns of pieces and the numbers of cells.
    """
    return max(16, 1 << (2 * length - 1).bit_length())


def _number(letters: str, bits: int) -> int:
    """Return the letters of a board at their spots as a number, with some bits for each digit."""
    return int(letters[::-1].translate(_BOARD_DIGITS[bits]), 1 << bits)


class _Rooms(dict[Cell, int]):
    """The bits of a number for the letter of each cell; none for a cell far off the board.

    The numbers of rows are a `step` apart.
    """

    def __init__(self, height: int, step: int, bits: int) -> None:
        self._height, self._step, self._bits = height, step, bits

    def __missing__(self, cell: Cell) -> int:
        row, col = cell
        if not (0 <= row < self._height and 0 <= col < self._step):
            return 0
        found = (1 << self._bits) - 1 << self._bits * (row * self._step + col)
        if self._height * self._step <= _KEPT_CELLS:
            self[cell] = found
        return found


_rooms = lru_cache(maxsize=16)(_Rooms)


def _shared(placement: Placement, others: Sequence[Placement]) -> Iterator[tuple[Cell, Placement]]:
    """Yield the cells that others cover, too, or the placement itself a second time, with these."""
    covered = {cell: other for other in others for cell in other.cells}
    for cell in sorted(placement.cells):
        if cell in covered:
            yield cell, covered[cell]
        covered[cell] = placement


def _astray(placement: Placement, face: _Face, board: Board) -> Iterator[str]:
    """Yield the faults in the zones on which a piece lies."""
    cells, zone = placement.cells, face.zone
    strayed = zone and [cell for cell in cells if not _is_in_zone(cell, zone, board)]
    if strayed:
        yield say("clash.zone", zone=zone, cell=cell_name(strayed[0]))
    if face.at and not any(_is_in_zone(cell, face.at, board) for cell in cells):
        yield say("clash.at", zone=face.at)


class _Face:
    """A face of a piece, which tells whether cells show it, turned and moved.

    The rows of the board are numbered a step apart, and it comes again after so many rows and
    columns.
    """

    def __init__(self, piece: Piece, face: Face, bits: int, *board: int) -> None:
        self.zone, self.at, self.size = piece.zone, piece.at, len(face.drawing.colours)
        self._drawn = face.drawing, face.fixed
        self._bits, self._board = bits, board

    def shows(
        self, cells: list[Cell], letters: str, lattice: Lattice, located: Mapping[Cell, _Located]
    ) -> bool:
        """Return whether cells in reading order, with the letters they ask for, show the face.

        `located` has the cells of all lattices but squares.
        """
        if not lattice.is_square:
            return _look(*self._drawn).is_seen([*map(located.__getitem__, cells)], letters)
        _, rows, cols = self._board
        # On a joined board, the first row of the piece may be any of these, and the first column.
        tops, lefts = ({*numbers} for numbers in zip(*cells, strict=True))
        for corner in product(tops if rows < _FAR else [0], lefts if cols < _FAR else [0]):
            seen, shown = _seen(zip(cells, letters, strict=True), corner, *self._board)
            for own, drawn in self.turns:
                if own == seen and all(map(_fits, drawn, shown)):
                    return True
        return False

    @cached_property
    def turns(self) -> Mapping[_Shape, int]:
        """The shapes of squares that show the face, with the numbers of their letters."""
        drawing, (step, *around) = self._drawn[0], self._board
        longest = max(drawing.height, drawing.width)
        # Where no piece goes around, it looks as on a board that is not joined.
        rows, cols = (length if length < longest else _FAR for length in around)
        return _turns(*self._drawn, self._bits, step, rows, cols)


@lru_cache(maxsize=1 << 10)
def _turns(
    drawing: Orientation, fixed: bool, bits: int, step: int, rows: int, cols: int
) -> Mapping[_Shape, int]:
    """Return a drawing of squares and its turns by quarters, in the corner of a board.

    Sets share pieces: those of Katamino are some of the pentominoes.
    """
    digits, found = _PIECE_DIGITS[bits], dict[_Shape, int]()
    cells = drawing.cells
    for _ in range(1 if fixed else 4):
        seen = _seen(zip(cells, drawing.colours, strict=True), (0, 0), step, rows, cols)
        # On a narrow board that is joined, a piece that would meet itself cannot be placed.
        if len({*seen[0]}) == len(cells):
            pairs = zip(*seen, strict=True)
            found[seen] = sum([digits[letter] << bits * spot for spot, letter in pairs])
        last = max([row for row, _ in cells])
        cells = tuple([(col, last - row) for row, col in cells])
    return found


def _seen(
    lettered: Iterable[tuple[Cell, str]], corner: Cell, step: int, rows: int, cols: int
) -> _Shape:
    """Return squares as seen from the first of them, from a corner anywhere on a joined board."""
    top, left = corner
    numbered = [
        ((row - top) % rows * step + (col - left) % cols, letter) for (row, col), letter in lettered
    ]
    numbered.sort()
    first = numbered[0][0]
    return (
        tuple([spot - first for spot, _ in numbered]),
        "".join([letter for _, letter in numbered]),
    )


class _Look:
    """A drawing on a lattice that is not of squares, and in which ways cells were seen to show it.

    Cells that were found to show it do so wherever they are moved.
    """

    def __init__(self, drawing: Orientation, fixed: bool) -> None:
        located = ((place, drawing.lattice.point(place)) for place in drawing.places)
        self._lattice, self._is_fixed = drawing.lattice, fixed
        self._figure = _figure(drawing.lattice, located, drawing.colours)
        self._seen = set[tuple[Vector, *_Shape]]()

    def is_seen(self, lying: list[_Located], letters: str) -> bool:
        """Return whether cells, with the letters they ask for, show it, turned and moved."""
        first, kind, *_ = lying[0]
        seen = kind, tuple([number - first for number, *_ in lying]), letters
        if seen in self._seen:
            return True
        figure = _figure(self._lattice, [(cell.place, cell.point) for cell in lying], letters)
        is_shown = self._figure.can_be_turned(figure, fixed=self._is_fixed)
        if is_shown and len(self._seen) < _KEPT_LOOKS:
            self._seen.add(seen)
        return is_shown


_look = lru_cache(maxsize=_KEPT_LOOKS)(_Look)


class _Rules:
    """The rules for pieces on boards whose rows are numbered a step apart.

    The boards come again after so many rows and columns. The keys of `faces` are the names of the
    piece and the face.
    """

    def __init__(self, pieces: PieceSet, step: int, rows: int, cols: int) -> None:
        self.is_plain, self.has_marks = pieces.is_plain, bool(pieces.marks)
        self.bits, self.step = 1 if pieces.is_plain else _COLOUR_BITS, step
        self.faces = {
            (piece.name, face.name): _Face(piece, face, self.bits, step, rows, cols)
            for piece in pieces
            for face in piece.faces
        }
        self.has_zones = any(piece.zone or piece.at for piece in pieces)
        self._labels = piece_labels(pieces)
        needed = zip(pieces, pieces.needed, strict=True)
        self._needed = {piece.name for piece, number in needed if number}
        self._are_single = max(pieces.needed) < 2 and not any(piece.choice for piece in pieces)

    def allow(self, placed: set[str]) -> bool:
        """Return whether pieces with these names are enough, each placed once.

        It is false, too, where that is not so simple: for several copies and for alternatives.
        """
        return self._are_single and self._needed <= placed

    def label(self, placement: Placement) -> str:
        """Return the name for people of the piece and face of a placement of this set."""
        return f"{self._labels[placement.piece]} {placement.face}"


_rules = lru_cache(maxsize=64)(_Rules)


def _fits(letter: str, asked: str) -> bool:
    """Return whether a cell of a piece, by its letter in the drawing, may lie on one of a board."""
    return letter in (PLAIN, asked, asked.upper())


def _figure(lattice: Lattice, located: Iterable[tuple[Place, Location]], letters: str) -> Figure:
    """Return the middles of cells with their letters; the corners of those in one column.

    The middles of triangles do not say where the triangles point.
    """
    places, points = zip(*located, strict=True)
    if len(lattice.kinds) > 1 and len({place[-2:] for place in places}) == 1:
        ends = [(corner, place) for place in places for corner in lattice.corners(*place[-2:])]
        points = tuple((*corner, *lattice.point(place)[2:]) for corner, place in ends)
        letters = "".join(each * (len(ends) // len(places)) for each in letters)
    return Figure(points, letters)


class _Located(NamedTuple):
    """Where a cell of a lattice lies."""

    number: int  # that of its centre: differences tell steps, as those of the cells of squares do
    kind: Vector  # cells of the same kind are moved onto each other
    place: Place
    point: Location


@lru_cache(maxsize=16)
def _located(grid: Grid) -> Mapping[Cell, _Located]:
    """Return where each cell of a grid lies."""
    return {cell: _located_at(grid.lattice, grid.place(cell)) for cell in grid.every_cell}


@lru_cache(maxsize=1 << 12)
def _located_at(lattice: Lattice, place: Place) -> _Located:
    """Return where a cell of a lattice lies, on whichever board."""
    centre = lattice.centre(place)
    number = reduce(lambda high, low: high * _FAR + low, centre)
    return _Located(number, lattice.kind_of(centre), place, lattice.point(place))


def _beside(cell: tuple[int, int], board: Board) -> Iterator[tuple[int, int] | None]:
    """Yield the cells that touch a cell across its sides, None off the board's rectangle."""
    row, col = cell
    width = len(board.rows[0])
    if board.grid.lattice.is_square:
        rows, cols = _around(board)
        for down, across in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            near = (row + down) % rows, (col + across) % cols
            yield near if near[0] < len(board.rows) and near[1] < width else None
        return
    for number in board.grid.touching[row * width + col]:
        yield divmod(number, width) if number >= 0 else None


def _is_in_zone(cell: tuple[int, int], zone: str, board: Board) -> bool:
    if zone != EDGE:
        letter = board.colour(*cell)
        return letter in zone or (letter in board.optional and letter.lower() in zone)
    return any(beside is None or board.colour(*beside) == HOLE for beside in _beside(cell, board))


def _moved_givens(board: Board, placements: Sequence[Placement], pieces: PieceSet) -> Iterator[str]:
    """Yield the pieces that the board shows in place and that lie elsewhere."""
    meant = {letter: [piece.name for piece in pieces.meant(letter)] for letter in board.letters}
    shown = {
        (row, col): letter
        for row, letters in enumerate(board.rows)
        for col, letter in enumerate(letters)
        if meant.get(letter)
    }
    lying = {(placement.piece, frozenset(placement.cells)) for placement in placements}
    while shown:
        first, letter = next(iter(shown.items()))
        part = [first]
        for own in part:
            for cell in _beside(own, board):
                if cell is not None and shown.get(cell) == letter and cell not in part:
                    part.append(cell)
        if not any((name, frozenset(part)) in lying for name in meant[letter]):
            yield f"the board shows {letter} at {cell_name(first)}, where it does not lie"
        for cell in part:
            del shown[cell]


def _around(board: Board) -> tuple[int, int]:
    """Return after how many rows and columns the board comes again: far away if never."""
    down, across = board.wrap in ("rows", "both"), board.wrap in ("columns", "both")
    return len(board.rows) if down else _FAR, len(board.rows[0]) if across else _FAR


def _drawn(cells: list[Cell], letters: str) -> str:
    """Return the drawing of coloured cells, moved to the upper left corner."""
    rows, cols = zip(*cells, strict=True)
    return drawing([(row - min(rows), col - min(cols)) for row, col in cells], letters)


class Figure:
    """Lettered points in the plane or in space, of 2 or 3 coordinates."""

    def __init__(self, points: Sequence[Location], letters: str) -> None:
        self._letters = letters
        self._is_flat = len(points[0]) == 2
        self._points = [(*point, 0.0)[:3] for point in points]
        # In whole millionths, so that equal distances are equal numbers.
        lengths = [map(math.dist, repeat(one), points) for one in points]
        self._apart = [[round(length * _MILLION) for length in own] for own in lengths]
        self._totals = [*map(sum, self._apart)]

    def can_be_turned(self, other: Figure, *, fixed: bool = False) -> bool:
        """Return whether it can be turned and moved onto another figure, without a reflection.

        A fixed one may only be moved, not turned.
        """
        if len(self._points) != len(other._points):
            return False
        if fixed:
            own, lying = self._seen, other._seen
            return own.keys() == lying.keys() and all(_fits(own[at], lying[at]) for at in own)
        corner, span, fitting = self._corner, self._span, self._fitting(other)
        last = len(fitting) - 1
        waiting: list[list[int]] = [[]]  # the numbers of points of the other that are these so far
        while waiting:
            chosen = waiting.pop()
            at = len(chosen)
            apart = self._apart[at][:at]
            for point in fitting[at]:
                if [*map(other._apart[point].__getitem__, chosen)] != apart:
                    continue
                order = [*chosen, point]
                if at in corner[-1:] and span * other._volume([order[n] for n in corner]) < 0:
                    continue
                if at == last:
                    return True
                waiting.append(order)
        return False

    def _fitting(self, other: Figure) -> list[list[int]]:
        """Return for each point those of another that may be it, as far as one alone shows."""
        # Most points are too far from the others, or too near, all in all.
        alike: dict[int, list[int]] = {}
        for at, total in enumerate(other._totals):
            alike.setdefault(total, []).append(at)
        return [
            [at for at in alike.get(total, ()) if _fits(own, other._letters[at])]
            for own, total in zip(self._letters, self._totals, strict=True)
        ]

    @cached_property
    def _corner(self) -> tuple[int, ...]:
        """Points that tell it from its mirror image, by their numbers; none if that is the same."""
        chosen = combinations(range(len(self._points)), 3 if self._is_flat else 4)
        return next((each for each in chosen if abs(self._volume(each)) > 1 / _MILLION), ())

    @cached_property
    def _span(self) -> float:
        """The volume of that corner; 0 without a corner."""
        return self._volume(self._corner) if self._corner else 0.0

    def _volume(self, numbers: Sequence[int]) -> float:
        """Return the volume that points span, less than 0 on one side; for flat ones, the area."""
        first, *others = (self._points[number] for number in numbers)
        steps = [tuple(map(sub, point, first)) for point in others]
        (a, b, c), (d, e, f), (g, h, i) = [*steps, (0.0, 0.0, 1.0)][:3]
        volume: float = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        return volume

    @property
    def _seen(self) -> dict[Location, str]:
        """The letters of the points as they are seen from one of them."""
        first = min(self._points)
        steps = (tuple(map(sub, point, first)) for point in self._points)
        rounded = (tuple(round(part, _DIGITS) for part in step) for step in steps)
        return dict(zip(rounded, self._letters, strict=True))
