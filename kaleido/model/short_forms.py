"""Short forms of boards on lattices: boxes, rhombi, hexagons, triangles and pyramids by size."""

import re
from collections.abc import Callable, Iterator
from itertools import product

from kaleido.errors import PatternError
from kaleido.lattices import find_lattice
from kaleido.lattices.lattice import Vector
from kaleido.model.board_text import BOX, MAX_CELLS, PLAIN, SIZE
from kaleido.model.layout import drawing, lay_out
from kaleido.text import either, quote

_FORMS = {
    BOX: "cubic",
    SIZE: "square",
    re.compile(rf"{SIZE.pattern} (?:rhombus|parallelogram)", re.IGNORECASE): "triangular",
    re.compile(r"hexagon (\d{1,9})", re.IGNORECASE): "hexagonal",
    re.compile(r"triangle (\d{1,9})", re.IGNORECASE): "triangular",
    re.compile(r"pyramid (\d{1,9})", re.IGNORECASE): "spheres",
    re.compile(r"tetrahedron (\d{1,9})", re.IGNORECASE): "spheres",
}
"""The short forms, and the lattice that each means if none is named."""

OTHER_FORM = re.compile(
    "|".join(form.pattern for form, lattice in _FORMS.items() if lattice != "square"),
    re.IGNORECASE,
)
"""A short form on another lattice than that of squares."""


_EXAMPLES = {
    "box": "3x3x3",
    "rhombus": "6x6 rhombus",
    "parallelogram": "6x6 parallelogram",
    "hexagon": "hexagon 3",
    "triangle": "triangle 5",
    "pyramid": "pyramid 4",
    "tetrahedron": "tetrahedron 4",
}
"""How each form is written, by its name."""


def short_lattice(text: str) -> str:
    """Return the lattice that a short form means if none is named; "" for another text.

    Examples
    --------
    >>> short_lattice("3x3x3"), short_lattice("hexagon 3"), short_lattice("ooo")
    ('cubic', 'hexagonal', '')
    """
    return next((lattice for form, lattice in _FORMS.items() if form.fullmatch(text)), "")


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
        if any(parts) and {lattice, *parts} - {"square", ""}:
            raise PatternError(
                f"{quote(text)}: only boards of squares have several figures with + between them: "
                "expected one form or a drawing"
            )
    elif parts[0] not in ("", "square"):
        expand(text, lattice)
    elif " " in text:
        words = set(re.findall("[a-z]+", text.lower()))
        for name, example in _EXAMPLES.items():
            if name in words:
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
    found = next((each for form in _FORMS if (each := form.fullmatch(text))), None)
    if found is None:
        return None
    numbers = tuple(map(int, found.groups()))
    words = "".join(re.findall("[a-z]{2,}", text.lower())) or ("box", "size")[len(numbers) == 2]
    made = _SHAPES.get((lattice, words))
    if made is None and (words != "size" or not find_lattice(lattice).is_flat):
        forms = [_EXAMPLES[own] for on, own in _SHAPES if on == lattice]
        raise PatternError(
            f"{quote(text)}: the {lattice} lattice has no such form: expected "
            f"{either(['a drawing', *map(quote, forms)])}"
        )
    # A cell of the lattice takes about so many times the square or the cube of a side.
    if not all(numbers) or max(numbers) > MAX_CELLS or _least(numbers, words) > MAX_CELLS:
        raise PatternError(
            f"the size of {quote(text)} is out of range: expected 1 to {MAX_CELLS:,} cells"
        )
    if made is None:
        rows, columns = numbers
        return "/".join([PLAIN * columns] * rows)
    lettered = ((centre, PLAIN) for centre in made(numbers))
    return drawing(*lay_out(find_lattice(lattice), lettered))


def _least(numbers: tuple[int, ...], words: str) -> int:
    """Return a number of cells that a form has at least."""
    if len(numbers) > 1:
        least = 1
        for number in numbers:
            least *= number
        return least
    return numbers[0] ** 3 // 6 if words in ("pyramid", "tetrahedron") else numbers[0] ** 2 // 2


def _box(numbers: tuple[int, ...]) -> Iterator[Vector]:
    return product(*map(range, numbers))


def _triangle_rhombus(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for row, column in _box(numbers):
        yield 3 * row + 1, 3 * column + 1
        yield 3 * row + 2, 3 * column + 2


def _hexagon(
    numbers: tuple[int, ...], side: int = 1, kinds: tuple[int, ...] = (0,)
) -> Iterator[Vector]:
    reach = side * numbers[0]
    for down, right in product(range(1 - reach, reach), repeat=2):
        if abs(down + right) < reach and down % side in kinds and (down - right) % side == 0:
            yield down, right


def _triangle_hexagon(numbers: tuple[int, ...]) -> Iterator[Vector]:
    return _hexagon(numbers, 3, (1, 2))


def _triangle(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for down in range(numbers[0]):
        for right in range(-down, 1):
            yield down, right


def _triangle_triangle(numbers: tuple[int, ...]) -> Iterator[Vector]:
    for down in range(3 * numbers[0]):
        for right in range(1 - down, 0):
            if down % 3 and (down - right) % 3 == 0:
                yield down, right


def _pyramid(numbers: tuple[int, ...]) -> Iterator[Vector]:
    (side,) = numbers
    for layer in range(side):
        for row, column in product(range(side - layer), repeat=2):
            yield layer, row, column


def _tetrahedron(numbers: tuple[int, ...]) -> Iterator[Vector]:
    # It stands on an edge: the rows of a layer become fewer, and the columns more.
    (side,) = numbers
    for layer in range(side):
        for row, column in product(range(side - layer), range(side - 1 - layer, side)):
            yield layer, row, column


_SHAPES: dict[tuple[str, str], Callable[[tuple[int, ...]], Iterator[Vector]]] = {
    ("cubic", "box"): _box,
    ("hexagonal", "rhombus"): _box,
    ("hexagonal", "parallelogram"): _box,
    ("hexagonal", "hexagon"): _hexagon,
    ("hexagonal", "triangle"): _triangle,
    ("triangular", "rhombus"): _triangle_rhombus,
    ("triangular", "parallelogram"): _triangle_rhombus,
    ("triangular", "hexagon"): _triangle_hexagon,
    ("triangular", "triangle"): _triangle_triangle,
    ("spheres", "pyramid"): _pyramid,
    ("spheres", "tetrahedron"): _tetrahedron,
    ("spheres", "box"): _box,
}
"""The cells of each form, by the lattice and the name of the form."""
