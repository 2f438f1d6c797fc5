"""The shapes that ``kaleido polyominoes`` shows: polyominoes, or those of another lattice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from kaleido.contract import Plain
from kaleido.lattices import SQUARE, Lattice, find_lattice

if TYPE_CHECKING:
    from kaleido.polyominoes import Order, Polyform, Symmetry

    Kept = Symmetry | Order


class Family(ABC):
    """The shapes of a lattice.

    Attributes
    ----------
    lattice : Lattice
    explained : str
        What tables of them call symmetries, in words; empty where it needs none.
    """

    lattice: Lattice
    explained: ClassVar[str] = ""

    @property
    def kind(self) -> str:
        """The kind that is shown if none is asked for: in space, nothing is turned over."""
        return "free" if self.lattice.is_flat else "one-sided"

    def noun(self, count: int) -> str:
        """Return what so many shapes are called."""
        forms = self.lattice.forms
        if count != 1:
            return forms
        return forms.removesuffix("es" if forms.endswith(("oes", "xes")) else "s")

    def counts(self, n: int, kind: str, *, holes: bool) -> Mapping[Any, int]:
        """Return how many shapes of `n` cells there are of each symmetry."""
        from kaleido.polyominoes import count_by_symmetry

        return count_by_symmetry(n, kind, self.lattice, holes=holes)

    def shapes(self, n: int, kind: str, *, holes: bool = True) -> Iterator[Polyform]:
        """Return the shapes of `n` cells in order."""
        from kaleido.polyominoes import polyforms

        return polyforms(n, kind, self.lattice, holes=holes)

    @abstractmethod
    def classes(self, counted: Iterable[Mapping[Any, int]]) -> Sequence[Kept]:
        """Return the symmetries that a table of some counts needs, in order."""

    @abstractmethod
    def short(self, symmetry: Kept) -> str:
        """Return what stands for a symmetry at the head of a column."""

    @abstractmethod
    def numbers(self, size: int, kind: str, counts: Mapping[Any, int], *, holes: bool) -> Plain:
        """Return counts by symmetry as an output."""

    @abstractmethod
    def output(self, shape: Polyform) -> Plain:
        """Return a shape as an output."""


class _Squares(Family):
    lattice = SQUARE

    def classes(self, counted: Iterable[Mapping[Any, int]]) -> Sequence[Kept]:
        # Each has all classes.
        return list(next(iter(counted)))

    def short(self, symmetry: Kept) -> str:
        return str(symmetry).replace("mirrors", "mirr.").replace("diagonal", "diag.")

    def numbers(self, size: int, kind: str, counts: Mapping[Any, int], *, holes: bool) -> Plain:
        from kaleido.cli.shape_outputs import PolyominoCount

        return PolyominoCount(size, kind, holes, sum(counts.values()), counts)

    def output(self, shape: Polyform) -> Plain:
        from kaleido.cli.shape_outputs import PolyominoShape

        return PolyominoShape(str(shape), cast("Symmetry", shape.symmetry))


class _OnLattice(Family):
    explained = "1, 2, …: how many symmetries keep a shape; m: it is the same in a mirror"

    def __init__(self, lattice: Lattice) -> None:
        self.lattice = lattice

    def classes(self, counted: Iterable[Mapping[Any, int]]) -> Sequence[Kept]:
        return sorted({symmetry for counts in counted for symmetry in counts})

    def short(self, symmetry: Kept) -> str:
        return f"{symmetry.order}{'m' if symmetry.has_mirror else ''}"

    def numbers(self, size: int, kind: str, counts: Mapping[Any, int], *, holes: bool) -> Plain:
        from kaleido.cli.shape_outputs import OrderCount, PolyformCount

        listed = tuple(OrderCount(order, count) for order, count in counts.items())
        count = sum(counts.values())
        return PolyformCount(size, kind, holes, count, self.lattice.name, listed)

    def output(self, shape: Polyform) -> Plain:
        from kaleido.cli.shape_outputs import PolyformShape

        return PolyformShape(self.lattice.name, str(shape), cast("Order", shape.symmetry))


def family_of(lattice: str) -> Family:
    """Return the shapes of the lattice with that name.

    Raises
    ------
    PatternError
        There is none.
    """
    return _Squares() if lattice == SQUARE.name else _OnLattice(find_lattice(lattice))
