"""Calls as people first write them: boards, sets and solutions in whatever form they have them."""

import copy
import pickle
from dataclasses import fields, is_dataclass
from inspect import isclass
from pathlib import Path

import numpy as np
import pytest
from exported import packages, public

import kaleido
from kaleido import PatternError, PieceError, PlacingError, Puzzle, Status, export, named_pattern
from kaleido.base.arguments import Method
from kaleido.base.errors import OptionError, SolutionError

CAR = named_pattern("car")
ANSWER = kaleido.solve(CAR)
DIGITS = [["xryb".index(letter) + 1 for letter in row] for row in CAR.rows]
BOARDS = {
    "rows": list(CAR.rows),
    "lists of letters": [list(row) for row in CAR.rows],
    "lists of digits": DIGITS,
    "an array of letters": np.array([list(row) for row in CAR.rows]),
    "an array of digits": np.array(DIGITS),
    "an array of whole floats": np.array(DIGITS, float),
    "64 letters": "".join(CAR.rows),
    "64 digits": "".join(str(digit) for row in DIGITS for digit in row),
}


@pytest.mark.parametrize("form", BOARDS)
def test_a_board_in_any_form_is_the_same_board(form):
    assert Puzzle(BOARDS[form]).pattern.rows == CAR.rows
    assert kaleido.solve(BOARDS[form]) == ANSWER


def test_a_path_is_a_file_whatever_its_name(tmp_path):
    path = tmp_path / "car"
    path.write_text("\n".join(CAR.rows))
    assert kaleido.solve(path).solution.pattern.rows == CAR.rows
    with pytest.raises(PatternError, match="nowhere"):
        kaleido.solve(tmp_path / "nowhere")


def test_a_set_of_pieces_has_a_name_or_a_file(tmp_path, monkeypatch):
    path = tmp_path / "dominoes.txt"
    path.write_text("# sides: mirrored\nD oo x2\n")
    assert Puzzle("2x2", path).count().solutions == kaleido.count("2x2", pieces=path).solutions == 2
    for puzzle in (Puzzle("car", "classic"), Puzzle(Puzzle("car"), "classic")):
        assert (puzzle.pattern.rows, puzzle.pieces) == (CAR.rows, kaleido.CLASSIC)
    assert kaleido.record("5x4", pieces="tetrominoes").answer.status is Status.NO_SOLUTION
    assert kaleido.sample("6x10", 1, pieces="pentominoes")[0].pieces.name == "pentominoes"
    assert kaleido.hint("6x10", pieces="pentominoes").placement is not None
    monkeypatch.chdir(tmp_path)
    (tmp_path / "classic").write_text(path.read_text())
    assert Puzzle("2x2", Path("classic")).pieces.size == 4
    with pytest.raises(PieceError, match=r"tetrominos.*tetrominoes"):
        Puzzle("5x4", "tetrominos")
    with pytest.raises(PieceError, match="5 is an int, expected a PieceSet, its name or its file"):
        Puzzle("5x4", 5)
    with pytest.raises(PieceError, match="60 cells in total, the board has 64"):
        kaleido.solve(Puzzle("car"), pieces="pentominoes")


def test_an_answer_is_true_if_it_has_a_solution_and_prints_its_board():
    proved = kaleido.solve("4x5", pieces="tetrominoes")
    gave_up = kaleido.solve("checkerboard", max_nodes=1)
    assert (proved.status, gave_up.status) == (Status.NO_SOLUTION, Status.GAVE_UP)
    assert [bool(each) for each in (ANSWER, proved, gave_up)] == [True, False, False]
    assert str(ANSWER) == f"{ANSWER.heading}\n{ANSWER.solution}"
    assert str(proved) == f"{proved.heading}\n{proved.pattern}"
    assert kaleido.solve("6x10", pieces="pentominoes").heading.startswith("Board of 6 × 10, str")
    untitled = kaleido.solve(["xrxrxrxr", "rxrxrxrx"] * 4, max_nodes=1)
    assert untitled.heading.startswith("Pattern, strategy")


def test_an_answer_is_checked_as_its_solution_is():
    for solution in (ANSWER, ANSWER.solution, ANSWER.solution.placements):
        assert kaleido.check("car", solution) == Puzzle("car").check(solution) == ()
        assert kaleido.check("starship", solution) != ()
    assert kaleido.check("car", kaleido.solve("car", max_nodes=1)) != ()
    with pytest.raises(SolutionError, match="5 is an int, expected a solution"):
        kaleido.check("car", 5)
    assert str(kaleido.check("car", ANSWER)) == "right: the solution has no faults"
    assert str(kaleido.check("car", [])).startswith("big wand (W) is missing\n")


METHODS = {label: each for label, each in public().items() if isinstance(each, Method)}


