"""Proofs by colouring: right, independent of the search, and told in words and pictures."""

import itertools
import json
import random
from dataclasses import replace

import pytest
from any_puzzles import any_puzzle
from colour_proofs import refute_board
from PIL import Image
from some import some

from kaleido import Board, PieceSet, Position, Puzzle, Status, named_set, plot
from kaleido.hints.infeasibility import ColourArgument, find_argument, find_reason
from kaleido.library import polyforms
from kaleido.model.cause import name_colouring
from kaleido.model.lattices import SQUARE
from kaleido.model.square_grid import SquareGrid
from kaleido.search.parity import Sums, colourings_of
from kaleido.search.problem import Problem

MUTILATED = "/".join([".ooooooo", *["oooooooo"] * 6, "ooooooo."])


def polyominoes(size: int, copies: int = 1, sides: str = "mirrored", use: str = "all") -> PieceSet:
    lines = [f"# sides: {sides}", f"# use: {use}"]
    for number, each in enumerate(polyforms(size)):
        lines.append(f"p{number} {str(each).replace('#', 'o')} x{copies}")
    return PieceSet.parse("own", "\n".join(lines))


def pieces(text: str, use: str = "all") -> PieceSet:
    return PieceSet.parse("own", f"# sides: mirrored\n# use: {use}\n{text}")


def argument(board: Board, of: PieceSet) -> ColourArgument:
    return ColourArgument(refute_board(board, of), board, of)


@pytest.mark.parametrize("size", ["14x15", "10x21", "7x30", "6x35", "5x42", "3x70"])
def test_no_rectangle_takes_the_hexominoes(size):
    board, hexominoes = Board.parse(size), polyominoes(6)
    found = argument(board, hexominoes)
    assert found.colouring.name == "chequer"
    assert [(group.number, group.tallies) for group in found.groups] == [
        (11, ((4, 2), (2, 4))),
        (24, ((3, 3),)),
    ]
    assert {white % 2 for white, _ in found.reachable} == {0}
    assert found.refutation.board == (105, 105)


def test_the_nearest_tally_and_a_few_numbers_are_told():
    odd = argument(Board.parse("4x5"), pieces("T .o./ooo x3\nO oo/oo\nI oooo"))
    assert sorted(odd.reachable) == [(7, 13), (9, 11), (11, 9), (13, 7)]
    assert odd.nearest == (9, 11)
    assert odd.together.endswith("an odd number of white cells, never 10")
    few = argument(Board("ooooo/ooooo/ooooo/.o..."), pieces("T .o./ooo x2\nO oo/oo\nI oooo"))
    assert few.together.endswith("6, 8 or 10 white cells, never 9")


def test_the_hexominoes_are_not_refuted_where_the_colours_are_even():
    # A white cell less in the corner, a black one more beyond the last column.
    rows = [".oooooooooooooo.", *["ooooooooooooooo."] * 11, "o" * 16, "ooooooooooooooo."]
    board = Board("/".join(rows))
    chequer = colourings_of(SQUARE)[0].cells(board.grid)
    assert [(board.mask & cells).bit_count() for cells in chequer] == [104, 106]
    assert refute_board(board, polyominoes(6)) is None


@pytest.mark.parametrize("use", ["all", "some"])
def test_the_mutilated_chessboard(use):
    dominoes = pieces(f"I oo x{31 if use == 'all' else 40}", use)
    puzzle = Puzzle(Board(MUTILATED), dominoes)
    answer = puzzle.solve()
    assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, 0)
    assert str(answer.reason) == (
        "chequered in white and black, the board has 30 + 32 cells; the nearest that the pieces "
        "can cover is 31 + 31"
    )
    assert puzzle.count().solutions == 0
    assert not puzzle.unique()
    assert puzzle.hint().reason.why == answer.reason


def test_a_chessboard_without_one_cell_of_each_colour_is_not_refuted():
    whole = ["o" * 8] * 8
    for one, other in some(itertools.combinations(itertools.product((0, 3, 7), repeat=2), 2)):
        rows = [list(row) for row in whole]
        for row, col in (one, other):
            rows[row][col] = "."
        board = Board("/".join(map("".join, rows)))
        is_even = (sum(one) + sum(other)) % 2 == 0
        assert (refute_board(board, pieces("I oo x31")) is not None) == is_even


