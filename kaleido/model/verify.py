"""The verifier: checks whether placements solve a pattern, independently of the search.

It shares nothing with the search but the drawings of the pieces: it counts cells, colours and
pieces itself and turns the drawings itself, by their distances on other lattices than that of
squares.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from operator import add, mul, sub

from kaleido.arguments import named_options
from kaleido.lattices import Lattice
from kaleido.lattices.lattice import Place
from kaleido.model.board import EDGE, HOLE, PLAIN, Board
from kaleido.model.layout import drawing
from kaleido.model.names import cell_name
from kaleido.model.piece import Face, Orientation
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.text import plural, quote
from kaleido.words import say

Location = tuple[float, ...]  # a point in the plane or in space

_DIGITS = 6
_NEAR = 10**-_DIGITS

_Letters = dict[tuple[int, int], str]  # letters by cell

_Shape = frozenset[tuple[int, int, str]]
"""Rows, columns and letters of cells, moved to the upper left corner."""


@named_options
def find_faults(
    board: Board, placements: Iterable[Placement], pieces: PieceSet = CLASSIC
) -> list[str]:
    """Return all reasons why placements are not a solution of a pattern, one line for each.

    Nothing about the placements is taken for granted.

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
    placements = list(placements)
    asked = {
        (row, col): letter
        for row, letters in enumerate(board.rows)
        for col, letter in enumerate(letters)
        if letter != HOLE
    }
    letters = dict.fromkeys(asked, PLAIN) if pieces.is_plain else asked
    covered: _Letters = {}
    faults = [
        *_miscounted(placements, pieces),
        *_misplaced(board, letters, placements, pieces, covered),
    ]
    if pieces.is_plain and len(board.counts) > 1:
        faults += _moved_givens(board, placements, {piece.name for piece in pieces})
    free = [cell for cell in asked.keys() - covered if asked[cell] not in board.optional]
    if free:
        faults.append(f"{plural(len(free), 'cell')} not covered")
    return faults


def _miscounted(placements: list[Placement], pieces: PieceSet) -> Iterator[str]:
    """Yield the faults in how often each piece is placed."""
    used = Counter(placement.piece for placement in placements)
    for piece, count, needed in zip(pieces, pieces.counts, pieces.needed, strict=True):
        if used[piece.name] < needed:
            missing = f" {plural(needed - used[piece.name], 'time')}" if count > 1 else ""
            yield f"{piece.name} is missing{missing}"
        elif used[piece.name] > count:
            yield f"{piece.name} is placed {used[piece.name]} times"


def _misplaced(
    board: Board,
    letters: _Letters,
    placements: list[Placement],
    pieces: PieceSet,
    covered: _Letters,
) -> Iterator[str]:
    """Yield the faults in where each piece lies, and enter its cells into `covered`.

    The letters are those that the pieces must show on the cells of the board.
    """
    faces = {(piece.name, face.name): (piece, face) for piece in pieces for face in piece.faces}
    for placement in placements:
        label = f"{placement.piece} {placement.face}"
        if (placement.piece, placement.face) not in faces:
            yield f"there is no face {quote(label)}"
            continue
        piece, face = faces[placement.piece, placement.face]
        outside = [cell for cell in placement.cells if cell not in letters]
        if outside:
            yield f"{label} {say('clash.outsideAt', cell=cell_name(outside[0]))}"
            continue
        for cell in placement.cells:
            if cell in covered:
                yield f"{label} overlaps {covered[cell]} at {cell_name(cell)}"
            covered[cell] = label
        shown = {cell: letters[cell] for cell in placement.cells}
        if len(shown) < len(placement.cells) or not _shows(shown, face, board):
            corner = {(row, col): letter for row, col, letter in _in_corner(shown)}
            drawn = drawing(corner, "".join(corner.values())) if corner else HOLE
            yield f"{label} cannot show {drawn!r}, the pattern's colours where it lies"
        zone = piece.zone
        strayed = zone and [cell for cell in placement.cells if not _is_in_zone(cell, zone, board)]
        if strayed:
            yield f"{label} {say('clash.zone', zone=piece.zone, cell=cell_name(strayed[0]))}"


def _shows(shown: _Letters, face: Face, board: Board) -> bool:
    """Return whether a face, turned and moved, has the letters that its cells must show."""
    if not board.grid.lattice.is_square:
        lattice, place = board.grid.lattice, board.grid.place
        drawn = zip(face.drawing.places, face.drawing.colours, strict=True)
        return can_be_turned(
            _spots(lattice, list(drawn)),
            _spots(lattice, [(place(cell), letter) for cell, letter in shown.items()]),
            fixed=face.fixed,
        )
    around = _around(board)
    turns = _turns(face.drawing, around, fixed=face.fixed)
    return not turns.isdisjoint(_views(shown, *around) if board.wrap else [_in_corner(shown)])


def _spots(lattice: Lattice, lettered: list[tuple[Place, str]]) -> dict[Location, str]:
    """Return the middles of cells with their letters; the corners of one that lies alone.

    The middle of a triangle does not say where the triangle points.
    """
    if lattice.is_flat and len(lettered) == 1:
        (((row, col), letter),) = lettered
        return dict.fromkeys(lattice.corners(row, col), letter)
    return {lattice.point(place): letter for place, letter in lettered}


def _beside(cell: tuple[int, int], board: Board) -> Iterator[tuple[int, int] | None]:
    """Yield the cells that touch a cell across its sides, None off the board's rectangle."""
    row, col = cell
    width = len(board.rows[0])
    for number in board.grid.touching[row * width + col]:
        yield divmod(number, width) if number >= 0 else None


