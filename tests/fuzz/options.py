"""Values of options: all options of all commands, with numbers and texts that nobody would type."""

import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import click
from hypothesis import strategies as st

from fuzz.doors import ran, refuse, write_files
from fuzz.draw import CORPUS
from fuzz.fuzzer import Refused, expect, fuzzer
from kaleido.base.bounds import SOLUTIONS
from kaleido.cli import app

_CAR = "car --max-nodes 300"
BASES = {
    "solve": f"solve {_CAR}",
    "solutions": "solutions tulip -n 1",
    "count": "count car",
    "sample": "sample car",
    "read": "read photo.jpg",
    "hint": "hint car",
    "position": "position car board.txt",
    "unique": "unique car --max-nodes 300",
    "why": "why --board 4x5 --pieces tetrominoes",
    "check": "check car solution.json",
    "rate": "rate car",
    "design": "design --text A",
    "generate": "generate -o new -n 1 --workers 1",
    "booklet": "booklet car -o out.pdf --workers 1",
    "list": "list challenges",
    "show": "show car",
    "plot": f"plot {_CAR} -o out.svg",
    "animate": f"animate {_CAR} -o out.gif",
    "play": "play car --no-browser --port 0",
    "site": "site -o new",
    "batch": "batch solve car --workers 1",
    "bench": "bench car",
    "suite": "suite --family pictures -o out.json",
    "suite leaderboard": "suite leaderboard --family pictures",
    "suite make": "suite make -o out.json -n 40",
    "suite aslib": "suite aslib -o new",
    "tune": "tune -n 2 --held-out 2 --budget 1 -o out.json",
    "pieces": "pieces classic",
    "polyominoes": "polyominoes 4",
    "export": "export car -o out.dlx",
    "schema": "schema solve",
}
"""A quick command line for each command, to which options are added."""

SLOW = {"generate", "suite make", "suite leaderboard", "suite aslib", "tune", "animate"}
"""These take seconds whatever their options are: they are tried by real starts alone."""

PROVING = {
    *("solve", "solutions", "sample", "hint", "position", "unique", "why", "check", "rate"),
    *("design", "plot", "animate"),
}
"""These may end with 1: a proof."""

AMOUNTS = {
    *("-n", "--number", "--seeds", "--boards", "--held-out", "--budget", "--max-nodes"),
    *("--timeout", "--max-frames", "--seconds", "--min-solutions", "--workers", "--per-page"),
}
"""With these, somebody may ask for what takes long."""

MUCH = 50

_POWERS = (2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**9, 10**12, 10**18, 10**30, 10**400)
NUMBERS = (
    *("0", "1", "2", "3", "7", "40", "100", "512", "513", "65535", "65536", *map(str, _POWERS)),
    *("0.0", "-0.0", "0.5", "1.5", "1e-300", "1e3", "1e300", "inf", "-inf", "nan", "infinity"),
    *("+5", " 7 ", "1_000", "0x10", "٣", "½", "五", "1,000", "1 000", "007", "--1", "1-", "1e"),
    *("1..3", "3..1", "1..", "..9", "1..1000000000000", "4GB", "0GB", "0.0000000001GB", "1e9GB"),
    *("9" * 5000, "500 MB", "999999999999GB", "3 TB", "1MB", "-1GB"),
)
TEXTS = (
    *("", " ", "\t", "\n", "-", "--", "..", ".", "~", "*", "%", "x" * 5000, "\x1b[31m", "🙂", "ß"),
    *("\udcff", "\u202e", "NUL", "con", "C:\\x", "a/" * 500, "nowhere/x.svg", "board.txt", "car"),
    *("boards.csv", "pieces.txt", "photo.jpg", "nowhere/x", "inner", "board.txt/x"),
    *("out.pdf", "out.svg", "out.png", "out.json", "out.db", "out.csv", "out.jsonl", "out.mp4"),
    *("dlx", "json", "light", "dark", "a4", "letters", "where", "tcp://127.0.0.1:1", "2026-02-30"),
    *("classic", "tetrominoes", "4x5", "random", "paper", "x:y", "W@A4", "l@A1", "rotation"),
    *("checker", "xr", "AS", "test", "hexagonal", "columns", "constrained", "1000x1000"),
)


