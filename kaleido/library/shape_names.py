"""The names of some shapes and of sets of them, as people who play with them say."""

from __future__ import annotations

import re

from kaleido.lattices import Lattice, other_lattices

_PREFIXES = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca")

MOST_NAMED = len(_PREFIXES)
"""The most cells of shapes that have a usual name."""


def usual_name(lattice: Lattice, size: int) -> str:
    """Return what all shapes of some cells of a lattice are called, for at most ten cells.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> usual_name(find_lattice("triangular"), 6), usual_name(find_lattice("cubic"), 4)
    ('hexiamonds', 'tetracubes')
    """
    stem = lattice.forms.removeprefix("poly")
    prefix = _PREFIXES[size - 1]
    return prefix.rstrip("aeiou") + stem if stem[0] in "aeiou" else prefix + stem


def read_name(name: str) -> tuple[Lattice, int] | None:
    """Return the lattice and the number of cells that a name means; None if it means none.

    Examples
    --------
    >>> read_name("polyhexes-5"), read_name("tetracubes"), read_name("dihex")
    ((<hexagonal lattice>, 5), (<cubic lattice>, 4), (<hexagonal lattice>, 2))
    >>> read_name("hexominoes") is None
    True
    """
    stem, _, number = name.partition("-")
    for lattice in other_lattices():
        if number:
            if stem == lattice.forms and re.fullmatch(r"\d{1,9}", number):
                return lattice, int(number)
            continue
        for size in range(1, MOST_NAMED + 1):
            usual = usual_name(lattice, size)
            # A singular is for a single piece.
            if name == usual or (size <= 2 and name == re.sub("(?<=x)es$|s$", "", usual)):
                return lattice, size
    return None
