"""Heat maps of a board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.draw.look import INK
from kaleido.plot.axes import make_axes

COLOURS = "viridis"
"""A colour map that runs from dark to light for colour-blind readers, too."""


def heat(values: npt.NDArray[np.float64], *, ax: Axes | None, top: float, label: str) -> Axes:
    """Draw one value per cell, on a scale from 0 to `top`.

    Parameters
    ----------
    values : ndarray of float, shape (rows, cols)
        Cells with NaN stay empty.
    ax : Axes or None
        The axes to draw on; None stands for those of a new figure, with a colour bar.
    top : float
    label : str
        The label of the colour bar.

    Returns
    -------
    Axes
        The data coordinates are those of the board: x is the column, and y is the row,
        downwards.
    """
    given, ax = ax, make_axes(ax, 5.0, 4.0)
    rows, cols = values.shape
    image = ax.imshow(
        np.ma.masked_invalid(values),
        cmap=COLOURS,
        vmin=0,
        vmax=top,
        extent=(0, cols, rows, 0),
        interpolation="nearest",
    )
    ax.set(xlim=(-0.1, cols + 0.1), ylim=(rows + 0.1, -0.1), aspect="equal")
    ax.set_axis_off()
    if given is None:
        ax.figure.colorbar(image, ax=ax, label=label)
    return ax


def add_scale(figure: Figure, axes: list[Axes], label: str) -> None:
    """Put one colour bar under heat maps of the same scale."""
    figure.colorbar(
        axes[0].images[0],
        ax=axes,
        location="bottom",
        label=label,
        aspect=50,
        shrink=0.5,
        pad=0.02,
    )


def caption(ax: Axes, text: str, size: float) -> None:
    """Put a text above a heat map."""
    ax.set_title(text, fontsize=size, color=INK, pad=3, parse_math=False)
