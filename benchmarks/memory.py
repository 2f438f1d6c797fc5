"""Peak memory of each job, in a fresh process each, beside the bound that the documentation states.

It is the resident memory, in megabytes, of the largest process of the job and of all its processes
together, looked at many times a second; memory that they share counts once. Linux only.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple

import typer
from harness import HERE, BoardFile, boards_of, run, served, table
from processes import descendants, kilobytes

from kaleido import Pattern, named_pattern

ALLOWED = 4 * 10**9  # the bytes that a command may take: the default of --max-memory
SERVICE = 2 * 10**9  # the bytes that a job of the server may take, in docs/security.md

HEAVY = "checkerboard"

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

KALEIDO = (sys.executable, "-m", "kaleido")


class Peak(NamedTuple):
    """The most memory that processes have taken, in bytes."""

    largest: int = 0
    together: int = 0

    def after(self, processes: Sequence[int]) -> Peak:
        """Return the peak after another look at processes."""
        # The system keeps the most that each has taken; what they share, it divides among them.
        own = [1024 * kilobytes(each, "status", "VmHWM") for each in processes]
        together = sum(1024 * kilobytes(each, "smaps_rollup", "Pss") for each in processes)
        largest = max(self.largest, *own, 0)
        # What they share with processes of others counts in part together, but in full for one.
        return Peak(largest, max(self.together, together, largest))


Measured = Iterator[tuple[str, int | None, Peak]]  # of each job the name, the bound and the memory


def peak_of(command: Sequence[str], folder: str) -> Peak:
    """Run a command to its end in a folder; return the most memory that it took."""
    pipe, peak, said = subprocess.PIPE, Peak(), b""
    with (
        subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=pipe) as process,
        ThreadPoolExecutor(1) as pool,
    ):
        errors = pool.submit(process.stderr.read)
        while process.poll() is None:
            peak = peak.after([process.pid, *descendants(process.pid)])
            time.sleep(0.005)
        said = errors.result()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {said.decode().strip()}")
    return peak


def of_commands(names: Sequence[str]) -> Measured:
    """Measure commands."""
    for words, bound in map(COMMANDS.__getitem__, names):
        with TemporaryDirectory() as folder:
            if "photo.png" in words:
                from mockups import make_mockup
                from PIL import Image

                image = Image.fromarray(make_mockup("easy photo", 0).pixels)
                image.save(Path(folder, "photo.png"))
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
    from server import PLAY, client_of, positions

    position = positions(random.Random(0))
    heavy = {"json": {"pattern": named_pattern(HEAVY).text}}
    watching = {"pattern": named_pattern("twelve").text, "strategy": "paper", "max_nodes": 2000}
    with (
        served(*PLAY) as (address, server),
        client_of(address) as client,
        ThreadPoolExecutor(1) as pool,
    ):
        peak = Peak()
        for what, times, method, kind, ask in (
            ("idle", 0, "", "", None),
            ("after 100 hints", 100, "POST", "hint", lambda: {"json": position()}),
            ("after a search that was watched", 1, "GET", "events", lambda: {"params": watching}),
            ("after a count of the checkerboard", 1, "POST", "count", lambda: heavy),
            ("after its first solutions are listed", 1, "POST", "solutions", lambda: heavy),
        ):
            for _ in range(times):
                asked = pool.submit(client.request, method, f"/api/{kind}", **ask())
                while not asked.done():
                    peak = peak.after([server, *descendants(server)])
                    time.sleep(0.05)
                asked.result().raise_for_status()
            peak = peak.after([server, *descendants(server)])
            yield f"server, {what}", SERVICE, peak


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
