import csv
import json
import re
import subprocess
import sys
from pathlib import Path

import engines
import memory
import numpy as np
import pytest
import report
import rivals
import runs
import sides
from some import some

import puzzles
from kaleido import KaleidoError, named_pattern, named_puzzle, solve

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.json"
    rows = {"starship": list(named_pattern("starship").rows), "hopeless": ["rxrxrxrr"] * 8}
    path.write_text(json.dumps(rows))
    return path


RIVALS = ["exact-cover", "xcover", "ortools", "cadical", "miniexact", "pyxcc"]


def run_rivals(*args):
    command = [sys.executable, str(BENCHMARKS / "rivals.py"), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)


def rows_of(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.long
@pytest.mark.parametrize("rival", RIVALS)
def test_a_rival_agrees(tmp_path, boards, rival):
    if not engines.ENGINES[rival].installed:
        pytest.skip(f"{rival} is not installed")
    file = tmp_path / "runs.csv"
    done = run_rivals(
        *(boards, "--what", "both", "--cap", 120, "--engine", "kaleido", "--engine", rival),
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
        if engines.ENGINES[engine].answers(what)
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


def test_a_run_over_the_cap_is_killed_and_counts(capsys, tmp_path, boards):
    file = tmp_path / "runs.csv"
    rivals.main(boards, cap=0.0001, engine=["kaleido"], csv_file=file)
    rows = rows_of(file)
    assert [(row["board"], row["finished"], row["solutions"]) for row in rows] == [
        ("starship", "False", ""),
        ("hopeless", "False", ""),
    ]
    for row in rows:
        taken = sum(float(row[step]) for step in ("table", "model", "search"))
        assert taken == pytest.approx(0.0001)
    out = capsys.readouterr().out
    assert "0 of 2" in out
    assert "over 0.10" in out


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ({"file": Path("nowhere.json")}, "cannot read"),
        ({"board": ["car"]}, "no board 'car'"),
        ({"engine": ["clever"]}, "no engine 'clever'; there are kaleido,"),
        ({"engine": ["xcover-zdd"]}, "no engine left for the question 'first'"),
        ({"cap": 0}, "not a positive number"),
        ({"cap": float("nan")}, "not a positive number"),
    ],
)
def test_bad_input(monkeypatch, boards, options, wanted):
    monkeypatch.setattr(engines, "find_spec", lambda _: True)
    with pytest.raises(KaleidoError, match=wanted):
        rivals.main(**{"file": boards, **options})


def test_bad_input_is_told_in_a_line(boards):
    done = run_rivals(boards, "--board", "car")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"rivals: no board 'car' in '.*'\n", done.stderr)


def test_a_missing_package_is_named(monkeypatch, boards):
    monkeypatch.setattr(engines, "find_spec", lambda module: module != "xcover" or None)
    with pytest.raises(KaleidoError, match="not installed: xcover; run pip install"):
        rivals.main(boards)


def test_disagreement_ends_the_run_but_for_engines_that_may_be_wrong(capsys):
    right = [
        runs.Run("exact-cover", "count", "car", 0, 0.1, 0.0, 0.4, True, 12_000),
        runs.Run("xcover", "count", "car", 0, 0.1, 0.0, 0.15, True, 12_000),
        runs.Run("ortools", "count", "car", 0, 0.1, 0.4, 9.5, False, None),
    ]
    doubtful = runs.Run("xcover-zdd", "count", "car", 0, 0.05, 0.0, 0.05, True, 11_999)
    assert runs.known_solutions([*right, doubtful]) == 12_000
    with pytest.raises(runs.WrongAnswer, match=r"car \(count\): exact-cover 12,000, xcover 7"):
        runs.known_solutions([right[0], right[1]._replace(solutions=7)])
    report.report([*right, doubtful], 10.0)
    text = capsys.readouterr().out
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
    assert runs.known_solutions([right[2], doubtful]) is None
    report.report([right[2], doubtful], 10.0)
    assert "11,999, not checked" in capsys.readouterr().out


def test_a_wrong_solution_ends_the_run():
    class Liar:
        engine, what = "xcover", "first"

        def ask(self, _question, _cap):
            return [0.1, 0.1, 0.1], True, ()

    question = engines.Question(named_pattern("car"))
    with pytest.raises(
        runs.WrongAnswer, match=r"xcover is wrong on car: big wand \(W\) is missing"
    ):
        runs.run_one(Liar(), "car", question, 10.0)


