"""Ctrl-C and SIGTERM at any moment of the commands that run long, and how they end.

Each command runs once to its end. Then it is started again and again, and gets a signal at a
random moment between its end and Kaleido's first lines, before which it is Python's affair: SIGINT
or SIGTERM, alone or with its whole process group, as from a terminal. It must end soon with the
exit code 130 or 143 (`play` ends with 0 after Ctrl-C), without a traceback or a warning, and leave
no process, no semaphore and no temporary file; what writes a file must go on with `--resume`, and
each board must have one record in the end. It needs Linux.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from hardship import faults_of, read_records, write_boards
from harness import Names, run, table
from processes import command, handles, marked

BOARDS = 600
"""The boards of a batch."""

LONGEST = 6.0
"""Seconds of a run in which the moments lie, for commands that run longer."""

PATIENCE = 15.0
"""Seconds in which a command must end."""

SOON = 2.0
"""Seconds after its end in which its last process must be gone."""

NOISE = re.compile(r"Traceback|Warning|resource_tracker|leaked|Error\b|Exception")

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""The signals, and the exit codes after them."""

MARK = "KALEIDO_INTERRUPTS"
"""A variable of the environment by which all processes of a run are found."""

SEMAPHORES = Path("/dev/shm")

COMPARE = """
import signal, sys
signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
try:
    import kaleido
    kaleido.compare(kaleido.pattern_names("standard"), ["constrained", "paper"], range(2), n_jobs=2,
        max_nodes=2000, file=sys.argv[1])
except KeyboardInterrupt:
    sys.exit(130)
"""


@dataclass(frozen=True)
class Case:
    """A command that is interrupted; its words, after ``python``, may name the folder `{folder}`.

    A check takes the folder of a run that has ended by itself and gives what is wrong with it; with
    it, a run goes on with `--resume`. After signals there may be other exit codes than 130 and 143.
    """

    words: tuple[str, ...]
    check: Callable[[Path], list[str]] | None = None
    codes: Mapping[signal.Signals, tuple[int, ...]] = field(default_factory=dict)


def rows_of(folder: Path) -> list[str]:
    """Return what is wrong with a CSV file of sixty runs."""
    _, *lines = (folder / "runs.csv").read_text().splitlines()
    runs = {tuple(line.split(",")[:3]) for line in lines}
    counts = len(lines), len(runs)
    return [] if counts == (60, 60) else ["{} rows of {} runs, expected 60".format(*counts)]


def _kaleido(line: str) -> tuple[str, ...]:
    return ("-m", "kaleido", *line.split())


BENCH = "bench car key seal heart arrow --seeds 12 --max-nodes 300 --workers 2 -o {folder}/runs.csv"

CASES: dict[str, Case] = {
    # Ctrl-C is the usual way to end it, once it listens.
    "play": Case(_kaleido("play --no-browser --port 0"), codes={signal.SIGINT: (0, 130)}),
    "batch": Case(
        _kaleido("batch solve {folder}/boards.json -o {folder}/out.jsonl --workers 2"),
        lambda folder: faults_of(read_records(folder / "out.jsonl"), BOARDS),
    ),
    "count": Case(_kaleido("count checkerboard --workers 2")),
    "generate": Case(
        _kaleido("generate -o {folder}/boards -n 2 --workers 2"),
        lambda folder: faults_of(read_records(folder / "boards/boards.jsonl"), 2),
    ),
    "bench": Case(_kaleido(BENCH), rows_of),
    "tune": Case(_kaleido("tune --boards 12 --held-out 4 --budget 3")),
    "compare": Case(("-c", COMPARE, "{folder}/runs.csv")),
}
"""The commands by name, and a script that compares strategies."""


@contextmanager
def fresh() -> Iterator[Path]:
    """Give a folder with the file of boards that commands name."""
    with TemporaryDirectory() as name:
        write_boards(Path(name, "boards.json"), BOARDS)
        yield Path(name)


