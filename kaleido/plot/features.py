"""How the features of a pattern make edges: a checkerboard becomes the pattern row by row."""

from dataclasses import replace

from matplotlib.figure import Figure

from kaleido.arguments import named_options
from kaleido.draw.look import ACCENT
from kaleido.errors import OptionError
from kaleido.model.board import HOLE, Board
from kaleido.model.pattern import COLOURS
from kaleido.model.squares import need_squares
from kaleido.plot.board import show
from kaleido.plot.edges import highlight_inner
from kaleido.plot.figure import describe
from kaleido.plot.known import Known
from kaleido.plot.panels import bare_panels, title_panel
from kaleido.text import plural

WIDTH = 6.6
"""The width of a new figure in inches, which takes three boards side by side."""


@named_options
def features_and_edges(
    pattern: Board, *, figure: Figure | None = None, width: float = WIDTH, marks: str = "none"
) -> Figure:
    """Draw how a checkerboard becomes a pattern row by row, and how many edges each row implies.

    The rows above the dashed line are those of the pattern.

    Parameters
    ----------
    pattern : Board
        A `Pattern`, or a board of any shape with colours. Black cells of the checkerboard lie
        where the pattern has most of its own.
    figure : Figure, optional
        By default a new one.
    width : float, optional
        The width of a new figure in inches; the boards wrap to it.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Returns
    -------
    Figure
        It has axes for the checkerboard and for each row.

    Raises
    ------
    OptionError
        The pattern has no colours, the width is less than that of one board, or `marks` is
        unknown.
    """
    if not set(pattern.counts) <= set(COLOURS):
        raise OptionError("the board has no colours, so that they imply no edges")
    grid = pattern.grid
    need_squares(grid, "a checkerboard is made of squares")
    plain = _checkerboard(pattern)
    heading = f"From the checkerboard to {pattern.title or 'the pattern'}"
    figure, axes = bare_panels(grid.rows + 1, grid, figure=figure, width=width, heading=heading)
    counts: list[int] = []
    for count, ax in enumerate(axes):
        text = "/".join([*pattern.rows[:count], *plain[count:]])
        known = Known.of(replace(pattern, text=text))
        show(known.scene, ax=ax, marks=marks)
        edges = highlight_inner(ax, known)
        counts.append(edges)
        if 0 < count < grid.rows:
            ax.axhline(count, color=ACCENT, linestyle="--", linewidth=2, zorder=4)
        start = plural(count, "row") if count else "checkerboard"
        title_panel(ax, f"{start}: {plural(edges, 'edge')}")
    alt = f"{heading} row by row: {', '.join(map(str, counts))} implied edges."
    return describe(figure, alt)


def _checkerboard(pattern: Board) -> list[str]:
    """Return the rows of the red and black checkerboard that is nearest to a pattern."""
    cells = [
        (row, col, letter)
        for row, line in enumerate(pattern.rows)
        for col, letter in enumerate(line)
        if letter != HOLE
    ]
    odd = sum(((row + col) % 2 == 1) == (letter == "x") for row, col, letter in cells)
    pair = "rx" if 2 * odd >= len(cells) else "xr"
    return [
        "".join(
            HOLE if letter == HOLE else pair[(row + col) % 2] for col, letter in enumerate(line)
        )
        for row, line in enumerate(pattern.rows)
    ]