def test_intervals_of_ratios_are_over_boards(capsys):
    """A rival that is slow on one board of forty, in all orders, may not be slow on others."""
    own = [
        runs.Run(engine, "first", str(board), order, 0.5, 0.5, seconds, True, 1)
        for board in range(40)
        for order in range(3)
        for engine, seconds in (("kaleido", 1.0), ("xcover", 0.5 if board else 50.0))
    ]
    report.report(own, 99.0)
    *_, line = (line for line in capsys.readouterr().out.splitlines() if "| search |" in line)
    cells = [cell.strip() for cell in line.split("|")[3:-1]]
    assert cells[:3] == ["0.50", "50.00 (0.50 to 50.00)", "50.00 (0.50 to 50.00)"]
    assert cells[3].startswith("1.74 (0.50 to ")


def test_the_matrix_has_the_placements_and_the_pieces_to_spare():
    puzzle = named_puzzle("pentomino-triplication-f")
    table = engines.cover_matrix(puzzle.pattern, puzzle.pieces)
    problem, board = puzzle.problem, puzzle.pattern.mask
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
        engines.cover_matrix(dominoes.pattern, dominoes.pieces)


@pytest.mark.long
def test_first_solutions_of_puzzles_beside_other_engines(capsys, monkeypatch):
    chosen = {name: engines.ENGINES[name] for name in ("kaleido", "xcover")}
    monkeypatch.setattr(puzzles, "ENGINES", chosen)
    if not chosen["xcover"].installed:
        pytest.skip("xcover is not installed")
    puzzles.first(["orders-3x3", "kanoodle"], orders=2)
    head, _, *lines, _, last = capsys.readouterr().out.splitlines()
    assert head == "| puzzle | table | kaleido | slowest | python | xcover | best ÷ kaleido |"
    assert [line.split(" | ")[0] for line in lines] == ["| orders-3x3", "| kanoodle"]
    for line in lines:
        table, ours, slowest, python, theirs, ratio = map(float, line.strip("| ").split(" | ")[1:])
        assert min(table, ours, python, theirs) > 0
        assert ours <= slowest
        assert ratio == pytest.approx(theirs / ours, abs=0.1, rel=0.1)
    assert re.fullmatch(r"ahead of the best of them on \d of 2, within 1.5 times on \d", last)


@pytest.mark.long
def test_memory_of_jobs(capsys, monkeypatch, boards):
    assert memory.main(boards, ["start", "count the car"]) == 0
    lines = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [line[0] for line in lines[:2]] == ["`kaleido --version`", "`kaleido count car`"]
    assert lines[2][0].startswith("count in one process, the heaviest of 2 boards (")
    assert [line[1] for line in lines] == ["–", "4,000 MB", "4,000 MB"]
    start, count, _ = (int(line[2].removesuffix(" MB")) for line in lines)
    # Counting loads NumPy and SciPy.
    assert 5 < start < count < 4000
    monkeypatch.setitem(memory.COMMANDS, "start", ("--version", 10**6))
    assert memory.main(None, ["start"]) == 1


@pytest.mark.web
def test_memory_of_a_server(capsys, monkeypatch):
    pytest.importorskip("uvicorn", reason="needs the extra `web`")
    monkeypatch.setattr(memory, "HEAVY", "car")
    assert memory.main(None, ["server"]) == 0
    rows = [line.split("|") for line in capsys.readouterr().out.splitlines()[2:]]
    idle, *others = (float(row[4].removesuffix(" MB ")) for row in rows)
    assert len(others) == 4
    assert all(other > idle for other in others)  # there are workers, too


def test_memory_of_processes_together(tmp_path):
    """Two processes that hold memory at the same time take it twice; a failed job is an error."""
    hold = "held = b'x' * 40_000_000; import time; time.sleep(0.2)"
    both = f"import subprocess, sys; other = subprocess.Popen([sys.executable, '-c', {hold!r}]); "
    peak = memory.peak_of([sys.executable, "-c", both + hold + "; other.wait()"], str(tmp_path))
    assert 40e6 < peak.largest < 75e6
    assert peak.together > 80e6
    with pytest.raises(SystemExit, match="ended with 3: no"):
        memory.peak_of(
            [sys.executable, "-c", "import sys; print('no', file=sys.stderr); sys.exit(3)"],
            str(tmp_path),
        )


