"""Progressions: a board for every move of a search, or as in the paper its island and its piece.

P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
"""

from collections.abc import Sequence
from itertools import product
from math import ceil
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kaleido.base.text import plural
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import IMPLIED, INK, PAPER
from kaleido.draw.picture import window_strokes
from kaleido.draw.scene import Scene, scene_of_state
from kaleido.model.grid import Grid, need_squares
from kaleido.model.names import cell_name
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.boards import Cutout, cut_out, draw_parts, packed, paint, places, show
from kaleido.plot.documented import documented
from kaleido.plot.failed import edges_known, frame_failed, kept_colour
from kaleido.plot.figure import FONT, check_width, describe, make_panels, root_of, write
from kaleido.plot.given import recording_of
from kaleido.plot.known import CUT_OUT, KnownEdges
from kaleido.plot.themes import current_theme, seen
from kaleido.puzzle.recording import Recording
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.found import Window
from kaleido.search.state import State

# What a score adds up, if it has parts.
SUM = "matched edges + window edges/2 + crookedness, span and other parts = score"

FLAT = 4  # pieces of more columns than this stand below their island instead of beside it
CAPTION = 0.4  # the height of two lines below a part with the space around them, in inches
TITLED = 0.2  # the height of a line above a part, in inches
WORDS = 1.45  # the least width of a part with its words, in inches
BOLD = 0.63  # the mean width of a bold letter, in font sizes
LARGEST = 0.2  # the greatest side of a cell in a new figure, in inches


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
    brief: str = ""  # how the move was found
    window: Window | None = None
    note: str = ""
    is_taken_back: bool = False
    end: str = ""  # on the fullest board, why a search without a solution went no further


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

    The first board is the one that the search started from, with its islands tinted. On each
    of the others the moved piece is framed, and a dashed frame shows the window in which the move
    was found. Below each board stand a bar of the edges known, the score as a sum of its parts,
    such as ``10 + 10/2 + 0.26 = 15.26`` (matched edges, half the window edges, crookedness), and
    how the move was found, if the strategy can say. Moves that were taken back are crossed out.
    Without a solution the bars have another colour, and the fullest board is framed.

    Parameters
    ----------
    max_boards : int, optional
        If the search made more moves, only those that lead to the solution (or to the fullest
        board) are drawn, with notes of how many others were made in between.
    """
    panels = _panels(recording, max_boards)
    heading, start, fullest = recording.answer.heading, recording.start, recording.fullest
    edges = f"{start.inner_edges} to {fullest.inner_edges} of {start.problem.solved_edges}"
    legend = ""
    if recording.steps:
        has_parts = recording.steps[0].place.score.weights is not None
        legend = f"{SUM if has_parts else 'number: score'};   bar: edges known"
    if any(panel.window for panel in panels):
        legend += ";   dashed: window"
    measures = rows, _, span, unit = _measures(panels[0].scene.grid)
    ratio = (rows + 3.85 * unit) / (span + 0.4 * unit)
    figure, axes = make_panels(
        len(panels), figure=figure, width=width, ratio=ratio, heading=heading, legend=legend
    )
    for ax, panel in zip(axes, panels, strict=True):
        _draw_panel(ax, panel, measures, marks)
    moves = plural(len(panels) - 1, "move")
    alt = f"{heading}. A board for each of {moves}; the edges known rise from {edges}."
    alt += f" The fullest board: {recording.end}." if recording.failed else ""
    return describe(figure, alt)


def _panels(recording: Recording, max_boards: int) -> list[_Panel]:
    panels = [_panel(recording, recording.start, None)]
    steps, line = recording.steps, recording.line
    before = -1
    for number in range(len(steps)) if len(steps) <= max_boards else line:
        note = "" if number in line else "taken back"
        if skipped := number - before - 1:
            note = f"after {plural(skipped, 'other')}"
        panel = _panel(recording, steps[number].place.state, steps[number].place)
        panels.append(panel._replace(note=note, is_taken_back=number not in line))
        before = number
    if skipped := len(steps) - before - 1:
        panels[-1] = panels[-1]._replace(note=f"then {plural(skipped, 'other')}")
    return panels


def _panel(recording: Recording, state: State, place: Place | None) -> _Panel:
    """Return the panel of the board after a move, or of the first board."""
    problem, is_plain, failed = state.problem, state.problem.pieces.is_plain, recording.failed
    implied = State.empty(problem).inner_edges / max(problem.solved_edges, 1)
    scene = scene_of_state(state, islands=not (place or is_plain), implied=True)
    title, waiting = f"{state.depth} placed" if state.depth else "at the start", ""
    lines = ["the frame" if is_plain else "implied edges and islands"]
    if place:
        title = place.title
        waiting = f"{place.waiting} wait" if place.waiting else ""
        lines = [place.score.line]
    edges, known = edges_known(state, failed=failed)
    brief = place.found.brief if place and place.found else ""
    # The fullest board of a search without a solution says instead why it was the last.
    end = recording.end if failed and state is recording.fullest else ""
    return _Panel(
        *(scene, title, waiting, list(filter(None, [*lines, brief * (not end), edges, end]))),
        *(edges, (known, min(known, implied)), seen(kept_colour(recording)), brief),
        window=place.found.window if place and place.found else None,
        end=end,
    )


def _draw_panel(ax: Axes, panel: _Panel, measures: _Measures, marks: str) -> None:
    show_move(ax, panel.scene, panel.window, marks)
    rows, cols, span, unit = measures
    size = _title_size(ax, panel)
    write(ax, 0, -0.25 * unit, panel.title, size, va="bottom", fontweight="bold")
    write(ax, span, -0.25 * unit, panel.waiting, size, ha="right", va="bottom")
    for number, words in enumerate(panel.lines):
        # Where others are counted beside them, too, there is less room for the edges.
        under, told = rows + (0.8 + 0.65 * number) * unit, words
        if words == panel.edges:
            if "other" in panel.note:
                told = words.partition(";")[0].replace(" of ", "/")
            write(ax, span, under, panel.note, FONT, ha="right", va="top", fontweight="bold")
        weight = "bold" if words == panel.end else "normal"
        written = write(ax, 0, under, told, FONT, va="top", fontweight=weight)
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


def _title_size(ax: Axes, panel: _Panel) -> float:
    """Return the size of the words above a board, smaller where they have little room."""
    grid = ax.get_gridspec()
    room = root_of(ax).get_figwidth() / (1 if grid is None else grid.ncols)
    width = (len(panel.title) + len(panel.waiting) + 2) * BOLD * FONT / 72
    return FONT * min(1.0, 0.96 * room / width)


def _measures(grid: Grid) -> _Measures:
    high, wide = picture_size(grid)
    span = max(wide, 0.75 * high)
    return high, wide, span, span / 8


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
    bounding box, and those that the piece takes are pale. Above stand the number of the piece, its
    name and the first cell that it takes, below the score and, if the strategy can say, how the
    move was found. The last board is the solution or, without one, the fullest board.

    Parameters
    ----------
    max_moves : int, optional
        If the search made more moves, only those that lead to the last board are drawn, without
        the backtracks.

    Returns
    -------
    Figure
        It has axes for all of them together.
    """
    events: Sequence[Event] = recording.events
    if len(recording.steps) > max_moves:
        events = [recording.steps[number].place for number in recording.line]
    known = KnownEdges.of(recording.start)
    need_squares(known.scene.grid, CUT_OUT)
    parts = []
    for event in events:
        if isinstance(event, Place):
            parts.append(_hole_and_piece(known, event))
        elif isinstance(event, Backtrack):
            parts.append(Cutout("Backtrack!"))
        elif isinstance(event, Resume):
            parts.append(Cutout("Another branch!" if event.line else "New start!"))
    state = recording.fullest
    scene = scene_of_state(state)
    parts.append(Cutout(recording.end, "", scene.cells, scene.pieces, pale=scene.pale))
    check_width(width)
    if figure is not None:
        width = figure.get_figwidth()
    side = min(LARGEST, width / (max(part.size[1] for part in parts) + 2))
    least, above, below = ceil(WORDS / side), ceil(TITLED / side), ceil(CAPTION / side)
    sizes = [(above + part.size[0] + below, max(part.size[1], least) + 1) for part in parts]
    corners, rows, cols = packed(sizes, int(width / side))
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
    moves = sum(isinstance(event, Place) for event in events)
    alt = f"{heading}. The island and the piece of {plural(moves, 'move')}, and the last board."
    return describe(figure, alt)


