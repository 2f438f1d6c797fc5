"""Islands: how they are found and filled, and each apart with its offset, edges or piece."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import ceil
from statistics import mode
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.base.errors import OptionError
from kaleido.base.text import both, plural, unknown
from kaleido.draw.look import BARE, IMPLIED, INK, PAPER
from kaleido.draw.picture import Fill, window_strokes
from kaleido.draw.scene import Thing, choose_tints
from kaleido.model.grid import Cell, need_squares, reached
from kaleido.model.names import cell_name
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.boards import (
    INCHES,
    MARGIN,
    Cutout,
    cut_out,
    packed,
    paint,
    places,
    scene_of_parts,
    show,
)
from kaleido.plot.documented import documented, solution_of, state_of, thing_of
from kaleido.plot.figure import (
    FONT,
    LINE,
    bare_panels,
    describe,
    figure_of,
    make_axes,
    title_panel,
    write,
)
from kaleido.plot.known import CUT_OUT, KnownEdges, highlight, show_cells
from kaleido.search.state import State

WIDTH = 8.0  # the width of a new figure in inches, which takes four boards side by side
# The disc behind a number, in the middle of its cell.
SIGN: dict[str, Any] = {
    "ha": "center",
    "color": INK,
    "zorder": 5,
    "bbox": {"boxstyle": "circle,pad=0.12", "facecolor": PAPER, "edgecolor": "none"},
}
CAPTION = 8  # the font size of captions of islands apart, in points
LETTERS = 6.0  # how many letters of a caption are as wide as a cell
ACROSS = 22  # the width to which the parts wrap, in cells
ROW = 0.33  # the height of a line of a caption, in cells


@documented(thing_of)
def island_filling(
    thing: Thing,
    cell: Cell,
    *,
    stages: int = 4,
    figure: Figure | None = None,
    width: float = WIDTH,
    marks: str = "none",
) -> Figure:
    """Draw how an island fills from one of its cells, in a few stages.

    The numbers are the steps from that cell; no step crosses an edge. The cells reached have
    their full colours.

    Parameters
    ----------
    stages : int, optional
        The number of boards, at least 2; the first shows the cell alone and the last the whole
        island.
    """
    if stages < 2:
        raise OptionError(f"an island cannot fill in {plural(stages, 'stage')}: expected 2 or more")
    known = KnownEdges.of(thing)
    grid = known.scene.grid
    need_squares(grid, "an island is filled along rows and columns of squares")
    steps = _steps(known, cell)
    most, size = max(steps.values()), plural(len(steps), "cell")
    heading = f"The island of cell {cell_name(cell)} is filled"
    figure, axes = bare_panels(stages, grid, figure=figure, width=width, heading=heading)
    for stage, ax in enumerate(axes):
        limit = round(most * stage / (stages - 1))
        reached = {cell: count for cell, count in steps.items() if count <= limit}
        show_cells(ax, known, reached, marks)
        _number(ax, reached)
        title_panel(ax, f"{plural(limit, 'step')}: {len(reached)} of {size}")
    alt = f"{heading} in {plural(stages, 'stage')}: {size}"
    return describe(figure, f"{alt}, the last of them {plural(most, 'step')} away.")


@documented(thing_of)
def island_scan(
    thing: Thing, *, figure: Figure | None = None, width: float = WIDTH, marks: str = "none"
) -> Figure:
    """Draw how the islands are found row by row, and count them.

    There is a board for each row. An island gets the next number where the first of its cells is
    met, and is tinted at once. The dashed frame is the row that is searched.
    """
    known = KnownEdges.of(thing)
    grid = known.scene.grid
    need_squares(grid, "islands are met along rows of squares")
    heading = "The islands, row by row"
    figure, axes = bare_panels(grid.rows, grid, figure=figure, width=width, heading=heading)
    every, found = choose_tints(grid, known.islands), 0
    for row, ax in enumerate(axes):
        above = grid.cell_bits(product(range(row + 1), range(grid.cols)))
        before, found = found, sum(bool(island & above) for island in known.islands)
        # An island met is tinted, with its number where it was met; the others are pale.
        met = [list(grid.cells(island)) for island in known.islands[:found]]
        tints = {cell: every[cell] for cells in met for cell in cells}
        pale = frozenset(grid.cells(grid.all_cells)) - tints.keys()
        show(replace(known.scene, pale=pale, tints=tints), ax=ax, marks=marks)
        highlight(ax, known, known.bits & ~known.frame, IMPLIED)
        _number(ax, {cells[0]: number for number, cells in enumerate(met, start=1)})
        paint(ax, window_strokes((row, 0), (1, grid.cols)), zorder=4)
        news = f"{found - before} new" if found > before else "none new"
        title_panel(ax, f"row {row}: {news}, {plural(found, 'island')}")
    alt = f"{heading}: {plural(found, 'island')} in {plural(grid.rows, 'row')}."
    return describe(figure, alt)


def _number(ax: Axes, numbers: Mapping[Cell, int]) -> None:
    for (row, col), number in numbers.items():
        write(ax, col + 0.5, row + 0.5, str(number), FONT, va="center_baseline", **SIGN)


def _steps(known: KnownEdges, cell: Cell) -> dict[Cell, int]:
    grid, ahead = known.scene.grid, known.island_at(cell)
    passages = grid.steps(known.bits)
    row, col = map(int, cell)
    fresh = grid.cell_bits([(row, col)])
    steps: dict[Cell, int] = {}
    count = 0
    while fresh:
        steps |= dict.fromkeys(grid.cells(fresh), count)
        ahead &= ~fresh
        fresh, count = reached(fresh, passages) & ahead, count + 1
    return steps


@documented(thing_of)
def exploded_islands(
    thing: Thing, *, caption: str = "offset", ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw each island apart, with its number in reading order and a caption.

    An `OptionError` is raised if there is no free cell.

    Parameters
    ----------
    caption : {"offset", "edges", "piece"}, optional
        The offset of each island: the top left corner of its bounding box. Or how many sides of its
        cells are edges, in all and per cell, the most constrained island first. Or the piece on
        each island that exactly one piece fills, without the other islands.
    """
    if caption not in _CAPTIONS:
        raise OptionError(unknown("caption", caption, _CAPTIONS))
    known = KnownEdges.of(thing)
    need_squares(known.scene.grid, CUT_OUT)
    if not known.islands:
        raise OptionError("there are no islands: the pieces cover every cell")
    if caption == "piece":
        assert not isinstance(thing, Solution | Piece)  # these have no islands
        state = state_of(thing)
        known = KnownEdges.of(state)
        parts, title, alt = _filled_by_one(known, state)
    elif caption == "edges":
        parts, title, alt = _by_density(known)
    else:
        parts, title, alt = _by_offset(known)
    if parts:
        drawn = show_cutouts(parts, ax=ax, marks=marks)
    else:
        drawn = make_axes(ax, 4.0, 0.8)
        drawn.set_axis_off()
        text = "No island is filled by exactly one piece."
        drawn.text(0.5, 0.5, text, fontsize=CAPTION, ha="center", va="center")
    return figure_of(drawn, ax, title=title, alt=alt)


