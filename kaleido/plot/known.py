"""The edges known on a board: how they follow from the colours, and how moves match them.

Figures of islands and windows start from them, too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any, Self

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.base.bounds import POSITIVE
from kaleido.base.errors import OptionError, PlacingError
from kaleido.base.text import plural, shown, unknown
from kaleido.draw.geometry import corners, part_of, sides
from kaleido.draw.look import ACCENT, IMPLIED, INK, PAPER, Loop
from kaleido.draw.picture import Stroke, window_strokes
from kaleido.draw.scene import Scene, Thing, scene_of
from kaleido.model.board import HOLE, Board
from kaleido.model.grid import Cell, Grid, bits, need_squares
from kaleido.model.names import piece_labels, player_name
from kaleido.model.pattern import COLOURS
from kaleido.model.placement import Placement
from kaleido.paper.edges import Sides
from kaleido.plot.boards import paint, show
from kaleido.plot.documented import board_of, documented, state_of, thing_of
from kaleido.plot.figure import bare_panels, describe, figure_of, make_axes, title_panel, write
from kaleido.search.state import State

# Why figures show squares alone.
CUT_OUT = "islands are cut out of boards of squares"
WINDOWS = "windows are blocks of squares"
CHEQUERED = "a checkerboard is made of squares"

CASING = 0.24  # the width of the light line below a highlighted edge, in cells
CORE = 0.13  # the width of a highlighted edge, in cells
GAP = 0.05  # half of the gap between two highlighted edges in line, in cells
ABOVE = 3.0  # the layer of highlights on a board
ENLARGED = 0.95  # the side of a cell shown close up in a new figure, in inches
AROUND = 0.4  # how much of the neighbouring cells is shown around a block, in cells
WIDTH = 6.6  # the width of a new figure in inches, which takes three boards side by side

# The disc on an edge between cells that are alike.
SIGN = {"boxstyle": "circle,pad=0.15", "facecolor": PAPER, "edgecolor": INK}


@dataclass(frozen=True, eq=False)
class KnownEdges:
    """A board, all edges known on it, and its islands; the scene has no implied edges."""

    scene: Scene
    frame: int
    implied: int
    bits: int
    islands: tuple[int, ...]

    @classmethod
    def of(cls, thing: Thing) -> Self:
        """Return the edges known on a board, a puzzle, a solution or a state."""
        scene = scene_of(thing, implied=True)
        grid, implied = scene.grid, scene.implied or 0
        bits = scene.borders | implied
        bare = scene.cells.keys() - {cell for piece in scene.pieces for cell in piece.cells}
        islands = grid.islands(bits, grid.cell_bits(bare))
        return cls(replace(scene, implied=None), grid.border(scene.cells), implied, bits, islands)

    def island_at(self, cell: Cell) -> int:
        """Return the island that holds a cell, or raise an `OptionError`."""
        for island in self.islands:
            if cell in self.scene.grid.cells(island):
                return island
        raise OptionError(f"there is no free cell at {shown(cell)}")

    def edges_around(self, cells: int) -> int:
        """Return how many sides of some squares are edges, as it is counted for windows."""
        return Sides.of(self.scene.grid, self.bits).count(cells)


def block(grid: Grid, corner: Cell, shape: tuple[int, int]) -> tuple[range, range]:
    """Return the rows and columns of a block of cells; an `OptionError` if it is off the board."""
    (top, left), (height, width) = corner, shape
    if not (0 <= top < top + height <= grid.rows and 0 <= left < left + width <= grid.cols):
        what, size = f"window of {height} × {width} cells at {(top, left)}", (grid.rows, grid.cols)
        raise OptionError(f"the {what} does not lie on the board of {size[0]} × {size[1]} cells")
    return range(top, top + height), range(left, left + width)


@documented(thing_of)
def edges(
    thing: Thing,
    *,
    ax: Axes | None = None,
    which: str = "inner",
    coordinates: bool = False,
    marks: str = "none",
) -> Figure:
    """Draw a board and highlight its known edges, with their number above it.

    Every solution of a classic pattern has 65 inner edges, and a checkerboard implies none.

    Parameters
    ----------
    which : {"inner", "frame"}, optional
        The edges inside the frame, of which the implied ones are purple and those of pieces green;
        or the edges of the frame, around the board and its holes.
    coordinates, marks : optional
        As for `kaleido.plot.board`.
    """
    if which not in ("inner", "frame"):
        raise OptionError(unknown("edges", which, ("inner", "frame")))
    known = KnownEdges.of(thing)
    given, ax = ax, show(known.scene, ax=ax, coordinates=coordinates, marks=marks)
    if which == "inner":
        count, implied = highlight_inner(ax, known), known.implied.bit_count()
        title = plural(count, "inner edge")
        kinds = f": {implied:,} implied by the colours, {count - implied:,} of pieces"
    else:
        highlight(ax, known, known.frame, IMPLIED)
        title, kinds = f"{plural(known.frame.bit_count(), 'edge')} of the frame", ""
    ax.set_title(title)
    return figure_of(ax, given, alt=f"{known.scene.title} with its {title} highlighted{kinds}.")


@documented(thing_of)
def edge_reasons(
    thing: Thing, corner: Cell, shape: tuple[int, int] = (2, 3), *, ax: Axes | None = None
) -> Figure:
    """Draw a few cells of a board close up, with the reason for each implied edge.

    Black cells and cells that are not black alternate within a piece, so an edge runs between two
    touching cells that are both black or both not black. Such edges carry the sign "=". An
    `OptionError` is raised if the cells do not lie on the board, or this has no colours.
    """
    known = KnownEdges.of(thing)
    scene = known.scene
    need_colours(shade.letter for shade in scene.cells.values())
    need_squares(scene.grid, "a block of squares is shown close up")
    rows, cols = block(scene.grid, corner, shape)
    height, width = (size + 2 * AROUND for size in shape)
    given, ax = ax, show(scene, ax=make_axes(ax, ENLARGED * width, ENLARGED * height + 0.4))
    highlight(ax, known, known.implied, IMPLIED)
    middle: dict[str, Any] = {"ha": "center", "va": "center", "zorder": 5}
    for row, col in product(rows, cols):
        if shade := scene.cells.get((row, col)):
            text = "black" if shade.letter == "x" else "not\nblack"
            write(ax, col + 0.5, row + 0.5, text, 10, color=shade.ink, **middle)
    reasons = []
    for (top, left), (bottom, right) in sides(scene.grid, known.implied):
        # Edges at the rim of the block lie between a cell inside it and one outside.
        first = rows.start + (top == bottom), cols.start + (left == right)
        if first[0] <= top < rows.stop and first[1] <= left < cols.stop:
            reasons.append(scene.cells[int(top), int(left)].letter == "x")
            write(
                ax, (left + right) / 2, (top + bottom) / 2, "=", 10, color=INK, bbox=SIGN, **middle
            )
    ax.set_xlim(cols.start - AROUND, cols.stop + AROUND)
    ax.set_ylim(rows.stop + AROUND, rows.start - AROUND)
    black, others = reasons.count(True), reasons.count(False)
    count = plural(len(reasons), "implied edge")
    title = f"{count}:\n{black} both black, {others} both not black"
    ax.set_title(title)
    where = f"{shape[0]} × {shape[1]} cells of {scene.title} from {corner} close up"
    both = f"{black} between cells that are both black, {others} between others"
    return figure_of(ax, given, alt=f"{where}: {count}, {both}.")


@documented(board_of)
def features_and_edges(
    pattern: Board, *, figure: Figure | None = None, width: float = WIDTH, marks: str = "none"
) -> Figure:
    """Draw how a checkerboard becomes a pattern row by row, and how many edges each row implies.

    The rows in the dashed frame are those of the pattern, which may be any board with colours.
    Of the two checkerboards, it is the one whose black cells fit the pattern better.
    """
    grid = pattern.grid
    need_squares(grid, CHEQUERED)
    need_colours(pattern.counts)
    plain = _checkerboard(pattern)
    heading = f"From the checkerboard to {pattern.title or 'the pattern'}"
    figure, axes = bare_panels(grid.rows + 1, grid, figure=figure, width=width, heading=heading)
    counts: list[int] = []
    for count, ax in enumerate(axes):
        text = "/".join([*pattern.rows[:count], *plain[count:]])
        known = KnownEdges.of(replace(pattern, text=text))
        show(known.scene, ax=ax, marks=marks)
        counts.append(highlight_inner(ax, known))
        if 0 < count < grid.rows:
            paint(ax, window_strokes((0, 0), (count, grid.cols)), zorder=4)
        start = plural(count, "row") if count else "checkerboard"
        title_panel(ax, f"{start}: {plural(counts[-1], 'edge')}")
    alt = f"{heading} row by row: {', '.join(map(str, counts))} implied edges."
    return describe(figure, alt)


def need_colours(letters: Iterable[str]) -> None:
    """Raise an `OptionError` if a board has other cells than those of the classic colours."""
    if not set(letters) <= set(COLOURS):
        raise OptionError("the board has no colours, so that they imply no edges")


def _checkerboard(pattern: Board) -> list[str]:
    letters = {cell: pattern.colour(*cell) for cell in pattern.grid.cells(pattern.mask)}
    odd = sum((sum(cell) % 2 == 1) == (letter == "x") for cell, letter in letters.items())
    pair = "rx" if 2 * odd >= len(letters) else "xr"
    rows, cols = range(pattern.grid.rows), range(pattern.grid.cols)
    return [
        "".join(pair[(row + col) % 2] if (row, col) in letters else HOLE for col in cols)
        for row in rows
    ]


def show_cells(ax: Axes | None, known: KnownEdges, cells: Iterable[Cell], marks: str) -> Axes:
    """Draw a board with some cells in their full colours and the edges inside it highlighted."""
    grid = known.scene.grid
    pale = frozenset(grid.cells(grid.all_cells)).difference(cells)
    ax = show(replace(known.scene, pale=pale), ax=ax, marks=marks)
    highlight(ax, known, known.bits & ~known.frame, IMPLIED)
    return ax


def highlight_inner(ax: Axes, known: KnownEdges) -> int:
    """Highlight the edges inside the frame, the implied ones in purple, and return their number."""
    inner = known.bits & ~known.frame
    highlight(ax, known, inner & ~known.implied, ACCENT)
    highlight(ax, known, known.implied, IMPLIED)
    return inner.bit_count()


def highlight(ax: Axes, known: KnownEdges, edges: int, colour: str) -> None:
    """Draw a set of edges as lines that can be counted."""
    lines = list(sides(known.scene.grid, edges))
    # The casings cover the corners below them, but not the ends of other edges.
    casings = [_shortened(line, CASING / 2 - GAP) for line in lines]
    draw_lines(ax, [_shortened(line, CASING / 2) for line in lines], colour, casings)


def draw_lines(
    ax: Axes,
    lines: Sequence[Loop],
    colour: str,
    casings: Sequence[Loop] = (),
    *,
    zorder: float = ABOVE,
) -> None:
    """Draw lines in light casings, which stand out on every colour and in black and white."""
    casing = Stroke("casing", tuple(casings or lines), PAPER, CASING)
    paint(ax, [casing, Stroke("edge", tuple(lines), colour, CORE)], zorder=zorder)


def _shortened(line: Loop, by: float) -> Loop:
    share = by / max(abs(end - start) for start, end in zip(*line, strict=True))
    return part_of(line, share, 1 - share)


@documented(state_of)
def placements(
    state: State,
    piece: str | None = None,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    max_boards: int = 24,
    marks: str = "none",
) -> Figure:
    """Draw the places where a piece can still lie, those with the most edges around them first.

    Borders of the piece that are already edges are solid, and the others are dashed. An
    `OptionError` is raised if it fits nowhere.

    Parameters
    ----------
    piece : str, optional
        The name of the piece; by default the largest, which is the wand in the classic set.
    max_boards : int, optional
        How many places are drawn at most.
    """
    POSITIVE.check(max_boards, "max_boards")
    grid = state.problem.grid
    pieces = state.problem.pieces
    chosen = pieces[piece] if piece else max(pieces, key=lambda each: each.size)
    options = state.live & state.problem.piece_options[list(pieces).index(chosen)]
    if not options:
        raise OptionError(f"the {player_name(pieces, chosen.name)} fits nowhere on the board")
    borders = state.problem.borders
    found = sorted(bits(options), key=lambda move: -(borders[move] & state.edges).bit_count())
    shown = found[:max_boards]
    most = f", the first {len(shown)}" if len(shown) < len(found) else ""
    label = piece_labels(pieces)[chosen.name]
    heading = f"{plural(len(found), 'placement')} of {label}{most}"
    figure, axes = bare_panels(len(shown), grid, figure=figure, width=width, heading=heading)
    drawn = [_draw_move(ax, state, each, marks) for ax, each in zip(axes, shown, strict=True)]
    for ax, (matched, border) in zip(axes, drawn, strict=True):
        title_panel(ax, f"{matched} of {plural(border, 'edge')}")
    alt = f"{heading}: {drawn[0][0]} to {drawn[-1][0]} of their borders are edges already."
    return describe(figure, alt)


@documented(state_of)
def overlap(
    state: State, placement: Placement, *, ax: Axes | None = None, marks: str = "none"
) -> Figure:
    """Draw a move close up: which borders of the piece are already edges, and which are new.

    The matched borders are solid, and the new ones are dashed. A `PlacingError` is raised if the
    piece does not fit there.
    """
    number = state.problem.number_of(placement)
    if number is None or not state.live >> number & 1:
        name = placement.labelled(state.problem.pieces)
        raise PlacingError(f"{name}: the piece cannot be placed there")
    grid = state.problem.grid
    around = [corners(grid, cell) for cell in placement.cells]
    (top, left), (bottom, right) = np.min(around, axis=(0, 1)), np.max(around, axis=(0, 1))
    width, height = right - left + 2 * AROUND, bottom - top + 2 * AROUND
    given, ax = ax, make_axes(ax, ENLARGED * width, ENLARGED * height + 0.3)
    matched, border = _draw_move(ax, state, number, marks)
    ax.set(xlim=(left - AROUND, right + AROUND), ylim=(bottom + AROUND, top - AROUND))
    placement = state.problem.placement(number)
    title = f"{placement.name}: matched {matched} of {border}"
    ax.set_title(title, parse_math=False)
    told = f"{matched} of its {plural(border, 'border')} match edges, {border - matched} are new"
    return figure_of(ax, given, alt=f"The move {placement}: {told}.")


def _draw_move(ax: Axes, state: State, number: int, marks: str) -> tuple[int, int]:
    """Draw a move, and return how many of its borders are edges before it, and how many it has."""
    border = state.problem.borders[number]
    matched = border & state.edges
    after = KnownEdges.of(state.place(number))
    show(replace(after.scene, moved=None), ax=ax, marks=marks)
    highlight(ax, after, state.edges & ~border & ~after.frame, IMPLIED)
    highlight(ax, after, matched, ACCENT)
    # Three dashes a side, each hardly longer than it is wide.
    new = product(sides(state.problem.grid, border & ~matched), (1 / 6, 1 / 2, 5 / 6))
    draw_lines(ax, [part_of(side, middle - 0.02, middle + 0.02) for side, middle in new], INK)
    return matched.bit_count(), border.bit_count()
