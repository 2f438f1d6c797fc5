"""The lattices of boards and pieces, by name."""

from importlib import import_module

from kaleido.base.errors import PatternError
from kaleido.base.text import unknown
from kaleido.model.lattices.lattice import (
    Lattice as Lattice,
    Place as Place,
    Point as Point,
    Vector as Vector,
)
from kaleido.model.lattices.square import SQUARE as SQUARE

_OWN = {
    "hexagonal": ("hexagonal:Hexagonal", ("hexagon 3",)),
    "triangular": ("triangular:Triangular", ("6x6 rhombus", "6x6 parallelogram", "triangle 5")),
    "cubic": ("space:Cubic", ("3x3x3",)),
    "spheres": ("space:Spheres", ("pyramid 4", "tetrahedron 4")),
    "prisms": ("triangular:Prisms", ()),
}
"""The lattices that come with Kaleido: their class, whose module is imported when it is used, and
the boards by size that mean them."""

_KNOWN: dict[str, Lattice] = {SQUARE.name: SQUARE}


def lattice_names() -> tuple[str, ...]:
    """Return the names of all lattices."""
    return tuple(dict.fromkeys((SQUARE.name, *_OWN, *_KNOWN)))


def find_lattice(name: str) -> Lattice:
    """Return the lattice with that name, or raise PatternError for another name."""
    if name not in _KNOWN:
        if name not in _OWN:
            raise PatternError(unknown("lattice", name, lattice_names()))
        module, _, made = _OWN[name][0].partition(":")
        register(getattr(import_module(f"kaleido.model.lattices.{module}"), made)())
    return _KNOWN[name]


def other_lattices() -> tuple[Lattice, ...]:
    """Return all lattices but that of squares."""
    return tuple(find_lattice(name) for name in lattice_names() if name != SQUARE.name)


def meant_lattices() -> dict[str, str]:
    """Return which lattice a board by size means if none is named, by an example of each."""
    found = {example: name for name, (_, boards) in _OWN.items() for example in boards}
    for name, lattice in _KNOWN.items():
        for example in lattice.boards:
            found.setdefault(example, name)
    return found


def register(lattice: Lattice) -> None:
    """Make a lattice known by its name, so that boards and pieces can be written on it.

    ValueError says that another lattice has the name.
    """
    if _KNOWN.setdefault(lattice.name, lattice) != lattice:
        raise ValueError(f"there is a lattice {lattice.name!r} already")
