"""Figures accept names, rows, patterns, puzzles and recordings."""

from functools import partial

import pytest

import kaleido
from kaleido import Puzzle, named_pattern, plot, record

CAR = named_pattern("car")
RECORDING = record("car", "paper-plus")
SOLUTION = RECORDING.answer.solution
GIVEN = {"name": "car", "pattern": CAR, "puzzle": Puzzle("car")}

OF_A_SEARCH = (plot.edge_curve, plot.score_curve, plot.search_tree, plot.window_moves)
OF_A_STATE = (plot.placements, partial(plot.exploded_islands, caption="piece"))
OF_A_BOARD = (
    plot.edges,
    *(partial(plot.exploded_islands, caption=each) for each in ("offset", "edges")),
)


@pytest.mark.parametrize("given", GIVEN)
@pytest.mark.parametrize("figure", [*OF_A_SEARCH, *OF_A_STATE])
@pytest.mark.few(7)
def test_a_search_is_made_where_none_is_given(figure, given):
    assert figure(GIVEN[given]).alt == figure(RECORDING).alt


@pytest.mark.parametrize("figure", OF_A_BOARD)
def test_a_recording_starts_from_the_pattern(figure):
    assert figure("car").alt == figure(CAR).alt
    assert (
        figure(RECORDING).alt.partition(" of ")[2] == figure(Puzzle("car")).alt.partition(" of ")[2]
    )


def test_rows_have_no_title():
    assert plot.edge_curve(CAR.rows).alt.removeprefix("Pattern, ") in plot.edge_curve(CAR).alt


def test_a_board_shows_the_end_of_a_recording():
    assert plot.board(RECORDING).alt == plot.board(SOLUTION).alt
    assert plot.board("car").alt == plot.board(CAR).alt
    gave_up = record("fancy-chessboard", "random", max_nodes=30)
    assert plot.board(gave_up).alt == plot.board(gave_up.fullest).alt


def test_progressions_and_animations_of_a_name():
    recording = record("first-steps", "paper-plus")
    assert plot.progression("first-steps").alt == plot.progression(recording).alt
    made = (plot.animate(given, max_frames=2) for given in ("first-steps", recording))
    assert len(set(map(repr, made))) == 1


def test_a_solution_is_found_where_none_is_given():
    assert plot.filled_island("car", (0, 0)).alt == plot.filled_island(SOLUTION, (0, 0)).alt
    samples = kaleido.sample("car", 100, 0)
    for given in ("car", RECORDING):
        assert plot.piece_map(given, "wand").alt == plot.piece_map(samples, "wand").alt


def test_a_piece_by_its_name():
    assert plot.piece_faces("wand").alt == plot.piece_faces(kaleido.CLASSIC["wand"]).alt
    with pytest.raises(kaleido.PieceError, match="unknown piece 'wnad'"):
        plot.piece_faces("wnad")
