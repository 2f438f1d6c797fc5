"""Workers on this machine. Those of a cluster are in tests/parallel/test_dask_cluster.py."""

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from concurrent.futures import Future
from itertools import count, islice
from pathlib import Path

import pytest
import workers_at_work as work
from processes import command, descendants, lives

from kaleido import OptionError
from kaleido.parallel import Crash, make_workers
from kaleido.parallel.workers import ExecutorWorkers, _Done


@pytest.fixture(scope="module")
def pool():
    with make_workers(2) as workers:
        yield workers


def test_one_worker_is_this_process_unless_isolated():
    with make_workers(1) as workers:
        assert list(workers.map_unordered(work.square, [3, 4])) == [(0, 9), (1, 16)]
        assert {pid for _, pid in workers.map_unordered(work.process, range(2))} == {os.getpid()}
        assert (workers.size, workers.per_machine) == (1, 1)
    with make_workers(1, isolated=True) as workers:
        assert os.getpid() not in {pid for _, pid in workers.map_unordered(work.process, range(2))}


def test_every_task_is_done_once(pool):
    assert (pool.size, pool.per_machine) == (2, 2)
    assert sorted(pool.map_unordered(work.square, range(40))) == [(n, n * n) for n in range(40)]
    assert list(pool.map_unordered(work.square, [])) == []
    assert len({pid for _, pid in pool.map_unordered(work.process, range(8))}) == 2


@pytest.mark.parametrize("number", [1, 2])
def test_tasks_are_taken_few_at_a_time(pool, number):
    taken = []
    workers = pool if number == 2 else make_workers(1)
    tasks = (taken.append(n) or n for n in count())
    done = workers.map_unordered(work.square, tasks)
    assert {result for _, result in islice(done, 20)} <= {n * n for n in range(100)}
    done.close()
    assert len(taken) < 100
    assert list(workers.map_unordered(work.square, [7])) == [(0, 49)]


class Simulated(ExecutorWorkers):
    """A thousand workers, each of whose tasks is done at once and says that it took 0.1 s."""

    size, per_machine, max_batch = 1000, 1, 4096

    def __init__(self):
        super().__init__()
        self.batches = []

    def _submit(self, *call):
        _, _, tasks, _ = call
        self.batches.append(len(tasks))
        done = Future()
        done.set_result(_Done(0.1 * len(tasks), tasks))
        return done

    def _crash(self, error): ...

    def _losses(self): ...

    def _abandon(self): ...

    def close(self): ...


@pytest.mark.parametrize("number", [1500, 20_000, 200_000])
def test_batches_of_a_thousand_workers_grow(number):
    workers = Simulated()
    found = [index for index, _ in workers.map_unordered(work.square, range(number))]
    assert sorted(found) == list(range(number))
    # No worker is left with many tasks at the end of a run of few.
    assert max(workers.batches) <= max(number / workers.size, 1)
    if number == 200_000:
        # All together they finish a hundred batches a second.
        assert workers.batches[-2] in (99, 100)


def test_results_come_as_they_finish(pool, tmp_path):
    # The first waits for what the last does: one worker is left for those between.
    tasks = [(str(tmp_path), "wait"), (str(tmp_path), ""), (str(tmp_path), "go")]
    order = [number for number, _ in pool.map_unordered(work.wait_or_go, tasks)]
    assert order.index(1) < order.index(0)
    assert sorted(order) == [0, 1, 2]


def test_what_a_slow_task_of_a_batch_holds_up_is_done_afterwards(pool):
    tasks = [*[0.0] * 40, *[0.25] * 3, *[0.0] * 40]
    found = sorted(pool.map_unordered(work.sleep_for, tasks))
    assert found == list(enumerate(tasks))


@pytest.mark.long
def test_tasks_of_a_worker_that_is_killed_are_done_again(pool, tmp_path):
    tasks = [(str(tmp_path), n) for n in range(3)]
    for n in range(3, 40):
        (tmp_path / str(n)).touch()
        tasks.insert(n // 2, (str(tmp_path), n))
    found = dict(pool.map_unordered(work.die_once, tasks))
    assert found == {place: n * n for place, (_, n) in enumerate(tasks)}


@pytest.mark.long
def test_a_worker_killed_from_outside_costs_nothing(pool):
    pids = {pid for _, pid in pool.map_unordered(work.process, range(8))}
    done = pool.map_unordered(work.process, range(20))
    seen = [next(done)]
    os.kill(pids.pop(), signal.SIGKILL)
    seen += done
    assert sorted(number for number, _ in seen) == list(range(20))


@pytest.mark.long
@pytest.mark.parametrize("before", [1, 500])
def test_a_task_that_ends_its_worker_is_lost_alone(pool, before):
    tasks = [*range(before), -1, *range(20)]
    found = sorted(pool.map_unordered(work.square_or_die, tasks), key=lambda pair: pair[0])
    for (_, result), task in zip(found, tasks, strict=True):
        assert isinstance(result, Crash) if task < 0 else result == task * task
    assert "ended 2 times" in found[before][1].reason


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who lives")
def test_workers_killed_as_they_start_are_no_fault_of_a_task():
    killed = set()
    over = threading.Event()

    def kill_some():
        while len(killed) < 8 and not over.wait(0.005):
            for process in descendants(os.getpid()):
                if process not in killed and "popen_loky" in command(process):
                    killed.add(process)
                    os.kill(process, signal.SIGKILL)
                    break

    killer = threading.Thread(target=kill_some)
    killer.start()
    try:
        with make_workers(2) as workers:
            found = sorted(workers.map_unordered(work.square, range(12)))
    finally:
        over.set()
        killer.join()
    assert len(killed) == 8
    assert found == [(n, n * n) for n in range(12)]


def test_what_the_function_raises_is_raised(pool):
    with pytest.raises(ValueError, match="1 is not liked"):
        list(pool.map_unordered(work.fail, [1]))
    assert list(pool.map_unordered(work.square, [7])) == [(0, 49)]


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc who lives")
def test_workers_end_with_a_parent_that_is_killed():
    script = """
        import sys, workers_at_work as work
        from kaleido.parallel import make_workers
        with make_workers(2) as workers:
            for _, pid in workers.map_unordered(work.process, range(1000)):
                print(pid, flush=True)
    """
    run = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        text=True,
    )
    pids = {int(run.stdout.readline()) for _ in range(8)}
    run.kill()
    run.wait()
    run.stdout.close()
    run.stderr.close()
    until = time.monotonic() + 30
    while any(map(lives, pids)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(lives, pids))


def test_numbers_that_make_no_sense_are_refused():
    with pytest.raises(OptionError, match="workers is 0, expected 1 or more"):
        make_workers(0)
    with pytest.raises(OptionError, match="has its own workers"):
        make_workers(2, "tcp://127.0.0.1:1")
