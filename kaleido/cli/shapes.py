"""Shapes in the terminal, next to each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from kaleido.lattices import SQUARE, Lattice

if TYPE_CHECKING:
    from rich.console import Console

GAP = 4
"""Columns between two shapes."""

NEW, HOLE = "+", "."


class _Signs(NamedTuple):
    """What stands for a cell, a new one and none, and what between two of them.

    Of triangles, the sign of one that points up and of one that points down.
    """

    cell: str
    new: str
    none: str
    between: str = ""


_BLOCKS = _Signs("██", "░░", "  ")
_SIGNS = {
    "hexagonal": _Signs("●", "○", " ", " "),
    "triangular": _Signs("▲▼", "△▽", "  "),
    "cubic": _Signs("██", "░░", "··"),
    "spheres": _Signs("●", "○", "·", " "),
}
_PLAIN_BLOCKS = _Signs("[]", "()", "  ")
_PLAIN_SIGNS = {
    "hexagonal": _Signs("o", "+", " ", " "),
    "triangular": _Signs("AV", "av", "  "),
    "cubic": _Signs("[]", "()", ".."),
    "spheres": _Signs("o", "+", ".", " "),
}


def print_shapes(console: Console, shapes: list[str], lattice: Lattice = SQUARE) -> None:
    """Print shapes, such as ##./.##, next to each other, with blank lines between rows of them.

    Any letter but ``.`` is a cell; ``+`` is one that is new. Layers stand side by side, the lowest
    first.
    """
    from kaleido.cli.console import is_plain

    plain = is_plain(console)
    row: list[list[str]] = []
    used = 0
    for shape in shapes:
        lines = list(_lines(shape, lattice, plain=plain))
        needed = len(lines[0])
        if row and used + GAP + needed > console.width:
            console.print("\n".join(_row_of(row)) + "\n")
            row, used = [], 0
        used += needed + GAP * bool(row)
        row.append(lines)
    console.print("\n".join(_row_of(row)))


def _row_of(drawings: list[list[str]]) -> Iterator[str]:
    widths = [len(lines[0]) for lines in drawings]
    for lines in zip_longest(*drawings, fillvalue=""):
        padded = (line.ljust(width) for line, width in zip(lines, widths, strict=True))
        yield (" " * GAP).join(padded).rstrip()


def _lines(shape: str, lattice: Lattice, *, plain: bool) -> Iterator[str]:
    """Yield the lines of a shape, equally long."""
    known, usual = (_PLAIN_SIGNS, _PLAIN_BLOCKS) if plain else (_SIGNS, _BLOCKS)
    signs = known.get(lattice.name, usual)
    layers = [layer.split("/") for layer in shape.split("//")]
    if len(layers) == 1:
        signs = signs._replace(none=" " * len(signs.none))
    for number, rows in enumerate(zip(*layers, strict=True)):
        parts = (_row(row, number, lattice, signs, len(layers[0])) for row in rows)
        yield ("|" if plain else "│").join(parts)


def _row(row: str, number: int, lattice: Lattice, signs: _Signs, rows: int) -> str:
    if lattice.name == "triangular":
        # One that points up comes first, and then in turn.
        chosen = (signs[_kind(letter)] for letter in row)
        return "".join(pair[(number + col) % 2] for col, pair in enumerate(chosen))
    text = signs.between.join(signs[_kind(letter)] for letter in row)
    if lattice.name == "hexagonal" and rows > 1:
        # Every second row lies half a cell further right.
        return f" {text}" if number % 2 else f"{text} "
    return text


def _kind(letter: str) -> int:
    """Return which of the `_Signs` stands for a letter."""
    return {NEW: 1, HOLE: 2}.get(letter, 0)
