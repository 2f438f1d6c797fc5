import json
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st
from some import some
from workers_at_work import Deadly

from kaleido import (
    Board,
    Comparison,
    KaleidoError,
    OptionError,
    Puzzle,
    compare,
    named_pattern,
    puzzle_names,
)
from kaleido.base.errors import WorkersError
from kaleido.heuristics import PaperPlus
from kaleido.lab import Run
from kaleido.lab.board_names import fingerprint
from kaleido.model.piece_set import PieceSet
from kaleido.search import Constrained

TWO = ("constrained", "paper-plus")


def untimed(runs):
    return [run._replace(seconds=0.0) for run in runs]


@pytest.fixture(scope="module")
def runs():
    return compare(["car", "crossroads"], TWO, 2, max_nodes=60)


lines = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)


def test_a_comparison_is_a_sequence_of_runs(runs):
    assert len(runs) == 8
    assert isinstance(runs[0], Run)
    assert list(runs)[-1] == runs[-1]
    assert runs[2:4].strategies == TWO
    assert runs[:4] + runs[4:] == runs
    assert (runs.patterns, runs.strategies) == (("car", "crossroads"), TWO)
    assert runs == Comparison(list(runs))
    assert hash(runs) == hash(Comparison(runs))


def test_runs_are_selected_and_renamed(runs):
    chosen = runs.select(["paper-plus", "constrained"], ["car"])
    assert chosen.strategies == ("paper-plus", "constrained")
    assert chosen.patterns == ("car",)
    assert len(chosen) == 4
    assert runs.renamed({"paper-plus": "ours"}).strategies == ("constrained", "ours")


def test_a_comparison_says_what_it_is(runs):
    assert repr(runs).startswith(
        "Comparison: 8 runs of 2 strategies on 2 patterns, seeds 0 and 1; "
    )
    assert "\n" not in repr(runs)
    assert runs._repr_html_().count("<tr>") == 3
    assert repr(Comparison([])) == "Comparison: no runs"
    once = compare("car", ["paper", "random"], seeds=2, max_nodes=9)
    note = "paper uses no seed: one run on each board"
    for seedless in (once, once.select("paper")):
        assert repr(seedless).endswith(f"; {note}")
        assert repr(seedless.summary()).endswith(f"\n{note}")
    assert "no seed" not in repr(once.select(seed=0))
    summary = repr(runs.summary()).splitlines()
    assert [line.split()[0] for line in summary] == ["strategy", *TWO]
    assert "median seconds" in repr(runs.summary(by="seconds"))


def test_a_data_frame_and_back(runs):
    pandas = pytest.importorskip("pandas")
    frame = runs.to_pandas()
    assert tuple(frame.columns) == Run._fields
    assert Comparison.from_records(frame) == runs
    assert Comparison.from_records(frame.assign(note="x").iloc[::-1])[0] == runs[-1]
    with pytest.raises(OptionError, match="no column 'strategy'"):
        Comparison.from_records(frame.drop(columns="strategy"))
    assert pandas.DataFrame(list(runs), columns=Run._fields).equals(frame)


