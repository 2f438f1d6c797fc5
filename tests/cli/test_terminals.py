"""The command line on terminals of any encoding and width, and with readers that stop reading."""

import io
import json
import os
import re
import subprocess
import sys

import pytest
from some import some
from terminals import Terminal

import kaleido
from kaleido.cli import main
from kaleido.cli.commands import GROUPS

ENCODINGS = ("cp1251", "cp1252", "cp437", "ascii", "utf-8")
COMMANDS = (
    "solve car",
    "hint starship",
    "show starship --islands",
    "list",
    "pieces",
    "show kanoodle",
    "polyominoes 4",
    "polyominoes 4 --growth",
    "polyominoes 1..4",
    "solve kanoodle",
    "solve --help",
    "solve carr×",
)


@pytest.fixture
def run(monkeypatch):
    """Return a function that runs a command, and gives its code and what it wrote to streams."""

    def run(command, encoding="utf-8", **environment):
        raw = {name: io.BytesIO() for name in ("stdout", "stderr")}
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        for name, each in raw.items():
            monkeypatch.setattr(sys, name, io.TextIOWrapper(each, encoding=encoding))
        code = main(command.split())
        return code, *(each.getvalue().decode(encoding) for each in raw.values())

    return run


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [
        (encoding, columns)
        if (encoding, columns) == ("ascii", "20")
        else pytest.param(encoding, columns, marks=pytest.mark.long)
        for encoding in ENCODINGS
        for columns in ("20", "80")
    ],
)
def test_no_terminal_is_too_small(run, encoding, columns):
    for command in some(COMMANDS):
        code, _, err = run(command, encoding, COLUMNS=columns)
        assert code == (2 if command == COMMANDS[-1] else 0), err
        assert "Traceback" not in err


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        *((columns, "20") for columns in ("0", "1", "2", "19")),
        *((columns, "80") for columns in ("-5", "abc", "", "²", "9" * 5000)),
        *((columns, "10000") for columns in ("10001", "1000000000")),
    ],
    ids=lambda columns: columns[:12],
)
@pytest.mark.few(4)
def test_every_width_is_between_the_least_and_the_most(run, said, meant):
    for command in ("hint car", "show car", "solve car", "list soma", "pieces", "schema"):
        answers = [run(command, COLUMNS=columns, LINES=columns) for columns in (said, meant)]
        # A solution comes with the time that it took.
        shown, wanted = (re.sub(r"[\d.]+ m?s", "", out) for _, out, _ in answers)
        assert answers[0][::2] == (0, "")
        assert shown == wanted != ""


# Each with its exit code. Those that serve, or take minutes, are given something that they refuse.
EVERY = {
    "solve titled.txt": 0,
    "solve twelve -s paper --steps": 0,
    "solve soma-cube": 0,
    "solve car --json": 0,
    "solutions tulip -n 1": 0,
    "solutions pentomino-6x10 --parts 2 -n 1": 0,
    "count titled.txt": 0,
    "sample car -n 1 --seed 7": 0,
    "read no-é.jpg": 2,
    "hint titled.txt": 0,
    "hint car --place t@C5": 2,
    "position car " + "/".join(["...W...."] * 8): 0,
    "unique star": 0,
    "why --board 4x5 --pieces tetrominoes": 1,
    "check car no-é.json": 2,
    "rate titled.txt": 0,
    "design ????????/???rr???/??r??r??/??rrrr??/??r??r??/????????/????????/????????": 0,
    "generate -o boards -n 1 --difficulty 1 --seed 7 --force": 0,
    "booklet --group é": 2,
    "list": 0,
    "list --json": 0,
    "show titled.txt --islands": 0,
    "show titled.txt --json": 0,
    "show titled.txt -o é.svg": 0,
    "show \udcff.txt": 2,
    "plot car -o \udcff.svg": 0,
    "animate car -o é/é.gif": 2,
    "play --port é": 2,
    "site -o é --runtime no-é": 2,
    "batch count car titled.txt --format csv": 0,
    "batch count car -o é.csv --force": 0,
    "bench car titled.txt": 0,
    "bench titled.txt --csv": 0,
    "tune --boards é": 2,
    "list --help": 0,
    "show kanoodle": 0,
    "pieces": 0,
    "pieces classic": 0,
    "pieces é": 2,
    "list challenges --size 7 --difficulty 4": 0,
    "polyominoes 5": 0,
    "polyominoes 1..6 --one-sided": 0,
    "polyominoes 4 --growth": 0,
    "polyominoes 4 --lattice triangular": 0,
    "export titled.txt": 0,
    "export car -o é.dlx": 0,
    "schema": 0,
    "schema solve": 0,
    "--version": 0,
    "--help": 0,
    "carré": 2,
    **{f"{name} --help": 0 for names in GROUPS.values() for name in names},
}

