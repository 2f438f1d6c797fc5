"""Boards of any shape whose answers are known; the fuzzer asks about random ones."""

from collections.abc import Callable

import pytest
from small_boards import Game, games, small
from some import some

from kaleido import KaleidoError, PieceSet, PlacingError, Puzzle, Status, solve
from kaleido.base.errors import TooLargeError
from kaleido.counting import CountLimits, count_solutions
from kaleido.counting.frontier import exceeds_arrays, sweep_board
from kaleido.counting.meter import Meter
from kaleido.model.board import Board
from kaleido.parallel import make_workers
from kaleido.search import State


@pytest.mark.parametrize("engine", ["core", "python"])
@pytest.mark.parametrize(
    ("board", "drawn", "pieces"), [("64x64", "oo/oo", 1024), ("16x16x16", "oo/oo//oo/oo", 512)]
)
def test_the_largest_boards_are_solved_by_both_engines(monkeypatch, engine, board, drawn, pieces):
    # Squares and cubes of two lie in one way alone, as a corner decides the next.
    monkeypatch.setenv("KALEIDO_ENGINE", engine)
    lattice = "cubic" if "//" in drawn else "square"
    text = f"# sides: fixed\n# lattice: {lattice}\nS {drawn} x{pieces}"
    puzzle = Puzzle(Board.parse(board), PieceSet.parse("own", text))
    side, dimensions = int(board.partition("x")[0]), board.count("x") + 1
    assert len(puzzle.problem) == (side - 1) ** dimensions
    (solution,) = puzzle.solutions()
    assert len(solution.placements) == pieces


def test_the_packing_of_a_cube_with_room_left_can_be_asked():
    # Hoffman's 27 bricks in a cube of 15; a brick has six orientations.
    brick = "//".join(["/".join(["oooooo"] * 5)] * 4)
    bricks = PieceSet.parse("own", f"# sides: one-sided\n# lattice: cubic\nB {brick} x27")
    puzzle = Puzzle(Board.parse("# leave: 135\n15x15x15"), bricks)
    assert len(puzzle.problem) == 6 * 12 * 11 * 10 + 15**3
    assert puzzle.solve(max_nodes=50).nodes == 50


I_OR_J = "I ooo, J ooo"


def frontier_total(state: State) -> int:
    return sweep_board(state, Meter(CountLimits())).total


@pytest.mark.parametrize(
    ("own", "known"),
    [
        (small("ooo/ooo", "I oo x3"), (3, 2)),
        (small("oooo/oooo", "I oo x4"), (5, 4)),
        # Of 36 tilings of the square, 9 are found by hand.
        (small("oooo/oooo/oooo/oooo", "I oo x8"), (36, 9)),
        # Around a ring of six, dominoes lie in two ways.
        (small("oooooo", "I oo x3", wrap="columns"), (2, 1)),
        (small("oooo", "I ooo, o o", wrap="columns"), (4, 1)),
        (small("oo./ooo", "P oo/oo/o.", sides="one-sided"), (1, 1)),
        (small("oo./ooo", "P oo/oo/.o", sides="one-sided"), (0, 0)),
        (small("oo./ooo", "P oo/oo/o."), (1, 1)),
        # Mirror images are the same only where pieces may be turned over.
        (small("ooo/ooo", "P oo/oo/o., o o"), (4, 1)),
        (small("ooo/ooo", "P oo/oo/o., o o", sides="one-sided"), (2, 1)),
        (small("oooo/oooo", "L ooo/o.. x2"), (2, 1)),
        (small("oooo/oooo", "L ooo/o.. x2", sides="one-sided"), (1, 1)),
        # One cell apart from eight others: a square tube is not turned by a quarter.
        (small("ooo/ooo/ooo", "A o x8, B o"), (9, 3)),
        (small("ooo/ooo/ooo", "A o x8, B o", wrap="columns"), (9, 2)),
        (small("ooo/ooo/ooo", "A o x8, B o", wrap="rows"), (9, 2)),
        (small("ooo/ooo/ooo", "A o x8, B o", wrap="both"), (9, 1)),
        # A piece that covers the same cells with either side lies there once.
        (small("oo/o./oo", "L ooo/o.., A o", wrap="columns"), None),
        # A piece may wind around a tube.
        (small("ooo/ooo", "N ooo./..oo, A o", wrap="columns"), None),
        (small("oooo/o.oo", "F .o./ooo/o.., D oo", wrap="rows"), None),
        # It does not lie over itself.
        (small("o/o/o/o", "I oooo", wrap="columns"), (1, 1)),
        (small("oo/oo", "I oooo", wrap="both"), (0, 0)),
        # Both faces of a coloured piece lie on the same cells.
        (
            small(
                "xx.yx/rxr.y",
                "A x../rxr ..x/rxr, B x x, C yx/.y rx/.r",
                wrap="both",
                sides="two-faced",
            ),
            (1, 1),
        ),
        (small("IIIa/o-+*", "I oooo, L ooo/..o"), None),
        (small("aLLL/#-+L", "I oooo, L ooo/..o"), (0, 0)),
        # A board of one letter is free.
        (small("III/III", "I ooo x2"), (1, 1)),
    ],
)
def test_known_numbers(own: Game, known: tuple[int, int] | None):
    truth = len(own.solutions), len(own.classes())
    assert known in (None, truth)
    if not own.naive.is_sound:
        with pytest.raises(PlacingError, match=r"'I'"):
            _ = own.puzzle
        return
    count = own.puzzle.count()
    assert (count.solutions, count.symmetric) == truth
    assert sum(1 for _ in own.puzzle.solutions()) == truth[0]


