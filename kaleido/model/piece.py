"""Pieces: shapes with one drawing per face."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property

from kaleido.arguments import named_options
from kaleido.errors import PieceError
from kaleido.lattices import Lattice
from kaleido.model.board_text import PLAIN
from kaleido.model.drawable import Drawable
from kaleido.model.orientation import Orientation as Orientation
from kaleido.model.rule import Rule
from kaleido.text import is_line, quote, unknown

FACE_NAMES = ("front", "back")


@dataclass(frozen=True)
class Face:
    """One side of a piece, as it looks when that side is up.

    Parameters
    ----------
    name : {"front", "back"}
        Which side it is.
    drawing : Orientation
        The face as it is drawn; it may be turned, never mirrored.
    fixed : bool, optional
        Whether it may not even be turned.
    """

    name: str
    drawing: Orientation
    fixed: bool = False

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The distinct results of turns: 1, 2 or 4 of squares; the drawing if it is fixed."""
        if self.fixed:
            return (self.drawing,)
        return self.drawing.rotations

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of cells of each colour."""
        return Counter(self.drawing.colours)


@named_options
@dataclass(frozen=True)
class Piece(Drawable):
    """A piece with its faces.

    Parameters
    ----------
    name : str
        Unique in its set; one printable word without a ``#``.
    front : Face
        The face that is drawn first.
    back : Face or None
        The face on the other side; None if the piece may not be turned over.
    zone : str, optional
        Where all its cells lie: "edge", or the letters of cells of the board, sorted; anywhere by
        default.

    Raises
    ------
    PieceError
        The name has another form, the back is not the shape seen after turning the front over,
        only one face has colours, or a fixed piece has a back.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> piece = CLASSIC["t-r"]
    >>> piece.size, str(piece.front.drawing), len(piece.back.orientations)
    (4, '.r./rxr', 4)
    """

    name: str
    front: Face
    back: Face | None = None
    zone: str = ""

    def __post_init__(self) -> None:
        if len(self.name.split()) != 1 or "#" in self.name or not is_line(self.name):
            raise PieceError(
                f"{quote(self.name)} is no name of a piece: expected a printable word without #"
            )
        if self.back is None:
            return
        if self.fixed or self.back.fixed:
            raise PieceError(f"{quote(self.name)} is fixed, but it has a back")
        if len({PLAIN in face.drawing.colours for face in self.faces}) > 1:
            raise PieceError(
                f"{quote(self.name)} has a face with colours, "
                f"{quote(str(self.front.drawing))}, and one without"
            )
        if len({face.drawing.lattice for face in self.faces}) > 1:
            raise PieceError(f"the faces of {quote(self.name)} lie on different lattices")
        # A piece that is turned over shows the mirror image of its shape.
        turned = Face("mirrored", self.front.drawing.mirrored()).orientations
        shapes = {(each.cells, each.depth) for each in turned}
        if (self.back.drawing.cells, self.back.drawing.depth) not in shapes:
            raise PieceError(
                f"the back {quote(str(self.back.drawing))} of {quote(self.name)} is not the "
                f"shape seen after turning over its front {quote(str(self.front.drawing))}"
            )

    @classmethod
    def of(cls, name: str, drawing: Orientation, *, mirrors: bool, fixed: bool = False) -> Piece:
        """Return a piece made from one drawing, which may be turned over, only turned, or neither.

        A piece that looks the same from behind gets no back, so that each of its placements is
        listed once.
        """
        front = Face(FACE_NAMES[0], drawing, fixed)
        back = Face(FACE_NAMES[1], drawing.mirrored())
        is_same = back.drawing in front.orientations
        return cls(name, front, back if mirrors and not is_same else None)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The front and, if there is one, the back."""
        return (self.front,) if self.back is None else (self.front, self.back)

    def face(self, name: str) -> Face:
        """Return the face with that name.

        Raises
        ------
        PieceError
            The piece has no such face.
        """
        for face in self.faces:
            if face.name == name:
                return face
        raise PieceError(unknown("face", name, (face.name for face in self.faces)))

    def ruled(self, rule: Rule) -> Piece:
        """Return the piece with other sides or another zone, where the rule says something of them.

        Raises
        ------
        PieceError
            A piece with colours has no face to be mirrored.
        """
        piece, drawing = self, self.front.drawing
        if rule.sides == "mirrored" and not self.is_plain and self.back is None:
            raise PieceError(
                f"{quote(self.name)}: a piece with colours has no mirrored back; draw both faces"
            )
        if rule.sides == "mirrored" and self.is_plain:
            piece = Piece.of(self.name, drawing, mirrors=True)
        elif rule.sides in ("fixed", "one-sided"):
            piece = Piece.of(self.name, drawing, mirrors=False, fixed=rule.sides == "fixed")
        return replace(piece, zone=rule.zone or self.zone)

    @property
    def lattice(self) -> Lattice:
        """The lattice of its cells."""
        return self.front.drawing.lattice

    @property
    def fixed(self) -> bool:
        """Whether the piece may be neither turned nor turned over."""
        return self.front.fixed

    @property
    def is_plain(self) -> bool:
        """Whether the piece has no colours."""
        return PLAIN in self.front.drawing.colours

    @property
    def boxes(self) -> set[tuple[int, int]]:
        """The heights and widths that it has as it can be turned."""
        return {(turn.height, turn.width) for face in self.faces for turn in face.orientations}

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.front.drawing.cells)
