"""Solutions up to symmetry: counted, listed and sampled, against brute force."""

from collections import Counter

import pytest
from small_boards import Full, Game, as_full, game, in_order, small
from some import some

from kaleido import PieceSet, Puzzle, named_set
from kaleido.base.errors import OptionError, PatternError
from kaleido.counting import Ranking
from kaleido.model.board import Board
from kaleido.search import SolutionSymmetries
from kaleido.search.symmetry import UpTo

ONE_SIDED = """
# sides: one-sided
2  oo
3  ooo
V  oo/o.
I  oooo
O  oo/oo
T  ooo/.o.
S  .oo/oo.
Z  oo./.oo
L  ooo/o..
J  ooo/..o
"""
"""The one-sided polyominoes of two to four cells, 36 cells together."""

OCTAGON = "..ooo../.ooooo./ooooooo/ooo.ooo/ooooooo/.ooooo./..ooo.."


def assert_classes(own: Game, placed: Full = frozenset()) -> None:
    """Assert that each class of solutions, up to turns or more, is counted and shown once."""
    puzzle, position = own.puzzle, own.position(placed)
    count, state = position.count(), position.state
    up_to: UpTo
    for up_to, number in ((True, count.symmetric), ("turns", count.turned)):
        classes = own.classes(placed, turns=up_to == "turns")
        assert count.solutions == sum(map(len, classes))
        assert number == len(classes)
        ranking = Ranking(state, symmetries=SolutionSymmetries.of(state, up_to))
        assert ranking.total == ranking.reachable == len(classes)
        listed = [as_full(each.placements) for each in position.solutions(up_to_symmetry=up_to)]
        paths = [ranking[rank] for rank in range(ranking.total)]
        numbered = [as_full(puzzle.problem.placements(path)) for path in paths]
        for found in (listed, numbered):
            assert len(found) == len(classes)
            assert all(sum(full in own_class for full in found) == 1 for own_class in classes)


def test_what_is_placed_and_what_it_is_exchanged_for():
    # A mirror image carries the one piece placed to the other; the L on the left is one of two.
    own = small("oooooooo/oooooooo", "L ooo/o.., J ooo/..o, O oo/oo x2", sides="one-sided")
    assert_classes(own)
    for full in own.solutions:
        for lying in full:
            assert_classes(own, frozenset({lying}))
        assert_classes(own, frozenset(each for each in full if each[0] in "LJ"))


@pytest.mark.parametrize(
    ("board", "raw", "symmetric"), [("6x6", 58_016, 7_252), (OCTAGON, 9_552, 1_194)]
)
def test_one_sided_polyominoes_of_two_to_four_cells(board: str, raw: int, symmetric: int):
    count = Puzzle(Board.parse(board), PieceSet.parse("one-sided", ONE_SIDED)).count()
    assert (count.solutions, count.symmetric) == (raw, symmetric)


@pytest.mark.long
def test_one_sided_polyominoes_listed_up_to_symmetry():
    puzzle = Puzzle(Board.parse(OCTAGON), PieceSet.parse("one-sided", ONE_SIDED))
    assert sum(1 for _ in puzzle.solutions(up_to_symmetry=True)) == 1_194


# Simultaneous figures.


@pytest.mark.parametrize(
    ("text", "raw", "symmetric"),
    [("4x5 + 4x10", 80, 5), pytest.param("5x6 + 5x6", 64, 2, marks=pytest.mark.long)],
)
def test_two_rectangles_of_pentominoes(text: str, raw: int, symmetric: int):
    count = Puzzle(Board.parse(text), named_set("pentominoes")).count()
    assert (count.solutions, count.symmetric) == (raw, symmetric)


@pytest.mark.long
def test_two_rectangles_listed_up_to_symmetry():
    puzzle = Puzzle(Board.parse("5x6 + 5x6"), named_set("pentominoes"))
    assert sum(1 for _ in puzzle.solutions(up_to_symmetry=True)) == 2


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("2x3 + 1x2", "ooo.oo/ooo..."),
        ("2x3+1x2", "ooo.oo/ooo..."),
        ("ooo\nooo\n+\noo\n", "ooo.oo/ooo..."),
        ("ooo/o.o/ooo + 2 x 2 + A/o", "ooo.oo.A/o.o.oo.o/ooo....."),
        ("+oo/ooo", "+oo/ooo"),
    ],
)
def test_figures_side_by_side(text: str, rows: str):
    board = Board.parse(text)
    assert board.text == rows
    assert Board.parse(str(board)) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+", "a figure is missing beside a '+' in '+'"),
        ("oo/+", "a figure is missing"),
        ("oo + + oo", "a figure is missing"),
        ("2x2 + oo/o", "row 2 'o' has 1 cell, expected 2"),
        ("2x2 + 0x3", "a board of '0x3' has 0 cells"),
        ("60x60 + 60x60", "60 × 121 cells, expected at most 4,096"),
        ("2x2 + 2x2\n# wrap: both", "a board of 2 figures has no sides to be joined"),
    ],
)
def test_what_is_no_figure(text: str, message: str, refusal_of):
    assert message in refusal_of(PatternError, Board.parse, text)


def test_too_many_ways_to_move_figures():
    # Five squares of two cells each can be moved in 2 ** 5 * 120 ways: only the whole board is.
    own = small("o.o.o.o.o/o.o.o.o.o", "I oo x4, A o x2")
    assert own.puzzle.count().solutions == 5
    assert_classes(own)
    assert own.puzzle.count().symmetric == 3


