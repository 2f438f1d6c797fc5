"""Heat maps of a board: window densities, and where pieces lie in many solutions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import PolyCollection
from matplotlib.figure import Figure

from kaleido.analysis.questions import Solvable
from kaleido.analysis.recording import Recording, check_recording
from kaleido.analysis.statistics import cell_frequencies
from kaleido.draw.geometry import LAYER_GAP, corners, outline, picture_size
from kaleido.draw.look import INK, SHADES
from kaleido.draw.picture import captions
from kaleido.heuristics.tables import densest_windows
from kaleido.model.board import Board
from kaleido.model.edges import EdgeMap, find_islands, unpack_cells
from kaleido.model.grid import Grid, need_squares
from kaleido.model.solution import Solution
from kaleido.paper.edges import Sides
from kaleido.paper.progression import alternatives
from kaleido.paper.windows import blocks_of
from kaleido.plot.boards import paint, points
from kaleido.plot.documented import documented
from kaleido.plot.figure import FONT, describe, figure_of, make_axes, make_panels, title_panel
from kaleido.plot.known import WINDOWS, state_of
from kaleido.search.events import Place
from kaleido.search.state import State
from kaleido.search.strategies import FOR_SQUARES
from kaleido.text import plural

COLOURS = "viridis"  # runs from dark to light for colour-blind readers, too
DENSEST = 3.0  # the edges per cell at the end of the scale

DENSITY = "edges per cell of the densest window"
SHARE = "share of solutions in which the piece covers the cell"


def window_densities(state: State) -> npt.NDArray[np.float64]:
    """Return the density of the densest window over each free cell, in edges per cell.

    Windows are those that can hold a piece of the size that the cell's island expects next. The
    array (rows, cols) has NaN where a piece lies and where there is no such window.

    Examples
    --------
    >>> from kaleido import Pattern, Puzzle
    >>> state = State.empty(Puzzle(Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))).problem)
    >>> densities = window_densities(state)
    >>> round(float(densities[0, 0]), 2), float(densities[4, 4])
    (1.25, 0.0)
    """
    grid = state.problem.grid
    need_squares(grid, FOR_SQUARES)
    sides, left = Sides.of(grid, state.edges), state.sizes_left
    blocks = blocks_of(state.problem.pieces)
    widest = max(height * width for height, width in blocks)
    densities = np.full((grid.rows, grid.cols), np.nan)
    for island in find_islands(grid, state.edges, state.free):
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


@documented
def window_map(
    thing: Solvable | State, *, ax: Axes | None = None, move: Place | None = None
) -> Figure:
    """Draw the density of the densest window over each free cell.

    Parameters
    ----------
    ax : Axes, optional
        By default those of a new figure, with a colour bar.
    move : Place, optional
        The move that was chosen next, to be framed.

    Returns
    -------
    Figure
        That of the axes. The image shows edges per cell from 0 to 3; cells in no window are
        empty. The lines are the edges known.
    """
    state = state_of(thing)
    need_squares(state.problem.grid, WINDOWS)
    densities = window_densities(state)
    given, ax = ax, _heat(densities, state.problem.grid, ax, DENSEST, DENSITY)
    edges = EdgeMap.from_bits(state.problem.grid, state.edges)
    rows, cols = edges.horizontal.nonzero()
    ax.hlines(rows, cols, cols + 1, color=INK, linewidth=1.0)
    rows, cols = edges.vertical.nonzero()
    ax.vlines(cols, rows, rows + 1, color=INK, linewidth=1.0)
    if move is not None:
        for loop in outline(move.placement.cells):
            down, across = zip(*loop, loop[0], strict=True)
            ax.plot(across, down, color=SHADES["r"].fill, linewidth=2.4)
    shown = densities[np.isfinite(densities)]
    dense = f", up to {shown.max():.2f} edges per cell" if shown.size else ""
    where = "" if move is None else f"; the next move, {move.placement}, is framed"
    words = f"The density of the densest window over each free cell{dense}{where}."
    title = f"{state.problem.pattern.title or 'Pattern'}: the densest window over each cell"
    return figure_of(ax, given, title=title, alt=words)


@documented
def window_maps(
    recording: Recording, *, figure: Figure | None = None, width: float = 10.5
) -> Figure:
    """Draw the window densities before every move of the line, with the move framed.

    The last axes of the figure are those of a colour bar.
    """
    check_recording(recording)
    moves = [recording.steps[number].place for number in recording.line]
    grid, heading = recording.start.problem.grid, recording.answer.heading
    need_squares(grid, WINDOWS)
    count, ratio = max(len(moves), 1), 0.3 + grid.rows / grid.cols
    figure, axes = make_panels(
        count, figure=figure, width=width, ratio=ratio, heading=heading, below=0.6
    )
    if not moves:
        window_map(recording.start, ax=axes[0])
    before = [recording.start, *(move.state for move in moves[:-1])]
    for ax, state, move in zip(axes, before, moves, strict=False):
        window_map(state, ax=ax, move=move)
        title_panel(ax, f"{move.state.depth}  {move.placement.piece}\n{move.score.line}", FONT)
    _add_scale(figure, axes, DENSITY)
    alt = f"The window densities before each of {plural(len(moves), 'move')}, which is framed. "
    return describe(figure, alt + heading + ".")


@documented
def piece_map(solutions: Sequence[Solution], piece: str, *, ax: Axes | None = None) -> Figure:
    """Draw the share of solutions in which a piece covers each cell.

    Parameters
    ----------
    solutions : sequence of Solution
        Solutions of one pattern, such as random ones from ``Puzzle.sample``.
    piece : str
        The name of the piece.
    ax : Axes, optional
        By default those of a new figure, with a colour bar.

    Raises
    ------
    OptionError
        There are no solutions.
    PieceError
        No piece has the name.
    """
    share = cell_frequencies(solutions)[solutions[0].pieces[piece].name]
    drawn = _shares(share, solutions[0].pattern, ax, float(share.max()))
    title = f"{piece} in {_of(solutions)}"
    row, col = np.unravel_index(share.argmax(), share.shape)
    alt = f"Where {title} lies: most often on cell ({row}, {col}), in {share.max():.0%} of them."
    return figure_of(drawn, ax, title=title, alt=alt)


@documented
def piece_maps(
    solutions: Sequence[Solution], *, figure: Figure | None = None, width: float = 10.5
) -> Figure:
    """Draw what `piece_map` draws for each piece, on one scale.

    The last axes of the figure are those of a colour bar.

    Parameters
    ----------
    solutions : sequence of Solution

    Raises
    ------
    OptionError
        There are no solutions.
    """
    shares = cell_frequencies(solutions)
    top = max(float(share.max()) for share in shares.values())
    pattern = solutions[0].pattern
    high, wide = picture_size(pattern.grid)
    ratio, heading = (
        0.2 + high / wide,
        f"{pattern.title or 'Pattern'}, {len(solutions):,} solutions",
    )
    figure, axes = make_panels(
        len(shares), figure=figure, width=width, ratio=ratio, heading=heading, below=0.7
    )
    for ax, (name, share) in zip(axes, shares.items(), strict=True):
        _shares(share, pattern, ax, top)
        title_panel(ax, name, FONT + 1)
    _add_scale(figure, axes, SHARE)
    alt = (
        f"Where each of {len(shares)} pieces lies in {_of(solutions)}; no piece covers a cell in "
        f"more than {top:.0%} of them."
    )
    return describe(figure, alt)


def _of(solutions: Sequence[Solution]) -> str:
    return f"{plural(len(solutions), 'solution')} of {solutions[0].pattern.title or 'a pattern'}"


def _shares(share: npt.NDArray[np.float64], board: Board, ax: Axes | None, top: float) -> Axes:
    """Draw shares of solutions, which are left out where a board has no cells."""
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
        extent = (0, wide, high, 0)
        looks: dict[str, Any] = {"cmap": COLOURS, "vmin": 0, "vmax": top}
        image = ax.imshow(
            np.ma.masked_invalid(values), extent=extent, interpolation="nearest", **looks
        )
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
        ax.figure.colorbar(image, ax=ax, label=label)
    return ax


def _add_scale(figure: Figure, axes: list[Axes], label: str) -> None:
    """Put one colour bar under heat maps of the same scale."""
    drawn = (*axes[0].images, *axes[0].collections)[0]
    figure.colorbar(drawn, ax=axes, location="bottom", label=label, aspect=50, shrink=0.5, pad=0.02)
