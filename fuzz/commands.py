"""Command lines, run in this process in an empty folder."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path
from unittest import mock

from hypothesis import strategies as st

from fuzz.fuzzer import Fuzzer, Refused, check_message, expect
from fuzz.samples import BOARDS, LATTICES
from fuzz.texts import ODD, texts
from kaleido import named_pattern
from kaleido.cli import main
from kaleido.parallel.workers import Serial

_CAR = named_pattern("car").text
_QUICK = ("--max-nodes", "30", "--timeout", "1")
_SMALL = ("--board", "4x5", "--pieces", "tetrominoes")
_TUBE = ("--puzzle", "tetromino-tube")
_LINES = (
    ("solve", "car", *_QUICK),
    ("solve", *_SMALL, "--json", *_QUICK),
    ("solve", *_TUBE, "--strategy", "paper", "--steps", *_QUICK),
    ("solve", _CAR, "--by-piece", "--seed", "3", *_QUICK),
    ("solutions", *_TUBE, "-n", "1", "--json"),
    ("count", "fancy-chessboard", "--json", "--workers", "1"),
    ("count", "--board", "2x3", "--pieces", "dominoes", "--wrap", "both", "--workers", "1"),
    ("sample", *_TUBE, "-n", "1", "--seed", "7"),
    ("hint", "car", "--place", "l@A1", "--step", "where", "--timeout", "1"),
    ("position", "car", "/".join(["...W...."] * 8), "--timeout", "1"),
    ("unique", *_TUBE, *_QUICK),
    ("why", *_SMALL, "--json"),
    ("check", "car", "solution.json", "--json"),
    ("design", _CAR, "--timeout", "1", "--json"),
    ("list", "unique", "--json"),
    ("show", "car", "--islands", "--json"),
    ("show", "board.txt", "-o", "board.svg"),
    ("plot", "car", "-o", "car.svg"),
    ("export", "car", "-o", "car.dlx"),
    ("export", *_TUBE, "--format", "dimacs"),
    ("batch", "solve", "boards.csv", "-o", "out.jsonl", "--max-nodes", "30"),
    ("bench", "boards.csv", "-s", "constrained", "--seeds", "1", "--max-nodes", "30"),
    ("puzzle", "list", "pentominoes", "--json"),
    ("puzzle", "show", "kanoodle", "--json"),
    ("pieces", "tetrominoes + trominoes", "--json"),
    ("pieces", "pieces.txt"),
    ("polyominoes", "4", "--lattice", "hexagonal", "--json"),
    ("polyominoes", "##/#.", "--lattice", "square"),
    ("katamino", "--size", "3", "--json"),
    ("schema", "solve"),
)
"""Valid lines, which are quick."""

_WORDS = (
    *(
        "--json",
        "--board",
        "--pieces",
        "--puzzle",
        "--wrap",
        "columns",
        "both",
        "--use",
        "I,L,O",
        "-n",
    ),
    *(
        "--place",
        "--position",
        "--seed",
        "--help",
        "-h",
        "-o",
        "x.svg",
        "x.png",
        "x.txt",
        "nowhere/x.svg",
    ),
    *(
        "board.txt",
        "boards.csv",
        "pieces.txt",
        "solution.json",
        "photo.jpg",
        ".",
        "/",
        "--date",
        "-",
    ),
    *(
        "2026-11-22",
        "soma-cube",
        "car",
        "--lattice",
        "cubic",
        "0",
        "-5",
        "3",
        "1.5",
        "--no-unicode",
    ),
    *BOARDS[:10],
    *LATTICES[:10],
    *ODD,
)
_UNTRIED = frozenset(("play", "generate", "tune", "animate", "booklet", "site", "rate", "read"))
"""They serve, or take seconds; the fuzzers of requests and pictures try what they share."""

_FILES = {
    "board.txt": _CAR.replace("/", "\n"),
    "boards.csv": f"name,pattern\ncar,{_CAR}\nbad,rx\n",
    "pieces.txt": "# sides: mirrored\nI ooo x2\nL oo/o.",
    "solution.json": '{"placements": []}',
    "photo.jpg": "no picture",
}


@st.composite
def _cases(draw: st.DrawFn) -> tuple[list[str], str]:
    words = list(draw(st.sampled_from(_LINES)))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(1, len(words)))
        word = draw(st.one_of(st.sampled_from(_WORDS), texts((*words, *_WORDS[:40]), _WORDS[-40:])))
        if draw(st.booleans()):
            words[place : place + 1] = [word]
        else:
            words.insert(place, word)
    return words, draw(st.sampled_from(("", _CAR, "4x5", "\0", "\udcff", '{"placements": []}')))


def _check(case: tuple[list[str], str]) -> None:
    words, typed = case
    if not words or _UNTRIED & set(words) or any("\0" in word for word in words):
        raise Refused("not tried here")
    with tempfile.TemporaryDirectory() as folder:
        for name, text in _FILES.items():
            Path(folder, name).write_text(text, encoding="utf-8")
        code, out, err = _ran(words, typed, folder)
        left = {path.name for path in Path(folder).iterdir()} - set(_FILES)
    expect(code in (0, 1, 2, 3), f"exit code {code}")
    expect("Traceback" not in err, f"no traceback in {err}")
    expect(not any(name.startswith(".") for name in left), f"nothing half written: {left}")
    if code == 2:
        *_, last = err.strip().splitlines() or [""]
        if last.startswith("kaleido: "):
            check_message(last.removeprefix("kaleido: ").partition("; see `")[0])
        else:  # a command without arguments shows its help
            expect("Usage" in err + out, f"the help, not {err!r}")
        raise Refused(last)
    if code == 0 and "--json" in words and out and not {"--help", "-h"} & set(words):
        for line in out.splitlines():
            json.loads(line)


def _ran(words: list[str], typed: str, folder: str) -> tuple[int, str, str]:
    """Run a command in a folder; return its exit code and what it printed."""
    raw = io.BytesIO(typed.encode(errors="surrogateescape"))
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    before = Path.cwd()
    os.chdir(folder)
    try:
        with (
            mock.patch("kaleido.parallel.process_pool.ProcessPool", return_value=Serial()),
            mock.patch.object(sys, "stdin", io.TextIOWrapper(raw, "utf-8")),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            code = main(words)
    finally:
        os.chdir(before)
    return code, *(stream.buffer.getvalue().decode("utf-8") for stream in (out, err))


FUZZER = Fuzzer("commands", "command lines: an answer, or one line and exit code 2", _cases, _check)
