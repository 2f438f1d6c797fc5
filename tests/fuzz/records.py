"""Placements, positions and solutions, and files of boards, of runs and of weights."""

import csv
import io
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from fuzz.draw import CORPUS, NAMES, changed, changed_value, small_puzzle, spoken, texts
from fuzz.fuzzer import Refused, attempt, attempt_accepted, expect, fuzzer, same
from fuzz.promises import check_drawing, in_file
from kaleido import KaleidoError, Placement, Position, Solution, named_pattern
from kaleido.base.errors import SolutionError
from kaleido.base.schemas import read_schema
from kaleido.batch import FORMS, BoardInputs, SolveVerb, Verb, open_journal, run_batch
from kaleido.batch.verbs import ERROR
from kaleido.lab.comparison import Comparison, read_runs, rows_of
from kaleido.lab.run import FIELDS, Run
from kaleido.library.board_files import read_boards
from kaleido.model.placement import BLANK, placements_from_json
from kaleido.parallel.workers import Serial
from kaleido.search.notation import format_place, parse_place, place_name
from kaleido.search.strategies.policy import Policy, shipped_policy

_VALUES = ("I", "front", "back", BLANK, [0, 0], [[0, 1]], "domino", [], {})
_CAR = named_pattern("car").text
_BAD = "/".join(["rxrxrxrr"] * 8)
_BATCHES = (
    *(each.replace("CAR", _CAR).replace("BAD", _BAD) for each in CORPUS["batches"]),
    *(_CAR.replace("/", "\n"), json.dumps({"car": _CAR, "rows": _CAR.split("/"), "none": None})),
)
_VERBS = (
    SolveVerb(max_nodes=40),
    SolveVerb(pieces="tetrominoes", max_nodes=40),
    SolveVerb(strategy="paper", max_nodes=5),
)
_RUNS = (
    Run("car", "paper", 0, "solved", 20, 2, 0.0625),
    Run("a, b", "constrained", 7, "gave-up", 100, 50, 1.5, 100, 2.5, "0a1b"),
    Run("line\nbreak", 'quo"ted', -3, "no-solution", 0, 0, 0.0),
)
_RUN_FILES = (rows_of(_RUNS), rows_of(_RUNS[:1]), rows_of([]), rows_of(_RUNS, head=False))
_RUN = (*FIELDS, *("\n", ",", '"', '""', "solved", "gave-up", "1", "0.5", "-1", ",,", "car"))


@st.composite
def _placement_cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    problem = small_puzzle(name).problem
    drawn = (draw(st.integers(0, len(problem) - 1)) for _ in range(4))
    written = [
        write(placement, problem.pieces, problem.grid)
        for placement in problem.placements(drawn)
        for write in (format_place, place_name)
    ] or ["I@A1"]
    return name, draw(
        st.one_of(changed(written, CORPUS["place"], most=2), spoken(CORPUS["place"], most=6))
    )


@fuzzer("placements", "placements: written, read, placed", _placement_cases)
def _placements(case: tuple[str, str]) -> None:
    name, text = case
    puzzle = small_puzzle(name)
    problem = puzzle.problem
    placement = attempt(parse_place, text, puzzle.state)
    for write in (format_place, place_name):
        words = f"written by {write.__name__}"
        line = attempt_accepted(write, placement, problem.pieces, problem.grid, words=words)
        same(attempt_accepted(parse_place, line, puzzle.state, words=words), placement, words)
    value = json.loads(json.dumps(placement.as_dict()))
    same(Placement.from_dict(value), placement, "JSON")
    attempt(Position, puzzle, [placement])


@st.composite
def _position_cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    position = Position(small_puzzle(name))
    for _ in range(draw(st.integers(0, 4))):
        if legal := position.legal_placements:
            position = position.push(draw(st.sampled_from(legal)))
    samples = (position.text, position.text.replace("/", "\n"))
    return name, draw(
        st.one_of(changed(samples, CORPUS["position"], most=3), spoken(CORPUS["position"]))
    )


@fuzzer("positions", "positions: written, read, drawn", _position_cases)
def _positions(case: tuple[str, str]) -> None:
    name, text = case
    puzzle = small_puzzle(name)
    position = attempt(Position.parse, puzzle, text)
    again = attempt_accepted(Position.parse, puzzle, position.text, words="written and read")
    same(again, position, "written and read")
    check_drawing(position)


@cache
def _solution(name: str) -> str:
    """Return a solution as JSON, or a position where there is none."""
    puzzle = small_puzzle(name)
    found = puzzle.solve(max_nodes=3000).solution
    placements = found.placements if found else puzzle.problem.placements(range(1))
    return json.dumps([placement.as_dict() for placement in placements])


@st.composite
def _solution_cases(draw: st.DrawFn) -> tuple[str, str]:
    name = draw(st.sampled_from(NAMES))
    text = _solution(name)
    if draw(st.booleans()):
        return name, draw(texts((text, f'{{"placements": {text}}}'), CORPUS["solution"]))
    return name, json.dumps(draw(changed_value(json.loads(text), _VALUES)))


