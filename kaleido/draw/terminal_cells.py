"""Hexagons, triangles and other cells in the plane as terminal text."""

from functools import lru_cache
from typing import NamedTuple

from rich.text import Text

from kaleido.draw.look import IMPLIED
from kaleido.draw.scene import Scene
from kaleido.draw.terminal_squares import Borders, Shown
from kaleido.lattices import Lattice
from kaleido.lattices.characters import Characters, Cursor
from kaleido.model.grid import Cell, Grid
from kaleido.model.names import row_name

_WEAK = {"|": ":", "/": ".", "\\": ".", "_": "."}
"""The characters of weak lines by those of strong ones."""

_DOT = {False: "·", True: "."}
"""What stands on a cell without a letter, in ASCII or not."""


class _Character(NamedTuple):
    """A character of the drawing with its style."""

    letter: str
    style: str = ""


_Canvas = dict[Cursor, _Character]


def draw_cells(scene: Scene, borders: Borders, shown: Shown) -> list[Text]:
    """Return the lines of a board in the plane whose cells are no squares.

    Hexagons have two lines for each row, triangles three; cells of other lattices stand in rows
    and columns without lines between them.
    """
    grid = scene.grid
    canvas: _Canvas = {}
    for cell in scene.cells:
        _fill(canvas, scene, cell)
    for edges, is_weak, style in (
        (borders.implied, False, IMPLIED),
        (borders.weak, True, ""),
        (borders.strong, False, ""),
    ):
        _rule(canvas, grid, edges, style, is_weak=is_weak)
    for cell in scene.cells:
        _letter(canvas, scene, cell, shown)
    lines = _lines(canvas)
    drawn = _labelled(lines, grid) if shown.coordinates else lines
    # Above a row of triangles that point up there is nothing.
    return drawn if lines[0].plain else [line for line in drawn if line is not drawn[-len(lines)]]


@lru_cache(maxsize=4096)
def _characters(lattice: Lattice, cell: Cell) -> Characters:
    return lattice.characters(*cell)


def _fill(canvas: _Canvas, scene: Scene, cell: Cell) -> None:
    """Give a cell its colour, and the sides between it and cells of the same piece, too."""
    shade = scene.cells[cell]
    style = f"{shade.ink} on {scene.tint(cell) or shade.fill}"
    if cell in scene.pale:
        style = f"dim {style}"
    shape = _characters(scene.grid.lattice, cell)
    beside = (place for side in shape.sides for place, letter in side if letter != "_")
    for place in (*shape.inside, *beside):
        canvas[place] = _Character(" ", style)


def _rule(canvas: _Canvas, grid: Grid, edges: int, style: str, *, is_weak: bool) -> None:
    """Draw the lines of a set of edges, the level ones first, which others cross."""
    drawn: list[tuple[Cursor, str]] = []
    for cell, side in grid.sides_of(edges):
        sides = _characters(grid.lattice, cell).sides
        drawn += sides[side] if sides else ()
    for place, letter in sorted(drawn, key=lambda each: each[1] != "_"):
        old = canvas.get(place)
        if letter == "_" and old is not None and old.letter in "/\\":
            continue
        ground = old.style if letter == "_" and old is not None and not style else style
        canvas[place] = _Character(_WEAK[letter] if is_weak else letter, ground)


def _letter(canvas: _Canvas, scene: Scene, cell: Cell, shown: Shown) -> None:
    shape, shade = _characters(scene.grid.lattice, cell), scene.cells[cell]
    letter, (line, start), room = shade.letter or _DOT[shown.plain], shape.letter, shape.room
    style = f"{shade.ink} on {shade.fill}"
    if cell in scene.pale:
        style = f"dim {style}"
    if cell in shown.marked:
        letter, (line, start), room = f"[{letter}]"[:3], shape.marked, 3
        style = f"bold {style}"
    for place, each in enumerate(f"{letter:^{room}}"):
        if each != " ":
            canvas[line, start + place] = _Character(each, style)


def _lines(canvas: _Canvas) -> list[Text]:
    height = 1 + max(line for line, _ in canvas)
    width = 1 + max(place for _, place in canvas)
    lines = []
    for line in range(height):
        text = Text()
        for place in range(width):
            letter, style = canvas.get((line, place), _Character(" "))
            text.append(letter, style)
        text.rstrip()
        lines.append(text)
    return lines


def _labelled(lines: list[Text], grid: Grid) -> list[Text]:
    """Return lines with the letters of the rows before them and the numbers of columns above."""
    names = {
        _characters(grid.lattice, (row, 0)).letter[0]: row_name(row) for row in range(grid.rows)
    }
    margin = max(map(len, names.values())) + 1
    labelled = [
        Text.assemble((f"{names.get(number, ''):>{margin - 1}} ", "dim"), line)
        for number, line in enumerate(lines)
    ]
    return [Text(" " * margin + _numbers(grid), "dim"), *labelled]


def _numbers(grid: Grid) -> str:
    """Return the numbers of the columns, in the middle of where offset rows have their cells."""
    line = ""
    for col in range(grid.cols):
        shapes = [_characters(grid.lattice, (row, col)) for row in range(min(2, grid.rows))]
        middles = [2 * shape.letter[1] + shape.room - 1 for shape in shapes]
        number = str(col + 1)
        start = sum(middles) // len(middles) // 2 - (len(number) - 1) // 2
        line = line.ljust(start if start > len(line) or not line else len(line) + 1) + number
    return line
