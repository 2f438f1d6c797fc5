"""What the server knows of strategies: parameters, adjusted names, comparisons, its user's own."""

from __future__ import annotations

from itertools import product

import pytest
from some import some
from web_client import events_of, fails

import kaleido
from kaleido import Position, named_pattern
from kaleido.heuristics import parameters_of

CAR = named_pattern("car").text
TWELVE = named_pattern("twelve")
LAB = '''
from pathlib import Path
from typing import Annotated
from kaleido import heuristic
from kaleido.base.bounds import Bounds

Path("imported").write_text("yes")


@heuristic
def tightest(candidate, *, loose: Annotated[float, Bounds(0, 3)] = 1.0):
    """Prefer what leaves few sides open.

    The rest is silence.
    """
    return candidate.matched - loose * candidate.unmatched
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A working directory with a heuristic of somebody's own; it says when it is imported."""
    (tmp_path / "trylab.py").write_text(LAB, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def compared(api, strategies, **asked):
    question = {"pattern": CAR, "strategies": strategies, **asked}
    return events_of(api.post("/api/compare", json=question))


def facts(runs):
    return [
        (run["strategy"], run["seed"], run["status"], run["nodes"], run["backtracks"])
        for run in runs
    ]


def test_the_list_has_their_parameters(api):
    found = {each["name"]: each for each in api.get("/api/strategies").json()}
    for name, entry in found.items():
        assert entry["parameters"] == [each.as_dict() for each in parameters_of(name).values()]
        assert not entry["own"]
    assert {"name": "window", "least": -5, "most": 5, "default": 0.5}.items() <= (
        found["paper-plus"]["parameters"][1].items()
    )


@pytest.mark.parametrize("name", ["paper-plus+held+window=2", "tuned+noise=0", "paper+forced"])
def test_an_adjusted_name_is_searched_with(api, name):
    told = api.events(pattern=TWELVE.text, strategy=name, seed=1, max_nodes=100)
    made = kaleido.record(TWELVE, name, seed=1, max_nodes=100)
    placed = [each["score"]["total"] for each in told if each["type"] == "place"]
    assert placed == [step.place.score.total for step in made.steps]
    asked = {"pattern": TWELVE.text, "strategy": name, "seed": 1, "max_nodes": 100}
    answer = api.post("/api/solve", json=asked).json()
    assert (answer["strategy"], answer["nodes"]) == (name, made.answer.nodes)


def test_what_is_wrong_with_a_name_is_said(api):
    for name, said in (
        ("paper+window=7", "window is '7', expected a number from -5 to 5"),
        ("paper+best", "strategy 'paper' has no rule 'best': expected across"),
    ):
        asked = {"pattern": CAR, "strategy": name}
        assert said in fails(api.post("/api/solve", json=asked), 400)
        assert said in fails(api.post("/api/events", json=asked), 400)


def test_a_comparison_has_the_runs_of_the_library(api):
    names = ["paper-plus+matched=-1", "paper-plus", "paper"]
    *runs, last = compared(api, names, pattern=TWELVE.text, max_nodes=600)
    own = kaleido.compare(TWELVE, names, 20, max_nodes=600)
    assert facts(runs) == facts(own.records())
    assert {run["strategy"]: run["uses_seed"] for run in runs} == {
        names[0]: True,
        names[1]: True,
        names[2]: False,
    }
    ratio, *_ = last["ratios"]
    assert (ratio["first"], ratio["second"]) == tuple(names[:2])
    assert (ratio["value"], ratio["low"], ratio["high"]) == tuple(own.paired(*names[:2]).ratio)
    assert len(last["ratios"]) == 3


def test_its_lines_say_how_full_the_fullest_board_was(api):
    *runs, _ = compared(api, ["paper", "constrained"], seeds=1)
    for run in some(runs):
        made = kaleido.record("car", run["strategy"], seed=0)
        filled = [step.place.state.filled.bit_count() for step in made.steps]
        fullest, line = 0, []
        for node, cells in enumerate(filled, start=1):
            if cells > fullest:
                fullest = cells
                line.append([node, cells])
        assert run["line"] == line
        assert line[-1][1] == 64


def test_a_comparison_goes_on_from_a_position(api):
    first, second, *_ = kaleido.solve("car").solution.placements
    laid = Position("car", [first, second])
    placed = [each.as_dict() for each in (first, second)]
    *runs, _ = compared(api, ["constrained", "random"], placed=placed, seeds=2, max_nodes=100)
    own = kaleido.compare(laid, ["constrained", "random"], 2, max_nodes=100)
    assert facts(runs) == facts(own.records())
    assert all(run["line"][0][1] > len(first.cells + second.cells) for run in runs)
    both = kaleido.compare([laid, "car"], "paper", max_nodes=10)
    assert len({run.puzzle for run in both}) == 2


UNKNOWN = (
    *("trylab:tightest", "trylab.py:tightest", "trylab:tightest+loose=2", "trylab"),
    *("paper+held:tightest", "trylab:tightest:paper", "policy.json", "policy.json+noise=1"),
)


def test_a_question_imports_nothing(folder, start_api):
    api = start_api("statistics:mean")
    for path, name in product(("solve", "events", "survey", "compare"), UNKNOWN):
        asked = {"strategies": ["paper", name]} if path == "compare" else {"strategy": name}
        said = fails(api.post(f"/api/{path}", json={"pattern": CAR, **asked}), 400)
        assert "unknown strategy" in said, (path, name)
    assert not (folder / "imported").exists()


@pytest.mark.usefixtures("folder")
def test_strategies_of_its_user_are_listed_first_and_searched_with(start_api):
    names = "trylab:tightest", "trylab.py:tightest"
    api = start_api(*names)
    *firsts, third = api.get("/api/strategies").json()[:3]
    for own, first in zip(names, firsts, strict=True):
        assert (first["name"], first["about"], first["own"], first["squares"]) == (
            *(own, "Prefer what leaves few sides open."),
            *(True, False),
        )
        assert [each["name"] for each in first["parameters"]] == ["loose"]
        for name in (own, f"{own}+loose=0.5"):
            asked = {"pattern": CAR, "strategy": name, "seed": 2, "max_nodes": 50}
            answer = api.post("/api/solve", json=asked).json()
            assert answer["nodes"] == kaleido.solve("car", name, seed=2, max_nodes=50).nodes
    assert third["name"] == "constrained"
    *runs, _ = compared(api, [f"{own}+loose=2", own], seeds=2, max_nodes=50)
    assert facts(runs) == facts(
        kaleido.compare("car", [f"{own}+loose=2", own], 2, max_nodes=50).records()
    )


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nolab:tightest", "cannot import nolab: ModuleNotFoundError"),
        ("trylab:loosest", "trylab has nothing called 'loosest'"),
        ("trylab", "unknown strategy 'trylab'"),
        ("trylab.py:", "lacks a name, expected module:name"),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_bad_name_at_the_start_is_one_line(name, said, error_of):
    assert said in error_of("play --no-browser --port 0 -s", name)
