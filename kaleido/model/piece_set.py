"""A set of pieces and its rules, read from a text with drawings."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache, partial
from types import MappingProxyType
from typing import Any

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.attributes import named_attributes
from kaleido.base.errors import PieceError
from kaleido.base.text import both, is_line, plural, quote, unknown
from kaleido.model.board import EDGE
from kaleido.model.lattices import SQUARE, Lattice, find_lattice
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import (
    FACE_NAMES,
    MAX_COPIES,
    PIECE_SIDES,
    RULED,
    Face,
    Orientation,
    Piece,
    Rule,
)

SIDES = {
    "two-faced": "each piece has a front and a back of its own",
    "mirrored": "pieces may be turned over",
    "one-sided": "pieces may not be turned over",
    "fixed": "pieces may be neither turned nor turned over",
}
"""The choices for the other sides of the pieces, explained in words."""

SIDES_IN_SPACE = SIDES | {
    "mirrored": "pieces may be turned in space, and exchanged for their mirror images",
    "one-sided": "pieces may be turned in space; mirror images are different pieces",
    "fixed": "pieces may not be turned",
}
"""The same on lattices in space, where turning a piece over is a turn like others."""

_READ = ("sides", "use", "title", "lattice", "colours")

USE = {"all": "all pieces must be used", "some": "pieces may be left over"}
"""The choices for how many of the pieces a solution needs, explained in words."""


@checked_arguments
@named_attributes
@dataclass(frozen=True, repr=False)
class PieceSet:
    """Pieces in a fixed order, and the rules for using them.

    Parameters
    ----------
    name : str
        What the set is called.
    pieces : tuple of Piece
        The pieces, with distinct names; `named_set` returns a whole set by its name.
    copies : tuple of int, optional
        How many there are of each; one by default.
    sides : {"two-faced", "mirrored", "one-sided", "fixed"}, optional
        Whether the pieces have two drawn faces, may be turned over, may only be turned, or neither.
    use : {"all", "some"}, optional
        Whether a solution uses all of them or may leave some over.
    title : str, optional
        What people call the set.
    least : tuple of int, optional
        How many copies of each piece a solution uses at least, if that is not what `use` says;
        `needed` has the numbers in any case.

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
    least: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        own = f"the set {quote(self.name)}"
        if not self.pieces:
            raise PieceError(f"{own} has no pieces")
        if len(self._by_name) < len(self.pieces):
            raise PieceError(f"{own} has two pieces with the same name")
        for value, what in ((self.name, "name"), (self.title, "title")):
            if not is_line(value):
                line = "one trimmed, printable line"
                raise PieceError(f"the {what} {quote(value)} of the set is not {line}")
        for value, known, what in ((self.sides, SIDES, "sides"), (self.use, USE, "use")):
            if value not in known:
                raise PieceError(unknown(what, value, known))
        lattices = {piece.lattice.name: piece.lattice.cells for piece in self.pieces}
        if len(lattices) > 1:
            raise PieceError(f"{own} has pieces of {both(sorted(lattices.values()))}")
        if len({piece.is_plain for piece in self.pieces}) > 1:
            raise PieceError(f"{own} has pieces with and without colours")
        if self.copies and (
            len(self.copies) != len(self.pieces)
            or not all(0 < count <= MAX_COPIES for count in self.copies)
        ):
            raise PieceError(
                f"{own} has {self.copies} copies, expected a number from 1 to {MAX_COPIES:,} for "
                "each piece"
            )
        # One form for each set, so that equal sets are equal values.
        if self.copies == (1,) * len(self.pieces):
            object.__setattr__(self, "copies", ())
        if self.least == self._usual:
            object.__setattr__(self, "least", ())
        if self.least and (
            len(self.least) != len(self.pieces)
            or not all(0 <= a <= b for a, b in zip(self.least, self.counts, strict=True))
        ):
            raise PieceError(
                f"{own} needs {self.least} copies at least, expected a number from 0 to the copies "
                "of each piece"
            )
        for piece, count, needed in zip(self.pieces, self.counts, self.needed, strict=True):
            if piece.choice and (count > 1 or needed):
                raise PieceError(
                    f"{quote(piece.name)}: 'for {piece.choice}' is for pieces of one copy each, of "
                    "which one is used"
                )
        if len(self.marks) > len(COLOURS):
            raise PieceError(
                f"{own} has cells {self.marks}, expected at most {len(COLOURS)} letters"
            )
        for piece in self.pieces:
            for word, zone in piece.places.items() if not self.is_plain else ():
                if zone != EDGE:
                    raise PieceError(
                        f"{quote(piece.name)}: '{word} {zone}' is for pieces without colours; "
                        f"those with colours may lie {word} edge"
                    )

    @classmethod
    def parse(cls, name: str, text: str) -> PieceSet:
        """Read a set from the text of a file: its rules, then one piece per line.

        ``# sides: …`` says whether the pieces have a front and a back of their own (``two-faced``),
        may be turned over (``mirrored``), only turned (``one-sided``) or neither (``fixed``);
        ``# use: some`` says that pieces may be left over; ``# colours: free`` that black and other
        colours need not alternate on a piece; ``# lattice: …`` names the lattice of the
        cells if they are not squares; ``# title: …`` is optional. Each line then has a piece's
        name, its drawing (front and back for two-faced pieces) and, if something else holds for
        this piece, its rule, as `Rule.parse` reads it: ``x3`` for three copies. The line ``A one of
        oo, ooo`` stands for the pieces ``A1`` and ``A2``, each ``for A``. The rows of a drawing go
        from top to bottom, separated by ``/``; ``.`` is no cell, ``o`` a cell without a colour.
        Blank lines and whatever follows a ``#`` are ignored.

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
        pieces: list[Piece] = []
        rules = {}
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
            words, sign, remark = line.partition("#")
            key, colon, value = remark.partition(":")
            key = key.strip().lower()
            if colon and not words.strip() and key in _READ:
                if key in headers:
                    raise PieceError(f"the header {quote(line.strip())} is given twice")
                if key == "colours" and value.strip() != "free":
                    raise PieceError(f"{quote(line.strip())}: expected '# colours: free'")
                if pieces and key in ("lattice", "colours"):
                    raise PieceError(
                        f"line {number}: {quote(line.strip())}: expected it before the first piece"
                    )
                headers[key] = value.strip()
            if not words.strip():
                continue
            if "sides" not in headers:
                raise PieceError(
                    f"line {number}: {quote(line.strip())}: before the first piece, a line must "
                    f"say '# sides: {' | '.join(SIDES)}'"
                )
            if headers["sides"] not in SIDES:
                raise PieceError(unknown("sides", headers["sides"], SIDES))
            lattice = find_lattice(headers.get("lattice", SQUARE.name))
            try:
                parse = partial(
                    Orientation.parse, lattice=lattice, free_colours="colours" in headers
                )
                read = _read_pieces(line.strip(), words.split(), headers["sides"], parse)
            except PieceError as problem:
                is_drawn = sign and not remark.strip("#./ ")
                how = "; # begins a comment, cells are drawn with o" if is_drawn else ""
                raise PieceError(f"line {number}: {problem}{how}") from None
            for piece, rule in read:
                pieces.append(piece)
                rules[piece.name] = rule
        sides, use = headers.get("sides", "two-faced"), headers.get("use", "all")
        plain = cls(name, tuple(pieces), (), sides, use, headers.get("title", ""))
        return plain.ruled(rules)

    @cached_property
    def _by_name(self) -> dict[str, Piece]:
        return {piece.name: piece for piece in self.pieces}

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of copies of each piece; where it is a range, the largest."""
        return self.copies or (1,) * len(self.pieces)

    @property
    def needed(self) -> tuple[int, ...]:
        """The number of copies of each piece that a solution uses at least."""
        return self.least or self._usual

    @cached_property
    def _usual(self) -> tuple[int, ...]:
        every = zip(self.pieces, self.counts, strict=True)
        return tuple(0 if piece.choice or self.use != "all" else count for piece, count in every)

    @cached_property
    def slots(self) -> tuple[int, ...]:
        """The number of the first piece with the same choice as each piece, or of the piece itself.

        Pieces of one slot exclude each other.
        """
        firsts: dict[str, int] = {}
        return tuple(
            firsts.setdefault(piece.choice, number) if piece.choice else number
            for number, piece in enumerate(self.pieces)
        )

    @cached_property
    def slots_needed(self) -> tuple[int, ...]:
        """How many copies of the pieces of each slot a solution uses at least.

        They are at the number of the slot; other pieces have 0.
        """
        is_used = self.use == "all"
        return tuple(
            int(is_used and slot == number) if piece.choice else needed
            for number, (piece, slot, needed) in enumerate(
                zip(self.pieces, self.slots, self.needed, strict=True)
            )
        )

    @property
    def uses_all(self) -> bool:
        """Whether a solution uses all copies of all pieces."""
        return self.needed == self.counts

    @cached_property
    def size(self) -> int:
        """The number of cells of all pieces and copies together; of a choice, the most."""
        return self._cells(self.counts, max)

    @cached_property
    def least_size(self) -> int:
        """The number of cells of the pieces that must be used; of a choice, the fewest."""
        return self._cells(self.slots_needed, min)

    def _cells(self, copies: tuple[int, ...], chosen: Callable[[list[int]], int]) -> int:
        sizes: dict[int, list[int]] = {}
        for slot, piece in zip(self.slots, self.pieces, strict=True):
            sizes.setdefault(slot, []).append(piece.size)
        return sum(chosen(each) * copies[slot] for slot, each in sizes.items())

    @property
    def number(self) -> int:
        """How many pieces there are, copies included; those of a choice are one."""
        return sum(self.counts[slot] for slot in set(self.slots))

    @cached_property
    def lattice(self) -> Lattice:
        """The lattice that the cells of the pieces belong to."""
        return self.pieces[0].lattice

    @cached_property
    def is_plain(self) -> bool:
        """Whether the pieces have no colours."""
        return self.pieces[0].is_plain

    @cached_property
    def alternates(self) -> bool:
        """Whether black and other colours alternate on all pieces, so that borders are implied."""
        return all(face.drawing.alternates for piece in self.pieces for face in piece.faces)

    @cached_property
    def zones(self) -> frozenset[str]:
        """The zones in which some of the pieces must lie, or that they must touch."""
        return frozenset(zone for piece in self.pieces for zone in piece.places.values())

    @cached_property
    def marks(self) -> str:
        """The capitals in the drawings: cells that lie only on cells of the board with a letter."""
        return "".join(sorted({mark for piece in self.pieces for mark in piece.marks}))

    @property
    def rules(self) -> str:
        """The rules for using the pieces, in words."""
        alike: dict[str, list[str]] = {}
        for piece in self.pieces:
            rule = self.rule_of(piece.name)
            # Copies alone are listed with the pieces.
            if rule.sides or rule.zone or rule.at or rule.choice or rule.least is not None:
                alike.setdefault(rule.sentence, []).append(piece.name)
        said = [f"{both(names)}: {sentence}" for sentence, names in alike.items()]
        if self.marks:
            said.append(f"cells {both(self.marks)}: only on cells of the board with the letter")
        sides = SIDES if self.lattice.is_flat else SIDES_IN_SPACE
        return "; ".join([sides[self.sides], USE[self.use], *said])

    def ruled(self, rules: Mapping[str, Rule]) -> PieceSet:
        r"""Return the set with other rules for some of its pieces, by their names.

        What a rule leaves out stays as it is. PieceError says that a name is unknown, or that a
        piece cannot obey its rule.

        Examples
        --------
        >>> few = PieceSet.parse("few", "# sides: mirrored\nI ooo\nL oo/o.")
        >>> print(few.ruled({"I": Rule("fixed", 0, 2), "L": Rule(zone="edge")}).written())
        # sides: mirrored
        I  ooo    fixed x0-2
        L  oo/o.  in edge
        """
        rules = {self[name].name: rule for name, rule in rules.items()}
        pieces, copies, least = [], [], []
        for piece, count, needed in zip(self.pieces, self.counts, self.needed, strict=True):
            rule = rules.get(piece.name, Rule())
            if rule.most is not None:
                count = rule.most
                usual = count if self.use == "all" else 0
                needed = usual if rule.least is None else rule.least
            elif rule.choice:
                needed = 0
            pieces.append(piece.ruled(rule))
            copies.append(count)
            least.append(needed)
        return replace(self, pieces=tuple(pieces), copies=tuple(copies), least=tuple(least))

    def meant(self, name: str) -> list[Piece]:
        """Return the piece with a name, or the pieces for a choice; none for another text."""
        named = [piece for piece in self.pieces if piece.name == name]
        return named or [piece for piece in self.pieces if piece.choice == name]

    def rule_of(self, name: str) -> Rule:
        """Return the rule of a piece beyond those of its set."""
        piece = self[name]
        place = self.pieces.index(piece)
        most, least, sides = self.counts[place], self.needed[place], ""
        if self.sides != "two-faced" or piece.back is None:
            bare, drawing = Piece(name, piece.front, piece.back), piece.front.drawing
            # Where several sides make the same piece, those of the set go first.
            for own in sorted(PIECE_SIDES, key=lambda own: own != self.sides):
                turns = {"mirrors": own == "mirrored", "fixed": own == "fixed"}
                if Piece.of(name, drawing, **turns) == bare:
                    sides = own if own != self.sides else ""
                    break
        words = {name: getattr(piece, name) for name in RULED}
        if least != self._usual[place]:
            return Rule(sides, least, most, **words)
        return Rule(sides, None, most if most > 1 else None, **words)

    def chosen(self, names: Iterable[str]) -> PieceSet:
        """Return the set of some of the pieces, all of which must be used.

        A name is repeated to use several copies of a piece, but no more than there are.
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
        return PieceSet(name, pieces, copies, self.sides, "all", self.title)

    def written(self) -> str:
        """Return the text of a file with the set, which `parse` reads."""
        headers = {"title": self.title, "sides": self.sides}
        headers["use"] = "" if self.use == "all" else self.use
        headers["lattice"] = "" if self.lattice.is_square else self.lattice.name
        headers["colours"] = "" if self.is_plain or self.alternates else "free"
        lines = [f"# {name}: {value}" for name, value in headers.items() if value]
        rows = []
        for piece in self.pieces:
            rule = self.rule_of(piece.name)
            faces = (piece.front,) if rule.sides else piece.faces
            drawings = [*(str(face.drawing) for face in faces), ""]
            rows.append([piece.name, *drawings[: 2 if self.sides == "two-faced" else 1], str(rule)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            padded = (word.ljust(width) for word, width in zip(row, widths, strict=True))
            lines.append("  ".join(padded).rstrip())
        return "\n".join(lines)

    def __repr__(self) -> str:
        # Without the drawings, which would fill pages.
        cells = plural(self.size, "cell")
        return f"<PieceSet {self.name!r}: {plural(len(self.pieces), 'piece')}, {cells}>"

    def __hash__(self) -> int:
        # Hashing every drawing would cost more than the look-ups it serves.
        return hash((self.name, len(self.pieces)))

    def __reduce__(self) -> tuple[Callable[..., PieceSet], tuple[object, ...]]:
        return _unpickled, tuple(getattr(self, each.name) for each in fields(self))

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __contains__(self, piece: object) -> bool:
        """Return whether a piece, or a name or letter of one, is of this set."""
        if isinstance(piece, str):
            return piece in self._by_name or piece in piece_letters(self).values()
        return piece in self.pieces

    def __getitem__(self, name: str) -> Piece:
        """Return the piece with that name or letter; raises PieceError for another."""
        try:
            return self._by_name[name]
        except KeyError:
            check_type(name, str, "the name of a piece", PieceError)
            for own, letter in piece_letters(self).items():
                if letter == name:
                    return self._by_name[own]
            raise PieceError(unknown("piece", name, self._by_name)) from None


@lru_cache(maxsize=64)
def _unpickled(*parts: Any) -> PieceSet:
    """Return one value for all copies of a set, so that cached results are found at once."""
    return PieceSet(*parts)


def _read_pieces(
    line: str, words: list[str], sides: str, parse: Callable[[str], Orientation]
) -> list[tuple[Piece, Rule]]:
    """Read the line of a piece, or of a choice of several: ``A one of oo, ooo``."""
    if words[1:3] != ["one", "of"]:
        return [_read_piece(line, words, sides, parse)]
    start = next((at for at, word in enumerate(words) if at > 2 and Rule.starts_at(word)), None)
    rule = words[start:] if start else []
    shapes = [shape.split() for shape in " ".join(words[3:start]).split(",")]
    if len(shapes) < 2 or not all(shapes):
        raise PieceError(f"{quote(line)}: expected drawings with commas between them")
    own = [[f"{words[0]}{number}", *shape] for number, shape in enumerate(shapes, start=1)]
    return [_read_piece(line, [*each, *rule, "for", words[0]], sides, parse) for each in own]


def _read_piece(
    line: str, words: list[str], sides: str, parse: Callable[[str], Orientation]
) -> tuple[Piece, Rule]:
    start = next((at for at, word in enumerate(words) if at > 1 and Rule.starts_at(word)), None)
    rule = Rule() if start is None else Rule.parse(words[start:])
    words, own = words[:start], rule.sides or sides
    drawings = 2 if own == "two-faced" else 1
    if len(words) != 1 + drawings:
        expected = "a name, a front and a back" if drawings == 2 else "a name and a drawing"
        raise PieceError(f"{quote(line)}: expected {expected}")
    faces = list(map(parse, words[1:]))
    if drawings == 2:
        front, back = (Face(*pair) for pair in zip(FACE_NAMES, faces, strict=True))
        return Piece(words[0], front, back), rule
    if not faces[0].is_plain and own == "mirrored":
        raise PieceError(
            f"{quote(line)}: a piece with colours has no mirrored back; draw both faces, or say "
            "'# sides: one-sided'"
        )
    turns = {"mirrors": own == "mirrored", "fixed": own == "fixed"}
    return Piece.of(words[0], faces[0], **turns), rule


CLASSIC = PieceSet.parse(
    "classic",
    """
    # title: Kaleidoscope Classic
    # sides: two-faced
    # piece       front       back
    wand          rxrxrxrx    bxyxbxyx
    small-wand    rxrx        bxyx
    l4-left-r     r../xrx     ..y/xbx
    l4-left-x     rxr/..x     ..b/xyx
    l4-right-r    ..r/xrx     bxy/..x
    l4-right-x    ..x/rxr     x../bxy
    t-r           .r./rxr     .x./xbx
    t-x           .x./xrx     .y./bxy
    z-left        rx./.rx     .xb/xy.
    z-right       .rx/rx.     xb./.xy
    square        rx/xr       bx/xy
    line3-r       rxr         bxy
    line3-x       xrx         xyx
    l3-r          .r/rx       .b/yx
    l3-x          .x/xr       .x/xy
    domino        rx          bx
    mono-r        r           x
    mono-x        x           b
    """,
)
"""One octomino, ten tetrominoes, four trominoes, one domino and two monominoes: 64 cells."""

CLASSIC_LETTERS: Mapping[str, str] = MappingProxyType(
    dict(zip((piece.name for piece in CLASSIC), "WwJjLlTtZSOIiVvDMm", strict=True))
)
"""The letters of the classic pieces; a capital is for the redder or larger one."""


@lru_cache(maxsize=64)
def piece_letters(pieces: PieceSet) -> Mapping[str, str]:
    """Return the letter of each piece of a set by the piece's name.

    The classic pieces have letters of their own. A name of one character is the letter of its
    piece, and of those for its choice; the others get the capital letters, digits and small letters
    that are left, in order. Pieces beyond these have none.
    """
    names = dict.fromkeys(piece.name for piece in pieces)
    if is_classic(pieces):
        return MappingProxyType({name: CLASSIC_LETTERS[name] for name in names})
    known = ((piece.name, piece.choice) for piece in pieces)
    own = {name: name if len(name) == 1 or choice in names else choice for name, choice in known}
    own = {name: letter for name, letter in own.items() if len(letter) == 1 and letter not in "./"}
    pool = string.ascii_uppercase + string.digits + string.ascii_lowercase
    spare = iter([letter for letter in pool if letter not in own.values()])
    letters = ((name, own.get(name) or next(spare, "")) for name in names)
    return MappingProxyType({name: letter for name, letter in letters if letter})


def is_classic(pieces: Iterable[Piece]) -> bool:
    """Return whether the pieces are some of the classic ones."""
    return all(piece.name in CLASSIC_LETTERS and piece == CLASSIC[piece.name] for piece in pieces)
