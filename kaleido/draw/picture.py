"""A picture as fills, strokes and labels, from back to front: what every medium draws alike."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kaleido.draw.look import (
    ACCENT,
    BORDER,
    CORE,
    EDGE,
    FILLS,
    FRAME,
    GRID,
    HATCHES,
    IMPLIED,
    INK,
    INKS,
    MOVED,
    OUTLINE,
    PALE,
    PAPER,
    TINTS,
    Loop,
    Marks,
    Point,
)
from kaleido.draw.outline import outline
from kaleido.draw.scene import Scene
from kaleido.edges import EdgeMap
from kaleido.grid import Cell


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
    cells = _cells(scene)
    yield from _grounds(scene, cells)
    for cell in cells:
        yield from _cell(scene, cell, marks)
    if scene.tints is None:
        yield from _grid(scene, cells)
    if scene.implied is not None:
        for side in _sides(scene.implied):
            yield Stroke("implied", (side,), IMPLIED, EDGE)
    yield from _pieces(scene, cells)
    if marks == "letters":
        for row, col in cells:
            letter = scene.rows[row][col]
            ink = INK if scene.waiting[row, col] else INKS[letter]
            yield Label("letter", letter, (row + 0.5, col + 0.5), ink, LETTER)
    if coordinates:
        for row in range(len(scene.rows)):
            yield Label("coordinate", str(row), (row + 0.5, -0.45), INK, COORDINATE)
        for col in range(len(scene.rows[0])):
            yield Label("coordinate", str(col), (-0.45, col + 0.5), INK, COORDINATE)


def _cells(scene: Scene) -> list[Cell]:
    return [
        (row, col)
        for row, letters in enumerate(scene.rows)
        for col, letter in enumerate(letters)
        if letter != "."
    ]


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


def _grounds(scene: Scene, cells: Iterable[Cell]) -> Iterator[Item]:
    for cell in cells:
        tint = _tint(scene, cell)
        if tint >= 0:
            yield Fill("island", _square(cell), TINTS[tint])


def _cell(scene: Scene, cell: Cell, marks: Marks) -> Iterator[Item]:
    letter = scene.rows[cell[0]][cell[1]]
    is_waiting = bool(scene.waiting[cell])
    side = CORE if _tint(scene, cell) >= 0 else 1.0
    # A ground of its own keeps the colour legible, so that it need not be pale.
    is_pale = is_waiting and side == 1.0
    yield Fill(f"cell {letter}", _square(cell, side), (PALE if is_pale else FILLS)[letter])
    if marks == "hatches":
        low = (1 - side) / 2
        for loop in HATCHES[letter]:
            placed = tuple(
                (cell[0] + low + row * side, cell[1] + low + col * side) for row, col in loop
            )
            yield Fill("hatch", placed, PAPER if letter != "y" else INK)


def _grid(scene: Scene, cells: Iterable[Cell]) -> Iterator[Item]:
    """Yield the lines between cells, but not on pieces: there the colours alternate."""
    bare = set(cells) - {cell for piece in scene.pieces for cell in piece.cells}
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


def _pieces(scene: Scene, cells: list[Cell]) -> Iterator[Item]:
    inner: list[Loop] = []
    frame: list[Loop] = []
    known = set(cells)
    for side in _sides(scene.borders):
        (row, col), (end, _) = side
        is_level = row == end
        before = (int(row) - 1, int(col)) if is_level else (int(row), int(col) - 1)
        is_inner = before in known and (int(row), int(col)) in known
        (inner if is_inner else frame).append(side)
    for side in inner:
        yield Stroke("border", (side,), PAPER, BORDER)
    for side in frame:
        yield Stroke("frame", (side,), INK, FRAME)
    for piece in scene.pieces:
        yield Stroke(f"piece {piece.name}", outline(piece.cells), INK, OUTLINE)
    if scene.moved is not None:
        yield Stroke("moved", outline(scene.pieces[scene.moved].cells), ACCENT, MOVED)
