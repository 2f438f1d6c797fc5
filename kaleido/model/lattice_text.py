"""Boards on lattices as people type them: offset rows, rows of slashes, layers."""

import re
from collections.abc import Sequence

from kaleido.errors import PatternError
from kaleido.lattices import SQUARE, Lattice, find_lattice, lattice_names
from kaleido.model.board_text import HOLE, LAYER, PLAIN
from kaleido.model.short_forms import expand, short_lattice
from kaleido.text import quote

_HEADER = re.compile(r"\s*#\s*lattice\s*:\s*(\w+)\s*", re.IGNORECASE)
_REST = r"[ \t]*(?:\r?\n)?(.*)"
_NAMED = re.compile(rf"\s*([A-Za-z]+):(?=\s|$){_REST}", re.DOTALL)
_KNOWN = re.compile(rf"\s*({'|'.join(lattice_names())}):{_REST}", re.DOTALL | re.IGNORECASE)


def named_lattice(text: str) -> tuple[str, str]:
    """Split a text such as ``triangular: 6x6 rhombus`` into the lattice and the board.

    Examples
    --------
    >>> named_lattice("triangular: 6x6 rhombus"), named_lattice("6x6")
    (('triangular', '6x6 rhombus'), ('', '6x6'))
    """
    if found := _KNOWN.fullmatch(text):
        return found[1].lower(), found[2]
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
        if name in lattice_names() and name != SQUARE.name:
            raise PatternError(
                f"{quote(text)}: {what} is made of squares, not of {find_lattice(name).cells}"
            )


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
    if first is not None and lattice.name != "triangular":
        raise PatternError(
            f"first: {quote(first)}: expected a board of triangles, not of {lattice.cells}"
        )
    if first not in (None, "up", "down"):
        raise PatternError(f"first: {quote(first or '')}: expected 'up' or 'down'")
    drawn = [line for line in lines if line.strip()]
    if len(drawn) == 1 and (short := expand(drawn[0].strip(), lattice.name)):
        return short
    if not lattice.is_flat:
        return _layers(lines)
    if lattice.name == "triangular" and _has_slashes(drawn):
        return _from_slashes(drawn, first)
    if lattice.name == "hexagonal" and any(" " in line.rstrip() for line in drawn):
        return _from_offsets([row for line in drawn for row in line.split("/")])
    rows = [row.strip() for line in drawn for row in line.split("/")]
    return "/".join([HOLE * (first == "down") + row for row in rows])


def write_drawing(lattice: Lattice, rows: Sequence[str], layers: int) -> list[str]:
    """Return the lines of a drawing of a board, which `read_drawing` reads."""
    if lattice.name == "hexagonal":
        return [" " * (number % 2) + " ".join(row) for number, row in enumerate(rows)]
    depth = len(rows) // layers
    lines: list[str] = []
    for start in range(0, len(rows), depth):
        lines += [""] * (start > 0) + [*rows[start : start + depth]]
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


def _from_offsets(lines: Sequence[str]) -> str:
    """Return the rows of hexagons drawn with blanks between them."""
    starts = []
    for number, line in enumerate(lines):
        places = {place % 2 for place, letter in enumerate(line) if letter != " "}
        if not places:
            raise PatternError(f"row {number + 1} {quote(line)} has no cells")
        if len(places) > 1:
            raise PatternError(
                f"row {number + 1} {quote(line)} has cells side by side: expected a blank between "
                "the hexagons of each row"
            )
        starts.append((places.pop() + number) % 2)
        if starts[-1] != starts[0]:
            raise PatternError(
                f"row {number + 1} {quote(line)} does not lie half a cell beside the row above: "
                "expected one blank more or less before it"
            )
    # In the first row, hexagons stand at even places.
    moved = [" " * starts[0] + line for line in lines]
    return _trimmed([line[number % 2 :: 2] for number, line in enumerate(moved)], 1)


def _trimmed(rows: Sequence[str], step: int) -> str:
    """Return rows made equally long, with holes for blanks, without columns of blanks around."""
    width = max(map(len, rows))
    padded = [row.ljust(width) for row in rows]
    empty = min(len(row) - len(row.lstrip(" ")) for row in padded)
    filled = max(len(row.rstrip(" ")) for row in padded)
    return "/".join(row[empty - empty % step : filled] for row in padded).replace(" ", HOLE)


def check_signs(lattice: Lattice, rows: Sequence[str]) -> None:
    r"""Check that no cell has a sign with a meaning of its own in drawings on other lattices.

    A ``#`` starts a remark, ``+`` stands between figures, and ``\`` is a side of triangles.

    Raises
    ------
    PatternError
        A cell has one.
    """
    for number, row in enumerate(rows, start=1):
        for sign in sorted(set(row) & set("#+\\")) if lattice != SQUARE else ():
            raise PatternError(
                f"{quote(sign)} in row {number} {quote(row)} is not one of the {lattice.cells}: "
                "expected another letter or sign"
            )


def _has_slashes(lines: Sequence[str]) -> bool:
    text = "".join(lines)
    return "\\" in text and not set(text) - set("/\\ .")


def _from_slashes(lines: Sequence[str], first: str | None) -> str:
    """Return the rows of triangles drawn by their sides: a pair of slashes is a triangle."""
    kinds: dict[int, tuple[int, int]] = {}
    rows = []
    for number, line in enumerate(lines):
        row = ""
        for place, pair in enumerate(zip(line, line[1:] + " ", strict=True)):
            before = line[place - 1] if place else " "
            if pair[0] not in "/\\":
                row += " "
            elif pair[1] == pair[0]:
                raise PatternError(
                    f"row {number + 1} {quote(line)} has two equal slashes side by side: expected "
                    "/\\ for a triangle that points up, \\/ for one that points down"
                )
            elif pair[1] in "/\\":
                row += PLAIN
                kind = (number + place + (pair[0] == "\\")) % 2
                kinds.setdefault(kind, (number, place))
            else:
                row += " "
                if before not in "/\\":
                    raise PatternError(
                        f"row {number + 1} {quote(line)} has a slash alone at column {place + 1}: "
                        "expected two for each triangle"
                    )
        rows.append(row)
    if len(kinds) > 1:
        number, place = max(kinds.values())
        raise PatternError(
            f"the triangle at row {number + 1}, column {place + 1} of {quote(lines[number])} "
            "points the wrong way: triangles side by side point up and down in turn"
        )
    # Up in the first row and column.
    text = _trimmed([" " * next(iter(kinds)) + row for row in rows], 2)
    points = "down" if text.index(PLAIN) % 2 else "up"
    if first and points != first:
        raise PatternError(
            f"first: {quote(first)}: the first triangle of {quote(lines[0])} points {points}"
        )
    return text
