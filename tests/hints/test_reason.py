from itertools import product

import pytest
from samples import NONE, unsolvable

from kaleido import Board, Pattern, PieceSet, Puzzle, solve
from kaleido.hints.infeasibility import find_argument
from kaleido.model.grid import bits
from kaleido.search import Problem, State
from kaleido.search.budget import LETTERS, budget_of


def forced_moves_clash(problem, live):
    """Return whether placing what is forced, one move after the other, leaves an item empty."""
    covers = {
        number: {*(cell for cell, _ in problem.letters(number)), -1 - problem.piece_numbers[number]}
        for number in bits(live)
    }
    open_items = set().union(*covers.values())
    while open_items:
        ways = {item: [n for n in covers if item in covers[n]] for item in open_items}
        if not all(ways.values()):
            return True
        forced = next((moves[0] for moves in ways.values() if len(moves) == 1), None)
        if forced is None:
            return False
        covered = covers[forced]
        open_items -= covered
        covers = {n: own for n, own in covers.items() if not own & covered}
    return False


@pytest.mark.parametrize("sample", NONE)
@pytest.mark.few(4)
def test_proved_unsolvable_boards_name_something_checkable(sample):
    pattern = unsolvable(sample)
    problem = Problem(pattern)
    reason = solve(pattern).reason
    kind, facts = reason.kind, reason.facts
    assert kind in ("piece", "cell", "island", "clash", "cell-left", "clash-left", "searched")
    fits, live = problem.possible, State.empty(problem).live
    assert forced_moves_clash(problem, fits) == (kind == "clash")
    assert forced_moves_clash(problem, live) == (kind in ("clash", "clash-left"))
    if kind == "piece":
        number = [each.name for each in problem.pieces].index(facts["piece"])
        assert not fits & problem.piece_options[number]
    if kind.startswith("cell"):
        row, col = facts["cell"]
        assert not (fits if kind == "cell" else live) & problem.cell_options[8 * row + col]


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


def test_the_colour_counts_that_pieces_can_have_are_those_of_some_copies_and_faces():
    faces = {"A": (("xr", "xb"), 1, 1), "B": (("x", "b"), 0, 2), "C": (("rxr", "xyx"), 1, 2)}
    lines = [
        f"{name} {' '.join(own)} x{least}-{most}" for name, (own, least, most) in faces.items()
    ]
    pieces = PieceSet.parse("own", "\n".join(["# sides: two-faced", *lines]))
    choices = [
        [
            "".join(chosen)
            for count in range(least, most + 1)
            for chosen in product(own, repeat=count)
        ]
        for own, least, most in faces.values()
    ]
    shown = {"".join(each) for each in product(*choices)}
    expected = {tuple(map(each.count, LETTERS)) for each in shown}
    assert {each[: len(LETTERS)] for each in budget_of(pieces).reachable_counts()} == expected