_CAPTIONS = ("offset", "edges", "piece")
_Apart = tuple[list[Cutout], str, str]  # parts with their captions, a title and an alt text


def _by_offset(known: KnownEdges) -> _Apart:
    parts = []
    for number, island in enumerate(known.islands, start=1):
        cells = known.scene.grid.cells(island)
        corner = tuple(min(each) for each in zip(*cells, strict=True))
        caption = f"{number}: offset {corner}\n{plural(island.bit_count(), 'cell')}"
        parts.append(_cut(known, island, caption))
    title = f"{known.scene.title}: {plural(len(parts), 'island')}"
    sizes = sorted((len(part.cells) for part in parts), reverse=True)
    return parts, f"{title}, each with its offset", f"{title}, of {_listed(sizes)} cells."


def _by_density(known: KnownEdges) -> _Apart:
    found = []
    for number, island in enumerate(known.islands, start=1):
        size, edges = island.bit_count(), known.edges_around(island)
        caption = f"{number}: {plural(size, 'cell')}\n{plural(edges, 'edge')}\n"
        found.append((edges / size, _cut(known, island, f"{caption}{edges / size:.2f} per cell")))
    found.sort(key=lambda each: -each[0])
    title = f"{known.scene.title}: the islands by edges per cell"
    ends = f"from {found[0][0]:.2f} to {found[-1][0]:.2f} edges per cell"
    return [part for _, part in found], title, f"{title}, {plural(len(found), 'island')} {ends}."


