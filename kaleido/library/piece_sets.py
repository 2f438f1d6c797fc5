"""The sets of pieces that come with Kaleido, by name: single ones, sums, and flat ones in space.

At the end is the form of a set in JSON.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, count as counted
from typing import Annotated

from kaleido.base.contract import Flat, Keywords, Maybe, Natural, Plain, Positive
from kaleido.base.errors import PieceError
from kaleido.base.files import find_path, is_file_name, parse_file
from kaleido.base.text import both, either, quote, quote_path, split_names
from kaleido.base.words import sentence
from kaleido.library.data import known, names as every_name, nearest, shelf
from kaleido.library.generated_sets import generated_names, generated_set, similar_names
from kaleido.model.board_text import short_form
from kaleido.model.lattices import other_lattices
from kaleido.model.names import find_piece, label_letter
from kaleido.model.orientation import Orientation
from kaleido.model.piece import RULED, Piece
from kaleido.model.piece_set import CLASSIC, SIDES, USE, PieceSet, is_classic

MAX_TERMS = 16  # the most sets in a sum

SOLID_NAMES = ("solid-pentominoes", "spheres-kanoodle")  # the best known of flat sets in space


def set_names() -> tuple[str, ...]:
    """Return the sorted names of the sets that are listed; `named_set` knows others."""
    return tuple(sorted(["classic", *generated_names(), *SOLID_NAMES, *shelf("pieces")]))


@lru_cache(maxsize=64)  # sums make endless names
def named_set(name: str) -> PieceSet:
    """Return the set with that name.

    It may be ``polyominoes-N`` or ``one-sided-N``, all polyominoes of N cells; ``orders-A-B`` or
    ``one-sided-A-B``, those of A to B cells; ``polyhexes-N``, ``one-sided-hexiamonds``,
    ``tetracubes`` and so on, those on other lattices; ``solid-SET`` or ``spheres-SET``, flat pieces
    as cubes or spheres; or several with ``+`` between them. PieceError gives the nearest names.

    Parameters
    ----------
    name : str
        One of `kaleido.set_names()`, or another name, such as polyominoes-6.

    Examples
    --------
    >>> [piece.name for piece in named_set("orders-1-4")]
    ['1', '2', '3a', '3b', '4a', '4b', '4c', '4d', '4e']
    >>> named_set("kanoodle").size, named_set("pentominoes + tetrominoes")
    (55, <PieceSet 'pentominoes + tetrominoes': 17 pieces, 80 cells>)
    """
    return _read_sum(name, _single)


def find_set(text: str) -> PieceSet:
    """Return the set of pieces that a text names, by its name or its file, or holds as lines.

    Several of them with ``+`` between them are one set. PieceError says that the text is neither,
    or that the file is not a set of pieces.
    """
    if len(text.splitlines()) > 1:
        return PieceSet.parse("pieces", text)
    path = None if text in set_names() else find_path(text)
    if path is None:
        if "+" in text:
            return _read_sum(text, find_set)
        if is_file_name(text):
            raise PieceError(f"no such file: {quote_path(text)}")
        return named_set(text)
    return parse_file(path, lambda content: PieceSet.parse(path.stem, content), PieceError)


def _single(name: str) -> PieceSet:
    meant = known(name, ("classic", *shelf("pieces")))
    if meant == "classic":
        return CLASSIC
    if meant is not None:
        return PieceSet.parse(meant, shelf("pieces")[meant].read_text(encoding="utf-8"))
    generated = generated_set(name) or _solid_set(name)
    if generated is None:
        if short_form(name)[0] or known(name, every_name()):
            raise PieceError(f"{quote(name)} is a board, expected a set of pieces")
        hint = nearest(name, (*set_names(), *similar_names()), "kaleido pieces")
        sets = {each: _single(each) for each in ("classic", *shelf("pieces"))}
        pieces = split_names(name) if "," in name else list(name)
        having = [each for each in sets if {*pieces} <= {own.name for own in sets[each]}]
        if owners := [each for each in sets if find_piece(sets[each], name)]:
            hint = f"it is a piece of {both(owners)}; expected a set, such as {owners[0]}"
        elif having or "," in name:
            hint = f"--use {','.join(pieces)} takes some pieces of {either(having or ['a set'])}"
        raise PieceError(f"unknown set of pieces {quote(name)}: {hint}")
    return generated


def _read_sum(text: str, read: Callable[[str], PieceSet]) -> PieceSet:
    """Return the set that names with ``+`` between them stand for; a single name is a sum, too."""
    names = [name.strip() for name in text.split("+")]
    if len(names) == 1:
        return read(text)
    if not all(names) or len(names) > MAX_TERMS:
        raise PieceError(
            f"{quote(text)}: expected the names of 2 to {MAX_TERMS} sets with + between them"
        )
    return sum_of([read(name) for name in names])


def sum_of(sets: Sequence[PieceSet]) -> PieceSet:
    """Return the pieces of several sets as one set.

    Each piece keeps its own rules. Pieces of different sizes with the same name are told apart by
    their size, such as I4 and I5; the same piece in two sets is one piece with two copies. A
    `PieceError` says that only some of the pieces have a front and a back of their own.
    """
    name = " + ".join(each.name for each in sets)
    sides = {each.sides for each in sets}
    if "two-faced" in sides and len(sides) > 1:
        raise PieceError(f"{quote(name)}: pieces with two faces of their own do not go with others")
    choices = Counter(choice for each in sets for choice in {piece.choice for piece in each})
    del choices[""]
    if choices and (max(choices.values()) > 1 or len({each.use for each in sets}) > 1):
        raise PieceError(
            f"{quote(name)}: expected choices with different names, and sets of which all or some "
            "pieces are used"
        )
    counts, least = Counter[Piece](), Counter[Piece]()
    for each in sets:
        for piece, count, needed in zip(each.pieces, each.counts, each.needed, strict=True):
            counts[piece] += count
            least[piece] += needed
    first, *others = (each.title or each.name for each in sets)
    title = both([first, *(f"{title[0].lower()}{title[1:]}" for title in others)])
    return PieceSet(
        name,
        tuple(_told_apart(counts)),
        tuple(counts.values()) if max(counts.values()) > 1 else (),
        # What the pieces are like, each keeps; the rule of the set is that of the first.
        sets[0].sides,
        "all" if any(any(each.slots_needed) for each in sets) else "some",
        title,
        tuple(least.values()),
    )


def _told_apart(pieces: Iterable[Piece]) -> Iterator[Piece]:
    """Yield the pieces under names that are all different."""
    times = Counter(piece.name for piece in pieces)
    taken = {name for name, count in times.items() if count == 1}
    for piece in pieces:
        name = piece.name
        if times[name] > 1:
            first = f"{name}{'-' if name[-1].isdigit() else ''}{piece.size}"
            names = chain([first], (f"{first}.{number}" for number in counted(2)))
            name = next(each for each in names if each not in taken)
            taken.add(name)
        yield piece if name == piece.name else replace(piece, name=name)


def _solid_set(name: str) -> PieceSet | None:
    """Return the set that ``solid-SET`` or ``spheres-SET`` stands for; None for another name.

    Each square of the set becomes a cube, or a sphere of a square layer. In space the pieces may be
    turned in all ways, so that only squares without colours that may be turned over will do.
    """
    meant = name.strip().lower()
    solid = (each for each in other_lattices() if each.solid and meant.startswith(each.solid))
    lattice = next(solid, None)
    if lattice is None:
        return None
    pieces = _single(meant.removeprefix(lattice.solid))
    if not pieces.lattice.is_square or not pieces.is_plain or pieces.sides != "mirrored":
        raise PieceError(
            f"{quote(meant)}: expected a set of squares without colours that may be turned over, "
            f"not {quote(pieces.name)}"
        )
    laid = []
    for piece in pieces:
        coloured = piece.front.drawing.coloured()
        centres = [(lattice.centre((0, *cell)), letter) for cell, letter in coloured]
        made = Piece.of(piece.name, Orientation.on(lattice, centres), mirrors=False)
        laid.append(replace(made, **{name: getattr(piece, name) for name in RULED}))
    title = f"{pieces.title or pieces.name}, of {lattice.cells}"
    return replace(pieces, name=meant, pieces=tuple(laid), sides="one-sided", title=title)


@dataclass(frozen=True)
class SetSummary(Plain):
    """A set of pieces that comes with Kaleido, without the pieces."""

    name: Annotated[str, "The name of the set, by which --pieces takes it."]
    title: Annotated[str, "What people call the set; empty without a title."]
    lattice: Annotated[str, "The lattice of the cells, such as square."]
    rules: Annotated[str, "The rules as a sentence."]
    sides: Annotated[
        str,
        Keywords(enum=[*SIDES]),
        "Whether each piece has two drawn faces, may be turned over, may only be turned, or "
        "neither.",
    ]
    use: Annotated[
        str, Keywords(enum=[*USE]), "Whether a solution uses all pieces or may leave some over."
    ]
    plain: Annotated[bool, "Whether the pieces have no colours."]
    alternates: Annotated[bool, "Whether black and other colours alternate on all pieces."]
    classic: Annotated[bool, "Whether all are classic pieces, which have names for people."]
    count: Annotated[Positive, "The number of pieces, copies included."]
    size: Annotated[Positive, "The number of cells of all pieces together."]


@dataclass(frozen=True)
class PieceForm(Plain):
    """A piece of the set."""

    name: Annotated[str, "The name of the piece."]
    letter: Annotated[str, "The letter that people read after its name; may be empty."]
    size: Annotated[Positive, "The number of its cells."]
    drawings: Annotated[
        Mapping[Annotated[str, Keywords(enum=["front", "back"])], str],
        Keywords(minProperties=1),
        "The drawing of each face: / starts a row, . is no cell, o is a cell without a colour, "
        "x r y b are colours, and a capital is a cell that lies on cells of the board with it.",
    ]
    copies: Annotated[Positive, "How many copies of the piece there are."]
    least: Annotated[Natural, "How many of the copies a solution uses at least."]
    fixed: Annotated[bool, "Whether the piece may not even be turned."]
    zone: Annotated[
        str,
        "Where all cells of the piece lie: edge, or the letters of cells of the board; empty "
        "for anywhere.",
    ]
    colour: Annotated[str, "The colour in which the piece is drawn; empty for any."]
    at: Annotated[
        Maybe[str], "Where some cells of the piece lie, as in zone. The key is missing without one."
    ]
    choice: Annotated[
        Maybe[str],
        "The name that pieces share of which a solution uses one. The key is missing without one.",
    ]


@dataclass(frozen=True)
class SetForm(Plain):
    """A set of pieces and its rules."""

    summary: Flat[SetSummary]
    pieces: Annotated[tuple[PieceForm, ...], Keywords(minItems=1), "The pieces of the set."]


def set_form(pieces: PieceSet) -> SetForm:
    """Return a set of pieces as JSON has it."""
    listed = []
    for piece, count, least in zip(pieces, pieces.counts, pieces.needed, strict=True):
        drawings = {face.name: str(face.drawing) for face in piece.faces}
        about = piece.name, label_letter(pieces, piece.name), piece.size, drawings
        own = piece.fixed, piece.zone, piece.colour
        rules = piece.at or None, piece.choice or None
        listed.append(PieceForm(*about, count, least, *own, *rules))
    return SetForm(set_summary(pieces), tuple(listed))


def set_summary(pieces: PieceSet) -> SetSummary:
    """Return the facts about a set of pieces, without the pieces."""
    rules = f"{sentence(pieces.rules)}.", pieces.sides, pieces.use
    kinds = pieces.is_plain, pieces.alternates, is_classic(pieces)
    about = pieces.name, pieces.title, pieces.lattice.name
    return SetSummary(*about, *rules, *kinds, pieces.number, pieces.size)
