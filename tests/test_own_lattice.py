"""A lattice of one's own, as the documentation shows it: a class and a call of `register`."""

import importlib.util
import sys
from pathlib import Path

import pytest

from kaleido import Board, Puzzle
from kaleido.lattices import Lattice, find_lattice, lattice_names, register
from kaleido.model.piece_set import PieceSet

PAGE = Path(__file__).parents[1] / "docs" / "tans.py"

TANGRAM = """
# sides: mirrored
# lattice: tans
large          oooo/..oo/..oo  x2
medium         ooo./..o.
small          oo              x2
square         oo/oo
parallelogram  oo../..oo
"""

SQUARE = "tans: ...o..../...ooo../.ooooo../.ooooooo/ooooooo./..ooooo./..ooo.../....o..."


@pytest.fixture
def tans(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lattice:
    """Register the lattice of the page for one test."""
    request.getfixturevalue("own_lattices")
    spec = importlib.util.spec_from_file_location("tans_of_the_page", PAGE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return find_lattice("tans")


def test_it_is_known_by_its_name(tans: Lattice) -> None:
    assert lattice_names()[-1] == "tans"
    assert tans.cells == "tans"
    assert (len(tans.rotations), len(tans.symmetries)) == (4, 8)


@pytest.mark.usefixtures("tans")
def test_the_square_of_the_tangram() -> None:
    puzzle = Puzzle(Board.parse(SQUARE), PieceSet.parse("tangram", TANGRAM))
    answer = puzzle.solve()
    assert answer.solution
    assert puzzle.check(answer.solution.placements) == ()
    assert puzzle.count().solutions == len(list(puzzle.solutions())) == 8
    assert len(list(puzzle.solutions(up_to_symmetry=True))) == 1


@pytest.mark.usefixtures("tans")
def test_its_boards_are_written_and_turned() -> None:
    board = Board.parse(SQUARE)
    assert Board.parse(str(board)) == board
    assert board.rotated().rotated(3) == board.rotated(4)


def test_a_name_stands_for_one_lattice(tans: Lattice) -> None:
    register(type(tans)())  # the same again
    other = type("Other", (type(tans),), {})
    with pytest.raises(ValueError, match="a lattice 'tans' already"):
        register(other())
