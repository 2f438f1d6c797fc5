import json
import re

import pytest
from hypothesis import given, strategies as st
from packings import packings

from kaleido import CLASSIC, Board, PlacingError, Position, Puzzle
from kaleido.cli import main
from kaleido.library.piece_sets import named_set
from kaleido.model.names import cell_name, find_piece, parse_cell, player_name
from kaleido.model.piece_set import CLASSIC_LETTERS, PieceSet, piece_letters

CAR = Puzzle("car")
OTHERS = {
    "tube": Puzzle("tetromino-tube"),
    "torus": Puzzle(Board("ooooo/ooooo/ooooo/ooooo", wrap="both"), named_set("tetrominoes")),
    "hole": Puzzle("pentomino-8x8-centre"),
    "copies": Puzzle(Board("ooooo/ooooo"), PieceSet.parse("two", "# sides: mirrored\nD oo x5")),
    "equal shapes": Puzzle(
        Board("ooooo/ooooo/ooooo/ooooo"),
        PieceSet.parse("equal", "# sides: mirrored\nB oo x4\nQ oo x3\n7 oo x3"),
    ),
    "long names": Puzzle(
        Board("oooo/o.oo"), PieceSet.parse("long", "# sides: mirrored\nbar ooo\nell oo/o.\ndot o")
    ),
    "givens": Puzzle(Board("IIo/ooo"), PieceSet.parse("few", "# sides: mirrored\nI oo x3")),
}


def test_every_piece_has_a_letter_and_names_that_lead_to_it():
    assert list(CLASSIC_LETTERS) == [piece.name for piece in CLASSIC]
    for name in ("classic", "pentominoes", "kanoodle", "katamino", "orders-1-5"):
        pieces = named_set(name)
        letters = piece_letters(pieces)
        assert len(set(letters.values())) == len(letters) == len(pieces)
        assert all(find_piece(pieces, piece.name) == piece.name for piece in pieces)
        if name == "classic":
            for piece, letter in CLASSIC_LETTERS.items():
                name = player_name(pieces, piece)
                assert find_piece(pieces, letter) == find_piece(pieces, name) == piece


@given(st.integers(0, 26 * 27 - 1), st.integers(0, 1023))
def test_cells_are_found_by_their_names(row, col):
    name = cell_name((row, col))
    assert parse_cell(name) == parse_cell(name.lower()) == (row, col)


@given(packings(), st.data())
def test_any_letters_do_that_keep_neighbours_apart(packed, data):
    # Two dots of one colour can only be told apart by their letters.
    placed = [each for each in packed.placements if len(each.cells) > 1]
    letters = data.draw(st.permutations("abcefghknpqruxyz"))
    rows = [["."] * 8 for _ in range(8)]
    for piece, letter in zip(placed, letters, strict=True):
        for row, col in piece.cells:
            rows[row][col] = letter
    text = "/".join("".join(row) for row in rows)
    assert set(Position.parse(packed.pattern, text).placements) == set(placed)


@given(packings(), st.data())
def test_a_spoilt_position_is_refused_or_means_something_else(packed, data):
    position = Position(packed.pattern, packed.placements)
    text = position.text
    at = data.draw(st.sampled_from([at for at, sign in enumerate(text) if sign != "/"]))
    spoilt = text[:at] + data.draw(st.sampled_from(".WwIiMm#D")) + text[at + 1 :]
    try:
        changed = Position.parse(position.puzzle, spoilt)
    except PlacingError as error:
        assert "\n" not in str(error)
        return
    if spoilt != text and "." in spoilt:
        assert changed != position


EMPTY = "/......../......../......../......../......../......../........"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("", "there is no position in ''"),
        ("W", "row 1 'W' of the position has 1 cell, expected 8"),
        ("......../........", "has 2 rows, expected 8"),
        ("#......." + EMPTY, "'#' at A1 is no hole of the board"),
        ("AAAAA..." + EMPTY, "'A' at A1 (5 cells) has the shape of no piece"),
        ("DDDDDDDD" + EMPTY, "'D' at A1 (8 cells) lies on the colours rxrrrrxr"),
        ("M..M...." + EMPTY, "'M' at A4 (1 cell) is the red-black dot (M), which lies at A1"),
        (".a......" + EMPTY, "red-black dot (M) or the blue-black dot (m): write M or m"),
    ],
)
def test_what_is_wrong_with_a_position_is_said(error_of, text, wanted):
    assert wanted in error_of("position car", text)


