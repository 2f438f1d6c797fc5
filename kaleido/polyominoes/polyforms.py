"""All polyforms of a size on any lattice: how many there are, and each of them in turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.lattices import Lattice, find_lattice
from kaleido.polyominoes.codes import Codes, Shape, codes_of
from kaleido.polyominoes.polyform import KINDS, Order, Polyform, first_form, form_of, order_of
from kaleido.text import quote, unknown

MOST = 400_000
"""The most shapes of a size, turned and mirrored ones apart, that are made."""


class _Free(NamedTuple):
    """A free polyform: one of its orientations, and how symmetric it is."""

    shape: Shape
    order: Order


def free_polyforms(n: int, lattice: str | Lattice) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells of a lattice, one of each up to turns and reflections.

    Each is canonical (`Polyform.canonical`), and they come in order.

    Parameters
    ----------
    n : int
        Number of cells.
    lattice : str or Lattice
        The lattice, or its name.

    Raises
    ------
    OptionError
        `n` is no positive number, or there are too many shapes.
    PatternError
        There is no lattice with that name.

    Examples
    --------
    >>> [str(each) for each in free_polyforms(3, "hexagonal")]
    ['###', '##/#.', '##/.#']
    >>> len(list(free_polyforms(4, "cubic")))
    7
    """
    return polyforms_of_kind(n, lattice, "free")


def one_sided_polyforms(n: int, lattice: str | Lattice) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells, one of each up to turns, as for `free_polyforms`.

    Each is the first of its rotations (`Polyform.canonical_one_sided`).

    Examples
    --------
    >>> len(list(one_sided_polyforms(4, "cubic")))
    8
    """
    return polyforms_of_kind(n, lattice, "one-sided")


def fixed_polyforms(n: int, lattice: str | Lattice) -> Iterator[Polyform]:
    """Yield the shapes of `n` cells in all orientations, as for `free_polyforms`.

    Examples
    --------
    >>> [str(each) for each in fixed_polyforms(2, "triangular")]
    ['##', '.##', '#/#']
    """
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
        As for `free_polyforms`, the kind is unknown, or shapes in space are asked about holes.
    """
    on = _checked(n, lattice, kind, holes)
    return iter(sorted(_shapes(on, _free(n, on), kind, holes)))


@named_options
def count_by_order(
    n: int, lattice: str | Lattice, kind: str = "free", *, holes: bool = True
) -> dict[Order, int]:
    """Count the shapes of `n` cells by their symmetry, as for `polyforms_of_kind`.

    Examples
    --------
    >>> for order, count in count_by_order(4, "hexagonal").items():
    ...     print(f"{order}: {count}")
    order 1: 2
    order 2: 1
    order 2, the same in a mirror: 1
    order 4, the same in a mirror: 2
    order 6, the same in a mirror: 1
    """
    on = _checked(n, lattice, kind, holes)
    found: Counter[Order] = Counter()
    for each in _free(n, on):
        if holes or not form_of(on, each.shape).has_hole:
            found[each.order] += _times(each.order, kind, len(on.symmetries))
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


def _checked(n: int, lattice: str | Lattice, kind: str, holes: bool) -> Lattice:
    if not isinstance(n, int) or n < 1:
        raise OptionError(f"size {quote(str(n))}: expected a whole number of cells from 1 on")
    if kind not in KINDS:
        raise OptionError(unknown("kind", str(kind), KINDS))
    on = find_lattice(lattice) if isinstance(lattice, str) else lattice
    if not holes and not on.is_flat:
        raise OptionError(f"{on.forms} have no holes that can be left out: they lie in space")
    return on


def _times(order: Order, kind: str, symmetries: int) -> int:
    """Return how many polyforms of a kind a free one stands for."""
    if kind == "fixed":
        return symmetries // order.order
    return 2 if kind == "one-sided" and not order.has_mirror else 1


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


def _check_number(n: int, lattice: Lattice, levels: Sequence[tuple[_Free, ...]]) -> None:
    """Raise OptionError if there must be too many fixed shapes of `n` cells."""
    last, before = (
        sum(len(lattice.symmetries) // each.order.order for each in level)
        for level in (levels[-1], levels[-2] if len(levels) > 1 else levels[-1])
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


def _shapes(lattice: Lattice, free: Iterable[_Free], kind: str, holes: bool) -> Iterator[Polyform]:
    """Yield the polyforms of a kind that free ones stand for."""
    codes = codes_of(lattice)
    for shape, order in free:
        images = list(codes.images(shape))
        if not holes and form_of(lattice, shape).has_hole:
            continue
        half = len(images) // 2
        if kind == "fixed":
            yield from (form_of(lattice, each) for each in set(images))
        elif kind == "free" or order.has_mirror:
            yield first_form(lattice, images)
        else:
            yield first_form(lattice, images[:half])
            yield first_form(lattice, images[half:])
