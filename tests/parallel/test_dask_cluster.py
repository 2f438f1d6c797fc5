"""Workers of a Dask cluster: a real one, its processes on this machine."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import islice

import pytest
import workers_at_work as work
from cluster import SilentProxy

from kaleido import (
    Comparison,
    Experiment,
    OptionError,
    Puzzle,
    compare,
    generate,
    named_pattern,
    pattern_names,
)
from kaleido.base.errors import WorkersError
from kaleido.batch import FORMS, BoardInputs, CountVerb, open_journal, run_batch
from kaleido.designing import Specification
from kaleido.lab import tune
from kaleido.parallel import Crash, make_workers

pytestmark = pytest.mark.cluster


@pytest.fixture
def cluster(tmp_path):
    from cluster import DaskCluster

    with DaskCluster(tmp_path) as cluster:
        cluster.wait_for_workers(2)
        yield cluster


def test_a_worker_killed_in_the_middle_costs_nothing(cluster):
    with make_workers(scheduler=cluster.address) as workers:
        assert (workers.size, workers.per_machine) == (2, 2)
        done = workers.map_unordered(work.process, range(60))
        seen = [next(done) for _ in range(10)]
        assert {pid for _, pid in seen} == {process.pid for process in cluster.workers}
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        seen += done
        assert sorted(number for number, _ in seen) == list(range(60))
        assert {pid for _, pid in seen[-20:]} == {cluster.workers[1].pid}
        cluster.workers.append(cluster.add_worker())
        cluster.wait_for_workers(2)
        more = list(workers.map_unordered(work.process, range(60)))
        assert {pid for _, pid in more} == {process.pid for process in cluster.workers[1:]}


def test_a_task_that_ends_its_worker_is_lost(cluster):
    cluster.workers.append(cluster.add_worker())
    cluster.wait_for_workers(3)
    with make_workers(scheduler=cluster.address) as workers:
        found = dict(workers.map_unordered(work.square_or_die, [3, -1, 4]))
        assert "its worker ended 2 times" in found.pop(1).reason
        assert found == {0: 9, 2: 16}
        with pytest.raises(ValueError, match="7 is not liked"):
            list(workers.map_unordered(work.fail, [7]))
        assert dict(workers.map_unordered(work.square, range(5))) == {n: n * n for n in range(5)}


def test_a_run_left_early_leaves_nothing_behind(cluster):
    import distributed

    with make_workers(scheduler=cluster.address) as workers:
        done = workers.map_unordered(work.sleep_for, [0.0] + [0.2] * 1000)
        next(done)
        done.close()
    with distributed.Client(cluster.address, set_as_default=False) as client:
        until = time.monotonic() + 20
        while any(client.processing().values()) and time.monotonic() < until:
            time.sleep(0.1)
        assert not any(client.processing().values())


def test_a_cluster_that_has_no_workers_any_more_is_said(cluster, monkeypatch):
    monkeypatch.setattr("kaleido.parallel.dask_cluster.PATIENCE_SECONDS", 2)
    with make_workers(scheduler=cluster.address) as workers:
        done = workers.map_unordered(work.sleep_for, [0.0, *[0.5] * 20])
        next(done)
        for process in cluster.workers:
            process.kill()
        with pytest.raises(WorkersError, match="has had no worker for 2 s"):
            list(done)


def test_quick_tasks_go_together_and_a_deadly_one_is_still_found(cluster):
    cluster.workers += [cluster.add_worker() for _ in range(3)]
    cluster.wait_for_workers(5)
    tasks = [*range(2000), -1]
    with make_workers(scheduler=cluster.address) as workers:
        found = dict(workers.map_unordered(work.square_or_die, tasks))
    assert isinstance(found.pop(2000), Crash)
    assert found == {number: number * number for number in range(2000)}


def cancel_all(address):
    """Make the scheduler forget the tasks that its workers have, as it does when it loses them."""
    import distributed

    with distributed.Client(address, set_as_default=False) as client:
        keys = [key for keys in client.processing().values() for key in keys]
        client.cancel([distributed.Future(key, client) for key in keys], force=True)
    return len(keys)


def test_tasks_that_the_scheduler_loses_run_again(cluster):
    with make_workers(scheduler=cluster.address) as workers:
        done = workers.map_unordered(work.sleep_for, [0.0, *[0.3] * 12])
        seen = [next(done)]
        assert cancel_all(cluster.address)
        seen += done
        assert sorted(index for index, _ in seen) == list(range(13))


def test_a_result_lost_while_it_is_fetched_is_computed_again(cluster, monkeypatch):
    from distributed.client import Client

    gather, lost = Client._gather, []

    async def lose_the_first(client, futures, *args, **kwargs):
        results = await gather(client, futures, *args, **kwargs)
        if not lost:
            lost.extend(futures)
            client.futures[futures[0].key].lose()
        return results

    with make_workers(scheduler=cluster.address) as workers:
        monkeypatch.setattr(Client, "_gather", lose_the_first)
        found = dict(workers.map_unordered(work.square, range(60)))
    assert len(lost) == 1
    assert found == {number: number * number for number in range(60)}


def test_a_scheduler_that_loses_all_tasks_is_given_up(cluster, monkeypatch):
    monkeypatch.setattr("kaleido.parallel.workers.MAX_LOST", 2)
    with make_workers(scheduler=cluster.address) as workers:
        done = workers.map_unordered(work.sleep_for, [0.0, *[5.0] * 12])
        next(done)
        ends = threading.Event()

        def lose():
            while not ends.wait(0.2):
                cancel_all(cluster.address)

        loser = threading.Thread(target=lose)
        loser.start()
        try:
            with pytest.raises(WorkersError, match="has lost 3 batches of tasks"):
                list(done)
        finally:
            ends.set()
            loser.join()


def test_a_cluster_that_goes_away_is_said(cluster):
    with make_workers(scheduler=cluster.address) as workers:
        done = workers.map_unordered(work.sleep_for, [0.0, *[0.5] * 20])
        next(done)
        cluster.close()
        with pytest.raises(WorkersError, match="has gone"):
            list(done)


def test_a_net_that_is_silent_for_a_while_costs_nothing(cluster):
    with SilentProxy(cluster.address) as proxy, make_workers(scheduler=proxy.address) as workers:
        done = workers.map_unordered(work.square, range(2000))
        seen = [next(done)]
        proxy.fall_silent()
        threading.Timer(2, proxy.heal).start()
        seen += done
    assert sorted(seen) == [(n, n * n) for n in range(2000)]


def test_a_scheduler_that_falls_silent_is_said(cluster, monkeypatch):
    with SilentProxy(cluster.address) as proxy, make_workers(scheduler=proxy.address) as workers:
        done = workers.map_unordered(work.sleep_for, [0.0, *[0.05] * 5000])
        next(done)
        proxy.fall_silent()
        monkeypatch.setattr("kaleido.parallel.dask_cluster.SILENCE_SECONDS", 2)
        with pytest.raises(WorkersError, match="has not answered for 2 s"):
            list(done)
    with make_workers(scheduler=cluster.address) as workers:
        assert list(workers.map_unordered(work.square, [3])) == [(0, 9)]


def test_a_worker_that_is_stopped_at_the_start_is_said(cluster, monkeypatch):
    monkeypatch.setattr("kaleido.parallel.dask_cluster.SILENCE_SECONDS", 5)
    cluster.workers[0].send_signal(signal.SIGSTOP)
    with pytest.raises(WorkersError, match=r"a worker of .* has not answered for 5 s"):
        make_workers(scheduler=cluster.address)


class _Page(BaseHTTPRequestHandler):
    """What is no scheduler, but answers."""

    def log_message(self, *_):
        pass


def test_schedulers_that_do_not_answer_are_said_in_time(cluster):
    page = HTTPServer(("127.0.0.1", 0), _Page)
    threading.Thread(target=page.serve_forever, daemon=True).start()
    for process in cluster.workers:
        process.kill()
        process.wait()
    deaf = socket.create_server(("127.0.0.1", 0))
    nobody = socket.create_server(("127.0.0.1", 0))
    port = nobody.getsockname()[1]
    nobody.close()
    for address, message in (
        (f"tcp://127.0.0.1:{port}", "no Dask scheduler answers at"),
        (f"tcp://127.0.0.1:{deaf.getsockname()[1]}", "no Dask scheduler answers at"),
        (f"tcp://127.0.0.1:{page.server_port}", "no Dask scheduler answers at"),
        ("tcp://no-such-host.invalid:8786", "no Dask scheduler answers at"),
        (cluster.address, "has no workers"),
    ):
        began = time.monotonic()
        with pytest.raises(WorkersError, match=message):
            make_workers(scheduler=address)
        assert time.monotonic() - began < 10
    deaf.close()
    page.shutdown()
    page.server_close()


@pytest.mark.parametrize("address", ["", "here", "tcp://host", "tcp://host:99999", "x://host:1"])
def test_addresses_that_are_none(address):
    with pytest.raises(OptionError, match="'"):
        make_workers(scheduler=address)


def test_counts_are_the_same_on_a_cluster(cluster, monkeypatch, output_of):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    alone = Puzzle(named_pattern("crossroads")).count()
    assert alone.by_placement
    with make_workers(scheduler=cluster.address) as workers:
        assert Puzzle(named_pattern("fancy-chessboard")).count(workers=workers).solutions == 118
        assert (
            Puzzle(named_pattern("crossroads")).count(workers=workers).by_placement
            == alone.by_placement
        )
    assert (
        json.loads(output_of("count crossroads --json --scheduler", cluster.address))["solutions"]
        == alone.solutions
    )


def test_a_batch_loses_nothing_when_a_worker_and_then_the_run_are_killed(cluster, tmp_path):
    boards = [
        name for name in pattern_names("standard") if name.startswith(("letter", "digit", "s"))
    ]
    whole, out = tmp_path / "whole.jsonl", tmp_path / "out.jsonl"
    verb = CountVerb()
    form = FORMS["jsonl"](verb.fields)
    with (
        make_workers(1) as workers,
        open_journal(whole, form, verb.asked) as journal,
    ):
        list(run_batch(BoardInputs(boards), verb, workers, journal))
    command = [sys.executable, "-m", "kaleido", "batch", "count", *boards, "-o", str(out)]
    command += ["--resume", "--scheduler", cluster.address]

    def wait_for_records(number):
        until = time.monotonic() + 60
        while not (out.exists() and out.read_bytes().count(b"\n") >= number):
            assert time.monotonic() < until
            time.sleep(0.01)

    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for_records(2)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    wait_for_records(5)
    run.kill()
    run.communicate()
    cluster.workers.append(cluster.add_worker())
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    wait_for_records(8)
    os.kill(cluster.workers[1].pid, signal.SIGKILL)
    _, err = run.communicate(timeout=120)
    assert (run.returncode, err) == (0, f"kaleido: {len(boards)} boards: {len(boards)} counted\n")

    def counted(path):
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        return sorted((line["board"], line["pattern"], line["solutions"]) for line in lines)

    assert counted(out) == counted(whole)


def test_without_dask_the_extra_is_named(monkeypatch, error_of):
    monkeypatch.setattr("kaleido.base.extras.find_spec", lambda _: None)
    assert error_of("batch solve car --scheduler tcp://127.0.0.1:8786") == (
        "kaleido: a cluster needs the extra `cluster`: pip install 'kaleidoscope-solver[cluster]'\n"
    )


def test_an_interrupted_run_leaves_the_cluster(cluster, tmp_path):
    out = tmp_path / "out.jsonl"
    # Enough boards that most are left when the first one is counted.
    command = [sys.executable, "-m", "kaleido", "batch", "count", *pattern_names("standard")]
    command += ["-o", str(out), "--scheduler", cluster.address]
    run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 60
    while not (out.exists() and out.read_bytes()):
        assert time.monotonic() < until
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)
    _, err = run.communicate(timeout=60)
    assert (run.returncode, err.splitlines()[-1]) == (130, "kaleido: interrupted")
    assert err.count("\n") == 2
    with make_workers(scheduler=cluster.address) as workers:
        assert list(workers.map_unordered(work.square, [3])) == [(0, 9)]


LAB = """
import beside
import kaleido