def _is_in_zone(cell: tuple[int, int], zone: str, board: Board) -> bool:
    if zone != EDGE:
        return board.colour(*cell) in zone
    return any(beside is None or board.colour(*beside) == HOLE for beside in _beside(cell, board))


def _moved_givens(board: Board, placements: list[Placement], names: set[str]) -> Iterator[str]:
    """Yield the pieces that the board shows in place and that lie elsewhere."""
    shown = {
        (row, col): letter
        for row, letters in enumerate(board.rows)
        for col, letter in enumerate(letters)
        if letter in names
    }
    lying = {(placement.piece, frozenset(placement.cells)) for placement in placements}
    while shown:
        first, letter = next(iter(shown.items()))
        part = [first]
        for own in part:
            for cell in _beside(own, board):
                if cell is not None and shown.get(cell) == letter and cell not in part:
                    part.append(cell)
        if (letter, frozenset(part)) not in lying:
            yield f"the board shows {letter} at {cell_name(first)}, where it does not lie"
        for cell in part:
            del shown[cell]


def _around(board: Board) -> tuple[int, int]:
    """Return after how many rows and columns the board comes again: 0 for never."""
    rows, cols = len(board.rows), len(board.rows[0])
    return rows * (board.wrap in ("rows", "both")), cols * (board.wrap in ("columns", "both"))


def _views(shown: _Letters, rows: int, cols: int) -> Iterator[_Shape]:
    """Yield coloured cells in the corner, from every start around a board's seams."""
    for down, right in product(range(rows or 1), range(cols or 1)):
        moved = ((row + down, col + right, letter) for (row, col), letter in shown.items())
        yield _in_corner({_wound(row, col, (rows, cols)): letter for row, col, letter in moved})


def _wound(row: int, col: int, around: tuple[int, int]) -> tuple[int, int]:
    """Return the cell that a place lies on, counted on around the seams."""
    rows, cols = around
    return row % rows if rows else row, col % cols if cols else col


def _in_corner(shown: _Letters) -> _Shape:
    """Return coloured cells, moved to the upper left corner."""
    if not shown:
        return frozenset()
    rows, cols = zip(*shown, strict=True)
    top, left = min(rows), min(cols)
    return frozenset([(row - top, col - left, letter) for (row, col), letter in shown.items()])


@lru_cache(maxsize=1024)
def _turns(drawing: Orientation, around: tuple[int, int], *, fixed: bool) -> frozenset[_Shape]:
    """Return a drawing in the corner, and its turns by one, two and three quarters.

    They are wound around a board that wraps, those left out that would lie over themselves.
    """
    turns = [str(drawing).split("/")]
    for _ in range(0 if fixed else 3):
        columns = zip(*reversed(turns[-1]), strict=True)
        turns.append(["".join(column) for column in columns])
    wound = [
        {
            _wound(row, col, around): letter
            for row, letters in enumerate(turn)
            for col, letter in enumerate(letters)
            if letter != HOLE
        }
        for turn in turns
    ]
    return frozenset(_in_corner(turn) for turn in wound if len(turn) == len(drawing.cells))


def can_be_turned(
    points: Mapping[Location, str], others: Mapping[Location, str], *, fixed: bool = False
) -> bool:
    """Return whether lettered points can be turned and moved onto others, without a reflection.

    They have 2 or 3 coordinates. Fixed ones may only be moved, not turned.
    """
    is_flat = len(next(iter(points))) == 2
    own, goal = (
        {(*point, 0.0)[:3]: letter for point, letter in each.items()} for each in (points, others)
    )
    # Steps from the first anchor to further ones, which fix what a turn must not change.
    steps: list[Location] = []
    if fixed:
        steps = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]
    elif is_flat:
        steps = [(0.0, 0.0, 1.0)]
    anchors = list(own)[: 1 if fixed else 2]
    for point in list(own)[2:] if not steps else ():
        if math.hypot(*_cross(_minus(anchors[1], anchors[0]), _minus(point, anchors[0]))) > _NEAR:
            # With a point out of line, three anchors determine a turn in space.
            anchors.append(point)
            break
    seen = _seen(own, anchors, steps)
    return any(_seen(goal, spots, steps) == seen for spots in _alike(anchors, list(goal)))


def _alike(anchors: list[Location], points: list[Location]) -> Iterator[list[Location]]:
    """Yield the choices of points that have the distances of some anchors."""
    if not anchors:
        yield []
        return
    *before, last = anchors
    for chosen in _alike(before, points):
        for point in points:
            if all(
                abs(math.dist(last, a) - math.dist(point, b)) < _NEAR
                for a, b in zip(before, chosen, strict=True)
            ):
                yield [*chosen, point]


def _seen(
    points: Mapping[Location, str], anchors: list[Location], steps: list[Location]
) -> set[tuple[Location, str]]:
    """Return lettered points by their distances from the anchors and the side on which they lie.

    A volume tells the sides apart: that which a point spans with the first three anchors.
    """
    first, marks = anchors[0], [*anchors, *(tuple(map(add, anchors[0], step)) for step in steps)]
    normal: Location = (0.0, 0.0, 0.0)
    if len(marks) > 2:
        normal = _cross(_minus(marks[1], first), _minus(marks[2], first))
    found = set()
    for point, letter in points.items():
        side = sum(map(mul, normal, _minus(point, first)))
        seen = (side, *(math.dist(point, each) for each in marks))
        found.add((tuple(round(number, _DIGITS) for number in seen), letter))
    return found


def _minus(one: Location, two: Location) -> Location:
    return tuple(map(sub, one, two))


def _cross(one: Location, two: Location) -> Location:
    (a, b, c), (d, e, f) = one, two
    return b * f - c * e, c * d - a * f, a * e - b * d
