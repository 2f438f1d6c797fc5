"""Islands drawn apart: where each lies, how constrained it is, and what fills it."""

from collections.abc import Sequence
from math import ceil
from statistics import mode

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.questions import Solvable
from kaleido.draw.look import MUTED
from kaleido.draw.picture import Stroke
from kaleido.draw.scene import Thing
from kaleido.errors import OptionError
from kaleido.model.grid import Cell, need_squares
from kaleido.model.names import cell_name
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.board import paint, show
from kaleido.plot.documented import documented
from kaleido.plot.figure import figure_of, make_axes, write
from kaleido.plot.known import CUT_OUT, Known, cells_of, state_of
from kaleido.plot.parts import Part, cut_out, places, scene_of_parts
from kaleido.search.state import State
from kaleido.text import both, plural

FONT = 8  # the font size of captions, in points
LETTERS = 6.0  # how many letters of a caption are as wide as a cell
ACROSS = 22  # the width to which the parts wrap, in cells
LINE = 0.45  # the height of a line of a caption, in cells


@documented
def exploded_islands(thing: Thing, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw each island apart, with its offset: the top left corner of its bounding box.

    Raises
    ------
    OptionError
        There is no free cell.
    """
    known = _with_islands(thing)
    parts = []
    for number, island in enumerate(known.islands, start=1):
        cells = cells_of(island)
        corner = tuple(min(each) for each in zip(*cells, strict=True))
        caption = f"{number}: offset {corner}\n{plural(len(cells), 'cell')}"
        parts.append(_cut(known, cells, caption))
    drawn = show_cutouts(parts, ax=ax, marks=marks)
    title = f"{known.scene.title}: {plural(known.count, 'island')}, each with its offset"
    sizes = sorted((len(part.cells) for part in parts), reverse=True)
    alt = f"{known.scene.title}: {plural(known.count, 'island')}, of {_listed(sizes)} cells."
    return figure_of(drawn, ax, title=title, alt=alt)


@documented
def constrained_islands(thing: Thing, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw the islands by the edges known per cell, the most constrained first.

    Below each stand its number in reading order, its cells, and how many sides of its cells are
    edges, in all and per cell.

    Raises
    ------
    OptionError
        There is no free cell.
    """
    known = _with_islands(thing)
    areas = [
        (known.edges_around(island), cells_of(island), number)
        for number, island in enumerate(known.islands, start=1)
    ]
    areas.sort(key=lambda area: -area[0] / len(area[1]))
    parts = [
        _cut(
            known,
            cells,
            f"{number}: {plural(len(cells), 'cell')}\n{plural(edges, 'edge')}\n"
            f"{edges / len(cells):.2f} per cell",
        )
        for edges, cells, number in areas
    ]
    drawn = show_cutouts(parts, ax=ax, marks=marks)
    most, least = (edges / len(cells) for edges, cells, _ in (areas[0], areas[-1]))
    title = f"{known.scene.title}: the islands by edges per cell"
    alt = f"{title}, {plural(known.count, 'island')} from {most:.2f} to {least:.2f} edges per cell."
    return figure_of(drawn, ax, title=title, alt=alt)


@documented
def trivial_islands(
    thing: Solvable | State, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw the islands that exactly one piece fills, with that piece on them.

    Raises
    ------
    OptionError
        There is no free cell.
    """
    state = state_of(thing)
    known = _with_islands(state)
    problem = state.problem
    parts = []
    for number, island in enumerate(known.islands, start=1):
        cells = cells_of(island)
        fitting = problem.placements(state.fills(problem.grid.cell_bits(cells)))
        # Sides of one piece that show the same colours are one way to fill it.
        if len({placement.piece for placement in fitting}) == 1:
            placement = fitting[0]
            caption = f"{number}: {placement.piece}\n{placement.face}"
            parts.append(_cut(known, cells, caption, (placement,)))
    title = f"{known.scene.title}: islands that exactly one piece fills"
    if not parts:
        drawn = make_axes(ax, 4.0, 0.8)
        drawn.set_axis_off()
        text = "No island is filled by exactly one piece."
        drawn.text(0.5, 0.5, text, fontsize=FONT, ha="center", va="center")
        return figure_of(drawn, ax, title=title, alt=f"{title}: none.")
    drawn = show_cutouts(parts, ax=ax, marks=marks)
    which = _listed([part.words.split("\n")[0] for part in parts])
    return figure_of(drawn, ax, title=title, alt=f"{title}, by number and piece: {which}.")


@documented
def filled_island(
    solution: Solution, cell: Cell, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw an island, its size progression in a solution, and the pieces that fill it.

    The progression splits the number of cells into the sizes of the pieces, largest first, as
    in 10 = 4 + (3 + 3). Parentheses hold what is smaller than most pieces of the set.

    Parameters
    ----------
    cell : (row, col)
        A cell of the island.

    Raises
    ------
    OptionError
        There is no cell at that place.
    """
    known = Known.of(solution.pattern)
    need_squares(known.scene.grid, CUT_OUT)
    cells = cells_of(known.island_at(cell))
    pieces = sorted(
        (each for each in solution.placements if set(each.cells) <= set(cells)),
        key=lambda placement: -len(placement.cells),
    )
    sizes = [len(placement.cells) for placement in pieces]
    names = ", ".join(placement.piece for placement in pieces)
    usual = mode(len(placement.cells) for placement in solution.placements)
    parts = [
        _cut(known, cells, f"{plural(len(cells), 'cell')} at {cell_name(cells[0])}"),
        _cut(known, cells, f"{len(cells)} = {_progression(sizes, usual)}", tuple(pieces)),
    ]
    drawn = show_cutouts(parts, ax=ax, marks=marks)
    drawn.set_title(names, fontsize=FONT)
    alt = f"The island of {parts[0].words} is filled as {parts[1].words} by {names}."
    return figure_of(drawn, ax, alt=alt)


def _listed(things: Sequence[object]) -> str:
    """Return things in words, the first dozen of them."""
    words = [str(thing) for thing in things]
    return both([*words[:12], f"{len(words) - 12} more"] if len(words) > 12 else words)


def _progression(sizes: Sequence[int], usual: int) -> str:
    """Return sizes as a sum, with those below the usual one in parentheses."""
    large = [str(size) for size in sizes if size >= usual]
    small = [str(size) for size in sizes if size < usual]
    if large and len(small) > 1:
        return " + ".join([*large, f"({' + '.join(small)})"])
    return " + ".join(large + small)


def _with_islands(thing: Thing) -> Known:
    known = Known.of(thing)
    need_squares(known.scene.grid, CUT_OUT)
    if not known.count:
        raise OptionError("there are no islands: the pieces cover every cell")
    return known


def _cut(
    known: Known, cells: Sequence[Cell], caption: str, pieces: Sequence[Placement] = ()
) -> Part:
    return cut_out(caption, places(cells), known.scene.cells, known.edges, pieces)


def show_cutouts(parts: Sequence[Part], *, ax: Axes | None, marks: str) -> Axes:
    """Draw parts of a board side by side, with their bounding boxes and captions."""
    corners, rows, cols = _arrange(parts)
    ax = show(scene_of_parts(parts, corners, SquareGrid(rows, cols)), ax=ax, marks=marks)
    for part, (top, left) in zip(parts, corners, strict=True):
        height, width = part.size
        bottom, right = top + height, left + width
        box = ((top, left), (top, right), (bottom, right), (bottom, left))
        paint(ax, [Stroke("box", (box,), MUTED, 0.03)], zorder=0.5)
        looks = {"ha": "center", "va": "top", "linespacing": 1.1}
        write(ax, left + width / 2, bottom + 0.2, part.words, FONT, **looks)
    return ax


def _slot(part: Part) -> tuple[int, int]:
    """Return the rows and columns that a part takes with its caption and a margin."""
    lines = part.words.split("\n")
    text = max(map(len, lines)) / LETTERS
    height, width = part.size
    return height + ceil(LINE * len(lines) + 0.5), max(width, ceil(text)) + 1


def _arrange(parts: Sequence[Part]) -> tuple[list[Cell], int, int]:
    """Return the new corner of each part, and the rows and columns that all of them take.

    The parts stand on shelves from left to right, each in the middle of its slot, and below one
    another where the shelf is high enough.
    """
    corners: list[Cell] = []
    top = height = left = width = used = widest = 0
    for part in parts:
        tall, wide = _slot(part)
        if used + tall > height or left + wide > ACROSS:
            left, width, used = left + width, 0, 0
        if left and left + wide > ACROSS:
            top, left, height = top + height, 0, 0
        corners.append((top + used, left + (wide - part.size[1]) // 2))
        width, used, height = max(width, wide), used + tall, max(height, used + tall)
        widest = max(widest, left + width)
    return corners, top + height, widest
