"""Boards as terminal text: letters on coloured cells, and heavy lines between pieces.

Cells that are no squares are drawn with the characters that their lattice gives them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from operator import sub
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from kaleido.draw.look import IMPLIED
from kaleido.draw.scene import Scene, Thing, coloured_by_part, scene_of
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattices.lattice import Cursor, moved
from kaleido.model.names import row_name
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement


class Borders(NamedTuple):
    """Sets of edges: strong ones around pieces or parts, and weak ones between pieces of a part."""

    strong: int
    weak: int
    implied: int

    @classmethod
    def of(cls, scene: Scene, parts: Sequence[Sequence[Placement]]) -> Borders:
        """Return the borders of a scene, on which pieces may form parts."""
        grid, apart = scene.grid, scene.borders
        if parts:
            apart = grid.around(grid.cell_bits(scene.cells))
            for part in parts:
                apart |= grid.border(cell for piece in part for cell in piece.cells)
        implied = (scene.implied or 0) & ~scene.borders
        return cls(scene.borders & apart, scene.borders & ~apart, implied)


class Shown(NamedTuple):
    """Whether a drawing is in ASCII and has labels, and the cells whose letters are in brackets."""

    plain: bool
    coordinates: bool
    marked: Container[Cell] = ()


def draw_terminal(
    thing: Thing | Scene,
    *,
    plain: bool = False,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = True,
    marked: Container[Cell] = (),
    by_piece: bool = False,
    parts: Sequence[Sequence[Placement]] = (),
    width: int = 80,
) -> Text:
    """Draw as `draw_svg` does, but as text that is legible without colours.

    `plain` draws lines in ASCII. Letters of `marked` cells are in brackets, and `by_piece` gives
    each piece its own colour. The `parts` that pieces of a solution form together each have a
    colour, with heavy lines between them and light ones between their pieces. Layers of a board in
    space are side by side in `width` columns.
    """
    seen = {"islands": islands, "implied": implied}
    scene = thing if isinstance(thing, Scene) else scene_of(thing, **seen)
    if by_piece:
        scene = coloured_by_part(scene, [(piece,) for piece in scene.pieces])
    scene = coloured_by_part(scene, parts)
    borders = Borders.of(scene, parts)
    shown = Shown(plain, coordinates and not isinstance(thing, Piece), marked)
    lattice = scene.grid.lattice
    if lattice.is_square:
        drawn = _squares(scene, borders, shown, range(scene.grid.rows))
    elif lattice.is_flat:
        drawn = _cells(scene, borders, shown)
    else:
        drawn = _layers(scene, borders, shown, width)
    text = Text("\n", no_wrap=True).join(drawn)
    text.rstrip()
    return text


class _Lines(NamedTuple):
    """The characters of the sides of cells, and of crossings by the sum of their arms.

    An arm up counts 1, down 2, left 4 and right 8.
    """

    crossings: str
    level: str
    upright: str


_HEAVY = _Lines(" ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋", "━━━", "┃")
_LIGHT = _Lines(" ╵╷│╴┘┐┤╶└┌├─┴┬┼", "───", "│")
_ASCII = _Lines(" |||-+++-+++-+++", "---", "|")
_DOTTED = _Lines(" :::.::.........", " . ", ":")

_NONE = _Lines(" " * 16, "   ", " ")

# A side of a cell: the upper one of (row, col) if the last value is true, else the left one.
_Side = tuple[int, int, bool]

_Edges = Mapping[_Side, tuple[_Lines, str]]  # the characters and style of the line on each side


def _squares(scene: Scene, borders: Borders, shown: Shown, rows: range) -> list[Text]:
    edges = _edges(scene.grid, borders, rows, plain=shown.plain)
    margin = len(row_name(rows[-1])) + 1 if shown.coordinates else 0
    drawn = []
    if shown.coordinates:
        numbers = "".join(f"{col:^4}" for col in range(1, scene.grid.cols + 1)).rstrip()
        drawn.append(Text(f"{'':{margin}} {numbers}", "dim"))
    for row in (*rows, rows.stop):
        drawn.append(Text(" " * margin) + _level_line(scene, edges, row))
        if row in rows:
            name = f"{row_name(row):>{margin - 1}} " if shown.coordinates else ""
            drawn.append(Text.assemble((name, "dim"), _cell_line(scene, edges, row, shown.marked)))
    return drawn


def _edges(grid: Grid, borders: Borders, rows: range, *, plain: bool) -> _Edges:
    def sides(edges: int) -> Iterator[_Side]:
        for (row, col), side in grid.sides_of(edges):
            # The lower side is the upper one of the cell below. Some lead to other layers.
            place = grid.place((row, col))
            centre = grid.lattice.centre(place)
            to = grid.lattice.place(moved(centre, grid.lattice.steps(centre)[side]))
            *layer, down, across = map(sub, to, place)
            if row in rows and not any(layer):
                yield row + (down > 0), col + (across > 0), not across

    strong, weak = (_ASCII, _DOTTED) if plain else (_HEAVY, _LIGHT)
    edges = dict.fromkeys(sides(borders.implied), (strong, IMPLIED))
    edges |= dict.fromkeys(sides(borders.weak), (weak, ""))
    return edges | dict.fromkeys(sides(borders.strong), (strong, ""))


def _crossing(edges: _Edges, row: int, col: int) -> str:
    """Return the character of the upper left corner of a cell; light lines end at heavy ones."""
    arms = ((row - 1, col, False), (row, col, False), (row, col - 1, True), (row, col, True))
    met = [edges[arm][0] if arm in edges else None for arm in arms]
    kinds = [kind for kind in met if kind is not None]
    if not kinds:
        return " "
    lines = next((kind for kind in kinds if kind not in (_LIGHT, _DOTTED)), kinds[0])
    return lines.crossings[sum(1 << place for place, kind in enumerate(met) if kind is lines)]


def _level_line(scene: Scene, edges: _Edges, row: int) -> Text:
    text = Text()
    cols = scene.grid.cols
    for col in range(cols + 1):
        met = _crossing(edges, row, col)
        text.append(met, _ground(scene, (row - 1, col - 1)) if met == " " else "")
        if col < cols:
            lines, style = edges.get((row, col, True), (_NONE, _ground(scene, (row - 1, col))))
            text.append(lines.level, style)
    return text


def _cell_line(scene: Scene, edges: _Edges, row: int, marked: Container[Cell]) -> Text:
    text = Text()
    for col in range(scene.grid.cols + 1):
        lines, style = edges.get((row, col, False), (_NONE, _ground(scene, (row, col - 1))))
        text.append(lines.upright, style)
        if col < scene.grid.cols:
            _append_cell(text, scene, (row, col), marked=(row, col) in marked)
    return text


def _ground(scene: Scene, cell: Cell) -> str:
    """Return the style between a cell and the next, so that a piece is one patch of colour."""
    shade = scene.cells.get(cell)
    return "" if shade is None else f"on {scene.tint(cell) or shade.fill}"


def _append_cell(text: Text, scene: Scene, cell: Cell, *, marked: bool) -> None:
    shade = scene.cells.get(cell)
    if shade is None:
        text.append("   ")
        return
    style = f"{shade.ink} on {shade.fill}"
    if marked:
        letter = f"[{shade.letter or ' '}]" if len(shade.letter) < 2 else f"[{shade.letter}"
        text.append(letter, f"bold {style}")
    elif tint := scene.tint(cell):
        text.append(" ", f"on {tint}").append(shade.letter or " ", style).append(" ", f"on {tint}")
    else:
        text.append(f"{shade.letter:^3}", f"dim {style}" if cell in scene.pale else style)


GAP = 3  # the columns between layers side by side


def _layers(scene: Scene, borders: Borders, shown: Shown, width: int) -> list[Text]:
    """Return the lines of a board in space, from the lowest layer on, as many across as fit."""
    drawings = []
    for layer in range(scene.grid.layers):
        rows = range(layer * scene.grid.depth, (layer + 1) * scene.grid.depth)
        own = {cell: shade for cell, shade in scene.cells.items() if cell[0] in rows}
        lines = _squares(replace(scene, cells=own), borders, shown, rows)
        for line in lines:
            line.rstrip()
        caption = Text(f"{'  ' if shown.coordinates else ''}layer {layer + 1}", "dim")
        drawings.append([caption, *lines] if scene.grid.layers > 1 else lines)
    wide = max(cell_len(line.plain) for lines in drawings for line in lines) + GAP
    across = max(1, (width + GAP) // wide)
    drawn: list[Text] = []
    for start in range(0, len(drawings), across):
        drawn += [Text("")] * (start > 0)
        for *others, last in zip(*drawings[start : start + across], strict=True):
            gaps = ((line, " " * (wide - cell_len(line.plain))) for line in others)
            drawn.append(Text.assemble(*chain.from_iterable(gaps), last))
    return drawn


_WEAK = {"|": ":", "/": ".", "\\": ".", "_": "."}  # weak lines by strong ones
_DOT = {False: "·", True: "."}  # the character of a cell without a letter, in ASCII or not


_Canvas = dict[Cursor, tuple[str, str]]  # the characters of a drawing with their styles
_BLANK = (" ", "")


def _cells(scene: Scene, borders: Borders, shown: Shown) -> list[Text]:
    """Return the lines of a flat board of other cells than squares."""
    grid = scene.grid
    canvas: _Canvas = {}
    for cell in scene.cells:
        _fill(canvas, scene, cell)
    _rule(canvas, grid, borders.implied, IMPLIED, is_weak=False)
    _rule(canvas, grid, borders.weak, "", is_weak=True)
    _rule(canvas, grid, borders.strong, "", is_weak=False)
    for cell in scene.cells:
        _letter(canvas, scene, cell, shown)
    lines = _lines(canvas)
    drawn = _labelled(lines, grid) if shown.coordinates else lines
    # Above a row of triangles that point up there is nothing.
    return drawn if lines[0].plain else [line for line in drawn if line is not drawn[-len(lines)]]


def _fill(canvas: _Canvas, scene: Scene, cell: Cell) -> None:
    """Give a cell its colour, and also the sides between it and cells of the same piece."""
    shade = scene.cells[cell]
    style = f"{shade.ink} on {scene.tint(cell) or shade.fill}"
    if cell in scene.pale:
        style = f"dim {style}"
    shape = scene.grid.lattice.characters(*cell)
    beside = (place for side in shape.sides for place, letter in side if letter != "_")
    for place in (*shape.inside, *beside):
        canvas[place] = " ", style


def _rule(canvas: _Canvas, grid: Grid, edges: int, style: str, *, is_weak: bool) -> None:
    """Draw the lines of a set of edges, the level ones first, which others cross."""
    drawn: list[tuple[Cursor, str]] = []
    for cell, side in grid.sides_of(edges):
        sides = grid.lattice.characters(*cell).sides
        drawn += sides[side] if sides else ()
    for place, letter in sorted(drawn, key=lambda each: each[1] != "_"):
        old, ground = canvas.get(place, _BLANK)
        if letter != "_" or old not in "/\\":
            own = ground if letter == "_" and not style else style
            canvas[place] = _WEAK[letter] if is_weak else letter, own


def _letter(canvas: _Canvas, scene: Scene, cell: Cell, shown: Shown) -> None:
    shape, shade = scene.grid.lattice.characters(*cell), scene.cells[cell]
    letter, (line, start), room = shade.letter or _DOT[shown.plain], shape.letter, shape.room
    style = f"{shade.ink} on {shade.fill}"
    if cell in scene.pale:
        style = f"dim {style}"
    if cell in shown.marked:
        letter, (line, start), room = f"[{letter}]"[:3], shape.marked, 3
        style = f"bold {style}"
    for place, each in enumerate(f"{letter:^{room}}"):
        if each != " ":
            canvas[line, start + place] = each, style


def _lines(canvas: _Canvas) -> list[Text]:
    height, width = (1 + max(axis) for axis in zip(*canvas, strict=True))
    lines = []
    for line in range(height):
        text = Text()
        for place in range(width):
            text.append(*canvas.get((line, place), _BLANK))
        text.rstrip()
        lines.append(text)
    return lines


def _labelled(lines: list[Text], grid: Grid) -> list[Text]:
    """Return lines with the letters of the rows before them and the numbers of columns above."""
    names = {grid.lattice.characters(row, 0).letter[0]: row_name(row) for row in range(grid.rows)}
    margin = max(map(len, names.values())) + 1
    labelled = [
        Text.assemble((f"{names.get(number, ''):>{margin - 1}} ", "dim"), line)
        for number, line in enumerate(lines)
    ]
    return [Text(" " * margin + _numbers(grid), "dim"), *labelled]


def _numbers(grid: Grid) -> str:
    """Return the numbers of the columns, each over the middle of its cells in offset rows."""
    line = ""
    for col in range(grid.cols):
        shapes = [grid.lattice.characters(row, col) for row in range(min(2, grid.rows))]
        middles = [2 * shape.letter[1] + shape.room - 1 for shape in shapes]
        number = str(col + 1)
        start = sum(middles) // len(middles) // 2 - (len(number) - 1) // 2
        line = line.ljust(start if start > len(line) or not line else len(line) + 1) + number
    return line
