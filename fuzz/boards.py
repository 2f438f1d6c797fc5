"""Texts of boards of squares, of any shape."""

from __future__ import annotations

from fuzz.fuzzer import Fuzzer, attempt
from fuzz.round_trips import check_board
from fuzz.samples import BOARDS, files
from fuzz.texts import texts
from kaleido import Board

FRAGMENTS = (
    *(
        "o",
        ".",
        "a",
        "A",
        "1",
        "#",
        "+",
        "-",
        "x",
        "/",
        "\n",
        " ",
        "3x4",
        "2x2",
        " + ",
        "oo/o.",
        "31",
    ),
    *("# title: ", "# source: b", "# note: c\n", "# wrap: rows\n", "# wrap: columns\n", "# wrap: "),
    *("# optional: ", "# optional: a\n", "# ", "#\n", "33", "x1", "1x", "×", "\n+\n", "//"),
)
"""What texts of boards are made of."""


def _cases():
    return texts((*BOARDS, *BOARDS, *files("puzzles")), FRAGMENTS)


def _check(text: str) -> None:
    check_board(attempt(Board.parse, text))


FUZZER = Fuzzer("boards", "boards of squares: read, written, turned, drawn", _cases, _check)