def _hole_and_piece(known: KnownEdges, place: Place) -> Cutout:
    """Return the island of a move as it was before, with the piece to the right of it."""
    before, placement = place.state.parent, place.placement
    assert before is not None  # the board without the piece
    grid, island = known.scene.grid, known.island_at(placement.cells[0])
    at = places(grid.cells(island & before.free))
    found = "" if place.found is None else f"\n{place.found.brief}"
    part = cut_out(place.score.line + found, at, known.scene, before.edges)
    height, width = (max(each) + 1 for each in zip(*at.values(), strict=True))
    blank = [cell for cell in product(range(height), range(width)) if cell not in part.cells]
    apart = places(placement.cells)
    # A long piece that lies flat would make all slots twice as wide.
    is_flat = max(col for _, col in apart.values()) >= FLAT
    down, right = (height + 1, 0) if is_flat else (0, width + 1)
    beside = {cell: (row + down, col + right) for cell, (row, col) in apart.items()}
    shades = scene_of_state(place.state).cells
    return part._replace(
        title=f"{place.title}, {cell_name(placement.cells[0])}",
        cells={**part.cells, **{there: shades[cell] for cell, there in beside.items()}},
        pieces=(Placement(placement.piece, placement.face, tuple(beside.values())),),
        pale=frozenset(at[cell] for cell in placement.cells),
        blank=tuple(blank),
    )
