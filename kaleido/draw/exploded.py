"""Exploded views: the pieces of a solid moved apart, as they are put together.

Cubes and spheres are seen from above, from the right and the front, without perspective.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from math import cos, pi, sin, sqrt
from operator import sub
from typing import NamedTuple

from kaleido.draw.look import INK, Loop, Point, Shade
from kaleido.draw.picture import COORDINATE, Element, Fill, Label, Stroke
from kaleido.draw.scene import Thing, scene_of
from kaleido.draw.svg import SCALE, svg_text
from kaleido.hints.assembly import Assembly, Spot
from kaleido.model.grid import Cell
from kaleido.model.placement import Placement

MARK = 0.22  # how much around the middle of a face must be seen for a number on it, each way
LEGEND = 0.9  # the height of a line of the legend
APART = 1.5  # the least distance of the middles of cells of different pieces, along some axis
# By how much pieces are moved away from the middle, in multiples of their distance from it.
SPREADS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
LIFTS = (1, 2, 3, 4)  # how far each step of the order of assembly is above the last, in cells
RADIUS = 0.5 * sqrt(1.5)  # that of a sphere in the picture, in which sides of cubes are 1 long
LINE = 0.03  # the width of the lines along the sides of cubes and around spheres

# The directions of the faces of a cube that are seen, with how much lighter or darker they are.
FACES: tuple[tuple[Spot, float], ...] = (((0, 0, 1), 0.28), ((1, 0, 0), 0.0), ((0, 1, 0), -0.28))

# The corners of a face from its middle, along the other two axes.
CORNERS = (-0.5, -0.5), (-0.5, 0.5), (0.5, 0.5), (0.5, -0.5)
_ANGLES = [2 * pi * corner / 36 for corner in range(36)]  # of the polygons drawn for circles
_RINGS = 7  # the steps in which a sphere becomes lighter


def project(spot: Spot) -> Point:
    """Return the place of a point in the picture."""
    down, right, up = spot
    return (right + down) / 2 - up, (right - down) * sqrt(3) / 2


def covers(spot: Spot, point: Point, *, is_round: bool) -> bool:
    """Return whether a cell with its middle at a spot covers a point of the picture."""
    row, col = project(spot)
    down, right = point[0] - row, point[1] - col
    if is_round:
        return down**2 + right**2 < RADIUS**2
    # The hexagon in which a cube is seen.
    return abs(right) < sqrt(3) / 2 and abs(down) + abs(right) / sqrt(3) < 1


def cube(spot: Spot, shade: Shade, hidden: frozenset[Spot]) -> Iterator[Element]:
    """Yield the faces of a cube that are seen, without those in hidden directions."""
    for direction, light in FACES:
        if direction not in hidden:
            axis = direction.index(1)
            around = (moved(spot, [*sides[:axis], 0.5, *sides[axis:]]) for sides in CORNERS)
            loop = tuple(map(project, around))
            yield Fill("face", loop, mixed(shade.fill, light))
            yield Stroke("side", (loop,), mixed(shade.fill, -0.6), LINE, is_round=True)


def sphere(spot: Spot, shade: Shade) -> Iterator[Element]:
    """Yield a sphere as circles that become lighter towards the upper left."""
    row, col = project(spot)
    for ring in range(_RINGS):
        part = ring / _RINGS
        aside = 0.42 * part * RADIUS
        loop = _circle((row - aside, col - 0.6 * aside), RADIUS * (1 - part) ** 0.8)
        yield Fill("face", loop, mixed(shade.fill, -0.3 + 0.75 * part))
    yield Stroke("side", (_circle((row, col), RADIUS),), INK, LINE, is_round=True)


def _circle(centre: Point, radius: float) -> Loop:
    row, col = centre
    return tuple((row + radius * sin(angle), col + radius * cos(angle)) for angle in _ANGLES)


def mixed(fill: str, light: float) -> str:
    """Return a colour made lighter, or darker by a negative share."""
    goal = 255 if light > 0 else 0
    parts = (round(part + (goal - part) * abs(light)) for part in bytes.fromhex(fill[1:]))
    return "#" + bytes(parts).hex()


Shift = tuple[int, int, int]  # by how many whole cells a piece is moved down, to the right and up


class ShownCell(NamedTuple):
    """A cell of a moved piece: its middle, and the directions in which the piece goes on."""

    spot: Spot
    shade: Shade
    piece: int
    hidden: frozenset[Spot]


@dataclass(frozen=True, eq=False)
class Exploded:
    """An exploded view, as `draw_exploded` draws it."""

    title: str
    assembly: Assembly
    shades: Mapping[Cell, Shade]

    @classmethod
    def of(cls, thing: Thing) -> Exploded:
        """Return the view of the pieces on a board in space, or of the board as one piece."""
        scene = scene_of(thing)
        pieces = scene.pieces or (Placement("board", "front", tuple(scene.cells)),)
        return cls(scene.title, Assembly(scene.grid, pieces), scene.cells)

    @property
    def pieces(self) -> tuple[Placement, ...]:
        """The pieces as they were placed."""
        return self.assembly.pieces

    @cached_property
    def order(self) -> tuple[Placement, ...]:
        """The pieces in the order of assembly or, without one, as they were placed."""
        return self.assembly.order or self.pieces

    @property
    def alt(self) -> str:
        """The alternative text of the picture."""
        told = f" {self.assembly.words}." if len(self.pieces) > 1 else ""
        return f"{self.title}, its pieces moved apart.{told}"

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """By how much each piece is moved, in whole cells down, to the right and up."""
        # The first in which all are seen well enough to be named, or else most.
        best: tuple[Shift, ...] = ((0, 0, 0),)
        most = -1
        for shifts in _ways(self.assembly):
            if _are_apart(self.assembly, shifts):
                count = len(self._marked(self._cells_at(shifts)))
                if count > most:
                    best, most = shifts, count
                if count == len(self.pieces):
                    break
        return best

    @cached_property
    def cells(self) -> list[ShownCell]:
        """The cells as they are shown, from back to front."""
        return self._cells_at(self.shifts)

    def _cells_at(self, shifts: tuple[Shift, ...]) -> list[ShownCell]:
        cells = []
        shown = zip(self.pieces, self.assembly.points, shifts, strict=True)
        for number, (piece, points, shift) in enumerate(shown):
            own = {moved(spot, shift) for spot in points}
            for cell, point in zip(piece.cells, points, strict=True):
                spot = moved(point, shift)
                hidden = frozenset(way for way, _ in FACES if moved(spot, way) in own)
                cells.append(ShownCell(spot, self.shades[cell], number, hidden))
        # Cubes that are apart by whole cells, and spheres anywhere, lie nearer with a greater sum.
        return sorted(cells, key=lambda cell: sum(cell.spot))

    @property
    def _is_round(self) -> bool:
        return self.assembly.grid.lattice.is_round

    def _marked(self, cells: list[ShownCell]) -> dict[Spot, str]:
        """Return the cells with the number or name of their piece, where enough of it is seen."""
        marks: dict[Spot, str] = {}
        if len(self.pieces) == 1:
            return marks
        numbers = {piece: str(number) for number, piece in enumerate(self.order, start=1)}
        found = set()
        for place, cell in reversed([*enumerate(cells)]):
            if cell.piece in found or FACES[0][0] in cell.hidden:
                continue
            row, col = self._face(cell.spot)
            seen = [(row + down, col + right) for down, right in product((-MARK, MARK), repeat=2)]
            front = product((each.spot for each in cells[place + 1 :]), seen)
            if not any(covers(*pair, is_round=self._is_round) for pair in front):
                piece = self.pieces[cell.piece]
                marks[cell.spot] = numbers[piece] if self.assembly.order else cell.shade.letter
                found.add(cell.piece)
        return marks

    def _face(self, spot: Spot) -> Point:
        return project(spot if self._is_round else moved(spot, (0, 0, 0.5)))

    @cached_property
    def _drawn(self) -> list[Element]:
        marks = self._marked(self.cells)
        drawn: list[Element] = []
        for cell in self.cells:
            if self._is_round:
                drawn += sphere(cell.spot, cell.shade)
            else:
                drawn += cube(cell.spot, cell.shade, cell.hidden)
            if cell.spot in marks:
                text, point = marks[cell.spot], self._face(cell.spot)
                drawn.append(Label("letter", text, point, cell.shade.ink, COORDINATE))
        return drawn

    @property
    def elements(self) -> list[Element]:
        """The elements of the picture from back to front, with the corner at (0, 0)."""
        top, left = (min(each) for each in zip(*self._points, strict=True))
        drawn = [_shown_at(element, -top, self._margin - left) for element in self._drawn]
        return [*drawn, *self._legend()]

    @property
    def size(self) -> tuple[float, float]:
        """The height and the width of the picture, in cells."""
        height, width = (max(each) - min(each) for each in zip(*self._points, strict=True))
        lines = len(self.pieces) if len(self.pieces) > 1 else 0
        return max(height, LEGEND * lines), width + self._margin

    @cached_property
    def _points(self) -> list[Point]:
        fills = (element for element in self._drawn if isinstance(element, Fill))
        return [point for fill in fills for point in fill.loop]

    @property
    def _margin(self) -> float:
        if len(self.pieces) == 1:
            return 0.0
        return 1.5 + max(map(_width, (piece.name for piece in self.pieces)))

    def _legend(self) -> Iterator[Element]:
        if len(self.pieces) == 1:
            return
        for number, piece in enumerate(self.order):
            top, shade = LEGEND * number, self.shades[piece.cells[0]]
            square = ((top, 0.0), (top, 0.7), (top + 0.7, 0.7), (top + 0.7, 0.0))
            yield Fill("legend", square, shade.fill)
            if self.assembly.order is not None:
                yield Label("letter", str(number + 1), (top + 0.35, 0.35), shade.ink, COORDINATE)
            middle = 0.95 + _width(piece.name) / 2
            yield Label("caption", piece.name, (top + 0.35, middle), INK, COORDINATE)


def draw_exploded(thing: Thing, *, size: float = SCALE) -> str:
    """Draw the pieces of a solid moved apart as SVG.

    If each piece can be put in straight from above (`kaleido.hints.assembly_order`), the pieces
    float above their places: the first at the bottom, and each above those on which it is put. The
    numbers are those of the order. Without such an order all are moved away from the middle, and
    carry their names.

    Parameters
    ----------
    thing : Solution, State, Puzzle, Board or Piece
        On a lattice in space; an `OptionError` is raised for a flat board.
    size : float, optional
        Pixels for the side of a cell.
    """
    view = Exploded.of(thing)
    return svg_text(view.title, view.elements, view.size, size=size)


def _shown_at(element: Element, down: float, right: float) -> Element:
    def at(point: Point) -> Point:
        return point[0] + down, point[1] + right

    if isinstance(element, Label):
        return element._replace(centre=at(element.centre))
    if isinstance(element, Fill):
        return element._replace(loop=tuple(map(at, element.loop)))
    return element._replace(loops=tuple(tuple(map(at, loop)) for loop in element.loops))


def _width(text: str) -> float:
    return 0.6 * COORDINATE * len(text)


def _ways(assembly: Assembly) -> Iterator[tuple[Shift, ...]]:
    """Yield ways of moving the pieces, the nearest first; after the last one none touch."""
    steps = assembly.steps
    everything = [point for points in assembly.points for point in points]
    whole = _middle(everything)
    aside = [tuple(map(sub, _middle(points), whole)) for points in assembly.points]
    for spread in SPREADS:
        away = [tuple(round(spread * each) for each in way) for way in aside]
        if steps is None:
            yield tuple((down, right, up) for down, right, up in away)
            continue
        for lift in LIFTS:
            lifted = zip(away, steps, strict=True)
            yield tuple((down, right, lift * step) for (down, right, _), step in lifted)
    # One above the other, each higher than all others can be.
    high = 3 + round(max(up for _, _, up in everything))
    numbers = {piece: number for number, piece in enumerate(assembly.order or assembly.pieces)}
    yield tuple((0, 0, high * numbers[piece]) for piece in assembly.pieces)


def _are_apart(assembly: Assembly, shifts: tuple[Shift, ...]) -> bool:
    pieces = zip(assembly.points, shifts, strict=True)
    lying = [[moved(spot, shift) for spot in points] for points, shift in pieces]
    return all(
        max(abs(a - b) for a, b in zip(one, two, strict=True)) > APART
        for own, other in combinations(lying, 2)
        for one, two in product(own, other)
    )


def moved(spot: Spot, shift: Sequence[float]) -> Spot:
    """Return a point moved by a shift."""
    return spot[0] + shift[0], spot[1] + shift[1], spot[2] + shift[2]


def _middle(points: tuple[Spot, ...] | list[Spot]) -> Spot:
    down, right, up = (sum(each) / len(points) for each in zip(*points, strict=True))
    return down, right, up