def test_without_colours_a_letter_stands_for_its_piece():
    puzzle = OTHERS["tube"]
    assert Position.parse(puzzle, "OO.../OO.../...../.....").placements[0].piece == "O"
    assert Position.parse(puzzle, "zz.../zz.../...../.....").placements[0].piece == "O"
    with pytest.raises(PlacingError, match=r"'I' at A1 \(4 cells\) is not the piece I"):
        Position.parse(puzzle, "II.../II.../...../.....")
    flat = Puzzle(Board("ooooo/ooooo/ooooo/ooooo"), named_set("tetrominoes"))
    with pytest.raises(PlacingError, match=r"'O' at A4 \(4 cells\) .* lies at A1 already"):
        Position.parse(flat, "OO.OO/OO.OO/...../.....")


def drawing(out):
    return [line for line in out.splitlines() if re.match(r"[A-H] [┃|]", line)]


def test_a_position_is_drawn_and_judged(output_of):
    everything = [solution.placements for solution in CAR.solutions()]
    placed = everything[0][:5]
    ways = sum(set(placed) <= set(each) for each in everything)
    text = Position(CAR, placed).text
    out = output_of("position car", text)
    assert len(drawing(out)) == 8
    assert f"it can be completed in exactly {ways} way" in out
    answer = json.loads(output_of("position car", text, "--json"))
    assert (answer["position"], answer["solutions"], answer["completable"]) == (text, ways, True)


def test_a_lost_position_says_what_must_come_off(output_of):
    text = "M......." + EMPTY
    out = output_of("position car", text, code=1)
    assert "it cannot be completed" in out
    assert "Take this piece off: the red-black dot (M)." in out
    assert drawing(out)[0].startswith("A ┃[r]┃")
    answer = json.loads(output_of("position car", text, "--json", code=1))
    assert (answer["completable"], answer["solutions"]) == (False, 0)
    assert [each["piece"] for each in answer["remove"]] == ["mono-r"]


def test_a_position_is_an_option_of_other_commands(output_of, error_of, tmp_path):
    placed = CAR.solve().solution.placements[:4]
    text = Position(CAR, placed).text
    path = tmp_path / "position.txt"
    path.write_text("# by hand\n" + text.replace("/", "\n"))
    spaced, listed = (sign.join(text).replace(f"{sign}/{sign}", "/") for sign in " ,")
    for source in (text, str(path), spaced, listed):
        answer = json.loads(output_of("solve car --position", source, "--json"))
        assert answer["position"] == text
        cells = {tuple(map(tuple, each["cells"])) for each in answer["placements"][:4]}
        assert cells == {each.cells for each in placed}
    for command in ("show", "hint"):
        assert len(drawing(output_of(command, "car", "--position", text))) == 8
    assert main(["solve", "car", "--position", text, "--place", "M@A1"]) == 2
    assert "no such file" in error_of("solve car --position", tmp_path / "none.txt")


def test_choices_are_drawn_beside_the_error(capsys):
    assert main(["solve", "checkerboard", "--place", "L@C3"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    *drawn, line = captured.err.splitlines()
    assert line == "kaleido: 'L@C3' fits in 2 ways, name one: front, front270"
    assert drawn[0].split() == ["front", "front270"]
    assert main(["solve", "checkerboard", "--place", "L@C3:front270", "--json"]) == 0


def test_hints_come_in_steps(output_of):
    said = {}
    for step in ("where", "piece", "place"):
        said[step] = output_of("hint car --step", step)
    piece = player_name(CLASSIC, CAR.hint().placement.piece)
    assert piece not in said["where"]
    assert piece in said["piece"]
    assert "Like this" not in said["piece"]
    assert f"Like this: {piece}" in said["place"]
    assert "[" in said["where"]
    whole = output_of("hint car").splitlines()
    assert whole[:3] == [said[step].splitlines()[0] for step in said]
