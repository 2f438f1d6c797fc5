"""What commands write: in any encoding, on streams that fail, with colours or without."""

import errno
import io
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from terminals import Terminal

import kaleido
from kaleido.batch import FORMS, open_journal
from kaleido.cli import main
from kaleido.cli.streams import standard_streams

CAR = kaleido.named_pattern("car").text.replace("/", "\n")
TITLE = "Élan “vital” → 日本 × Łódź"
FULL = Path("/dev/full")


def told(line):
    """Return a line of standard error as text, and as the object that --json makes of it."""
    return f"kaleido: {line}\n", f'{{"schema": 1, "code": 2, "error": "{line}"}}\n'


needs_full = pytest.mark.skipif(not FULL.exists(), reason="the system has no /dev/full")


@pytest.fixture
def run(monkeypatch):
    """Return a function that runs a command on streams of an encoding, and returns their bytes."""

    def run(*words, encoding="ascii", errors="strict", columns=80, code=0, stdin=b""):
        out, err = io.BytesIO(), io.BytesIO()
        monkeypatch.setenv("COLUMNS", str(columns))
        for name, raw in (("stdin", io.BytesIO(stdin)), ("stdout", out), ("stderr", err)):
            stream = io.TextIOWrapper(raw, encoding=encoding, errors=errors)
            monkeypatch.setattr(sys, name, stream)
        assert main(words) == code, err.getvalue()
        return out.getvalue(), err.getvalue()

    return run


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [
        ("ascii", 'Elan "vital" -> ?? x Lodz'),
        ("latin-1", 'Élan "vital" -> ?? × Lódz'),
        ("cp1252", "Élan “vital” -> ?? × Lódz"),
        ("cp437", 'Élan "vital" -> ?? x Lódz'),
        ("utf-8", TITLE),
    ],
)
def test_titles_in_any_encoding(run, encoding, wanted):
    given = f"# title: {TITLE}\n{CAR}".encode()
    out, err = run("show", "-", encoding=encoding, stdin=given)
    assert (out.decode(encoding).splitlines()[0], err) == (wanted, b"")


def test_a_letter_and_its_accent_are_one(run):
    given = f"# title: e\u0301lan\n{CAR}".encode()
    assert run("show", "-", stdin=given)[0].startswith(b"elan\n")


def test_all_texts_of_the_program_can_be_written_in_ascii():
    signs = set()
    for path in Path(kaleido.__file__).parent.rglob("*.py"):
        signs |= {sign for sign in path.read_text("utf-8") if not sign.isascii()}
    assert len(signs) > 40
    for sign in sorted(signs):
        assert "?" not in sign.encode("ascii", "kaleido").decode(), sign


