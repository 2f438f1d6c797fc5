"""Batches whose workers are killed, stopped and cut off; ``--boards 10000`` tries more of them."""

import random
from pathlib import Path

import pytest
from hardship import ClusterTrial, PoolTrial, faults_of

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


def test_boards_that_are_missing_or_there_twice_are_told():
    records = [{"board": "a"}, {"board": "b"}, {"board": "a"}]
    assert faults_of(records[:2], 2) == []
    assert faults_of(records, 3) == ["2 boards, expected 3", "a is there 2 times"]
    assert faults_of(records, 2) == ["a is there 2 times"]


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(PoolTrial, marks=pytest.mark.long),
        pytest.param(ClusterTrial, marks=pytest.mark.cluster),
    ],
)
def test_each_board_is_there_once_whatever_happens_to_workers_and_runs(kind, tmp_path, request):
    asked = request.config.getoption("boards")
    if kind is ClusterTrial and not asked:
        pytest.skip("takes minutes: say --boards 10000")
    trial = kind(tmp_path, asked or 3000, random.Random(0))
    try:
        happened = trial.meet()  # it checks the records at the end
    finally:
        trial.close()
    assert len(happened) == len(trial.hardships)
    if asked:
        for row in (("at record", "what happens", "the run", "s"), *happened):
            print(f"| {' | '.join(row)} |")