@pytest.mark.parametrize("label", METHODS)
def test_a_method_that_is_taken_for_its_result_names_the_call(label):
    method, name = METHODS[label], label.rpartition(".")[2]
    with pytest.raises(AttributeError, match=rf"^{name} is a method. Did you mean '{name}\((…)?\)"):
        method.solutions  # noqa: B018
    assert not hasattr(method, "__array__")
    assert pickle.loads(pickle.dumps(method)) is method


def test_a_solution_is_laid_on_a_board():
    for solution in (ANSWER, ANSWER.solution, ANSWER.moves):
        assert kaleido.Position("car", solution).check() == ()


def test_an_attribute_of_the_result_is_named():
    for attribute, name in (("hint", "sentence"), ("count", "symmetric"), ("solve", "status")):
        with pytest.raises(AttributeError, match=rf"mean '{attribute}\(\).{name}'"):
            getattr(getattr(kaleido.Position("car"), attribute), name)


def test_a_solution_is_an_array_of_letters_and_a_recording_has_its_moves():
    rows = kaleido.Position("car", ANSWER.solution.placements).text.split("/")
    assert ANSWER.solution.grid.tolist() == [list(row) for row in rows]
    assert kaleido.solve("soma-cube").solution.grid.shape == (9, 3)
    recording = kaleido.record("car", "paper")
    assert recording.moves == kaleido.solve("car", "paper").moves


def test_a_figure_is_saved(tmp_path: Path):
    kaleido.plot.board("car").save(tmp_path / "car.svg", title="A car")
    assert "<title>A car</title>" in (tmp_path / "car.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ([["x", "re"]] * 8, "'re' is no cell: expected a letter, a digit from 1 to 4 or a colour"),
        ([[1, 5] * 4] * 8, "'5'"),
        ([5], "5 is an int, expected rows of letters"),
        (None, "None is a NoneType, expected a Pattern, a Puzzle, a name, a file or rows"),
    ],
)
def test_what_is_no_board_is_refused_in_one_line(wrong, told):
    with pytest.raises(PatternError, match=told) as refused:
        kaleido.solve(wrong)
    assert "\n" not in str(refused.value)
    with pytest.raises(PatternError, match="expected rows with / between them"):
        kaleido.Pattern(list(CAR.rows))


def test_boards_of_the_suite_and_groups_are_names():
    boards = kaleido.suite(split=None)
    for name in ("pictures-003", "four-colours-192"):
        assert Puzzle(name.upper()).pattern.rows == boards[name].rows
        assert Puzzle(name).pattern.title == name
    runs = kaleido.compare(["standard", "pictures-003"], ["constrained"], max_nodes=1)
    assert [run.pattern for run in runs] == [*kaleido.pattern_names("standard"), "pictures-003"]
    with pytest.raises(PatternError, match="unknown name 'pictures-999'"):
        kaleido.solve("pictures-999")


@pytest.mark.parametrize(
    ("value", "name", "meant"),
    [
        (ANSWER, "grid", "Answer has no grid. Did you mean 'answer.solution.grid'?"),
        (ANSWER, "placements", "'answer.solution.placements'"),
        (ANSWER, "plot", "'kaleido.plot.board(answer)'"),
        (ANSWER, "save", "'kaleido.plot.board(answer).save(FILE)'"),
        (ANSWER, "save", "or 'json.dumps(answer.as_dict())'?"),
        (ANSWER, "to_pandas", "pandas.json_normalize(answer.as_dict()['placements'])"),
        (kaleido.Position("car"), "is_solvable", "'bool(position.solve())'"),
        (CAR, "is_solvable", "'kaleido.solve(pattern)'"),
        (ANSWER, "svg", "'answer.solution.svg()'"),
        (ANSWER.solution, "moves", "'solution.placements'"),
        (ANSWER.moves[0], "total", "'move.score.total'"),
        (kaleido.Puzzle("car"), "is_unique", "'puzzle.unique()'"),
        (ANSWER, "solved", "'answer.status'"),
        (ANSWER, "time", "'answer.seconds'"),
        (ANSWER, "show", "'print(answer)'"),
        (ANSWER.moves[0], "piece", "'move.placement.piece'"),
        (ANSWER.moves[0], "row", "'move.placement.cells'"),
        (Puzzle("car"), "solution", "'puzzle.solve().solution'"),
        (Puzzle("car"), "hints", "'hint'"),
        (kaleido.Position("car"), "undo", "'position.pop()'"),
        (kaleido.Position("car"), "is_solved", "'position.state.solved'"),
        (kaleido.Pattern, "load", "'Pattern.parse(text)'"),
        (Status, "solved", "'Status.SOLVED'"),
        (kaleido, "Suite", "'kaleido.lab.Suite'"),
        (kaleido, "unique", "'kaleido.Puzzle(…).unique()'"),
        (kaleido, "strategies", "kaleido has no strategies. Did you mean 'STRATEGIES'?"),
        (kaleido, "strategy_names", "'kaleido.STRATEGIES'"),
        (kaleido.lab, "Puzzle", "'kaleido.Puzzle'"),
        (kaleido.hint("car"), "text", "'hint.sentence'"),
        (kaleido.STRATEGIES, "paper_text", "strategies['paper-text']"),
        (kaleido.CLASSIC, "wand", "pieceset['wand']"),
        (kaleido.count("car"), "unique", "'count.symmetric'"),
        (kaleido.record("car"), "solution", "'recording.answer.solution'"),
        (kaleido.Position("car"), "move_stack", "'position.placements'"),
        (kaleido.Position, "from_fen", "'Position.parse(text)'"),
        (Puzzle("car"), "push", "'kaleido.Position(puzzle)'"),
        (Puzzle("car"), "legal_placements", "'kaleido.Position(puzzle)'"),
        (Puzzle, "from_file", "'kaleido.Puzzle(FILE)'"),
        (Puzzle("car"), "difficulty", "'puzzle.rate().difficulty'"),
        (ANSWER.solution.placements[0], "rotation", "'placement.face'"),
        (kaleido.compare("car", max_nodes=1), "groupby", "'comparison.to_pandas()'"),
        (kaleido.compare("car", max_nodes=1)[0], "time", "'run.seconds'"),
        (kaleido, "PATTERNS", "'kaleido.pattern_names()'"),
        (kaleido.Pattern, "random", "'kaleido.generate()'"),
        (ANSWER.solution, "check", "'kaleido.check(PATTERN, SOLUTION)'"),
    ],
)
def test_a_missing_attribute_names_the_one_that_is_meant(value, name, meant, refusal_of):
    assert meant in refusal_of(AttributeError, getattr, value, name)