def test_edge_information_is_measured_board_by_board(tmp_path):
    from edge_information import main

    file = tmp_path / "measured.csv"
    main(file, number=1, patterns=["car", "checkerboard"], max_nodes=25)
    rows = rows_of(file)
    kinds = ["collection", "collection", "red and black", "four colours", "matched"]
    assert [row["kind"] for row in rows] == kinds
    assert [row["solutions"] for row in rows[:2]] == ["32", "153632920704"]
    assert (rows[0]["edges"], rows[0]["islands"]) == ("52", "8")
    # As in the paper's figures, its method solves the car in 20 moves; edge matching needs more.
    assert rows[0]["paper 0"] == "20"
    assert rows[0]["edge-matching 0"] == ""
    # Without the implied edges the method is lost; where there are none, it makes no difference.
    assert rows[0]["paper frame only 0"] == ""
    for name in ("constrained", "paper-plus", "edge-matching"):
        assert rows[1][f"{name} frame only 1"] == rows[1][f"{name} 1"] != ""
    for number, letters in ((2, "xr/"), (3, "xryb/"), (4, "xr/")):
        assert set(rows[number]["pattern"]) == set(letters)
    assert 100 <= int(rows[4]["solutions"]) <= 999
    for row in rows:
        runs = [int(value) for name, value in row.items() if name[-1].isdigit() and value]
        assert all(18 <= nodes <= 25 for nodes in runs)
    # The file beside the notebook starts each kind with the boards that are made first.
    kept = rows_of(BENCHMARKS.parent / "notebooks" / "edge-information.csv")
    for row in some(rows):
        (same,) = (each for each in kept if each["board"] == row["board"])
        for name in ("kind", "pattern", "edges", "islands", "solutions"):
            assert row[name] == same[name]


@pytest.mark.long
def test_the_trade_off_is_measured_variant_by_variant(tmp_path, capsys, monkeypatch):
    import tradeoff

    monkeypatch.setattr(report, "RESAMPLES", 50)
    path, figure = tmp_path / "boards.json", tmp_path / "figure.svg"
    names = ("starship", "car")
    path.write_text(json.dumps({name: list(named_pattern(name).rows) for name in names}))
    tradeoff.main(path, turns=1, seeds=1, repeats=1, figure=figure)
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
    interval, mean = report.interval, report.mean
    once = np.random.default_rng(1).normal(size=(40, 1))
    assert interval(mean, np.repeat(once, 16, axis=1)) == pytest.approx(interval(mean, once))


def test_the_cost_of_a_node(capsys, boards):
    # By round, board, seconds and nodes; the board without any was refuted before.
    rounds = [[[3e-3, 10], [1e-3, 10], [1e-3, 0]], [[5e-3, 10], [2e-3, 10], [1e-3, 0]]]
    assert sides.costs(np.array(rounds)) == ("20", "275.0", "275.0")
    rounds[1][0][1] = 11
    with pytest.raises(SystemExit, match="not the same nodes every time"):
        sides.costs(np.array(rounds))
    sides.nodes(boards, rounds=1, max_nodes=9)
    lines = [line.strip("| ").split(" | ") for line in capsys.readouterr().out.splitlines()[2:]]
    assert [line[:2] for line in lines] == [[f"`{name}`", "9"] for name in sides.STRATEGIES]
    assert all(float(cost) > 0 for line in lines for cost in line[2:])


@pytest.mark.long
def test_ratings_side_by_side(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(sides, "LEVELS", (1,))
    path = tmp_path / "boards.json"
    path.write_text(json.dumps({"starship": list(named_pattern("starship").rows)}))
    sides.rated(path, [sides.HERE], number=1)
    tables = capsys.readouterr().out.split("\n\n")
    assert [table.count(f"\n| {sides.HERE.name} |") for table in tables] == [2, 2]


def test_sides_that_rate_otherwise_are_told():
    assert sides.agreed([[[1.0, 2.0, 32]], [[3.0, 4.0, 32]]]) == [[(1.0, 2.0)], [(3.0, 4.0)]]
    with pytest.raises(SystemExit, match=r"the sides differ: \[32, 33\]"):
        sides.agreed([[[1.0, 2.0, 32]], [[3.0, 4.0, 33]]])


@pytest.mark.long
def test_sides_take_turns(capsys, tmp_path):
    path = tmp_path / "boards.json"
    path.write_text(json.dumps({"car": list(named_pattern("car").rows)}))
    sides.first(path, [sides.HERE], seeds=1)
    _, _, *rows, ratios = capsys.readouterr().out.splitlines()
    cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
    board, nodes = named_pattern("car"), 0
    for _ in range(4):
        nodes += solve(board, seed=0).nodes
        board = board.rotated()
    assert [row[0] for row in cells] == [sides.HERE.name] * 2
    assert {row[-1] for row in cells} == {f"{nodes / 4:.0f}"}
    assert ratios.endswith("| 1.00 |")
