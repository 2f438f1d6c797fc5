"""The commands that run long, and what must be true of what they have written."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from many_boards import faults_of, read_records, write_boards

BOARDS = 600
"""The boards of a batch."""

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
        return faults_of(read_records(folder / name), number)

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
        once_each("out.jsonl", BOARDS),
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


@contextmanager
def fresh() -> Iterator[Path]:
    """Give a folder with the file of boards that commands name."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_boards(folder / "boards.json", BOARDS)
        yield folder
