"""The figure of a proof by colouring: the coloured board, and what each piece covers of it."""

from collections.abc import Sequence
from itertools import product
from math import ceil

from matplotlib.figure import Figure

from kaleido.base.bounds import INCHES
from kaleido.base.errors import OptionError
from kaleido.base.text import plural
from kaleido.base.words import sentence
from kaleido.draw.look import INK, Shade
from kaleido.hints.infeasibility import ColourArgument, find_argument
from kaleido.model.grid import Cell
from kaleido.model.names import piece_labels
from kaleido.model.square_grid import SquareGrid
from kaleido.plot.boards import Cutout, draw_parts, packed
from kaleido.plot.documented import Searched, documented, state_of
from kaleido.plot.figure import TITLE, describe
from kaleido.search.parity import Stock

# The fills by the number of colours; they differ in lightness.
FILLS = {
    2: ("#ffffff", "#4c5a70"),
    3: ("#ffffff", "#a3b7d1", "#3a4d69"),
    4: ("#ffffff", "#c3d2e6", "#7f9cc2", "#33455f"),
    5: ("#ffffff", "#d3dfee", "#9fb6d4", "#6280a8", "#2b3b53"),
}

# The sides of a cell, in inches; the greatest with which all fits is taken.
SIDES = (0.3, 0.26, 0.22, 0.18, 0.15, 0.12)
CAPTION = 0.44  # the height of the two lines below a piece, in inches
LETTER = 0.068  # the width of a letter of the words, in inches
NARROWEST = 0.85  # the least width of a piece with its words, in inches


def argument_of(given: Searched | ColourArgument) -> ColourArgument:
    """Return a proof by colouring: itself, or the one that is known for a board."""
    found = given if isinstance(given, ColourArgument) else find_argument(state_of(given))
    if found is None:
        raise OptionError("no proof by colouring is known that there is no solution")
    return found


@documented(argument_of)
def parity(argument: ColourArgument, *, width: float = 10.5, marks: str = "none") -> Figure:
    """Draw a proof by colouring that there is no solution: the coloured board, and each piece.

    A piece is coloured as it may lie on the board. Below it are the numbers of cells of each colour
    that it covers, in all ways that differ (S. W. Golomb, "Polyominoes", 2nd edition, 1994). An
    `OptionError` is raised if no such proof is known, or the cells are no squares.

    Parameters
    ----------
    argument : ColourArgument, Puzzle, Position, State, Recording, Board or str
    width : float, optional
        The most inches that the figure is wide.
    marks : {"none", "letters", "hatches"}, optional
        Letters or hatches on cells; the letters are those of `ColourArgument.lines`.
    """
    INCHES.check(width, "width")
    grid = argument.board.grid
    if not grid.lattice.is_square:
        raise OptionError(
            f"proofs by colouring are drawn on squares, not on {grid.lattice.cells}: "
            "ColourArgument.lines has the board in letters"
        )
    order = [name for group in argument.groups for name in group.names]
    names = argument.pieces.pieces
    stocks = sorted(argument.refutation.stocks, key=lambda one: order.index(names[one.piece].name))
    fills = FILLS[len(argument.colouring.colours)]
    signs, light = "wb" if len(fills) == 2 else "12345", len(fills) - 1 - (len(fills) > 3)
    inks = [INK] * light + ["#ffffff"] * (len(fills) - light)
    shades = [Shade(*look) for look in zip(signs, fills, inks, strict=False)]
    pieces = [_drawn(argument, stock, shades) for stock in stocks]
    for side in SIDES:
        least, below = ceil(NARROWEST / side), ceil(CAPTION / side)
        sizes = [(each.size[0] + below, max(each.size[1], least) + 1) for each in pieces]
        # The board stands with its words on the left.
        words = max(map(len, argument.counts.split("\n"))) * LETTER
        left, high = max(grid.cols, ceil(words / side)) + 1, grid.rows + ceil(CAPTION / side)
        # Of all widths that fit, the one that leaves the least empty.
        widths = range(least, max(int(width / side) - left, least) + 1)
        blocks = [packed(sizes, each) for each in widths]
        corners, rows, across = min(blocks, key=lambda each: max(each[1], high) * (left + each[2]))
        whole = SquareGrid(max(rows, high), left + across - 1)
        if max(whole.rows, whole.cols) * side <= width:
            break
    corners = [(row, left + col) for row, col in corners]
    says = sentence(f"{argument.cause}: {argument.together}")
    board = {
        (row, col): shades[int(digit)]
        for row, line in enumerate(argument.coloured)
        for col, digit in enumerate(line)
        if digit != "."
    }
    figure, _ = draw_parts(
        [Cutout(argument.counts, cells=board), *pieces],
        [(0, 0), *corners],
        whole,
        figure=None,
        width=max(side * (whole.cols + 0.5), 5.0),
        side=side,
        heading=says,
        marks=marks,
        size=TITLE,
    )
    alt = f"{says}. The coloured board, and {plural(len(pieces), 'piece')} beside it."
    return describe(figure, alt)


def _drawn(argument: ColourArgument, stock: Stock, shades: Sequence[Shade]) -> Cutout:
    """Return a piece in colours that it can have on the board, with its name and its tallies."""
    piece, colouring = argument.pieces.pieces[stock.piece], argument.colouring
    shapes = [shape.cells for face in piece.faces for shape in face.orientations]
    wanted = max(stock.tallies, default=())
    best: dict[Cell, int] = {}
    for cells, (down, right) in product(shapes, product(range(colouring.period), repeat=2)):
        coloured = {(row, col): colouring.colour((row + down, col + right)) for row, col in cells}
        numbers = list(coloured.values())
        tally = tuple(numbers.count(colour) for colour in range(len(colouring.colours)))
        if not best or tally == wanted:
            best = coloured
        if tally == wanted:
            break
    label = piece_labels(argument.pieces)[piece.name]
    name = f"{label} × {stock.most}" if stock.most > 1 else label
    ways = [" + ".join(map(str, tally)) for tally in sorted(stock.tallies, reverse=True)]
    shown = "fits nowhere" if not ways else ", ".join(ways[:2]) + ("…" if ways[2:] else "")
    drawn = {cell: shades[colour] for cell, colour in best.items()}
    return Cutout(f"{name}\n{shown}", cells=drawn)