def test_without_pandas_the_message_says_so(runs, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(OptionError, match="needs pandas: pip install pandas"):
        runs.to_pandas()


def test_runs_are_the_same_with_any_number_of_processes():
    asked = (["car", Puzzle("orders-3x3")], {"mine": PaperPlus, "yours": Constrained}, [3, 1])
    one, two = (compare(*asked, max_nodes=40, workers=number) for number in (1, 2))
    assert untimed(one) == untimed(two)
    assert [run.seed for run in one] == [3] * 4 + [1] * 4


@pytest.mark.long
def test_strategies_of_a_script_reach_the_processes(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "import kaleido.heuristics\n"
        "class Mine(kaleido.heuristics.PaperPlus):\n"
        "    width = 1\n"
        "if __name__ == '__main__':\n"
        "    makers = {'class': Mine, 'lambda': lambda seed: Mine(seed)}\n"
        "    runs = kaleido.compare(['car', 'key'], makers, max_nodes=50, workers=2)\n"
        "    print([run.nodes for run in runs])\n"
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    nodes = json.loads(done.stdout)
    assert nodes[::2] == nodes[1::2]


@pytest.mark.long
def test_a_run_that_ends_its_process_is_named():
    with pytest.raises(WorkersError, match="'deadly' with seed 0 on 'car' failed: its worker"):
        compare(["car"], {"deadly": Deadly}, workers=2)


def test_known_runs_are_not_made_again(runs):
    again = compare(["car", "crossroads", "key"], ["constrained"], 3, max_nodes=60, known=runs)
    assert [run for run in again if run in runs] == list(runs.select("constrained"))
    fresh = compare(["car", "crossroads", "key"], ["constrained"], 3, max_nodes=60)
    assert untimed(again) == untimed(fresh)


@pytest.mark.parametrize(
    ("patterns", "strategies", "limits"),
    [
        ({"car": named_pattern("key")}, ["constrained"], {"max_nodes": 60}),
        ({"car": named_pattern("car").rotated()}, ["constrained"], {"max_nodes": 60}),
        (["car"], ["constrained"], {"max_nodes": 61}),
        (["car"], ["constrained"], {"max_nodes": 60, "timeout": 9.0}),
        (["car"], ["constrained"], {}),
        (["car"], {"constrained": Constrained(run_nodes=50)}, {"max_nodes": 60}),
    ],
)
def test_a_run_is_known_by_its_puzzle_strategy_and_limits(runs, patterns, strategies, limits):
    # What is known took no time.
    known = [run._replace(seconds=0.0) for run in runs]
    (run,) = compare(patterns, strategies, known=known, **limits)
    assert run.seconds > 0


def test_a_pattern_and_a_strategy_under_other_names_are_known(runs):
    (run,) = compare({"auto": named_pattern("car")}, {"c": Constrained}, max_nodes=60, known=runs)
    assert run == runs[0]._replace(pattern="auto", strategy="c")


def test_the_pieces_are_part_of_a_puzzle():
    board = Puzzle("pentomino-6x10").pattern
    pieces = Puzzle("pentomino-6x10").pieces
    one, other = (
        Puzzle(board, replace(pieces, sides=sides)) for sides in ("mirrored", "one-sided")
    )
    assert fingerprint(one) != fingerprint(other)
    assert fingerprint(one) == fingerprint(Puzzle(board, replace(pieces, name="other", title="")))
    assert len({fingerprint(Puzzle(name)) for name in puzzle_names()[:4]}) == 4


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_runs_of_endless_time_are_kept(tmp_path, suffix):
    made = compare("car", ["constrained"], max_nodes=60, timeout=math.inf)
    path = tmp_path / f"runs.{suffix}"
    made.save(path)
    assert made[0].timeout is None
    assert Comparison.load(path) == made


def test_the_lattice_is_part_of_a_puzzle():
    puzzles = {
        lattice: Puzzle(
            Board("oooo/oooo/oooo", lattice=lattice),
            PieceSet.parse("s", f"# sides: one-sided\n# lattice: {lattice}\nI ooo x4\n"),
        )
        for lattice in ("square", "hexagonal")
    }
    runs = compare(puzzles, [Constrained], max_nodes=1000)
    assert [str(run.status) for run in runs] == ["solved", "no-solution"]
    assert runs[0].puzzle == "6c0e3533f1ff"  # as before lattices were hashed


HEAD = ",".join(Run._fields[:10])


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "there is no complete line"),
        ("board,nodes\ncar,18\n", "no column 'pattern', 'strategy', 'seed'"),
        (f"{HEAD}\ncar,paper,0\n", "line 2 of '{path}' is not a run"),
        (f"{HEAD}\ncar,paper,0,done,18,0,0.1,,,\n", "unknown status 'done': expected solved"),
        (f"{HEAD}\ncar,paper,0,solved,many,0,0.1,,,\n", "nodes 'many' of a run is not a whole"),
        (f"{HEAD}\ncar,paper,0,solved,1.5,0,0.1,,,\n", "nodes '1.5' of a run is not a whole"),
        (f"{HEAD}\ncar,paper,0,solved,18,0,soon,,,\n", "seconds 'soon' of a run is not a number"),
        (f"{HEAD}\ncar,paper,0,solved,18,0,nan,,,\n", "seconds 'nan' of a run is not a number"),
    ],
)
def test_a_file_of_something_else(tmp_path, monkeypatch, text, wanted, refusal_of):
    monkeypatch.chdir(tmp_path)
    path = Path("runs.csv")
    path.write_text(text)
    assert wanted.format(path=path) in refusal_of(OptionError, Comparison.load, path)
    path.rename("runs.db")
    if text:
        with pytest.raises(OptionError, match=r"'runs.db' holds something else, expected a store"):
            compare(["car"], file="runs.db")
        assert Path("runs.db").read_text() == text


