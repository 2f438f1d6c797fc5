"""Names in any case, drawings that are pasted, and files that other commands wrote."""

import json

import pytest

from kaleido import PatternError, Puzzle, named_pattern, solve
from kaleido.base.errors import OptionError
from kaleido.cli import main
from kaleido.library.piece_sets import named_set
from kaleido.library.puzzles import puzzle_names
from kaleido.model.board_text import undrawn
from kaleido.model.pattern import Pattern

PUZZLE = """# title: Two bars
# pieces: {pieces}
ooo
ooo
"""


@pytest.mark.parametrize("name", ["CAR", "Car", " car "])
def test_names_of_patterns_match_in_any_case(name):
    assert Puzzle(name).pattern == named_pattern("car")


def test_other_names_match_in_any_case(output_of):
    assert named_set("Kanoodle") == named_set("kanoodle")
    assert Puzzle("KATAMINO-5XN").pattern == Puzzle("katamino-5xN").pattern
    assert solve("car", "Paper").strategy == "paper"
    assert "Exactly one solution (unique)" in output_of("list UNIQUE")
    assert "8 solutions" in output_of("count Pentomino-3x20")


@pytest.mark.parametrize("options", [[], ["--islands"]])
@pytest.mark.parametrize("name", ["car", "smiley", "letter-k"])
def test_what_show_prints_is_read(output_of, name, options):
    lines = output_of("show", name, *options).splitlines()
    drawn = [line for line in lines if set(line) & set("┏┃┣┗") or line.split()[:2] == ["1", "2"]]
    assert Pattern.parse("\n".join(drawn)) == named_pattern(name)


def test_rows_with_blanks_and_labels_are_read():
    car = named_pattern("car")
    spaced = "\n".join(" ".join(row) for row in car.rows)
    labelled = "  1 2 3 4 5 6 7 8\n" + "\n".join(
        f"{label} {' '.join(row)}" for label, row in zip("ABCDEFGH", car.rows, strict=True)
    )
    for text in (spaced, labelled, spaced.replace("\n", " / ")):
        assert Pattern.parse(text) == car
        assert Puzzle(text).pattern == car


def test_digits_alone_are_colours():
    text = "/".join(["12341234"] * 8)
    assert Pattern.parse(text).rows[0] == "xrybxryb"
    # Eight digits in this order cannot be colours.
    assert undrawn(["1 2 3 4 5 6 7 8", *text.split("/")]) == text.split("/")


def test_a_puzzle_of_ones_own(output_of, tmp_path):
    path = tmp_path / "bars.txt"
    path.write_text(PUZZLE.format(pieces=tmp_path / "set.txt"))
    (tmp_path / "set.txt").write_text("# sides: mirrored\nI ooo x2\n")
    assert output_of("count", path).startswith("1 solution")
    assert "Two bars" in output_of("show", path)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("ooo\nooo\n", "is a board without pieces: name a set of them, too"),
        ("# pieces: trominoes\n", "this is not a puzzle: expected the rows of a board"),
        (
            "# pieces: trominoes\n# use: I\n3x1\n",
            "'# use: I' is a line of sets of pieces: expected '# begin: I' in a puzzle",
        ),
        ("# pieces: triominoes\nooo\n", "unknown set of pieces 'triominoes'"),
        ("# pieces: tetrominoes\n# solutions: many\noo\n", "'many' is not a number"),
        ("# pieces: tetrominoes\no o\n", "unknown letter"),
    ],
)
def test_what_is_wrong_with_a_puzzle_file_is_said(error_of, tmp_path, content, message):
    path = tmp_path / "puzzle.txt"
    path.write_text(content)
    error = error_of("solve", path)
    if message != "unknown letter":
        assert message in error


def test_shipped_puzzles_come_before_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name = puzzle_names()[0]
    (tmp_path / name).write_text("no puzzle")
    assert Puzzle(name).pattern.size
    with pytest.raises(PatternError):
        Puzzle("no-such-puzzle")


@pytest.mark.long
def test_learned_weights_are_a_strategy(capsys, output_of, tmp_path):
    path = tmp_path / "weights.json"
    options = ["--boards", "2", "--held-out", "2", "--budget", "1"]
    for base in ("tuned", "paper-plus"):
        assert main(["tune", "--base", base, *options, "-o", str(path)]) == 0
        capsys.readouterr()
        assert json.loads(output_of("solve car --strategy", path, "--json"))["strategy"] == base
    path.write_text("{}")
    with pytest.raises(OptionError, match="is not a file of weights"):
        solve("car", str(path))
    with pytest.raises(OptionError, match="cannot read"):
        solve("car", str(tmp_path / "none.json"))
