"""Pieces: polyominoes with one drawing per face, and their orientations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from kaleido.errors import PieceError
from kaleido.model.board import HOLE, PLAIN
from kaleido.model.drawable import Drawable
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLOURS
from kaleido.model.rule import Rule
from kaleido.model.symmetry import ROTATIONS, SquareSymmetry
from kaleido.text import quote, unknown

FACE_NAMES = ("front", "back")


@dataclass(frozen=True)
class Orientation:
    """A coloured shape, pushed into the top left corner.

    Parameters
    ----------
    cells : tuple of (row, col)
        In reading order; the smallest row and the smallest col are 0.
    colours : str
        The letter of each cell, in the same order.
    """

    cells: tuple[Cell, ...]
    colours: str

    @classmethod
    def of(cls, coloured: Iterable[tuple[Cell, str]]) -> Orientation:
        """Return coloured cells as a shape, pushed into the corner and in reading order."""
        ordered = sorted(coloured)
        top = min(row for (row, _), _ in ordered)
        left = min(col for (_, col), _ in ordered)
        cells = tuple((row - top, col - left) for (row, col), _ in ordered)
        return cls(cells, "".join(letter for _, letter in ordered))

    @classmethod
    def parse(cls, drawing: str) -> Orientation:
        """Read a drawing such as ``r../xrx``, where ``/`` starts a row and ``.`` is no cell.

        The cells of a piece without colours are ``o``.

        Raises
        ------
        PieceError
            A letter is unknown, the drawing is empty or falls into parts that do not touch, or two
            cells that touch are both black or both not black.
        """
        coloured = {}
        for row, line in enumerate(drawing.split("/")):
            for col, letter in enumerate(line):
                if letter in COLOURS or letter == PLAIN:
                    coloured[row, col] = letter
                elif letter != HOLE:
                    raise PieceError(f"unknown letter {quote(letter)} in face {quote(drawing)}")
        letters = set(coloured.values())
        if PLAIN in letters and len(letters) > 1:
            raise PieceError(f"face {quote(drawing)} has cells with and without a colour")
        if not coloured:
            raise PieceError(f"face {quote(drawing)} has no cells")
        reached = [next(iter(coloured))]
        seen = set(reached)
        for row, col in reached:
            for cell in ((row + 1, col), (row, col + 1), (row - 1, col), (row, col - 1)):
                if cell in coloured:
                    alike = (coloured[cell] == "x") == (coloured[row, col] == "x")
                    if alike and PLAIN not in letters:
                        raise PieceError(f"black and coloured do not alternate in {quote(drawing)}")
                    if cell not in seen:
                        seen.add(cell)
                        reached.append(cell)
        if len(reached) < len(coloured):
            raise PieceError(f"face {quote(drawing)} falls into parts that do not touch")
        return cls.of(coloured.items())

    @property
    def height(self) -> int:
        """The number of rows it spans."""
        return 1 + max(row for row, _ in self.cells)

    @property
    def width(self) -> int:
        """The number of columns it spans."""
        return 1 + max(col for _, col in self.cells)

    def rotated(self) -> Orientation:
        """Return the shape turned clockwise by a quarter turn."""
        return self.image(SquareSymmetry.TURN)

    def mirrored(self) -> Orientation:
        """Return the mirror image, with left and right exchanged."""
        return self.image(SquareSymmetry.MIRROR)

    def image(self, symmetry: SquareSymmetry) -> Orientation:
        """Return the image of the shape under a symmetry of the square."""
        return Orientation.of(
            (symmetry.map_cell(*cell), letter) for cell, letter in self.coloured()
        )

    def coloured(self) -> Iterable[tuple[Cell, str]]:
        """Return the pairs (cell, letter), in reading order."""
        return zip(self.cells, self.colours, strict=True)

    def __str__(self) -> str:
        """Return the drawing in the form that `parse` reads."""
        drawn = dict(self.coloured())
        return "/".join(
            "".join(drawn.get((row, col), ".") for col in range(self.width))
            for row in range(self.height)
        )


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
        """The distinct results of quarter turns: 1, 2 or 4; the drawing if it is fixed."""
        if self.fixed:
            return (self.drawing,)
        return tuple(dict.fromkeys(self.drawing.image(each) for each in ROTATIONS))

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of cells of each colour."""
        return Counter(self.drawing.colours)


@dataclass(frozen=True)
class Piece(Drawable):
    """A piece with its faces.

    Parameters
    ----------
    name : str
        Unique in its set.
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
        The back is not the shape seen after turning the front over, only one face has colours, or
        a fixed piece has a back.

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
        if self.back is None:
            return
        if self.fixed or self.back.fixed:
            raise PieceError(f"{quote(self.name)} is fixed, but it has a back")
        if len({PLAIN in face.drawing.colours for face in self.faces}) > 1:
            raise PieceError(
                f"{quote(self.name)} has a face with colours, "
                f"{quote(str(self.front.drawing))}, and one without"
            )
        # A piece that is turned over shows the mirror image of its shape.
        turned = Face("mirrored", self.front.drawing.mirrored()).orientations
        if self.back.drawing.cells not in {orientation.cells for orientation in turned}:
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
    def fixed(self) -> bool:
        """Whether the piece may be neither turned nor turned over."""
        return self.front.fixed

    @property
    def is_plain(self) -> bool:
        """Whether the piece has no colours."""
        return PLAIN in self.front.drawing.colours

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.front.drawing.cells)
