"""Moves: all places of a piece, one with its matched edges, and windows with those found there."""

from dataclasses import replace
from itertools import product

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.questions import Solvable
from kaleido.draw.geometry import corners, outline, sides
from kaleido.draw.look import ACCENT, IMPLIED, INK
from kaleido.draw.picture import window_strokes
from kaleido.draw.scene import Thing, scene_of
from kaleido.errors import OptionError, PlacingError
from kaleido.model.grid import Cell, bits, need_squares
from kaleido.model.names import cell_name
from kaleido.model.placement import Placement
from kaleido.plot.boards import paint, show
from kaleido.plot.documented import documented
from kaleido.plot.figure import (
    FONT,
    bare_panels,
    describe,
    figure_of,
    make_axes,
    make_panels,
    title_panel,
    write,
)
from kaleido.plot.known import (
    ABOVE,
    AROUND,
    ENLARGED,
    TITLE,
    WINDOWS,
    Known,
    block,
    cells_of,
    draw_lines,
    highlight,
    part_of,
    show_cells,
    state_of,
)
from kaleido.search.events import Place
from kaleido.search.found import Found, Window
from kaleido.search.state import State
from kaleido.text import plural


@documented
def placements(
    thing: Solvable | State,
    piece: str | None = None,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    max_boards: int = 24,
    marks: str = "none",
) -> Figure:
    """Draw the places where a piece can still lie, those with the most edges around them first.

    Borders of the piece that are already edges are solid, and the others are dashed.

    Parameters
    ----------
    piece : str, optional
        The name of the piece; by default the largest, which is the wand in the classic set.
    max_boards : int, optional
        How many places are drawn at most.

    Raises
    ------
    OptionError
        The piece fits nowhere, or `max_boards` is less than 1.
    PieceError
        No piece has the name.
    """
    if max_boards < 1:
        raise OptionError(f"max_boards is {max_boards}, expected 1 or more")
    state = state_of(thing)
    grid = state.problem.grid
    pieces = state.problem.pieces
    chosen = pieces[piece] if piece else max(pieces, key=lambda each: each.size)
    options = state.live & state.problem.piece_options[list(pieces).index(chosen)]
    if not options:
        raise OptionError(f"the piece {chosen.name!r} fits nowhere on the board")
    borders = state.problem.borders
    found = sorted(bits(options), key=lambda move: -(borders[move] & state.edges).bit_count())
    shown = found[:max_boards]
    most = f", the first {len(shown)}" if len(shown) < len(found) else ""
    heading = f"{plural(len(found), 'placement')} of {chosen.name}{most}"
    figure, axes = bare_panels(len(shown), grid, figure=figure, width=width, heading=heading)
    counts = []
    for ax, number in zip(axes, shown, strict=True):
        matched, border = _draw_move(ax, state, number, marks)
        counts.append(matched)
        title_panel(ax, f"{matched} of {plural(border, 'edge')}")
    alt = f"{heading}: {counts[0]} to {counts[-1]} of their borders are edges already."
    return describe(figure, alt)


