"""Commands that get a signal in the middle, and what is wrong with their ends."""

import os
import re
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable
from pathlib import Path

import psutil
from hardship import faults_of, read_records, write_boards
from processes import command

from kaleido import Comparison

BOARDS = 600
"""The boards of a batch."""

PATIENCE = 15.0
"""Seconds in which a command must end."""

SOON = 2.0
"""Seconds after its end in which its last process must be gone."""

NOISE = re.compile(r"Traceback|Warning|resource_tracker|leaked|Error\b|Exception")

CODES = {signal.SIGINT: (130,), signal.SIGTERM: (143,)}

MARK = "KALEIDO_INTERRUPTED"
"""A variable of the environment by which all processes of a run are found."""

SEMAPHORES = Path("/dev/shm")

COMPARE = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
try:
    import kaleido
    kaleido.compare(kaleido.pattern_names("standard"), ["constrained", "paper"], range(2),
        workers=2, max_nodes=2000, file=sys.argv[1])
except KeyboardInterrupt:
    sys.exit(130)
"""

COMMANDS = {
    "play": "play --no-browser --port 0",
    "batch": "batch solve {folder}/boards.json -o {folder}/out.jsonl --workers 2",
    "count": "count checkerboard --workers 2",
    "generate": "generate -o {folder}/boards -n 2 --workers 2",
    "bench": "bench car key seal heart arrow --seeds 12 --max-nodes 300 --workers 2"
    " -o {folder}/runs.db",
    "tune": "tune --boards 12 --held-out 4 --budget 3",
}
"""The commands by name; a script that compares strategies is tried beside them."""


def _faults_of_runs(folder: Path) -> list[str]:
    """Return what is wrong with a store of sixty runs."""
    lines = Comparison.load(folder / "runs.db")
    counts = len(lines), len({run[:3] for run in lines})
    return [] if counts == (60, 60) else ["{} rows of {} runs, expected 60".format(*counts)]


CHECKS: dict[str, Callable[[Path], list[str]]] = {
    "batch": lambda folder: faults_of(read_records(folder / "out.jsonl"), BOARDS),
    "generate": lambda folder: faults_of(read_records(folder / "boards/boards.jsonl"), 2),
    "bench": _faults_of_runs,
}
"""What is wrong with the folder of a run that went on to its end, most with `--resume`."""


def interrupt(name: str, folder: Path, moment: float, how: signal.Signals, group: bool) -> None:
    """Start a command, send it a signal, and assert that it ends in order and can be resumed."""
    write_boards(folder / "boards.json", BOARDS)
    semaphores, mark = set(SEMAPHORES.iterdir()), uuid.uuid4().hex
    process = _started(name, folder, mark)
    while process.poll() is None and not handles(process.pid, signal.SIGTERM):
        time.sleep(0.002)
    time.sleep(moment)
    if process.poll() is None:
        (os.killpg if group else os.kill)(process.pid, how)
    try:
        _, said = process.communicate(timeout=PATIENCE)
        until = time.monotonic() + SOON
        while marked(MARK, mark) and time.monotonic() < until:
            time.sleep(0.05)
        left = [command(each)[:100] for each in marked(MARK, mark)]
    finally:
        for each in marked(MARK, mark):
            os.kill(each, signal.SIGKILL)
    # Ctrl-C is the usual way to end a server, once it listens.
    ended = name == "play" and how == signal.SIGINT
    assert process.returncode in (0, *(CODES[how] if not ended else (130,))), said
    assert not NOISE.search(said)
    assert left == []
    new = {each.name for each in set(SEMAPHORES.iterdir()) - semaphores}
    assert not [each for each in new if f"-{process.pid}-" in each]
    assert list((folder / "temporary").iterdir()) == []
    if name in CHECKS:
        again = _started(name, folder, mark, *["--resume"] * (name != "bench"))
        _, said = again.communicate(timeout=120)
        assert again.returncode == 0, said
        assert CHECKS[name](folder) == []


def handles(process: int, signal: int) -> bool:
    """Return whether a process handles a signal itself."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
    return bool(
        int(re.search(r"^SigCgt:\s*(\w+)", status, re.MULTILINE)[1], 16) >> (signal - 1) & 1
    )


def marked(name: str, value: str) -> list[int]:
    """Return the processes that have a variable of the environment with a value.

    Children inherit it, so that it finds them even when they have lost their parent.
    """
    running = psutil.process_iter(["environ"])
    return [each.pid for each in running if (each.info["environ"] or {}).get(name) == value]


def _started(name: str, folder: Path, mark: str, *more: str) -> subprocess.Popen[str]:
    """Start a command with a temporary folder of its own."""
    words = ["-m", "kaleido", *COMMANDS.get(name, "").format(folder=folder).split(), *more]
    if name == "compare":
        words = ["-c", COMPARE, str(folder / "runs.db")]
    temporary = folder / "temporary"
    temporary.mkdir(exist_ok=True)
    return subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {MARK: mark, "TMPDIR": str(temporary)},
    )
