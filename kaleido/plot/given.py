"""What figures are given, and the recording, the state or the solutions that they draw of it."""

from collections.abc import Sequence
from typing import cast

from kaleido.base.errors import NoSolutionError, PatternError
from kaleido.draw.scene import Thing
from kaleido.model.board import Board
from kaleido.model.piece import Piece
from kaleido.model.piece_set import CLASSIC
from kaleido.model.solution import Solution
from kaleido.puzzle.door import BoardLike, open_door
from kaleido.puzzle.puzzle import Puzzle
from kaleido.puzzle.questions import PuzzleLike, Solvable, as_recording, as_state, sample
from kaleido.puzzle.recording import Recording
from kaleido.search.state import State

# Of a search, as it was recorded or as it is then made, the board from which it starts is drawn.
Searched = PuzzleLike | State | Recording
Drawn = Thing | BoardLike | Recording
Solved = Sequence[Solution] | Searched

SAMPLES = 100
"""How many random solutions are drawn of a puzzle that is given in place of solutions."""


def state_of(given: Searched) -> State:
    """Return the board from which a search starts."""
    return given.start if isinstance(given, Recording) else as_state(given)


def thing_of(given: Drawn) -> Thing:
    """Return what can be drawn: itself, the first board of a recording, or what a name means."""
    if isinstance(given, Recording):
        return given.start
    if isinstance(given, Board | Solvable | Solution | Piece | State):
        return given
    board, pieces = open_door(given)
    return board if pieces is CLASSIC else Puzzle(board, pieces)


def board_of(given: Drawn) -> Board:
    """Return the board alone, without pieces."""
    thing = thing_of(given)
    if isinstance(thing, State):
        return thing.problem.pattern
    if isinstance(thing, Piece):
        raise PatternError(f"{thing.name} is a piece, expected a board")
    return thing if isinstance(thing, Board) else thing.pattern


def last_of(given: Drawn) -> Thing:
    """Return the same, but of a recording its solution or, without one, its fullest board."""
    if isinstance(given, Recording):
        return given.answer.solution or given.fullest
    return thing_of(given)


def solution_of(given: Solution | Searched) -> Solution:
    """Return a solution: itself, that of a recording, or the first one that a search finds.

    A `NoSolutionError` is raised if there is none.
    """
    if isinstance(given, Solution):
        return given
    answer = as_recording(given).answer
    if answer.solution is None:
        raise NoSolutionError(f"{answer.heading}: there is no solution to draw")
    return answer.solution


def solutions_of(given: Solved) -> Sequence[Solution]:
    """Return solutions: themselves, or random ones of a puzzle."""
    if isinstance(given, Sequence) and all(isinstance(each, Solution) for each in given):
        return cast(Sequence[Solution], given)
    return sample(state_of(cast(Searched, given)), SAMPLES, 0)


def piece_of(given: Piece | str) -> Piece:
    """Return a piece: itself, or the classic one of that name."""
    return CLASSIC[given] if isinstance(given, str) else given
