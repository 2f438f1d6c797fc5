"""Sets of all polyominoes, polyhexes and so on of some sizes, made when they are asked for."""

import re
from collections.abc import Iterator
from itertools import combinations, count
from string import ascii_letters

from kaleido.base.errors import PieceError
from kaleido.base.text import plural, quote
from kaleido.model.lattices import SQUARE, Lattice, other_lattices
from kaleido.model.lattices.lattice import MAX_CELLS, PLAIN
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet

LARGEST = 7
"""The most cells of a piece: all octominoes together have more cells than a board may have."""

FORMS = ("polyominoes-N", "one-sided-N", "orders-A-B", "one-sided-A-B")
"""The forms of the names, N, A and B being numbers of cells."""

_FORM = re.compile(r"(polyominoes|one-sided|orders)-(\d{1,9})(?:-(\d{1,9}))?")
_NAMES = {"hexominoes": 6, "heptominoes": 7}
_LISTED_ORDERS = 6
_LISTED_PIECES = 30
_ONE_SIDED = "one-sided-"

_PREFIXES = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca")
# The sizes of the shapes that have a usual name.
_NAMED = range(1, len(_PREFIXES) + 1)


def usual_name(lattice: Lattice, size: int) -> str:
    """Return what all shapes of some cells of a lattice are called, for at most ten cells."""
    stem = lattice.forms.removeprefix("poly")
    prefix = _PREFIXES[size - 1]
    return prefix.rstrip("aeiou") + stem if stem[0] in "aeiou" else prefix + stem


def read_name(name: str) -> tuple[Lattice, int] | None:
    """Return the lattice and the number of cells that a name means; None if it means none."""
    stem, _, number = name.partition("-")
    for lattice in other_lattices():
        if number:
            if stem == lattice.forms and re.fullmatch(r"\d{1,9}", number):
                return lattice, int(number)
            continue
        for size in _NAMED:
            usual = usual_name(lattice, size)
            # A singular is for a single piece.
            if name == usual or (size <= 2 and name == re.sub("(?<=x)es$|s$", "", usual)):
                return lattice, size
    return None


def lattice_forms() -> tuple[str, ...]:
    """Return the forms of the names for lattices other than squares, such as ``polyhexes-N``."""
    return tuple(f"{lattice.forms}-N" for lattice in other_lattices())


def generated_names() -> tuple[str, ...]:
    """Return the names under which the best known of these sets are listed."""
    orders = (f"orders-1-{last}" for last in range(1, _LISTED_ORDERS + 1))
    return (*_NAMES, *orders)


def lattice_set_names() -> tuple[str, ...]:
    """Return the names of the best known sets on other lattices, of some pieces but not many."""
    names = []
    for lattice in other_lattices():
        for size in _NAMED:
            many = _count(lattice, size)
            if many > _LISTED_PIECES:
                break
            if many > 1:
                names.append(usual_name(lattice, size))
    return tuple(names)


def similar_names() -> Iterator[str]:
    """Yield the names that are not listed but may be meant by a misspelt one."""
    for size in range(1, LARGEST + 1):
        yield from (f"polyominoes-{size}", f"one-sided-{size}")
    for first, last in combinations(range(1, LARGEST + 1), 2):
        yield from (f"orders-{first}-{last}", f"one-sided-{first}-{last}")
    yield from lattice_set_names()
    yield from (f"{_ONE_SIDED}{name}" for name in lattice_set_names())


def generated_set(name: str) -> PieceSet | None:
    """Return the set that a name of one of these `FORMS` stands for; None if it has no such form.

    On other lattices, `lattice_forms` and the usual names, such as tetrahexes, have
    ``one-sided-`` before them where mirror images are different pieces. In space they always are.
    A `PieceError` says that the numbers of cells are too large, or not in order.
    """
    meant = name.strip().lower()
    if meant in _NAMES:
        return _made(meant, SQUARE, _NAMES[meant], _NAMES[meant])
    found = _FORM.fullmatch(meant)
    if not found:
        # A name such as one-sided-hexiamonds, or none.
        read = read_name(meant.removeprefix(_ONE_SIDED))
        if read is None:
            return None
        lattice, size = read
        if not size or not all(_fits(lattice, each) for each in range(1, size + 1)):
            largest = next(each for each in count() if not _fits(lattice, each + 1))
            raise PieceError(f"{quote(name)}: expected a size from 1 to {largest} {lattice.cells}")
        return _made(meant, lattice, size, size)
    # "orders" need two numbers, "polyominoes" one; "one-sided" may have either.
    if found[1] == ("polyominoes" if found[3] else "orders"):
        return None
    first, last = int(found[2]), int(found[3] or found[2])
    if not 1 <= first <= last <= LARGEST:
        raise PieceError(
            f"{quote(name)}: expected sizes from 1 to {LARGEST} cells, the smaller one first"
        )
    return _made(meant, SQUARE, first, last)


def _fits(lattice: Lattice, size: int) -> bool:
    """Return whether all pieces of a size together have no more cells than a board may have."""
    return size * _count(lattice, size) <= MAX_CELLS


def _count(lattice: Lattice, size: int) -> int:
    """Return how many pieces of a size there are; in space, nothing is turned over."""
    from kaleido.library.shapes.listing import count_polyforms

    return count_polyforms(size, "free" if lattice.is_flat else "one-sided", lattice)


def _made(name: str, lattice: Lattice, first: int, last: int) -> PieceSet:
    from kaleido.library.shapes.listing import free_without_arrays

    is_one_sided = name.startswith(_ONE_SIDED) or not lattice.is_flat
    pieces: list[Piece] = []
    for size in range(first, last + 1):
        shapes = list(free_without_arrays(size, lattice))
        for number, shape in enumerate(shapes):
            letter = f"-{number + 1}" if len(shapes) > len(ascii_letters) else ascii_letters[number]
            usual = f"{size}{letter if len(shapes) > 1 else ''}"
            label = lattice.shape_names.get(str(shape), usual)
            pieces.append(Piece.of(label, shape.orientation(PLAIN), mirrors=not is_one_sided))
            if is_one_sided and not shape.symmetry.has_mirror:
                mirrored = shape.mirrored().orientation(PLAIN)
                pieces.append(Piece.of(f"{label}'", mirrored, mirrors=False))
    kind = "one-sided " if is_one_sided and lattice.is_flat else ""
    orders = plural(last, "cell") if first == last else f"{first} to {last} cells"
    apart = "" if lattice.is_flat else ", mirror images apart"
    title = f"All {kind}{lattice.forms} of {orders}{apart}"
    sides = "one-sided" if is_one_sided else "mirrored"
    return PieceSet(name, tuple(pieces), sides=sides, title=title)
