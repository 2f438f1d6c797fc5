"""Axes to draw on, made without any global state."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure


def make_figure(width: float, height: float) -> Figure:
    """Make a figure that pyplot knows nothing of, in inches."""
    return Figure(figsize=(width, height), layout="constrained")


def make_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Give `ax`, or axes that fill a new figure of so many inches."""
    return make_figure(width, height).subplots() if ax is None else ax
