"""The command line on terminals of any encoding and width, and with readers that stop reading."""

import os
import subprocess
import sys

import pytest

ENCODINGS = ("cp1251", "cp1252", "cp437", "ascii", "utf-8")
COMMANDS = (
    "solve car",
    "hint starship",
    "show starship --islands",
    "list",
    "pieces",
    "puzzle list",
    "puzzle show kanoodle",
    "polyominoes 4",
    "polyominoes 4 --growth",
    "polyominoes 1..4",
    "solve --puzzle kanoodle",
    "solve --help",
    "solve carr×",
)

RUN_ALL = """
import sys
from kaleido.cli import main
for command in sys.argv[1:]:
    print(f"> {command!a}", main(command.split()), flush=True)
"""


def run(*command, **environment):
    return subprocess.run(
        [sys.executable, *command],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [
        (encoding, columns)
        if (encoding, columns) in (("ascii", "20"), ("utf-8", "80"))
        else pytest.param(encoding, columns, marks=pytest.mark.long)
        for encoding in ENCODINGS
        for columns in ("20", "80")
    ],
)
def test_no_terminal_is_too_small(encoding, columns):
    done = run("-c", RUN_ALL, *COMMANDS, PYTHONIOENCODING=encoding, COLUMNS=columns)
    out, err = done.stdout.decode(encoding), done.stderr.decode(encoding)
    assert done.returncode == 0, err
    assert "Traceback" not in err
    codes = [line.split()[-1] for line in out.splitlines() if line.startswith("> ")]
    assert codes == ["0"] * (len(COMMANDS) - 1) + ["2"]


def test_the_locale_c():
    done = run("-m", "kaleido", "solve", "car", LANG="C", LC_ALL="C", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"solved and verified" in done.stdout


@pytest.mark.parametrize("command", ["solve car", "puzzle list", "--help", "pieces classic"])
def test_ascii_alone_on_request(command):
    for words, environment in (
        ([*command.split(), "--no-unicode"], {}),
        (["--no-unicode", *command.split()], {}),
        (command.split(), {"KALEIDO_NO_UNICODE": "1"}),
    ):
        done = run("-m", "kaleido", *words, **environment)
        assert done.returncode == 0, done.stderr
        done.stdout.decode("ascii")
        assert b"?" not in done.stdout.replace(b"? ", b"")


@pytest.mark.parametrize(
    "command",
    ["list", "solutions checkerboard", "polyominoes 9 --list", "--help", "solve car --json"],
)
def test_a_reader_that_stops_reading_is_no_error(command):
    with subprocess.Popen(
        [sys.executable, "-m", "kaleido", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
