"""Shapes in the terminal, next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

GAP = 4
"""Columns between two shapes."""

_BLANK = "  "


def print_shapes(console: Console, shapes: list[str]) -> None:
    """Print shapes, such as ##./.##, next to each other, with blank lines between rows of them.

    Any letter but ``.`` is a cell; ``+`` is one that is new.
    """
    from kaleido.cli.console import is_plain

    signs = {"+": "()", "#": "[]"} if is_plain(console) else {"+": "░░", "#": "██"}
    row: list[str] = []
    used = 0
    for shape in shapes:
        needed = len(_BLANK) * len(shape.split("/")[0])
        if row and used + GAP + needed > console.width:
            console.print("\n".join(_row_of(row, signs)) + "\n")
            row, used = [], 0
        used += needed + GAP * bool(row)
        row.append(shape)
    console.print("\n".join(_row_of(row, signs)))


def _row_of(shapes: list[str], signs: Mapping[str, str]) -> Iterator[str]:
    drawings = [
        ["".join(_sign(letter, signs) for letter in line) for line in shape.split("/")]
        for shape in shapes
    ]
    for level in range(max(map(len, drawings))):
        lines = (
            drawing[level] if level < len(drawing) else " " * len(drawing[0])
            for drawing in drawings
        )
        yield (" " * GAP).join(lines).rstrip()


def _sign(letter: str, signs: Mapping[str, str]) -> str:
    return _BLANK if letter == "." else signs.get(letter, signs["#"])