@documented
def overlap(
    thing: Solvable | State, placement: Placement, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw a move close up: which borders of the piece are already edges, and which are new.

    The matched borders are solid, and the new ones are dashed.

    Parameters
    ----------
    thing : Puzzle, Position or State
        The board before the move.
    placement : Placement
        The move.

    Raises
    ------
    PlacingError
        The piece does not fit there.
    """
    state = state_of(thing)
    number = state.problem.number_of(placement)
    if number is None or not state.live >> number & 1:
        raise PlacingError(f"{placement}: the piece cannot be placed there")
    grid = state.problem.grid
    rows, cols = zip(
        *(point for cell in placement.cells for point in corners(grid, cell)), strict=True
    )
    top, left, bottom, right = min(rows), min(cols), max(rows), max(cols)
    width, height = right - left + 2 * AROUND, bottom - top + 2 * AROUND
    given, ax = ax, make_axes(ax, ENLARGED * width, ENLARGED * height + 0.3)
    matched, border = _draw_move(ax, state, number, marks)
    ax.set(xlim=(left - AROUND, right + AROUND), ylim=(bottom + AROUND, top - AROUND))
    title = f"{placement.piece}: matched {matched} of {border}"
    ax.set_title(title, fontsize=TITLE, color=INK, parse_math=False)
    alt = (
        f"The move {placement}: {matched} of its {plural(border, 'border')} match edges, "
        f"{border - matched} are new."
    )
    return figure_of(ax, given, alt=alt)


def _draw_move(ax: Axes, state: State, number: int, marks: str) -> tuple[int, int]:
    """Draw a move, and return how many of its borders are edges before it, and how many it has."""
    border = state.problem.borders[number]
    matched = border & state.edges
    after = Known.of(state.place(number))
    show(replace(after.scene, moved=None), ax=ax, marks=marks)
    highlight(ax, after, state.edges & ~border & ~after.frame, IMPLIED)
    highlight(ax, after, matched, ACCENT)
    # Three dashes a side, each hardly longer than it is wide.
    new = product(sides(state.problem.grid, border & ~matched), (1 / 6, 1 / 2, 5 / 6))
    draw_lines(ax, [part_of(side, middle - 0.02, middle + 0.02) for side, middle in new], INK)
    return matched.bit_count(), border.bit_count()


@documented
def window_frame(
    thing: Thing,
    corner: Cell,
    shape: tuple[int, int],
    *,
    cell: Cell | None = None,
    ax: Axes | None = None,
    marks: str = "none",
) -> Figure:
    """Draw a window as a frame over an island, with the cells and the edges that it holds.

    As in the paper, the edges of a window are the sides of the island's cells in it that are
    edges. The rest of the board is pale.

    Parameters
    ----------
    corner : (row, col)
        The top left cell of the window.
    shape : (int, int)
        Its rows and columns: (2, 3), (3, 2), (1, 4) or (4, 1) for the classic pieces.
    cell : (row, col), optional
        A cell of the island. By default the island that has the most cells in the window is
        taken, or the first of these in reading order.

    Raises
    ------
    OptionError
        The window does not lie on the board or holds no cell of the island.
    """
    known = Known.of(thing)
    need_squares(known.scene.grid, WINDOWS)
    window = np.zeros(known.labels.shape, np.bool_)
    window[block(known.scene.grid, corner, shape)] = True
    if cell is None:
        held = np.bincount(known.labels[window])
        held[0] = 0
        island = (known.labels == held.argmax()) & (known.labels > 0)
    else:
        island = known.island_at(cell)
    inside = island & window
    count = int(inside.sum())
    size, where = f"{shape[0]} × {shape[1]}", cell_name(corner)
    if not count:
        raise OptionError(f"the window of {size} cells at {corner} holds no cell of the island")
    given, ax = ax, show_cells(ax, known, island, marks)
    draw_lines(ax, outline(cells_of(window)), ACCENT, zorder=ABOVE + 1)
    edges = known.edges_around(inside)
    holds = f"{plural(count, 'cell')}, {plural(edges, 'edge')}: {edges / count:.2f} per cell"
    ax.set_title(f"{size} at {where}\n{holds}", fontsize=TITLE - 1, color=INK)
    alt = f"{known.scene.title} with a window of {size} cells at {where}, which holds {holds}."
    return figure_of(ax, given, alt=alt)


@documented
def window_moves(
    place: Place, *, figure: Figure | None = None, width: float = 10.5, marks: str = "none"
) -> Figure:
    """Draw a window that was opened, and the moves found in it with their scores, best first.

    The first board is the one before the move, with the cells and edges that the window holds.
    Each of the others has one move more. Its number is its rank among the moves of all windows
    that were opened; the best of these are kept, and the others are deferred.

    Parameters
    ----------
    place : Place
        A move that was found in a window.

    Raises
    ------
    OptionError
        The move was not found in a window.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019, "Sliding windows".
    """
    found, before = place.fork.found, place.state.parent
    fork, window = place.fork, place.found and place.found.window
    if found is None or before is None or window is None:
        raise OptionError(f"{place.placement}: the move was not found in a window")
    ranks = [rank for rank in range(len(fork.moves)) if found(rank).window == window]
    grid = before.problem.grid
    heading = f"{plural(len(ranks), 'move')} in the {Found('window', window)}"
    count, ratio = 1 + len(ranks), (grid.rows + 2.4) / (grid.cols + 0.5)
    figure, axes = make_panels(count, figure=figure, width=width, ratio=ratio, heading=heading)
    held = f"{plural(window.cells, 'cell')}, {plural(window.edges, 'edge')}"
    _draw(axes[0], before, window, ("before the move", "", held), marks)
    for ax, rank in zip(axes[1:], ranks, strict=True):
        number = fork.moves[rank]
        placement = before.problem.placement(number)
        title = f"{rank + 1}  {placement.piece} {placement.face}"
        note = "kept" if rank < place.kept else "deferred"
        _draw(ax, before.place(number), window, (title, note, fork.score(rank).line), marks)
    best = fork.score(ranks[0]).total
    alt = f"{heading}, which holds {held}; the best has a score of {best:g}."
    return describe(figure, alt)


def _draw(ax: Axes, state: State, window: Window, words: tuple[str, str, str], marks: str) -> None:
    """Draw a board with a window, a title and a note above it, and a line below."""
    title, note, line = words
    scene = scene_of(state, implied=True)
    show(scene if note else replace(scene, moved=None), ax=ax, marks=marks)
    paint(ax, window_strokes(window.corner, window.shape), zorder=4)
    rows, cols = scene.grid.rows, scene.grid.cols
    write(ax, 0, -0.3, title, FONT, va="bottom", fontweight="bold")
    write(ax, cols, -0.3, note, FONT, va="bottom", ha="right")
    write(ax, 0, rows + 0.35, line, FONT, va="top")
    ax.set(xlim=(-0.25, cols + 0.25), ylim=(rows + 1.2, -1.2))
