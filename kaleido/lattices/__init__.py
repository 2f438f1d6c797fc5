"""The lattices that boards and pieces lie on, by name."""

from importlib import import_module

from kaleido.errors import PatternError
from kaleido.lattices.lattice import (
    Lattice as Lattice,
    Place as Place,
    Point as Point,
    Vector as Vector,
)
from kaleido.lattices.square import SQUARE as SQUARE
from kaleido.text import unknown

_OWN = {
    "hexagonal": ("kaleido.lattices.hexagonal", "Hexagonal"),
    "triangular": ("kaleido.lattices.triangular", "Triangular"),
    "cubic": ("kaleido.lattices.cubic", "Cubic"),
    "spheres": ("kaleido.lattices.spheres", "Spheres"),
}
"""Where the lattices that come with Kaleido are, which are imported when they are used."""

_KNOWN: dict[str, Lattice] = {SQUARE.name: SQUARE}


def lattice_names() -> tuple[str, ...]:
    """Return the names of all lattices.

    Examples
    --------
    >>> lattice_names()[:3]
    ('square', 'hexagonal', 'triangular')
    """
    return tuple(dict.fromkeys((SQUARE.name, *_OWN, *_KNOWN)))


def find_lattice(name: str) -> Lattice:
    """Return the lattice with that name.

    Raises
    ------
    PatternError
        There is none.

    Examples
    --------
    >>> find_lattice("hexagonal")
    <hexagonal lattice>
    """
    if name not in _KNOWN:
        if name not in _OWN:
            raise PatternError(unknown("lattice", name, lattice_names()))
        module, made = _OWN[name]
        register(getattr(import_module(module), made)())
    return _KNOWN[name]


def register(lattice: Lattice) -> None:
    """Make a lattice known by its name, so that boards and pieces can be written on it.

    Raises
    ------
    ValueError
        Another lattice has the name.
    """
    if _KNOWN.setdefault(lattice.name, lattice) != lattice:
        raise ValueError(f"there is a lattice {lattice.name!r} already")
