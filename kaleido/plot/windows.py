"""Windows of the paper's method, and heat maps: of their densities, and of where pieces lie."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colorbar import Colorbar
from matplotlib.figure import Figure

from kaleido.base.errors import OptionError
from kaleido.base.text import percent, plural
from kaleido.draw.geometry import LAYER_GAP, corners, outline, picture_size, sides
from kaleido.draw.look import ACCENT, INK
from kaleido.draw.picture import captions
from kaleido.draw.scene import Thing, scene_of_state
from kaleido.heuristics.view import densest_windows
from kaleido.lab.statistics import cell_frequencies
from kaleido.model.board import Board
from kaleido.model.edges import unpack_cells
from kaleido.model.grid import Cell, Grid, need_squares
from kaleido.model.names import cell_name, piece_labels
from kaleido.model.solution import Solution
from kaleido.paper.edges import Sides
from kaleido.paper.progression import alternatives
from kaleido.paper.windows import blocks_of
from kaleido.plot.boards import paint, points
from kaleido.plot.documented import (
    Searched,
    documented,
    recording_of,
    solutions_of,
    state_or_recording_of,
    thing_of,
)
from kaleido.plot.failed import frame_failed
from kaleido.plot.figure import (
    FONT,
    TITLED,
    describe,
    dress,
    figure_of,
    make_axes,
    make_panels,
    root_of,
    title_panel,
    write,
)
from kaleido.plot.known import WINDOWS, KnownEdges, block, draw_lines, show_cells
from kaleido.plot.moves import show_move
from kaleido.plot.themes import current_theme
from kaleido.puzzle.recording import Recording
from kaleido.search.events import Place
from kaleido.search.fork import Found, Window
from kaleido.search.state import State
from kaleido.search.strategies import FOR_SQUARES

COLOURS = "viridis"  # runs from dark to light for colour-blind readers, too
DENSEST = 3.0  # the edges per cell at the end of the scale

DENSITY = "edges per cell of the densest window"
SHARE = "share of solutions in which the piece covers the cell"


def window_densities(state: State) -> npt.NDArray[np.float64]:
    """Return the density of the densest window for the next piece over each free cell, else NaN."""
    grid = state.problem.grid
    need_squares(grid, FOR_SQUARES)
    sides, left = Sides.of(grid, state.edges), state.sizes_left
    blocks = blocks_of(state.problem.pieces)
    widest = max(height * width for height, width in blocks)
    densities = np.full((grid.rows, grid.cols), np.nan)
    for island in state.islands:
        sizes = (size for each in alternatives(island.bit_count(), left) for size in each)
        expected = next((size for size in sizes if size <= widest), 1)
        # The densest windows come first, so the first value of a cell stays.
        cells = unpack_cells(grid, island)
        for window in densest_windows(grid, sides, island, expected, blocks):
            (row, col), (height, width) = window.corner, window.shape
            part = slice(row, row + height), slice(col, col + width)
            fresh = cells[part] & np.isnan(densities[part])
            densities[part][fresh] = window.density
    return densities


@documented(state_or_recording_of)
def window_map(
    thing: State | Recording,
    *,
    move: Place | None = None,
    ax: Axes | None = None,
    figure: Figure | None = None,
    width: float = 10.5,
) -> Figure:
    """Draw the density of the densest window over each free cell.

    The image shows edges per cell from 0 to 3; cells in no window are empty. The lines are the
    edges known. A new figure has a colour bar, whose axes are its last.

    Parameters
    ----------
    thing : Recording, State, Puzzle, Position, Board, str or sequence of str
        A recording has a map before each move of its line, on a figure; without a solution, the
        fullest board comes last. Of anything else, the board has a map, on axes.
    move : Place, optional
        The move that was chosen next on the board, to be framed. Those of a recording always are.
    """
    _check_place(ax or move, figure, is_several=isinstance(thing, Recording))
    if isinstance(thing, Recording):
        return _map_moves(thing, figure, width)
    grid = thing.problem.grid
    need_squares(grid, WINDOWS)
    densities = window_densities(thing)
    given, ax = ax, _heat(densities, grid, ax, DENSEST, DENSITY)
    lines = [points(side) for side in sides(grid, thing.edges)]
    ax.add_collection(LineCollection(lines, colors=current_theme().ink, linewidths=1.0))
    if move is not None:
        draw_lines(ax, outline(move.placement.cells), INK)
    shown = densities[np.isfinite(densities)]
    dense = f", up to {shown.max():.2f} edges per cell" if shown.size else ""
    where = "" if move is None else f"; the next move, {move.placement}, is framed"
    words = f"The density of the densest window over each free cell{dense}{where}."
    title = f"{thing.problem.pattern.heading}: the densest window over each cell"
    return figure_of(ax, given, title=title, alt=words)


def _check_place(one: object, figure: Figure | None, *, is_several: bool) -> None:
    """Raise an `OptionError` if several maps are to be on axes, or a single one on a figure."""
    if one if is_several else figure:
        raise OptionError("several maps are drawn on a figure, and a single one on axes")


def _map_moves(recording: Recording, figure: Figure | None, width: float) -> Figure:
    """Draw the map before each move of a recording, with the move framed."""
    moves = [recording.steps[number].place for number in recording.line]
    grid, heading = recording.start.problem.grid, recording.answer.heading
    need_squares(grid, WINDOWS)
    looks: dict[str, Any] = {"ratio": grid.rows / grid.cols, "extra": 2 * TITLED, "below": 0.65}
    count = len(moves) + recording.failed
    figure, axes = make_panels(count, figure=figure, width=width, heading=heading, **looks)
    before = [recording.start, *(move.state for move in moves[:-1])]
    for ax, state, move in zip(axes, before, moves, strict=False):
        window_map(state, ax=ax, move=move)
        title_panel(ax, f"{move.title}\n{move.score.line}", FONT)
    if recording.failed:
        window_map(recording.fullest, ax=axes[-1])
        title_panel(axes[-1], recording.end, FONT)
        frame_failed(axes[-1], 0, 0, grid.cols, grid.rows)
    _add_scale(figure, axes, DENSITY)
    alt = f"The window densities before each of {plural(len(moves), 'move')}, which is framed. "
    return describe(figure, alt + heading + ".")


@documented(thing_of)
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
    edges. The rest of the board is pale. An `OptionError` is raised if the window does not lie on
    the board or holds no cell of the island.

    Parameters
    ----------
    shape : (int, int)
        Its rows and columns: (2, 3), (3, 2), (1, 4) or (4, 1) for the classic pieces.
    cell : (row, col), optional
        A cell of the island. By default the island that has the most cells in the window is
        taken, or the first of these in reading order.
    """
    known = KnownEdges.of(thing)
    need_squares(known.scene.grid, WINDOWS)
    grid, window = known.scene.grid, list(product(*block(known.scene.grid, corner, shape)))
    held = grid.cell_bits(window)
    if cell is None:
        island = max(known.islands, key=lambda each: (each & held).bit_count(), default=0)
    else:
        island = known.island_at(cell)
    inside = island & held
    count = inside.bit_count()
    size, where = f"{shape[0]} × {shape[1]}", cell_name(corner)
    if not count:
        raise OptionError(f"the window of {size} cells at {corner} holds no cell of the island")
    given, ax = ax, show_cells(ax, known, grid.cells(island), marks)
    draw_lines(ax, outline(window), ACCENT, zorder=4)
    edges = known.edges_around(inside)
    holds = f"{plural(count, 'cell')}, {plural(edges, 'edge')}: {edges / count:.2f} per cell"
    ax.set_title(f"{size} at {where}\n{holds}")
    alt = f"{known.scene.title} with a window of {size} cells at {where}, which holds {holds}."
    return figure_of(ax, given, alt=alt)