def test_a_spare_piece_with_one_home_left_is_no_forced_move():
    own = small("ooo/o.o/o.o/o.o", "A ooo x3, L .o/oo, E o", use="some")
    placed = [("A", frozenset({(1, 2), (2, 2), (3, 2)}))]
    # L fits the corner once, but what it leaves below cannot be filled.
    hint = own.position(placed).hint()
    assert hint.placement.piece == "A"
    assert hint.placement in own.position(placed).push(hint.placement).solve().solution.placements


# Pieces that the board shows in place.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Io/Io/oo", "the cells of 'I', A1, B1, are not its shape"),
        ("II./Ioo", "the cells of 'I', A1, A2, B1, are not its shape"),
        ("IoI/IoI/IoI", "'I' lies on the board 2 times, but there is 1"),
        ("LL./Loo", ""),
        ("ILo/Ioo/Ioo", "the cells of 'L', A2, are not its shape"),
        ("Xoo/ooo", "unknown piece letter 'X' in row 1 'Xoo'"),
        ("oo7/ooo", "unknown piece letter '7' in row 1 'oo7'"),
    ],
)
def test_pieces_shown_wrongly(text: str, message: str):
    spare = ", A oo x9" if sum(letter not in "./" for letter in text) > 6 else ""
    own = small(text, f"I ooo, L oo/o.{spare}", use="some")
    if not message:
        assert len(own.puzzle.problem.givens) == 1
        return
    with pytest.raises(KaleidoError) as caught:
        _ = own.puzzle
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_processes_share_a_board_with_pieces_shown_in_place(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kaleido.counting.tasks.SERIAL_SECONDS", 0.0)
    own = small("oooI/oooI/oooI/oooI", "I oooo, L oooo/o..., T ooo/.o., V oo/o.")
    alone = own.puzzle.count()
    assert alone.solutions == len(own.solutions) > 0
    with make_workers(1, isolated=True) as workers:
        assert own.puzzle.count(workers=workers).by_placement == alone.by_placement


# Proofs that there is no solution.


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        (
            small("ooo/o.o", "I ooo, J oo"),
            "chequered in white and black, the board has 2 + 3 cells; the nearest that the pieces "
            "can cover is 3 + 2",
        ),
        (
            small(".o/oo/oo/oo/oo", "L oo/.o x2, I ooo"),
            "all ways were tried, in 2 moves, and none leads to the end",
        ),
        (small("oo/oo", "I ooo, J o"), "there is no place for the piece I"),
        (small("oo.o/oo.o", "L oo/o., I ooo"), "there is no place for the piece I"),
        (small("oo.oo/o..oo", "O oo/oo, I ooo"), "there is no place for the piece I"),
        (small("oooo/..oo", "O oo/oo, J oo"), ""),
        (
            small("ooooo", I_OR_J, use="some"),
            "the pieces cannot make 5 cells; the nearest they can is 6 cells",
        ),
        (
            small("oo.ooo", I_OR_J, use="some"),
            "the pieces cannot make 5 cells; the nearest they can is 6 cells",
        ),
        (small("oo.oooo", I_OR_J), "no piece fits on A1"),
    ],
)
def test_reasons(own: Game, reason: str):
    answer = solve(own.puzzle)
    assert (answer.status is Status.SOLVED) == bool(own.solutions)
    assert str(answer.reason or "") == reason


