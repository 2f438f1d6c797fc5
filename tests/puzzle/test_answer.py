import gc
import json
import pickle
import weakref
from unittest.mock import Mock

import numpy as np
import pytest
from packings import packing
from replay import events_of, outline
from samples import NONE, unsolvable

from kaleido import STRATEGIES, Pattern, Placement, Puzzle, Status, named_pattern, solve
from kaleido.model import find_faults
from kaleido.search import Backtrack, Event, Exhausted, Place, Solved
from kaleido.search.result import first_solution
from kaleido.search.state import State

every_strategy = pytest.mark.parametrize("strategy", STRATEGIES)
CAR = named_pattern("car")


@every_strategy
@pytest.mark.few(8)
def test_an_answer_sums_up_the_search(strategy: str):
    watched: list[Event] = []
    answer = solve(CAR, strategy, seed=2, watch=watched.append)
    assert outline(watched) == outline(events_of(CAR, strategy, 2))
    assert isinstance(watched[-1], Solved)
    assert answer.pattern == CAR
    assert answer.strategy == strategy
    assert answer.status is Status.SOLVED
    assert answer.reason is None
    assert answer.nodes == sum(isinstance(event, Place) for event in watched)
    assert answer.backtracks == sum(isinstance(event, Backtrack) for event in watched)
    assert answer.seconds > 0
    state = watched[-1].state
    placements = state.problem.placements(state.path)
    assert answer.solution.placements == placements
    assert tuple(move.placement for move in answer.moves) == placements
    # The line that led to the solution, with the scores it was chosen for.
    scores = {event.state.path: event.score for event in watched if isinstance(event, Place)}
    assert [move.score for move in answer.moves] == [
        scores[state.path[: length + 1]] for length in range(18)
    ]
    # An array of an answer is that of its solution.
    assert (np.array(answer) == answer.solution.grid).all()


@every_strategy
@pytest.mark.few(8)
def test_an_answer_keeps_its_moves_and_no_problem(strategy: str):
    puzzle = Puzzle(CAR)
    answer, known = puzzle.solve(strategy, seed=4), weakref.ref(puzzle.problem)
    del puzzle
    gc.collect()
    assert known() is None
    sent = pickle.loads(pickle.dumps(answer))
    assert sent.moves == answer.moves == solve(CAR, strategy, seed=4).moves
    assert sent.moves is sent.moves
    assert (sent, len(sent.moves)) == (answer, 18)


def test_a_solved_state_has_the_states_before_it():
    problem = Puzzle(CAR).problem
    found = first_solution(State.empty(problem), STRATEGIES["constrained"](3))
    numbers, state = found.path, State.empty(problem)
    for depth, number in enumerate(numbers):
        state = state.then(number)
        before = found
        for _ in numbers[depth + 1 :]:
            before = before.parent
        assert (before.path, before.live, before.edges) == (state.path, state.live, state.edges)
    assert pickle.loads(pickle.dumps(found)).path == numbers


@every_strategy
def test_as_dict_survives_json_and_solves(strategy: str):
    pattern = packing(23).pattern
    answer = solve(pattern, strategy)
    plain = answer.as_dict()
    assert json.loads(json.dumps(plain)) == plain
    placements = [
        Placement(each["piece"], each["face"], tuple((row, col) for row, col in each["cells"]))
        for each in plain["placements"]
    ]
    assert find_faults(Pattern(plain["pattern"]), placements) == []
    assert [each["score"]["total"] for each in plain["placements"]] == [
        move.score.total for move in answer.moves
    ]
    assert (plain["status"], plain["strategy"]) == ("solved", strategy)
    assert (plain["nodes"], plain["backtracks"]) == (answer.nodes, answer.backtracks)


def test_as_dict_without_a_solution():
    for answer, status in (
        (solve(unsolvable(NONE[0])), "no-solution"),
        (solve(CAR, max_nodes=3), "gave-up"),
    ):
        plain = answer.as_dict()
        assert (plain["status"], plain["placements"]) == (status, [])
        assert answer.moves == ()
        assert answer.solution is None
        assert answer.reason


def test_the_watcher_sees_a_search_without_a_move():
    watched: list[Event] = []
    answer = solve(Pattern("/".join(["xxxxxxxx"] * 8)), watch=watched.append)
    assert watched == [Exhausted()]
    assert (answer.status, answer.nodes, answer.backtracks) == (Status.NO_SOLUTION, 0, 0)


def test_what_the_watcher_raises_ends_the_search():
    with pytest.raises(KeyboardInterrupt):
        solve(CAR, watch=Mock(side_effect=KeyboardInterrupt))
