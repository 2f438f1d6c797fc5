"""Squares as terminal text, of one layer or several, with the borders of pieces as lines."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from kaleido.draw.look import IMPLIED
from kaleido.draw.scene import Scene
from kaleido.model.grid import Cell, Grid
from kaleido.model.names import row_name
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid

GAP = 3  # the columns between layers side by side

# The first sides of a cell, clockwise from the upper one, which are those in its layer.
_SIDES = 4


class Borders(NamedTuple):
    """Sets of edges, none in two of them.

    Attributes
    ----------
    strong : int
        The frame and the borders of pieces, or those of parts.
    weak : int
        The borders between the pieces of a part.
    implied : int
        The implied edges on which no piece has a border.
    """

    strong: int
    weak: int
    implied: int

    @classmethod
    def of(cls, scene: Scene, parts: Sequence[Sequence[Placement]] = ()) -> Borders:
        """Return the borders of a scene; parts are formed by pieces."""
        grid, apart = scene.grid, scene.borders
        if parts:
            apart = grid.around(grid.cell_bits(scene.cells))
            for part in parts:
                apart |= grid.border(cell for piece in part for cell in piece.cells)
        implied = (scene.implied or 0) & ~scene.borders
        return cls(scene.borders & apart, scene.borders & ~apart, implied)

    def moved(self, change: Callable[[int], int]) -> Borders:
        """Return the same borders with each set changed."""
        return Borders(*map(change, self))


class Shown(NamedTuple):
    """What a drawing shows besides cells and borders.

    Attributes
    ----------
    plain : bool
        Whether it is in ASCII.
    coordinates : bool
        Whether rows and columns have labels.
    marked : container of (row, col)
        The cells whose letters stand in brackets.
    """

    plain: bool
    coordinates: bool
    marked: Container[Cell] = ()


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

_Side = tuple[int, int, bool]
"""A side of a cell: the upper one of (row, col) if the last value is true, else the left one."""

_Edges = Mapping[_Side, tuple[_Lines, str]]
"""By side of a cell with a line on it, the characters of the line and its style."""


def draw_squares(scene: Scene, borders: Borders, shown: Shown, *, first: int = 0) -> list[Text]:
    """Return the lines of a board of squares; `first` is the number of its first row."""
    edges = _edges(scene, borders, plain=shown.plain)
    coordinates = shown.coordinates
    rows, cols = scene.grid.rows, scene.grid.cols
    margin = len(row_name(first + rows - 1)) + 1 if coordinates else 0
    drawn = []
    if coordinates:
        numbers = "".join(f"{col:^4}" for col in range(1, cols + 1)).rstrip()
        drawn.append(Text(f"{'':{margin}} {numbers}", "dim"))
    for row in range(rows + 1):
        drawn.append(Text(" " * margin) + _level_line(scene, edges, row))
        if row < rows:
            name = f"{row_name(first + row):>{margin - 1}} " if coordinates else ""
            cells = _cell_line(scene, edges, row, shown.marked)
            drawn.append(Text.assemble((name, "dim"), cells))
    return drawn


def _edges(scene: Scene, borders: Borders, *, plain: bool) -> _Edges:
    """Return the lines of a scene: light ones between the pieces of a part."""
    strong, weak = (_ASCII, _DOTTED) if plain else (_HEAVY, _LIGHT)
    edges = dict.fromkeys(_sides(scene.grid, borders.implied), (strong, IMPLIED))
    edges |= dict.fromkeys(_sides(scene.grid, borders.weak), (weak, ""))
    return edges | dict.fromkeys(_sides(scene.grid, borders.strong), (strong, ""))


def _sides(grid: Grid, edges: int) -> Iterator[_Side]:
    for (row, col), side in grid.sides_of(edges):
        # Clockwise from the upper side: the lower one is the upper one of the cell below.
        yield row + (side == 2), col + (side == 1), side in (0, 2)


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
    """Draw the line above a row."""
    text = Text()
    cols = scene.grid.cols
    for col in range(cols + 1):
        met = _crossing(edges, row, col)
        text.append(met, _ground(scene, (row - 1, col - 1)) if met == " " else "")
        if col < cols:
            side = (row, col, True)
            lines, style = edges.get(side, (_NONE, _ground(scene, (row - 1, col))))
            text.append(lines.level, style)
    return text


def _cell_line(
    scene: Scene,
    edges: _Edges,
    row: int,
    marked: Container[Cell],
) -> Text:
    """Draw the cells of a row and the lines between them."""
    text = Text()
    for col in range(scene.grid.cols + 1):
        side, left = (row, col, False), (row, col - 1)
        lines, style = edges.get(side, (_NONE, _ground(scene, left)))
        text.append(lines.upright, style)
        if col < scene.grid.cols:
            _append_cell(text, scene, (row, col), marked=(row, col) in marked)
    return text


def _ground(scene: Scene, cell: Cell) -> str:
    """Return the style of what lies between a cell and the next, so that a piece is one patch."""
    shade = scene.cells.get(cell)
    if shade is None:
        return ""
    return f"on {scene.tint(cell) or shade.fill}"


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


def draw_layers(scene: Scene, borders: Borders, shown: Shown, width: int) -> list[Text]:
    """Return the lines of a board in space, the lowest layer first, as seen from above.

    As many layers stand side by side as fit into the width.
    """
    drawings = []
    for layer in range(scene.grid.layers):
        lines = _layer(scene, borders, shown, layer)
        for line in lines:
            line.rstrip()
        margin = 2 if shown.coordinates else 0
        caption = Text(f"{'':{margin}}layer {layer + 1}", "dim")
        drawings.append([caption, *lines] if scene.grid.layers > 1 else lines)
    wide = max(cell_len(line.plain) for lines in drawings for line in lines) + GAP
    across = max(1, (width + GAP) // wide)
    drawn: list[Text] = []
    for start in range(0, len(drawings), across):
        drawn += [Text("")] * (start > 0)
        for level in zip(*drawings[start : start + across], strict=True):
            drawn.append(_joined(level, wide))
    return drawn


def _joined(lines: tuple[Text, ...], wide: int) -> Text:
    """Return lines side by side, each but the last made so wide."""
    joined = Text()
    for place, line in enumerate(lines):
        joined.append(line)
        if place < len(lines) - 1:
            joined.append(" " * (wide - cell_len(line.plain)))
    return joined


def _layer(scene: Scene, borders: Borders, shown: Shown, layer: int) -> list[Text]:
    """Return the lines of one layer, which are those of a board of squares."""
    whole = scene.grid
    depth = whole.depth
    grid, top = SquareGrid(depth, whole.cols), layer * depth

    def within(cells: Iterable[Cell]) -> Iterator[tuple[Cell, Cell]]:
        """Yield the cells of the layer among some, and where they lie in it."""
        for row, col in cells:
            if top <= row < top + depth:
                yield (row, col), (row - top, col)

    def flat(edges: int) -> int:
        found = 0
        for (row, col), side in whole.sides_of(edges):
            if top <= row < top + depth and side < _SIDES:
                found |= 1 << grid.cell_sides[(row - top) * grid.cols + col][side]
        return found

    part = Scene(
        scene.title,
        grid,
        {there: scene.cells[cell] for cell, there in within(scene.cells)},
        (),
        0,
        frozenset(there for _, there in within(scene.pale)),
        tints=scene.tints and {there: scene.tints[cell] for cell, there in within(scene.tints)},
    )
    marked = frozenset((row, col) for row, col in part.cells if (row + top, col) in shown.marked)
    return draw_squares(part, borders.moved(flat), shown._replace(marked=marked), first=top)