def test_a_reason_does_not_blame_the_number_of_cells():
    own = small("ooo/ooo", "I ooo, L oo/o.")
    answer = own.position([("I", frozenset({(0, 0), (0, 1), (0, 2)}))]).solve()
    assert answer.status is Status.NO_SOLUTION
    # Three cells are free and the piece left has three.
    assert str(answer.reason) == "there is no place for the piece L"


def test_a_region_that_no_pieces_add_up_to_is_dead_at_once():
    dead = 0
    for own in some(games("plain", "copies", seeds=15)):
        naive = own.naive
        for number, lying in enumerate(own.naive.numbers):
            piece, mask = naive.lies[number]
            sums = {0}
            for place, (line, (_, most)) in enumerate(
                zip(naive.texts.lines, naive.ranges, strict=True)
            ):
                for _ in range(most - (place == piece)):
                    sums |= {total + line.size for total in sums}
            parts = naive.islands([number])
            beside = {
                naive.cells[to]
                for cell in range(len(naive.cells))
                if mask >> cell & 1
                for to in naive.beside[cell]
                if to is not None
            }
            is_odd = any(len(part) not in sums and part & beside for part in parts)
            if is_odd and not naive.optional and not naive.givens:
                assert own.position([lying]).state.dead
                dead += 1
    assert dead > 10


# The frontier: counting in plain Python.


def dominoes(rows: int, cols: int, wrap: str = "", spare: int = 0) -> Game:
    pieces, use = f"I oo x{rows * cols // 2 + spare}", "some" if spare else "all"
    return small("/".join(["o" * cols] * rows), pieces, wrap=wrap, use=use)


@pytest.mark.parametrize(
    ("own", "known"),
    [
        (dominoes(8, 8), 12_988_816),
        (dominoes(8, 9), 108_435_745),
        (dominoes(9, 10), 14_479_521_761),
        (dominoes(2, 35), 14_930_352),
        (dominoes(7, 8, spare=5), 1_292_697),
        (dominoes(4, 4, "both"), 272),
        (dominoes(6, 6, "both"), 90_176),
    ],
)
def test_domino_tilings(own: Game, known: int):
    assert frontier_total(State.empty(own.puzzle.problem)) == known


@pytest.mark.parametrize(("side", "known"), [(6, 930), (8, 1_629_189)])
def test_domino_tilings_up_to_symmetry(side: int, known: int):
    assert dominoes(side, side).puzzle.count().symmetric == known


def test_more_cells_than_the_arrays_hold():
    board = Board.parse("8x8")
    pieces = dominoes(8, 8).pieces
    single = small("/".join(["oooooooo"] * 8), ", ".join(f"D{n} oo" for n in range(32)))
    # Copies, or more pieces than the arrays hold.
    assert exceeds_arrays(State.empty(Puzzle(board, pieces).problem))
    assert exceeds_arrays(State.empty(single.puzzle.problem))
    long = small("o" * 65, f"I {'o' * 60}, J {'o' * 5}").puzzle
    state = State.empty(long.problem)
    assert exceeds_arrays(state)
    assert not exceeds_arrays(state.place(long.problem.piece_options[0].bit_length() - 1))
    short = small("o" * 64, f"I {'o' * 60}, J {'o' * 4}").puzzle
    assert not exceeds_arrays(State.empty(short.problem))
    for puzzle in (long, short):
        assert puzzle.count().solutions == sum(1 for _ in puzzle.solutions()) == 2


def test_the_frontier_keeps_within_its_memory(monkeypatch):
    monkeypatch.setenv("KALEIDO_ENGINE", "python")  # the core would not sweep it
    with pytest.raises(TooLargeError, match=r"needs more than 4e-05 GB"):
        count_solutions(dominoes(8, 9).puzzle.state, CountLimits(40_000, allowed=40_000))


def test_the_frontier_tells_its_progress():
    shares: list[float] = []
    dominoes(8, 9).puzzle.count(report=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.parametrize(
    "ask",
    [
        lambda p: solve(p).status,
        pytest.param(lambda p: p.count().solutions, marks=pytest.mark.long),
    ],
)
def test_as_many_pieces_as_cells(ask: Callable[[Puzzle], object]):
    own = small("/".join(["o" * 32] * 32), "A o x1024")
    assert ask(own.puzzle) in (Status.SOLVED, 1)
