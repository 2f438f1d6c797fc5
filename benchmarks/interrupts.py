"""Ctrl-C and SIGTERM at any moment of the commands that run long, and how they end.

python benchmarks/interrupts.py [--moments 12] [--seed 0] [COMMAND ...]

Each command runs once to its end. Then it is started again and again, and gets a signal at a
random moment between its end and Kaleido's first lines, before which it is Python's affair: SIGINT
or SIGTERM, alone or with its whole process group, as from a terminal. It must end soon with the
exit code 130 or 143 (`play` ends with 0 after Ctrl-C), without a traceback or a warning, and leave
no process, no semaphore and no temporary file; what writes a file must go on with `--resume`, and
each board must have one record in the end. It prints Markdown, and gives 0 when all of this holds.
It needs Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from processes import marked

MARK = "KALEIDO_INTERRUPTS"
"""A variable of the environment by which all processes of a run are found."""

LONGEST = 6.0
"""Seconds of a run in which the moments lie, for commands that run longer."""

PATIENCE = 15.0
"""Seconds in which a command must end."""

SOON = 2.0
"""Seconds after its end in which its last process must be gone."""

NOISE = re.compile(r"Traceback|Warning|resource_tracker|leaked|Error\b|Exception")

SEMAPHORES = Path("/dev/shm")

SIGNALS = {signal.SIGINT: 130, signal.SIGTERM: 143}
"""The signals, and the exit codes after them."""

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
    """A command that is interrupted; its words may name the folder `{folder}`.

    Attributes
    ----------
    words : tuple of str
        The command, after ``python``.
    resumed : tuple of str
        What goes on with a run, besides the same words; none if it cannot go on.
    done : callable
        It takes the folder of a run that has ended by itself and gives what is wrong with it.
    codes : dict
        Other exit codes after signals than 130 and 143.
    """

    words: tuple[str, ...]
    resumed: tuple[str, ...] | None = None
    done: Callable[[Path], list[str]] = lambda _: []
    codes: dict[signal.Signals, tuple[int, ...]] = field(default_factory=dict)


def once_each(name: str, number: int) -> Callable[[Path], list[str]]:
    """Return a check that a file of JSON lines has so many records, each board once."""

    def check(folder: Path) -> list[str]:
        lines = (folder / name).read_text().splitlines()
        boards = Counter(json.loads(line)["board"] for line in lines)
        twice = [board for board, times in boards.items() if times > 1]
        wrong = [] if len(boards) == number else [f"{len(boards)} boards, expected {number}"]
        return wrong + [f"{board} is there {boards[board]} times" for board in twice[:3]]

    return check


def rows(number: int) -> Callable[[Path], list[str]]:
    """Return a check that a CSV file has so many different rows below its head."""

    def check(folder: Path) -> list[str]:
        _, *lines = (folder / "runs.csv").read_text().splitlines()
        runs = {tuple(line.split(",")[:3]) for line in lines}
        if (len(lines), len(runs)) == (number, number):
            return []
        return [f"{len(lines)} rows of {len(runs)} runs, expected {number}"]

    return check


def kaleido_words(line: str) -> tuple[str, ...]:
    """Return a command of Kaleido as words after ``python``."""
    return ("-m", "kaleido", *line.split())


CASES: dict[str, Case] = {
    "play": Case(
        kaleido_words("play --no-browser --port 0"),
        # Ctrl-C is the usual way to end it, once it listens.
        codes={signal.SIGINT: (0, 130)},
    ),
    "batch": Case(
        kaleido_words("batch solve {folder}/boards.json -o {folder}/out.jsonl --workers 2"),
        ("--resume",),
        once_each("out.jsonl", 600),
    ),
    "count": Case(kaleido_words("count checkerboard --workers 2")),
    "generate": Case(
        kaleido_words("generate -o {folder}/boards -n 2 --workers 2"),
        ("--resume",),
        once_each("boards/boards.jsonl", 2),
    ),
    "bench": Case(
        kaleido_words(
            "bench car key seal heart arrow --seeds 12 --max-nodes 300 --workers 2"
            " -o {folder}/runs.csv"
        ),
        ("--resume",),
        rows(60),
    ),
    "tune": Case(kaleido_words("tune --boards 12 --held-out 4 --budget 3")),
    "compare": Case(("-c", COMPARE, "{folder}/runs.csv")),
}
"""The commands by name, and a script that compares strategies."""


def prepare(folder: Path) -> None:
    """Write the file of boards that commands name."""
    import kaleido

    names = kaleido.pattern_names("standard")
    boards = {
        f"{number}": kaleido.named_pattern(names[number % len(names)]).text for number in range(600)
    }
    (folder / "boards.json").write_text(json.dumps(boards))


class Run:
    """A command that has been started, with a temporary folder of its own.

    Parameters
    ----------
    case : Case
    folder : Path
    more : tuple of str
        Further words.
    """

    def __init__(self, case: Case, folder: Path, more: tuple[str, ...] = ()) -> None:
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

    def listens(self) -> bool:
        """Wait until it handles SIGTERM; return whether it still runs."""
        while self.process.poll() is None:
            try:
                status = Path(f"/proc/{self.process.pid}/status").read_text()
            except OSError:
                continue
            (caught,) = re.findall(r"^SigCgt:\s*(\w+)", status, re.MULTILINE) or ["0"]
            if int(caught, 16) >> (signal.SIGTERM - 1) & 1:
                return True
            time.sleep(0.002)
        return False

    def end(self, within: float) -> tuple[int | None, str]:
        """Wait for the end; return the exit code, and what was written to standard error."""
        try:
            _, err = self.process.communicate(timeout=within)
        except subprocess.TimeoutExpired:
            for process in marked(MARK, self._mark):
                os.kill(process, signal.SIGKILL)
            _, err = self.process.communicate()
            return None, err
        return self.process.returncode, err

    def left_behind(self) -> list[str]:
        """Return what the run left behind, once there was time to end it."""
        until = time.monotonic() + SOON
        while (left := marked(MARK, self._mark)) and time.monotonic() < until:
            time.sleep(0.05)
        found = [f"process left: {_command(process)}" for process in left]
        for process in left:
            os.kill(process, signal.SIGKILL)
        found += [f"semaphore left: {each.name}" for each in self._own_semaphores()]
        return found + [f"file left: {each.name}" for each in self._temporary.iterdir()]

    def _own_semaphores(self) -> Iterator[Path]:
        for each in set(SEMAPHORES.iterdir()) - self._semaphores:
            if f"-{self.process.pid}-" in each.name:
                yield each


def _command(process: int) -> str:
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return str(process)
    return b" ".join(words).decode(errors="replace")[:100]


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
    where = f"{how.name}{' to the group' if group else ''} after {moment:.3f} s"
    tally.codes[str(code)] += 1
    expected = case.codes.get(how, (SIGNALS[how],))
    problems = began.left_behind()
    if code is None:
        problems.append(f"it did not end within {PATIENCE:g} s")
    elif code not in (0, *expected):
        problems.append(f"exit code {code}")
    if NOISE.search(err):
        problems.append(f"noise: {err.strip()[-600:]!r}")
    if case.resumed is not None and not problems:
        code, err = Run(case, folder, case.resumed).end(120)
        if code != 0:
            problems.append(f"not resumed: {code} {err[-300:]!r}")
        else:
            problems += case.done(folder)
    tally.faults += [f"{where}: {problem}" for problem in problems]


@contextmanager
def fresh() -> Iterator[Path]:
    """Give a folder with the boards."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        yield folder