FROZEN = (
    kaleido.CLASSIC,
    ANSWER.solution,
    ANSWER.solution.placements[0],
    kaleido.record("first-steps"),
    kaleido.compare("car", max_nodes=1),
    kaleido.CLASSIC["wand"].front.drawing,
    kaleido.designing.Specification(symmetries=("turn",)),
    kaleido.designing.Symmetry("half-turn", ("xr",)),
    kaleido.designing.Target(),
    kaleido.designing.as_sketch(CAR),
    kaleido.lab.suite(),
    kaleido.library.Polyform(kaleido.model.SQUARE, ((0, 0), (0, 1))),
)


@pytest.mark.parametrize("value", FROZEN, ids=lambda value: type(value).__name__)
def test_a_frozen_value_makes_tuples_of_lists(value):
    held = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
    lists = {name: list(own) for name, own in held.items() if isinstance(own, tuple)}
    made = type(value)(**{**held, **lists})
    assert lists
    assert {name: getattr(made, name) for name in lists} == {name: held[name] for name in lists}


def test_every_frozen_value_that_users_make_is_tried():
    kinds = {kind for package in packages() for kind in filter(isclass, vars(package).values())}
    made = {
        each
        for each in filter(is_dataclass, kinds)
        if getattr(vars(each).get("__init__"), "is_checked", False)
        and any("tuple[" in str(field.type).partition(",")[0] for field in fields(each))
    }
    assert made <= set(map(type, FROZEN))


def test_a_generator_has_the_name_of_its_function():
    assert "generator object generate at" in repr(kaleido.generate())


def test_a_board_is_no_strategy():
    with pytest.raises(OptionError, match="several boards go with a loop or `kaleido batch sol"):
        kaleido.solve("car", "twelve")


@pytest.mark.parametrize("board", ["car", "twelve"])
@pytest.mark.parametrize("command", ["solve", "show"])
def test_what_a_command_has_printed_is_a_board(board, command, tmp_path, output_of):
    path = tmp_path / "printed.txt"
    path.write_text(output_of(f"{command} {board}"), "utf-8")
    assert kaleido.Puzzle(path).pattern == kaleido.named_pattern(board)


def test_an_open_file_is_no_board(tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(CAR.text)
    with path.open() as file, pytest.raises(PatternError, match="is an open file, expected the n"):
        kaleido.solve(file)


def test_protocols_of_python_find_no_attributes():
    for value in (ANSWER, ANSWER.solution, CAR, kaleido.Position("car")):
        assert not hasattr(value, "__array_interface__")
        assert copy.copy(value) == value == pickle.loads(pickle.dumps(value))


def test_a_package_that_is_called_names_a_function():
    for package, usual in ((kaleido.plot, "plot.progression"), (export, r"Puzzle\(…\).export")):
        with pytest.raises(TypeError, match=f"is a package: .* such as kaleido.{usual}"):
            package("car")


def test_answers_counts_and_hints_go_where_they_are_put():
    assert int(kaleido.count("car")) == 32
    assert kaleido.plot.board(ANSWER).axes
    position = kaleido.Position("car")
    hint = position.hint()
    assert position.push(hint) == position.push(hint.placement)
    with pytest.raises(PlacingError, match="has no placement"):
        kaleido.Position("car", ANSWER.solution.placements).push(
            kaleido.Position("car", ANSWER.solution.placements).hint()
        )
    assert str(ANSWER.moves[0]) == "big wand (W) front at A4 scores 16"
