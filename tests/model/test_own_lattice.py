"""A lattice of one's own, as the documentation shows it: a class and a call of `register`."""

import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path
from types import MappingProxyType

import pytest
from jsonschema import Draft202012Validator

from kaleido import Board, Position, Puzzle, named_set
from kaleido.base.schemas import read_schema
from kaleido.draw.svg import draw_svg
from kaleido.draw.terminal import draw_terminal
from kaleido.library import count_polyforms
from kaleido.model.lattices import Lattice, find_lattice, lattice_names, register
from kaleido.model.lattices.lattice import Place, Point, Signs, Vector, box
from kaleido.model.piece_set import PieceSet

PAGE = Path(__file__).parents[2] / "docs" / "tans.py"

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


class Bricks(Lattice):
    """Bricks in a wall, each second row half a brick further right: each touches six others."""

    name, cells, forms = "bricks", "bricks", "polybricks"
    turns = (((-1, 0), (0, -1)),)
    mirror = ((1, 0), (-1, -1))
    moves = ((1, 0), (0, 1))
    side_names = ("upper-right", "right", "lower-right", "lower-left", "left", "upper-left")
    boards = MappingProxyType({"wall 3": lambda numbers: box(2 * numbers)})
    shape_names = MappingProxyType({"###": "beam"})
    signs = Signs(("==",), ("~~",), ("  ",)), Signs(("[]",), ("()",), ("  ",))

    def centre(self, place: Place) -> Vector:
        row, column = place
        return row, column - row // 2

    def place(self, centre: Vector) -> Place:
        row, right = centre
        return row, right + row // 2

    def steps(self, _: Vector) -> tuple[Vector, ...]:
        return ((-1, 1), (0, 1), (1, 0), (1, -1), (0, -1), (-1, 0))

    def corners(self, row: int, column: int) -> tuple[Point, ...]:
        left = column + row % 2 / 2
        return (
            (row, left + 0.5),
            (row, left + 1),
            (row + 1, left + 1),
            (row + 1, left + 0.5),
            (row + 1, left),
            (row, left),
        )


WALL = """
# sides: mirrored
# lattice: bricks
beam   ooo
slope  o./oo
one    o       x3
"""


@pytest.fixture
def wall(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Register bricks, and return the options of a puzzle of them for the command line."""
    request.getfixturevalue("own_lattices")
    register(Bricks())
    (tmp_path / "wall.txt").write_text(WALL)
    return ["--board", "wall 3", "--pieces", str(tmp_path / "wall.txt")]


def test_a_lattice_is_one_class_and_one_registration(wall, output_of):
    puzzle = Puzzle(Board.parse("wall 3"), PieceSet.parse("wall", WALL))
    assert (puzzle.pattern.lattice, puzzle.pattern.size) == ("bricks", 9)
    solutions = list(puzzle.solutions())
    assert len(solutions) == puzzle.count().solutions > 10
    solution = puzzle.solve().solution
    assert puzzle.check(solution.placements) == ()
    assert Board.parse(str(puzzle.pattern)) == puzzle.pattern
    position = Position(puzzle, solution.placements)
    assert Position.parse(puzzle, position.text) == position
    assert draw_svg(solution).count("<") > 9
    for kind in ("solve", "hint", "count"):
        told = json.loads(output_of(kind, *wall, "--json"))
        Draft202012Validator(read_schema(kind)).validate(told)
    assert told["lattice"] == "bricks"
    assert "slope" in output_of("pieces", wall[-1])
    assert "solved" in output_of("solve", *wall)
    drawn = draw_terminal(solution, plain=True, coordinates=False).plain
    assert Counter(drawn.split()) == {"A": 3, "B": 3, "C": 3}


@pytest.mark.usefixtures("wall")
def test_its_shapes_have_names_and_signs(output_of):
    assert [piece.name for piece in named_set("tribricks")].count("beam") == 1
    assert count_polyforms(3, lattice="bricks") == len(named_set("tribricks"))
    assert "======" in output_of("polyominoes 3 --lattice bricks")
