"""Islands drawn apart: where each lies, how constrained it is, and what fills it."""

from collections.abc import Sequence
from statistics import mode

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.puzzle import Solvable
from kaleido.draw.scene import Thing
from kaleido.errors import OptionError
from kaleido.model.cell_names import cell_name
from kaleido.model.grid import Cell
from kaleido.model.solution import Solution
from kaleido.model.squares import need_squares
from kaleido.plot.cutouts import FONT, Cutout, show_cutouts
from kaleido.plot.figure import figure_of, make_axes
from kaleido.plot.known import CUT_OUT, Known, cells_of, state_of
from kaleido.search.state import State
from kaleido.text import both, plural


def exploded_islands(thing: Thing, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw each island apart, with its offset: the top left corner of its bounding box.

    Parameters
    ----------
    thing : Board, Puzzle, Position or State
    ax : Axes, optional
        By default those of a new figure.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        There is no free cell, or `marks` is unknown.
    """
    known = _with_islands(thing)
    parts = []
    for number, island in enumerate(known.islands, start=1):
        part = Cutout(cells_of(island), "")
        caption = f"{number}: offset {part.corner}\n{plural(len(part.cells), 'cell')}"
        parts.append(part._replace(caption=caption))
    drawn = show_cutouts(known, parts, ax=ax, marks=marks)
    title = f"{known.scene.title}: {plural(known.count, 'island')}, each with its offset"
    sizes = sorted((len(part.cells) for part in parts), reverse=True)
    alt = f"{known.scene.title}: {plural(known.count, 'island')}, of {_listed(sizes)} cells."
    return figure_of(drawn, ax, title=title, alt=alt)


def constrained_islands(thing: Thing, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw the islands by the edges known per cell, the most constrained first.

    Below each stand its number in reading order, its cells, and how many sides of its cells are
    edges, in all and per cell.

    Parameters
    ----------
    thing, ax, marks
        As for `exploded_islands`.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        There is no free cell, or `marks` is unknown.
    """
    known = _with_islands(thing)
    areas = [
        (known.edges_around(island), cells_of(island), number)
        for number, island in enumerate(known.islands, start=1)
    ]
    areas.sort(key=lambda area: -area[0] / len(area[1]))
    parts = [
        Cutout(
            cells,
            f"{number}: {plural(len(cells), 'cell')}\n{plural(edges, 'edge')}\n"
            f"{edges / len(cells):.2f} per cell",
        )
        for edges, cells, number in areas
    ]
    drawn = show_cutouts(known, parts, ax=ax, marks=marks)
    most, least = (edges / len(cells) for edges, cells, _ in (areas[0], areas[-1]))
    title = f"{known.scene.title}: the islands by edges per cell"
    alt = f"{title}, {plural(known.count, 'island')} from {most:.2f} to {least:.2f} edges per cell."
    return figure_of(drawn, ax, title=title, alt=alt)


def trivial_islands(
    thing: Solvable | State, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw the islands that exactly one piece fills, with that piece on them.

    Parameters
    ----------
    thing : Puzzle, Position or State
    ax, marks : optional
        As for `exploded_islands`.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        There is no free cell, or `marks` is unknown.
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
            parts.append(Cutout(cells, caption, (placement,)))
    title = f"{known.scene.title}: islands that exactly one piece fills"
    if not parts:
        drawn = make_axes(ax, 4.0, 0.8)
        drawn.set_axis_off()
        text = "No island is filled by exactly one piece."
        drawn.text(0.5, 0.5, text, fontsize=FONT, ha="center", va="center")
        return figure_of(drawn, ax, title=title, alt=f"{title}: none.")
    drawn = show_cutouts(known, parts, ax=ax, marks=marks)
    which = _listed([part.caption.split("\n")[0] for part in parts])
    return figure_of(drawn, ax, title=title, alt=f"{title}, by number and piece: {which}.")


def filled_island(
    solution: Solution, cell: Cell, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw an island, its size progression in a solution, and the pieces that fill it.

    The progression splits the number of cells into the sizes of the pieces, largest first, as
    in 10 = 4 + (3 + 3). Parentheses hold what is smaller than most pieces of the set.

    Parameters
    ----------
    solution : Solution
    cell : (row, col)
        A cell of the island.
    ax, marks : optional
        As for `exploded_islands`.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        There is no cell at that place, or `marks` is unknown.
    """
    known = Known.of(solution.pattern)
    cells = cells_of(known.island_at(cell))
    pieces = sorted(
        (each for each in solution.placements if set(each.cells) <= set(cells)),
        key=lambda placement: -len(placement.cells),
    )
    sizes = [len(placement.cells) for placement in pieces]
    names = ", ".join(placement.piece for placement in pieces)
    usual = mode(len(placement.cells) for placement in solution.placements)
    parts = [
        Cutout(cells, f"{plural(len(cells), 'cell')} at {cell_name(cells[0])}"),
        Cutout(cells, f"{len(cells)} = {_progression(sizes, usual)}", tuple(pieces)),
    ]
    drawn = show_cutouts(known, parts, ax=ax, marks=marks)
    drawn.set_title(names, fontsize=FONT)
    alt = f"The island of {parts[0].caption} is filled as {parts[1].caption} by {names}."
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
