"""What players see at a glance: dead ends, cells to leave empty, and searches with limits."""

from random import Random

import pytest
from small_boards import game

from kaleido import Board, PieceSet, Puzzle, named_pattern
from kaleido.hints.fitting import MAX_TILED, Completions, Fitting
from kaleido.model.grid import bits
from kaleido.search import Problem, State


def state_of(board: str, pieces: str) -> State:
    return State.empty(Problem(Board.parse(board), PieceSet.parse("own", pieces)))


def can_fill(fitting: Fitting, free: int, left: list[int]) -> bool:
    """Fill an island with pieces that are left, whatever becomes of the others."""
    if not free:
        return True
    problem, first = fitting.problem, (free & -free).bit_length() - 1
    return any(
        can_fill(fitting, free & ~problem.masks[number], [each for each in left if each != piece])
        for number in bits(fitting.covering(first))
        if not problem.masks[number] & ~free and (piece := problem.piece_numbers[number]) in left
    )


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.few(10)
def test_a_dead_end_is_a_cell_then_an_island_then_a_piece(seed: int):
    dice, problem = Random(seed), game("simple", seed % 20).puzzle.problem
    state = State.empty(problem)
    for _ in range(dice.randint(0, 3)):
        if moves := list(bits(Fitting(state).options)):
            state = state.place(dice.choice(moves))
    fitting = Fitting(state)
    end = fitting.dead_end()
    bare = [cell for cell in bits(state.free) if not fitting.covering(cell)]
    small = [island for island in fitting.islands if island.bit_count() <= MAX_TILED]
    stuck = [each for each in small if not can_fill(fitting, each, list(state.pieces_left))]
    lost = [n for n in state.pieces_left if not fitting.options & problem.piece_options[n]]
    if bare:
        assert (end.kind, *end.cells) == ("cell", divmod(bare[0], problem.grid.cols))
    elif stuck:
        assert (end.kind, end.cells) == ("island", tuple(problem.grid.cells(stuck[0])))
    elif lost:
        assert (end.kind, end.piece) == ("piece", problem.pieces.pieces[lost[0]].name)
    else:
        assert end is None


@pytest.mark.parametrize(("board", "kind"), [("oooo/oooo", "island"), ("ooo/ooo/ooo", None)])
def test_islands_of_eight_cells_are_the_largest_that_are_seen_to_be_dead(board: str, kind):
    pieces = "T ooo/.o. x2" if kind else "L oo/o. x3"
    end = Fitting(state_of(board, f"# sides: one-sided\n{pieces}")).dead_end()
    assert (end and end.kind) == kind


def test_an_island_is_filled_in_as_many_ways_as_asked_for():
    fitting = Fitting(state_of("oooo/oooo", "# sides: mirrored\nD oo x4"))
    (island,) = fitting.islands
    every = fitting.tilings(island, 99)
    assert len(set(every)) == 5
    for most in range(1, 7):
        assert fitting.tilings(island, most) == every[:most]


def test_no_two_pieces_of_a_choice_fill_an_island():
    pieces = PieceSet.parse("own", "# sides: mirrored\nC one of o, oo, ooo/o\nD ooo")
    hint = Puzzle(Board.parse("ooo.ooo\n....o.."), pieces).hint()
    assert (hint.reason.kind, hint.placement.piece) == ("island", "D")


def test_leaving_a_cell_empty_is_asked_about_with_its_own_number():
    fitting = Fitting(state_of("# optional: a\noaa\naoo", "# sides: one-sided\nA oo\nB o x1-2"))
    problem, asked = fitting.problem, []
    for is_lost in (True, False):
        for cell in bits(problem.pattern.blanks):
            found = fitting.emptied(cell, lambda n, lost=is_lost: asked.append(n) or lost)
            assert found.lost == (is_lost or found.dead_end is not None)
            if found.dead_end is None:
                assert problem.masks[asked[-1]] == 1 << cell
                assert problem.is_blank(asked[-1])
    assert asked
    assert fitting.emptied(0) is None


def test_a_search_with_few_placements_does_not_know():
    problem = Puzzle(named_pattern("key")).problem
    assert Completions().can_complete(State.empty(problem), max_nodes=2) is None


@pytest.mark.parametrize("name", ["checkerboard", "crossroads", "fancy-chessboard", "heart"])
def test_a_hint_compares_its_move_with_three_others(name: str):
    hint = Puzzle(named_pattern(name)).hint()
    placements = [each.placement for each in hint.reason.alternatives]
    assert len(set(placements) - {hint.placement}) == 3
