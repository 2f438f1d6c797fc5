"""Valid inputs, from the collection and the tests, for fuzzers to change."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fuzz import ROOT


@cache
def files(folder: str) -> tuple[str, ...]:
    """Return the texts of the files ``*.txt`` of a folder, in the order of their names."""
    paths = sorted(Path(ROOT, folder).glob("**/*.txt"))
    return tuple(path.read_text(encoding="utf-8") for path in paths)


BOARDS = (
    *("ooo/o.o/ooo", "5x4", "1x1", "3x5 + 2x2", "ooo\n+\noo\noo", "ab/cd", "oo", "o", "#oo#/oooo"),
    *(
        "# title: A title\n# note: one / two\noo\n.o",
        "# wrap: columns\n3x4",
        "x3",
        "3x1",
        "2x3/ooo",
    ),
    *(
        "# wrap: both\noo/oo",
        "# wrap: rows\no.o/o.o",
        "# optional: ab\naoo/oob",
        "II./.oo",
        "12/21",
    ),
    *("# source: https://example.org/a#b\n5x4", "o#o/ooo", "o+o/ooo", "3x1/xo3", "é☃/.é"),
)
"""Boards of squares."""

LATTICES = (
    *("hexagonal: oooo/oooo/oooo", "hexagonal: 4x7 rhombus", "hexagon 3", "hexagonal: triangle 4"),
    *("6x6 rhombus", "triangular: ..ooooo", "triangular: hexagon 2", "triangle 5", "3x3x3"),
    *("# lattice: triangular\n# first: down\nooo/ooo", "triangular:\n /\\\n/\\/\\", "2x3x4"),
    *("# lattice: hexagonal\n a b\nc d e\n f g", "hexagonal:\n o o\no o o", "pyramid 4"),
    *(
        "# lattice: cubic\nab\ncd\n\nef\ngh",
        "cubic: oo/o.//o./..",
        "spheres: 2x2x2",
        "tetrahedron 4",
    ),
    *("# title: Any\n# optional: a\n# lattice: spheres\naoo/ooo//oo./...", "spheres: oo/oo//o./.."),
    *(
        "# lattice: hexagonal\n# optional: b\noob/ob.",
        "square: oo/o.",
        "triangular: 2x2 parallelogram",
    ),
)
"""Boards on other lattices."""
