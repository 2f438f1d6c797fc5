"""What a user names: patterns and sets of pieces by name, rows or file."""

import pytest

from kaleido import PatternError, named_pattern, named_set
from kaleido.base.errors import PieceError
from kaleido.library.piece_sets import find_set
from kaleido.puzzle.door import open_door

CAR = named_pattern("car")


def find_pattern(text):
    return open_door(text)[0]


def test_a_pattern_by_its_name_rows_or_file(tmp_path):
    path = tmp_path / "other.txt"
    path.write_text(f"# title: Other\n{CAR.text}\n")
    for text in ("car", CAR.text, CAR.text.replace("/", "\n"), str(path)):
        assert find_pattern(text) == CAR
    assert find_pattern(str(path)).title == "Other"


def test_a_name_comes_before_a_file_of_that_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "key").write_text(CAR.text)
    (tmp_path / "kanoodle").write_text("")
    assert find_pattern("key") == named_pattern("key")
    assert find_pattern("./key") == CAR
    assert find_set("kanoodle") == named_set("kanoodle")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("cra", "unknown name 'cra': did you mean car? (or give a file, or eight rows"),
        ("", "'' names no pattern: `kaleido list` shows all names"),
        ("car.txt", "no such file: 'car.txt'"),
        ("rx/rx", "row 1 'rx' has 2 cells, expected 8"),
        ("rx\nrx", "row 1 'rx' has 2 cells, expected 8"),
        (".", "'.' is a folder, expected a file"),
    ],
)
def test_what_names_no_pattern(tmp_path, monkeypatch, text, message, refusal_of):
    monkeypatch.chdir(tmp_path)
    assert refusal_of(PatternError, find_pattern, text).startswith(message)


def test_a_bad_file_is_named(tmp_path):
    path = tmp_path / "bad.txt"
    path.write_text("rx")
    with pytest.raises(PatternError, match=r"row 1 'rx' has 2 cells, .* \(in '.*bad.txt'\)"):
        find_pattern(str(path))
    with pytest.raises(PieceError, match=r"\(in '.*bad.txt'\)"):
        find_set(str(path))
