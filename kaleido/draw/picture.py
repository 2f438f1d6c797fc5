"""Pictures: the fills, strokes and labels of a scene, which every medium draws alike."""

from collections.abc import Iterator
from typing import NamedTuple

from kaleido.draw import look
from kaleido.draw.look import Loop, Marks, Point, check_marks
from kaleido.draw.outline import outline
from kaleido.draw.scene import Scene
from kaleido.model.cell_names import row_name
from kaleido.model.grid import Cell, Grid


class Fill(NamedTuple):
    """A filled polygon; its kind says what it stands for, such as ``cell r`` or ``island``."""

    kind: str
    loop: Loop
    colour: str


class Stroke(NamedTuple):
    """A line with square ends along the sides of cells, such as ``border``.

    A loop of two points is the line between them; a longer one is closed. The width is in cells.
    """

    kind: str
    loops: tuple[Loop, ...]
    colour: str
    width: float

    @property
    def lines(self) -> Iterator[Loop]:
        """The loops, the longer ones with their first point repeated at the end."""
        return ((*loop, loop[0]) if len(loop) > 2 else loop for loop in self.loops)


class Label(NamedTuple):
    """A ``letter`` or a ``coordinate``; the font size is in cells."""

    kind: str
    text: str
    centre: Point
    colour: str
    size: float


Element = Fill | Stroke | Label

LETTER = 0.56
"""The font size of a single letter on its cell."""

COORDINATE = 0.44
"""The font size of coordinates, and of two letters on one cell."""

_UNIT_CELL: Loop = ((0, 0), (0, 1), (1, 1), (1, 0))


def picture(scene: Scene, *, coordinates: bool = False, marks: str = "none") -> Iterator[Element]:
    """Yield the elements of the picture of a scene, from back to front.

    The labels of the rows (A, B, …) and columns (1, 2, …) lie outside the board. An
    `OptionError` is raised if `marks` is unknown.
    """
    marks = check_marks(marks)
    for cell in scene.cells:
        if tint := scene.tint(cell):
            yield Fill("island", _within(cell, 1.0), tint)
    for cell in scene.cells:
        yield from _cell(scene, cell, marks)
    if scene.tints is None:
        yield from _grid(scene)
    if scene.implied is not None:
        lines = tuple(sides(scene.grid, scene.implied))
        for side in lines:
            yield Stroke("casing", (side,), look.PAPER, look.BORDER)
        for side in lines:
            yield Stroke("implied", (side,), look.IMPLIED, look.EDGE)
    yield from _pieces(scene)
    if marks == "letters":
        yield from _letters(scene)
    if coordinates:
        yield from _coordinates(scene.grid)


def _within(cell: Cell, side: float, loop: Loop = _UNIT_CELL) -> Loop:
    """Return a polygon of the unit cell, scaled to `side` and centred in a cell."""
    row, col = (each + (1 - side) / 2 for each in cell)
    return tuple((row + down * side, col + right * side) for down, right in loop)


def _cell(scene: Scene, cell: Cell, marks: Marks) -> Iterator[Element]:
    shade = scene.cells[cell]
    side = look.CORE if scene.tint(cell) else 1.0
    if cell in scene.pale and side == 1.0:
        # A small square on the background of its island keeps its full colour.
        shade = shade.pale
    yield Fill(f"cell {shade.letter}".rstrip(), _within(cell, side), shade.fill)
    if marks == "hatches":
        for loop in shade.hatch:
            yield Fill("hatch", _within(cell, side, loop), shade.ink)


def _letters(scene: Scene) -> Iterator[Element]:
    for (row, col), shade in scene.cells.items():
        if shade.letter:
            ink = look.INK if (row, col) in scene.pale else shade.ink
            size = LETTER if len(shade.letter) == 1 else COORDINATE
            yield Label("letter", shade.letter, (row + 0.5, col + 0.5), ink, size)


def _coordinates(grid: Grid) -> Iterator[Element]:
    for row in range(grid.rows):
        yield Label("coordinate", row_name(row), (row + 0.5, -0.45), look.INK, COORDINATE)
    for col in range(grid.cols):
        yield Label("coordinate", str(col + 1), (-0.45, col + 0.5), look.INK, COORDINATE)


def _grid(scene: Scene) -> Iterator[Element]:
    """Yield the lines between cells that no piece covers: on pieces, the colours alternate."""
    bare = set(scene.cells) - {cell for piece in scene.pieces for cell in piece.cells}
    for row, col in sorted(bare):
        if (row, col + 1) in bare:
            yield Stroke("grid", (((row, col + 1), (row + 1, col + 1)),), look.PAPER, look.GRID)
        if (row + 1, col) in bare:
            yield Stroke("grid", (((row + 1, col), (row + 1, col + 1)),), look.PAPER, look.GRID)


def sides(grid: Grid, edges: int) -> Iterator[Loop]:
    """Yield a set of unit edges as lines."""
    for row, col, is_level in grid.sides(edges):
        yield ((row, col), (row, col + 1) if is_level else (row + 1, col))


def _pieces(scene: Scene) -> Iterator[Element]:
    inner: list[Loop] = []
    frame: list[Loop] = []
    for side in sides(scene.grid, scene.borders):
        (row, col), (end, _) = side
        is_level = row == end
        before = (row - 1, col) if is_level else (row, col - 1)
        is_inner = before in scene.cells and (row, col) in scene.cells
        (inner if is_inner else frame).append(side)
    for side in inner:
        yield Stroke("border", (side,), look.PAPER, look.BORDER)
    for side in frame:
        yield Stroke("frame", (side,), look.INK, look.FRAME)
    for piece in scene.pieces:
        loops = _loops_around(piece.cells, scene.grid)
        yield Stroke(f"piece {piece.piece}", loops, look.INK, look.OUTLINE)
    if scene.moved is not None:
        loops = _loops_around(scene.pieces[scene.moved].cells, scene.grid)
        yield Stroke("casing", loops, look.PAPER, look.MOVED + look.GRID * 4)
        yield Stroke("moved", loops, look.ACCENT, look.MOVED)


def _loops_around(cells: tuple[Cell, ...], grid: Grid) -> tuple[Loop, ...]:
    """Return the lines around a piece: open where it continues across the seam of the grid."""
    if not (grid.wraps_rows or grid.wraps_cols):
        return outline(cells)
    return tuple(sides(grid, grid.border(cells)))
