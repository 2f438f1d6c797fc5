"""The kinds of figures of a search, by name."""

from matplotlib.figure import Figure

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.draw.geometry import picture_size
from kaleido.hints.assembly import check_solid
from kaleido.model.board import Board
from kaleido.model.grid import need_squares
from kaleido.plot.boards import board, exploded
from kaleido.plot.colouring import parity
from kaleido.plot.curves import edge_curve, score_curve
from kaleido.plot.failed import show_end
from kaleido.plot.figure import alt_text, bare_panels, describe, make_figure, set_heading
from kaleido.plot.known import (
    CHEQUERED,
    CUT_OUT,
    WINDOWS,
    edges,
    features_and_edges,
    need_colours,
)
from kaleido.plot.moves import hole_progression, progression
from kaleido.plot.themes import themed
from kaleido.plot.tree import search_tree, tree_size
from kaleido.plot.windows import window_map
from kaleido.puzzle.recording import Recording

# The kinds of figures, each with the words that follow it in brackets.
KINDS = {
    "progression": "", "holes": "islands and pieces", "curves": "edges and scores", "tree": "",
    "windows": "", "islands": "", "edges": "those known at first and at last",
    "features": "how they make edges, row by row", "board": "",
    "exploded": "the pieces of a solid apart", "parity": "why there is no solution",
}  # fmt: skip

# The kinds of figures that show squares alone, and why.
_SQUARES = {"holes": CUT_OUT, "windows": WINDOWS, "features": CHEQUERED}
LEAST_WIDTH = 3.0  # the least width of a board with a heading, in inches


def described() -> list[str]:
    """Return the kinds of figures with their descriptions."""
    return [f"{name} ({about})" if about else name for name, about in KINDS.items()]


def check_kind(name: str, board: Board) -> None:
    """Raise an `OptionError` if a board can have no figure of that kind."""
    if name not in KINDS:
        raise OptionError(unknown("figure", name, KINDS))
    if name in _SQUARES:
        need_squares(board.grid, _SQUARES[name])
    if name == "features":
        need_colours(board.counts)
    if name == "exploded":
        check_solid(board.grid)


@themed()
def make_kind(
    kind: str, recording: Recording, *, width: float = 10.5, marks: str = "none"
) -> Figure:
    """Make a figure of a search.

    ``board`` shows the solution or, without one, the fullest board, ``islands`` those of the first
    board, and ``edges`` those of the first board and of the last. Of the width, in inches, the
    first two take at most 5, and a tree as much as it needs.
    """
    if kind == "parity":
        return parity(recording.start, width=width, marks=marks)
    if kind == "progression":
        return progression(recording, width=width, marks=marks)
    if kind == "holes":
        return hole_progression(recording, width=width, marks=marks)
    if kind == "windows":
        return window_map(recording, width=width)
    if kind == "features":
        return features_and_edges(recording.start.problem.pattern, width=width, marks=marks)
    figure: Figure
    said, last = recording.answer.heading, recording.answer.solution or recording.fullest
    if kind == "curves":
        figure = make_figure(width, max(width * 0.8, 5.6))
        top, bottom = figure.subplots(2)
        edge_curve(recording, ax=top)
        score_curve(recording, ax=bottom)
    elif kind == "exploded":
        figure = exploded(last)
    elif kind == "edges":
        grid = recording.start.problem.grid
        figure, axes = bare_panels(2, grid, figure=None, width=width, heading=said)
        for thing, ax in zip((recording.start, last), axes, strict=True):
            edges(thing, ax=ax, marks=marks)
        if recording.failed:
            show_end(axes[1], recording)
    elif kind == "tree":
        figure = make_figure(*tree_size(recording, width))
        search_tree(recording, ax=figure.subplots())
    else:
        # A tall board is narrower, so that it is not higher than wide ones are wide.
        high, wide = picture_size(recording.start.problem.grid)
        most = min(width, 5.0 * max(1.0, wide / 10))
        side = most / max(high, wide)
        widest = max(side * (wide + 1), min(most, LEAST_WIDTH))
        figure = make_figure(widest, side * (high + 1) + 0.5)
        ax = figure.subplots()
        if kind == "islands":
            board(recording.start, ax=ax, islands=True, implied=True, coordinates=True, marks=marks)
        else:
            board(recording, ax=ax, marks=marks)
    set_heading(figure, said)
    return describe(figure, f"{said}. {alt_text(figure)}")
