"""The kinds of figures of a search, by name."""

from typing import Literal, cast, get_args

from matplotlib.figure import Figure

from kaleido.analysis.assembly import check_solid
from kaleido.analysis.recording import Recording
from kaleido.draw.geometry import picture_size
from kaleido.errors import OptionError
from kaleido.model.grid import Grid, need_squares
from kaleido.plot.board import board, exploded
from kaleido.plot.curves import edge_curve, score_curve
from kaleido.plot.figure import alt_text, describe, make_board_figure, make_figure, set_heading
from kaleido.plot.heat import window_maps
from kaleido.plot.holes import hole_progression
from kaleido.plot.known import CUT_OUT, WINDOWS
from kaleido.plot.parity import parity
from kaleido.plot.progression import progression
from kaleido.plot.tree import HEIGHT as TREE_HEIGHT, search_tree, tree_width
from kaleido.text import unknown

Kind = Literal[
    "progression", "holes", "curves", "tree", "windows", "islands", "board", "exploded", "parity"
]


_SQUARES = {"holes": CUT_OUT, "windows": WINDOWS}
"""The kinds of figures that show squares alone, and why."""


def check_kind(name: str, grid: Grid) -> Kind:
    """Return `name` if it is a kind of figure that a board can have, or raise an `OptionError`."""
    if name not in get_args(Kind):
        raise OptionError(unknown("figure", name, get_args(Kind)))
    if name in _SQUARES:
        need_squares(grid, _SQUARES[name])
    if name == "exploded":
        check_solid(grid)
    return cast(Kind, name)


def make_kind(
    kind: Kind, recording: Recording, *, width: float = 10.5, marks: str = "none"
) -> Figure:
    """Make a figure of a search.

    Parameters
    ----------
    kind : Kind
        ``progression`` shows a board for each move, ``holes`` its island and its piece, ``curves``
        edges and scores, ``windows`` those before each move, ``islands`` those of the first board,
        ``board`` the solution or, without one, the fullest board, ``exploded`` the pieces of a
        solid apart, and ``parity`` the proof by colouring that there is none.
    recording : Recording
    width : float, optional
        The width in inches; islands and boards take at most 5, and a tree as much as it needs.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Raises
    ------
    OptionError
        There is no proof by colouring to be shown, or the board is not on a lattice of which the
        figure can be made.
    """
    if kind == "parity":
        return parity(recording.start, width=width, marks=marks)
    if kind == "progression":
        return progression(recording, width=width, marks=marks)
    if kind == "holes":
        return hole_progression(recording, width=width, marks=marks)
    if kind == "windows":
        return window_maps(recording, width=width)
    figure: Figure
    if kind == "curves":
        figure = make_figure(width, max(width * 0.8, 5.6))
        top, bottom = figure.subplots(2)
        edge_curve(recording, ax=top)
        score_curve(recording, ax=bottom)
    elif kind == "exploded":
        figure = exploded(recording.answer.solution or recording.fullest)
    elif kind == "tree":
        figure = make_figure(tree_width(recording, width), TREE_HEIGHT)
        search_tree(recording, ax=figure.subplots())
    else:
        grid = recording.start.problem.grid
        _, wide = picture_size(grid)
        figure = make_board_figure(grid, most=min(width, 5.0 * max(1.0, wide / 10)))
        ax = figure.subplots()
        if kind == "islands":
            board(recording.start, ax=ax, islands=True, implied=True, coordinates=True, marks=marks)
        else:
            board(recording.answer.solution or recording.fullest, ax=ax, marks=marks)
    said = recording.answer.heading
    set_heading(figure, said)
    return describe(figure, f"{said}. {alt_text(figure)}")