def test_file_names_of_any_bytes(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, shown in ((b"\xff.dlx", b"?.dlx"), ("é.dlx".encode(), b"e.dlx")):
        target = name.decode("ascii", "surrogateescape")  # as it comes where the locale is C
        if os.fsencode(target) != name:
            pytest.skip("file names of this system are not bytes")
        out, err = run("export", "car", "-o", target)
        assert (out.partition(b":")[0], err) == (shown, b"")
        out, err = run("show", target, code=2)
        assert (out, err.count(b"\n")) == (b"", 1)


def test_what_click_prints_keeps_to_the_encoding():
    """Click writes UTF-8 into the bytes below a stream that is in ASCII, if it can."""
    environment = {
        **os.environ,
        "PYTHONIOENCODING": "ascii",
        "_KALEIDO_COMPLETE": "zsh_complete",
        "COMP_WORDS": "kaleido design --outp",
        "COMP_CWORD": "2",
    }
    code = "import sys; sys.argv = ['kaleido']; from kaleido.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"NAME-2.txt, ..." in done.stdout


def test_records_are_written_in_the_encoding_of_standard_output(monkeypatch):
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", out)
    form = FORMS["csv"](("board", "status"))
    with standard_streams(), open_journal(None, form, "count") as journal:
        journal.add({"board": "é → ★", "status": "counted"})
    assert out.buffer.getvalue() == "board,status\né -> #,counted\n".encode("latin-1")


COLOURED = ("solve car", "solve --help", "list unique", "list --help", "--help", "pieces")


@pytest.mark.parametrize("command", COLOURED)
@pytest.mark.few(3)
def test_no_color_means_no_codes(run, monkeypatch, command):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert b"\x1b[" in run(*command.split())[0]
    monkeypatch.setenv("NO_COLOR", "")  # which is as if it were not there
    assert b"\x1b[" in run(*command.split())[0]
    monkeypatch.setenv("NO_COLOR", "no")
    assert b"\x1b" not in run(*command.split())[0]


def test_forced_colours_draw_no_progress_into_a_pipe(run, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("rate", "car")[1] == b""


@pytest.mark.parametrize(
    "command", ["list", "list --json", "solve --help", "--version", "schema", "export car"]
)
class TestStandardOutputThatFails:
    def test_closed(self, capsys, monkeypatch, command):
        monkeypatch.setattr(sys, "stdout", None)
        assert main(command.split()) == 2
        err = capsys.readouterr().err
        assert err in told("cannot write standard output: Bad file descriptor")
        assert sys.stdout is None

    @needs_full
    @pytest.mark.few(6)
    @pytest.mark.parametrize("buffering", [-1, 0])
    def test_full(self, capsys, monkeypatch, command, buffering):
        with FULL.open("wb", buffering) as raw:
            stream = io.TextIOWrapper(raw, encoding="utf-8", write_through=not buffering)
            monkeypatch.setattr(sys, "stdout", stream)
            assert main(command.split()) == 2
            stream.flush()  # nothing is left in it that the interpreter would write at its end
        err = capsys.readouterr().err
        assert err in told("cannot write standard output: No space left on device")

    def test_its_reader_is_gone(self, capsys, monkeypatch, command):
        here, there = os.pipe()
        os.close(here)
        with os.fdopen(there, "w", encoding="utf-8") as stream:
            monkeypatch.setattr(sys, "stdout", stream)
            assert main(command.split()) == 0
        assert capsys.readouterr().err == ""


class ClosedOnWindows(io.FileIO):
    """What Windows makes of a pipe whose reader is gone, or of anything else that is at fault."""

    def write(self, _):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


@pytest.mark.parametrize("is_pipe", [True, False])
def test_a_pipe_that_is_closed_is_no_error_on_windows_either(
    monkeypatch, capsys, tmp_path, is_pipe
):
    with (tmp_path / "file").open("wb") as file:
        ends = os.pipe() if is_pipe else (os.dup(file.fileno()), os.dup(file.fileno()))
    os.close(ends[0])
    with io.TextIOWrapper(io.BufferedWriter(ClosedOnWindows(ends[1], "w")), "utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        code = main(["show", "car"])
    told = "" if is_pipe else "kaleido: cannot write standard output: Invalid argument\n"
    assert (code, capsys.readouterr().err) == (0 if is_pipe else 2, told)


def test_without_standard_error_messages_are_dropped(capsys, monkeypatch):
    """They must not appear among the answers."""
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["solve", "nope"]) == 2
    assert main(["list"]) == 0
    assert "nope" not in capsys.readouterr().out


@needs_full
def test_notes_that_cannot_be_written_are_no_failure(capsys, monkeypatch):
    with FULL.open("w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        assert main(["solve", "nope"]) == 2  # not 1, which means that there is no solution
        stream.flush()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("command", ["solve -", "check car -", "batch count -"])
def test_standard_input_that_is_closed(capsys, monkeypatch, command):
    monkeypatch.setattr(sys, "stdin", None)
    assert main(command.split()) == 2
    err = capsys.readouterr().err
    assert err == "kaleido: cannot read standard input: Bad file descriptor\n"


def test_a_pipe_that_does_not_block(monkeypatch):
    """Whoever reads slowly at the other end of such a pipe gets everything."""
    here, there = os.pipe()
    os.set_blocking(there, False)
    got = []

    def read():
        with os.fdopen(here, "rb") as file:
            got.append(file.read())

    reader = threading.Thread(target=read)
    with os.fdopen(there, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        with standard_streams():
            threading.Timer(0.1, reader.start).start()
            for _ in range(20):
                print("x" * 9_999)
    while not got:
        reader.is_alive() and reader.join()
    assert got == [(b"x" * 9_999 + b"\n") * 20]


def test_streams_that_a_program_puts_in_place_stay(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["--version"]) == 0
    assert sys.stdout is out
    assert out.getvalue().startswith("kaleido ")


def test_commands_within_a_command_share_its_streams(capsys):
    with standard_streams():
        assert main(["--version"]) == 0
        print("→")
    assert capsys.readouterr().out.endswith("\n→\n")


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_nothing_is_cut_off_on_a_narrow_terminal(run, encoding):
    out = run("list", "pentominoes", columns=20, encoding=encoding)[0].decode(encoding)
    for wanted in ("pentomino-8x8-near-corners", "1,504", "solutions", "cells"):
        assert wanted in out
    for command in ("pieces classic", "pieces", "polyominoes 1..6", "solve --help"):
        out = run(*command.split(), columns=20, encoding=encoding)[0].decode(encoding)
        assert "…" not in out.replace("1, 2, …", "").replace("A,B,…", "")
        assert "..." not in out.replace("1, 2, ...", "").replace("A,B,...", ""), command


def test_drawings_are_whole_on_a_narrow_terminal(run):
    narrow, wide = (
        run("pieces", "classic", columns=columns, encoding="utf-8")[0].decode()
        for columns in (20, 70)
    )
    assert [line.rstrip() for line in narrow.splitlines()] == [
        line.rstrip() for line in wide.splitlines()
    ]


def test_rows_are_printed_to_their_file_while_progress_is_on_a_terminal(tmp_path, monkeypatch):
    terminal = Terminal()
    path = tmp_path / "runs.csv"
    monkeypatch.setenv("TERM", "xterm")
    with (
        path.open("w", encoding="utf-8") as file,
        os.fdopen(terminal.end, "w", encoding="utf-8") as shown,
    ):
        monkeypatch.setattr(sys, "stdout", file)
        monkeypatch.setattr(sys, "stderr", shown)
        assert main(["bench", "car", "--csv"]) == 0
    progress = terminal.written()
    assert path.read_text().splitlines()[1].startswith("car,constrained,0,solved,")
    assert b"bench" in progress
    assert b"solved" not in progress
