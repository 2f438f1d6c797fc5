"""Progressions: a board for every move of a search, or as in the paper its island and its piece.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import ceil
from typing import Any, NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kaleido.base.text import plural
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import IMPLIED, INK, PAPER
from kaleido.draw.picture import window_strokes
from kaleido.draw.scene import Scene, scene_of_state
from kaleido.model.grid import Cell, need_squares
from kaleido.model.names import cell_name
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.boards import Cutout, cut_out, draw_parts, paint, places, show
from kaleido.plot.curves import edge_curve
from kaleido.plot.documented import documented, recording_of
from kaleido.plot.failed import edges_known, frame_failed, kept_colour
from kaleido.plot.figure import FONT, describe, figure_width, make_panels, root_of, write
from kaleido.plot.known import CUT_OUT, KnownEdges
from kaleido.plot.themes import current_theme, seen
from kaleido.puzzle.recording import Recording
from kaleido.search.events import Backtrack, Place, Resume
from kaleido.search.fork import Window
from kaleido.search.state import State

# What a score adds up, if it has parts.
SUM = "matched edges{} + crookedness, span and other parts = score;   "
EDGES = "a | b | c: matched edges, window edges, borders of the piece"

FLAT = 4  # pieces of more columns than this stand below their island instead of beside it
CAPTION = 0.53  # the height of three lines below a part with the space around them, in inches
TITLED = 0.2  # the height of a line above a part, in inches
WORDS = 1.45  # the least width of a part with its words, in inches
MOST_LETTERS = 125  # the letters of a line in an inch, times its font size in points
BOLD = 0.63  # the mean width of a bold letter, in font sizes
# The room of a letter of a note, in other letters: it is bold, and ends with the board, which is
# narrower than its place.
NOTED = 1.3
LARGEST = 0.2  # the greatest side of a cell in a new figure, in inches
CURVE = 1.6  # the height of the curve below the boards, in inches
LABELS = 0.5  # the width of the labels on its left, in inches
NUMBERS = 3  # the most moves in an inch of the curve that have a number each


# The height and width of a board, the width of its panel, and an eighth of that, in cells.
_Measures = tuple[float, float, float, float]


class _Panel(NamedTuple):
    """The panel of the first board, or of the board after a move, with the words around it."""

    scene: Scene
    title: str
    waiting: str
    lines: list[str]
    edges: str  # the line that says how many are known
    shares: tuple[float, float]  # of the edges of a solved board, those known and those implied
    colour: str  # of those known
    brief: str = ""  # the edges of the move, and how it was found
    window: Window | None = None
    note: str = ""
    is_taken_back: bool = False
    end: str = ""  # on the last board, why a search without a solution went no further


@documented(recording_of)
def progression(
    recording: Recording,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    max_boards: int = 48,
    marks: str = "none",
) -> Figure:
    """Draw a board for every move, with its score, its deferred siblings and the edges known.

    The first board is the one that the search started from, with its islands tinted, and the last
    the solution or, without one, the fullest board. Between them the moved piece is framed, and a
    dashed frame shows the window in which the move was found. Below each board stand a bar of the
    edges known; the score as a sum of its parts, such as ``8 + 8/2 + 0.52 = 12.52`` (matched edges,
    half the window edges, crookedness); the three numbers of the paper's figures, such as
    ``8 | 8 | 10`` (matched edges, window edges, borders of the piece); and how the move was found,
    if the strategy can say. Moves that were taken back are crossed out. Without a solution the bars
    have another colour, and the last board is framed.

    Moves are numbered as they were tried, and so they are on the `edge_curve` below all boards.

    Parameters
    ----------
    max_boards : int, optional
        If the search made more moves, only those that lead to the solution (or to the fullest
        board) are drawn, with the numbers of the others, which are on the curve.
        `kaleido.explore` shows each of their boards.
    """
    panels = _panels(recording, max_boards)
    heading, start, fullest = recording.answer.heading, recording.start, recording.fullest
    edges = f"{start.inner_edges} to {fullest.inner_edges} of {start.problem.solved_edges}"
    legend = ""
    has_moves = bool(recording.steps)
    if has_moves:
        scores = [step.place.score for step in recording.steps]
        if weights := scores[0].weights:
            times = f" × {weights.matched:.2g}" * (weights.matched != 1)
            windows = " + window edges/2" * any(score.window for score in scores)
            legend = SUM.format(times + windows)
        legend += f"{EDGES};   bar: edges known"
    if any(panel.window for panel in panels):
        legend += ";   dashed: window"
    rows, cols = picture_size(panels[0].scene.grid)
    span = max(cols, 0.75 * rows)
    unit = span / 8
    looks: dict[str, Any] = {"ratio": (rows + 3.85 * unit) / (span + 0.4 * unit), "width": width}
    looks |= {"below": CURVE * has_moves, "is_curve_below": has_moves}
    figure, axes = make_panels(len(panels), figure=figure, heading=heading, legend=legend, **looks)
    for ax, panel in zip(axes, panels, strict=False):
        _draw_panel(ax, panel, (rows, cols, span, unit), marks)
    if has_moves:
        edge_curve(recording, ax=axes[-1])
        if (count := len(recording.steps)) <= NUMBERS * root_of(axes[-1]).get_figwidth():
            axes[-1].set_xticks(range(count + 1))
    moves = plural(max(len(panels) - 2, 0), "move")
    alt = f"{heading}. A board for each of {moves}; the edges known rise from {edges}."
    alt += f" The fullest board: {recording.end}." if recording.failed else ""
    return describe(figure, alt)


def _panels(recording: Recording, max_boards: int) -> list[_Panel]:
    panels = [_panel(recording, recording.start, None)]
    steps, line = recording.steps, recording.line
    before = -1
    for number in range(len(steps)) if len(steps) <= max_boards else line:
        note = _others(before, number) if number in line else "taken back"
        panel = _panel(recording, steps[number].place.state, steps[number].place, number + 1)
        panels.append(panel._replace(note=note, is_taken_back=number not in line))
        before = number
    return [*panels, *[_last_panel(recording, _others(before, len(steps)))] * bool(steps)]


def _others(before: int, number: int) -> str:
    """Return the moves between two that are drawn, counted from 0, in words."""
    first, last = before + 2, number
    numbers = f"{first:,}" if first == last else f"{first:,}–{last:,}"
    return f"{numbers} not kept" if first <= last else ""


def _last_panel(recording: Recording, note: str) -> _Panel:
    """Return the panel of the solution or, without one, of the fullest board and its end."""
    state, failed = recording.fullest, recording.failed
    scene = replace(scene_of_state(state), moved=None)
    panel = _panel(recording, state, None)._replace(scene=scene, note=note)
    if not failed:
        return panel._replace(title="solution", lines=[panel.edges])
    lines = [panel.edges, recording.end]
    return panel._replace(title="fullest board", lines=lines, end=recording.end)


def _panel(recording: Recording, state: State, place: Place | None, number: int = 0) -> _Panel:
    """Return the panel of the board after a move, by its number, or of the first board."""
    problem, is_plain, failed = state.problem, state.problem.pieces.is_plain, recording.failed
    implied = State.empty(problem).inner_edges / max(problem.solved_edges, 1)
    scene = scene_of_state(state, islands=not (place or is_plain), implied=True)
    title, waiting = f"{state.depth} placed" if state.depth else "at the start", ""
    lines = ["the frame" if is_plain else "implied edges and islands"]
    brief = ""
    if place:
        title = f"{number:,}  {place.placement.title}"
        waiting = f"{place.waiting} wait" if place.waiting else ""
        brief = ", ".join(_edges_and_found(place))
        lines = [place.score.line, brief]
    edges, known = edges_known(state, failed=failed)
    return _Panel(
        *(scene, title, waiting, [*lines, edges]),
        *(edges, (known, min(known, implied)), seen(kept_colour(recording)), brief),
        window=place.found.window if place and place.found else None,
    )


def _edges_and_found(place: Place) -> list[str]:
    """Return the three numbers of the paper's figures for a move, and how it was found."""
    before = place.state.parent
    assert before is not None  # the board without the piece
    border = before.problem.borders[place.number]
    matched = (border & before.edges).bit_count()
    numbers = f"{matched} | {place.score.window or '–'} | {border.bit_count()}"
    return [numbers] if place.found is None else [numbers, place.found.brief]


