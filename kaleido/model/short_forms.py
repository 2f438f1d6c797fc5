"""Short forms of boards on lattices: boxes, rhombi, hexagons, triangles and pyramids by size."""

import math
import re
from functools import cache

from kaleido.errors import PatternError
from kaleido.lattices import SQUARE, find_lattice, meant_lattices
from kaleido.model.board_text import MAX_CELLS, PLAIN
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
    """Return the lattice that a short form means if none is named; "" for another text.

    Examples
    --------
    >>> short_lattice("3x3x3"), short_lattice("hexagon 3"), short_lattice("ooo")
    ('cubic', 'hexagonal', '')
    """
    return _matched(text)[2]


def check_form(text: str, lattice: str) -> None:
    """Check that a line on a lattice is no short form that is written wrongly.

    Raises
    ------
    PatternError
        It has the name of a form and no size, is a form of another lattice, or a sum of forms on
        another lattice than that of squares.

    Examples
    --------
    >>> check_form("hexagon three", "square")
    Traceback (most recent call last):
    kaleido.errors.PatternError: 'hexagon three': expected a size, as in 'hexagon 3'
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

    Raises
    ------
    PatternError
        The lattice has no such form, or it has no cells or too many.

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