def place_of(given: Place | Searched) -> Place:
    """Return a move: itself, or the first on the line of a search that was found in a window."""
    if isinstance(given, Place):
        return given
    recording = recording_of(given)
    for number in recording.line:
        place = recording.steps[number].place
        if place.found is not None and place.found.window is not None:
            return place
    raise OptionError(f"{recording.answer.heading}: no move was found in a window")


@documented(place_of)
def window_moves(
    place: Place,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    marks: str = "none",
) -> Figure:
    """Draw a window that was opened, and the moves found in it with their scores, best first.

    The first board is the one before the move, with the cells and edges that the window holds.
    Each of the others has one move more. Its number is its rank among the moves of all windows
    that were opened; the best of these are kept, and the others are deferred (P. Singh, "Solving a
    Patterned Polyomino Packing Puzzle", 2019, "Sliding windows").

    Parameters
    ----------
    place : Place, Recording, Puzzle, Position, Board, str or sequence of str
        A move that was found in a window, or a search, whose first such move is drawn. An
        `OptionError` is raised without such a move.
    """
    found, before = place.fork.found, place.state.parent
    fork, window = place.fork, place.found and place.found.window
    if found is None or before is None or window is None:
        raise OptionError(f"{place.placement}: the move was not found in a window")
    ranks = [rank for rank in range(len(fork.moves)) if found(rank).window == window]
    grid = before.problem.grid
    heading = f"{plural(len(ranks), 'move')} in the {Found('window', window)}"
    count, ratio = 1 + len(ranks), (grid.rows + 2.2) / (grid.cols + 0.5)
    figure, axes = make_panels(count, figure=figure, width=width, ratio=ratio, heading=heading)
    held = f"{plural(window.cells, 'cell')}, {plural(window.edges, 'edge')}"
    _draw_window(axes[0], before, window, ("before the move", "", held), marks)
    for ax, rank in zip(axes[1:], ranks, strict=True):
        number = fork.moves[rank]
        placement = before.problem.placement(number)
        title = f"{rank + 1}  {placement.title}"
        note = "kept" if rank < place.kept else "deferred"
        _draw_window(ax, before.place(number), window, (title, note, fork.score(rank).line), marks)
    best = fork.score(ranks[0]).total
    alt = f"{heading}, which holds {held}; the best has a score of {best:g}."
    return describe(figure, alt)


