"""The text of a board as people type it: headers and rows, figures, sizes, drawings on lattices."""

import math
import re
from collections.abc import Iterable, Sequence
from functools import cache

from kaleido.base.errors import PatternError
from kaleido.base.text import either, quote
from kaleido.model.lattices import SQUARE, Lattice, find_lattice, lattice_names, meant_lattices
from kaleido.model.lattices.lattice import HOLE, LAYER, MAX_CELLS, PLAIN
from kaleido.model.layout import drawing, lay_out

TIMES = r"\s*(?:[x×*,]|by)\s*"
"""A regular expression for the sign or word between the numbers of a size."""

SIZE = re.compile(rf"(\d{{1,9}}){TIMES}(\d{{1,9}})", re.IGNORECASE)
"""The text of a rectangle by its size."""

BOX = re.compile(rf"{SIZE.pattern}{TIMES}(\d{{1,9}})", re.IGNORECASE)
"""The text of a box by its size: layers, rows and columns."""


def split_figures(text: str, rows: list[str]) -> list[list[str]]:
    """Return the rows of the figures of a board, each of which may be written as its size."""
    figures: list[list[str]] = [[]]
    for row in rows:
        parts = row.split("+")
        if len(parts) == 1 or not all(map(SIZE.fullmatch, map(str.strip, parts))):
            parts = re.split(r"(?<!\S)\+(?!\S)", row)
        for place, part in enumerate(parts):
            if place:
                figures.append([])
            # An empty row is kept, to be complained of.
            if part.strip() or len(parts) == 1:
                figures[-1].append(part.strip())
    if not all(figures):
        raise PatternError(f"a figure is missing beside a '+' in {quote(text)}")
    return list(map(_sized, figures))


def _sized(rows: list[str]) -> list[str]:
    size = SIZE.fullmatch(rows[0])
    if len(rows) > 1 or not size:
        is_spaced = not any(row[1::2].strip() for row in rows)  # a blank between any two cells
        return [row[::2] for row in rows] if is_spaced else rows
    height, width = int(size[1]), int(size[2])
    if not 0 < height * width <= MAX_CELLS:
        raise PatternError(
            f"a board of {quote(rows[0])} has {height * width:,} cells, expected 1 to {MAX_CELLS:,}"
        )
    return [PLAIN * width] * height


