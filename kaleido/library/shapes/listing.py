"""All polyforms of a size on any lattice: how many there are, and each of them in turn.

Polyominoes are grown in arrays, many at once (`kaleido.library.shapes.box`), shapes of other cells
one by one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from numbers import Integral
from typing import NamedTuple

from kaleido.base.errors import OptionError
from kaleido.base.text import quote
from kaleido.library.shapes.polyform import (
    BY_CODE,
    Codes,
    Order,
    Polyform,
    Polyomino,
    Shape,
    SymmetryClass,
    check_kind,
    codes_of,
    first_shape,
    number_of_kind,
    order_of,
)
from kaleido.model.lattices import SQUARE, Lattice, find_lattice

LARGEST = 15
"""The most cells of polyominoes: their boxes, if no higher than wide, have at most 64 cells."""

MOST = 400_000
"""The most shapes of other cells of a size, turned and mirrored ones apart, that are made."""


def polyforms(
    n: int, kind: str = "free", lattice: str | Lattice = SQUARE, *, holes: bool = True
) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells in order: by height, width, and drawing, a cell before a gap.

    A free shape is canonical (`Polyform.canonical`), and a one-sided one is the first of its
    rotations (`Polyform.canonical_one_sided`). Those of squares are of the class `Polyomino`.

    Parameters
    ----------
    n : int
        Number of cells; of squares, 1 to 15.
    kind : {"free", "one-sided", "fixed"}, optional
        Which shapes count as the same: turned and mirrored ones; turned ones; none.
    lattice : str or Lattice, optional
        The lattice, or its name; by default that of squares.
    holes : bool, optional
        Include those that surround a gap, which only shapes on flat lattices can be asked about.

    Raises
    ------
    OptionError
        `n` is out of range, there are too many shapes, the kind is unknown, or shapes in space are
        asked about holes.
    PatternError
        There is no lattice with that name.

    Examples
    --------
    >>> [str(each) for each in polyforms(4)]
    ['####', '##/##', '###/#..', '###/.#.', '##./.##']
    >>> [str(each) for each in polyforms(3, lattice="hexagonal")]
    ['###', '##/#.', '##/.#']
    """
    on = _checked(n, kind, lattice, holes)
    if on.is_square:
        from kaleido.library.shapes.box import drawings

        return (Polyomino.of_pushed(on, cells) for cells in drawings(n, kind, holes=holes))
    return _one_by_one(on, _free(n, on, holes), kind)


def count_by_symmetry(
    n: int, kind: str = "free", lattice: str | Lattice = SQUARE, *, holes: bool = True
) -> dict[Order, int] | dict[SymmetryClass, int]:
    """Count the shapes of `n` cells of each symmetry, as for `polyforms`, without making them.

    Of squares, all eight classes are there, with 0 for those that no polyomino has.

    Examples
    --------
    >>> {str(symmetry): count for symmetry, count in count_by_symmetry(5).items() if count}
    {'none': 5, 'mirror': 2, 'diagonal mirror': 2, 'rotate 2': 1, 'two mirrors': 1, 'full': 1}
    >>> {str(symmetry): count for symmetry, count in count_by_symmetry(2, "fixed", "cubic").items()}
    {'order 16, the same in a mirror': 3}
    """
    on = _checked(n, kind, lattice, holes)
    if on.is_square:
        from kaleido.library.shapes.box import count_codes

        classes = dict.fromkeys(SymmetryClass, 0)
        for code, count in count_codes(n, holes=holes).items():
            classes[BY_CODE[code]] += count * number_of_kind(BY_CODE[code], kind, 8)
        return classes
    found: Counter[Order] = Counter()
    for _, order in _free(n, on, holes):
        found[order] += number_of_kind(order, kind, len(on.symmetries))
    return dict(sorted(found.items()))


def count_polyforms(
    n: int, kind: str = "free", lattice: str | Lattice = SQUARE, *, holes: bool = True
) -> int:
    """Count the shapes of `n` cells, as for `polyforms`, without making them.

    Examples
    --------
    >>> [count_polyforms(n) for n in range(1, 9)]
    [1, 1, 2, 5, 12, 35, 108, 369]
    >>> [count_polyforms(n, lattice="triangular") for n in range(1, 9)]
    [1, 1, 1, 3, 4, 12, 24, 66]
    """
    return sum(count_by_symmetry(n, kind, lattice, holes=holes).values())


