"""Texts of patterns."""

from __future__ import annotations

from fuzz.fuzzer import Fuzzer, attempt, same
from fuzz.round_trips import attempt_accepted, check_board
from fuzz.samples import files
from fuzz.texts import texts
from kaleido import Board, Pattern
from kaleido.designing import Sketch

_ROW = "rxrxrxrx"
_FRAGMENTS = (
    *(_ROW, _ROW[::-1], "xxxxxxxx", f"{_ROW}/{_ROW[::-1]}/", "r", "x", "y", "b", "1", "4", "X"),
    *("/", "\n", "# title: ", "# wrap: both\n", "# note: a", "┏━━━┓", "| r x ", "A ", "1 2 3 4 5"),
    *("# lattice: hexagonal\n", "square: ", "hexagonal: "),
)


def _cases():
    return texts(files("patterns"), _FRAGMENTS)


def _check(text: str) -> None:
    pattern = attempt(Pattern.parse, text)
    check_board(pattern)
    board = attempt_accepted(lambda: Board.parse(str(pattern)), "a pattern as a board")
    same((board.text, board.wrap), (pattern.text, pattern.wrap), "a pattern as a board")
    sketch = attempt_accepted(lambda: Sketch.of(pattern), "a pattern as a sketch")
    same(sketch.pattern("".join(pattern.rows)).text, pattern.text, "the pattern of its sketch")


FUZZER = Fuzzer("patterns", "texts of patterns: read, written, turned, drawn", _cases, _check)
