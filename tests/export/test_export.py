import functools
import itertools
import json
import re

import numpy as np
import pytest
from hypothesis import given, strategies as st
from solver_files import every_model, printed, read_dimacs, read_dlx, valued
from some import some

from kaleido import OptionError, PieceSet, Placement, Position, Puzzle, Solution, named_pattern
from kaleido.base.errors import SolutionError
from kaleido.cli import app
from kaleido.export import (
    dimacs_lines,
    dlx_lines,
    export_lines,
    json_lines,
    placements_from_dimacs,
    placements_from_dlx,
    puzzle_dict,
)
from kaleido.export.cover import Cover
from kaleido.export.dimacs import PAIRWISE, between
from kaleido.model.board import Board
from kaleido.model.piece import Orientation, Piece
from kaleido.search.notation import parse_place

ORDERS = "# sides: mirrored\n1 o\n2 oo\n3I ooo\n3L oo/o."
TETROMINOES = "# sides: mirrored\nI oooo\nL ooo/o..\nO oo/oo\nS .oo/oo.\nT ooo/.o."

RULED = """# sides: mirrored
I oooo fixed
L ooo/o.. x1-2 in edge
S .oo/oo. x0-2
M o x2-5 in a
"""

RANGES = "# sides: one-sided\n# use: some\nI oooo\nL ooo/o.. x1-2\nO oo/oo\nM o x2-4"

# By name: the board, its seams, the pieces, and those placed. The fuzzer asks about many others.
PUZZLES = {
    "rules": ("# optional: ab\naaobb/ooooo/aaooa/ooaoo", "", RULED, ()),
    "optional": ("# optional: -\n-ooo/-oo-/oo-o", "rows", RANGES, ("L@A2:front",)),
    "3x3": ("3x3", "", ORDERS, ()),
    "torus": ("4x5", "both", TETROMINOES, ("I@0,0:front",)),
    "dominoes": ("4x6", "", "# sides: mirrored\nD oo x12", ()),
    "copies": ("3x4", "", "# sides: mirrored\nL oo/o. x2\nD oo x2\nM o x2", ("L@0,0:front",)),
    "placed": ("4x5", "columns", TETROMINOES, ("O@0,4",)),
    "shown and placed": ("IIoo/oooo", "", "# sides: mirrored\nI oo x4", ("I@0,2:front90",)),
    "faces alike": ("2x3", "", "# sides: two-faced\nD oo oo x2\nM o o\nN o o", ("M@0,0:front",)),
    "none": ("4x5", "", TETROMINOES, ()),
}
KNOWN = {"fancy-chessboard": 118, "dominoes": 281, "none": 0}
BEGUN = ("wand@2,0:front", "small-wand@3,4:front")
NAMES = ["begun", *PUZZLES]
# Without copies, which not every solver can be told.
SINGLE = ["begun", *(name for name, parts in PUZZLES.items() if " x" not in parts[2])]


def posed(name):
    """Give a puzzle by name, and the pieces placed on it."""
    if name not in PUZZLES:
        puzzle = Puzzle(named_pattern("fancy-chessboard"))
        more = BEGUN if name == "begun" else ()
    else:
        text, wrap, pieces, more = PUZZLES[name]
        puzzle = Puzzle(Board.parse(text, wrap), PieceSet.parse(name, pieces))
    return puzzle, tuple(parse_place(place, puzzle.state) for place in more)


@functools.cache
def expected(name):
    """Find every solution of a puzzle with the package itself."""
    puzzle, placed = posed(name)
    found = {frozenset(each.placements) for each in Position(puzzle, placed).solutions()}
    assert Position(puzzle, placed).count().solutions == len(found) == KNOWN.get(name, len(found))
    return found


def check(name, puzzle, found):
    """Hold what another solver found against the package's own answers."""
    solutions = [Solution(puzzle.pattern, each, puzzle.pieces) for each in found]
    assert len(solutions) == len(expected(name))
    assert {frozenset(each.placements) for each in solutions} == expected(name)


