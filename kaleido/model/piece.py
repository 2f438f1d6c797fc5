"""Pieces: shapes with one drawing per face, and the rules for using them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from types import MappingProxyType

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.attributes import named_attributes
from kaleido.base.errors import PieceError
from kaleido.base.text import both, either, is_line, quote, unknown
from kaleido.model.board import EDGE, PLAIN, letters_fault
from kaleido.model.drawable import Drawable
from kaleido.model.lattices import Lattice
from kaleido.model.orientation import Orientation as Orientation

FACE_NAMES = ("front", "back")

RULED = ("zone", "at", "colour", "choice")
"""The words of a rule that its piece has, too."""

RESERVED = "#@:,"
"""The signs that no name of a piece has: placements, rules and lists use them."""


@dataclass(frozen=True)
class Face:
    """One side of a piece, the front or the back, as it looks when that side is up.

    It may be turned, unless it is `fixed`, but never mirrored.
    """

    name: str
    drawing: Orientation
    fixed: bool = False

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The distinct results of turns: 1, 2 or 4 of squares; the drawing if it is fixed."""
        return (self.drawing,) if self.fixed else self.drawing.rotations

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of cells of each colour, or without one."""
        letters = self.drawing.colours
        return Counter(PLAIN * len(letters) if self.drawing.is_plain else letters)


PIECE_SIDES = {
    "fixed": "not turned",
    "one-sided": "turned, not turned over",
    "mirrored": "may be turned over",
}
"""The rules for the sides of a piece, and how each is explained."""

PIECE_COLOURS: Mapping[str, str] = MappingProxyType(
    {
        "red": "#d62839",
        "orange": "#f5891f",
        "yellow": "#f4d02c",
        "light-green": "#9bd24a",
        "green": "#2fa04e",
        "dark-green": "#17603a",
        "light-blue": "#6cc3ee",
        "blue": "#2a6fdb",
        "dark-blue": "#22307a",
        "purple": "#7b3fa0",
        "magenta": "#d4218f",
        "pink": "#f06fa4",
        "light-pink": "#fac3d5",
        "light-brown": "#c99b62",
        "dark-brown": "#6b4226",
        "white": "#ffffff",
        "silver": "#b9bdc4",
        "grey": "#7c8086",
    }
)
"""The colours in which a rule may have a piece drawn, by name."""

MAX_COPIES = 1024

_COPIES = re.compile(r"x(\d+)(?:-(\d+))?", re.ASCII)
_EXPECTED = (
    f"expected {', '.join(PIECE_SIDES)}, xN, xM-N, in or at edge, in or at LETTERS, for NAME, or a "
    f"colour such as {[*PIECE_COLOURS][-1]}"
)


@dataclass(frozen=True)
class Rule:
    """The words on a piece besides its drawing; the set decides the rest.

    The sides are one of `PIECE_SIDES`, the colour is one of `PIECE_COLOURS`. Between `least` and
    `most` copies are used; without `least` all of them are, unless pieces may be left over. All
    cells of the piece lie in the zone: "edge", or the letters of cells of the board, sorted; one or
    more of them lie `at` another zone. Of the pieces with one choice, a solution uses exactly one.

    Examples
    --------
    >>> Rule.parse(["fixed", "x1-3", "in", "ba"])
    Rule(sides='fixed', least=1, most=3, zone='ab', at='', colour='', choice='')
    """

    sides: str = ""
    least: int | None = None
    most: int | None = None
    zone: str = ""
    at: str = ""
    colour: str = ""
    choice: str = ""

    @classmethod
    def parse(cls, words: Iterable[str]) -> Rule:
        """Read the words of a rule: ``fixed``, ``one-sided`` or ``mirrored``; ``x3`` or ``x1-3``.

        A zone is ``in edge``, or ``in`` and the letters of cells, and likewise ``at``; a colour is
        one word; ``for A`` names a choice. PieceError says that a word is unknown, that two
        contradict each other, or that the numbers are out of range.
        """
        rule, left = cls(), list(words)
        if not left:
            raise PieceError(f"there is no rule: {_EXPECTED}")
        while left:
            word = left.pop(0)
            if word in PIECE_SIDES:
                said = cls(sides=word)
            elif word in PIECE_COLOURS:
                said = cls(colour=word)
            elif found := _COPIES.fullmatch(word):
                said = _copies(word, found[1], found[2])
            elif word in ("in", "at"):
                zone = left.pop(0) if left else ""
                if zone != EDGE and (fault := letters_fault(zone)):
                    raise PieceError(f"{quote(f'{word} {zone}'.rstrip())}: {fault}")
                zone = zone if zone == EDGE else "".join(sorted(set(zone)))
                said = cls(zone=zone) if word == "in" else cls(at=zone)
            elif word == "for" and left:
                said = cls(choice=left.pop(0))
            else:
                raise PieceError(f"unknown rule {quote(word)}: {_EXPECTED}")
            if twice := rule.clash(said):
                raise PieceError(f"{quote(word)}: the rule says {twice} twice")
            rule = said.over(rule)
        return rule

    @staticmethod
    def starts_at(word: str) -> bool:
        """Return whether a word on the line of a piece belongs to its rule, not to its drawings."""
        known = word in PIECE_SIDES or word in PIECE_COLOURS or word in ("in", "at", "for")
        return known or (word.startswith("x") and any(map(str.isnumeric, word)))

    def __str__(self) -> str:
        """Return the words that `parse` reads; none if the rule says nothing."""
        least = "" if self.least is None else f"{self.least}-"
        copies = "" if self.most is None else f"x{least}{self.most}"
        zones = self.zone and f"in {self.zone}", self.at and f"at {self.at}"
        words = self.sides, copies, *zones, self.colour, self.choice and f"for {self.choice}"
        return " ".join(filter(None, words))

    @property
    def sentence(self) -> str:
        """The rule in words."""
        parts = [PIECE_SIDES[self.sides]] if self.sides else []
        if self.most is not None:
            copies = f"{self.most:,} {'copy' if self.most == 1 else 'copies'}"
            if self.least not in (None, self.most):
                copies = f"{self.least:,} to {copies}" if self.least else f"at most {copies}"
            parts.append(copies)
        for how, zone in (("only", self.zone), ("partly", self.at)):
            if zone:
                where = "at the edge" if zone == EDGE else f"on cells {either(zone)}"
                parts.append(f"{how} {where}")
        if self.choice:
            parts.append(f"one of the pieces for {self.choice}")
        return ", ".join(parts)

    def over(self, other: Rule) -> Rule:
        """Return this rule, completed by another one."""
        copies = other if self.most is None else self
        sides, zone = self.sides or other.sides, self.zone or other.zone
        others = (self.at or other.at, self.colour or other.colour, self.choice or other.choice)
        return Rule(sides, copies.least, copies.most, zone, *others)

    def clash(self, other: Rule) -> str:
        """Return what both rules speak of, in words; "" if there is nothing."""
        spoken = {
            "the sides": self.sides and other.sides,
            "the copies": self.most is not None and other.most is not None,
            "the zone": self.zone and other.zone,
            "the cells to cover": self.at and other.at,
            "the colour": self.colour and other.colour,
            "the choice": self.choice and other.choice,
        }
        twice = [what for what, is_twice in spoken.items() if is_twice]
        return both(twice) if twice else ""


def _copies(word: str, first: str, second: str | None) -> Rule:
    # Python reads no number of thousands of digits.
    numbers = [int(each) if len(each) < 10 else MAX_COPIES + 1 for each in (first, second) if each]
    least, most = (numbers[0] if second else None), numbers[-1]
    if not 0 < most <= MAX_COPIES:
        raise PieceError(f"{quote(word)}: expected x1 to x{MAX_COPIES}")
    if least is not None and least > most:
        raise PieceError(f"{quote(word)}: expected no more copies at least than at most")
    return Rule(least=least, most=most)


@checked_arguments
@named_attributes
@dataclass(frozen=True)
class Piece(Drawable):
    """A piece with its faces.

    Parameters
    ----------
    name : str
        Unique in its set; one printable word without any of ``#@:,``.
    front : Face
        The face that is drawn first.
    back : Face or None
        The face on the other side; None if the piece may not be turned over.
    zone : str, optional
        Where all its cells lie: "edge", or the letters of cells of the board, sorted; anywhere by
        default.
    at : str, optional
        Where one or more of its cells lie, in the same form.
    colour : str, optional
        One of `PIECE_COLOURS`, in which a piece without colours is drawn; by default its number in
        the set decides.
    choice : str, optional
        The name that it shares with other pieces, exactly one of which a solution uses; none by
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
    at: str = ""
    colour: str = ""
    choice: str = ""

    def __post_init__(self) -> None:
        for face in self.faces:
            check_type(face, Face, "a Face; PieceSet.parse reads drawings", PieceError)
        for name in (self.name, self.choice or self.name):
            if len(name.split()) != 1 or set(name) & set(RESERVED) or not is_line(name):
                raise PieceError(
                    f"{quote(name)} is no name of a piece: expected a printable word without any "
                    f"of {RESERVED}"
                )
        if self.colour and (self.colour not in PIECE_COLOURS or not self.is_plain):
            raise PieceError(
                f"{quote(self.name)} is drawn in {quote(self.colour)}: expected a piece without "
                f"colours, and {either(PIECE_COLOURS)}"
            )
        if self.back is None:
            return
        if self.fixed or self.back.fixed:
            raise PieceError(f"{quote(self.name)} is fixed, but it has a back")
        if len({face.drawing.is_plain for face in self.faces}) > 1:
            own, drawn = quote(self.name), quote(str(self.front.drawing))
            raise PieceError(f"{own} has a face with colours, {drawn}, and one without")
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
        front, back = Face(FACE_NAMES[0], drawing, fixed), Face(FACE_NAMES[1], drawing.mirrored())
        is_same = back.drawing in front.orientations
        return cls(name, front, back if mirrors and not is_same else None)

    @property
    def faces(self) -> tuple[Face, ...]:
        """The front and, if there is one, the back."""
        return (self.front,) if self.back is None else (self.front, self.back)

    def face(self, name: str) -> Face:
        """Return the face with that name; raises PieceError for another name."""
        for face in self.faces:
            if face.name == name:
                return face
        raise PieceError(unknown("face", name, (face.name for face in self.faces)))

    def ruled(self, rule: Rule) -> Piece:
        """Return the piece with other sides or another zone, where the rule says something of them.

        PieceError says that a piece with colours has no face to be mirrored.
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
        words = {name: getattr(rule, name) or getattr(self, name) for name in RULED}
        if piece is self and all(getattr(self, name) == word for name, word in words.items()):
            return self  # as most pieces do; to check another one takes long
        return replace(piece, **words)

    @property
    def places(self) -> Mapping[str, str]:
        """Where all of its cells lie, ``in`` a zone, where some do, ``at`` one, and its marks."""
        words = ("in", self.zone), ("at", self.at), *((mark, mark.lower()) for mark in self.marks)
        return {word: zone for word, zone in words if zone}

    @cached_property
    def marks(self) -> str:
        """The capitals of cells that lie only on cells of the board with the same letter."""
        return "".join(sorted(each for each in {*self.front.drawing.colours} if each.isupper()))

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
        return self.front.drawing.is_plain

    @cached_property
    def boxes(self) -> frozenset[tuple[int, int]]:
        """The heights and widths that it has as it can be turned."""
        turns = (turn for face in self.faces for turn in face.orientations)
        return frozenset((turn.height, turn.width) for turn in turns)

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.front.drawing.cells)
