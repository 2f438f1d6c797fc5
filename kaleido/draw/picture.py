"""A picture as fills, strokes and labels, from back to front: what every medium draws alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kaleido.draw.look import (
    ACCENT,
    BORDER,
    CORE,
    EDGE,
    FRAME,
    GRID,
    IMPLIED,
    INK,
    MOVED,
    OUTLINE,
    PAPER,
    TINTS,
    Loop,
    Marks,
    Point,
)
from kaleido.draw.outline import outline
from kaleido.draw.scene import Scene
from kaleido.model.edges import EdgeMap
from kaleido.model.grid import Cell, Grid


class Fill(NamedTuple):
    """A filled polygon.

    Attributes
    ----------
    kind : str
        What it stands for.
    loop : Loop
    colour : str
    """

    kind: str
    loop: Loop
    colour: str


class Stroke(NamedTuple):
    """A line with square ends along the sides of cells.

    Attributes
    ----------
    kind : str
        What it stands for.
    loops : tuple of Loop
        Closed, unless a loop has two points only.
    colour : str
    width : float
        In cells.
    """

    kind: str
    loops: tuple[Loop, ...]
    colour: str
    width: float


class Label(NamedTuple):
    """A short text.

    Attributes
    ----------
    kind : str
        What it stands for.
    text : str
    centre : (row, col)
    colour : str
    size : float
        Height of the letters' box, in cells.
    """

    kind: str
    text: str
    centre: Point
    colour: str
    size: float


Item = Fill | Stroke | Label

LETTER = 0.56
"""Size of a letter on its cell."""

COORDINATE = 0.44


def picture(scene: Scene, *, coordinates: bool = False, marks: Marks = "none") -> Iterator[Item]:
    """Yield what a picture of a scene consists of, from back to front.

    Parameters
    ----------
    scene : Scene
    coordinates : bool, optional
        Number the rows and columns, outside the board.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.
    """
    yield from _grounds(scene)
    for cell in scene.cells:
        yield from _cell(scene, cell, marks)
    if scene.tints is None:
        yield from _grid(scene)
    if scene.implied is not None:
        for side in _sides(scene.implied):
            yield Stroke("implied", (side,), IMPLIED, EDGE)
    yield from _pieces(scene)
    if marks == "letters":
        for (row, col), shade in scene.cells.items():
            if shade.letter:
                ink = INK if scene.waiting[row, col] else shade.ink
                size = LETTER if len(shade.letter) == 1 else COORDINATE
                yield Label("letter", shade.letter, (row + 0.5, col + 0.5), ink, size)
    if coordinates:
        for row in range(scene.grid.rows):
            yield Label("coordinate", str(row), (row + 0.5, -0.45), INK, COORDINATE)
        for col in range(scene.grid.cols):
            yield Label("coordinate", str(col), (-0.45, col + 0.5), INK, COORDINATE)


def _square(cell: Cell, side: float = 1.0) -> Loop:
    row, col = cell
    low, high = (1 - side) / 2, (1 + side) / 2
    return (
        (row + low, col + low),
        (row + low, col + high),
        (row + high, col + high),
        (row + high, col + low),
    )


def _tint(scene: Scene, cell: Cell) -> int:
    return -1 if scene.tints is None else int(scene.tints[cell])


def _grounds(scene: Scene) -> Iterator[Item]:
    for cell in scene.cells:
        tint = _tint(scene, cell)
        if tint >= 0:
            yield Fill("island", _square(cell), TINTS[tint])


def _cell(scene: Scene, cell: Cell, marks: Marks) -> Iterator[Item]:
    shade = scene.cells[cell]
    side = CORE if _tint(scene, cell) >= 0 else 1.0
    if scene.waiting[cell] and side == 1.0:
        # Over a ground of its own the colour stays legible, so that it need not be pale.
        shade = shade.pale
    yield Fill(f"cell {shade.letter}".rstrip(), _square(cell, side), shade.fill)
    if marks == "hatches":
        low = (1 - side) / 2
        for loop in shade.hatch:
            placed = tuple(
                (cell[0] + low + row * side, cell[1] + low + col * side) for row, col in loop
            )
            yield Fill("hatch", placed, shade.ink)


def _grid(scene: Scene) -> Iterator[Item]:
    """Yield the lines between cells, but not on pieces: there the colours alternate."""
    bare = set(scene.cells) - {cell for piece in scene.pieces for cell in piece.cells}
    for row, col in sorted(bare):
        if (row, col + 1) in bare:
            yield Stroke("grid", (((row, col + 1), (row + 1, col + 1)),), PAPER, GRID)
        if (row + 1, col) in bare:
            yield Stroke("grid", (((row + 1, col), (row + 1, col + 1)),), PAPER, GRID)


def _sides(edges: EdgeMap) -> Iterator[Loop]:
    """Yield the unit edges of a map."""
    for row, col in zip(*map(list, edges.horizontal.nonzero()), strict=True):
        yield ((float(row), float(col)), (float(row), col + 1.0))
    for row, col in zip(*map(list, edges.vertical.nonzero()), strict=True):
        yield ((float(row), float(col)), (row + 1.0, float(col)))


def _pieces(scene: Scene) -> Iterator[Item]:
    inner: list[Loop] = []
    frame: list[Loop] = []
    for side in _sides(scene.borders):
        (row, col), (end, _) = side
        is_level = row == end
        before = (int(row) - 1, int(col)) if is_level else (int(row), int(col) - 1)
        is_inner = before in scene.cells and (int(row), int(col)) in scene.cells
        (inner if is_inner else frame).append(side)
    for side in inner:
        yield Stroke("border", (side,), PAPER, BORDER)
    for side in frame:
        yield Stroke("frame", (side,), INK, FRAME)
    for piece in scene.pieces:
        yield Stroke(f"piece {piece.name}", loops_around(piece.cells, scene.grid), INK, OUTLINE)
    if scene.moved is not None:
        cells = scene.pieces[scene.moved].cells
        yield Stroke("moved", loops_around(cells, scene.grid), ACCENT, MOVED)


def loops_around(cells: tuple[Cell, ...], grid: Grid) -> tuple[Loop, ...]:
    """Give the lines around a piece: open at a seam that it goes on beyond."""
    if not (grid.wraps_rows or grid.wraps_cols):
        return outline(cells)
    return tuple(_sides(EdgeMap.from_bits(grid, grid.border(cells))))