def _filled_by_one(known: KnownEdges, state: State) -> _Apart:
    parts = []
    for number, island in enumerate(known.islands, start=1):
        fitting = state.problem.placements(state.problem.filling(island, state.live))
        # Sides of one piece that show the same colours are one way to fill it.
        if len({placement.piece for placement in fitting}) == 1:
            placement = fitting[0]
            caption = f"{number}: {placement.name}\n{placement.face}"
            parts.append(_cut(known, island, caption, (placement,)))
    title = f"{known.scene.title}: islands that exactly one piece fills"
    if not parts:
        return parts, title, f"{title}: none."
    which = _listed([part.words.split("\n")[0] for part in parts])
    return parts, title, f"{title}, by number and piece: {which}."


@documented(solution_of)
def filled_island(
    solution: Solution, cell: Cell, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw an island, its size progression in a solution, and the pieces that fill it.

    The progression splits the number of cells into the sizes of the pieces, largest first, as
    in 10 = 4 + (3 + 3). The pieces in parentheses are smaller than most pieces of the set.
    """
    known = KnownEdges.of(solution.pattern)
    need_squares(known.scene.grid, CUT_OUT)
    grid, island = known.scene.grid, known.island_at(cell)
    pieces = [each for each in solution.placements if not grid.cell_bits(each.cells) & ~island]
    pieces.sort(key=lambda placement: -len(placement.cells))
    sizes = [len(placement.cells) for placement in pieces]
    names = ", ".join(placement.name for placement in pieces)
    usual = mode(len(placement.cells) for placement in solution.placements)
    size, first = island.bit_count(), cell_name(next(grid.cells(island)))
    parts = [
        _cut(known, island, f"{plural(size, 'cell')} at {first}"),
        _cut(known, island, f"{size} = {_progression(sizes, usual)}", pieces),
    ]
    drawn = show_cutouts(parts, ax=ax, marks=marks)
    drawn.set_title(names, fontsize=CAPTION)
    alt = f"The island of {parts[0].words} is filled as {parts[1].words} by {names}."
    return figure_of(drawn, ax, alt=alt)


def _listed(things: Sequence[object]) -> str:
    words = [str(thing) for thing in things]
    return both([*words[:12], f"{len(words) - 12} more"] if len(words) > 12 else words)


def _progression(sizes: Sequence[int], usual: int) -> str:
    large = [str(size) for size in sizes if size >= usual]
    small = [str(size) for size in sizes if size < usual]
    if large and len(small) > 1:
        small = [f"({' + '.join(small)})"]
    return " + ".join(large + small)


def _cut(known: KnownEdges, island: int, caption: str, pieces: Sequence[Placement] = ()) -> Cutout:
    at = places(known.scene.grid.cells(island))
    return cut_out(caption, at, known.scene, known.bits, pieces)


def show_cutouts(parts: Sequence[Cutout], *, ax: Axes | None, marks: str) -> Axes:
    """Draw parts of a board side by side, on their bounding boxes and with captions."""
    at, rows, cols = _arrange(parts)
    ax = make_axes(ax, INCHES * (cols + 0.5), INCHES * (rows + 0.5) + 2 * LINE)
    show(scene_of_parts(parts, at, SquareGrid(ceil(rows), cols)), ax=ax, marks=marks)
    ax.set_ylim(rows, -MARGIN)
    for part, (top, left) in zip(parts, at, strict=True):
        height, width = part.size
        bottom, right = top + height, left + width
        box = ((top, left), (top, right), (bottom, right), (bottom, left))
        paint(ax, [Fill("blank", box, BARE)], zorder=0.5)
        looks = {"ha": "center", "va": "top", "linespacing": 1.1}
        write(ax, left + width / 2, bottom + 0.2, part.words, CAPTION, **looks)
    return ax


def _arrange(parts: Sequence[Cutout]) -> tuple[list[Cell], float, int]:
    """Return the corners of parts, and the rows and columns of all with their captions."""
    captions = [part.words.split("\n") for part in parts]
    sizes = [
        (
            part.size[0] + ceil(ROW * len(lines) + 0.3),
            max(part.size[1], ceil(max(map(len, lines)) / LETTERS)) + 1,
        )
        for part, lines in zip(parts, captions, strict=True)
    ]
    corners, _, cols = packed(sizes, ACROSS)
    at = [
        (top, left + (wide - part.size[1]) // 2)
        for (top, left), part, (_, wide) in zip(corners, parts, sizes, strict=True)
    ]
    ends = zip(at, parts, captions, strict=True)
    rows = max(top + part.size[0] + ROW * len(lines) + 0.3 for (top, _), part, lines in ends)
    return at, rows, cols
