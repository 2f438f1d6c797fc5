"""What was not found out in time is said to be unknown, in every answer that has a word for it."""

import json

import pytest

from kaleido import Puzzle, Status
from kaleido.counting import bound_solutions

LONG = "pentomino-3x20"
"""A puzzle of which nothing is known at a glance."""


def test_whether_there_is_one_solution(output_of):
    answer = json.loads(output_of("unique", LONG, "--max-nodes", "1", "--json", code=3))
    assert (answer["unique"], answer["solutions"]) == (None, [])
    assert answer["facts"] == {"kind": "limit", "nodes": 1}
    out = output_of("unique", LONG, "--max-nodes", "1", code=3)
    assert "solution" not in out


def test_whether_a_position_can_be_completed(output_of):
    empty = "/".join(["." * 20] * 3)
    answer = json.loads(output_of("position", LONG, empty, "--timeout", "0", "--json", code=3))
    known = answer["status"], answer["completable"], answer["solutions"], answer["remove"]
    assert known == ("gave-up", None, None, [])
    out = output_of("position", LONG, empty, "--timeout", "0", code=3)
    assert "gave up: it is not known whether it can be completed" in out


def test_what_a_hint_would_be(output_of):
    answer = json.loads(output_of("hint --timeout 0 --count --json", LONG, code=3))
    assert (answer["status"], answer["lost"], answer["solutions"]) == ("gave-up", False, None)
    assert answer["reason"]["facts"] == {"kind": "limit", "seconds": 0}


def test_why_there_is_none(output_of, monkeypatch):
    monkeypatch.setattr("kaleido.cli.solutions.SHORT", 1)
    assert "proved" not in output_of("why", LONG, code=3)
    answer = Puzzle(LONG).solve(max_nodes=1)
    assert (answer.status, answer.reason.kind) == (Status.GAVE_UP, "limit")


def test_how_many_solutions_are_left(monkeypatch):
    monkeypatch.setattr("kaleido.counting.bounds.MAX_STEPS", 1)
    puzzle = Puzzle("first-steps")
    bounds = bound_solutions(puzzle.state)
    assert bounds.least <= puzzle.count().solutions <= bounds.most
    assert not bounds.is_exact


@pytest.mark.parametrize("nearest", [False, True])
def test_which_pattern_a_sketch_leads_to(nearest, monkeypatch):
    pytest.importorskip("fastapi", reason="needs the extra `web`")
    from kaleido.web.jobs import Job, run_job

    for name in ("FILL_SECONDS", "NEAREST_SECONDS"):
        monkeypatch.setattr(f"kaleido.web.designs.{name}", 0.0)
    sketch = "????????/???rr???/" + "??r??r??/" * 5 + "????????"
    asked = {"sketch": sketch, "nearest": nearest, "background": "", "seed": 0, "skip": 0}
    answer = run_job(Job("nearest", asked, 10**9), print)
    assert (answer["status"], answer["proved"]) == ("gave-up", False)
