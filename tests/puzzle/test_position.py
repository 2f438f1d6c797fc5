"""Positions: pieces laid one by one, beside a game that tries everything."""

import dataclasses
import pickle
import random
import subprocess
import sys

import pytest
from hypothesis import given, strategies as st
from small_boards import Game, as_full, game

import kaleido
from kaleido import Board, PieceSet, PlacingError, Position, Puzzle
from kaleido.search import State

FAMILIES = ("plain", "copies", "spare", "coloured", "hexagonal", "spheres")
CAR = Puzzle("car")


@st.composite
def games(draw: st.DrawFn) -> Game:
    return game(draw(st.sampled_from(FAMILIES)), draw(st.integers(0, 10**4)))


def test_text_stands_for_a_placement(refusal_of):
    position = Position("car", ["W@A4"]).push("D@C3")
    assert [each.piece for each in position.placements] == ["wand", "domino"]
    assert position == Position.parse("car", position.text)
    for wrong in ("W@A4", "D@A4", "Z@Z9", "nothing"):
        refusal_of(PlacingError, position.push, wrong)


def test_pieces_that_the_board_shows_are_no_moves():
    board = kaleido.Board.parse("OO---/OO---/-----/-----")
    puzzle = Puzzle(board, kaleido.named_set("tetrominoes"))
    (given_,) = puzzle.problem.placements(puzzle.problem.givens)
    position = Position(puzzle, [given_])
    assert position == Position(puzzle)
    assert position.placements == ()
    with pytest.raises(PlacingError, match="the board itself shows"):
        position.push(given_)
    with pytest.raises(PlacingError, match="no piece was laid"):
        position.pop()


def test_a_position_is_a_frozen_value():
    position = Position(CAR, ["W@A4"])
    with pytest.raises(AttributeError):
        position.state = CAR.state
    assert position.puzzle is CAR


def test_functions_that_take_a_puzzle_take_a_position():
    solution = CAR.solve().solution
    position = Position(CAR, solution.placements[:10])
    assert kaleido.solve(position).solution.placements[:10] == position.placements
    assert kaleido.record(position).start.depth == 10
    assert position.unique() == (position.count().solutions == 1)
    holding = [each for each in CAR.solutions() if {*position.placements} <= {*each.placements}]
    assert {as_full(each.placements) for each in position.sample(5, 1)} <= {
        as_full(each.placements) for each in holding
    }


def test_puzzles_are_values():
    again = Puzzle("car")
    assert again == CAR
    assert hash(again) == hash(CAR)
    assert Puzzle("twelve") != CAR
    board = kaleido.Board.parse("4x5")
    squares = kaleido.PieceSet.parse("squares", "# sides: mirrored\nO oo/oo x5")
    assert Puzzle(board, squares) != Puzzle(board, kaleido.named_set("tetrominoes"))
    assert CAR.pattern != CAR


def test_printing_draws_and_showing_is_short():
    solution = CAR.solve().solution
    for value in (CAR, CAR.state, Position(CAR), solution, CAR.pieces["domino"]):
        assert str(value).count("\n") >= 2
        assert "|" in str(value)
        assert str(value).isascii()
        assert value.svg().startswith("<svg")
    for value in (CAR.state, Position(CAR), solution):
        assert "\n" not in repr(value)
    # Both are drawn as the same full board.
    assert str(solution) == str(Position(CAR, solution.placements))


SLOTS = [name for name in State.__slots__ if name not in ("problem", "parent")]


def same_state(one: State, other: State) -> bool:
    return all(getattr(one, name) == getattr(other, name) for name in SLOTS)


@given(games(), st.integers(0, 10**6))
def test_states_pickle_with_what_was_ruled_out(own, seed):
    rng = random.Random(seed)
    state = State.empty(own.puzzle.problem)
    while state.live and not state.dead:
        numbers = [number for number in range(len(state.problem)) if state.live >> number & 1]
        state = state.place(rng.choice(numbers))
        if rng.random() < 0.5 and state.live:
            state = state.without([state.live.bit_length() - 1])
        again = pickle.loads(pickle.dumps(state))
        assert (again.path, again.live, again.dead, again.solved, again.scarcest) == (
            state.path,
            state.live,
            state.dead,
            state.solved,
            state.scarcest,
        )
        assert again.dead or same_state(again, state)


def test_a_long_line_of_states_pickles():
    board = kaleido.Board.parse("1x400")
    puzzle = Puzzle(board, kaleido.PieceSet.parse("dots", "# sides: one-sided\nO o x400"))
    position = Position(
        puzzle, [kaleido.Placement("O", "front", ((0, col),)) for col in range(400)]
    )
    again = pickle.loads(pickle.dumps(position.state))
    assert again.solved
    assert again.path == position.state.path


@pytest.mark.few(4)
@pytest.mark.parametrize(
    "strategy", ["paper", "paper-text", "paper-plus", "edge-matching", "tuned", "random"]
)
def test_recordings_pickle(strategy):
    recording = kaleido.record("dice", strategy, max_nodes=150)
    assert len(recording.events) > 20
    again = pickle.loads(pickle.dumps(recording))
    assert again.answer == recording.answer
    assert (again.line, [each.parent for each in again.steps]) == (
        recording.line,
        [each.parent for each in recording.steps],
    )
    for one, other in zip(recording.events, again.events, strict=True):
        assert type(one) is type(other)
        if hasattr(one, "state"):
            assert same_state(one.state, other.state)
    for one, other in zip(recording.steps, again.steps, strict=True):
        assert one.place.score == other.place.score
        assert one.place.found == other.place.found
        assert one.place.siblings == other.place.siblings
    assert again._repr_html_() == recording._repr_html_()


def test_values_pickle_into_a_fresh_process(tmp_path):
    position = Position(CAR, ["W@A4"])
    narrowed = CAR.problem.excluding([0] * len(CAR.problem))
    values = (
        position,
        CAR,
        CAR.problem,
        narrowed,
        position.state,
        kaleido.record(position, "paper"),
    )
    path = tmp_path / "values"
    path.write_bytes(pickle.dumps(values))
    program = (
        "import pathlib, pickle, sys\n"
        "position, puzzle, problem, narrowed, state, recording = pickle.loads(\n"
        "    pathlib.Path(sys.argv[1]).read_bytes())\n"
        "print(position.text, puzzle.pattern.title, len(problem),\n"
        "      narrowed.possible, state.live, recording.answer.status, recording.fullest.depth,\n"
        "      sep='\\n')\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    recording = values[-1]
    assert told == [
        position.text,
        CAR.pattern.title,
        str(len(CAR.problem)),
        str(narrowed.possible),
        str(position.state.live),
        str(recording.answer.status),
        str(recording.fullest.depth),
    ]


@pytest.mark.parametrize(
    ("board", "drawn"),
    [
        ("# lattice: cubic\nb\n.\n\nx\n.", "x/b b//x"),
        ("# lattice: spheres\n./.\ny/x\n\n./x\n./.", "xy//.x .x//.y//x."),
        ("xb", "xb bx"),
    ],
)
def test_faces_that_show_the_same_once_turned_may_both_be_named(board, drawn):
    lattice = board.splitlines()[0] if board[0] == "#" else ""
    pieces = PieceSet.parse("own", f"# sides: two-faced\n{lattice}\nA {drawn}")
    puzzle = Puzzle(Board.parse(board), pieces)
    (placement,) = puzzle.solve().solution.placements
    for face in ("front", "back"):
        named = dataclasses.replace(placement, face=face)
        assert Position(puzzle).push(named).check() == ()
