"""Positions as text: a letter for each piece on the board."""

from __future__ import annotations

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, same
from fuzz.round_trips import attempt_accepted, check_drawing
from fuzz.small_puzzles import NAMES, small_puzzle
from fuzz.texts import changed, spoken
from kaleido import Position

_FRAGMENTS = ("I", "W", "A", ".", "#", "/", "\n", "o", "..", "//", "# remark\n", "II", " ")


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    position = Position(small_puzzle(name))
    for _ in range(draw(st.integers(0, 4))):
        if legal := position.legal_placements:
            position = position.push(draw(st.sampled_from(legal)))
    written = [position.text, position.text.replace("/", "\n")]
    return name, draw(st.one_of(changed(written, _FRAGMENTS, most=3), spoken(_FRAGMENTS)))


def _check(case: tuple[str, str]) -> None:
    name, text = case
    position = attempt(Position.parse, small_puzzle(name), text)
    written = attempt_accepted(lambda: position.text, "written")
    again = attempt_accepted(lambda: Position.parse(position.puzzle, written), "written and read")
    same(again, position, "written and read")
    check_drawing(position.svg())


FUZZER = Fuzzer("positions", "positions: written, read, drawn", _cases, _check)
