"""Boards in space as terminal text: their layers side by side where they fit."""

from collections.abc import Iterable, Iterator

from rich.cells import cell_len
from rich.text import Text

from kaleido.draw.scene import Scene
from kaleido.draw.terminal_squares import Borders, Shown, draw_squares
from kaleido.model.grid import Cell
from kaleido.model.square_grid import SquareGrid

GAP = 3  # the columns between layers side by side
# The first sides of a cell, clockwise from the upper one, which are those in its layer.
_SIDES = 4


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
