"""How a piece lies: the names of its turns, and the cells that a turned shape covers."""

from collections.abc import Sequence

from kaleido.lattices import Lattice
from kaleido.lattices.lattice import moved
from kaleido.model.grid import Cell, Grid
from kaleido.model.piece import Orientation
from kaleido.model.piece_set import PieceSet
from kaleido.text import either
from kaleido.words import say


def turn_name(number: int, lattice: Lattice) -> str:
    """Return what an orientation of a face is called, by its number among them: "" for the first.

    In the plane these are degrees clockwise; in space, where turns have no order, the number.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> [turn_name(2, find_lattice(name)) for name in ("square", "hexagonal", "cubic")]
    ['180', '120', '2']
    """
    return str(_degrees(lattice) * number) if number else ""


def turn_number(name: str, shapes: Sequence[Orientation]) -> int | None:
    """Return the number of the orientation that a turn of a face leads to; None for no turn."""
    lattice = shapes[0].lattice
    number, rest = divmod(int(name or 0), _degrees(lattice))
    if rest or number >= (len(lattice.rotations) if lattice.is_flat else len(shapes)):
        return None
    return number % len(shapes)


def expected_turns(shapes: Sequence[Orientation]) -> str:
    """Return which turns of a face there are, in words: 90, 180 or 270 for a turn."""
    lattice = shapes[0].lattice
    if lattice.is_flat:
        turns = [turn_name(number, lattice) for number in range(1, len(lattice.rotations))]
        return f"{either(turns)} for a turn"
    return f"1 to {len(shapes) - 1} for a turn" if len(shapes) > 1 else "no turn"


def pose_words(pieces: PieceSet, piece: str, face: str, turn: str) -> str:
    """Return in words how a face of a piece is turned."""
    lying = pieces[piece]
    is_over = face != lying.faces[0].name
    if not pieces.lattice.is_flat:
        key, number = "pieces.overWay" if is_over else "pieces.way", int(turn or 0) + 1
        return say(key, number=number, all=len(lying.face(face).orientations))
    if not pieces.is_plain:
        side = say(f"faces.{face}")
        return say("pieces.turned", face=side, degrees=turn) if turn else side
    if is_over:
        return say("pieces.overBy", degrees=turn) if turn else say("pieces.over")
    return say("pieces.by", degrees=turn) if turn else say("pieces.straight")


def laid(
    shape: Orientation, first: Cell, grid: Grid | None, *, ordered: bool = True
) -> tuple[Cell, ...] | None:
    """Return the cells that a shape covers when its first cell lies at a given one.

    Without a grid, the board is of squares and does not wrap around. Cells off the board are given,
    too, as far as they can be written. They are in reading order, or in that of the cells of the
    shape (`ordered`). None means that the first cell cannot lie there, as a triangle that points up
    cannot where one points down, or that a cell lies beside the layers of the board.
    """
    lattice, own = shape.lattice, shape.centres
    start = lattice.centre(grid.place(first) if grid is not None else first)
    if not lattice.is_alike(own[0], start):
        return None
    step = moved(start, own[0], -1)
    cells = []
    for *layer, row, col in (lattice.place(moved(centre, step)) for centre in own):
        if layer and grid is not None:
            if not 0 <= row < grid.depth:
                return None
            row += grid.depth * layer[0]
        cells.append((grid and grid.on_board(row, col)) or (row, col))
    return tuple(sorted(cells) if ordered else cells)


def _degrees(lattice: Lattice) -> int:
    """Return the degrees of the smallest turn in the plane; 1 in space."""
    return 360 // len(lattice.rotations) if lattice.is_flat else 1
