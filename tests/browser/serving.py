"""A server of the page in a process of its own."""

import contextlib
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


READY = 60
"""Seconds in which `kaleido play` must say its address."""


@contextlib.contextmanager
def serving(*options, folder=ROOT, **environment):
    """Run a server in a folder as a player would; yield its process and its address.

    By default it is the server of this checkout.
    """
    for module in ("fastapi", "uvicorn"):
        pytest.importorskip(module, reason=f"the page's server needs {module}: install extra `web`")
    command = [sys.executable, "-m", "kaleido", "play", "--no-browser", "--port", "0"]
    started = {"stdout": subprocess.PIPE, "text": True, "cwd": folder}
    environment = os.environ | environment
    with subprocess.Popen([*command, *options], env=environment, **started) as server:
        try:
            deadline = time.monotonic() + READY
            found = None
            while not found and time.monotonic() < deadline:
                line = server.stdout.readline()
                assert line, "the server ended before it said its address"
                found = re.search(r"http://\S+", line)
            assert found, "the server said no address"
            yield server, found[0].partition("#")[0]
        finally:
            server.terminate()
            server.wait(timeout=20)
