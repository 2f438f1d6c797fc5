"""Boards on lattices as people type them: by size, in offset rows, rows of slashes, layers."""

import math
import re
from collections.abc import Sequence
from functools import cache

from kaleido.errors import PatternError
from kaleido.lattices import SQUARE, Lattice, find_lattice, lattice_names, meant_lattices
from kaleido.model.board_text import LAYER, MAX_CELLS, PLAIN
from kaleido.model.layout import drawing, lay_out
from kaleido.text import either, quote

_RECTANGLE = "3x3"
"""How a rectangle of rows and columns is written, on any flat lattice."""


@cache
def _pattern(example: str) -> re.Pattern[str]:
    """Return what matches the form of an example with other numbers."""
    numbers = re.sub(r"\d+", r"(\\d{1,9})", example)
    return re.compile(re.sub(r"(?<=\))x(?=\()", r"\\s*[x×]\\s*", numbers), re.IGNORECASE)


def _matched(text: str) -> tuple[str, tuple[int, ...], str]:
    """Return the example of a short form, its numbers, and the lattice that it means."""
    for example, lattice in {_RECTANGLE: SQUARE.name, **meant_lattices()}.items():
        if found := _pattern(example).fullmatch(text):
            return example, tuple(map(int, found.groups())), lattice
    return "", (), ""


def short_lattice(text: str) -> str:
    """Return the lattice that a short form means if none is named; "" for another text."""
    return _matched(text)[2]


def check_form(text: str, lattice: str) -> None:
    """Check that a line on a lattice is no short form that is written wrongly.

    PatternError says that it has the name of a form and no size, is a form of another lattice, or a
    sum of forms on another lattice than that of squares.
    """
    parts = [short_lattice(part.strip()) for part in text.split("+")]
    if len(parts) > 1:
        if any(parts) and {lattice, *parts} - {SQUARE.name, ""}:
            raise PatternError(
                f"{quote(text)}: only boards of squares have several figures with + between them: "
                "expected one form or a drawing"
            )
    elif parts[0] not in ("", SQUARE.name):
        expand(text, lattice)
    elif " " in text:
        words = set(re.findall("[a-z]+", text.lower()))
        for example in meant_lattices():
            if words.intersection(re.findall("[a-z]{2,}", example) or ["box"]):
                raise PatternError(f"{quote(text)}: expected a size, as in {quote(example)}")


def expand(text: str, lattice: str) -> str | None:
    """Return the drawing that a short form stands for on a lattice; None for another text.

    PatternError says that the lattice has no such form, or that it has no cells or too many.

    Examples
    --------
    >>> expand("hexagon 2", "hexagonal"), expand("2x2 rhombus", "triangular")
    ('.oo/ooo/.oo', '.oooo./..oooo')
    """
    example, numbers, _ = _matched(text)
    if not example:
        return None
    on = find_lattice(lattice)
    made = on.boards.get(example)
    if made is None and (example != _RECTANGLE or not on.is_flat):
        raise PatternError(
            f"{quote(text)}: the {lattice} lattice has no such form: expected "
            f"{either(['a drawing', *map(quote, on.boards)])}"
        )
    # With one number, a cell takes about so many times the square or the cube of a side.
    least = math.prod(numbers)
    if len(numbers) == 1:
        least = least**on.dimensions // (2 if on.is_flat else 6)
    if not all(numbers) or max(numbers) > MAX_CELLS or least > MAX_CELLS:
        raise PatternError(
            f"the size of {quote(text)} is out of range: expected 1 to {MAX_CELLS:,} cells"
        )
    if made is None:
        rows, columns = numbers
        return "/".join([PLAIN * columns] * rows)
    return drawing(*lay_out(on, ((centre, PLAIN) for centre in made(numbers))))


_HEADER = re.compile(r"\s*#\s*lattice\s*:\s*(\w+)\s*", re.IGNORECASE)
_REST = r"[ \t]*(?:\r?\n)?(.*)"
_NAMED = re.compile(rf"\s*([A-Za-z]+):(?=\s|$){_REST}", re.DOTALL)
_KNOWN = re.compile(rf"\s*([^\s:]+):{_REST}", re.DOTALL)


def named_lattice(text: str) -> tuple[str, str]:
    """Split a text such as ``triangular: 6x6 rhombus`` into the lattice, or "", and the board."""
    found = _KNOWN.fullmatch(text)
    if found and (name := found[1].lower()) in lattice_names():
        return name, found[2]
    found = _NAMED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def check_squares(text: str, what: str) -> None:
    """Raise PatternError if a text for `what`, such as "a pattern", names a lattice but squares."""
    lines = text.removeprefix("\ufeff").splitlines()
    found = filter(None, map(_HEADER.fullmatch, lines))
    named = (named_lattice(text)[0], short_lattice(text.strip()))
    for name in (*named, *(header[1] for header in found)):
        if name in lattice_names() and not (lattice := find_lattice(name)).is_square:
            raise PatternError(f"{quote(text)}: {what} is made of squares, not of {lattice.cells}")


def read_drawing(lattice: Lattice, lines: Sequence[str], first: str | None = None) -> str:
    r"""Return the rows of a board on a lattice, separated by ``/`` (and layers by ``//``).

    The lines have their blanks; `first` says where the first triangle points. Lines that are no
    drawing on this lattice raise PatternError.

    Examples
    --------
    >>> read_drawing(find_lattice("hexagonal"), [" a b", "c d e", " f g"])
    '.ab/cde/.fg'
    >>> read_drawing(find_lattice("triangular"), [" /\\", "/\\/\\"])
    '..o./.ooo'
    >>> read_drawing(find_lattice("cubic"), ["ab", "cd", "", "ef", "gh"])
    'ab/cd//ef/gh'
    """
    if first is not None and not lattice.points:
        raise PatternError(
            f"first: {quote(first)}: expected a board of triangles, not of {lattice.cells}"
        )
    if first not in (None, *lattice.points):
        raise PatternError(f"first: {quote(first or '')}: expected 'up' or 'down'")
    drawn = [line for line in lines if line.strip()]
    if len(drawn) == 1 and (short := expand(drawn[0].strip(), lattice.name)):
        return short
    return "/".join(lattice.read_rows(drawn, first)) if lattice.is_flat else _layers(lines)


def write_drawing(lattice: Lattice, rows: Sequence[str], layers: int) -> list[str]:
    """Return the lines of a drawing of a board, which `read_drawing` reads."""
    depth = len(rows) // layers
    lines: list[str] = []
    for start in range(0, len(rows), depth):
        lines += [""] * (start > 0) + lattice.write_rows(rows[start : start + depth])
    return lines


def _layers(lines: Sequence[str]) -> str:
    """Return the layers of a drawing, with blank lines or ``//`` between them."""
    layers: list[list[str]] = [[]]
    for line in lines:
        for row in line.split("/"):
            if row.strip():
                layers[-1].append(row.strip())
            elif layers[-1]:
                layers.append([])
    return LAYER.join("/".join(layer) for layer in layers if layer)


def check_signs(lattice: Lattice, rows: Sequence[str]) -> None:
    r"""Raise PatternError if a cell has a sign that drawings on other lattices give a meaning.

    A ``#`` starts a remark, ``+`` stands between figures, and ``\`` is a side of triangles.
    """
    for number, row in enumerate(rows, start=1):
        for sign in sorted(set(row) & set("#+\\")) if not lattice.is_square else ():
            raise PatternError(
                f"{quote(sign)} in row {number} {quote(row)} is not one of the {lattice.cells}: "
                "expected another letter or sign"
            )
