"""Converters for `documented`: each turns the argument of a user into the type of a figure."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from kaleido.base.bounds import SHOWN_NODES
from kaleido.base.errors import NoSolutionError, OptionError, PatternError
from kaleido.draw.scene import Thing
from kaleido.heuristics.registry import shown_strategy
from kaleido.lab.comparison import Comparison
from kaleido.lab.run import Run
from kaleido.model.board import Board
from kaleido.model.piece import Piece
from kaleido.model.piece_set import CLASSIC
from kaleido.model.solution import Solution
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.door import BoardLike, open_door
from kaleido.puzzle.puzzle import Puzzle
from kaleido.puzzle.questions import PuzzleLike, Solvable, as_state, record, sample
from kaleido.puzzle.recording import Recording
from kaleido.search.state import State

Searched = PuzzleLike | State | Recording
Drawn = Thing | BoardLike | Recording | Answer
Solved = Sequence[Solution] | Searched

Recordings = Searched | Iterable[Searched] | Mapping[str, Searched | Iterable[Searched]]
"""One search or several, named after their strategies; or one or several for each label."""

SAMPLES = 100
"""The number of solutions that are sampled of a puzzle."""


def recording_of(given: Searched) -> Recording:
    """Return a recording as it is, or record a search with the strategy shown by default."""
    if isinstance(given, Recording):
        return given
    start = as_state(given)
    return record(start, shown_strategy(start.problem), max_nodes=SHOWN_NODES)


def recordings_of(given: Recordings) -> dict[str, list[Recording]]:
    """Return recordings by label, those without one by the names of their strategies."""
    grouped: dict[str, list[Recording]] = {}
    if isinstance(given, Mapping):
        for label, own in given.items():
            grouped[str(label)] = list(map(recording_of, _several(own)))
            if not grouped[str(label)]:
                raise OptionError(f"there are no recordings of {label!r}, expected one or more")
    else:
        for each in map(recording_of, _several(given)):
            grouped.setdefault(each.answer.strategy, []).append(each)
    if not grouped:
        raise OptionError("there are no recordings to draw, expected one or more")
    return grouped


def _several(given: Searched | Iterable[Searched]) -> Iterable[Searched]:
    is_one = isinstance(given, Recording | str) or not isinstance(given, Iterable)
    return (cast(Searched, given),) if is_one else cast(Iterable[Searched], given)


def runs_of(given: Iterable[Run]) -> Comparison:
    """Return runs, their records or a data frame of them, of which there must be some."""
    if runs := Comparison.of(given):
        return runs
    raise OptionError("there are no runs to draw, expected one or more")


def state_of(given: Searched) -> State:
    """Return the board from which a search starts."""
    return given.start if isinstance(given, Recording) else as_state(given)


def state_or_recording_of(given: Searched) -> State | Recording:
    """Return a recording as it is, or the board from which a search would start."""
    return given if isinstance(given, Recording) else as_state(given)


def thing_of(given: Drawn) -> Thing:
    """Return a thing that can be drawn: of a recording, the first board."""
    found = thing_or_recording_of(given)
    return found.start if isinstance(found, Recording) else found


def thing_or_recording_of(given: Drawn) -> Thing | Recording:
    """Return a recording or a thing that can be drawn as it is, or what a name means."""
    if isinstance(given, Recording | Board | Solvable | Solution | Piece | State):
        return given
    if isinstance(given, Answer):
        return given.solution or given.pattern
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


def solution_of(given: Solution | Searched) -> Solution:
    """Return a solution: itself, that of a recording, or the first one that a search finds.

    Raises `NoSolutionError` without a solution.
    """
    if isinstance(given, Solution):
        return given
    answer = recording_of(given).answer
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
