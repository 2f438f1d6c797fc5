import itertools
import json
import math
from functools import partial

import numpy as np
import pytest
from replay import events_of
from samples import NONE, unsolvable

from kaleido import (
    STRATEGIES,
    Experiment,
    KaleidoError,
    OptionError,
    Pattern,
    compare,
    named_pattern,
    solve,
)
from kaleido.heuristics import PaperPlus, ablation
from kaleido.lab import Run
from kaleido.lab.summary import summarise
from kaleido.library.board_files import read_boards
from kaleido.model.written import FIELDS
from kaleido.paper import Paper
from kaleido.search import Constrained, Resume, Weights

ABLATION = ablation()

UNSOLVABLE = ["rxrxrxrr"] * 8


@pytest.fixture
def boards(tmp_path):
    path = tmp_path / "boards.json"
    named = {name: list(named_pattern(name).rows) for name in ("car", "twelve", "starship")}
    path.write_text(json.dumps(named | {"hopeless": UNSOLVABLE}))
    return path


def test_json_runs(output_of, boards):
    asked = "bench -s constrained -s paper --json --max-nodes 500 --seed 3"
    runs = json.loads(output_of(asked, boards))["runs"]
    assert [(run["pattern"], run["strategy"]) for run in runs] == [
        (board, strategy)
        for board in ("car", "twelve", "starship", "hopeless")
        for strategy in ("constrained", "paper")
    ]
    for run in runs:
        assert list(run) == list(Run._fields)
        assert run["seed"] == 3
        assert (run["status"] == "no-solution") == (run["pattern"] == "hopeless")
        assert 0 <= run["backtracks"] <= run["nodes"] <= 500
        assert run["seconds"] > 0


def test_a_board_given_up_counts(output_of, boards):
    out = output_of("bench", boards, "--max-nodes", "5")
    assert "constrained: 0 of 4 solved, 1 without a solution, 3 given up" in out
    for figure in ("median", "p90", "p99", "max", "total", "nodes", "backtracks", "seconds"):
        assert figure in out


def test_several_seeds_show_how_much_is_chance(output_of, boards):
    asked = "bench -s random --seeds 3 --seed 4 --max-nodes 300"
    out = " ".join(output_of(asked, boards).split())
    runs = compare(read_boards(boards), "random", [4, 5, 6], max_nodes=300)
    by_seed = [[run for run in runs if run.seed == seed] for seed in (4, 5, 6)]
    solved = sorted(sum(run.status == "solved" for run in own) for own in by_seed)
    medians = sorted(sorted(run.nodes for run in own)[1] for own in by_seed)
    assert f"by seed {solved[0]} to {solved[-1]} of 4, " in out
    least, most = (f"{'> ' * (median == 300)}{median}" for median in (medians[0], medians[-1]))
    assert f"median nodes {least} to {most}" in out
    assert len(set(medians)) > 1
    assert "a single run of each board, seed 0" in " ".join(
        output_of("bench", boards, "--max-nodes", "300").split()
    )


@pytest.mark.parametrize("end", ["jsonl", "csv"])
@pytest.mark.few(1)
@pytest.mark.usefixtures("one_process")
def test_what_a_batch_writes_is_a_file_of_boards(output_of, tmp_path, end):
    path = tmp_path / f"counts.{end}"
    output_of("batch count car twelve --workers 1 -o", path)
    found = read_boards(path)
    assert {each.text for each in found.values()} == {
        named_pattern("car").text,
        named_pattern("twelve").text,
    }
    assert len(output_of("bench", path, "--csv").splitlines()) == 3


@pytest.mark.parametrize("field", FIELDS)
def test_json_lines_have_boards_in_any_of_some_fields(tmp_path, field):
    car, path = named_pattern("car"), tmp_path / "boards.jsonl"
    forms = {"a": car.text, "b": list(car.rows), "c": [list(row) for row in car.rows]}
    lines = (json.dumps({"name": name, field: rows}) for name, rows in forms.items())
    path.write_text("\n".join(lines))
    assert read_boards(path) == dict.fromkeys(forms, car)
    path.write_text(json.dumps({field: "Car"}))
    assert read_boards(path) == {"1": car}


