"""Commands with puzzles whose pieces have rules and whose boards have optional cells."""

import json

import pytest

from kaleido import Puzzle
from kaleido.cli import main
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


def run(capsys, *words):
    code = main(list(words))
    return code, *capsys.readouterr()


def puzzle_of(file):
    text, pieces = puzzle_parts(file)
    return Puzzle(sized_board(text, pieces), pieces)


def test_a_puzzle_is_shown_with_its_rules(file, capsys):
    code, printed, _ = run(capsys, "show", file)
    assert code == 0
    assert "optional: cells a need not be covered" in printed
    assert "5 to 7" not in printed
    assert "pieces: tetrominoes, 4 to 7 with 16 to 28 cells in all" in printed
    assert "I: only at the edge; L: not turned, at most 2 copies; S: 1 to 2 copies" in printed
    assert "B ┃     a   a   a   a     ┃" in printed


def test_a_puzzle_is_solved_by_its_rules(file, capsys):
    code, printed, _ = run(capsys, "solutions", file, "--json")
    found = [json.loads(line) for line in printed.splitlines()]
    assert (code, len(found)) == (0, 2)
    assert all(each["optional"] == "a" for each in found)
    assert all(len(each["placements"]) == 5 for each in found)
    assert "(empty)" not in printed
    code, printed, _ = run(capsys, "count", file)
    assert printed.startswith("2 solutions\n")
    code, printed, _ = run(capsys, "check", file, json.dumps(found[0]))
    assert (code, printed) == (
        0,
        "a solution: no piece is used too often or too rarely, each lies where it may, every cell "
        "that must be is covered, every shape is right\n",
    )


def test_a_piece_cannot_be_placed_outside_its_zone(file, capsys):
    code, _, error = run(capsys, "solve", file, "--place", "I@B2:front")
    assert code == 2
    assert error == "kaleido: I front at B2 must lie in edge, but covers B2\n"


def test_optional_cells_need_pieces_without_colours(tmp_path, capsys):
    path = tmp_path / "coloured.txt"
    path.write_text("# pieces: classic\n# optional: x\n" + "rxrxrxrx\nxrxrxrxr\n" * 4)
    code, _, error = run(capsys, "solve", str(path))
    assert code == 2
    assert "optional: 'x': expected pieces without colours; for these, --without CELLS" in error


def test_a_letter_is_a_piece_or_a_zone(tmp_path, capsys):
    (tmp_path / "set.txt").write_text("# sides: mirrored\na ooo\nb oo/o. in a")
    code, _, error = run(
        capsys, "solve", "--pieces", str(tmp_path / "set.txt"), "--board", "aaa/ooo"
    )
    assert code == 2
    assert "in a: 'a' names a piece of 'set': expected letters of free cells" in error


def test_the_page_refuses_what_it_does_not_know(file, capsys):
    code, _, error = run(capsys, "play", file)
    assert (code, error) == (
        2,
        "kaleido: the page does not know optional cells, 'a'; commands do\n",
    )


def test_rules_tell_boards_apart_in_comparisons(file):
    puzzle = puzzle_of(file)
    free = Puzzle(puzzle.pattern, puzzle.pieces.ruled({"I": Rule(zone="a")}))
    assert fingerprint(puzzle) == fingerprint(puzzle_of(file)) != fingerprint(free)


def test_a_set_is_shown_with_the_range_of_its_copies(tmp_path, capsys):
    path = tmp_path / "own.txt"
    path.write_text("# sides: mirrored\nI ooo fixed x1-3\nL oo/o. x2\nM o in edge")
    code, printed, _ = run(capsys, "pieces", str(path))
    assert code == 0
    assert "I × 1 to 3 " in printed
    assert "L × 2 (its own mirror image)" in printed
    assert "I: not turned, 1 to 3 copies; M: only at the edge" in printed
    _, printed, _ = run(capsys, "pieces", str(path), "--json")
    told = [(each["least"], each["fixed"], each["zone"]) for each in json.loads(printed)["pieces"]]
    assert told == [(1, True, ""), (2, False, ""), (1, False, "edge")]