def side_by_side(figures: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a board with several figures, top-aligned, a column of holes between."""
    height = max(map(len, figures))
    padded = []
    for rows in figures:
        width = max(map(len, rows))
        padded.append([*rows, *[HOLE * width] * (height - len(rows))])
    return [HOLE.join(line) for line in zip(*padded, strict=True)]


_LINES = str.maketrans("", "", " \t\u00a0|+-─│┌┐└┘├┤┬┴┼━┃┏┓┗┛┣┫┳┻╋")
"""The signs between the letters of a drawing of a board: blanks and borders."""

_SEVERAL = re.compile(r"\[[^]]*\]")
"""The letters that a cell of a sketch may have."""


def undrawn(rows: list[str]) -> list[str]:
    """Return the rows of letters of a drawing of a pattern or a sketch, without borders and labels.

    Rows that are no drawing stay as they are, except for blanks.
    """
    found: list[str] = []
    ends = [number for number, row in enumerate(rows) if row[:1] in ("┏", "┗")]
    # Around the frame of a drawing there are words about it.
    for row in rows[slice(*ends)] if len(ends) == 2 else rows:
        letters = row if row.isalnum() else row.translate(_LINES)
        if (row and not letters) or (letters == "12345678" and letters != row):
            continue
        is_labelled = letters != row and letters[0] == "ABCDEFGH"[len(found) % 8]
        if is_labelled and len(_SEVERAL.sub("?", letters)) == 9:
            letters = letters[1:]
        found.append(letters)
    return found


def split_text(
    text: str, names: tuple[str, ...], remark: str = "#"
) -> tuple[list[str], dict[str, str]]:
    """Split the text of a file, or one line, into rows and the headers with given names."""
    lines, headers = split_headers(text, names, remark)
    return split_rows(lines), headers


def split_rows(lines: Iterable[str]) -> list[str]:
    """Return the rows on some lines, without blanks around them."""
    return [row.strip() for line in lines if line.strip() for row in line.split("/")]


def split_headers(
    text: str, names: tuple[str, ...], remark: str
) -> tuple[list[str], dict[str, str]]:
    """Split a text into its lines as they are, blank ones too, and the headers with given names.

    Other lines that start with `remark` are dropped. A header that is given twice raises
    PatternError.
    """
    headers: dict[str, str] = {}
    lines: list[str] = []
    for raw in text.removeprefix("\ufeff").splitlines():
        line = raw.strip()
        if line.startswith(remark) or line == "#":
            name, colon, value = line[1:].partition(":")
            name, value = name.strip().lower(), value.strip()
            if colon and name in names:
                if name in headers:
                    raise PatternError(f"the header {quote(line)} is given twice")
                headers[name] = value
        else:
            lines.append(raw)
    return lines, headers


_RECTANGLE = "3x3"  # how a rectangle of rows and columns is written, on any flat lattice


@cache
def _pattern(example: str) -> re.Pattern[str]:
    """Return a pattern for the form of an example with other numbers."""
    numbers = re.sub(r"\d+", r"(\\d{1,9})", example)
    return re.compile(re.sub(r"(?<=\))x(?=\()", lambda _: TIMES, numbers), re.IGNORECASE)


def short_form(text: str) -> tuple[str, tuple[int, ...], str]:
    """Return an example of a short form, its numbers, and the lattice that it means by itself.

    All of these are empty for another text.
    """
    if "/" in text or "\n" in text:
        return "", (), ""
    for example, lattice in {_RECTANGLE: SQUARE.name, **meant_lattices()}.items():
        if found := _pattern(example).fullmatch(text):
            return example, tuple(map(int, found.groups())), lattice
    return "", (), ""


def meant_lattice(rows: list[str], named: str) -> Lattice:
    """Return the lattice of a board: the one that is named, or what a short form means.

    PatternError says that a line has the name of a form and no size, is a form of another lattice,
    or a sum of forms on another lattice than that of squares.
    """
    # Short forms have a number or a blank.
    if len(rows) != 1 or not any(letter.isdigit() or letter == " " for letter in rows[0]):
        return find_lattice(named or SQUARE.name)
    text = rows[0]
    lattice = find_lattice(named or short_form(text)[2] or SQUARE.name)
    parts = [short_form(part.strip())[2] for part in text.split("+")]
    if len(parts) > 1:
        if any(parts) and {lattice.name, *parts} - {SQUARE.name, ""}:
            raise PatternError(
                f"{quote(text)}: only boards of squares have several figures with + between them: "
                "expected one form or a drawing"
            )
    elif parts[0] not in ("", SQUARE.name):
        _expand(text, lattice)
    elif " " in text:
        words = set(re.findall("[a-z]+", text.lower()))
        for example in meant_lattices():
            if words.intersection(re.findall("[a-z]{2,}", example) or ["box"]):
                raise PatternError(f"{quote(text)}: expected a size, as in {quote(example)}")
    return lattice


def _expand(text: str, on: Lattice) -> str | None:
    """Return the drawing that a short form stands for on a lattice; None for another text.

    PatternError says that the lattice has no such form, or that it has no cells or too many.
    """
    example, numbers, _ = short_form(text)
    if not example:
        return None
    made = on.boards.get(example)
    if made is None and (example != _RECTANGLE or not on.is_flat):
        raise PatternError(
            f"{quote(text)}: the {on.name} lattice has no such form: expected "
            f"{either(['a drawing', *map(quote, on.boards)])}"
        )
    # With one number *n*, a form has about this number of cells times *n* squared or cubed.
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


_HEADER = re.compile(r"(?im)^[ \t]*#[ \t]*lattice[ \t]*:[ \t]*(\w+)\s*$")
_REST = r"[ \t]*(?:\r?\n)?(.*)"
_NAMED = re.compile(rf"\s*([A-Za-z]+):(?=\s|$){_REST}", re.DOTALL)
_KNOWN = re.compile(rf"\s*([^\s:]+):{_REST}", re.DOTALL)


def named_lattice(text: str) -> tuple[str, str]:
    """Split a text such as ``triangular: 6x6 rhombus`` into the lattice, or "", and the board."""
    if ":" not in text:
        return "", text
    found = _KNOWN.fullmatch(text)
    if found and (name := found[1].lower()) in lattice_names():
        return name, found[2]
    found = _NAMED.fullmatch(text)
    return (found[1], found[2]) if found else ("", text)


def check_squares(text: str, what: str) -> None:
    """Raise PatternError if a text for `what`, such as "a pattern", names a lattice but squares."""
    headers = _HEADER.findall(text.removeprefix("\ufeff")) if "#" in text else ()
    named = (named_lattice(text)[0], short_form(text.strip())[2], *headers)
    for name in lattice_names() if any(named) else ():
        if name in named and not (lattice := find_lattice(name)).is_square:
            raise PatternError(f"{quote(text)}: {what} is made of squares, not of {lattice.cells}")


def read_drawing(lattice: Lattice, lines: Sequence[str], first: str | None = None) -> str:
    r"""Return the rows of a board on a lattice, separated by ``/`` (and layers by ``//``).

    The lines have their blanks; `first` says where the first triangle points. Lines that are no
    drawing on this lattice raise PatternError.
    """
    if first is not None and not lattice.points:
        raise PatternError(
            f"first: {quote(first)}: expected a board of triangles, not of {lattice.cells}"
        )
    if first not in (None, *lattice.points):
        raise PatternError(f"first: {quote(first or '')}: expected 'up' or 'down'")
    drawn = [line for line in lines if line.strip()]
    if len(drawn) == 1 and (short := _expand(drawn[0].strip(), lattice)):
        return short
    if lattice.is_flat:
        return "/".join(lattice.read_rows(drawn, first))
    layers: list[list[str]] = [[]]
    for line in lines:
        for row in line.split("/"):
            if row.strip():
                layers[-1].append(row.strip())
            elif layers[-1]:
                layers.append([])
    return LAYER.join("/".join(layer) for layer in layers if layer)


def write_drawing(lattice: Lattice, rows: Sequence[str], layers: int) -> list[str]:
    """Return the lines of a drawing of a board, which `read_drawing` reads."""
    depth = len(rows) // layers
    lines: list[str] = []
    for start in range(0, len(rows), depth):
        lines += [""] * (start > 0) + lattice.write_rows(rows[start : start + depth])
    return lines


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
