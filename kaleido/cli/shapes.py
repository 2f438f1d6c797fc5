"""Shapes in the terminal, next to each other."""

from collections.abc import Iterator
from itertools import zip_longest

from rich.console import Console

from kaleido.cli.console import is_plain
from kaleido.lattices import SQUARE, Lattice
from kaleido.lattices.characters import Signs

GAP = 4  # columns between two shapes

NEW, HOLE = "+", "."


def print_shapes(console: Console, shapes: list[str], lattice: Lattice = SQUARE) -> None:
    """Print shapes, such as ##./.##, next to each other, with blank lines between rows of them.

    Any letter but ``.`` is a cell; ``+`` is one that is new. Layers stand side by side, the lowest
    first.
    """
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
    signs = lattice.signs[plain]
    layers = [layer.split("/") for layer in shape.split("//")]
    if len(layers) == 1:
        signs = signs._replace(none=tuple(" " * len(each) for each in signs.none))
    offsets = [min(right for _, right in lattice.corners(row, 0)) for row in range(len(layers[0]))]
    for number, rows in enumerate(zip(*layers, strict=True)):
        parts = [_row(row, number, signs) for row in rows]
        if any(offsets):
            # Every second row lies half a cell further right.
            parts = [f" {part}" if offsets[number] else f"{part} " for part in parts]
        yield ("|" if plain else "│").join(parts)


def _row(row: str, number: int, signs: Signs) -> str:
    chosen = (signs[_kind(letter)] for letter in row)
    return signs.between.join(each[(number + col) % len(each)] for col, each in enumerate(chosen))


def _kind(letter: str) -> int:
    """Return which of the `Signs` stands for a letter."""
    return {NEW: 1, HOLE: 2}.get(letter, 0)
