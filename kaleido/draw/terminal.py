"""Boards as terminal text: letters on coloured cells, and heavy lines between pieces."""

from collections.abc import Container, Sequence

from rich.text import Text

from kaleido.draw.scene import Thing, coloured_by_part, coloured_by_piece, scene_of
from kaleido.draw.terminal_squares import Borders, Shown, draw_layers, draw_squares
from kaleido.model.grid import Cell
from kaleido.model.piece import Piece
from kaleido.model.placement import Placement


def draw_terminal(
    thing: Thing,
    *,
    plain: bool = False,
    islands: bool = False,
    implied: bool = False,
    coordinates: bool = True,
    marked: Container[Cell] = (),
    by_piece: bool = False,
    parts: Sequence[Sequence[Placement]] = (),
    width: int = 80,
) -> Text:
    """Draw as `draw_svg` does, but as text that is legible without colours.

    Parameters
    ----------
    thing : Board, Puzzle, Position, Solution, Piece or State
    plain : bool, optional
        Draw lines in ASCII.
    islands, implied : bool, optional
        As for `draw_svg`. Implied edges are lines in their own colour.
    coordinates : bool, optional
        Label the rows and columns of a board; a piece alone has none.
    marked : container of (row, col), optional
        Cells whose letters stand in brackets.
    by_piece : bool, optional
        Give each piece a colour of its own instead of those of its cells.
    parts : sequence of sequence of Placement, optional
        Parts that pieces of a solution form together: each has a colour, heavy lines run between
        parts and light ones between the pieces of a part.
    width : int, optional
        The columns that layers of a board in space may take side by side.

    Returns
    -------
    rich.text.Text
        17 lines of 33 characters for a board of 8 × 8 cells, besides the labels.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> print(draw_terminal(CLASSIC["l3-r"], plain=True))
        +---+       +---+
        | r |       | b |
    +---+   |   +---+   |
    | r   x |   | y   x |
    +-------+   +-------+
    """
    scene = scene_of(thing, islands=islands, implied=implied)
    if by_piece:
        scene = coloured_by_piece(scene)
    if parts:
        scene = coloured_by_part(scene, parts)
    borders = Borders.of(scene, parts)
    shown = Shown(
        plain=plain, coordinates=coordinates and not isinstance(thing, Piece), marked=marked
    )
    lattice = scene.grid.lattice
    if lattice.is_square:
        drawn = draw_squares(scene, borders, shown)
    elif lattice.is_flat:
        from kaleido.draw.terminal_cells import draw_cells

        drawn = draw_cells(scene, borders, shown)
    else:
        drawn = draw_layers(scene, borders, shown, width)
    text = Text("\n", no_wrap=True).join(drawn)
    text.rstrip()
    return text