# Knuth's text, and a solver for it.


@pytest.mark.parametrize(
    "name", [pytest.param("fancy-chessboard", marks=pytest.mark.long), *SINGLE]
)
def test_dlx_is_solved_by_exact_cover(name):
    exact_cover = pytest.importorskip("exact_cover")
    puzzle, placed = posed(name)
    bounds, options = read_dlx(dlx_lines(Position(puzzle, placed).state))
    # It has no secondary items: an option more fills each alone.
    alone = [[each] for each, (least, _) in bounds.items() if not least]
    columns = {each: column for column, each in enumerate(bounds)}
    matrix = np.zeros((len(options) + len(alone), len(bounds)), dtype=bool)
    for row, option in enumerate(options + alone):
        matrix[row, [columns[each] for each in option]] = True
    try:
        rows = exact_cover.get_all_solutions(matrix)
    except exact_cover.error.NoSolution:
        rows = []
    found = [[row for row in chosen if row < len(options)] for chosen in rows]
    check(name, puzzle, placements_from_dlx(printed(options, found), puzzle.problem))


def test_dlx_names_suit_the_programs():
    puzzle = Puzzle(named_pattern("car"))
    lines = list(dlx_lines(puzzle.state))
    assert lines[:2] == ["| Car", "| 82 items, 270 options"]
    assert "| l4-rig~6 is the piece l4-right-x" in lines
    bounds, _ = read_dlx(lines)
    assert list(bounds)[:2] == ["0,0", "0,1"]
    assert {"wand", "t-r", "domino", "small-~2"} <= set(bounds)
    assert set(bounds.values()) == {(1, 1)}


WEIRD = st.text(st.sampled_from("ab~1|=()é"), min_size=1, max_size=12)


@given(st.lists(WEIRD, min_size=1, max_size=30, unique=True))
def test_any_names_become_safe_and_different(names):
    dot = Orientation.parse("o")
    pieces = PieceSet(
        "weird",
        tuple(Piece.of(name, dot, mirrors=False) for name in names),
        sides="one-sided",
        use="some",
    )
    items = [item.name for item in Cover(Puzzle(Board.parse("1x1"), pieces).problem).items]
    assert len(set(items)) == len(items)
    assert all(re.fullmatch(r"[!-9;-{}~]{1,8}", item) for item in items)


def test_dlx_output_may_be_one_solution_without_a_number():
    puzzle, _ = posed("3x3")
    text = "| a remark\n 2 0,1 0,0\n\n null 2,2\n0,2 1 (1 of 9)\n"
    ((two, one),) = placements_from_dlx(text, puzzle.problem)
    assert two == Placement("2", "front", ((0, 0), (0, 1)))
    assert one == Placement("1", "front", ((0, 2),))
    assert placements_from_dlx("", puzzle.problem) == []


@pytest.mark.parametrize("line", ["0,0 0,1 3L", "0,0 0,1", "0,0 zz", "Altogether 5 solutions"])
def test_dlx_output_that_is_not_of_the_puzzle(line):
    with pytest.raises(SolutionError, match=rf"^'{line} \(2 of 3\)' is no option") as error:
        placements_from_dlx(f"1:\n {line} (2 of 3)", posed("3x3")[0].problem)
    assert "\n" not in str(error.value)


# Clauses.


@pytest.mark.parametrize("size", [*range(1, 7), pytest.param(7, marks=pytest.mark.long)])
def test_counters_have_one_model_for_each_choice(size):
    literals = list(range(1, size + 1))
    for most in some(range(1, size + 2)):
        for least in some(range(most + 1)):
            clauses = list(between(literals, least, most, itertools.count(size + 1)))
            found = [
                sum(literal > 0 for literal in model if abs(literal) <= size)
                for model in every_model(clauses, size)
            ]
            assert len(found) == sum(
                least <= chosen.count(True) <= most
                for chosen in itertools.product([True, False], repeat=size)
            )
            assert all(least <= number <= most for number in found)