def _draw_panel(ax: Axes, panel: _Panel, measures: _Measures, marks: str) -> None:
    show_move(ax, panel.scene, panel.window, marks)
    rows, cols, span, unit = measures
    # The words above a board are smaller where they have little room.
    width = (len(panel.title) + len(panel.waiting) + 2) * BOLD * FONT / 72
    size = FONT * min(1.0, 0.96 * _room(ax) / width)
    write(ax, 0, -0.25 * unit, panel.title, size, va="bottom", fontweight="bold")
    write(ax, span, -0.25 * unit, panel.waiting, size, ha="right", va="bottom")
    for number, words in enumerate(panel.lines):
        # Beside the numbers of other moves there is less room for the edges.
        under, told = rows + (0.8 + 0.65 * number) * unit, words
        note = panel.note if words == panel.edges else ""
        if "not kept" in note:
            told = words.partition(";")[0].replace(" of ", "/")
        weight = "bold" if words == panel.end else "normal"
        letters = len(told) + (NOTED * (len(note) + 1) if note else 0)
        fitted = FONT * min(1.0, MOST_LETTERS * _room(ax) / (FONT * max(letters, 1)))
        write(ax, span, under, note, fitted, ha="right", va="top", fontweight="bold")
        written = write(ax, 0, under, told, fitted, va="top", fontweight=weight)
        # These words fit. The layout, which tries smaller boards first, would keep those small.
        written.set_in_layout(words not in (panel.brief, panel.end))
    known, implied = panel.shares
    for share, colour in (
        (1.0, current_theme().faint),
        (known, panel.colour),
        (implied, seen(IMPLIED)),
    ):
        corner = (0, rows + 0.3 * unit)
        ax.add_patch(Rectangle(corner, span * share, 0.3 * unit, facecolor=colour, linewidth=0))
    if panel.end:
        frame_failed(ax, 0, 0, cols, rows)
    if panel.is_taken_back:
        for ends in ((0, rows), (rows, 0)):
            ax.plot((0, cols), ends, color=PAPER, lw=4, zorder=5)
            ax.plot((0, cols), ends, color=INK, lw=1.5, zorder=6)
    ax.set(xlim=(-0.2 * unit, span + 0.2 * unit), ylim=(rows + 2.8 * unit, -1.05 * unit))


