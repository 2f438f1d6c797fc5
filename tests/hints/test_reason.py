import pytest

from kaleido import Board, Pattern, PieceSet, Puzzle, solve
from kaleido.hints.infeasibility import find_argument
from kaleido.search import State


def test_colour_counts_come_first():
    reason = solve(Pattern("/".join(["rrrrrrrr"] * 8))).reason
    said = "the pieces cannot make 64 red; the nearest they can is 32 black, 32 red"
    assert str(reason) == said


def test_a_piece_without_a_placement():
    # Single cells in stripes of one kind: nothing longer than a column's width fits.
    rows = ["xxxxxxxx", "rrrrrrrr"] * 4
    reason = solve(Pattern("/".join(rows))).reason
    assert str(reason).startswith("there is no place for the ")


M = "# sides: mirrored\n"


@pytest.mark.parametrize(
    ("board", "pieces", "counts", "groups", "together"),
    [
        (
            *(".ooo/oooo/oooo/ooo.", "D oo x7", "6 white and 8 black cells"),
            ["D (7): 1 of each colour"],
            "7 white cells, never 6",
        ),
        (
            *("oooo/oooo/oooo/oooo/oooo", "T ooo/.o.\nI oooo\nO oo/oo\nL ooo/o..\nZ oo./.oo"),
            "10 white and 10 black cells",
            ["T: 3 of one colour and 1 of the other", "I, O, L, Z: 2 of each colour"],
            "9 or 11 white cells, never 10",
        ),
        (
            *("oooooo/oooooo/oooooo/oooooo", "T ooo/.o. x5\nI oooo", "12 white and 12 black cells"),
            ["I: 2 of each colour", "T (5): 3 of one colour and 1 of the other"],
            "an odd number of white cells, never 12",
        ),
        (
            *(".o.o.o./ooooooo/.o.o...", "I ooo x4", "3 white and 9 black cells"),
            ["I (4): 2 of one colour and 1 of the other"],
            "at least 4 white cells, never 3",
        ),
        (
            *("......./.o.o.o./ooooooo/.o.o...", "I ooo x4", "9 white and 3 black cells"),
            ["I (4): 2 of one colour and 1 of the other"],
            "at most 8 white cells, never 9",
        ),
        (
            *(".o.o.o.o./ooooooooo/.o.o.o...", "I ooo x4\nT ooo/.o.", "4 white and 12 black cells"),
            ["T: 1 white and 3 black", "I (4): 2 of one colour and 1 of the other"],
            "at least 5 white cells, never 4",
        ),
        (
            *("ooooo/.o.o.", "I ooo x2\nM o", "5 white and 2 black cells"),
            ["M: 1 of one colour", "I (2): 3 white"],
            "6 or 7 white cells, never 5",
        ),
        (
            *("oooooooo/oooooooo/oooooooo", "B .o.o.o./ooooooo/.o.o.o.\nD oo x5\nM o"),
            "12 white and 12 black cells",
            [
                "B: 10 of one colour and 3 of the other",
                "M: 1 of one colour",
                "D (5): 1 of each colour",
            ],
            "at most 9 or at least 15 white cells, never 12",
        ),
        (
            "/".join(["ooooo...."] * 4 + ["." * 9] * 2 + ["o.o.o.o.o", "." * 9, "o.o.o...."]),
            *("T ooo/.o. x3\nI oooo x4", "18 white and 10 black cells"),
            ["T (3): 3 of one colour and 1 of the other", "I (4): 2 of each colour"],
            "at most 17 white cells, never 18",
        ),
        ("oo/o.", "I ooo", "1 white and 2 black cells", ["I: nothing"], ""),
        (
            *("ooooo/oooo./ooo../oo.../o....", "I ooo x5", "5, 7 and 3 cells of these colours"),
            ["I (5): 1 of each colour"],
            "5, 5 and 5",
        ),
        (
            *("ooo/.o./.o.", "L oo/o.\nD oo", "3, 1 and 1 cells of these colours"),
            [
                "L: 2 and 1 of different colours",
                "D: 1 and 1 of different colours or 2 of one colour",
            ],
            "2, 2 and 1 at the nearest",
        ),
    ],
)
def test_colour_arguments_say_what_the_pieces_cover(board, pieces, counts, groups, together):
    puzzle = Puzzle(Board.parse(board), PieceSet.parse("own", M + pieces))
    argument = find_argument(State.empty(puzzle.problem))
    assert argument.counts == counts
    *_, last = lines = list(argument.lines())
    assert lines[-1 - len(groups) : -1] == groups
    said = "no choice of the pieces covers that"
    assert last == (f"together the pieces cover {together}" if together else said)