def _draw_window(
    ax: Axes, state: State, window: Window, words: tuple[str, str, str], marks: str
) -> None:
    title, note, line = words
    scene = scene_of_state(state, implied=True)
    show_move(ax, scene if note else replace(scene, moved=None), window, marks)
    rows, cols = scene.grid.rows, scene.grid.cols
    write(ax, 0, -0.3, title, FONT, va="bottom", fontweight="bold")
    write(ax, cols, -0.3, note, FONT, va="bottom", ha="right")
    write(ax, 0, rows + 0.35, line, FONT, va="top")
    ax.set(xlim=(-0.25, cols + 0.25), ylim=(rows + 1.1, -1.1))


@documented(solutions_of)
def piece_map(
    solutions: Sequence[Solution],
    piece: str | None = None,
    *,
    ax: Axes | None = None,
    figure: Figure | None = None,
    width: float = 10.5,
) -> Figure:
    """Draw the share of solutions in which a piece covers each cell; by default one map per piece.

    One map is drawn on axes, and several on a figure. Each of several has its own scale: its end,
    printed above the map, is the share of solutions in which the piece covers its most frequent
    cell. A new figure has a colour bar, whose axes are its last.

    Parameters
    ----------
    piece : str, optional
        The name of a single piece.
    """
    _check_place(ax, figure, is_several=piece is None)
    shares, pattern = cell_frequencies(solutions), solutions[0].pattern
    labels = piece_labels(solutions[0].pieces)
    if piece is not None:
        name = solutions[0].pieces[piece].name
        share = shares[name]
        drawn = _shares(share, pattern, ax, float(share.max()))
        title = f"{labels[name]} in {_of(solutions)}"
        row, col = np.unravel_index(share.argmax(), share.shape)
        most = f"most often on {cell_name((int(row), int(col)))}, in {percent(share.max())} of them"
        return figure_of(drawn, ax, title=title, alt=f"Where {title} lies: {most}.")
    high, wide = picture_size(pattern.grid)
    heading = f"{pattern.heading}, {plural(len(solutions), 'solution')}"
    looks: dict[str, Any] = {"ratio": high / wide, "extra": 2 * TITLED, "below": 0.65}
    figure, axes = make_panels(len(shares), figure=figure, width=width, heading=heading, **looks)
    tops = [float(share.max()) for share in shares.values()]
    for each, (name, share), top in zip(axes, shares.items(), tops, strict=True):
        _shares(share, pattern, each, top)
        title_panel(each, f"{labels[name]}\nup to {percent(top)}")
    bar = _add_scale(figure, axes, SHARE)  # that of the first map
    bar.set_ticks([0, tops[0]], labels=["0", "the most of each piece"])
    most = f"no piece covers a cell in more than {percent(max(tops))} of them"
    return describe(figure, f"Where each of {len(shares)} pieces lies in {_of(solutions)}; {most}.")


def _of(solutions: Sequence[Solution]) -> str:
    return f"{plural(len(solutions), 'solution')} of {solutions[0].pattern.title or 'a pattern'}"


def _shares(share: npt.NDArray[np.float64], board: Board, ax: Axes | None, top: float) -> Axes:
    shown = np.where(unpack_cells(board.grid, board.mask), share, np.nan)
    return _heat(shown, board.grid, ax, top, SHARE)


def _heat(
    values: npt.NDArray[np.float64], grid: Grid, ax: Axes | None, top: float, label: str
) -> Axes:
    """Draw one value per cell, on a scale from 0 to `top`; cells with NaN stay empty."""
    given, ax = ax, make_axes(ax, 5.0, 4.0)
    high, wide = picture_size(grid)
    image: ScalarMappable
    if grid.lattice.is_square:
        looks: dict[str, Any] = {"cmap": COLOURS, "clim": (0, top), "interpolation": "nearest"}
        image = ax.imshow(np.ma.masked_invalid(values), extent=(0, wide, high, 0), **looks)
    else:
        # Cells that are no squares, those of layers side by side.
        shown = np.isfinite(values)
        cells = [points(corners(grid, (row, col))) for row, col in np.argwhere(shown).tolist()]
        looks = {"cmap": COLOURS, "clim": (0, top), "edgecolor": "face", "linewidth": 0.3}
        image = PolyCollection(cells, array=values[shown], **looks)
        ax.add_collection(image, autolim=False)
        paint(ax, captions(grid))
    aside = LAYER_GAP / 2 if grid.layers > 1 else 0.1
    ax.set(xlim=(-aside, wide + aside), ylim=(high + 0.1, -0.1), aspect="equal")
    ax.set_axis_off()
    if given is None:
        dress(root_of(ax).colorbar(image, ax=ax, label=label).ax)
    return ax


def _add_scale(figure: Figure, axes: list[Axes], label: str) -> Colorbar:
    drawn = (*axes[0].images, *axes[0].collections)[0]
    return figure.colorbar(
        drawn, ax=axes, location="bottom", label=label, aspect=50, shrink=0.5, pad=0.01
    )
