"""Progressions in the form of the paper: for every move, the island and the piece beside it.

These parts stand apart, in rows of equal slots and on one scale.
"""

import math
from collections.abc import Sequence
from itertools import product

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.analysis.recording import Recording, check_recording
from kaleido.draw.look import BARE, INK
from kaleido.draw.picture import Stroke
from kaleido.draw.scene import scene_of
from kaleido.model.edges import EdgeMap
from kaleido.model.grid import Cell, need_squares
from kaleido.model.placement import Placement
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.board import paint, show
from kaleido.plot.documented import documented
from kaleido.plot.figure import HEADING, describe, make_figure, wrapped, write
from kaleido.plot.known import CUT_OUT, Known, cells_of
from kaleido.plot.panels import FONT, LINE, NARROWEST, check_width
from kaleido.plot.parts import Part, cut_out, in_rows, places, scene_of_parts
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.state import State
from kaleido.text import plural

FLAT = 4  # pieces of more columns than this stand below their island instead of beside it
CAPTION = 0.36  # the height of a caption of two lines with the space below it, in inches
BLANK = 0.07  # the width of the lines around blank squares, in cells
# The least and the greatest side of a cell in a new figure, in inches.
SMALLEST, LARGEST = 0.155, 0.24


@documented
def hole_progression(
    recording: Recording,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    max_moves: int = 48,
    marks: str = "none",
) -> Figure:
    """Draw every move as the paper's figures do: its island, and the piece beside it.

    The island, or hole, is one of those on the first board, cut out in its bounding box. Its
    open cells are coloured, and those that the piece takes are pale. Below stand the score and,
    if the strategy can say, how the move was found. The last board is the solution or, without
    one, the fullest board.

    Parameters
    ----------
    max_moves : int, optional
        If the search made more moves, only those that lead to the last board are drawn, without
        the backtracks.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
    """
    check_recording(recording)
    events: Sequence[Event] = recording.events
    if len(recording.steps) > max_moves:
        events = [recording.steps[number].place for number in recording.line]
    known = Known.of(recording.start)
    need_squares(known.scene.grid, CUT_OUT)
    parts = []
    for event in events:
        if isinstance(event, Place):
            parts.append(_hole_and_piece(known, event))
        elif isinstance(event, Backtrack):
            parts.append(Part("Backtrack!"))
        elif isinstance(event, Resume):
            parts.append(Part("Another branch!" if event.line else "New start!"))
    parts.append(_whole(recording.fullest))
    title = recording.answer.heading
    figure = show_parts(parts, figure=figure, width=width, heading=title, marks=marks)
    moves = sum(isinstance(event, Place) for event in events)
    alt = f"{title}. The island and the piece of {plural(moves, 'move')}, and the last board."
    return describe(figure, alt)


def _hole_and_piece(known: Known, place: Place) -> Part:
    """Return the island of a move as it was before, with the piece to the right of it."""
    before, placement = place.state.parent, place.placement
    assert before is not None  # the board without the piece
    hole = places(cells_of(known.island_at(placement.cells[0])))
    free = set(before.problem.grid.cells(before.free))
    at = {cell: place for cell, place in hole.items() if cell in free}
    edges = EdgeMap.from_bits(before.problem.grid, before.edges)
    found = "" if place.found is None else f"\n{place.found.brief}"
    part = cut_out(place.score.line + found, at, known.scene.cells, edges)
    height, width = (max(each) + 1 for each in zip(*hole.values(), strict=True))
    blank = [cell for cell in product(range(height), range(width)) if cell not in part.cells]
    apart = places(placement.cells)
    # A long piece that lies flat would make all slots twice as wide.
    is_flat = max(col for _, col in apart.values()) >= FLAT
    down, right = (height + 1, 0) if is_flat else (0, width + 1)
    beside = {cell: (row + down, col + right) for cell, (row, col) in apart.items()}
    shades = scene_of(place.state).cells
    return part._replace(
        cells={**part.cells, **{there: shades[cell] for cell, there in beside.items()}},
        pieces=(Placement(placement.piece, placement.face, tuple(beside.values())),),
        pale=frozenset(hole[cell] for cell in placement.cells),
        blank=tuple(blank),
    )


def _whole(state: State) -> Part:
    """Return a whole board: the solution, or the fullest one."""
    scene = scene_of(state)
    pieces = f"{state.depth} of {len(state.problem.pieces)} pieces"
    return Part("solution" if state.solved else pieces, scene.cells, scene.pieces, pale=scene.pale)


def show_parts(
    parts: Sequence[Part],
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    heading: str = "",
    marks: str = "none",
) -> Figure:
    """Draw parts in rows from left to right, with their words below them.

    The parameter `width` is that of a new figure, in inches. An `OptionError` is raised if not
    even one slot fits, or if `marks` is unknown.
    """
    check_width(width)
    if figure is not None:
        width = figure.get_figwidth()
    widest = max(part.size[1] for part in parts) + 1
    across = max(1, min(int(width // max(NARROWEST, SMALLEST * widest)), len(parts)))
    side = min(LARGEST, width / across / widest)
    slot = max(widest, math.floor(min(width / across, 2.5) / side))
    corners, rows = in_rows(parts, across, slot, math.ceil(CAPTION / side))
    if figure is None:
        width = min(width, side * slot * across)
    heading = wrapped(heading, width)
    if figure is None:
        height = side * rows + LINE * (2 + heading.count("\n"))
        figure = make_figure(width, height)
    figure.suptitle(heading, fontsize=HEADING, color=INK, parse_math=False)
    grid = SquareGrid(rows, slot * across)
    ax = show(scene_of_parts(parts, corners, grid), ax=figure.subplots(), marks=marks)
    ax.set_anchor("N")
    for part, corner in zip(parts, corners, strict=True):
        _write(ax, part, corner)
    return figure


def _write(ax: Axes, part: Part, corner: Cell) -> None:
    """Draw the blank squares of a part and write its words."""
    top, left = corner
    for row, col in ((top + row, left + col) for row, col in part.blank):
        square = ((row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col))
        paint(ax, [Stroke("blank", (square,), BARE, BLANK)], zorder=0.5)
    looks = {"va": "top", "linespacing": 1.2, "fontweight": "normal" if part.cells else "bold"}
    write(ax, left, top + part.size[0] + 0.3, part.words, FONT, **looks)
