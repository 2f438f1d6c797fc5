import csv
import io
import json
import math

import pytest

from kaleido import named_pattern
from kaleido.bench import Run, run_bench, summarise
from kaleido.boards import read_boards
from kaleido.cli import main

UNSOLVABLE = ["rxrxrxrr"] * 8


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.json"
    named = {name: list(named_pattern(name).rows) for name in ("car", "twelve", "starship")}
    path.write_text(json.dumps(named | {"hopeless": UNSOLVABLE}))
    return path


def test_json_runs(capsys, boards):
    args = [
        "bench",
        str(boards),
        "-s",
        "constrained",
        "-s",
        "paper",
        "--json",
        "--max-nodes",
        "500",
    ]
    assert main(args) == 0
    runs = json.loads(capsys.readouterr().out)["runs"]
    assert [(run["pattern"], run["strategy"]) for run in runs] == [
        (board, strategy)
        for board in ("car", "twelve", "starship", "hopeless")
        for strategy in ("constrained", "paper")
    ]
    for run in runs:
        assert list(run) == ["pattern", "strategy", "status", "nodes", "backtracks", "seconds"]
        assert (run["status"] == "no-solution") == (run["pattern"] == "hopeless")
        assert 0 <= run["backtracks"] <= run["nodes"] <= 500
        assert run["seconds"] > 0


def test_csv_rows_match_the_json(capsys, boards):
    main(["bench", str(boards), "--json"])
    runs = json.loads(capsys.readouterr().out)["runs"]
    main(["bench", str(boards), "--csv"])
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    for run, row in zip(runs, rows, strict=True):
        for key in ("pattern", "strategy", "status", "nodes", "backtracks"):
            assert row[key] == str(run[key])


def test_a_board_given_up_counts(capsys, boards):
    assert main(["bench", str(boards), "--max-nodes", "5"]) == 0
    out = capsys.readouterr().out
    assert "constrained: 0 of 4 solved, 1 without a solution, 3 given up" in out
    for figure in ("median", "p90", "p99", "max", "total", "nodes", "backtracks", "seconds"):
        assert figure in out


def test_a_folder_of_pattern_files(capsys, tmp_path):
    for name in ("car", "twelve"):
        (tmp_path / f"{name}.txt").write_text(str(named_pattern(name)))
    (tmp_path / "notes.md").write_text("no pattern")
    assert list(read_boards(tmp_path)) == ["car", "twelve"]
    assert main(["bench", str(tmp_path), "--csv"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("", "is not JSON"),
        ("[]", "not an object of boards"),
        ("{}", "not an object of boards"),
        ('{"odd": 3}', "board 'odd'"),
        ('{"odd": [1, 2]}', "board 'odd'"),
        ('{"odd": ["rxrx"]}', "row 1 'rxrx' has 4 cells, expected 8 (in 'board odd')"),
    ],
)
def test_bad_board_files(capsys, tmp_path, content, wanted):
    path = tmp_path / "boards.json"
    path.write_text(content)
    assert main(["bench", str(path)]) == 2
    captured = capsys.readouterr()
    assert wanted in captured.err
    assert captured.out == ""


def test_an_empty_folder_and_exclusive_options(capsys, tmp_path, boards):
    assert main(["bench", str(tmp_path / "..")]) == 2
    assert "no pattern file" in capsys.readouterr().err
    assert main(["bench", str(boards), "--json", "--csv"]) == 2
    assert "exclude each other" in capsys.readouterr().err
    assert main(["bench", str(boards), "-s", "constrained", "-s", "clever"]) == 2
    captured = capsys.readouterr()
    assert "'clever'" in captured.err
    assert captured.out == ""


def test_quantiles_are_measured_values():
    runs = [Run(str(number), "s", "solved", number, 0, number / 10) for number in range(1, 101)]
    (summary,) = summarise(runs)
    nodes = summary.figures["nodes"]
    assert [nodes[name] for name in ("median", "p90", "p99", "max")] == [50, 90, 99, 100]
    assert nodes["total"] == 5050
    assert math.isclose(summary.figures["seconds"]["total"], 505)


def test_runs_repeat_with_their_seed():
    board = {"starship": named_pattern("starship")}

    def nodes(seed):
        return [
            run[:5] for run in run_bench(board, ["constrained", "random"], seed=seed, max_nodes=800)
        ]

    assert nodes(1) == nodes(1)
