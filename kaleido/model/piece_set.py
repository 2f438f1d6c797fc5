"""A set of pieces and its rules, read from a text with drawings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from kaleido.errors import PieceError
from kaleido.model.board import PLAIN
from kaleido.model.piece import FACE_NAMES, Face, Orientation, Piece
from kaleido.text import plural, quote, unknown

SIDES = {
    "two-faced": "each piece has a front and a back of its own",
    "mirrored": "pieces may be turned over",
    "one-sided": "pieces may not be turned over",
}
"""The choices for the other sides of the pieces, explained in words."""

USE = {"all": "all pieces must be used", "some": "pieces may be left over"}
"""The choices for how many of the pieces a solution needs, explained in words."""

_COPIES = re.compile(r"x(\d{1,4})")
_MAX_COPIES = 1024


@dataclass(frozen=True, repr=False)
class PieceSet:
    """Pieces in a fixed order, and the rules for using them.

    Parameters
    ----------
    name : str
        What the set is called.
    pieces : tuple of Piece
        The pieces, with distinct names.
    copies : tuple of int, optional
        How many there are of each; one by default.
    sides : {"two-faced", "mirrored", "one-sided"}, optional
        Whether the pieces have two drawn faces, may be turned over, or neither.
    use : {"all", "some"}, optional
        Whether a solution uses all of them or may leave some over.
    title : str, optional
        What people call the set.

    Raises
    ------
    PieceError
        Two pieces have the same name, or the pieces contradict the rules.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> len(CLASSIC), CLASSIC.size, CLASSIC["domino"].size
    (18, 64, 2)
    """

    name: str
    pieces: tuple[Piece, ...]
    copies: tuple[int, ...] = ()
    sides: str = "two-faced"
    use: str = "all"
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        if not self.pieces:
            raise PieceError(f"the set {quote(self.name)} has no pieces")
        if len(self._by_name) < len(self.pieces):
            raise PieceError(f"the set {quote(self.name)} has two pieces with the same name")
        for value, known, what in ((self.sides, SIDES, "sides"), (self.use, USE, "use")):
            if value not in known:
                raise PieceError(unknown(what, value, known))
        if len({piece.is_plain for piece in self.pieces}) > 1:
            raise PieceError(f"the set {quote(self.name)} has pieces with and without colours")
        if self.copies and (
            len(self.copies) != len(self.pieces)
            or not all(0 < count <= _MAX_COPIES for count in self.copies)
        ):
            raise PieceError(
                f"the set {quote(self.name)} has {self.copies} copies, expected a number from 1 "
                f"to {_MAX_COPIES:,} for each piece"
            )

    @classmethod
    def parse(cls, name: str, text: str) -> PieceSet:
        """Read a set from the text of a file: its rules, then one piece per line.

        Parameters
        ----------
        name : str
            What to call the set.
        text : str
            ``# sides: …`` says whether the pieces have a front and a back of their own
            (``two-faced``), may be turned over (``mirrored``) or not (``one-sided``);
            ``# use: some`` says that pieces may be left over; ``# title: …`` is optional. Each line
            then has a piece's name, its drawing (front and back for two-faced pieces) and, if there
            are several copies, their number: ``x3``. The rows of a drawing go from top to bottom,
            separated by ``/``; ``.`` is no cell, ``o`` a cell without a colour. Blank lines and
            whatever follows a ``#`` are ignored.

        Raises
        ------
        PieceError
            The sides are missing, a line has another form, or a drawing is not a face.

        Examples
        --------
        >>> trominoes = PieceSet.parse("trominoes", '''
        ...     # sides: mirrored
        ...     I  ooo      x2
        ...     L  oo/o.
        ... ''')
        >>> trominoes.size, trominoes.copies, trominoes["L"].back
        (9, (2, 1), None)
        """
        headers: dict[str, str] = {}
        pieces, copies = [], []
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
            words, _, remark = line.partition("#")
            key, colon, value = remark.partition(":")
            if colon and not words.strip() and key.strip().lower() in ("sides", "use", "title"):
                if key.strip().lower() in headers:
                    raise PieceError(f"the header {quote(line.strip())} is given twice")
                headers[key.strip().lower()] = value.strip()
            if not words.strip():
                continue
            if "sides" not in headers:
                raise PieceError(
                    f"line {number}: {quote(line.strip())}: before the first piece, a line must "
                    f"say '# sides: {' | '.join(SIDES)}'"
                )
            if headers["sides"] not in SIDES:
                raise PieceError(unknown("sides", headers["sides"], SIDES))
            try:
                piece, count = _read_piece(line.strip(), words.split(), headers["sides"])
            except PieceError as problem:
                raise PieceError(f"line {number}: {problem}") from None
            pieces.append(piece)
            copies.append(count)
        return cls(
            name,
            tuple(pieces),
            tuple(copies) if max(copies, default=1) > 1 else (),
            headers.get("sides", "two-faced"),
            headers.get("use", "all"),
            headers.get("title", ""),
        )

    @cached_property
    def _by_name(self) -> dict[str, Piece]:
        return {piece.name: piece for piece in self.pieces}

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of copies of each piece."""
        return self.copies or (1,) * len(self.pieces)

    @cached_property
    def size(self) -> int:
        """The number of cells of all pieces together."""
        return sum(
            piece.size * count for piece, count in zip(self.pieces, self.counts, strict=True)
        )

    @property
    def is_plain(self) -> bool:
        """Whether the pieces have no colours."""
        return self.pieces[0].is_plain

    @property
    def rules(self) -> str:
        """The rules for using the pieces, in words."""
        return f"{SIDES[self.sides]}; {USE[self.use]}"

    def chosen(self, names: Iterable[str]) -> PieceSet:
        """Return the set of some of the pieces, all of which must be used.

        A name is repeated to use several copies of a piece.

        Raises
        ------
        PieceError
            A name is unknown, or is given more often than there are copies.
        """
        wanted = Counter(self[name].name for name in names)
        if not wanted:
            raise PieceError(f"no piece is chosen from {quote(self.name)}")
        for piece, count in zip(self.pieces, self.counts, strict=True):
            if wanted[piece.name] > count:
                raise PieceError(
                    f"{quote(piece.name)} is chosen {plural(wanted[piece.name], 'time')}, but "
                    f"{quote(self.name)} has {count}"
                )
        pieces = tuple(piece for piece in self.pieces if wanted[piece.name])
        copies = tuple(wanted[piece.name] for piece in pieces)
        name = f"{self.name} {','.join(wanted.elements())}"
        return PieceSet(
            name, pieces, copies if max(copies) > 1 else (), self.sides, "all", self.title
        )

    def written(self) -> str:
        r"""Return the text of a file with the set, which `parse` reads.

        Examples
        --------
        >>> few = PieceSet.parse("few", "# sides: one-sided\nI ooo x2\nL oo/o.")
        >>> print(few.written())
        # sides: one-sided
        I  ooo    x2
        L  oo/o.
        """
        lines = [f"# title: {self.title}"] if self.title else []
        lines.append(f"# sides: {self.sides}")
        if self.use != "all":
            lines.append(f"# use: {self.use}")
        rows = []
        for piece, count in zip(self.pieces, self.counts, strict=True):
            faces = piece.faces if self.sides == "two-faced" else (piece.front,)
            drawings = [str(face.drawing) for face in faces]
            rows.append([piece.name, *drawings, f"x{count}" if count > 1 else ""])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            padded = (word.ljust(width) for word, width in zip(row, widths, strict=True))
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        # Without the drawings, which would fill pages.
        return f"<PieceSet {self.name!r}: {len(self.pieces)} pieces, {self.size} cells>"

    def __hash__(self) -> int:
        # Hashing every drawing would cost more than the look-ups it serves.
        return hash((self.name, len(self.pieces)))

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __getitem__(self, name: str) -> Piece:
        """Return the piece with that name.

        Raises
        ------
        PieceError
            There is no such piece.
        """
        try:
            return self._by_name[name]
        except KeyError:
            raise PieceError(unknown("piece", name, self._by_name)) from None


def _read_piece(line: str, words: list[str], sides: str) -> tuple[Piece, int]:
    found = _COPIES.fullmatch(words[-1]) if len(words) > 2 else None
    if found:
        words = words[:-1]
    drawings = 2 if sides == "two-faced" else 1
    if len(words) != 1 + drawings:
        expected = "a name, a front and a back" if drawings == 2 else "a name and a drawing"
        raise PieceError(f"{quote(line)}: expected {expected}")
    faces = [Orientation.parse(drawing) for drawing in words[1:]]
    if drawings == 2:
        front, back = (Face(*pair) for pair in zip(FACE_NAMES, faces, strict=True))
        piece = Piece(words[0], front, back)
    elif set(faces[0].colours) != {PLAIN} and sides == "mirrored":
        raise PieceError(
            f"{quote(line)}: a piece with colours has no mirrored back; draw both faces, or say "
            "'# sides: one-sided'"
        )
    else:
        piece = Piece.of(words[0], faces[0], mirrors=sides == "mirrored")
    count = int(found[1]) if found else 1
    if not 0 < count <= _MAX_COPIES:
        raise PieceError(f"{quote(line)}: expected x1 to x{_MAX_COPIES}")
    return piece, count
