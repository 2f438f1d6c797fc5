"""Sets of all polyominoes of some sizes, which are made when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_letters
from typing import TYPE_CHECKING

from kaleido.errors import PieceError
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.text import quote

if TYPE_CHECKING:
    from kaleido.polyominoes import Polyomino

LARGEST = 7
"""The most cells of a piece: all octominoes together have more cells than a board may have."""

_NAMES = {"hexominoes": 6, "heptominoes": 7}
_LISTED_ORDERS = 6
_FORM = re.compile(r"(polyominoes|one-sided|orders)-(\d{1,9})(?:-(\d{1,9}))?")

FORMS = ("polyominoes-N", "one-sided-N", "orders-A-B", "one-sided-A-B")
"""The forms of the names, N, A and B being numbers of cells."""


def generated_names() -> tuple[str, ...]:
    """Return the names under which the best known of these sets are listed."""
    orders = (f"orders-1-{last}" for last in range(1, _LISTED_ORDERS + 1))
    return (*_NAMES, *orders)


def similar_names() -> Iterator[str]:
    """Yield the names that are not listed but may be meant by a misspelt one."""
    for size in range(1, LARGEST + 1):
        yield f"polyominoes-{size}"
        yield f"one-sided-{size}"
    for first in range(1, LARGEST):
        for last in range(first + 1, LARGEST + 1):
            yield f"orders-{first}-{last}"
            yield f"one-sided-{first}-{last}"


def generated_set(name: str) -> PieceSet | None:
    """Return the set that a name of one of these `FORMS` stands for; None if it has no such form.

    Raises
    ------
    PieceError
        The numbers of cells are too large, or not in order.

    Examples
    --------
    >>> [piece.name for piece in generated_set("one-sided-2-4")]
    ['2', '3a', '3b', '4a', '4b', '4c', "4c'", '4d', '4e', "4e'"]
    >>> len(generated_set("hexominoes")), generated_set("classic")
    (35, None)
    """
    meant = name.strip().lower()
    if meant in _NAMES:
        return _made(meant, _NAMES[meant], _NAMES[meant])
    found = _FORM.fullmatch(meant)
    if not found:
        return None
    # "orders" need two numbers, "polyominoes" one; "one-sided" may have either.
    if found[1] == ("polyominoes" if found[3] else "orders"):
        return None
    first, last = int(found[2]), int(found[3] or found[2])
    if not 1 <= first <= last <= LARGEST:
        raise PieceError(
            f"{quote(name)}: expected sizes from 1 to {LARGEST} cells, the smaller one first"
        )
    return _made(meant, first, last)


def _made(name: str, first: int, last: int) -> PieceSet:
    sides = "one-sided" if name.startswith("one-sided") else "mirrored"
    pieces: list[Piece] = []
    for size, shapes in _free(last):
        if size >= first:
            for number, shape in enumerate(shapes):
                pieces += _pieces(_label(size, number, len(shapes)), shape, sides)
    kind = "one-sided " if sides == "one-sided" else ""
    cells = "cell" if last == 1 else "cells"
    orders = f"{first}" if first == last else f"{first} to {last}"
    title = f"All {kind}polyominoes of {orders} {cells}"
    return PieceSet(name, tuple(pieces), sides=sides, title=title)


def _free(last: int) -> Iterator[tuple[int, list[Polyomino]]]:
    """Yield each size up to `last` with its free polyominoes, grown without arrays."""
    from kaleido.polyominoes import Polyomino

    shapes = [Polyomino.parse("#")]
    for size in range(1, last + 1):
        if size > 1:
            shapes = sorted({larger for shape in shapes for larger in shape.grown()})
        yield size, shapes


def _label(size: int, number: int, count: int) -> str:
    if count == 1:
        return str(size)
    if count > len(ascii_letters):
        return f"{size}-{number + 1}"
    return f"{size}{ascii_letters[number]}"


def _pieces(name: str, shape: Polyomino, sides: str) -> Iterator[Piece]:
    """Yield the piece of a shape, and its mirror image as another one where that differs."""
    yield Piece.of(name, _drawing(shape), mirrors=sides == "mirrored")
    if sides == "one-sided" and not shape.symmetry.has_mirror:
        yield Piece.of(f"{name}'", _drawing(shape.mirrored()), mirrors=False)


def _drawing(shape: Polyomino) -> Orientation:
    return Orientation.parse(str(shape).replace("#", "o"))