@kaleido.heuristic
def mine(candidate):
    return beside.part(candidate) + candidate.matched
"""


def test_a_comparison_sends_its_heuristics_and_makes_each_run_once(
    cluster, tmp_path, monkeypatch, output_of
):
    names = [name for name in pattern_names("standard") if name.startswith(("letter", "s"))]
    # Modules that the workers do not find, and a function that is in none.
    (tmp_path / "lab.py").write_text(LAB)
    (tmp_path / "beside.py").write_text("def part(candidate):\n    return candidate.border / 9\n")
    monkeypatch.syspath_prepend(tmp_path)

    def own(candidate):
        return -candidate.border

    asked = {"mine": "lab:mine", "own": own, "paper": "paper"}
    path = tmp_path / "runs.db"
    experiment = Experiment(names, asked, 8, max_nodes=300, file=path)
    with experiment.opened() as schedule:
        runs = schedule.runs(scheduler=cluster.address)
        first = [next(runs) for _ in range(5)]
        os.kill(cluster.workers[0].pid, signal.SIGKILL)
        runs.close()
    kept = experiment.results()
    assert set(first) <= set(kept)
    cluster.workers.append(cluster.add_worker())
    whole = experiment.run(scheduler=cluster.address)
    assert set(kept) <= set(whole)
    assert set(Comparison.load(path)) == set(whole)
    alone = compare(names, asked, 8, max_nodes=300)
    assert [run._replace(seconds=0) for run in whole] == [run._replace(seconds=0) for run in alone]
    args = ["bench", "car", "-s", "lab:mine", "--max-nodes", "300", "--csv"]
    assert (
        output_of(*args, "--scheduler", cluster.address)
        .splitlines()[1]
        .startswith("car,lab:mine,0,solved,")
    )
    with pytest.raises(
        OptionError, match="a scheduler has its own workers: give workers or a scheduler"
    ):
        compare("car", workers=2, scheduler=cluster.address)


def test_boards_and_weights_are_the_same_on_a_cluster(cluster):
    wanted = Specification(seed=5)
    ours, theirs = (
        [each.assessment.solution for each in islice(generate(wanted, **way), 2)]
        for way in ({}, {"scheduler": cluster.address})
    )
    assert ours == theirs
    few = {"boards": 4, "held_out": 4, "budget": 3}
    for base in ("tuned", "paper-plus"):
        alone, shared = (tune(base, **few, **way) for way in ({}, {"scheduler": cluster.address}))
        assert alone.policy == shared.policy
        assert (alone.after.nodes == shared.after.nodes).all()
