import json
import os

import pytest

from kaleido import CLASSIC, named_pattern
from kaleido.cli import main
from kaleido.model.names import piece_labels

CAR = named_pattern("car")


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        (b"", "expected 8 rows"),
        (b"# title: nothing else\n", "expected 8 rows"),
        (b"\x7fELF\xff\x00", "is not text in UTF-8: it has the byte 0xff; save it as UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not a picture"),
        (b"rxrx\0", "NUL"),
        (b"r" * 100_000, "is longer than 65,536 bytes"),
        ("rxrxrxrx\n".encode("utf-16-le"), "contains NUL characters; save it as UTF-8"),
        ("rxrxrxrx\n".encode("utf-16")[:-1], "is not text in UTF-16"),
        ("# title: Bär\n".encode("cp1252"), "it has the byte 0xe4; save it as UTF-8"),
        ("rxrxrxrx\n".encode("utf-16"), "found 1 row, expected 8"),
        (b"# title: a\n# title: b\n" + CAR.text.encode(), "is given twice"),
        (b"# title: a\x07b\n" + CAR.text.encode(), "printable"),
    ],
)
def test_bad_files(error_of, tmp_path, content, wanted):
    path = tmp_path / "bad.txt"
    path.write_bytes(content)
    for command in ("solve", "show"):
        error = error_of(command, path)
        assert wanted in error
        assert "bad.txt" in error


def test_a_huge_file_is_refused_early(error_of, tmp_path):
    path = tmp_path / "huge.txt"
    with path.open("wb") as file:
        file.truncate(1 << 30)  # a hole: a gigabyte that takes no room
    assert "is longer than" in error_of("solve", path)
    assert "is longer than" in error_of("bench", path)
    assert "is longer than" in error_of("check car", path)


def test_a_long_file_of_a_puzzle_is_measured_by_its_own_limit(error_of, tmp_path):
    path = tmp_path / "long.json"
    path.write_text(json.dumps({"board": ["oo"], "pieces": {}, "title": "x" * (4 << 20)}))
    assert "is longer than 4,194,304 bytes, the limit" in error_of("solve", path)


def test_a_folder_and_an_endless_device(error_of, tmp_path):
    assert "is a folder" in error_of("solve", tmp_path)
    assert "is longer than" in error_of("solve /dev/zero")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file(error_of, tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text(CAR.text)
    path.chmod(0)
    assert "Permission denied" in error_of("solve", path)


def test_faults_are_named_and_exit_1(capsys, tmp_path):
    main(["solve", "car", "--json"])
    placements = json.loads(capsys.readouterr().out)["placements"]
    path = tmp_path / "solution.json"
    wrong = [
        (placements[1:], f"{piece_labels(CLASSIC)[placements[0]['piece']]} is missing"),
        (placements + placements[:1], "placed 2 times"),
        ([placements[0] | {"cells": [[0, 99]]}, *placements[1:]], "off the board at A100"),
        ([placements[0] | {"face": "\x1b[31mside"}, *placements[1:]], "\\x1b[31mside"),
        ([], "64 cells not covered"),
    ]
    for value, fault in wrong:
        path.write_text(json.dumps(value))
        assert main(["check", "car", str(path)]) == 1
        captured = capsys.readouterr()
        assert fault in captured.out
        assert "not a solution" in captured.out
        assert captured.err == ""
    path.write_text(json.dumps(placements))
    assert main(["check", "car", str(path)]) == 0
    assert main(["check", "car", json.dumps(placements)]) == 0


def test_help_and_version(output_of):
    for args in (["--help"], ["solve", "-h"], ["bench", "--help"]):
        assert "Usage" in output_of(*args)
    assert output_of("--version").startswith("kaleido ")


def test_defaults_that_are_words_are_shown(output_of):
    for command, words in (("count", "one per core"), ("bench", "constrained")):
        assert words in " ".join(output_of(command, "--help").split())


@pytest.mark.long
@pytest.mark.parametrize("command", ["sample", "rate", "solutions", "unique"])
def test_giving_up_leaves_standard_output_to_json(capsys, command):
    limited = command in ("solutions", "unique")
    limit = ["--max-nodes", "5"] if limited else ["--max-memory", "20MB"]
    assert main([command, "checkerboard", *limit]) == 3
    captured = capsys.readouterr()
    assert captured.out.startswith("gave up")
    assert captured.err == ""
    assert main([command, "checkerboard", *limit, "--json"]) == 3
    captured = capsys.readouterr()
    one = command in ("rate", "unique")  # a command whose answer is one object prints it
    for line in captured.out.splitlines():
        assert json.loads(line)["reason"] in json.loads(captured.err)["error"]
    assert captured.out.count("\n") == one
    assert json.loads(captured.err)["error"].startswith("gave up: ")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("words", ["show car -o \ud800", "plot car -o a\ud800.png", "solve \ud800"])
def test_a_name_that_no_file_can_have_is_one_line(error_of, words):
    assert "\\ud800" in error_of(words)