RUN_EVERY = """
import json, os, sys
from pathlib import Path
from kaleido.cli import main
codes = {}
for command in json.loads(Path("commands.json").read_text()):
    words = [os.fsdecode(word.encode(errors="surrogateescape")) for word in command.split()]
    codes[command] = main(words)
    Path("codes.json").write_text(json.dumps(codes))
"""

TITLED = "# title: Élan “vital” → 日本 ×\n# source: Müller — Straße\n# note: naïve œuvre\n"

LOCALE_C = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


def run_on_terminal(folder, columns, environment):
    """Run all commands on a terminal of some width, and return what it got."""
    terminal = Terminal(columns)
    with subprocess.Popen(
        [sys.executable, "-c", RUN_EVERY],
        cwd=folder, env=environment, stdin=subprocess.DEVNULL,
        stdout=terminal.end, stderr=terminal.end,
    ):  # fmt: skip
        os.close(terminal.end)
    return terminal.written()


@pytest.mark.long
@pytest.mark.parametrize(
    ("terminal", "encoding", "given", "columns", "wanted"),
    [
        (False, "ascii", LOCALE_C, 20, {"NO_COLOR": "1", "FORCE_COLOR": "1"}),
        (True, "latin-1", {"PYTHONIOENCODING": "latin-1"}, 40, {"NO_COLOR": "1"}),
        (False, "cp1252", {"PYTHONIOENCODING": "cp1252:strict"}, 80, {"TERM": "dumb"}),
        (True, "utf-8", {"PYTHONIOENCODING": "utf-8:strict"}, 20, {}),
        (True, "utf-8", {"PYTHONIOENCODING": "utf-8:strict"}, 1, {}),
        (False, "utf-8", {"PYTHONIOENCODING": "utf-8:strict"}, 0, {"NO_COLOR": "1"}),
    ],
)
def test_every_command_on_every_stream(tmp_path, terminal, encoding, given, columns, wanted):
    assert {command.split()[0] for command in EVERY} >= {n for ns in GROUPS.values() for n in ns}
    (tmp_path / "commands.json").write_text(json.dumps(list(EVERY)))
    car = kaleido.named_pattern("car").text.replace("/", "\n")
    (tmp_path / "titled.txt").write_text(TITLED + car, encoding="utf-8")
    unset = ("COLUMNS", "NO_COLOR", "FORCE_COLOR", "LC_ALL", "LANG")
    environment = {each: value for each, value in os.environ.items() if each not in unset}
    environment |= {"TERM": "xterm-256color", **given, **wanted}
    if terminal:
        out, err = run_on_terminal(tmp_path, columns, environment), b""
    else:
        done = subprocess.run(
            [sys.executable, "-c", RUN_EVERY],
            cwd=tmp_path, env=environment | {"COLUMNS": str(columns)}, stdin=subprocess.DEVNULL,
            capture_output=True, check=False,
        )  # fmt: skip
        out, err = done.stdout, done.stderr
    assert "Traceback" not in (out + err).decode(encoding)
    assert json.loads((tmp_path / "codes.json").read_text()) == EVERY
    if "NO_COLOR" in wanted:
        assert not re.search(rb"\x1b\[[0-9;]*m", out + err)
    # A bar that moves needs other codes, on a terminal that knows them.
    if not terminal or wanted.get("TERM") == "dumb":
        assert b"\x1b" not in err
    if "NO_COLOR" in wanted and not terminal:
        assert b"\x1b" not in out


def test_the_locale_c():
    done = subprocess.run(
        [sys.executable, "-m", "kaleido", "solve", "car"],
        env=os.environ | {"LANG": "C", "LC_ALL": "C", "PYTHONUTF8": "0"},
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert b"solved and verified" in done.stdout


@pytest.mark.parametrize("command", ["solve car", "list puzzles", "--help", "pieces classic"])
@pytest.mark.parametrize("where", ["behind", "before", "in the environment"])
@pytest.mark.few(4)
def test_ascii_alone_on_request(run, command, where):
    asked = {"before": f"--no-unicode {command}", "behind": f"{command} --no-unicode"}
    environment = {} if where in asked else {"KALEIDO_NO_UNICODE": "1"}
    code, out, err = run(asked.get(where, command), **environment)
    assert code == 0, err
    assert out.isascii()
    assert "?" not in out.replace("? ", "")


@pytest.mark.parametrize(
    "command",
    ["polyominoes 9 --list", "list", "solutions checkerboard", "--help", "solve car --json"],
)
@pytest.mark.few(1)
def test_a_reader_that_stops_reading_is_no_error(command):
    with subprocess.Popen(
        [sys.executable, "-m", "kaleido", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
