"""The names of some shapes and of sets of them, as people who play with them say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from kaleido.lattices import SQUARE, Lattice, find_lattice, lattice_names

_PREFIXES = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta", "octa", "nona", "deca")

SHAPES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "hexagonal": {
            "####": "bar",
            "###/..#": "worm",
            "###/#..": "pistol",
            "#./##/#.": "propeller",
            "#.#/##.": "arch",
            "##/##": "bee",
            "##./.##": "wave",
        },
        "triangular": {
            "######": "bar",
            "#####/#....": "crook",
            "#####/..#..": "crown",
            ".#####/..#...": "sphinx",
            "###../..###": "snake",
            "####/#.#.": "yacht",
            ".####./....##": "chevron",
            "####/..##": "signpost",
            "####/.##.": "lobster",
            "####/##..": "hook",
            "###/###": "hexagon",
            ".###/.###": "butterfly",
        },
    }
)
"""By the name of their lattice: the canonical drawings of tetrahexes and hexiamonds, named."""


def usual_name(lattice: Lattice, size: int) -> str:
    """Return what all shapes of some cells of a lattice are called, for at most ten cells.

    Examples
    --------
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
        for size in range(1, len(_PREFIXES) + 1):
            usual = usual_name(lattice, size)
            # A singular is for a single piece.
            if name == usual or (size <= 2 and name == re.sub("(?<=x)es$|s$", "", usual)):
                return lattice, size
    return None


def other_lattices() -> tuple[Lattice, ...]:
    """Return all lattices but that of squares, whose sets have names of their own."""
    return tuple(find_lattice(name) for name in lattice_names() if name != SQUARE.name)
