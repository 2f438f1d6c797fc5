"""Every question that is asked of squares, asked of hexagons, triangles, cubes and spheres."""

from itertools import islice

import pytest
from lattice_samples import puzzle
from small_boards import game
from some import some

import kaleido
from kaleido import Board, PieceSet, Puzzle, Status, named_pattern
from kaleido.base.errors import OptionError
from kaleido.heuristics import BoardView, Candidate
from kaleido.heuristics.registry import STRATEGIES
from kaleido.hints.fitting import where_is
from kaleido.lab import attribute_costs
from kaleido.lab.statistics import cell_frequencies
from kaleido.plot.windows import window_densities
from kaleido.search import State
from kaleido.search.strategies import WITHOUT_WINDOWS

PUZZLES = {
    "hexagonal": Puzzle("tetrahex-4x7"),
    "triangular": Puzzle("hexiamond-6x6"),
    "cubic": Puzzle("soma-cube"),
    "spheres": puzzle("pyramid 3", "# sides: one-sided\n# lattice: spheres\nI oo\nL oo/o. x4"),
}


# Strategies.


@pytest.mark.parametrize("name", PUZZLES)
def test_strategies_with_windows_say_which_have_none(name, refusal_of):
    puzzle = PUZZLES[name]
    others = [strategy for strategy in STRATEGIES if strategy not in WITHOUT_WINDOWS]
    assert others == ["paper", "paper-text", "paper-plus"]
    cells = puzzle.pattern.grid.lattice.cells
    said = (
        "windows are for squares, and constrained, tuned, probing, edge-matching and random need "
        f"none; this board is of {cells}"
    )
    for strategy in others:
        assert refusal_of(OptionError, puzzle.solve, strategy) == said
    with pytest.raises(OptionError, match="windows are for squares"):
        kaleido.compare([puzzle], ["random", "paper"])
    with pytest.raises(OptionError, match="windows are for squares"):
        puzzle.solve(lambda candidate: candidate.window)
    with pytest.raises(OptionError, match="windows are for squares"):
        window_densities(State.empty(puzzle.problem))


def test_the_command_line_says_so_in_one_line(error_of):
    asked = ["solve", "--board", "hexagonal: ooo", "--pieces", "trominoes", "--strategy", "paper"]
    assert error_of(*asked).count("\n") == 1


@pytest.mark.parametrize("name", PUZZLES)
def test_strategies_are_compared(name):
    compared = kaleido.compare([PUZZLES[name]], ["constrained", "tuned"], seeds=2)
    assert [run.status for run in compared.runs] == [Status.SOLVED] * 4


# Drawing puzzles until one has both kinds of islands would take seconds.
@pytest.mark.parametrize(
    ("name", "seed"), [("hexagonal", 46), ("triangular", 61), ("cubic", 19), ("spheres", 13)]
)
def test_a_lookahead_finds_small_islands(name, seed):
    singles = pairs = 0
    own = game(name, seed)
    naive = own.naive
    numbers = {cells: number for (_, cells), number in naive.numbers.items()}
    for candidate in BoardView(State.empty(own.puzzle.problem)).candidates:
        terms = candidate.lookahead
        if terms is None:
            continue
        laid = numbers[frozenset(candidate.cells)]
        sizes = [len(part) for part in naive.islands([laid])]
        assert (terms.singles, terms.pairs) == (sizes.count(1), sizes.count(2))
        singles += terms.singles
        pairs += terms.pairs
    assert singles
    assert pairs


# Hints.


@pytest.mark.parametrize(
    ("board", "corners", "edges", "inside"),
    [
        ("4x5", 4, 10, 6),
        ("hexagonal: hexagon 3", 6, 6, 7),
        ("hexagonal: triangle 4", 3, 6, 1),
        ("hexagonal: ooooo", 2, 3, 0),
        ("triangle 4", 3, 6, 7),
        ("3x3x3", 8, 18, 1),
        ("pyramid 3", 5, 9, 0),
    ],
)
def test_where_a_cell_lies(board, corners, edges, inside):
    board = Board.parse(board)
    places = [
        where_is(board.grid, board.frame, cell)
        for cell in range(board.grid.size)
        if board.mask >> cell & 1
    ]
    assert [places.count(where) for where in ("corner", "edge", "inside")] == [
        corners,
        edges,
        inside,
    ]


def test_hints_name_corners_of_hexagons():
    hint = PUZZLES["hexagonal"].hint()
    assert hint.words.piece == "Try the piece bar (A): 11 of its 18 sides already lie on a border."
    assert hint.reason.where == "corner"


# Why there is no solution, and other questions.


@pytest.mark.parametrize("name", PUZZLES)
def test_boards_of_other_cells_have_no_difficulty(name):
    with pytest.raises(OptionError, match=r"have no difficulty: .* which are for squares$"):
        PUZZLES[name].rate()


@pytest.mark.parametrize("name", PUZZLES)
def test_shares_of_pieces_add_up(name):
    puzzle = PUZZLES[name]
    shares = cell_frequencies(list(islice(puzzle.solutions(), 5)))
    for row, col in some(puzzle.pattern.grid.cells(puzzle.pattern.mask)):
        assert sum(share[row, col] for share in shares.values()) == pytest.approx(1)


def test_costs_leave_out_the_window():
    costs = attribute_costs(PUZZLES["spheres"], repeats=1)
    attributes = {name for name in dir(Candidate) if not name.startswith("_")}
    assert {cost.name for cost in costs} == attributes - {"window"}


# The rules of boards and pieces.


def test_coloured_pieces_on_hexagons():
    # Three cells that touch cannot alternate in black and another colour; lines and bends can.
    with pytest.raises(kaleido.PieceError, match="do not alternate"):
        PieceSet.parse("bad", "# sides: two-faced\n# lattice: hexagonal\na rx/x. bx/.x")
    pieces = PieceSet.parse(
        "coloured", "# sides: two-faced\n# lattice: hexagonal\na rxr bxb\nb xr xb"
    )
    puzzle = Puzzle(Board("rxr/xb.", lattice="hexagonal"), pieces)
    (solution,) = puzzle.solutions()
    assert {(each.piece, each.face) for each in solution.placements} == {
        ("a", "front"),
        ("b", "back"),
    }
    assert puzzle.unique()
    # Two black cells touch there, and a red one touches the blue one.
    implied = puzzle.problem.implied.bit_count() - puzzle.problem.frame.bit_count()
    assert implied == 2
    wrong = Puzzle(Board("rxx/xb.", lattice="hexagonal"), pieces)
    assert wrong.why().kind == "colours"


def test_squares_keep_their_windows():
    assert named_pattern("car") == Puzzle("car").pattern
    assert Puzzle("car").solve("paper").status is Status.SOLVED
