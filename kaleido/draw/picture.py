"""Pictures: the fills, strokes and labels of a scene, which every medium draws alike."""

from collections.abc import Container, Iterator
from dataclasses import replace
from itertools import product
from math import dist, sqrt
from typing import NamedTuple

from kaleido.draw import look
from kaleido.draw.geometry import (
    beyond,
    centre,
    corners,
    inradius,
    is_upright,
    lines,
    middle,
    outline,
    part_of,
    sides,
)
from kaleido.draw.look import Loop, Marks, Point, check_marks
from kaleido.draw.scene import Scene, scene_of_state
from kaleido.model.grid import Cell, Grid
from kaleido.model.names import row_name
from kaleido.puzzle.recording import Frame, Moment


class Fill(NamedTuple):
    """A filled polygon; its kind names what it shows, such as ``cell r`` or ``island``."""

    kind: str
    loop: Loop
    colour: str


class Stroke(NamedTuple):
    """A line along the sides of cells, such as ``border``; loops of three points or more close.

    Its ends go on for half its width: they are square, or round where sides are not upright.
    """

    kind: str
    loops: tuple[Loop, ...]
    colour: str
    width: float
    is_round: bool = False

    @property
    def lines(self) -> Iterator[Loop]:
        """The loops, the longer ones with their first point repeated at the end."""
        return ((*loop, loop[0]) if len(loop) > 2 else loop for loop in self.loops)


class Label(NamedTuple):
    """A ``letter``, a ``coordinate`` or a ``caption``; the font size is in cells."""

    kind: str
    text: str
    centre: Point
    colour: str
    size: float


Element = Fill | Stroke | Label

LETTER = 0.56  # the font size of a single letter on its cell
COORDINATE = 0.44  # the font size of coordinates, and of two letters on one cell


def picture(scene: Scene, *, coordinates: bool = False, marks: str = "none") -> Iterator[Element]:
    """Yield the elements of the picture of a scene, from back to front."""
    marks = check_marks(marks)
    is_round = not is_upright(scene.grid)
    for element in _elements(scene, marks, coordinates=coordinates):
        if is_round and isinstance(element, Stroke):
            element = element._replace(is_round=True)
        yield element


def _elements(scene: Scene, marks: Marks, *, coordinates: bool) -> Iterator[Element]:
    for cell in scene.cells:
        if tint := scene.tint(cell):
            yield Fill("island", scene.loops[cell], tint)
    for cell in scene.cells:
        yield from _cell(scene, cell, marks)
    if scene.tints is None:
        yield from _grid(scene)
    # The borders between cells, and those around the board.
    inner, frame = list[Loop](), list[Loop]()
    for ends, cells in lines(scene.grid, scene.borders):
        (inner if scene.cells.keys() >= {*cells} else frame).append(ends)
    rim = {corner for side in frame for corner in side}
    if scene.implied is not None:
        shown = tuple(sides(scene.grid, scene.implied))
        yield from (_cased("casing", side, rim) for side in shown)
        yield from (Stroke("implied", (side,), look.IMPLIED, look.EDGE) for side in shown)
    yield from (_cased("border", side, rim) for side in inner)
    yield from (Stroke("frame", (side,), look.INK, look.FRAME) for side in frame)
    yield from _pieces(scene)
    if marks == "letters":
        yield from _letters(scene)
    if coordinates:
        yield from _coordinates(scene.grid)
    yield from captions(scene.grid)


def _cell(scene: Scene, cell: Cell, marks: Marks) -> Iterator[Element]:
    shade, loop = scene.cells[cell], scene.loops[cell]
    own, (row, col) = loop, middle(loop)
    side = 1.0
    if scene.tint(cell):
        # A small square on the background of its island keeps its full colour.
        side = look.CORE
        own = tuple((row + (down - row) * side, col + (right - col) * side) for down, right in own)
    elif cell in scene.pale:
        shade = shade.faded
    yield Fill(f"cell {shade.letter}".rstrip(), own, shade.fill)
    if marks == "hatches":
        if not is_upright(scene.grid):
            # Other cells than squares have it on the largest square in their inner circle.
            side *= sqrt(2) * inradius(loop)
        top, left = row - side / 2, col - side / 2
        for each in shade.hatch:
            hatch = tuple((top + down * side, left + right * side) for down, right in each)
            yield Fill("hatch", hatch, shade.ink)


def _letters(scene: Scene) -> Iterator[Element]:
    for cell, shade in scene.cells.items():
        if shade.letter:
            ink = look.INK if cell in scene.pale else shade.ink
            size = LETTER if len(shade.letter) == 1 else COORDINATE
            size *= 2 * inradius(scene.loops[cell])
            yield Label("letter", shade.letter, middle(scene.loops[cell]), ink, size)


def _coordinates(grid: Grid) -> Iterator[Element]:
    depth = grid.depth
    apart = centre(grid, (0, 1))[1] - centre(grid, (0, 0))[1] if grid.cols > 1 else 1.0
    size = min(COORDINATE, 0.62 * apart)
    for start in range(0, grid.rows, depth):
        left = min(right for _, right in corners(grid, (start, 0)))
        for row in range(start, start + depth):
            reach = [down for down, _ in corners(grid, (row, 0))]
            down = (min(reach) + max(reach)) / 2
            yield Label("coordinate", row_name(row), (down, left - 0.45), look.INK, COORDINATE)
        for col in range(grid.cols):
            # Rows may be offset: the number stands over the middle of their cells.
            places = [centre(grid, (row, col))[1] for row in range(start, start + depth)]
            over = (min(places) + max(places)) / 2
            yield Label("coordinate", str(col + 1), (-0.45, over), look.INK, size)


