"""Batches whose workers are killed, stopped and cut off; more of them in benchmarks/hardship.py."""

import random
from pathlib import Path

import pytest
from hardship import PoolTrial

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


@pytest.mark.long
def test_each_board_is_there_once_whatever_happens_to_workers_and_runs(tmp_path):
    trial = PoolTrial(tmp_path, 3000, random.Random(0))
    try:
        happened = trial.meet()  # it checks the records at the end
    finally:
        trial.close()
    assert len(happened) == len(trial.hardships)
