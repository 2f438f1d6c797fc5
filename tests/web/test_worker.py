"""A worker that is stopped while it works."""

import importlib
import json
import signal
import subprocess
import sys
import time
from io import BytesIO

import pytest

from kaleido.web.worker import Stopped, Worker

MODULE = """
import builtins, sys
builtins.stop_worker(sys._getframe())
done = True
"""


@pytest.fixture
def worker():
    """A worker that handles SIGINT, with a job that may be stopped."""
    worker = Worker(BytesIO(), 10**9)
    worker._stoppable = True
    before = signal.signal(signal.SIGINT, worker.interrupt)
    yield worker
    signal.signal(signal.SIGINT, before)


def work(seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        time.sleep(0.01)


def test_a_stop_waits_until_a_module_is_imported(worker, tmp_path, monkeypatch):
    (tmp_path / "stopped_in_its_import.py").write_text(MODULE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(
        "builtins.stop_worker", lambda frame: worker.interrupt(signal.SIGINT, frame), raising=False
    )
    assert importlib.import_module("stopped_in_its_import").done
    # The stop comes a little later, without being asked for again.
    with pytest.raises(Stopped):
        work(20)


def test_a_stop_comes_at_once_elsewhere():
    worker = Worker(BytesIO(), 10**9)
    worker.interrupt(signal.SIGINT, sys._getframe())
    worker._stoppable = True
    with pytest.raises(Stopped):
        worker.interrupt(signal.SIGINT, sys._getframe())


def test_a_stop_waits_until_an_object_is_deleted(worker):
    deleted = []

    class Deleted:
        def __del__(self):
            worker.interrupt(signal.SIGINT, sys._getframe())
            deleted.append(self.__class__)

    Deleted()
    assert deleted == [Deleted]
    # Python would have ignored it there, and the job would have gone on.
    with pytest.raises(Stopped):
        work(5)


GREEDY = """
import time
from kaleido.web import worker

def greedy(job, emit):
    held = b"x" * 3 * 10**8
    while True:
        time.sleep(0.01)

worker._is_limited, worker.run_job = lambda _: False, greedy
worker.main(2 * 10**8, ())
"""


def test_a_worker_on_a_system_without_limits_of_memory_watches_itself():
    job = {"number": 1, "kind": "count", "params": {}}
    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-c", GREEDY], text=True, **pipes) as worker:
        assert worker.stdout.readline() == "R{}\n"
        print(json.dumps(job), file=worker.stdin, flush=True)
        told = worker.stdout.readline()
    error = "gave up: needs more than 0.2 GB"
    assert told == f'X{{"status":503,"error":"{error}","is_over_limit":true}}\n'


def test_a_worker_that_became_full_while_it_could_not_stop_ends_its_job(worker):
    worker._full, worker._stoppable = True, False
    kind, value = worker._attempt({"kind": "count", "params": {}})
    assert (kind, value["status"]) == ("X", 503)


ASKING = """
import random
from psutil import Process
from kaleido import named_pattern, solve
from kaleido.web.jobs import Job, run_job

source, ways = random.Random(1), [solve("star", seed=seed) for seed in range(20)]
for number in range(7000):
    placements = [move.placement.as_dict() for move in source.choice(ways).moves]
    placed = source.sample(placements, source.randrange(len(placements)))
    asked = {"pattern": named_pattern("star").text, "placed": placed, "seed": number}
    asked |= {"strategy": "constrained", "max_nodes": 1000, "timeout": None}
    run_job(Job("solve", asked, 10**9), print)
    if number in (1999, 6999):
        print(Process().memory_info().rss)
"""


@pytest.mark.long
def test_questions_without_end_take_no_more_memory():
    run = subprocess.run([sys.executable, "-c", ASKING], capture_output=True, text=True, check=True)
    before, after = map(int, run.stdout.split())
    assert after - before < 3e6
