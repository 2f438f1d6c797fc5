"""Solutions and positions as JSON, as they are given to ``kaleido check`` and to hints."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, attempt, expect, same
from fuzz.round_trips import attempt_accepted, check_drawing
from fuzz.small_puzzles import NAMES, small_puzzle
from fuzz.texts import texts
from fuzz.values import changed_value
from kaleido import Placement, Position, Solution, SolutionError
from kaleido.model.placement import BLANK, placements_from_json

_FRAGMENTS = ('"placements"', '"cells": [[0, 0]]', "[", "]", "{", "}", ",", "0", "-1", '"piece"')
_VALUES = ("I", "front", "back", BLANK, [0, 0], [[0, 1]], "domino", [], {})


@cache
def _solution(name: str) -> str:
    """Return a solution as JSON, or a position where there is none."""
    puzzle = small_puzzle(name)
    answer = puzzle.solve(max_nodes=3000)
    found = answer.solution
    placements = found.placements if found else puzzle.problem.placements(range(1))
    return json.dumps([placement.as_dict() for placement in placements])


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    text = _solution(name)
    if draw(st.booleans()):
        return name, draw(texts((text, f'{{"placements": {text}}}'), _FRAGMENTS))
    return name, json.dumps(draw(changed_value(json.loads(text), _VALUES)))


def _check(case: tuple[str, str]) -> None:
    name, text = case
    puzzle = small_puzzle(name)
    placements = attempt(placements_from_json, text)
    value = json.loads(json.dumps([placement.as_dict() for placement in placements]))
    same(tuple(map(Placement.from_dict, value)), placements, "JSON")
    _check_solution(name, placements)
    position = attempt(Position, puzzle, placements)
    expect(all(each.piece != BLANK for each in placements), "nobody places what is not there")
    check_drawing(position.svg())


def _check_solution(name: str, placements: tuple[Placement, ...]) -> None:
    """Raise `Fault` if the verifier and the values disagree on a solution."""
    puzzle = small_puzzle(name)
    faults: tuple[Any, ...] = attempt(puzzle.check, placements)
    expect(all(fault.isprintable() for fault in faults), f"{faults} are printable")
    try:
        solution = Solution(puzzle.pattern, placements, puzzle.pieces)
    except SolutionError:
        expect(bool(faults), "the verifier finds what is wrong")
        return
    expect(not faults, f"the verifier agrees: {faults}")
    state = attempt_accepted(lambda: Position(puzzle, placements).state, "a solution, placed")
    covered = state.free & ~puzzle.pattern.blanks
    expect(not covered, "a solution covers all")
    check_drawing(solution._repr_svg_())


FUZZER = Fuzzer("solutions", "solutions as JSON: read, verified, placed, drawn", _cases, _check)
