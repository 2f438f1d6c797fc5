"""All polyominoes of a size: how many there are, and each of them in turn."""

from collections.abc import Iterator

import numpy as np

from kaleido.arguments import named_options
from kaleido.errors import OptionError
from kaleido.lattices import SQUARE
from kaleido.model.square_grid import SquareSymmetry
from kaleido.polyominoes.box import Box, Masks, distinct, grow
from kaleido.polyominoes.polyform import Polyomino, check_kind, number_of_kind
from kaleido.polyominoes.symmetry import BY_CODE, Symmetry
from kaleido.text import quote

LARGEST = 15
"""The most cells for which every box that is no higher than wide has at most 64 cells."""


@named_options
def free_polyominoes(n: int, *, holes: bool = True) -> Iterator[Polyomino]:
    """Yield the polyominoes of `n` cells, one of each up to turns and reflections.

    Each is canonical (``Polyomino.canonical``). They come in order: by height, then width, then by
    their drawings, a cell before a gap. `polyominoes_of_kind` says what the options are.

    Examples
    --------
    >>> [str(each) for each in free_polyominoes(4)]
    ['####', '##/##', '###/#..', '###/.#.', '##./.##']
    """
    return polyominoes_of_kind(n, "free", holes=holes)


@named_options
def one_sided_polyominoes(n: int, *, holes: bool = True) -> Iterator[Polyomino]:
    """Yield the polyominoes of `n` cells, one of each up to turns, as for `free_polyominoes`.

    Each is the first of its rotations (``Polyomino.canonical_one_sided``).
    """
    return polyominoes_of_kind(n, "one-sided", holes=holes)


@named_options
def fixed_polyominoes(n: int, *, holes: bool = True) -> Iterator[Polyomino]:
    """Yield the polyominoes of `n` cells in all orientations, as for `free_polyominoes`.

    Examples
    --------
    >>> [str(each) for each in fixed_polyominoes(3)]
    ['###', '##/#.', '##/.#', '#./##', '.#/##', '#/#/#']
    """
    return polyominoes_of_kind(n, "fixed", holes=holes)


@named_options
def polyominoes_of_kind(n: int, kind: str = "free", *, holes: bool = True) -> Iterator[Polyomino]:
    """Yield the polyominoes of `n` cells of one of the `KINDS`, as for `free_polyominoes`.

    Parameters
    ----------
    n : int
        Number of cells, 1 to 15.
    kind : {"free", "one-sided", "fixed"}, optional
        Which shapes count as the same: turned and mirrored ones; turned ones; none.
    holes : bool, optional
        Include those that surround a gap.

    Raises
    ------
    OptionError
        `n` is not 1 to 15, or the kind is unknown.
    """
    _check(n, kind)
    return _iterate(n, kind, holes)


def _iterate(n: int, kind: str, holes: bool) -> Iterator[Polyomino]:
    free = _free(n, holes)
    # High boxes are wide ones, transposed one by one, so that memory holds only one.
    high = [box.turned for box in free if not box.is_square] if kind == "fixed" else []
    for box in sorted([*free, *high]):
        if kind == "free":
            masks = free[box]
        elif kind == "one-sided":
            # What a shape shows when it is turned over may be new.
            over = box.canonical(box.image(free[box], SquareSymmetry.MIRROR), mirrors=False)
            masks = distinct(np.concatenate([free[box], over]))
        elif box in free:
            masks = _fixed(box, free[box])
        else:
            wide = box.turned
            masks = distinct(wide.image(_fixed(wide, free[wide]), SquareSymmetry.DIAGONAL))
        for cells in box.cells(masks, n):
            yield Polyomino.of_pushed(SQUARE, cells)


def _fixed(box: Box, masks: Masks) -> Masks:
    """Return all orientations of the free ones that span the same box."""
    return distinct(np.concatenate(list(box.images(masks))))


def _free(n: int, holes: bool) -> dict[Box, Masks]:
    free = grow(n)
    return free if holes else {box: box.without_holes(masks) for box, masks in free.items()}


@named_options
def count_by_symmetry(n: int, kind: str = "free", *, holes: bool = True) -> dict[Symmetry, int]:
    """Count the polyominoes of `n` cells in each symmetry class, as for `count_polyominoes`.

    All eight classes are there, with 0 for those that no polyomino has.

    Examples
    --------
    >>> {str(symmetry): count for symmetry, count in count_by_symmetry(5).items() if count}
    {'none': 5, 'mirror': 2, 'diagonal mirror': 2, 'rotate 2': 1, 'two mirrors': 1, 'full': 1}
    """
    _check(n, kind)
    counts = dict.fromkeys(Symmetry, 0)
    for box, masks in _free(n, holes).items():
        for code, count in enumerate(np.bincount(box.symmetries(masks)).tolist()):
            if count:
                symmetry = BY_CODE[code]
                counts[symmetry] += count * number_of_kind(symmetry, kind, 8)
    return counts


@named_options
def count_polyominoes(n: int, kind: str = "free", *, holes: bool = True) -> int:
    """Count the polyominoes of `n` cells, as for `polyominoes_of_kind`, without making them.

    Examples
    --------
    >>> [count_polyominoes(n) for n in range(1, 9)]
    [1, 1, 2, 5, 12, 35, 108, 369]
    """
    return sum(count_by_symmetry(n, kind, holes=holes).values())


def _check(n: int, kind: str) -> None:
    if not isinstance(n, (int, np.integer)) or not 1 <= n <= LARGEST:
        raise OptionError(
            f"size {quote(str(n))}: expected a whole number of cells from 1 to {LARGEST}"
        )
    check_kind(kind)
