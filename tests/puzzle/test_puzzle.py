import pytest
from hypothesis import given
from packings import all_options, near_packings
from some import some

from kaleido import CLASSIC, Pattern, PieceError, PieceSet, Placement, Puzzle
from kaleido.search import State


def naive_placements(pattern: Pattern) -> set[Placement]:
    return {
        Placement(option.piece, option.face, option.cells)
        for option in all_options()
        if all(
            pattern.rows[row][col] == letter
            for (row, col), letter in zip(option.cells, option.letters, strict=True)
        )
    }


@given(near_packings())
def test_the_table_holds_all_that_matches_and_nothing_else(pattern: Pattern):
    puzzle = Puzzle(pattern)
    placements = puzzle.problem.placements(range(len(puzzle.problem)))
    assert len(set(placements)) == len(puzzle.problem)
    assert set(placements) == naive_placements(pattern)
    for piece in CLASSIC:
        assert puzzle.problem.count_placements(piece.name) == sum(
            each.piece == piece.name for each in placements
        )


@given(near_packings())
def test_sets_of_placements(pattern: Pattern):
    puzzle = Puzzle(pattern)
    placements = puzzle.problem.placements(range(len(puzzle.problem)))
    names = [piece.name for piece in CLASSIC]
    for number, one in some(enumerate(placements)):
        assert set(puzzle.problem.grid.cells(puzzle.problem.masks[number])) == set(one.cells)
        assert puzzle.problem.borders[number] == puzzle.problem.grid.border(one.cells)
        filled = [row * 8 + col for row, col in one.cells]
        cells = [cell for cell in range(64) if puzzle.problem.cell_options[cell] >> number & 1]
        assert cells == filled
        pieces = [name for name in range(18) if puzzle.problem.piece_options[name] >> number & 1]
        assert pieces == [names.index(one.piece)]
    for number in range(0, len(puzzle.problem), 7):
        one = placements[number]
        for other_number, other in enumerate(placements):
            beside = one.piece != other.piece and not set(one.cells) & set(other.cells)
            assert bool(puzzle.problem.compatible[number] >> other_number & 1) == beside


@given(near_packings())
def test_ruling_out_takes_away_just_those(pattern: Pattern):
    state = State.empty(Puzzle(pattern).problem)
    ruled_out = [move for move in range(len(state.problem)) if state.live >> move & 1][::3]
    rest = state.without(ruled_out)
    assert {move for move in range(len(state.problem)) if (state.live ^ rest.live) >> move & 1} == (
        set(ruled_out)
    )
    assert (rest.filled, rest.path, rest.depth) == (state.filled, state.path, state.depth)
    assert rest.without(range(len(state.problem))).dead


def test_pieces_must_fill_the_board():
    few = PieceSet("few", CLASSIC.pieces[1:])
    with pytest.raises(PieceError, match="the pieces have 56 cells in total, the board has 64"):
        Puzzle(Pattern("/".join(["rxrxrxrx"] * 8)), few)


def test_homes_of_an_unknown_piece():
    with pytest.raises(PieceError, match="unknown piece 'wond'"):
        Puzzle(Pattern("/".join(["rxrxrxrx"] * 8))).problem.count_placements("wond")
