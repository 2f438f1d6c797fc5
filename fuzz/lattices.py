"""Texts of boards on other lattices than that of squares."""

from __future__ import annotations

from hypothesis import strategies as st

from fuzz.boards import FRAGMENTS
from fuzz.fuzzer import Fuzzer, attempt
from fuzz.round_trips import check_board
from fuzz.samples import LATTICES
from fuzz.texts import spoken, texts
from kaleido import Board
from kaleido.lattices import lattice_names

_NAMES = tuple(f"{name}: " for name in lattice_names())
_FRAGMENTS = (
    *FRAGMENTS,
    *_NAMES,
    *(f"# lattice: {name[:-2]}\n" for name in _NAMES),
    *(
        "# first: up\n",
        "# first: down\n",
        "/\\",
        "\\/",
        "  ",
        "//",
        "\n\n",
        "hexagon 2",
        "triangle ",
    ),
    *("2x2x2", "pyramid 3", "tetrahedron 2", "2x3 rhombus", " parallelogram", "o o o", " o o"),
)


def _cases():
    named = st.builds(str.__add__, st.sampled_from(_NAMES), spoken(_FRAGMENTS))
    return st.one_of(texts(LATTICES, _FRAGMENTS), named)


def _check(text: str) -> None:
    check_board(attempt(Board.parse, text))


FUZZER = Fuzzer("lattices", "boards of hexagons, triangles, cubes, spheres", _cases, _check)