def show_move(ax: Axes, scene: Scene, window: Window | None, marks: str) -> None:
    """Draw the board after a move, with a dashed frame around the window in which it was found."""
    show(scene, ax=ax, marks=marks)
    if window:
        paint(ax, window_strokes(window.corner, window.shape), zorder=4)


def _room(ax: Axes) -> float:
    """Return about the width of the place of one of many boards, in inches."""
    grid = ax.get_gridspec()
    return (root_of(ax).get_figwidth() - LABELS) / (1 if grid is None else grid.ncols)


@documented(recording_of)
def hole_progression(
    recording: Recording,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    max_moves: int = 48,
    marks: str = "none",
) -> Figure:
    """Draw every move as the paper's figures do: its island, and the piece beside it.

    The island, or hole, is one of those on the first board; its open cells are cut out in their
    bounding box, and those that the piece takes are pale. Above stand the number of the move, its
    piece and the first cell that it takes, below the score, the edges as the paper counts them and,
    if the strategy can say, how the move was found (see `progression`). The last board is the
    solution or, without one, the fullest board. Rows are read from left to right.

    Parameters
    ----------
    max_moves : int, optional
        If the search made more moves, only those that lead to the last board are drawn, with the
        numbers of the others.

    Returns
    -------
    Figure
        It has axes for all of them together.
    """
    known = KnownEdges.of(recording.start)
    need_squares(known.scene.grid, CUT_OUT)
    is_whole, line = len(recording.steps) <= max_moves, set(recording.line)
    parts: list[Cutout] = []
    moves = before = 0
    for event in recording.events:
        if isinstance(event, Place):
            if is_whole or moves in line:
                if others := _others(before - 1, moves) if not is_whole else "":
                    parts.append(Cutout(others.replace(" ", "\n", 1)))
                parts.append(_hole_and_piece(known, event, moves + 1))
                before = moves + 1
            moves += 1
        elif isinstance(event, Backtrack) and is_whole:
            parts.append(Cutout("Backtrack!"))
        elif isinstance(event, Resume) and is_whole:
            parts.append(Cutout("Another branch!" if event.line else "New start!"))
    scene = scene_of_state(recording.fullest)
    parts.append(Cutout("", recording.end, scene.cells, scene.pieces, pale=scene.pale))
    width = figure_width(figure, width)
    side = min(LARGEST, width / (max(part.size[1] for part in parts) + 2))
    least, above, below = ceil(WORDS / side), ceil(TITLED / side), ceil(CAPTION / side)
    # A title needs its room, too, as far as the figure has it.
    letter, most = BOLD * FONT / 72 / side, int(width / side) - 1
    sizes = [
        (
            above + part.size[0] + below,
            max(part.size[1], least, min(ceil(len(part.title) * letter), most)) + 1,
        )
        for part in parts
    ]
    corners, rows, cols = _in_rows(sizes, int(width / side))
    corners = [(top + above, left) for top, left in corners]
    if figure is None:
        width = min(width, side * cols)
    grid, heading = SquareGrid(rows, cols - 1), recording.answer.heading
    figure, ax = draw_parts(
        parts, corners, grid, figure=figure, width=width, side=side, heading=heading, marks=marks
    )
    if recording.failed:
        (top, left), (high, wide) = corners[-1], parts[-1].size
        frame_failed(ax, left, top, wide, high)
    drawn = plural(moves if is_whole else len(line), "move")
    return describe(figure, f"{heading}. The island and the piece of {drawn}, and the last board.")