@fuzzer("solutions", "solutions as JSON: read, verified, placed, drawn", _solution_cases)
def _solutions(case: tuple[str, str]) -> None:
    name, text = case
    puzzle = small_puzzle(name)
    placements = attempt(placements_from_json, text)
    value = json.loads(json.dumps([placement.as_dict() for placement in placements]))
    same(tuple(map(Placement.from_dict, value)), placements, "JSON")
    faults: tuple[Any, ...] = attempt(puzzle.check, placements)
    expect(all(fault.isprintable() for fault in faults), f"{faults} are printable")
    try:
        solution = Solution(puzzle.pattern, placements, puzzle.pieces)
    except SolutionError:
        expect(bool(faults), "the verifier finds what is wrong")
    else:
        expect(not faults, f"the verifier agrees: {faults}")
        full = attempt_accepted(Position, puzzle, placements, words="a solution, placed")
        expect(not full.state.free & ~puzzle.pattern.blanks, "a solution covers all")
        check_drawing(solution)
    position = attempt(Position, puzzle, placements)
    expect(all(each.piece != BLANK for each in placements), "nobody places what is not there")
    check_drawing(position)


@fuzzer(
    "batches",
    "files of boards, and journals that go on",
    lambda: st.tuples(
        texts(_BATCHES, CORPUS["batch"]),
        st.sampled_from(("boards.txt", "boards.json", "boards.jsonl", "boards.csv")),
        st.tuples(st.sampled_from(sorted(FORMS)), st.integers(0, len(_VERBS) - 1)),
    ),
    "jsonschema",
)
def _batches(case: tuple[str, str, tuple[str, int]]) -> None:
    text, name, (form, number) = case
    in_file(text, name, lambda path: _check_batch(path, form, _VERBS[number]))


def _check_batch(path: Path, form: str, verb: Verb) -> None:
    from jsonschema import validate

    try:
        boards = read_boards(path)
    except KaleidoError as error:
        expect(str(error).isprintable(), f"{str(error)!r} is one line")
    else:
        expect(bool(boards), "there is a board")
    items = attempt(BoardInputs, [str(path)])
    out = path.parent / "records"

    def done(*, resume: bool) -> int:
        with open_journal(out, FORMS[form](verb.fields), verb.asked, resume=resume) as journal:
            return sum(1 for _ in run_batch(items, verb, Serial(), journal))

    number = done(resume=False)
    expect(number >= 1, "every file that is accepted has a board")
    whole = out.read_bytes()
    rows = _rows(whole.decode(), form)
    names = sorted(row["board"] for row in rows)
    same((len(rows), len(set(names))), (number, number), "a line for each record, each board once")
    for row in rows:
        if form == "jsonl":
            validate(row, read_schema("batch-solve"))
        expect(row["status"] in (*SolveVerb.answers, ERROR), f"the status of {row}")
        words = row["reason"] or ""
        expect(words.isprintable() and "Error: " not in words, f"the reason of {row}")
    # A run that was killed in its last record goes on.
    out.write_bytes(whole[: -max(1, len(whole) // 5)])
    attempt_accepted(lambda: done(resume=True), words="resumed")
    again = sorted(row["board"] for row in _rows(out.read_text(), form))
    same(again, names, "resumed records")


def _rows(text: str, form: str) -> list[dict[str, Any]]:
    if form == "csv":
        return list(csv.DictReader(io.StringIO(text)))
    return [json.loads(line) for line in text.splitlines()]


@fuzzer("runs", "files of runs: read and written", lambda: texts(_RUN_FILES, _RUN))
def _runs(text: str) -> None:
    runs = attempt(in_file, text, "runs.csv", read_runs)
    again = attempt_accepted(in_file, rows_of(runs), "runs.csv", read_runs, words="written")
    same(again, runs, "written and read")
    comparison = attempt_accepted(Comparison, runs, words="compared")
    records = json.loads(json.dumps(comparison.records()))
    same(attempt_accepted(Comparison.from_records, records, words="JSON"), comparison, "JSON")
    same(len(list(csv.reader(io.StringIO(rows_of(runs))))), len(runs) + 1, "a row for each")
    repr(comparison)
    for name in ("runs.jsonl", "runs.db"):
        with suppress(Refused):  # as it is of another form
            attempt(in_file, text, name, read_runs)


def _policy_cases() -> st.SearchStrategy[str]:
    value = {"strategy": "tuned", "policy": shipped_policy().as_dict()}
    fragments = ("{", "}", "[", '"policy"', '"weights"', "1", "true")
    return st.one_of(changed_value(value).map(json.dumps), texts((json.dumps(value),), fragments))


@fuzzer("policies", "files of learned weights", _policy_cases)
def _policies(text: str) -> None:
    policy = attempt(in_file, text, "weights.json", Policy.read)
    again = json.dumps({"policy": policy.as_dict()})
    read = attempt_accepted(in_file, again, "weights.json", Policy.read, words="written")
    same(read, policy, "written and read")
