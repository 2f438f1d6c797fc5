"""Progressions: a small board for every move of a search."""

from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from kaleido.analysis.recording import Recording, check_recording, solved_edges
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import ACCENT, IMPLIED, INK, PAPER
from kaleido.draw.picture import window_strokes
from kaleido.draw.scene import scene_of
from kaleido.plot.board import paint, show
from kaleido.plot.documented import documented
from kaleido.plot.figure import describe, write
from kaleido.plot.panels import FONT, make_panels
from kaleido.search.found import Found
from kaleido.search.state import State
from kaleido.text import plural

# What a score adds up, if it has parts.
SUM = "matched edges + window edges/2 + crookedness, span and other parts = score"


class _Panel(NamedTuple):
    """A board of a progression with the texts around it."""

    state: State
    title: str
    caption: str
    found: Found | None = None
    waiting: str = ""
    note: str = ""
    is_start: bool = False
    is_taken_back: bool = False


@documented
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

    Parameters
    ----------
    max_boards : int, optional
        If the search made more moves, only those that lead to the solution (or to the fullest
        board) are drawn, with notes of how many others were made in between.

    Returns
    -------
    Figure
        It has axes for each board.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
    """
    check_recording(recording)
    panels = _panels(recording, max_boards)
    legend = ""
    if recording.steps:
        has_parts = recording.steps[0].place.score.weights is not None
        legend = f"{SUM if has_parts else 'number: score'};   bar: edges known"
    if any(panel.found is not None and panel.found.window is not None for panel in panels):
        legend += ";   dashed: window"
    figure, axes = make_panels(
        len(panels),
        figure=figure,
        width=width,
        ratio=_ratio(recording.start),
        heading=recording.answer.heading,
        legend=legend,
    )
    for ax, panel in zip(axes, panels, strict=True):
        _draw_panel(ax, panel, marks)
    full = solved_edges(recording.start.problem)
    alt = (
        f"{recording.answer.heading}. A board for each of {plural(len(panels) - 1, 'move')}; the "
        f"edges known rise from {recording.start.inner_edges} to "
        f"{recording.fullest.inner_edges} of {full}."
    )
    return describe(figure, alt)


def _panels(recording: Recording, max_boards: int) -> list[_Panel]:
    start = recording.start
    given = f"{start.depth} placed" if start.depth else "at the start"
    known = "the frame" if start.problem.pieces.is_plain else "implied edges and islands"
    panels = [_Panel(start, given, known, is_start=True)]
    line = set(recording.line)
    shows_all = len(recording.steps) <= max_boards
    skipped = 0
    for number, step in enumerate(recording.steps):
        is_kept = number in line
        if not (is_kept or shows_all):
            skipped += 1
            continue
        place = step.place
        note = "" if is_kept else "taken back"
        if skipped:
            note = f"after {plural(skipped, 'other')}"
            skipped = 0
        panels.append(
            _Panel(
                place.state,
                f"{place.state.depth}  {place.placement.piece} {place.placement.face}",
                place.score.line,
                place.found,
                f"{place.waiting} wait" if place.waiting else "",
                note,
                is_taken_back=not is_kept,
            )
        )
    if skipped:
        panels[-1] = panels[-1]._replace(note=f"then {plural(skipped, 'other')}")
    return panels


def _draw_panel(ax: Axes, panel: _Panel, marks: str) -> None:
    state = panel.state
    islands = panel.is_start and not state.problem.pieces.is_plain
    show(scene_of(state, islands=islands, implied=True), ax=ax, marks=marks)
    if panel.found is not None and panel.found.window is not None:
        window = panel.found.window
        paint(ax, window_strokes(window.corner, window.shape), zorder=4)
    rows, span, unit = _measures(state)
    full = solved_edges(state.problem)
    # Where others are counted beside them, too, there is less room for the edges.
    of = "/" if "other" in panel.note else " of "
    lines = [panel.caption, f"{state.inner_edges}{of}{full} edges"]
    if panel.found is not None:
        lines.insert(1, panel.found.brief)
    over, under = -0.25 * unit, [rows + (0.8 + 0.65 * line) * unit for line in range(len(lines))]
    write(ax, 0, over, panel.title, FONT, va="bottom", fontweight="bold")
    write(ax, span, over, panel.waiting, FONT, ha="right", va="bottom")
    for line, words in zip(under, lines, strict=True):
        written = write(ax, 0, line, words, FONT, va="top")
        # These words fit. The layout, which tries smaller boards first, would keep those small.
        written.set_in_layout(panel.found is None or words != panel.found.brief)
    write(ax, span, under[-1], panel.note, FONT, ha="right", va="top", fontweight="bold")
    implied = State.empty(state.problem).inner_edges
    for edges, colour in ((full, PAPER), (state.inner_edges, ACCENT), (implied, IMPLIED)):
        corner = (0, rows + 0.3 * unit)
        bar = span * edges / max(full, 1)
        ax.add_patch(Rectangle(corner, bar, 0.3 * unit, facecolor=colour, linewidth=0))
    if panel.is_taken_back:
        _, cols = picture_size(state.problem.grid)
        for ends in ((0, rows), (rows, 0)):
            ax.plot((0, cols), ends, color=PAPER, lw=4, zorder=5)
            ax.plot((0, cols), ends, color=INK, lw=1.5, zorder=6)
    ax.set(xlim=(-0.2 * unit, span + 0.2 * unit), ylim=(rows + 2.8 * unit, -1.05 * unit))


def _measures(state: State) -> tuple[float, float, float]:
    """Return the height of a board, the width of its panel, and an eighth of that, in cells."""
    high, wide = picture_size(state.problem.grid)
    span = max(wide, 0.75 * high)
    return high, span, span / 8


def _ratio(state: State) -> float:
    rows, span, unit = _measures(state)
    return 0.95 * (rows + 3.85 * unit) / (span + 0.4 * unit)