def captions(grid: Grid) -> Iterator[Element]:
    """Yield the words below the layers of a board in space."""
    for layer in range(grid.layers if grid.layers > 1 else 0):
        rows = range(layer * grid.depth, (layer + 1) * grid.depth)
        ends = product((rows[0], rows[-1]), (0, grid.cols - 1))
        downs, rights = zip(*(point for cell in ends for point in corners(grid, cell)), strict=True)
        place = max(downs) + 0.48, (min(rights) + max(rights)) / 2
        yield Label("caption", f"layer {layer + 1}", place, look.INK, COORDINATE)


def _grid(scene: Scene) -> Iterator[Element]:
    """Yield the lines between cells that no piece covers: on pieces, the colours alternate."""
    bare = set(scene.cells) - {cell for piece in scene.pieces for cell in piece.cells}
    for cell in sorted(bare):
        loop = scene.loops[cell]
        for place, other in enumerate(beyond(scene.grid, cell)):
            if other in bare and other > cell:
                ends = loop[place], loop[(place + 1) % len(loop)]
                yield Stroke("grid", ((min(ends), max(ends)),), look.PAPER, look.GRID)


def _cased(kind: str, side: Loop, rim: Container[Point]) -> Stroke:
    """Return the light casing of a side, which at the rim ends with the frame, not beyond it."""
    start, end = side
    back = (look.BORDER - look.FRAME) / 2 / dist(start, end)
    loop = part_of(side, back * (start in rim), 1 - back * (end in rim))
    return Stroke(kind, (loop,), look.PAPER, look.BORDER)


def _pieces(scene: Scene) -> Iterator[Element]:
    for piece in scene.pieces:
        loops = loops_around(piece.cells, scene.grid)
        yield Stroke(f"piece {piece.piece}", loops, look.INK, look.OUTLINE)
    if scene.moved is not None:
        loops = loops_around(scene.pieces[scene.moved].cells, scene.grid)
        yield Stroke("casing", loops, look.PAPER, look.MOVED + look.GRID * 4)
        yield Stroke("moved", loops, look.ACCENT, look.MOVED)


def loops_around(cells: tuple[Cell, ...], grid: Grid) -> tuple[Loop, ...]:
    """Return the lines around a piece: open where it continues across the seam of the grid."""
    if not grid.wraps:
        return outline(cells, lambda cell: corners(grid, cell))
    return tuple(sides(grid, grid.border(cells)))


# The distance from its cells, so that a piece that fills the window shows its own outline.
BEYOND = 0.12
_DASH = 0.3  # about the length of a dash
_GAP = 0.16  # the space between dashes


def moment_picture(
    frame: Frame, *, islands: bool = False, marks: str = "none"
) -> tuple[Scene, list[Element]]:
    """Return the scene of a moment and its elements, with a window or a piece taken back."""
    scene = scene_of_state(frame.state, islands=islands, implied=True)
    if frame.moment is not Moment.MOVE:
        scene = replace(scene, moved=None)
    items = list(picture(scene, marks=marks))
    found = frame.place.found if frame.place is not None else None
    if frame.moment is Moment.MOVE and found is not None and found.window is not None:
        items += window_strokes(found.window.corner, found.window.shape)
    if frame.moment is Moment.BACK and frame.place is not None:
        loops = loops_around(frame.place.placement.cells, scene.grid)
        # It has a light rim because free cells are greyish, too.
        is_round = not is_upright(scene.grid)
        items.append(Stroke("rim", loops, look.PAPER, 2 * look.MOVED, is_round))
        items.append(Stroke("back", loops, look.MUTED, look.MOVED, is_round))
    return scene, items


def window_strokes(corner: Cell, shape: tuple[int, int]) -> list[Stroke]:
    """Return the dashed frame of a window, by its top left cell and its rows and columns."""
    top, left = (each - BEYOND for each in corner)
    bottom, right = (each + size + BEYOND for each, size in zip(corner, shape, strict=True))
    loop: Loop = ((top, left), (top, right), (bottom, right), (bottom, left))
    level, upright = _dashes(left, right), _dashes(top, bottom)
    dashes: list[Loop] = [((row, low), (row, high)) for row in (top, bottom) for low, high in level]
    dashes += [((low, col), (high, col)) for col in (left, right) for low, high in upright]
    casing = Stroke("casing", (loop,), look.PAPER, look.BORDER)
    return [casing, Stroke("window", tuple(dashes), look.WINDOW, look.EDGE)]


def _dashes(start: float, end: float) -> list[tuple[float, float]]:
    """Return the ends of dashes along a side, with one at either corner."""
    # Strokes go on for half their width at both ends.
    length = end - start + look.EDGE
    count = round((length + _GAP) / (_DASH + _GAP))
    step = (length + _GAP) / count
    dash = step - _GAP - look.EDGE
    return [(start + number * step, start + number * step + dash) for number in range(count)]
