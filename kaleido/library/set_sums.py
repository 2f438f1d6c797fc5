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

    Each piece keeps its own rules. Pieces of different sizes with the same name are told apart by
    their size, such as I4 and I5; the same piece in two sets is one piece with two copies.

    Raises
    ------
    PieceError
        Only some of the pieces have a front and a back of their own.

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
    sides = {each.sides for each in sets}
    if "two-faced" in sides and len(sides) > 1:
        raise PieceError(f"{quote(name)}: pieces with two faces of their own do not go with others")
    found: list[Piece] = []
    counts, least = [], []
    for each in sets:
        for piece, count, needed in zip(each.pieces, each.counts, each.needed, strict=True):
            place = next((n for n, own in enumerate(found) if own == piece), len(found))
            if place == len(found):
                found.append(piece)
                counts.append(0)
                least.append(0)
            counts[place] += count
            least[place] += needed
    titles = [each.title or each.name for each in sets]
    title = both(
        title if not n else f"{title[0].lower()}{title[1:]}" for n, title in enumerate(titles)
    )
    return PieceSet(
        name,
        tuple(_told_apart(found)),
        tuple(counts) if max(counts) > 1 else (),
        # What the pieces are like, each keeps; the rule of the set is that of the first.
        sets[0].sides,
        "some" if not any(least) else "all",
        title,
        tuple(least),
    )


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
