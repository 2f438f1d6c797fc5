"""Published boards, which are data to run on and not part of the project."""

from __future__ import annotations

import functools
import json
from pathlib import Path

import pytest

from kaleido import Pattern, Status, find_faults, solve

BOARDS = Path(__file__).resolve().parents[2] / "shared" / "data" / "boards.json"

pytestmark = pytest.mark.skipif(not BOARDS.exists(), reason="the published boards are not here")


@functools.cache
def boards() -> dict[str, Pattern]:
    named = json.loads(BOARDS.read_text(encoding="utf-8"))
    return {name: Pattern("/".join(rows)) for name, rows in named.items()}


def test_the_default_strategy_solves_all():
    assert len(boards()) == 60
    for name, pattern in boards().items():
        answer = solve(pattern)
        assert answer.status is Status.SOLVED, name
        assert find_faults(pattern, answer.solution.placements) == []


def test_the_papers_strategy_solves_most():
    left = [
        name
        for name, pattern in boards().items()
        if solve(pattern, "paper", max_nodes=1500).status is not Status.SOLVED
    ]
    assert len(left) <= 5, left