def test_a_text_of_boards(tmp_path):
    car, twelve = named_pattern("car"), named_pattern("twelve")
    (tmp_path / "many.txt").write_text(f"# two boards\n{car.text}\n\n{twelve.text}\n")
    assert list(read_boards(tmp_path / "many.txt").values()) == [car, twelve]
    (tmp_path / "one.txt").write_text(str(car))
    assert read_boards(tmp_path / "one.txt") == {"one": car}


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        ("", "there is no board in"),
        ("[]", "there is no pattern in '[]': expected 8 rows"),
        ("{}", "there is no board in"),
        ("{", "is not JSON"),
        ('{"odd": 3}', "(in 'board odd' of "),
        ('{"odd": [1, 2]}', "(in 'board odd' of "),
        ('{"odd": ["rxrx"]}', "row 1 'rxrx' has 4 cells, expected 8 (in 'board odd' of "),
    ],
)
def test_bad_board_files(error_of, tmp_path, content, wanted):
    path = tmp_path / "boards.json"
    path.write_text(content)
    assert wanted in error_of("bench", path)


def test_an_empty_folder_and_exclusive_options(error_of, tmp_path, boards):
    assert "no pattern file" in error_of("bench", tmp_path / "..")
    assert "exclude each other" in error_of("bench", boards, "--json", "--csv")
    assert "'clever'" in error_of("bench", boards, "-s", "constrained", "-s", "clever")


def test_quantiles_are_measured_values():
    runs = [Run(str(number), "s", 0, "solved", number, 0, number / 10) for number in range(1, 101)]
    (summary,) = summarise(runs)
    *quantiles, total = summary.nodes
    assert [each.value for each in quantiles] == [50, 90, 99, 100]
    assert total == 5050
    assert math.isclose(summary.seconds.total, 505)
    assert 40 <= summary.nodes.median.low < 50 < summary.nodes.median.high <= 60


CHEAP = {"car": named_pattern("car"), "hopeless": Pattern("/".join(UNSOLVABLE))}


def test_a_comparison_is_what_solving_one_by_one_gives():
    runs = compare(["car", "starship"], STRATEGIES, seeds=[5, 1], max_nodes=300)
    asked = [
        each
        for each in itertools.product((5, 1), ("car", "starship"), STRATEGIES)
        if each[0] == 5 or each[2] not in ("paper", "paper-text")  # which use no seed
    ]
    for run, (seed, name, strategy) in zip(runs, asked, strict=True):
        answer = solve(named_pattern(name), strategy, seed=seed, max_nodes=300)
        counts = (str(answer.status), answer.nodes, answer.backtracks)
        assert run[:6] == (name, strategy, seed, *counts)
        assert (run.max_nodes, run.timeout) == (300, None)
        assert run.seconds > 0
    assert {run.status for run in runs} == {"solved", "gave-up"}
    assert len({run.nodes for run in runs}) > 6


def test_by_default_the_two_that_measure_best_run_once():
    runs = compare(CHEAP)
    assert [run[:4] for run in runs] == [
        ("car", "constrained", 0, "solved"),
        ("car", "paper-plus", 0, "solved"),
        ("hopeless", "constrained", 0, "no-solution"),
        ("hopeless", "paper-plus", 0, "no-solution"),
    ]


@pytest.mark.parametrize(
    ("patterns", "names"),
    [
        ({"mine": named_pattern("car"), "yours": named_pattern("key")}, ["mine", "yours"]),
        ([named_pattern("car"), "car", "car"], ["Car", "car", "car (2)"]),
        ([CHEAP["hopeless"]] * 3, ["untitled", "untitled (2)", "untitled (3)"]),
        ((name for name in ("car", "key")), ["car", "key"]),
        ("car", ["car"]),
        (named_pattern("car"), ["Car"]),
    ],
)
def test_boards_have_distinct_names(patterns, names):
    assert [run.pattern for run in compare(patterns, "constrained", max_nodes=1)] == names


@pytest.mark.parametrize(
    ("seeds", "wanted"),
    [
        (1, [0]),
        (3, [0, 1, 2]),
        ([7, 2, 7], [7, 2]),
        (np.arange(2), [0, 1]),
        ((n for n in (4,)), [4]),
    ],
)
def test_every_seed_makes_its_own_strategy(monkeypatch, seeds, wanted):
    monkeypatch.setattr("kaleido.lab.experiment._practised", set())
    made = []

    def factory(seed):
        made.append(seed)
        return Constrained(seed)

    runs = compare(["car", "key"], {"mine": partial(factory)}, seeds, max_nodes=1)
    twice = [seed for seed in wanted for _ in range(2)]
    assert made == [0, wanted[0], *twice]  # the first to see what it is, the second to practise
    assert [run.seed for run in runs] == twice
    assert {type(run.seed) for run in runs} == {int}


