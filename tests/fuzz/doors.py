"""The doors of Kaleido: damaged pictures, and command lines."""

import contextlib
import io
import json
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NoReturn
from unittest import mock

from hypothesis import strategies as st

from fuzz.draw import CORPUS, ODD, texts
from fuzz.fuzzer import Refused, attempt, check_message, expect, fuzzer, same
from kaleido import named_pattern
from kaleido.cli import main
from kaleido.parallel.workers import Serial

_CAR = named_pattern("car").text
_WORDS = (*CORPUS["words"], *CORPUS["boards"][:10], *CORPUS["lattices"][:10], *ODD)
# These serve, or take seconds; the fuzzer of pictures tries what some of them share.
_UNTRIED = {"play", "generate", "tune", "animate", "booklet", "site", "rate", "read"}

_FILES = {
    "board.txt": _CAR.replace("/", "\n"),
    "boards.csv": f"name,pattern\ncar,{_CAR}\nbad,rx\n",
    "pieces.txt": "# sides: mirrored\nI ooo x2\nL oo/o.",
    "solution.json": '{"placements": []}',
    "photo.jpg": "no picture",
}


def _picture_cases() -> st.SearchStrategy[Any]:
    from mockups import HARMS

    kinds = st.sampled_from(("cut", "flip", "zero", "repeat", "head", "size"))
    edits = st.tuples(kinds, st.floats(0, 1, allow_nan=False), st.integers(0, 255))
    corners = st.lists(st.tuples(*[st.integers(-2000, 2000)] * 2), max_size=5)
    return st.tuples(
        st.sampled_from(("", *sorted(HARMS))),
        st.integers(0, 2),
        st.sampled_from(("JPEG", "PNG", "BMP", "GIF", "WEBP", "TIFF")),
        st.one_of(st.just([]), st.lists(edits, max_size=2)),
        st.one_of(st.none(), st.none(), corners),
    )


@cache
def _picture(harm: str, seed: int, kind: str) -> bytes:
    """Return a small picture of a board, as a file of some kind."""
    from mockups import make_harmed, make_mockup
    from PIL import Image

    made = make_harmed(harm, seed) if harm else make_mockup("easy photo", seed)
    image, file = Image.fromarray(made.pixels), io.BytesIO()
    image.thumbnail((500, 500))
    image.save(file, kind)
    return file.getvalue()


def _damaged(data: bytes, edits: list[tuple[str, float, int]]) -> bytes:
    for kind, where, value in edits:
        start = int(where * len(data))
        end = start + 1 + value
        if kind == "cut":
            data = data[:start]
        elif kind == "flip":
            data = data[:start] + bytes(each ^ value for each in data[start:end]) + data[end:]
        elif kind == "zero":
            data = data[:start] + bytes(len(data[start:end])) + data[end:]
        elif kind == "repeat":
            data = data[:end] + data[start:]
        elif kind == "head":
            data = data[: start % 40] + bytes([value]) + data[start % 40 + 1 :]
        else:
            data = data[:16] + bytes([value] * 4) + data[20:]
    return data


@fuzzer("pictures", "damaged pictures: read, or refused as pictures", _picture_cases, "cv2")
def _pictures(case: tuple[str, int, str, list[tuple[str, float, int]], object]) -> None:
    from kaleido.photo import read, read_stages

    harm, seed, kind, edits, corners = case
    data = _damaged(_picture(harm, seed, kind), edits)
    if corners is None:
        reading = attempt(read, data)
    else:
        stages = attempt(read_stages, data, corners=corners)
        reading = stages.reading
        expect(all(len(each.rows) == 8 for each in stages.readings), "every board has 8 rows")
    expect(all(len(row) == 8 for row in reading.rows), "a reading has 8 × 8 cells")
    expect(set("".join(reading.rows)) <= set("xryb?"), f"letters of {reading.rows}")
    expect(bool((reading.confidence >= 0).all() and (reading.confidence <= 1).all()), "confidences")
    if reading.pattern is not None:
        same("/".join(reading.rows), reading.pattern.text, "the pattern of a reading")
    expect(bool(reading.as_dict()) and all(map(str.isprintable, reading.notes)), "its notes")


@st.composite
def _command_cases(draw: st.DrawFn) -> tuple[list[str], str]:
    words = [word.replace("_", " ") for word in draw(st.sampled_from(CORPUS["lines"])).split()]
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(1, len(words)))
        word = draw(st.one_of(st.sampled_from(_WORDS), texts((*words, *_WORDS[:40]), _WORDS[-40:])))
        words[place : place + draw(st.integers(0, 1))] = [word]
    return words, draw(st.sampled_from(("", _CAR, "4x5", "\0", "\udcff", '{"placements": []}')))


@fuzzer("commands", "command lines: an answer, or one line and exit code 2", _command_cases)
def _commands(case: tuple[list[str], str]) -> None:
    words, typed = case
    if not words or _UNTRIED & set(words) or any("\0" in word for word in words):
        raise Refused("not tried here")
    with tempfile.TemporaryDirectory() as folder:
        write_files(Path(folder))
        code, out, err = ran(words, typed, folder)
        left = {path.name for path in Path(folder).iterdir()} - set(_FILES)
    expect(code in (0, 1, 2, 3), f"exit code {code}")
    expect("Traceback" not in err, f"no traceback in {err}")
    expect(not any(name.startswith(".") for name in left), f"nothing half written: {left}")
    if code == 2:
        refuse(err, out)
    if code == 0 and "--json" in words and out and not {"--help", "-h"} & set(words):
        for line in out.splitlines():
            json.loads(line)


def refuse(err: str, out: str = "") -> NoReturn:
    """Raise `Refused` if a command has refused its words in a clear line, otherwise `Fault`."""
    *_, last = err.strip().splitlines() or [""]
    if last.startswith("{"):  # as with --json
        last = f"kaleido: {json.loads(last)['error']}"
    if last.startswith("kaleido: "):
        check_message(last.removeprefix("kaleido: ").partition("; see `")[0])
    else:  # a command without arguments shows its help
        expect("Usage" in err + out, f"the help, not {err!r}")
    raise Refused(last)


def write_files(folder: Path) -> None:
    """Write the files that command lines name."""
    for name, text in _FILES.items():
        (folder / name).write_text(text, encoding="utf-8")


def ran(words: list[str], typed: str, folder: str) -> tuple[int, str, str]:
    """Run a command in this process, in a folder; return its exit code and what it printed."""
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
