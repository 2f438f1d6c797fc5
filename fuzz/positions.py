"""Positions as text: a letter for each piece on the board."""

from __future__ import annotations

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, same
from fuzz.round_trips import attempt_accepted, check_drawing
from fuzz.small_puzzles import NAMES, small_puzzle
from fuzz.texts import changed, spoken
from kaleido.errors import KaleidoError
from kaleido.search import State
from kaleido.search.position import place_all
from kaleido.search.position_text import format_position, parse_position

_FRAGMENTS = ("I", "W", "A", ".", "#", "/", "\n", "o", "..", "//", "# remark\n", "II", " ")


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    problem = small_puzzle(name).problem
    state = State.empty(problem)
    for _ in range(draw(st.integers(0, 4))):
        more = problem.placements([draw(st.integers(0, len(problem) - 1))])
        try:
            state = place_all(problem, [*problem.placements(state.path), *more])
        except KaleidoError:
            continue
    written = [format_position(problem.placements(state.path), problem)]
    written.append(written[0].replace("/", "\n"))
    return name, draw(st.one_of(changed(written, _FRAGMENTS, most=3), spoken(_FRAGMENTS)))


def _check(case: tuple[str, str]) -> None:
    name, text = case
    problem = small_puzzle(name).problem
    placed = attempt(parse_position, text, problem)
    written = attempt_accepted(lambda: format_position(placed, problem), "written")
    again = attempt_accepted(lambda: parse_position(written, problem), "written and read")
    same(set(again), set(placed), "written and read")
    check_drawing(attempt(place_all, problem, placed)._repr_svg_())


FUZZER = Fuzzer("positions", "positions: written, read, drawn", _cases, _check)
