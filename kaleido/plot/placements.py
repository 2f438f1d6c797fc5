"""Placements: all those of a piece with the edges around them, and one with its matched edges."""

from dataclasses import replace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.questions import Solvable
from kaleido.draw.geometry import corners, sides
from kaleido.draw.look import ACCENT, IMPLIED, INK, Loop
from kaleido.errors import OptionError, PlacingError
from kaleido.model.grid import bits
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement
from kaleido.plot.board import paint, show
from kaleido.plot.documented import documented
from kaleido.plot.edges import ABOVE, AROUND, ENLARGED, TITLE, highlight, strokes
from kaleido.plot.figure import describe, figure_of, make_axes
from kaleido.plot.known import Known, state_of
from kaleido.plot.panels import bare_panels, title_panel
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

    Returns
    -------
    Figure
        It has axes for each place.

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
    found = _by_edges(state, chosen)
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
    new = border - matched
    borders = plural(border, "border")
    alt = f"The move {placement}: {matched} of its {borders} match edges, {new} are new."
    return figure_of(ax, given, alt=alt)


def _draw_move(ax: Axes, state: State, number: int, marks: str) -> tuple[int, int]:
    """Draw a move, and return how many of its borders are edges before it, and how many it has."""
    border = state.problem.borders[number]
    matched = border & state.edges
    after = Known.of(state.place(number))
    show(replace(after.scene, moved=None), ax=ax, marks=marks)
    highlight(ax, after, state.edges & ~border & ~after.frame, IMPLIED)
    highlight(ax, after, matched, ACCENT)
    new = sides(state.problem.grid, border & ~matched)
    paint(ax, strokes([dash for side in new for dash in _dashes(side)], INK), zorder=ABOVE)
    return matched.bit_count(), border.bit_count()


def _by_edges(state: State, piece: Piece) -> list[int]:
    """Return the placements of a piece, those with the most edges around them first."""
    problem = state.problem
    options = state.live & problem.piece_options[list(problem.pieces).index(piece)]
    if not options:
        raise OptionError(f"the piece {piece.name!r} fits nowhere on the board")
    return sorted(
        bits(options), key=lambda number: -(problem.borders[number] & state.edges).bit_count()
    )


def _dashes(side: Loop) -> list[Loop]:
    """Return the line of an edge as three dashes, each hardly longer than it is wide."""
    start, end = (np.array(point, float) for point in side)
    return [
        tuple(tuple((start + (end - start) * at).tolist()) for at in (middle - 0.02, middle + 0.02))
        for middle in (1 / 6, 1 / 2, 5 / 6)
    ]
