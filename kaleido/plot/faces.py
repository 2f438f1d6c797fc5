"""The two faces of a piece."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from kaleido.arguments import named_options
from kaleido.draw.geometry import corners, picture_size
from kaleido.draw.look import INK
from kaleido.draw.scene import Scene, scene_of
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement
from kaleido.plot.board import show
from kaleido.plot.cutouts import FONT
from kaleido.plot.figure import figure_of, make_axes
from kaleido.text import both

INCHES = 0.7
"""The side of a cell in a figure of its own."""

WORDS = 0.7
"""The height of the words around the cells, in inches."""


@named_options
def piece_faces(piece: Piece, *, ax: Axes | None = None, marks: str = "none") -> Figure:
    """Draw the faces of a piece side by side, with the colours that each shows.

    Parameters
    ----------
    piece : Piece
        A piece that may not be turned over has one face.
    ax : Axes, optional
        By default those of a new figure.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Returns
    -------
    Figure
        That of the axes.

    Raises
    ------
    OptionError
        `marks` is unknown.
    """
    scene = scene_of(piece)
    # Below the cells stand two lines and above them the name.
    high, wide = picture_size(scene.grid)
    given, ax = ax, make_axes(ax, INCHES * (wide + 1), INCHES * (high + 1) + WORDS)
    show(scene, ax=ax, marks=marks)
    told = []
    for face, placed in zip(piece.faces, scene.pieces, strict=True):
        counts = [
            f"{face.counts[letter]} {name}"
            for letter, name in COLOURS.items()
            if face.counts[letter]
        ]
        told.append(f"{face.name} {both(counts)}" if counts else face.name)
        ax.text(
            _middle(scene, placed),
            high + 0.15,
            f"{face.name}\n{', '.join(counts)}".rstrip(),
            fontsize=FONT + 1,
            color=INK,
            ha="center",
            va="top",
        )
    ax.set_title(piece.name, fontsize=FONT + 2, color=INK, parse_math=False)
    return figure_of(ax, given, alt=f"Piece {piece.name}: {', '.join(told)}.")


def _middle(scene: Scene, placed: Placement) -> float:
    """Return the column of the picture in the middle of a face."""
    reach = [right for cell in placed.cells for _, right in corners(scene.grid, cell)]
    return (min(reach) + max(reach)) / 2