def test_counters_have_few_clauses():
    fresh = itertools.count(1001)
    clauses = list(between(range(1, 1001), 1, 1, fresh))
    assert next(fresh) - 1001 == 998
    assert len(clauses) < 4_000
    pairs = list(between(range(1, PAIRWISE + 1), 1, 1, fresh))
    assert len(pairs) <= 4 * PAIRWISE + 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.few(6)
def test_dimacs_is_solved_by_a_sat_solver(name):
    pysat = pytest.importorskip("pysat.solvers")
    formula = pytest.importorskip("pysat.formula")
    puzzle, placed = posed(name)
    text = "\n".join(dimacs_lines(Position(puzzle, placed).state))
    variables, clauses = read_dimacs(text.splitlines())
    cnf = formula.CNF(from_string=text)
    assert cnf.clauses == list(map(list, clauses))
    with pysat.Solver("glucose4", bootstrap_with=cnf) as solver:
        found = list(solver.enum_models())
    assert all(len(model) == variables for model in found)
    text = "\n".join(map(valued, found)) if found else "s UNSATISFIABLE\n"
    check(name, puzzle, placements_from_dimacs(text, puzzle.problem))


def test_dimacs_says_what_the_variables_are():
    puzzle, placed = posed("placed")
    lines = list(dimacs_lines(Position(puzzle, placed).state))
    named = dict(line.split()[2:] for line in lines if line.startswith("c var "))
    for number, place in named.items():
        assert puzzle.problem.number_of(parse_place(place, puzzle.state)) == int(number) - 1
    variables, clauses = read_dimacs(lines)
    assert {
        (-number,) for number in range(1, len(puzzle.problem) + 1) if str(number) not in named
    } == {clause for clause in clauses if len(clause) == 1 and clause[0] < 0}
    assert variables > len(puzzle.problem)


def test_dimacs_does_not_count_what_the_board_has_no_room_for():
    puzzle, placed = posed("dominoes")
    variables, _ = read_dimacs(dimacs_lines(Position(puzzle, placed).state))
    assert variables == len(puzzle.problem)


@pytest.mark.parametrize(
    "text",
    [
        "s SATISFIABLE\nv 1 -2 0",
        "c made by hand\nv 1 -2\nv -3 99999 0\n",
        "SAT\n1 -2 -3 0\n",
        "1 -2",
    ],
)
def test_dimacs_output_comes_in_several_forms(text):
    puzzle, _ = posed("3x3")
    assert placements_from_dimacs(text, puzzle.problem) == [(puzzle.problem.placement(0),)]


@pytest.mark.parametrize("text", ["s UNSATISFIABLE", "UNSAT\n", "c x\ns UNSATISFIABLE\nv 0\n"])
def test_dimacs_output_may_say_that_there_is_none(text):
    assert placements_from_dimacs(text, posed("3x3")[0].problem) == []


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "'' has no line 'v …'"),
        ("s SATISFIABLE\n", "'s SATISFIABLE"),
        ("s UNKNOWN", "'UNKNOWN' in 's UNKNOWN' is no value"),
        ("v 1 x 0", "'x' in 'v 1 x 0' is no value"),
    ],
)
def test_dimacs_output_that_says_nothing(text, wanted, refusal_of):
    assert wanted in refusal_of(
        SolutionError, lambda: placements_from_dimacs(text, posed("3x3")[0].problem)
    )


# JSON.


