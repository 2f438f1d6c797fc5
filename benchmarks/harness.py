"""What the benchmarks share: commands, boards, tables, and versions that take turns."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from kaleido import (
    KaleidoError,
    Pattern,
    Puzzle,
    named_pattern,
    named_puzzle,
    pattern_names,
    puzzle_names,
)
from kaleido.library.board_files import read_boards
from kaleido.library.puzzles import puzzle_facts

HERE = Path(__file__).resolve().parents[1]

BoardFile = Annotated[
    Path | None, typer.Argument(metavar="[boards.json]", help="By default the standard patterns.")
]
Beside = Annotated[
    list[Path],
    typer.Option(metavar="FOLDER|PYTHON", help="A checkout, or a Python with another Kaleido."),
]
Names = Annotated[list[str], typer.Argument(metavar="[NAME]...", help="Only these.")]

LOOP = """
import json, sys
for line in sys.stdin:
    print(json.dumps(answer(*json.loads(line))), flush=True)
"""


def run(*commands: Callable[..., int | None]) -> None:
    """Run the command of a script, or the one of several that is named; exit with what it gives."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        context_settings={"max_content_width": 100},
    )
    for command in commands:
        app.command()(_exiting(command))
    app()


def _exiting(command: Callable[..., int | None]) -> Callable[..., None]:
    @functools.wraps(command)
    def exiting(**options: Any) -> None:
        try:
            sys.exit(command(**options))
        except KaleidoError as error:
            print(f"{Path(sys.argv[0]).stem}: {error}", file=sys.stderr)
            sys.exit(2)

    return exiting


def boards_of(file: Path | None) -> dict[str, Pattern]:
    """Return the boards of a file, or the standard patterns."""
    if file is not None:
        return read_boards(file)
    return {name: named_pattern(name) for name in pattern_names("standard")}


def small_names() -> list[str]:
    """Return the names of the puzzles of at most 90 cells; others take longer than all these.

    Those that leave the choice of pieces are left out: Katamino's lists choose some.
    """
    fixed = (name for name in puzzle_names() if not puzzle_facts(name).open)
    return [name for name in fixed if named_puzzle(name).pattern.size <= 90]


def sets_of(file: Path | None = None) -> dict[str, dict[str, Puzzle]]:
    """Return by title the boards of a file, or the patterns and the small puzzles of Kaleido."""
    if file is not None:
        return {file.stem: {name: Puzzle(pattern) for name, pattern in boards_of(file).items()}}
    patterns = {name: Puzzle(name) for name in pattern_names()}
    return {"patterns": patterns, "puzzles": {name: named_puzzle(name) for name in small_names()}}


def table(titles: Sequence[str], rows: Iterable[Sequence[object]], left: int = 1) -> None:
    """Print a table as Markdown, row by row as they come; `left` columns are aligned left.

    Examples
    --------
    >>> table(["board", "nodes"], [["car", 20]])
    | board | nodes |
    |---|---:|
    | car | 20 |
    """
    print(f"| {' | '.join(titles)} |")
    print(f"|{'---|' * left}{'---:|' * (len(titles) - left)}", flush=True)
    for cells in rows:
        print(f"| {' | '.join(map(str, cells))} |", flush=True)


def timed(call: Callable[..., Any], *arguments: Any, **options: Any) -> tuple[Any, float]:
    """Call a function; return what it gives, and its seconds of processor time."""
    began = time.process_time()
    found = call(*arguments, **options)
    return found, time.process_time() - began


class Side:
    """A process that answers questions with the Kaleido of a checkout, or of a Python.

    Parameters
    ----------
    place : Path
        The folder, or the program.
    code : str
        It defines a function `answer`, whose arguments and value are those of JSON.
    """

    def __init__(self, place: Path, code: str) -> None:
        self.name = place.name if place.is_dir() else str(place)
        python, folder = python_of(place)
        self._process = subprocess.Popen(
            [python, "-c", code + LOOP],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, *question: object) -> Any:
        """Return the answer to a question."""
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        return json.loads(line) if line else sys.exit(f"{self.name} does not answer {question}")

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def python_of(place: Path) -> tuple[str, Path]:
    """Return a Python, and the folder in which it finds the Kaleido of a checkout or its own."""
    return (sys.executable, place) if place.is_dir() else (str(place), place.parent)


@contextmanager
def sides_of(beside: Sequence[Path], code: str) -> Iterator[list[Side]]:
    """Give fresh processes, one for each version; this checkout is the last."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(Side(place, code))) for place in (*beside, HERE)]


@contextmanager
def served(*words: str) -> Iterator[tuple[str, int]]:
    """Run a module as a server; give the address that its first line says, and its id."""
    command = [sys.executable, "-um", *words]
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, stdout=pipe, stderr=nowhere, text=True) as server:
        try:
            yield re.search(r"http://[^/]+/", server.stdout.readline())[0], server.pid
        finally:
            server.terminate()  # a shell may have it ignore an interrupt
            server.wait(20)


def in_turn(sides: Sequence[Side], questions: Iterable[Sequence[object]]) -> list[list[Any]]:
    """Ask the sides in turn; return the answers of each."""
    found: list[list[Any]] = [[] for _ in sides]
    for question in questions:
        for own, side in zip(found, sides, strict=True):
            own.append(side.ask(*question))
    return found