def _in_rows(sizes: Sequence[tuple[int, int]], width: int) -> tuple[list[Cell], int, int]:
    """Return the corners of parts in rows up to a width, and the rows and columns of all."""
    corners: list[Cell] = []
    top = left = tall = most = 0
    for high, wide in sizes:
        if left and left + wide > width:
            top, left, tall = top + tall, 0, 0
        corners.append((top, left))
        left, tall = left + wide, max(tall, high)
        most = max(most, left)
    return corners, top + tall, most


def _hole_and_piece(known: KnownEdges, place: Place, number: int) -> Cutout:
    """Return the island of a move as it was before, with the piece to the right of it."""
    before, placement = place.state.parent, place.placement
    assert before is not None  # the board without the piece
    grid, island = known.scene.grid, known.island_at(placement.cells[0])
    at = places(grid.cells(island & before.free))
    words = [place.score.line, *_edges_and_found(place)]
    part = cut_out("\n".join(words), at, known.scene, before.edges)
    height, width = (max(each) + 1 for each in zip(*at.values(), strict=True))
    blank = [cell for cell in product(range(height), range(width)) if cell not in part.cells]
    apart = places(placement.cells)
    # A long piece that lies flat would make all slots twice as wide.
    is_flat = max(col for _, col in apart.values()) >= FLAT
    down, right = (height + 1, 0) if is_flat else (0, width + 1)
    beside = {cell: (row + down, col + right) for cell, (row, col) in apart.items()}
    shades = scene_of_state(place.state).cells
    return part._replace(
        title=f"{number:,}  {placement.title}, {cell_name(placement.cells[0])}",
        cells={**part.cells, **{there: shades[cell] for cell, there in beside.items()}},
        pieces=(Placement(placement.piece, placement.face, tuple(beside.values())),),
        pale=frozenset(at[cell] for cell in placement.cells),
        blank=tuple(blank),
    )