# Samples.


@pytest.mark.parametrize("family", ["spare", "figures", "plain", "copies"])
@pytest.mark.few(2)
def test_every_class_is_as_likely(family: str):
    def is_uneven(own: Game) -> bool:
        classes = own.classes()
        return 3 <= len(classes) <= 12 and len(set(map(len, classes))) > 1

    own = next(own for own in (game(family, seed) for seed in range(60)) if is_uneven(own))
    classes = own.classes()
    drawn = own.puzzle.sample(60 * len(classes), 5, up_to_symmetry=True)
    seen = Counter(as_full(each.placements) for each in drawn)
    # A class is always shown by the same solution.
    assert len(seen) == len(classes)
    assert all(sum(full in one for full in seen) == 1 for one in classes)
    freedom = len(classes) - 1
    chi_square = sum((times - 60) ** 2 / 60 for times in seen.values())
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5


def test_samples_hold_what_is_placed():
    own = next(own for own in (game("plain", seed) for seed in range(60)) if own.solutions)
    placed = in_order(min(own.solutions, key=in_order))[:1]
    lying = [(name, frozenset(cells)) for name, cells in placed]
    for drawn in some(own.position(lying).sample(5, 1, up_to_symmetry=True)):
        assert set(lying) <= as_full(drawn.placements)


# The command line.


def test_commands(error_of, output_of):
    tube = ["tetromino-tube", "--up-to-symmetry"]
    assert output_of("solutions", *tube).endswith("7 solutions\n")
    lines = output_of("count", *tube).splitlines()
    up_to = "7 solutions up to the symmetries of the board"
    assert lines[:2] == [up_to, "14 up to turns alone, 140 in all"]
    turns = ["tetromino-tube", "--up-to-turns"]
    assert output_of("solutions", *turns).endswith("14 solutions\n")
    lines = output_of("count", *turns).splitlines()
    up_to = "14 solutions up to turns alone"
    assert lines[:2] == [up_to, "7 up to the symmetries of the board, 140 in all"]
    assert "--up-to-symmetry and --up-to-turns: give one of them" in error_of(
        "count", *tube, "--up-to-turns"
    )
    assert output_of("sample", *tube, "-n", "2", "--seed", "3")


def test_figures_on_the_command_line(error_of, output_of):
    assert output_of("count --board '4x5 + 4x10' --pieces pentominoes --up-to-symmetry").startswith(
        "5 solutions up to the symmetries of the board\n"
    )
    assert "a board of 2 figures has no sides to be joined" in error_of(
        "count --board '2x2 + 2x2' --wrap both --pieces tetrominoes"
    )


def test_any_number_of_each_tetromino():
    drawn = "I oooo x4\nO oo/oo x4\nL ooo/o.. x4\nS .oo/oo. x4\nT ooo/.o. x4"
    own = PieceSet.parse("own", f"# sides: mirrored\n# use: some\n{drawn}")
    count = Puzzle("4x4", own).count()
    assert (count.solutions, count.symmetric, count.turned) == (117, 22, 37)
    with pytest.raises(OptionError, match="unknown symmetry 'mirror': expected True, False or"):
        next(Puzzle("4x4", own).solutions(up_to_symmetry="mirror"))  # type: ignore[arg-type]


@pytest.mark.usefixtures("engine")
@pytest.mark.parametrize(
    ("board", "pieces", "solutions"),
    [
        ("4x7", "I oooo\nL ooo/o..\nS .oo/oo. x2\nJ ooo/..o\nO oo/oo\nZ oo./.oo", 4),
        ("3x4", "J ooo/o.. x1-2\nK ooo/..o x0-1\nO oo/oo", 4),
        ("4x5", "L ooo/o.. x3\nJ ooo/..o\nI oooo", 6),
        ("3x5", "J ooo/o.. x0-1\nI ooo x0-1\nO oo/oo\nK ooo/..o x1-3", 8),
    ],
)
def test_a_mirror_image_exchanges_no_pieces_of_other_numbers(
    board: str, pieces: str, solutions: int
):
    puzzle = Puzzle(Board.parse(board), PieceSet.parse("own", "# sides: one-sided\n" + pieces))
    assert puzzle.count().solutions == solutions == len(list(puzzle.solutions()))
    found = {as_full(each.placements) for each in puzzle.sample(20 * solutions, 1)}
    assert len(found) == solutions


@pytest.mark.parametrize(
    ("board", "pieces", "numbers"),
    [
        (".oo", "# sides: one-sided\nA o\nB o", (2, 1)),
        (".xrx", "# sides: two-faced\nA x/r x/r\nB x x", (2, 1)),
        ("/".join(["." * 10, *["o" * 10] * 6]), "pentominoes", (9356, 2339)),
        ("/".join(["o" * 10 + "."] * 6), "pentominoes", (9356, 2339)),
    ],
)
def test_holes_beside_the_board(board: str, pieces: str, numbers: tuple[int, int]):
    own = PieceSet.parse("own", pieces) if "\n" in pieces else named_set(pieces)
    puzzle = Puzzle(Board(board), own)
    count = puzzle.count()
    assert (count.solutions, count.symmetric) == numbers
    if count.solutions < 10:
        assert len(list(puzzle.solutions(up_to_symmetry=True))) == numbers[1]
        drawn = puzzle.sample(20, 1, up_to_symmetry=True)
        assert len({as_full(each.placements) for each in drawn}) == numbers[1]
