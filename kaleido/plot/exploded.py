"""Exploded views of solids on matplotlib axes."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.arguments import named_options
from kaleido.draw.exploded import Exploded
from kaleido.draw.scene import Thing
from kaleido.plot.board import INCHES, MARGIN, paint
from kaleido.plot.figure import figure_of, make_axes


@named_options
def exploded(thing: Thing, *, ax: Axes | None = None) -> Figure:
    """Draw the pieces of a solid moved apart, in the order in which they are put together.

    If each piece can be put in straight from above, the pieces float above their places: the first
    at the bottom, and each above those on which it is put. The numbers are those of the order.
    Without such an order all are moved away from the middle, and carry their names.

    Parameters
    ----------
    thing : Solution, State, Puzzle, Board or Piece
        On a lattice in space.
    ax : Axes, optional
        By default those of a new figure.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        The board is flat.
    """
    view = Exploded.of(thing)
    height, width = view.size
    given, ax = ax, make_axes(ax, INCHES * (width + 1), INCHES * (height + 1))
    paint(ax, view.elements)
    ax.set(xlim=(-MARGIN, width + MARGIN), ylim=(height + MARGIN, -MARGIN), aspect="equal")
    ax.set_axis_off()
    return figure_of(ax, given, title=view.title, alt=view.alt)
