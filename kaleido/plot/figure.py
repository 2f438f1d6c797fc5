"""Figures made without any global state, and saved to files."""

from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.files import check_target, written_whole

FORMATS = ("pdf", "png", "svg")

FEW = 60
"""The most moves that have a marker or a name each."""


def make_figure(width: float, height: float) -> Figure:
    """Return a new figure that pyplot does not manage; its size is in inches."""
    return Figure(figsize=(width, height), layout="constrained")


def make_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return `ax`, or else axes that fill a new figure; its size is in inches."""
    return make_figure(width, height).subplots() if ax is None else ax


def legend_above(ax: Axes) -> None:
    """Put the legend above the axes, in a row or two."""
    ax.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=3, frameon=False)


def save_figure(figure: Figure, path: Path, *, dpi: float = 150) -> None:
    """Save a figure as PDF, PNG or SVG, by the suffix; an old file is replaced only at the end.

    Parameters
    ----------
    figure : Figure
    path : Path
    dpi : float, optional
        Pixels per inch, for PNG.

    Raises
    ------
    OptionError
        The path cannot be written.
    """
    suffix = check_target(path, FORMATS)
    # No dates and fixed names, so that the same figure is the same file.
    metadata = {"pdf": {"CreationDate": None}, "svg": {"Date": None}, "png": {}}[suffix]
    with written_whole(path) as draft:
        figure.savefig(draft, dpi=dpi, metadata=metadata)
