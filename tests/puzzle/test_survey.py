"""What is seen beside a board: candidates, islands, edges, what fits a cell, what is left."""

import json
import random

import pytest
from some import some

from kaleido import (
    STRATEGIES,
    OptionError,
    Pattern,
    PlacingError,
    Position,
    Puzzle,
    named_pattern,
)
from kaleido.heuristics import make_strategy
from kaleido.puzzle.event_forms import EventForms
from kaleido.search import Place, search
from kaleido.web.engine import answer
from kaleido.web.jobs import Job, run_job

CAR = named_pattern("car")
PATTERNS = ["car", "starship", "fancy-chessboard", "two-llamas"]


def positions(name):
    """Yield boards of a game that leads to a solution, in a random order."""
    puzzle, rng = Puzzle(name), random.Random(name)
    placements = [*puzzle.solve(seed=1).solution.placements]
    rng.shuffle(placements)
    for count in (0, 3, 7, 11):
        yield Position(puzzle, placements[:count])


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", [*PATTERNS, "pentomino-6x10"])
def test_candidates_are_the_moves_of_the_search_there(name, strategy):
    for position in some(positions(name)):
        survey = position.survey(strategy, seed=3, most=100)
        start, moves = position.state, make_strategy(strategy, 3)
        place = next(
            event
            for event in search(position.problem, moves, start=start)
            if isinstance(event, Place)
        )
        fork = place.fork
        wanted = {}
        for rank, number in enumerate(fork.moves):
            wanted.setdefault(position.problem.placement(number), fork.score(rank))
        assert [(each.placement, each.score) for each in survey.candidates] == [*wanted.items()]
        assert survey.proposed == len(wanted)
        assert position.survey(strategy, seed=3, most=2).candidates == survey.candidates[:2]


@pytest.mark.parametrize(
    ("board", "full"),
    [
        (Pattern(CAR.text, wrap="columns"), 73),
        (Pattern(CAR.text, wrap="both"), 81),
        (Puzzle("pentomino-8x8-centre"), None),
    ],
)
def test_an_edge_across_a_seam_counts_once_and_a_side_of_a_hole_never(board, full):
    position = Position(board)
    survey, start = position.survey("constrained"), EventForms(position.state, 0).start
    assert len(set(survey.implied)) == len(survey.implied) == survey.known.edges
    assert (start.implied, start.edges) == (survey.implied, survey.known.edges)
    assert {side for *_, side in survey.implied} <= {"top", "left"}
    assert full in (None, position.problem.solved_edges)


def test_a_covered_cell_has_no_choices_and_one_off_the_board_is_refused():
    position = next(position for position in positions("car") if position.placements)
    assert position.survey(cell=position.placements[0].cells[0]).choices is None
    for cell in ((8, 0), (-1, 3), (0, 99)):
        with pytest.raises(PlacingError, match="no cell"):
            position.survey(cell=cell)


@pytest.mark.parametrize("name", ["soma-cube", "hexiamond-6x6", "tetromino-tube"])
def test_other_boards_have_candidates_of_strategies_that_need_no_windows(name):
    puzzle = Puzzle(name)
    survey = puzzle.survey(cell=next(puzzle.problem.grid.cells(puzzle.state.free)))
    assert len(survey.candidates) == 5
    assert survey.choices.pieces
    if not puzzle.problem.grid.lattice.is_square:
        with pytest.raises(OptionError, match="windows are for squares"):
            puzzle.survey("paper")


def test_a_lost_board_and_a_solved_one_have_no_candidates():
    solution = Puzzle("first-steps").solve().solution
    assert Position("first-steps", solution.placements).survey().proposed == 0
    lost = next(
        position
        for each in Position("first-steps").legal_placements
        if (position := Position("first-steps").push(each)).state.dead
    )
    assert lost.survey("constrained").proposed == 0


# Over HTTP, and without a server.


def test_the_server_surveys_a_position(api):
    from web_client import fails  # needs what the fixture looked for

    position = [*positions("car")][1]
    asked = {"pattern": CAR.text, "placed": [each.as_dict() for each in position.placements]}
    free = next(position.problem.grid.cells(position.state.free))
    reply = api.post("/api/survey", json=asked | {"strategy": "paper", "cell": free})
    assert reply.json() == position.survey("paper", seed=0, cell=free).as_dict()
    fails(api.post("/api/survey", json=asked | {"cell": [9, 9]}), 400, "no cell")
    fails(api.post("/api/survey", json=asked | {"most": 1000}), 422)


@pytest.mark.parametrize("name", ["car", "fancy-chessboard"])
def test_the_server_bounds_and_then_counts_what_is_left(api, name):
    from web_client import events_of

    events = events_of(api.post("/api/left", json={"pattern": named_pattern(name).text}))
    number = Puzzle(name).count().solutions
    assert [event["is_final"] for event in events] == [False, True]
    assert events[0]["least"] <= number <= events[0]["most"]
    assert events[1]["least"] == events[1]["most"] == number
    assert events[1]["text"] == f"{number:,}"


def test_without_a_server_a_search_says_what_is_left(monkeypatch):
    asked = json.dumps({"pattern": CAR.text, "strategy": "paper-plus", "cell": [0, 0]})
    survey = Puzzle("car").survey("paper-plus", seed=0, cell=(0, 0)).as_dict()
    assert json.loads(answer("survey", asked, print))["body"] == json.loads(json.dumps(survey))
    for name, is_exact, seconds in (("car", True, 20), ("checkerboard", False, 0.2)):
        monkeypatch.setattr("kaleido.web.jobs.SEARCH_SECONDS", seconds)
        told = []
        question = {"pattern": named_pattern(name).text}
        last = run_job(Job("left", question, 0), told.append)
        assert [each["is_final"] for each in (*told, last)] == [False, True]
        assert (last["least"] == last["most"]) is is_exact
        assert 0 < last["least"] <= last["most"]