def free_without_arrays(n: int, lattice: Lattice) -> Iterator[Polyform]:
    """Yield the free shapes as `polyforms` does, one by one on all lattices."""
    return _one_by_one(lattice, _free(n, lattice), "free")


def _checked(n: int, kind: str, lattice: str | Lattice, holes: bool) -> Lattice:
    """Return the lattice, after a look at the arguments."""
    on = find_lattice(lattice) if isinstance(lattice, str) else lattice
    if not isinstance(n, Integral) or n < 1 or (on.is_square and n > LARGEST):
        range_ = f"1 to {LARGEST}" if on.is_square else "1 on"
        raise OptionError(f"size {quote(str(n))}: expected a whole number of cells from {range_}")
    check_kind(kind)
    if not holes and not on.is_flat:
        raise OptionError(f"{on.forms} have no holes that can be left out: they lie in space")
    return on


class _Free(NamedTuple):
    """A free polyform: one of its orientations, and how symmetric it is."""

    shape: Shape
    order: Order


@cache
def _levels(lattice: Lattice) -> dict[int, tuple[_Free, ...]]:
    """Return the free polyforms by size, as far as they have been grown."""
    codes = codes_of(lattice)
    singles = (codes.normal([codes.code(centre)]) for centre in lattice.kinds)
    return {1: tuple(_distinct(codes, singles))}


def _free(n: int, lattice: Lattice, holes: bool = True) -> Iterable[_Free]:
    """Return the free polyforms of a size, grown cell by cell.

    Every shape is a smaller one with a cell added: a leaf of a tree that spans it can be taken
    away without the rest falling apart.
    """
    codes, levels = codes_of(lattice), _levels(lattice)
    for size in range(len(levels), n):
        _check_number(n, lattice, levels, size)
        larger = (
            codes.normal((*shape, cell))
            for shape, _ in levels[size]
            for cell in codes.beside(shape)
        )
        # Another thread may have grown the same.
        levels[size + 1] = tuple(_distinct(codes, larger))
    free = levels[n]
    if holes:
        return free
    return [each for each in free if not Polyform.of_shape(lattice, each.shape).has_hole]


def _distinct(codes: Codes, shapes: Iterable[Shape]) -> Iterator[_Free]:
    """Yield the free ones among some shapes, each once."""
    seen: set[Shape] = set()
    for shape in shapes:
        if shape not in seen:
            images = list(codes.images(shape))
            seen.update(images)
            yield _Free(shape, order_of(codes.lattice, images))


def _check_number(
    n: int, lattice: Lattice, levels: Mapping[int, Iterable[_Free]], known: int
) -> None:
    """Raise OptionError if there must be too many fixed shapes of `n` cells, by those known."""
    last, before = (
        sum(len(lattice.symmetries) // each.order.order for each in levels[size])
        for size in (known, max(1, known - 1))
    )
    # From size to size, their number grows by more and more.
    least = last
    for _ in range(n - known):
        least = least * last // before
        if least > MOST:
            raise OptionError(
                f"size {quote(str(n))}: there are more than {MOST:,} fixed {lattice.forms} of "
                f"{n} {lattice.cells}, too many to make"
            )


def _one_by_one(lattice: Lattice, free: Iterable[_Free], kind: str) -> Iterator[Polyform]:
    """Yield the shapes of a kind that free ones stand for, in order."""
    shapes: list[Shape] = []
    for shape, order in free:
        images = list(codes_of(lattice).images(shape))
        half = len(images) // 2
        if kind == "fixed":
            shapes += set(images)
        elif kind == "free" or order.has_mirror:
            shapes.append(first_shape(lattice, images))
        else:
            shapes += first_shape(lattice, images[:half]), first_shape(lattice, images[half:])
    return iter(sorted(Polyform.of_shape(lattice, each) for each in shapes))
