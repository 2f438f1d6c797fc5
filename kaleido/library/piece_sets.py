"""The sets of pieces that come with Kaleido, by name."""

import re
from functools import cache
from string import ascii_letters

from kaleido.errors import PieceError
from kaleido.library.data import data_folder, file_names, known, nearest
from kaleido.model.classic import CLASSIC
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote

MAX_ORDER = 6
"""The largest n of the sets of all polyominoes of orders 1 to n: 56 pieces, 299 cells."""

_ORDERS = re.compile(r"orders-1-(\d+)")


def set_names() -> tuple[str, ...]:
    """Return the sorted names of all sets that come with Kaleido."""
    orders = [f"orders-1-{order}" for order in range(1, MAX_ORDER + 1)]
    return tuple(sorted(["classic", *orders, *file_names("pieces")]))


@cache
def named_set(name: str) -> PieceSet:
    """Return the set with that name.

    Raises
    ------
    PieceError
        There is no such set; the message gives the nearest names.

    Examples
    --------
    >>> len(named_set("pentominoes")), named_set("kanoodle").size
    (12, 55)
    >>> [piece.name for piece in named_set("orders-1-4")]
    ['1', '2', '3a', '3b', '4a', '4b', '4c', '4d', '4e']
    """
    meant = known(name, set_names())
    if meant is None:
        raise PieceError(
            f"unknown set of pieces {quote(name)}: {nearest(name, set_names(), 'kaleido pieces')}"
        )
    if meant == "classic":
        return CLASSIC
    orders = _ORDERS.fullmatch(meant)
    if orders:
        return _orders(int(orders[1]))
    text = (data_folder("pieces") / f"{meant}.txt").read_text(encoding="utf-8")
    return PieceSet.parse(meant, text)


def _orders(last: int) -> PieceSet:
    """Return the set of all free polyominoes of 1 to `last` cells."""
    from kaleido.polyominoes import free_polyominoes  # needs arrays

    pieces = []
    for order in range(1, last + 1):
        shapes = list(free_polyominoes(order))
        for shape, letter in zip(shapes, ascii_letters, strict=False):
            name = f"{order}{letter if len(shapes) > 1 else ''}"
            drawing = Orientation.parse(str(shape).replace("#", "o"))
            pieces.append(Piece.of(name, drawing, mirrors=True))
    title = f"All polyominoes of orders 1 to {last}"
    return PieceSet(f"orders-1-{last}", tuple(pieces), sides="mirrored", title=title)