def test_the_tetrominoes_fill_no_rectangle():
    for size in ("4x5", "2x10"):
        answer = Puzzle(Board.parse(size), named_set("tetrominoes")).solve()
        assert answer.nodes == 0
        assert answer.reason.facts["nearest"] == [9, 11]
    # Twice the set has an even number of Ts.
    assert Puzzle(Board.parse("5x8"), polyominoes(4, 2)).solve().status is Status.SOLVED


@pytest.mark.parametrize("limit", [{"max_nodes": 0}, {"max_nodes": 5}, {"timeout": 0}])
def test_a_proof_comes_before_a_limit(limit):
    answer = Puzzle(Board.parse("4x5"), named_set("tetrominoes")).solve(**limit)
    assert (answer.status, answer.nodes) == (Status.NO_SOLUTION, 0)


def test_other_colourings_find_what_the_chequer_does_not():
    bars = argument(Board.parse("10x10"), pieces("I oooo x25"))
    assert bars.groups[0].words == "1 of each colour"
    assert sorted(bars.refutation.board) == [24, 25, 25, 26]
    assert bars.nearest == (25, 25, 25, 25)
    corner = argument(Board("/".join(["o" * 8] * 7 + ["o" * 7 + "."])), pieces("I ooo x21"))
    assert sorted(corner.refutation.board) == [20, 21, 22]
    odd = argument(Board.parse("6x6"), pieces("L ooo/o.. x9"))
    assert odd.colouring.name == "rows"
    assert odd.together == "together the pieces cover an odd number of white cells, never 18"


def test_a_part_of_the_board_is_refuted_alone():
    # Each part has three cells of one colour and one of the other; together they are even.
    dominoes = pieces("I oo x4")
    board = Board("ooo..ooo/.o....o.")
    found = argument(board, dominoes)
    assert "the part of 4 free cells at A1 has 3 + 1 cells" in str(found.cause)
    assert (found.refutation.board, found.nearest) == ((3, 1), (2, 2))
    assert not Puzzle(board, dominoes).solve().solution


def test_pieces_of_a_choice_may_differ_in_size():
    found = argument(Board("ooo/.o."), pieces("C one of oo, ooo\nI oo"))
    assert (found.refutation.board, found.nearest) == ((3, 1), (2, 2))


def test_pieces_that_fit_nowhere_cover_nothing():
    assert refute_board(Board(".o.o"), pieces("I oo", use="some")).board == (0, 2)


def test_marks_decide_which_cells_are_covered():
    found = argument(Board("oaoo/ooao"), pieces("T oAo/.o. x2"))
    assert (found.refutation.board, {*found.reachable}) == ((4, 4), {(6, 2)})


def test_a_colouring_must_go_on_around_the_seams():
    chequer, rows, *_, quarters = colourings_of(SQUARE)
    assert chequer.fits(SquareGrid(3, 4, wraps_cols=True))
    assert not chequer.fits(SquareGrid(4, 3, wraps_cols=True))
    assert rows.fits(SquareGrid(4, 3, wraps_cols=True))
    assert quarters.fits(SquareGrid(2, 4, wraps_cols=True))
    assert not quarters.fits(SquareGrid(2, 3, wraps_cols=True))
    # On this tube, dominoes take two cells that a chequer would give one colour.
    tube = Board("o.o/ooo", wrap="columns")
    assert Puzzle(tube, pieces("I oo\nL oo/o.")).solve().status is Status.SOLVED


@pytest.mark.parametrize("number", [12, pytest.param(240, marks=pytest.mark.long)])
def test_larger_boards_made_of_pieces_are_never_refuted(number):
    for seed in some(range(number)):
        made = any_puzzle(seed)
        if made.pieces.is_plain:
            puzzle = Puzzle(made.board, made.pieces)
            for count in some(range(len(made.placements) + 1)):
                state = Position(puzzle, made.placements[:count]).state
                assert state.solved or not state.dead, (seed, count)


@pytest.mark.parametrize("size", ["4x10", "5x8"])
def test_pruning_by_parity_loses_no_solution(size, monkeypatch):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")  # the core has its own
    few = replace(polyominoes(4, 2), use="all")
    puzzle = Puzzle(Board.parse(size), few)
    nodes = {}
    for prunes in (True, False):
        if not prunes:
            monkeypatch.setattr(Problem, "parity_fits", lambda *_: True)
        found = {frozenset(each.placements) for each in itertools.islice(puzzle.solutions(), 60)}
        nodes[prunes] = (len(found), sum(puzzle.solve(seed=seed).nodes for seed in range(6)))
    assert nodes[True][0] == nodes[False][0]
    assert nodes[True][1] < nodes[False][1]


