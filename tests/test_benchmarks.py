import csv
import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from kaleido import named_pattern, named_puzzle, solve

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.fixture(autouse=True)
def _path(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHMARKS))


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.json"
    rows = {"starship": list(named_pattern("starship").rows), "hopeless": ["rxrxrxrr"] * 8}
    path.write_text(json.dumps(rows))
    return path


def rivals(*args):
    command = [sys.executable, str(BENCHMARKS / "rivals.py"), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.long
@pytest.mark.parametrize("rival", ["exact-cover", "xcover", "ortools"])
def test_a_rival_agrees(tmp_path, boards, rival):
    engines = importlib.import_module("engines").ENGINES
    if not engines[rival].installed:
        pytest.skip(f"{rival} is not installed")
    file = tmp_path / "runs.csv"
    done = rivals(
        *(boards, "--what", "both", "--cap", 120, "--engines", "kaleido", rival),
        *("--orders", 2, "--csv", file),
    )
    assert done.returncode == 0, done.stderr
    wanted = [
        (engine, what, board, order, solutions)
        for what, counts in (
            ("first", {"starship": "1", "hopeless": "0"}),
            ("count", {"starship": "4", "hopeless": "0"}),
        )
        for board, solutions in counts.items()
        for order in ("0", "1")
        for engine in ("kaleido", rival)
    ]
    rows = rows_of(file)
    keys = ("engine", "what", "board", "order", "solutions")
    assert {*rows[0]} == {*keys, "table", "model", "search", "finished"}
    assert wanted == [tuple(row[key] for key in keys) for row in rows]
    for row in rows:
        assert row["finished"] == "True"
        # The empty board may show that there is no solution, so that there is nothing to search.
        assert 0 < float(row["table"]) < 120
        assert 0 <= float(row["model"]) < 120
        assert 0 < float(row["search"]) < 120
    for engine in ("kaleido", rival):
        for step in ("build", "search", "both"):
            assert re.search(rf"\| {engine} +\| +{step} \| +4 of 4 \|", done.stdout)


def test_a_run_over_the_cap_is_killed_and_counts(tmp_path, boards):
    file = tmp_path / "runs.csv"
    done = rivals(boards, "--cap", 0.0001, "--engines", "kaleido", "--csv", file)
    assert done.returncode == 0, done.stderr
    rows = rows_of(file)
    assert [(row["board"], row["finished"], row["solutions"]) for row in rows] == [
        ("starship", "False", ""),
        ("hopeless", "False", ""),
    ]
    for row in rows:
        taken = sum(float(row[step]) for step in ("table", "model", "search"))
        assert taken == pytest.approx(0.0001)
    assert "0 of 2" in done.stdout
    assert "over 0.10" in done.stdout


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        (["nowhere.json"], "cannot read"),
        (["{boards}", "--boards", "car"], "no board 'car'"),
        (["{boards}", "--engines", "clever"], "no engine 'clever'; there are kaleido,"),
        (["{boards}", "--engines", "xcover-zdd"], "no engine left for the question 'first'"),
        (["{boards}", "--cap", "0"], "not a positive number"),
        (["{boards}", "--cap", "nan"], "not a positive number"),
        (["{boards}", "--orders", "0"], "the number of orders 0 is not 1 or more"),
        (["{boards}", "--cap", "soon"], "argument --cap: invalid float value: 'soon'"),
        (["{boards}", "--engines", "kaleido", "--csv", "{boards}/runs.csv"], "Not a directory"),
        ([], "are required: BOARDS"),
    ],
)
def test_bad_input(capsys, monkeypatch, boards, args, wanted):
    engines = importlib.import_module("engines")
    monkeypatch.setattr(engines, "find_spec", lambda _: True)
    main = importlib.import_module("rivals").main
    assert main([arg.format(boards=boards) for arg in args]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert wanted in captured.err.splitlines()[-1]
    assert all(line.startswith("rivals: ") for line in captured.err.splitlines())


def test_a_missing_package_is_named(capsys, monkeypatch, boards):
    engines = importlib.import_module("engines")
    monkeypatch.setattr(engines, "find_spec", lambda module: module != "xcover" or None)
    main = importlib.import_module("rivals").main
    assert main([str(boards)]) == 2
    error = capsys.readouterr().err
    assert "not installed: xcover; run pip install" in error
    assert error.count("\n") == 1


def test_disagreement_ends_the_run_but_for_engines_that_may_be_wrong():
    run = importlib.import_module("run")
    report = importlib.import_module("report").report
    right = [
        run.Run("exact-cover", "count", "car", 0, 0.1, 0.0, 0.4, True, 12_000),
        run.Run("xcover", "count", "car", 0, 0.1, 0.0, 0.15, True, 12_000),
        run.Run("ortools", "count", "car", 0, 0.1, 0.4, 9.5, False, None),
    ]
    doubtful = run.Run("xcover-zdd", "count", "car", 0, 0.05, 0.0, 0.05, True, 11_999)
    assert run.known_solutions([*right, doubtful]) == 12_000
    with pytest.raises(run.WrongAnswer, match=r"car \(count\): exact-cover 12,000, xcover 7"):
        run.known_solutions([right[0], right[1]._replace(solutions=7)])
    text = report([*right, doubtful], 10.0)
    assert "1 of 1, 1 wrong" in text
    assert "12,000" in text
    assert "0.1000 (11,999, wrong)" in text
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    # What was built is known of a run that was stopped in its search.
    assert ["ortools", "build", "0 of 1", *["500.00"] * 4] in lines
    assert ["ortools", "search", "0 of 1", *["over 9,500.00"] * 4] in lines
    assert ["ortools", "both", "0 of 1", *["over 10,000.00"] * 4] in lines
    # A single board has no interval.
    assert ["xcover", "both", *["0.50"] * 4] in lines
    assert run.known_solutions([right[2], doubtful]) is None
    assert "11,999, not checked" in report([right[2], doubtful], 10.0)


def test_a_wrong_solution_ends_the_run():
    run = importlib.import_module("run")
    worker_module = importlib.import_module("worker")

    class Liar:
        engine, what = "xcover", "first"

        def ask(self, _question, _cap):
            return worker_module.Reply(worker_module.Steps(0.1, 0.1, 0.1), True, ())

    question = importlib.import_module("engines").Question(named_pattern("car"))
    with pytest.raises(run.WrongAnswer, match=r"xcover is wrong on car: wand is missing"):
        run._run(Liar(), "car", question, 10.0)


def test_intervals_of_ratios_are_over_boards():
    """A rival that is slow on one board of forty, in all orders, may not be slow on others."""
    run = importlib.import_module("run")
    report = importlib.import_module("report").report
    runs = [
        run.Run(engine, "first", str(board), order, 0.5, 0.5, seconds, True, 1)
        for board in range(40)
        for order in range(3)
        for engine, seconds in (("kaleido", 1.0), ("xcover", 0.5 if board else 50.0))
    ]
    *_, line = (line for line in report(runs, 99.0).splitlines() if "| search |" in line)
    cells = [cell.strip() for cell in line.split("|")[3:-1]]
    assert cells[:3] == ["0.50", "50.00 (0.50 to 50.00)", "50.00 (0.50 to 50.00)"]
    assert cells[3].startswith("1.74 (0.50 to ")


def test_the_matrix_has_the_placements_and_the_pieces_to_spare():
    matrix = importlib.import_module("matrix").cover_matrix
    puzzle = named_puzzle("pentomino-triplication-f")
    table, problem, board = (
        matrix(puzzle.pattern, puzzle.pieces),
        puzzle.problem,
        puzzle.pattern.mask,
    )
    places = [place for place in range(board.bit_length()) if board >> place & 1]
    assert 0 < len(puzzle.problem) < len(table)
    for number, row in enumerate(table):
        filled = {places[column] for column in np.flatnonzero(row[: len(places)])}
        (piece,) = np.flatnonzero(row[len(places) :])
        if number < len(problem):
            assert sum(1 << place for place in filled) == problem.masks[number]
            assert piece == problem.piece_numbers[number]
        else:
            assert not filled
            assert not puzzle.pieces.needed[piece]
    dominoes = named_puzzle("domino-8x8")
    with pytest.raises(ValueError, match="several copies"):
        matrix(dominoes.pattern, dominoes.pieces)


def test_first_solutions_of_puzzles_beside_other_engines(capsys, monkeypatch):
    firsts = importlib.import_module("firsts")
    engines = importlib.import_module("engines").ENGINES
    monkeypatch.setattr(firsts, "ENGINES", {name: engines[name] for name in ("kaleido", "xcover")})
    if not engines["xcover"].installed:
        pytest.skip("xcover is not installed")
    monkeypatch.setattr("sys.argv", ["firsts.py", "--orders", "2", "orders-3x3", "kanoodle"])
    firsts.main()
    head, _, *lines, _, last = capsys.readouterr().out.splitlines()
    assert head == "| puzzle | table | kaleido | slowest | xcover | best ÷ kaleido |"
    assert [line.split(" | ")[0] for line in lines] == ["| orders-3x3", "| kanoodle"]
    for line in lines:
        table, ours, slowest, theirs, ratio = map(float, line.strip("| ").split(" | ")[1:])
        assert min(table, ours, theirs) > 0
        assert ours <= slowest
        assert ratio == pytest.approx(theirs / ours, abs=0.1, rel=0.1)
    assert re.fullmatch(r"ahead of the best of them on \d of 2, within three times on \d", last)


@pytest.mark.long
def test_memory_of_jobs(capsys, monkeypatch, boards):
    memory = importlib.import_module("memory")
    assert memory.main([str(boards), "--jobs", "start", "count the car"]) == 0
    lines = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [line[0] for line in lines[:2]] == ["`kaleido --version`", "`kaleido count car`"]
    assert lines[2][0].startswith("count in one process, the heaviest of 2 boards (")
    assert [line[1] for line in lines] == ["–", "4,000 MB", "4,000 MB"]
    start, count, _ = (int(line[2].removesuffix(" MB")) for line in lines)
    # Counting loads NumPy and SciPy.
    assert 5 < start < count < 4000
    monkeypatch.setitem(memory.COMMANDS, "start", ("--version", 10**6))
    assert memory.main(["--jobs", "start"]) == 1


@pytest.mark.web
def test_memory_of_a_server(capsys, monkeypatch):
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    memory = importlib.import_module("memory")
    monkeypatch.setattr(memory, "HEAVY", "car")
    assert memory.main(["--jobs", "server"]) == 0
    rows = [line.split("|") for line in capsys.readouterr().out.splitlines()[2:]]
    idle, *others = (float(row[4].removesuffix(" MB ")) for row in rows)
    assert len(others) == 4
    assert all(other > idle for other in others)  # there are workers, too


def test_memory_of_boards_that_are_none(capsys, tmp_path):
    memory = importlib.import_module("memory")
    with pytest.raises(SystemExit, match="2"):
        memory.main([str(tmp_path / "nowhere.json")])
    assert "No such file or directory" in capsys.readouterr().err.splitlines()[-1]


def test_memory_of_processes_together(tmp_path):
    """Two processes that hold memory at the same time take it twice; a failed job is an error."""
    peak_of = importlib.import_module("peak").peak_of
    hold = "held = bytes(40_000_000).replace(b'\\0', b'x'); import time; time.sleep(0.3)"
    both = f"import subprocess, sys; other = subprocess.Popen([sys.executable, '-c', {hold!r}]); "
    peak = peak_of([sys.executable, "-c", both + hold + "; other.wait()"], str(tmp_path))
    assert 40e6 < peak.largest < 75e6
    assert peak.together > 80e6
    with pytest.raises(SystemExit, match="ended with 3: no"):
        peak_of(
            [sys.executable, "-c", "import sys; print('no', file=sys.stderr); sys.exit(3)"],
            str(tmp_path),
        )


def edge_information(*args):
    assert importlib.import_module("edge_information").main([*map(str, args)]) == 0
    return rows_of(args[0])


def test_edge_information_is_measured_board_by_board(tmp_path):
    rows = edge_information(
        tmp_path / "measured.csv", "-n", 1, "--patterns", "car", "starship", "--max-nodes", 25
    )
    kinds = ["collection", "collection", "red and black", "four colours", "matched"]
    assert [row["kind"] for row in rows] == kinds
    assert [row["solutions"] for row in rows[:2]] == ["32", "4"]
    assert (rows[0]["edges"], rows[0]["islands"]) == ("52", "8")
    # As in the paper's figures, its method solves the car in 20 moves; edge matching needs more.
    assert rows[0]["paper 0"] == "20"
    assert rows[0]["edge-matching 0"] == ""
    for number, letters in ((2, "xr/"), (3, "xryb/"), (4, "xr/")):
        assert set(rows[number]["pattern"]) == set(letters)
    assert 100 <= int(rows[4]["solutions"]) <= 999
    for row in rows:
        runs = [int(value) for name, value in row.items() if name[-1].isdigit() and value]
        assert all(18 <= nodes <= 25 for nodes in runs)


def test_the_boards_of_the_notebook_are_made_again(tmp_path):
    """The file beside the notebook starts each kind with the boards that are made first."""
    kept = rows_of(BENCHMARKS.parent / "notebooks" / "edge-information.csv")
    again = edge_information(tmp_path / "again.csv", "-n", 1, "--patterns", "car", "--max-nodes", 1)
    for row in again:
        (same,) = (each for each in kept if each["board"] == row["board"])
        for name in ("kind", "pattern", "edges", "islands", "solutions"):
            assert row[name] == same[name]


@pytest.mark.long
def test_the_trade_off_is_measured_variant_by_variant(tmp_path, capsys, monkeypatch):
    tradeoff = importlib.import_module("tradeoff")
    monkeypatch.setattr(importlib.import_module("resampling"), "RESAMPLES", 50)
    path, figure = tmp_path / "boards.json", tmp_path / "figure.svg"
    names = ("starship", "car")
    path.write_text(json.dumps({name: list(named_pattern(name).rows) for name in names}))
    args = [path, "--turns", 1, "--seeds", 1, "--repeats", 1, "--figure", figure]
    monkeypatch.setattr(sys, "argv", ["tradeoff.py", *map(str, args)])
    assert tradeoff.main() == 0
    head, _, *lines = [line.split(" | ") for line in capsys.readouterr().out.splitlines()]
    strategies = tradeoff.variants()
    assert [cells[0].removeprefix("| ") for cells in lines] == list(strategies)
    for cells, make in zip(lines, strategies.values(), strict=True):
        nodes = [solve(named_pattern(name), make(0)).nodes for name in names]
        assert cells[head.index("mean nodes")].startswith(f"{sum(nodes) / 2:.0f} (")
    ratios = [each for each, title in zip(lines[0], head, strict=True) if title.startswith("×")]
    assert {each.removesuffix(" |") for each in ratios} == {"1.00 (1.00 to 1.00)"}
    assert "<svg" in figure.read_text(encoding="utf-8")


def test_intervals_of_the_trade_off_keep_the_runs_of_a_board_together():
    """Sixteen equal runs of a board say no more than one."""
    resampling = importlib.import_module("resampling")
    interval, mean = resampling.interval, resampling.mean
    once = np.random.default_rng(1).normal(size=(40, 1))
    assert interval(mean, np.repeat(once, 16, axis=1)) == pytest.approx(interval(mean, once))


def test_the_cost_of_a_node(capsys, monkeypatch, boards):
    nodes = importlib.import_module("nodes")
    found = nodes.measure(boards, 30)
    # The board without a solution is refuted before any node.
    assert {name: len(pairs) for name, pairs in found.items()} == dict.fromkeys(nodes.NAMES, 1)
    assert all(seconds > 0 and 18 <= count <= 30 for ((seconds, count),) in found.values())
    rounds = [{"paper": [(3e-3, 10), (1e-3, 10)]}, {"paper": [(5e-3, 10), (2e-3, 20)]}]
    assert nodes.costs(rounds, "paper") == pytest.approx((216.6666667, 250.0))
    monkeypatch.setattr("sys.argv", ["nodes.py", str(boards), "--rounds", "2", "--max-nodes", "9"])
    monkeypatch.setattr(nodes, "ask", lambda *_: {name: found[name] for name in nodes.NAMES})
    nodes.main()
    assert capsys.readouterr().out.count("\n| `") == 3


@pytest.mark.long
def test_ratings_side_by_side(capsys, monkeypatch, tmp_path):
    rated = importlib.import_module("rated")
    monkeypatch.setattr(rated, "LEVELS", (1,))
    path = tmp_path / "boards.json"
    path.write_text(json.dumps({"starship": list(named_pattern("starship").rows)}))
    own = str(BENCHMARKS.parent)
    assert rated.main([str(path), "--beside", own, "--boards", "1"]) == 0
    tables = capsys.readouterr().out.split("\n\n")
    assert [table.count(f"\n| {BENCHMARKS.parent.name} |") for table in tables] == [2, 2]


def test_sides_that_rate_otherwise_are_told():
    rated = importlib.import_module("rated")

    class Side:
        def __init__(self, toil):
            self.toil = toil

        def ask(self, line):
            assert line == "rate car"
            return ["0.25", "0.5", "32", self.toil]

    task = rated.Task([Side("1.5"), Side("1.5")])
    task.run(["rate car"])
    assert (task.firsts, task.seconds) == ([[0.25]] * 2, [[0.5]] * 2)
    with pytest.raises(SystemExit, match="the sides differ on 'rate car'"):
        rated.Task([Side("1.5"), Side("1.6")]).run(["rate car"])


@pytest.mark.long
def test_sides_take_turns(capsys, tmp_path):
    sides = importlib.import_module("sides")
    path = tmp_path / "boards.json"
    path.write_text(json.dumps({"car": list(named_pattern("car").rows)}))
    sides.main([str(path), "--beside", str(sides.HERE), "--seeds", "1"])
    _, _, *rows, ratios = capsys.readouterr().out.splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    board, nodes = named_pattern("car"), 0
    for _ in range(4):
        nodes += solve(board, seed=0).nodes
        board = board.rotated()
    assert [row[0] for row in cells] == [sides.HERE.name] * 2
    assert {row[-1] for row in cells} == {f"{nodes / 4:.0f}"}
    assert ratios.endswith("| 1.00 |")


@pytest.mark.web
def test_streams_are_counted(capsys, boards):
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    streams = importlib.import_module("streams")
    assert streams.main([str(boards), "--max-nodes", "10"]) == 0
    _, _, *rows = capsys.readouterr().out.splitlines()
    assert [row.split("|")[1].strip() for row in rows] == [
        f"`{each}`" for each in streams.STRATEGIES
    ]
    assert all(int(row.split("|")[2]) > 4 for row in rows)
