"""Peak memory of each job, in a fresh process each, beside the bound that the documentation states.

It is the resident memory, in megabytes, of the largest process of the job as the system has kept
it, and of all its processes together, looked at many times a second; memory that they share counts
once. Linux only.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer
from harness import HERE, BoardFile, boards_of, run, table
from processes import descendants, kilobytes

from kaleido import Pattern, named_pattern

ALLOWED = 4 * 10**9
"""The bytes that a command may take: the default of --max-memory."""

SERVICE = 2 * 10**9
"""The bytes that a job of the server may take, in docs/security.md."""

HEAVY = "checkerboard"

DRAW_PHOTO = """
import sys
from PIL import Image
from mockups import make_mockup
Image.fromarray(make_mockup("easy photo", 0).pixels).save(sys.argv[1])
"""

SKETCH = "????????/???rr???/??r??r??/??rrrr??/??r??r??/rrrrrrrr/rrrrrrrr/rrrrrrrr"

COMMANDS: dict[str, tuple[str, int | None]] = {
    "start": ("--version", None),
    "solve": ("solve checkerboard", None),
    "steps": ("solve twelve --strategy paper --steps", None),
    "count the car": ("count car", ALLOWED),
    "count": ("count checkerboard", ALLOWED),
    "count alone": ("count checkerboard --workers 1", ALLOWED),
    "count classes": ("count checkerboard --up-to-symmetry --workers 1", ALLOWED),
    "solutions": ("solutions checkerboard -n 2000 --json", None),
    "classes": ("solutions fancy-chessboard --up-to-symmetry", None),
    "sample": ("sample checkerboard -n 100 --json", ALLOWED),
    "rate": ("rate twelve", ALLOWED),
    "hint": ("hint car", None),
    "hint with counts": ("hint checkerboard --count", ALLOWED),
    "design": ("design --text AS -o initials.txt", ALLOWED),
    "nearest": (f"design --nearest {SKETCH}", ALLOWED),
    "generate": ("generate -n 3 --seed 1 -o boards", ALLOWED),
    "plot": ("plot car -o car.png", None),
    "tree": ("plot twelve --figure tree -o tree.svg", None),
    "animate": ("animate car -o car.gif", None),
    "read": ("read photo.png", None),
    "batch solve": ("batch solve PATTERNS --workers 2 -o solved.jsonl", None),
    "batch count": ("batch count PATTERNS --workers 2 -o counted.jsonl", ALLOWED),
}
"""By name, what kaleido is asked, and its bound in bytes."""

SERVER = "server"

LAUNCH = """
import os, sys
nowhere = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=nowhere)
_, status, usage = os.wait4(child, 0)
print(usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""
"""It starts a job and prints its kilobytes. What the system keeps of a process begins with the size
of the one that has started it: this one is smaller than any job."""


class Peak(NamedTuple):
    """The most memory that processes have taken, in bytes."""

    largest: int = 0
    together: int = 0

    def with_those_below(self, process: int) -> Peak:
        """Return the peak after a look at the processes below another."""
        below = descendants(process)
        largest = max((1024 * kilobytes(each, "status", "VmHWM") for each in below), default=0)
        together = sum(1024 * kilobytes(each, "smaps_rollup", "Pss") for each in below)
        # Memory shared with processes of others counts in part together, but in full for one.
        largest = max(largest, self.largest)
        return Peak(largest, max(together, largest, self.together))


Measured = Iterator[tuple[str, int | None, Peak]]
"""Of each job the name, the bound and the memory."""


@contextmanager
def watched(process: int) -> Iterator[list[Peak]]:
    """Look at the processes below another while the context lasts; the last peak is the most."""
    peaks, ended = [Peak()], threading.Event()

    def look() -> None:
        while not ended.wait(0.05):
            peaks.append(peaks[-1].with_those_below(process))

    with ThreadPoolExecutor(1) as pool:
        pool.submit(look)
        try:
            yield peaks
        finally:
            ended.set()


def peak_of(command: Sequence[str], folder: str) -> Peak:
    """Run a command to its end in a folder; return the most memory that it took."""
    launch = [sys.executable, "-I", "-S", "-c", LAUNCH, *command]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(launch, cwd=folder, stdout=pipe, stderr=pipe) as process,
        watched(process.pid) as peaks,
    ):
        out, said = process.communicate()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {said.decode().strip()}")
    # The last that the system has kept, after the last look.
    largest = max(1024 * int(out), peaks[-1].largest)
    return Peak(largest, max(largest, peaks[-1].together))


KALEIDO = (sys.executable, "-m", "kaleido")


def of_commands(names: Sequence[str]) -> Measured:
    """Measure commands."""
    for words, bound in map(COMMANDS.__getitem__, names):
        with TemporaryDirectory() as folder:
            if "photo.png" in words:
                draw = [sys.executable, "-c", DRAW_PHOTO, str(Path(folder, "photo.png"))]
                subprocess.run(draw, cwd=HERE / "benchmarks", check=True)
            said = words.replace("PATTERNS", str(HERE / "patterns")).split()
            yield f"`kaleido {words}`", bound, peak_of([*KALEIDO, *said], folder)


def of_boards(boards: Mapping[str, Pattern]) -> Measured:
    """Count every board; yield the one that takes the most."""
    with TemporaryDirectory() as folder:
        peak, name = max(
            (peak_of([*KALEIDO, "count", pattern.text, "--workers", "1"], folder), name)
            for name, pattern in boards.items()
        )
    yield f"count in one process, the heaviest of {len(boards)} boards ({name})", ALLOWED, peak


def of_server() -> Measured:
    """Measure a server after each of the things that it is asked."""
    from server import Positions, client_of, served

    positions = Positions(random.Random(0))
    heavy = {"pattern": named_pattern(HEAVY).text}
    watching = {"pattern": named_pattern("twelve").text, "strategy": "paper", "max_nodes": 2000}
    hints = [("POST", "hint", {"json": positions.next()}) for _ in range(100)]
    with served() as (port, _), watched(os.getpid()) as peaks, client_of(port) as client:
        for what, asks in {
            "idle": [],
            "after 100 hints": hints,
            "after a search that was watched": [("GET", "events", {"params": watching})],
            "after a count of the checkerboard": [("POST", "count", {"json": heavy})],
            "after its first solutions are listed": [("POST", "solutions", {"json": heavy})],
        }.items():
            for method, kind, ask in asks:
                client.request(method, f"/api/{kind}", **ask).raise_for_status()
            yield f"server, {what}", SERVICE, peaks[-1].with_those_below(os.getpid())


Jobs = Annotated[list[str], typer.Option(help=", ".join([*COMMANDS, SERVER]), show_default=False)]


def main(boards: BoardFile = None, jobs: Jobs = (*COMMANDS, SERVER)) -> int:
    """Measure; with a file, also the heaviest count of its boards. Give 1 if a bound is passed."""
    measured = chain(
        of_commands([job for job in jobs if job != SERVER]),
        of_boards(boards_of(boards)) if boards else [],
        of_server() if SERVER in jobs else [],
    )
    over = []

    def rows() -> Iterator[list[str]]:
        for name, bound, peak in measured:
            over.append(bound is not None and peak.together > bound)
            yield [name, *(f"{each / 1e6:,.0f} MB" if each else "–" for each in (bound, *peak))]

    table(("job", "bound", "largest process", "all processes"), rows())
    return int(any(over))


if __name__ == "__main__":
    run(main)
