"""Sets of flat pieces that lie in space: pentominoes of cubes, Kanoodle of spheres."""

from collections.abc import Callable
from dataclasses import replace

from kaleido.errors import PieceError
from kaleido.lattices import Lattice, find_lattice
from kaleido.model.orientation import Orientation
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote

_KINDS = {"solid-": "cubic", "spheres-": "spheres"}
"""What stands before the name of a set of squares, and the lattice that its pieces go to."""

SOLID_FORMS = tuple(f"{start}SET" for start in _KINDS)
"""The forms of the names."""

SOLID_NAMES = ("solid-pentominoes", "spheres-kanoodle")
"""The names of the best known of these sets."""


def solid_set(name: str, read: Callable[[str], PieceSet]) -> PieceSet | None:
    """Return the set that a name of one of the `SOLID_FORMS` stands for; None for another name.

    Each square of the set that follows becomes a cube, or a sphere of a square layer. In space the
    pieces may be turned in all ways.

    Parameters
    ----------
    name : str
    read : callable
        Returns the set with a name of squares.

    Raises
    ------
    PieceError
        The set is not one of squares without colours that may be turned over.

    Examples
    --------
    >>> from kaleido import named_set
    >>> solid_set("solid-pentominoes", named_set)
    <PieceSet 'solid-pentominoes': 12 pieces, 60 cells>
    """
    meant = name.strip().lower()
    for start, lattice in _KINDS.items():
        if meant.startswith(start):
            return laid_in_space(read(meant.removeprefix(start)), find_lattice(lattice), meant)
    return None


def laid_in_space(pieces: PieceSet, lattice: Lattice, name: str) -> PieceSet:
    """Return a set of flat pieces as one of solid pieces.

    Parameters
    ----------
    pieces : PieceSet
        Squares without colours, which may be turned over: in space, all pieces may be.
    lattice : Lattice
        A lattice in space with square layers.
    name : str
        What to call the set.

    Raises
    ------
    PieceError
        The pieces are others.
    """
    if not pieces.lattice.is_square or not pieces.is_plain or pieces.sides != "mirrored":
        raise PieceError(
            f"{quote(name)}: expected a set of squares without colours that may be turned over, "
            f"not {quote(pieces.name)}"
        )
    solid = tuple(_laid(piece, lattice) for piece in pieces)
    title = f"{pieces.title or pieces.name}, of {lattice.cells}"
    return replace(pieces, name=name, pieces=solid, sides="one-sided", title=title)


def _laid(piece: Piece, lattice: Lattice) -> Piece:
    drawing = piece.front.drawing
    centres = (
        (lattice.centre((0, row, column)), letter) for (row, column), letter in drawing.coloured()
    )
    return replace(
        Piece.of(piece.name, Orientation.on(lattice, centres), mirrors=False), zone=piece.zone
    )
