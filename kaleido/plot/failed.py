"""A search without a solution, which no figure shows as a complete one.

Its line has another colour and ends in a cross, and words say how full its fullest board is.
"""

from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from kaleido.draw.geometry import picture_size
from kaleido.draw.look import ACCENT, FAILED
from kaleido.plot.themes import current_theme
from kaleido.puzzle.recording import Recording
from kaleido.search.state import State

_CROSS: dict[str, Any] = {"marker": "X", "markersize": 9, "markeredgewidth": 0.8, "zorder": 5}


def kept_colour(recording: Recording) -> str:
    """Return the colour of `draw.look` for the moves on the line of a search."""
    return FAILED if recording.failed else ACCENT


def kept_name(recording: Recording) -> str:
    """Return the name of these moves in a legend."""
    return "to the fullest board" if recording.failed else "kept"


def edges_known(state: State, *, failed: bool, noun: str = "edges") -> tuple[str, float]:
    """Return the edges known on a board in words, and as a share of those of a solved one.

    A board that leads to no solution may have as many edges as a solved one, or more. Its share is
    then that of the cells covered, which is never the whole.
    """
    problem, known = state.problem, state.inner_edges
    full = problem.solved_edges
    if known <= full - failed:
        return f"{known} of {full} {noun}", known / max(full, 1)
    return f"{known} {noun}; a solution has {full}", state.filled.bit_count() / problem.pattern.size


def mark_end(ax: Axes, x: float, y: float, words: str = "") -> None:
    """Draw the cross at the end of a search without a solution, with its words for a legend."""
    theme = current_theme()
    looks: dict[str, Any] = {"color": theme.failed, "markeredgecolor": theme.ground, "label": words}
    ax.plot([x], [y], linestyle="", clip_on=False, **looks, **_CROSS)


def frame_failed(ax: Axes, left: float, top: float, width: float, height: float) -> None:
    """Frame the fullest board of a search without a solution, or its scores."""
    looks: dict[str, Any] = {"facecolor": "none", "edgecolor": current_theme().failed}
    ax.add_patch(Rectangle((left, top), width, height, linewidth=3, zorder=5, **looks))


def show_end(ax: Axes, recording: Recording) -> None:
    """Frame a fullest board that fills its axes, and say above it how the search ended."""
    height, width = picture_size(recording.start.problem.grid)
    frame_failed(ax, 0, 0, width, height)
    ax.set_title("\n".join(filter(None, (ax.get_title(), recording.end))), parse_math=False)
