"""Placements as players write them: PIECE@CELL, and the orientation."""

from __future__ import annotations

import json

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, same
from fuzz.round_trips import attempt_accepted
from fuzz.small_puzzles import NAMES, small_puzzle
from fuzz.texts import changed, spoken
from kaleido import Placement, Position
from kaleido.search.notation import format_place, parse_place, place_name

_FRAGMENTS = (
    "@",
    ":",
    ",",
    "A1",
    "D3",
    "0,0",
    "7",
    "front",
    "back",
    "90",
    "180",
    "5",
    "I",
    "W",
    "T",
)


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    problem = small_puzzle(name).problem
    drawn = (draw(st.integers(0, len(problem) - 1)) for _ in range(4))
    written = [
        write(placement, problem.pieces, problem.grid)
        for placement in problem.placements(drawn)
        for write in (format_place, place_name)
    ] or ["I@A1"]
    return name, draw(st.one_of(changed(written, _FRAGMENTS, most=2), spoken(_FRAGMENTS, most=6)))


def _check(case: tuple[str, str]) -> None:
    name, text = case
    puzzle = small_puzzle(name)
    problem = puzzle.problem
    placement = attempt(parse_place, text, puzzle.state)
    for write in (format_place, place_name):
        words = f"written by {write.__name__}"
        line = attempt_accepted(lambda w=write: w(placement, problem.pieces, problem.grid), words)
        same(attempt_accepted(lambda t=line: parse_place(t, puzzle.state), words), placement, words)
    value = json.loads(json.dumps(placement.as_dict()))
    same(Placement.from_dict(value), placement, "JSON")
    attempt(Position, puzzle, [placement])


FUZZER = Fuzzer("placements", "placements: written, read, placed", _cases, _check)