@pytest.mark.parametrize("name", NAMES)
def test_json_is_the_dictionary(name):
    puzzle, placed = posed(name)
    state = Position(puzzle, placed).state
    value = json.loads("\n".join(json_lines(state)))
    assert value == puzzle_dict(state)
    assert "/".join(value["board"]) == puzzle.pattern.text
    assert (value["title"], value["wrap"]) == (puzzle.pattern.title, puzzle.pattern.wrap)
    sizes = [
        len(drawn["drawings"]["front"].replace("/", "").replace(".", "")) * drawn["copies"]
        for drawn in value["pieces"]["pieces"]
    ]
    assert sum(sizes) == puzzle.pieces.size
    lying = [Placement.from_dict(each) for each in value["placed"]]
    assert lying == [*puzzle.problem.placements(puzzle.problem.givens), *placed]
    items = value["items"]
    for option in value["options"]:
        filled = [items[place] for place in option["items"]]
        assert [item["cell"] for item in filled[:-1]] == option["cells"]
        assert filled[-1]["piece"] == option["piece"]
        assert puzzle.problem.number_of(Placement.from_dict(option)) is not None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.few(10)
def test_json_is_solved_by_or_tools(name):
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    puzzle, placed = posed(name)
    value = json.loads("\n".join(json_lines(Position(puzzle, placed).state)))
    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in value["options"]]
    for place, item in enumerate(value["items"]):
        filling = [
            variable
            for variable, option in zip(chosen, value["options"], strict=True)
            if place in option["items"]
        ]
        model.add_linear_constraint(sum(filling), item["least"], item["most"])
    found = []

    class Keeper(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self):
            pairs = zip(chosen, value["options"], strict=True)
            found.append([option for variable, option in pairs if self.boolean_value(variable)])

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    assert solver.status_name(solver.solve(model, Keeper())) in ("OPTIMAL", "INFEASIBLE")
    check(name, puzzle, [tuple(map(Placement.from_dict, each)) for each in found])


# All forms.


def test_unknown_form():
    puzzle, _ = posed("3x3")
    known = "expected dlx, dimacs, json or burrtools"
    for form, near in (("csv", ""), ("sat", r"; did you mean dimacs\?")):
        with pytest.raises(OptionError, match=rf"^unknown format '{form}': {known}{near}$"):
            export_lines(puzzle.state, form)


# The command.


def run(*args):
    return app(args=["export", *args], standalone_mode=False)


@pytest.mark.parametrize(
    ("form", "name"), [("dlx", "a.dlx"), ("dimacs", "a.cnf"), ("json", "a.json")]
)
def test_command_writes_what_it_prints(tmp_path, capsys, form, name):
    asked = ("first-steps", "--format", form)
    run(*asked)
    printed_ = capsys.readouterr().out
    assert printed_.splitlines() == list(export_lines(Puzzle("first-steps").state, form))
    path = tmp_path / name
    run(*asked, "-o", str(path))
    assert path.read_text(encoding="utf-8") == printed_
    assert capsys.readouterr().out == f"{path}: {form}, {path.stat().st_size:,} bytes\n"
    assert list(tmp_path.iterdir()) == [path]


def test_command_gives_what_is_placed(tmp_path, capsys):
    path = tmp_path / "pieces.txt"
    path.write_text(ORDERS, encoding="utf-8")
    run("--board", "3x3", "--pieces", str(path), "--place", "2@0,0:front", "-f", "json")
    value = json.loads(capsys.readouterr().out)
    assert value["placed"] == [{"piece": "2", "face": "front", "cells": [[0, 0], [0, 1]]}]
    assert [option for option in value["options"] if option["piece"] == "2"] == [
        {"piece": "2", "face": "front", "cells": [[0, 0], [0, 1]], "items": [0, 1, 10]}
    ]


def test_command_refuses_a_name_that_is_of_another_form(tmp_path):
    for form, name in (("dlx", "a.cnf"), ("dimacs", "a.json"), ("json", "a")):
        with pytest.raises(OptionError, match=r"^cannot write .*: expected a name that ends in"):
            run("fancy-chessboard", "--format", form, "-o", str(tmp_path / name))
    with pytest.raises(OptionError, match="unknown format 'cnf'"):
        run("fancy-chessboard", "--format", "cnf", "-o", str(tmp_path / "a.cnf"))
