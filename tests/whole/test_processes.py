"""What the benchmarks and the server ask of processes, on Linux."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from interrupted import handles, marked
from processes import command, descendants, kilobytes, lives, usage

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")


@pytest.fixture
def child():
    """Give a process that waits, and ends with its input."""
    wait = "import signal, sys; signal.signal(signal.SIGTERM, print); print(1, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", wait],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ | {"KALEIDO_TEST": "child"},
    ) as process:
        process.stdout.readline()
        yield process
        process.kill()


def test_this_process_and_its_child(child):
    assert child.pid in descendants(os.getpid())
    assert marked("KALEIDO_TEST", "child") == [child.pid]
    assert command(child.pid).startswith(f"{sys.executable} -c import signal")
    assert handles(child.pid, signal.SIGTERM)
    assert not handles(child.pid, signal.SIGHUP)
    assert lives(child.pid)


def test_processes_that_have_ended(child):
    child.kill()
    # It stays until it is waited for.
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert not lives(child.pid)
    assert (usage([child.pid]).processes, usage([child.pid]).zombies) == (0, 1)
    child.wait()
    assert not lives(child.pid)
    assert usage([child.pid]).zombies == 0
    assert command(child.pid) == ""
    assert kilobytes(child.pid, "status", "VmRSS") == 0
    assert not handles(child.pid, signal.SIGTERM)