def test_placed_pieces_are_left_out_of_the_argument():
    puzzle = Puzzle(Board("ooo/ooo/oo."), pieces("I oo x4"))
    first = next(puzzle.solutions())
    assert find_reason(Position(puzzle, first.placements[:1]).state) is None
    lost = Puzzle(Board("oooo/oooo"), pieces("T ooo/.o.\nI oo x2"))
    state = Position(lost, [lost.problem.placement(number) for number in (0,)]).state
    assert state.dead
    assert find_argument(state).refutation.cells == state.free


def test_why_tells_the_argument(output_of):
    out = output_of("why --board 4x5 --pieces tetrominoes", code=1)
    first, *rest = out.splitlines()
    assert " ".join(out.split()).startswith("no solution (proved): chequered in white and black")
    assert first
    assert rest[-7:] == [
        "w b w b w",
        "b w b w b",
        "w b w b w",
        "b w b w b",
        "T: 3 of one colour and 1 of the other",
        "I, L, O, S: 2 of each colour",
        "together the pieces cover 9 or 11 white cells, never 10",
    ]


def test_why_tells_other_reasons_and_that_none_is_known(output_of):
    out = output_of("why", "/".join(["rxrxrxrr"] * 8), code=1)
    assert "the pieces cannot make 24 black, 40 red" in out
    assert "it has a solution" in output_of("why car")
    assert "every way was tried" in output_of("why car --place small-wand@A4", code=1)
    told = json.loads(output_of("why car --json"))
    assert told["status"] == "solved"
    assert told["reason"] is told["argument"] is None
    told = json.loads(output_of("why car --place w@A4 --json", code=1))
    assert told["status"] == "no-solution"


def test_why_draws_the_argument(tmp_path, output_of):
    path = tmp_path / "parity.png"
    asked = ["--board", "4x5", "--pieces", "tetrominoes", "-o", str(path)]
    output_of("why", *asked, code=1)
    drawn = path.read_bytes()
    output_of("plot -f parity", *asked, code=1)
    assert path.read_bytes() == drawn
    with Image.open(path) as image:
        low, high = image.convert("L").getextrema()
        assert low < 100 < 240 < high
        assert "Chequered in white and black" in image.text["Description"]


@pytest.mark.parametrize("command", [["why"], ["plot", "-f", "parity"]])
def test_nothing_is_drawn_without_an_argument(command, tmp_path, error_of):
    path = tmp_path / "parity.png"
    assert error_of(*command, "car", "-o", path).count("\n") == 1
    assert not path.exists()


@pytest.mark.parametrize(
    ("board", "piece", "colours"),
    [
        (MUTILATED, "I oo x31", 2),
        ("/".join(["o" * 8] * 7 + ["o" * 7 + "."]), "I ooo x21", 3),
        ("/".join(["o" * 10] * 10), "I oooo x25", 4),
    ],
)
def test_a_colouring_has_a_picture(board: str, piece: str, colours: int):
    told = argument(Board(board), pieces(piece))
    assert len(told.colouring.colours) == colours
    assert name_colouring(told.colouring.name, colours) in plot.parity(told).alt.lower()


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_brute_force(seed: int):
    rng = random.Random(seed)
    limits = tuple(rng.choices(range(6), k=rng.randint(1, 3)))
    steps = tuple(rng.randint(0, 3) for _ in limits)
    sums, totals = Sums(limits, steps), {(0,) * len(limits)}
    for _ in range(rng.randint(1, 3)):
        tallies = {tuple(rng.randint(0, step) for step in steps) for _ in range(rng.randint(1, 3))}
        least = rng.randint(0, 2)
        most = least + rng.randint(0, 2)
        sums.add(tallies, least, most)
        totals = {
            tuple(map(sum, zip(total, *chosen, strict=True)))
            for total in totals
            for number in range(least, most + 1)
            for chosen in itertools.combinations_with_replacement(sorted(tallies), number)
        }
    fitting = {each for each in totals if all(a <= b for a, b in zip(each, limits, strict=True))}
    assert set(sums) == fitting
    # Of all tallies within the limits and beyond them, no other is among them.
    ranges = (range(limit + 2 * step + 3) for limit, step in zip(limits, steps, strict=True))
    assert {each for each in itertools.product(*ranges) if each in sums} == fitting
