"""Commands with puzzles whose pieces have rules and whose boards have optional cells."""

import json

import pytest

from kaleido import Puzzle
from kaleido.lab.board_names import fingerprint
from kaleido.library.puzzles import puzzle_parts, sized_board
from kaleido.model.piece import Rule

TEXT = """
# title: Tetrominoes with rules
# pieces: tetrominoes
# optional: a
# rule I: in edge
# rule L: fixed x0-2
# rule S: x1-2
oooooo
oaaaao
oaaaao
oooooo
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "ruled.txt"
    path.write_text(TEXT)
    return str(path)


def puzzle_of(file):
    text, pieces = puzzle_parts(file)
    return Puzzle(sized_board(text, pieces), pieces)


def test_a_puzzle_is_shown_with_its_rules(file, output_of):
    printed = output_of("show", file)
    assert "optional: cells a need not be covered" in printed
    assert "5 to 7" not in printed
    assert "pieces: tetrominoes; 4 to 7 with 16 to 28 cells in all" in printed
    assert "I: only at the edge; L: not turned, at most 2 copies; S: 1 to 2 copies" in printed
    assert "B ┃     a   a   a   a     ┃" in printed


def test_a_puzzle_is_solved_by_its_rules(file, output_of):
    printed = output_of("solutions", file, "--json")
    found = [json.loads(line) for line in printed.splitlines()]
    assert len(found) == 2
    assert all(each["optional"] == "a" for each in found)
    assert all(len(each["placements"]) == 5 for each in found)
    assert "(empty)" not in printed
    assert output_of("count", file).startswith("2 solutions\n")
    assert output_of("check", file, json.dumps(found[0])) == (
        "a solution: no piece is used too often or too rarely, each lies where it may, every cell "
        "that must be is covered, every shape is right\n"
    )


def test_a_piece_cannot_be_placed_outside_its_zone(file, error_of):
    error = error_of("solve", file, "--place", "I@B2:front")
    assert error == "kaleido: I front at B2 must lie in edge, but covers B2\n"


def test_optional_cells_need_pieces_without_colours(tmp_path, error_of):
    path = tmp_path / "coloured.txt"
    path.write_text("# pieces: classic\n# optional: x\n" + "rxrxrxrx\nxrxrxrxr\n" * 4)
    error = error_of("solve", path)
    assert "optional: 'x': expected pieces without colours; for these, --without CELLS" in error


def test_a_letter_is_a_piece_or_a_zone(tmp_path, error_of):
    (tmp_path / "set.txt").write_text("# sides: mirrored\na ooo\nb oo/o. in a")
    error = error_of("solve --pieces", tmp_path / "set.txt", "--board", "aaa/ooo")
    assert "in a: 'a' names a piece of 'set': expected letters of free cells" in error


def test_the_page_refuses_what_it_does_not_know(file, error_of):
    error = "kaleido: the page does not know optional cells, 'a'; commands do\n"
    assert error_of("play", file) == error


def test_rules_tell_boards_apart_in_comparisons(file):
    puzzle = puzzle_of(file)
    free = Puzzle(puzzle.pattern, puzzle.pieces.ruled({"I": Rule(zone="a")}))
    assert fingerprint(puzzle) == fingerprint(puzzle_of(file)) != fingerprint(free)


def test_a_set_is_shown_with_the_range_of_its_copies(tmp_path, output_of):
    path = tmp_path / "own.txt"
    path.write_text("# sides: mirrored\nI ooo fixed x1-3\nL oo/o. x2\nM o in edge")
    printed = output_of("pieces", path)
    assert "I × 1 to 3 " in printed
    assert "L × 2 (its own mirror image)" in printed
    assert "I: not turned, 1 to 3 copies; M: only at the edge" in printed
    pieces = json.loads(output_of("pieces", path, "--json"))["pieces"]
    told = [(each["least"], each["fixed"], each["zone"]) for each in pieces]
    assert told == [(1, True, ""), (2, False, ""), (1, False, "edge")]
