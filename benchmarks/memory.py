"""Peak memory of each job, in a fresh process each, beside the bound that the documentation states.

    python benchmarks/memory.py [boards.json] [--jobs NAME …]

Prints Markdown: the resident memory, in megabytes, of the largest process of the job as the system
has kept it, and of all its processes together, looked at many times a second; memory that they
share counts once. With a file of boards, each of these is counted, and the one that takes the most
is shown. The exit code is 1 if a job takes more than its bound. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

from load import HEAVY, Client, Positions, served
from peak import Peak, Watch, peak_of

from kaleido import KaleidoError, Pattern, named_pattern
from kaleido.library.board_files import read_boards

MEGABYTE = 10**6

ALLOWED = 4 * 10**9
"""The bytes that a command may take: the default of --max-memory."""

SERVICE = 2 * 10**9
"""The bytes that a job of the server may take, in docs/security.md."""

KALEIDO = (sys.executable, "-m", "kaleido")

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

EVENTS = "/api/events?strategy=paper&seed=0&max_nodes=2000&pattern="


def of_commands(names: Sequence[str]) -> Iterator[tuple[str, int | None, Peak]]:
    """Measure commands; yield the name, the bound and the memory of each."""
    patterns = Path(__file__).parents[1] / "patterns"
    for name in names:
        words, bound = COMMANDS[name]
        with TemporaryDirectory() as folder:
            if "photo.png" in words:
                draw = [sys.executable, "-c", DRAW_PHOTO, str(Path(folder, "photo.png"))]
                subprocess.run(draw, cwd=Path(__file__).parent, check=True)
            said = [word.replace("PATTERNS", str(patterns)) for word in words.split()]
            yield f"`kaleido {words}`", bound, peak_of([*KALEIDO, *said], folder)


def of_boards(boards: Mapping[str, Pattern]) -> Iterator[tuple[str, int | None, Peak]]:
    """Count every board; yield the one that takes the most."""
    found = []
    with TemporaryDirectory() as folder:
        for name, pattern in boards.items():
            command = [*KALEIDO, "count", pattern.text, "--workers", "1"]
            found.append((peak_of(command, folder), name))
    peak, name = max(found)
    yield f"count in one process, the heaviest of {len(found)} boards ({name})", ALLOWED, peak


def of_server() -> Iterator[tuple[str, int | None, Peak]]:
    """Measure a server after each of the things that it is asked."""
    positions = Positions(random.Random(0))
    heavy = {"pattern": named_pattern(HEAVY).text}
    watched = EVENTS + quote(named_pattern("twelve").text)
    with served() as server, Watch(os.getpid()) as watch:

        async def ask(kind: str, questions: Sequence[Mapping[str, Any]]) -> None:
            client = Client(server.port)
            for question in questions:
                status, answer = await client.post(kind, dict(question))
                if status != 200:
                    raise SystemExit(f"{kind}: {status} {answer}")
            client.close()

        yield "server, idle", SERVICE, watch.peak
        asyncio.run(ask("hint", [positions.next() for _ in range(100)]))
        yield "server, after 100 hints", SERVICE, watch.peak
        with urlopen(f"http://127.0.0.1:{server.port}{watched}") as events:
            events.read()
        yield "server, after a search that was watched", SERVICE, watch.peak
        asyncio.run(ask("count", [heavy]))
        yield "server, after a count of the checkerboard", SERVICE, watch.peak
        asyncio.run(ask("solutions", [heavy]))
        yield "server, after its first solutions are listed", SERVICE, watch.peak


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print the table, and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, help="a JSON file of name → 8 rows")
    parser.add_argument("--jobs", nargs="+", metavar="NAME", choices=[*COMMANDS, SERVER])
    options = parser.parse_args(arguments)
    try:
        boards = read_boards(options.file) if options.file else {}
    except KaleidoError as problem:
        parser.error(str(problem))
    jobs = options.jobs or [*COMMANDS, SERVER]
    print("| job | bound | largest process | all processes |")
    print("|---|---:|---:|---:|")
    over = 0
    for name, bound, peak in chain(
        of_commands([job for job in jobs if job != SERVER]),
        of_boards(boards) if boards else [],
        of_server() if SERVER in jobs else [],
    ):
        over += bound is not None and peak.together > bound
        cells = ("–" if each is None else f"{each / MEGABYTE:,.0f} MB" for each in (bound, *peak))
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return int(over > 0)


if __name__ == "__main__":
    sys.exit(main())
