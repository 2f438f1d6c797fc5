"""Several sets of pieces as one: ``pentominoes + tetrominoes``."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kaleido.errors import PieceError
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet
from kaleido.text import both, quote

MAX_TERMS = 16
"""The most sets in a sum."""


def read_sum(text: str, read: Callable[[str], PieceSet]) -> PieceSet:
    """Return the set that a text such as ``pentominoes + tetrominoes`` names.

    Parameters
    ----------
    text : str
        The names of sets with ``+`` between them; a single name is a sum, too.
    read : callable
        Returns the set with a name.

    Raises
    ------
    PieceError
        A name is missing, there are too many, or the sets do not go together.
    """
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

    Pieces of different sizes with the same name are told apart by their size, such as I4 and I5;
    the same piece in two sets is one piece with two copies.

    Raises
    ------
    PieceError
        The rules of the sets contradict each other.

    Examples
    --------
    >>> from kaleido import named_set
    >>> both = sum_of([named_set("tetrominoes"), named_set("trominoes")])
    >>> both.name, [piece.name for piece in both]
    ('tetrominoes + trominoes', ['I4', 'L4', 'O', 'S', 'T', 'I3', 'L3'])
    >>> sum_of([named_set("trominoes")] * 2).copies
    (2, 2)
    """
    name = " + ".join(each.name for each in sets)
    sides = _common_sides(name, sets)
    uses = {each.use for each in sets}
    if len(uses) > 1:
        raise PieceError(
            f"{quote(name)}: all pieces of one set must be used, and those of another may be left "
            "over"
        )
    merged: list[tuple[Piece, int]] = []
    for each in sets:
        for piece, count in zip(each.pieces, each.counts, strict=True):
            place = next((n for n, (own, _) in enumerate(merged) if _same(own, piece)), None)
            if place is None:
                merged.append((piece, count))
            else:
                merged[place] = (piece, merged[place][1] + count)
    pieces = tuple(_told_apart([piece for piece, _ in merged]))
    copies = tuple(count for _, count in merged)
    titles = [each.title or each.name for each in sets]
    title = both(
        title if not n else f"{title[0].lower()}{title[1:]}" for n, title in enumerate(titles)
    )
    return PieceSet(name, pieces, copies if max(copies) > 1 else (), sides, uses.pop(), title)


def _common_sides(name: str, sets: Sequence[PieceSet]) -> str:
    """Return the rule for the sides of the pieces; one for all pieces that are not symmetric."""
    found = {each.sides for each in sets if not _same_turned_over(each)} or {"mirrored"}
    if len(found) > 1:
        rules = both(sorted(found, reverse=True))
        raise PieceError(
            f"{quote(name)}: the sets have different rules, {rules}: `kaleido pieces` shows them"
        )
    return found.pop()


def _same_turned_over(pieces: PieceSet) -> bool:
    """Return whether no piece looks different when it is turned over, so that no rule matters."""
    return pieces.is_plain and all(
        Piece.of(piece.name, piece.front.drawing, mirrors=True).back is None for piece in pieces
    )


def _looks(piece: Piece) -> frozenset[object]:
    return frozenset(turned for face in piece.faces for turned in face.orientations)


def _same(one: Piece, other: Piece) -> bool:
    return one.name == other.name and _looks(one) == _looks(other)


def _told_apart(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the pieces under names that are all different."""
    times = Counter(piece.name for piece in pieces)
    taken = {name for name, count in times.items() if count == 1}
    for piece in pieces:
        if times[piece.name] > 1:
            gap = "-" if piece.name[-1].isdigit() else ""
            name = first = f"{piece.name}{gap}{piece.size}"
            number = 2
            while name in taken:
                name = f"{first}.{number}"
                number += 1
            taken.add(name)
            yield replace(piece, name=name)
        else:
            yield piece
