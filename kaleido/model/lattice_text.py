"""Boards on lattices as people type them: offset rows, rows of slashes, layers."""

import re
from collections.abc import Sequence

from kaleido.errors import PatternError
from kaleido.lattices import Lattice, find_lattice, lattice_names
from kaleido.model.board_text import LAYER
from kaleido.model.short_forms import expand, short_lattice
from kaleido.text import quote

_HEADER = re.compile(r"\s*#\s*lattice\s*:\s*(\w+)\s*", re.IGNORECASE)
_REST = r"[ \t]*(?:\r?\n)?(.*)"
_NAMED = re.compile(rf"\s*([A-Za-z]+):(?=\s|$){_REST}", re.DOTALL)
_KNOWN = re.compile(rf"\s*([^\s:]+):{_REST}", re.DOTALL)


def named_lattice(text: str) -> tuple[str, str]:
    """Split a text such as ``triangular: 6x6 rhombus`` into the lattice and the board.

    Examples
    --------
    >>> named_lattice("triangular: 6x6 rhombus"), named_lattice("6x6")
    (('triangular', '6x6 rhombus'), ('', '6x6'))
    """
    found = _KNOWN.fullmatch(text)
    if found and (name := found[1].lower()) in lattice_names():
        return name, found[2]
    found = _NAMED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def check_squares(text: str, what: str) -> None:
    """Check that a text names no other lattice than that of squares.

    Parameters
    ----------
    text : str
    what : str
        What it is to be, with the article: "a pattern".

    Raises
    ------
    PatternError
        It does.

    Examples
    --------
    >>> check_squares("hexagonal: oo/oo", "a pattern")
    Traceback (most recent call last):
    kaleido.errors.PatternError: 'hexagonal: oo/oo': a pattern is made of squares, not of hexagons
    """
    lines = text.removeprefix("\ufeff").splitlines()
    found = filter(None, map(_HEADER.fullmatch, lines))
    named = (named_lattice(text)[0], short_lattice(text.strip()))
    for name in (*named, *(header[1] for header in found)):
        if name in lattice_names() and not (lattice := find_lattice(name)).is_square:
            raise PatternError(f"{quote(text)}: {what} is made of squares, not of {lattice.cells}")


def read_drawing(lattice: Lattice, lines: Sequence[str], first: str | None = None) -> str:
    r"""Return the rows of a board on a lattice, separated by ``/`` (and layers by ``//``).

    Parameters
    ----------
    lattice : Lattice
    lines : sequence of str
        The lines of a drawing with their blanks, or one line.
    first : {"up", "down"}, optional
        Where the first triangle of the first row points, on the triangular lattice.

    Raises
    ------
    PatternError
        The lines are no drawing on this lattice.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
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
    r"""Check that no cell has a sign with a meaning of its own in drawings on other lattices.

    A ``#`` starts a remark, ``+`` stands between figures, and ``\`` is a side of triangles.

    Raises
    ------
    PatternError
        A cell has one.
    """
    for number, row in enumerate(rows, start=1):
        for sign in sorted(set(row) & set("#+\\")) if not lattice.is_square else ():
            raise PatternError(
                f"{quote(sign)} in row {number} {quote(row)} is not one of the {lattice.cells}: "
                "expected another letter or sign"
            )