def commands(command: Any = None, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield all commands by their words."""
    command = command or app
    context = click.Context(command)
    inner = command.list_commands(context) if isinstance(command, click.Group) else []
    for name in inner:
        yield from commands(command.get_command(context, name), f"{path} {name}".strip())
    if path and (not inner or path in BASES):
        yield path, command


@cache
def options_of(path: str) -> list[tuple[str, bool]]:
    """Return the options and arguments of a command, and whether they take a value."""
    (command,) = (each for own, each in commands() if own == path)
    return [
        (name, not getattr(each, "is_flag", False))
        for each in command.params
        for name in (
            (each.title,)
            if each.param_type_name == "argument"
            else (*each.opts, *each.secondary_opts)
        )
    ]


@st.composite
def _cases(draw: st.DrawFn) -> tuple[str, list[tuple[str, str]]]:
    path = draw(st.sampled_from(sorted(BASES)))
    values = st.one_of(
        st.sampled_from(NUMBERS), st.sampled_from(TEXTS), st.sampled_from(CORPUS["words"])
    )
    given = []
    for _ in range(draw(st.integers(1, 2)) if options_of(path) else 0):
        name, takes_value = draw(st.sampled_from(options_of(path)))
        given.append((name, draw(values) if takes_value else ""))
    return path, given


def _all_cases() -> st.SearchStrategy[tuple[str, list[tuple[str, str]]]]:
    options_of("solve")  # imports all commands: Hypothesis objects if that happens as it draws
    return _cases()


def words_of(path: str, given: list[tuple[str, str]]) -> list[str]:
    """Return the words of a case: an argument stands before the others, an option at the end."""
    flags = {name for name, takes_value in options_of(path) if not takes_value}
    words = BASES[path].split()
    for name, value in given:
        if name.startswith("-"):
            words += [name] if name in flags else [name, value]
        else:
            words.insert(len(path.split()), value)
    return words


def check_end(path: str, code: int, err: str) -> None:
    """Raise `Fault` unless a command ended as it may: 1 is for proofs, 70 for nothing."""
    expect(code in (0, 1, 2, 3), f"exit code {code}: {err}")
    expect(code != 1 or path in PROVING, f"exit code 1 is for proofs: {err}")
    expect("Traceback" not in err, f"no traceback in {err}")
    if code == 2:
        refuse(err)


def _is_asked_to_take_long(name: str, value: str) -> bool:
    """Return whether a value asks for much, and is not too large for anything."""
    try:
        return name in AMOUNTS and MUCH < float(value) <= SOLUTIONS.most
    except ValueError:
        return False


def leads_away(value: str) -> bool:
    """Return whether a value names a place that is not ours: commands write where they are told."""
    parts = Path(value).parts
    return value != ".." and (Path(value).is_absolute() or ".." in parts)


@fuzzer(
    "options",
    "values of all options: an answer, or one line and exit code 2",
    _all_cases,
    "uvicorn",
)
def _check(case: tuple[str, list[tuple[str, str]]]) -> None:
    path, given = case
    if path in SLOW or any(_is_asked_to_take_long(*each) for each in given):
        raise Refused("it was asked to take long")
    if any("\0" in value or leads_away(value) for _, value in given):
        raise Refused("not tried here")
    with tempfile.TemporaryDirectory() as outer:
        folder = Path(outer, "inner")  # so that ".." is ours, too
        folder.mkdir()
        write_files(folder)
        with (
            mock.patch("kaleido.web.server.serve"),
            mock.patch("shutil.which", return_value=None),  # npm would get a browser's Python
        ):
            code, _, err = ran(words_of(path, given), "", str(folder))
    check_end(path, code, err)