def test_weights_can_be_swept():
    sweep = {f"split {w}": partial(PaperPlus, weights=Weights(split=w)) for w in (-2.0, 0.0)}
    full, none = compare(["two-llamas"], sweep, max_nodes=2000)
    assert (full.strategy, none.strategy) == ("split -2.0", "split 0.0")
    assert none.nodes == solve(named_pattern("two-llamas"), "paper-plus").nodes != full.nodes


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ((["car"], ["constrained", "clever"]), "unknown strategy 'clever': expected constrained"),
        ((["car"], "clever"), "unknown strategy 'clever': expected constrained"),
        ((["car", "cra"],), "unknown name 'cra': did you mean car?"),
        (([],), "patterns is []: expected one or more"),
        ((["car"], ()), "strategies is (): expected one or more"),
        ((["car"], {}), "strategies is {}: expected one or more"),
        ((["car"], ["paper"], 0), "seeds is 0: expected one or more"),
        ((["car"], ["paper"], []), "seeds is []: expected one or more"),
    ],
)
def test_what_makes_no_comparison_fails_before_the_first_run(asked, wanted, refusal_of):
    assert wanted in refusal_of(KaleidoError, compare, *asked)
    patterns, strategies, seeds = (*asked, *(["paper"], 1)[len(asked) - 1 :])
    with pytest.raises(KaleidoError):
        Experiment(patterns, strategies, seeds)  # before the first run is asked for


def test_runs_come_as_they_finish():
    made = []
    factories = {
        name: partial(lambda name, seed: made.append(name) or PaperPlus(seed), name)
        for name in "ab"
    }
    with Experiment(CHEAP, factories, 1, max_nodes=5).opened() as schedule:
        made.clear()  # each was made once to see what it is
        runs = schedule.runs()
        assert made == []
        assert next(runs).strategy == "a"
        assert {*made} == {"a"}
        assert len(list(runs)) == 3


def test_one_run_never_restarts():
    one, short = (
        [events_of(unsolvable(sample), Constrained(run_nodes=nodes)) for sample in NONE[:3]]
        for nodes in (None, 3)
    )
    assert not any(isinstance(event, Resume) for events in one for event in events)
    assert all(any(isinstance(event, Resume) for event in events) for events in short)


@pytest.mark.parametrize("nodes", [0, -5])
def test_a_run_has_nodes(nodes):
    with pytest.raises(OptionError, match=f"run_nodes is {nodes}, expected 1 or more"):
        Constrained(run_nodes=nodes)


def test_the_ablation_begins_with_the_program_of_the_paper():
    first, *_ = ABLATION
    runs = compare(["car"], {first: ABLATION[first], "as told": Paper}, max_nodes=500)
    assert [run[3:6] for run in runs[::2]] == [run[3:6] for run in runs[1::2]]


def test_puzzles_are_measured_too(error_of, output_of, boards):
    assert len(output_of("bench car kanoodle --max-nodes 300 --csv").splitlines()) == 3
    rest = ["--max-nodes", "300", "--csv"]
    assert len(output_of("bench", boards, "pentomino-6x10", *rest).splitlines()) == 6
    assert len(output_of("bench --pieces kanoodle --board 5x11", *rest).splitlines()) == 2
    assert "expected BOARDS: names, groups or files" in error_of("bench")


def test_a_text_with_a_board_per_line_is_a_file_of_many_boards(tmp_path):
    car, twelve = (named_pattern(name).text for name in ("car", "twelve"))
    path = tmp_path / "two.txt"
    path.write_text(f"# two boards\n{car}\n{twelve}\n")
    (tmp_path / "one.txt").write_text(car.replace("/", "\n"))
    for file, names in ((path, ["2", "3"]), (str(tmp_path / "one.txt"), ["one"])):
        assert [run.pattern for run in compare(file, "random", max_nodes=1)] == names