@pytest.mark.parametrize(
    ("ask", "wanted"),
    [
        (lambda runs: runs.paired("constrained", "clever"), "no runs of strategy 'clever'"),
        (lambda runs: runs.paired(*TWO, by="years"), "unknown cost 'years': expected nodes"),
        (lambda runs: runs.summary(by="years"), "unknown cost 'years'"),
        (lambda runs: runs.select("paper").pairwise(), "unknown strategy 'paper': expected"),
        (lambda runs: runs.select("constrained").pairwise(), "expected two strategies or more"),
        (lambda _: Comparison([]).pairwise(), "there are runs of none"),
        (lambda runs: runs.renamed({"x": "y"}), "unknown strategy 'x'"),
        (lambda _: Comparison([("car", 18)]), "('car', 18) is no run"),
        (lambda _: Comparison.from_records([{"nodes": 1}]), "runs have no column 'pattern'"),
        (lambda _: Comparison.from_records(["car"]), "'car' is no record"),
        (lambda _: Comparison.from_records({"nodes": [1]}), "is not records: expected"),
        (lambda _: Comparison.load("nowhere.csv"), "cannot read 'nowhere.csv'"),
        (lambda runs: runs.save("runs.json"), "expected a name that ends in .csv, .jsonl or .pa"),
        (lambda _: compare(["car"], file="runs.txt"), "expected a name that ends in .db"),
        (lambda _: compare(["car"], file="runs.csv"), "in Python Comparison.save"),
        (lambda _: compare([3]), "3 is no pattern: expected a Pattern, a Puzzle, a name"),
        (lambda _: compare({3: "car"}), "3 is no name of a pattern"),
        (lambda _: compare(["car"], {"a\nb": Constrained}), "is no name of a strategy"),
        (lambda _: compare(["car"], workers=0), "workers is 0, expected 1 or more"),
        (lambda _: compare(["car"], max_nodes=-1), "max_nodes is -1, expected 0 or more"),
        (lambda _: compare(["car"], timeout="1 s"), "'1 s' is a str, expected a number of seconds"),
    ],
)
def test_mistakes_get_one_line(runs, ask, wanted, refusal_of):
    assert wanted in refusal_of(KaleidoError, ask, runs)


def test_patterns_in_files_and_folders(tmp_path):
    folder = tmp_path / "boards"
    folder.mkdir()
    for name in ("car", "key"):
        (folder / f"{name}.txt").write_text(str(named_pattern(name)))
    (folder / "notes.md").write_text("no pattern")
    file = tmp_path / "boards.json"
    file.write_text(json.dumps({"mine": list(named_pattern("arrow").rows)}))
    asked = [folder, str(file), folder / "key.txt", named_pattern("car").text, "pentomino-6x10"]
    patterns = compare(asked, "constrained", max_nodes=1).patterns
    assert patterns == ("car", "key", "mine", "key (2)", "untitled", "pentomino-6x10")


def test_nothing_is_shown_when_nobody_looks(capsys):
    compare(["car"], workers=1)
    compare(["car"], progress=False)
    assert capsys.readouterr() == ("", "")


def test_a_bar_counts_the_runs(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    compare(["car", "key"], "constrained", progress=True)
    assert "2/2" in capsys.readouterr().err


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.json"
    names = ("car", "starship", "crossroads")
    path.write_text(json.dumps({name: list(named_pattern(name).rows) for name in names}))
    return path


def test_bench_keeps_its_runs_and_exports_them(output_of, error_of, tmp_path, boards):
    path, rows = tmp_path / "runs.db", tmp_path / "runs.csv"
    output_of("bench --max-nodes 60", boards, "-o", path)
    first = Comparison.load(path)
    assert untimed(first) == untimed(compare(boards, "constrained", max_nodes=60))
    asked = "bench --max-nodes 60 --seeds 2 --csv"
    assert output_of(asked, boards, "-o", path, "--export", rows) == rows.read_text()
    found = Comparison.load(path)
    assert sorted(run.seed for run in found) == [0, 0, 0, 1, 1, 1]
    assert found[:3] == first
    assert set(Comparison.load(rows)) == set(found)
    for option in ("-o", "--export"):
        assert "runs.txt" in error_of("bench", boards, option, tmp_path / "runs.txt")


@pytest.mark.long
def test_bench_with_workers_has_the_same_rows(output_of, boards):
    def rows(*args):
        told = output_of("bench --max-nodes 60 --seeds 2 --json", boards, *args)
        return untimed(Comparison.from_records(json.loads(told)["runs"]))

    assert rows() == rows("--workers", 2)


def test_bench_puts_pieces_on_each_board(output_of):
    _, *rows = output_of("bench 3x20 6x10 --pieces pentominoes --max-nodes 50 --csv").splitlines()
    assert [row.split(",")[3] for row in rows] == ["gave-up", "gave-up"]


def test_bench_says_what_is_beyond_the_limit(output_of, boards):
    lines = output_of("bench --max-nodes 30 --seeds 2", boards).splitlines()
    # A table that seconds make too wide comes in two.
    nodes = " ".join(line for line in lines if line.split()[:1] == ["nodes"])
    summary = compare(boards, "constrained", 2, max_nodes=30).summary()[0]
    assert math.isinf(summary.nodes.max.value)
    assert "> 30" in nodes
    assert str(int(summary.nodes.total)) in nodes


def test_the_median_of_a_comparison_is_that_of_its_summary(runs):
    for summary in some(runs.summary()):
        own = [run for run in runs if run.strategy == summary.strategy]
        done = sorted(run.nodes for run in own if not run.gave_up)
        wanted = done[1] if len(done) > 1 else math.inf
        assert summary.nodes.median.value == wanted
        assert summary.solved + summary.gave_up == len(own)
        assert np.isclose(summary.done.value, summary.solved / len(own))