class Run:
    """A command that has been started, with a temporary folder of its own and further words."""

    def __init__(self, case: Case, folder: Path, *more: str) -> None:
        self._mark = uuid.uuid4().hex
        self._temporary = folder / "temporary"
        self._temporary.mkdir(exist_ok=True)
        self._semaphores = set(SEMAPHORES.iterdir())
        words = [word.replace("{folder}", str(folder)) for word in (*case.words, *more)]
        self.process = subprocess.Popen(
            [sys.executable, *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            env=os.environ | {MARK: self._mark, "TMPDIR": str(self._temporary)},
        )

    def listens(self) -> None:
        """Wait until it handles SIGTERM, or has ended."""
        while self.process.poll() is None and not handles(self.process.pid, signal.SIGTERM):
            time.sleep(0.002)

    def end(self, within: float) -> tuple[int | None, str]:
        """Wait for the end; return the exit code, and what was written to standard error."""
        try:
            _, err = self.process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            self._kill()
            _, err = self.process.communicate()
            return None, err
        return self.process.returncode, err

    def left_behind(self) -> list[str]:
        """Return what the run left behind, once there was time to end it."""
        until = time.monotonic() + SOON
        while (left := marked(MARK, self._mark)) and time.monotonic() < until:
            time.sleep(0.05)
        found = [f"process left: {command(process)[:100]}" for process in left]
        self._kill()
        new = (each.name for each in set(SEMAPHORES.iterdir()) - self._semaphores)
        found += [f"semaphore left: {each}" for each in new if f"-{self.process.pid}-" in each]
        return found + [f"file left: {each.name}" for each in self._temporary.iterdir()]

    def _kill(self) -> None:
        for process in marked(MARK, self._mark):
            os.kill(process, signal.SIGKILL)


@dataclass
class Tally:
    """How the runs of a command ended."""

    codes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    faults: list[str] = field(default_factory=list)


def interrupt(
    case: Case, folder: Path, moment: float, how: signal.Signals, group: bool, tally: Tally
) -> None:
    """Start a command, send it a signal, and take down how it ended."""
    began = Run(case, folder)
    began.listens()
    time.sleep(moment)
    if began.process.poll() is None:
        (os.killpg if group else os.kill)(began.process.pid, how)
    sent = time.monotonic()
    code, err = began.end(PATIENCE)
    tally.slowest = max(tally.slowest, time.monotonic() - sent)
    tally.codes[str(code)] += 1
    problems = began.left_behind()
    if code is None:
        problems.append(f"it did not end within {PATIENCE:g} s")
    elif code not in (0, *case.codes.get(how, (SIGNALS[how],))):
        problems.append(f"exit code {code}")
    if NOISE.search(err):
        problems.append(f"noise: {err.strip()[-600:]!r}")
    if case.check is not None and not problems:
        code, err = Run(case, folder, "--resume").end(120)
        problems = case.check(folder) if code == 0 else [f"not resumed: {code} {err[-300:]!r}"]
    where = f"{how.name}{' to the group' if group else ''} after {moment:.3f} s"
    tally.faults += [f"{where}: {problem}" for problem in problems]


def length(case: Case) -> float:
    """Return how long a command runs by itself, at most `LONGEST`."""
    with fresh() as folder:
        whole = Run(case, folder)
        whole.listens()
        began = time.monotonic()
        whole.end(LONGEST)
        return min(time.monotonic() - began, LONGEST)


def main(names: Names = (), moments: int = 12, seed: int = 0) -> int:
    """Interrupt commands at so many moments each; give 0 when all ended as they should."""
    source, faults = random.Random(seed), []

    def rows() -> Iterator[list[object]]:
        for name in names or CASES:
            case, tally = CASES[name], Tally()
            seconds = length(case)
            for number in range(moments):
                moment = (number + source.random()) / moments * seconds
                for how in SIGNALS:
                    for group in (False, True):
                        with fresh() as folder:
                            interrupt(case, folder, moment, how, group, tally)
            codes = ", ".join(f"{code}: {times}" for code, times in sorted(tally.codes.items()))
            faults.extend(f"{name}, {each}" for each in tally.faults)
            yield [name, tally.codes.total(), codes, f"{tally.slowest:.2f}", len(tally.faults)]

    table(("command", "runs", "exit codes", "slowest end s", "faults"), rows())
    print("\n".join(["", *faults]))
    return int(bool(faults))


if __name__ == "__main__":
    run(main)
