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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, NamedTuple
from urllib.parse import urlencode
from urllib.request import urlopen

import typer
from harness import HERE, BoardFile, boards_of, run, table
from processes import descendants, kilobytes
from server import HEAVY, Client, Positions, served

from kaleido import Pattern, named_pattern

ALLOWED = 4 * 10**9
"""The bytes that a command may take: the default of --max-memory."""

SERVICE = 2 * 10**9
"""The bytes that a job of the server may take, in docs/security.md."""

DRAW_PHOTO = """
import sys
from PIL import Image
from mockups import make_mockup
Image.fromarray(make_mockup("easy photo", 0).pixels).save(sys.argv[1])
"""

COMMANDS: dict[str, tuple[str, int | None]] = {
    "start": ("--version", None),
    "solve": ("solve checkerboard", None),
    "solve, every step shown": ("solve twelve --strategy paper --steps", None),
    "count the car": ("count car", ALLOWED),
    "count the checkerboard": ("count checkerboard", ALLOWED),
    "count the checkerboard in one process": ("count checkerboard --workers 1", ALLOWED),
    "count up to symmetry": ("count checkerboard --up-to-symmetry --workers 1", ALLOWED),
    "solutions, 2,000": ("solutions checkerboard -n 2000 --json", None),
    "solutions up to symmetry": ("solutions fancy-chessboard --up-to-symmetry", None),
    "sample": ("sample checkerboard -n 100 --json", ALLOWED),
    "rate": ("rate twelve", ALLOWED),
    "hint": ("hint car", None),
    "hint with counts": ("hint checkerboard --count", ALLOWED),
    "design a text": ("design --text AS -o initials.txt", ALLOWED),
    "design the nearest": (
        "design --nearest ????????/???rr???/??r??r??/??rrrr??/??r??r??/rrrrrrrr/rrrrrrrr/rrrrrrrr",
        ALLOWED,
    ),
    "generate": ("generate -n 3 --seed 1 -o boards", ALLOWED),
    "plot": ("plot car -o car.png", None),
    "plot a tree": ("plot twelve --figure tree -o tree.svg", None),
    "animate": ("animate car -o car.gif", None),
    "read a photo": ("read photo.png", None),
    "batch solve, two workers": ("batch solve PATTERNS --workers 2 -o solved.jsonl", None),
    "batch count, two workers": ("batch count PATTERNS --workers 2 -o counted.jsonl", ALLOWED),
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

    largest: int
    together: int


Measured = Iterator[tuple[str, int | None, Peak]]
"""Jobs: the name, the bound and the memory of each."""


class Watch:
    """The memory of all processes below another, looked at while the context lasts."""

    def __init__(self, process: int) -> None:
        self._process = process
        self._largest = self._together = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look_often)

    def __enter__(self) -> Watch:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def peak(self) -> Peak:
        """The most so far."""
        self._look()
        # Memory shared with processes of others counts in part together, but in full for one.
        return Peak(self._largest, max(self._largest, self._together))

    def _look(self) -> None:
        together = 0
        for process in descendants(self._process):
            together += 1024 * kilobytes(process, "smaps_rollup", "Pss")
            self._largest = max(self._largest, 1024 * kilobytes(process, "status", "VmHWM"))
        self._together = max(self._together, together)

    def _look_often(self) -> None:
        while not self._ended.wait(0.05):
            self._look()


def peak_of(command: Sequence[str], folder: str) -> Peak:
    """Run a command to its end in a folder; return the most memory that it took."""
    launch = [sys.executable, "-I", "-S", "-c", LAUNCH, *command]
    pipe = subprocess.PIPE
    with (
        subprocess.Popen(launch, cwd=folder, stdout=pipe, stderr=pipe) as process,
        Watch(process.pid) as watch,
    ):
        out, said = process.communicate()
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}: {said.decode().strip()}")
    # The last that the system has kept, after the last look.
    largest = max(1024 * int(out), watch.peak.largest)
    return Peak(largest, max(largest, watch.peak.together))


def of_kaleido(words: Iterable[str], folder: str) -> Peak:
    """Return the most memory that a command of Kaleido takes."""
    return peak_of([sys.executable, "-m", "kaleido", *words], folder)


def of_commands(names: Sequence[str]) -> Measured:
    """Measure commands."""
    for name in names:
        words, bound = COMMANDS[name]
        with TemporaryDirectory() as folder:
            if "photo.png" in words:
                draw = [sys.executable, "-c", DRAW_PHOTO, str(Path(folder, "photo.png"))]
                subprocess.run(draw, cwd=HERE / "benchmarks", check=True)
            said = words.replace("PATTERNS", str(HERE / "patterns")).split()
            yield f"`kaleido {words}`", bound, of_kaleido(said, folder)


def of_boards(boards: Mapping[str, Pattern]) -> Measured:
    """Count every board; yield the one that takes the most."""
    with TemporaryDirectory() as folder:
        peak, name = max(
            (of_kaleido(["count", pattern.text, "--workers", "1"], folder), name)
            for name, pattern in boards.items()
        )
    yield f"count in one process, the heaviest of {len(boards)} boards ({name})", ALLOWED, peak


def of_server() -> Measured:
    """Measure a server after each of the things that it is asked."""
    positions = Positions(random.Random(0))
    heavy = {"pattern": named_pattern(HEAVY).text}
    watched = {"strategy": "paper", "seed": 0, "max_nodes": 2000}
    query = urlencode(watched | {"pattern": named_pattern("twelve").text})
    with served() as server, Watch(os.getpid()) as watch:
        client = Client(server.port)

        def ask(kind: str, *questions: Mapping[str, object]) -> None:
            for question in questions:
                status, answer = client.post(kind, question)
                if status != 200:
                    sys.exit(f"{kind}: {status} {answer}")

        yield "server, idle", SERVICE, watch.peak
        ask("hint", *(positions.next() for _ in range(100)))
        yield "server, after 100 hints", SERVICE, watch.peak
        with urlopen(f"http://127.0.0.1:{server.port}/api/events?{query}") as events:
            events.read()
        yield "server, after a search that was watched", SERVICE, watch.peak
        ask("count", heavy)
        yield "server, after a count of the checkerboard", SERVICE, watch.peak
        ask("solutions", heavy)
        yield "server, after its first solutions are listed", SERVICE, watch.peak
        client.close()


Jobs = Annotated[list[str], typer.Option(help=", ".join([*COMMANDS, SERVER]), show_default=False)]


def main(boards: BoardFile = None, jobs: Jobs = (*COMMANDS, SERVER)) -> int:
    """Measure; with a file, also the heaviest count of its boards. Give 1 if a bound is passed."""
    measured = chain(
        of_commands([job for job in jobs if job != SERVER]),
        of_boards(boards_of(boards)) if boards else [],
        of_server() if SERVER in jobs else [],
    )
    over: list[str] = []

    def rows() -> Iterator[tuple[str, ...]]:
        for name, bound, peak in measured:
            if bound is not None and peak.together > bound:
                over.append(name)
            yield (
                name,
                *("–" if each is None else f"{each / 1e6:,.0f} MB" for each in (bound, *peak)),
            )

    table(("job", "bound", "largest process", "all processes"), rows())
    return int(bool(over))


if __name__ == "__main__":
    run(main)
