"""Placements and positions as texts, on hexagons, triangles and cubes."""

import pytest
from some import some

from kaleido import Board, PieceSet, PlacingError, Position, Puzzle
from kaleido.search.notation import name_orientation, parse_place
from kaleido.search.placing import laid, turn_number

PUZZLES = {
    "hexagonal": ("oooo/oooo/oooo", "mirrored", ["S ooo/o..", "W oo/.oo", "I oooo", "M o x4"]),
    "triangular": ("6x1 rhombus", "mirrored", ["A ooo", "B .oooo/....o", "C .oo", "M o x9"]),
    "cubic": ("2x2x3", "one-sided", ["V oo/o.", "T ooo/.o.", "A oo/o.//.o/..", "M o x4"]),
}


def made(lattice):
    board, sides, pieces = PUZZLES[lattice]
    text = "\n".join([f"# sides: {sides}", f"# lattice: {lattice}", "# use: some", *pieces])
    return Puzzle(Board.parse(f"{lattice}: {board}"), PieceSet.parse("few", text))


def test_hexagons_of_a_position_may_be_drawn_with_blanks():
    position = Position.parse(made("hexagonal"), ". . . .\n I I I I\n. . . .")
    assert position == Position(made("hexagonal"), ["I@B1"])


def test_turns_are_named_in_degrees_on_the_plane_and_by_number_in_space():
    start = made("hexagonal").state
    placed, problem = parse_place("W@A2:front60", start), start.problem
    assert name_orientation(placed, problem.pieces, problem.grid) == "front60"
    start = made("cubic").state
    placed, problem = parse_place("A@A1:front3", start), start.problem
    assert name_orientation(placed, problem.pieces, problem.grid) == "front3"


@pytest.mark.parametrize(
    ("lattice", "text", "message"),
    [
        (
            "hexagonal",
            "I@A1:front90",
            "expected front, followed by 60, 120, 180, 240 or 300 for a turn",
        ),
        ("hexagonal", "I@D1", "the piece I lies off the board, however it is turned"),
        ("triangular", "A@A2:front", "does not start with such a cell as A2"),
        ("cubic", "A@A1:front24", "expected front, followed by 1 to 11 for a turn"),
        ("cubic", "M@A1:front1", "expected front, followed by no turn"),
        ("cubic", "T@B1:front1", "'T@B1:front1': the piece T lies off the board"),
    ],
)
def test_placements_that_cannot_be(lattice, text, message, refusal_of):
    line = refusal_of(PlacingError, lambda: parse_place(text, made(lattice).state))
    assert message in line
    assert repr(text) in line


def test_no_turn_of_a_piece_starts_with_such_a_cell(refusal_of):
    pieces = PieceSet.parse("own", "# lattice: triangular\n# sides: fixed\nD oo x2")
    start = Puzzle(Board.parse("triangular: oooo"), pieces).state
    line = refusal_of(PlacingError, lambda: parse_place("D@A2", start))
    assert "does not start with such a cell as A2" in line


@pytest.mark.parametrize("name", ["car", "twelve", "key"])
def test_a_turn_shows_the_colours_of_the_board(name):
    """Two turns of a domino cover the same cells, but only one shows their colours."""
    puzzle = Puzzle(name)
    board, pieces = puzzle.pattern, puzzle.pieces
    apart = 0
    for placement in some(puzzle.solve().solution.placements):
        turn = name_orientation(placement, pieces, board).removeprefix(placement.face)
        shapes = pieces[placement.piece].face(placement.face).orientations
        own = shapes[turn_number(turn, shapes)]
        lying = laid(own, placement.cells[0], board.grid, ordered=False)
        assert lying == placement.cells
        assert "".join(board.colour(*cell) for cell in lying) == own.colours
        apart += name_orientation(placement, pieces, board.grid) != placement.face + turn
    assert apart > 0
