"""All polyforms of a size on any lattice: how many there are, and each of them in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.lattices import Lattice, find_lattice
from kaleido.polyominoes.codes import Codes, Shape, codes_of
from kaleido.polyominoes.polyform import (
    Order,
    Polyform,
    check_kind,
    first_shape,
    number_of_kind,
    order_of,
)
from kaleido.text import quote

MOST = 400_000
"""The most shapes of a size, turned and mirrored ones apart, that are made."""


class _Free(NamedTuple):
    """A free polyform: one of its orientations, and how symmetric it is."""

    shape: Shape
    order: Order


def free_polyforms(n: int, lattice: str | Lattice) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells of a lattice, one of each up to turns and reflections.

    Each is canonical (`Polyform.canonical`), and they come in order. `polyforms_of_kind` says what
    the arguments are.

    Examples
    --------
    >>> [str(each) for each in free_polyforms(3, "hexagonal")]
    ['###', '##/#.', '##/.#']
    """
    return polyforms_of_kind(n, lattice, "free")


def one_sided_polyforms(n: int, lattice: str | Lattice) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells, one of each up to turns, as for `free_polyforms`.

    Each is the first of its rotations (`Polyform.canonical_one_sided`).
    """
    return polyforms_of_kind(n, lattice, "one-sided")


def fixed_polyforms(n: int, lattice: str | Lattice) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells in all orientations, as for `free_polyforms`."""
    return polyforms_of_kind(n, lattice, "fixed")


@named_options
def polyforms_of_kind(
    n: int, lattice: str | Lattice, kind: str = "free", *, holes: bool = True
) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells of one of the `KINDS`, as for `free_polyforms`.

    Parameters
    ----------
    n : int
        Number of cells.
    lattice : str or Lattice
        The lattice, or its name.
    kind : {"free", "one-sided", "fixed"}, optional
        Which shapes count as the same: turned and mirrored ones; turned ones; none.
    holes : bool, optional
        Include those that surround a gap, which only shapes on flat lattices can be asked about.

    Raises
    ------
    OptionError
        `n` is no positive number, there are too many shapes, the kind is unknown, or shapes in
        space are asked about holes.
    PatternError
        There is no lattice with that name.
    """
    on, free = _chosen(n, lattice, kind, holes)
    return iter(sorted(Polyform.of_shape(on, each) for each in _of_kind(on, free, kind)))


@named_options
def count_by_order(
    n: int, lattice: str | Lattice, kind: str = "free", *, holes: bool = True
) -> dict[Order, int]:
    """Count the shapes of `n` cells by their symmetry, as for `polyforms_of_kind`.

    Examples
    --------
    >>> for order, count in count_by_order(3, "hexagonal").items():
    ...     print(f"{order}: {count}")
    order 2, the same in a mirror: 1
    order 4, the same in a mirror: 1
    order 6, the same in a mirror: 1
    """
    on, free = _chosen(n, lattice, kind, holes)
    found: Counter[Order] = Counter()
    for each in free:
        found[each.order] += number_of_kind(each.order, kind, len(on.symmetries))
    return dict(sorted(found.items()))


@named_options
def count_polyforms(
    n: int, lattice: str | Lattice, kind: str = "free", *, holes: bool = True
) -> int:
    """Count the shapes of `n` cells of a lattice, as for `polyforms_of_kind`.

    Examples
    --------
    >>> [count_polyforms(n, "triangular") for n in range(1, 9)]
    [1, 1, 1, 3, 4, 12, 24, 66]
    """
    return sum(count_by_order(n, lattice, kind, holes=holes).values())


def _chosen(
    n: int, lattice: str | Lattice, kind: str, holes: bool
) -> tuple[Lattice, Iterable[_Free]]:
    """Return a lattice and its free polyforms of a size, after a look at the arguments."""
    if not isinstance(n, int) or n < 1:
        raise OptionError(f"size {quote(str(n))}: expected a whole number of cells from 1 on")
    check_kind(kind)
    on = find_lattice(lattice) if isinstance(lattice, str) else lattice
    if not holes and not on.is_flat:
        raise OptionError(f"{on.forms} have no holes that can be left out: they lie in space")
    free = _free(n, on)
    if holes:
        return on, free
    return on, [each for each in free if not Polyform.of_shape(on, each.shape).has_hole]


@cache
def _levels(lattice: Lattice) -> list[tuple[_Free, ...]]:
    """Return the free polyforms by size, as far as they have been grown."""
    codes = codes_of(lattice)
    return [tuple(_distinct(codes, codes.singles()))]


def _free(n: int, lattice: Lattice) -> tuple[_Free, ...]:
    """Return the free polyforms of a size, grown cell by cell.

    Every shape is a smaller one with a cell added: a leaf of a tree that spans it can be taken
    away without the rest falling apart.
    """
    codes, levels = codes_of(lattice), _levels(lattice)
    while len(levels) < n:
        _check_number(n, lattice, levels)
        larger = (
            codes.normal((*shape, cell)) for shape, _ in levels[-1] for cell in codes.beside(shape)
        )
        levels.append(tuple(_distinct(codes, larger)))
    return levels[n - 1]


def _distinct(codes: Codes, shapes: Iterable[Shape]) -> Iterator[_Free]:
    """Yield the free ones among some shapes, each once."""
    seen: set[Shape] = set()
    for shape in shapes:
        if shape not in seen:
            images = list(codes.images(shape))
            seen.update(images)
            yield _Free(shape, order_of(codes.lattice, images))


def _check_number(n: int, lattice: Lattice, levels: list[tuple[_Free, ...]]) -> None:
    """Raise OptionError if there must be too many fixed shapes of `n` cells."""
    last, before = (
        sum(len(lattice.symmetries) // each.order.order for each in level)
        for level in (levels[-1], levels[max(0, len(levels) - 2)])
    )
    # From size to size, their number grows by more and more.
    least = last
    for _ in range(n - len(levels)):
        least = least * last // before
        if least > MOST:
            raise OptionError(
                f"size {quote(str(n))}: there are more than {MOST:,} fixed {lattice.forms} of "
                f"{n} {lattice.cells}, too many to make"
            )


def _of_kind(lattice: Lattice, free: Iterable[_Free], kind: str) -> Iterator[Shape]:
    """Yield the shapes of a kind that free ones stand for."""
    for shape, order in free:
        images = list(codes_of(lattice).images(shape))
        half = len(images) // 2
        if kind == "fixed":
            yield from set(images)
        elif kind == "free" or order.has_mirror:
            yield first_shape(lattice, images)
        else:
            yield first_shape(lattice, images[:half])
            yield first_shape(lattice, images[half:])
