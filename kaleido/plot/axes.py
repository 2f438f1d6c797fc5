"""New figures and axes, made without any global state."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure


def make_figure(width: float, height: float) -> Figure:
    """Return a new figure that pyplot does not manage; its size is in inches."""
    return Figure(figsize=(width, height), layout="constrained")


def make_axes(ax: Axes | None, width: float, height: float) -> Axes:
    """Return `ax`, or else axes that fill a new figure; its size is in inches."""
    return make_figure(width, height).subplots() if ax is None else ax
