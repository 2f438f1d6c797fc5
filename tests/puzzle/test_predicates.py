"""Rules of solutions: published numbers, boards by hand, functions of one's own."""

import json

import pytest

from kaleido import Board, OptionError, PieceSet, Puzzle
from kaleido.cli import main
from kaleido.puzzle.predicates import PREDICATES


@pytest.mark.parametrize(
    ("name", "without", "coloured"),
    [
        ("pentomino-3x20", 2, 2),
        pytest.param("pentomino-4x15", 238, 228, marks=pytest.mark.long),
        pytest.param("pentomino-5x12", 325, 85, marks=pytest.mark.long),
        pytest.param("pentomino-6x10", 563, 94, marks=pytest.mark.long),
    ],
)
def test_rectangles_of_pentominoes_without_crossings(name, without, coloured):
    # Those of 6x10 that three colours tell apart, too, are in Knuth's section 7.2.2.1.
    for where, number in (("no-crossing", without), (["no-crossing", "three-colours"], coloured)):
        counted = Puzzle(name).count(where=where)
        # Half a turn and the mirror images of a solution have the same corners.
        assert (counted, counted.turned, counted.symmetric) == (4 * number, 2 * number, number)


SQUARE = "oooo/oooo/oooo/oooo"


@pytest.mark.parametrize(
    ("board", "drawn", "holds"),
    [
        (SQUARE, "A oo/oo x4", {"three-colours", "symmetric", "colours-apart"}),
        (SQUARE, "A oooo red x4", {"no-crossing", "three-colours", "symmetric"}),
        # A pinwheel of dominoes around a cell cuts each line.
        ("ooo/ooo/ooo", "A oo x2\nB o/o x2\nC o", set(PREDICATES)),
        # Within a ring, three pieces touch each other and the ring.
        (SQUARE, "A oooo/o..o/o..o/oooo\nB o/o\nC o\nD o", {*PREDICATES} - {"three-colours"}),
        ("ooo/ooo", "A o/o\nB oo\nC o\nD o", {"no-crossing", "three-colours", "colours-apart"}),
        ("ABC", "A o red\nB o blue\nC o red", {*PREDICATES} - {"fault-free"}),
        ("ACB", "A o red\nB o blue\nC o red", {*PREDICATES} - {"fault-free", "colours-apart"}),
    ],
)
def test_boards_by_hand(board, drawn, holds):
    puzzle = Puzzle(Board(board), PieceSet.parse("own", f"# sides: fixed\n{drawn}"))
    every = set(puzzle.solutions())
    assert every
    found = {name: set(puzzle.solutions(where=name)) for name in PREDICATES}
    assert found == {name: every if name in holds else set() for name in PREDICATES}
    counted = {name: int(puzzle.count(where=name)) for name in PREDICATES}
    assert counted == {name: len(those) for name, those in found.items()}


def test_a_function_of_ones_own_and_names_that_are_none():
    puzzle = Puzzle("tetromino-tube")
    corner = [each for each in puzzle.solutions() if each.grid[0, 0] == "I"]
    own = list(puzzle.solutions(where=lambda solution: solution.grid[0, 0] == "I"))
    assert own == corner != []
    # It does not hold for all solutions of a class: the one that is listed decides.
    counted = puzzle.count(where=lambda solution: solution.grid[0, 0] == "I")
    assert counted == len(corner)
    for kind, number in ((True, counted.symmetric), ("turns", counted.turned)):
        listed = puzzle.solutions(
            where=lambda solution: solution.grid[0, 0] == "I", up_to_symmetry=kind
        )
        assert sum(1 for _ in listed) == number < len(corner)
    with pytest.raises(OptionError, match=r"unknown predicate 'fualt-free': expected .* did you"):
        puzzle.solutions(where="fualt-free")
    with pytest.raises(OptionError, match="whose sides are joined"):
        next(puzzle.solutions(where="fault-free"))
    with pytest.raises(OptionError, match="no-crossing is about boards of squares"):
        next(Puzzle("soma-cube").solutions(where="no-crossing"))


def test_on_the_command_line(capsys, output_of):
    asked = ["solutions", "pentomino-3x20", "--where", "no-crossing", "--where", "three-colours"]
    assert output_of(*asked, "--up-to-symmetry").endswith("2 solutions\n")
    out = output_of("count", *asked[1:])
    assert out.startswith("8 solutions\n2 up to the symmetries")
    assert "8 solutions listed" in out
    asked = ["count", "pentomino-6x10", "--where", "symmetric"]
    assert json.loads(output_of(*asked, "--timeout", "0", "--json", code=3))["status"] == "gave-up"
    for wrong in (["--where", "symetric"], ["--where", "symmetric", "--workers", "2"]):
        for command in ("solutions", "count"):
            assert main([command, "car", *wrong]) == 2
    assert "--where and --workers exclude each other" in capsys.readouterr().err