def length(case: Case) -> float:
    """Return how long a command runs by itself, at most `LONGEST`."""
    with fresh() as folder:
        whole = Run(case, folder)
        whole.listens()
        began = time.monotonic()
        whole.end(LONGEST)
        return min(time.monotonic() - began, LONGEST)


def main() -> int:
    """Interrupt the commands, print how they ended, and give 0 when all ended as they should."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commands", nargs="*", default=list(CASES), help=", ".join(CASES))
    parser.add_argument("--moments", type=int, default=12, help="of each command and signal")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    source = random.Random(args.seed)
    tallies: dict[str, Tally] = defaultdict(Tally)
    print("| command | runs | exit codes | slowest end s | faults |\n|---|---:|---|---:|---:|")
    for name in args.commands:
        case, tally = CASES[name], tallies[name]
        seconds = length(case)
        for number in range(args.moments):
            share = (number + source.random()) / args.moments
            moment = share * seconds
            for how in SIGNALS:
                for group in (False, True):
                    with fresh() as folder:
                        interrupt(case, folder, moment, how, group, tally)
        codes = ", ".join(f"{code}: {times}" for code, times in sorted(tally.codes.items()))
        cells = [name, tally.codes.total(), codes, f"{tally.slowest:.2f}", len(tally.faults)]
        print(f"| {' | '.join(map(str, cells))} |", flush=True)
    faults = [f"{name}, {each}" for name, tally in tallies.items() for each in tally.faults]
    print("\n".join(["", *faults]))
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
