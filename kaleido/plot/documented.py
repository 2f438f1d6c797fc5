"""The wrapper of every figure: it converts the argument, and adds the docstring and the theme.

A user may pass a name, rows, a puzzle or a recording. The wrapper converts it once, so that a
figure always gets the one type that it draws. The converters come first.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast, get_args

from kaleido.base.bounds import SHOWN_NODES
from kaleido.base.errors import NoSolutionError, OptionError, PatternError
from kaleido.base.text import either
from kaleido.draw.scene import Thing
from kaleido.heuristics.registry import shown_strategy
from kaleido.lab.comparison import Comparison
from kaleido.lab.run import Run
from kaleido.model.board import Board
from kaleido.model.piece import Piece
from kaleido.model.piece_set import CLASSIC
from kaleido.model.solution import Solution
from kaleido.plot.themes import themed
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.door import BoardLike, open_door
from kaleido.puzzle.puzzle import Puzzle
from kaleido.puzzle.questions import PuzzleLike, Solvable, as_state, record, sample
from kaleido.puzzle.recording import Recording
from kaleido.search.state import State

Searched = PuzzleLike | State | Recording
Drawn = Thing | BoardLike | Recording | Answer
Solved = Sequence[Solution] | Iterator[Solution] | Searched

Recordings = Searched | Iterable[Searched] | Mapping[str, Searched | Iterable[Searched]]
"""One search or several, named after their strategies; or one or several for each label."""

SAMPLES = 100
"""The number of solutions that are sampled of a puzzle."""


def recording_of(given: Searched) -> Recording:
    """Return a recording as it is, or record a search with the strategy shown by default."""
    if isinstance(given, Recording):
        return given
    if isinstance(given, Answer):
        raise OptionError(
            "an Answer keeps no events: kaleido.record returns a search to draw; "
            "a pattern or its name, such as 'car', does, too"
        )
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


def solution_of(given: Solution | Answer | Searched) -> Solution:
    """Return a solution: itself, that of an answer, or the first one that a search finds.

    Raises `NoSolutionError` without a solution.
    """
    if isinstance(given, Solution):
        return given
    answer = given if isinstance(given, Answer) else recording_of(given).answer
    if answer.solution is None:
        raise NoSolutionError(f"{answer.heading}: there is no solution to draw")
    return answer.solution


def solutions_of(given: Solved) -> Sequence[Solution]:
    """Return solutions: themselves, or random ones of a puzzle."""
    given = tuple(given) if isinstance(given, Iterator) else given
    if isinstance(given, Sequence) and all(isinstance(each, Solution) for each in given):
        return cast(Sequence[Solution], given)
    return sample(state_of(cast(Searched, given)), SAMPLES, 0)


def piece_of(given: Piece | str) -> Piece:
    """Return a piece: itself, or the classic one of that name."""
    return CLASSIC[given] if isinstance(given, str) else given


_Given = TypeVar("_Given")
_Taken = TypeVar("_Taken")
_Shown = TypeVar("_Shown")
_Options = ParamSpec("_Options")

_SECTIONS = ("Parameters", "Returns", "Raises", "References", "Examples")
_TITLE = re.compile(rf"\n\n({'|'.join(_SECTIONS)})\n-+\n")

_PARAMETERS = {
    "recording": "recording : Recording, Puzzle, Position, State, Board, str or sequence of str\n"
    "    A recorded search. Anything else is recorded first, with the strategy that\n"
    '    `kaleido.explore` uses by default: ``"paper-plus"`` where colours make windows.',
    "recordings": "recordings : Recording, iterable of Recording or mapping\n"
    "    Searches, named after their strategies; or one or several for each label.",
    "thing": "thing : Board, Puzzle, Position, Solution, State, Recording, str or sequence of str\n"
    "    A thing to draw, or its name; of a search, the board before its first move.",
    "state": "state : State, Puzzle, Position, Recording, Board, str or sequence of str\n"
    "    A board with the pieces on it; of a search, the board before its first move.",
    "runs": "runs : iterable of Run\n    Those of `kaleido.compare`.",
    "cell": "cell : (row, col)",
    "corner": "corner : (row, col)\n    The top left cell.",
    "shape": "shape : (int, int)\n    The number of rows and columns.",
    "solutions": "solutions : sequence of Solution, Recording, Puzzle, Position, Board or str\n"
    "    Solutions of one pattern, such as random ones from ``Puzzle.sample``; of anything else,\n"
    "    a hundred solutions are sampled.",
    "ax": "ax : Axes, optional\n    By default those of a new figure.",
    "figure": "figure : Figure, optional\n    By default a new one.",
    "width": "width : float, optional\n"
    "    The width of a new figure in inches, to which its parts wrap.",
    "marks": 'marks : {"none", "letters", "hatches"}, optional\n    Letters or hatches on cells.',
    "by_board": "by_board : bool, optional\n    Draw axes for each board, on a new figure.",
    "by": 'by : {"nodes", "work", "backtracks", "seconds"}, optional',
}
_ERRORS = {
    "recordings": "there are no recordings, or an option is unknown",
    "runs": "there are no runs",
    "cell": "there is no free cell at that place",
    "solutions": "there are no solutions",
    "by": "`by` is unknown",
    "width": "the width is less than that of one board",
    "marks": "`marks` is unknown",
}
_RETURNS = {
    "ax": "Figure\n    That of the axes.",
    "figure": "Figure\n    It has axes for each board.",
}


def documented(
    convert: Callable[[_Given], _Taken],
) -> Callable[
    [Callable[Concatenate[_Taken, _Options], _Shown]],
    Callable[Concatenate[_Given, _Options], _Shown],
]:
    """Return a decorator that converts the first argument of a figure and completes its docstring.

    The figure is drawn in the theme. A parameter that the docstring leaves out gets the words that
    all figures share, or the classes of its annotation. A figure may have its own Returns section;
    its own errors come before the shared ones.

    Examples
    --------
    >>> from matplotlib.axes import Axes
    >>> @documented(int)
    ... def dots(count: int, *, ax: Axes | None = None, marks: str = "none") -> str:
    ...     "Draw dots."
    ...     return "." * count
    >>> dots("3")
    '...'
    >>> dots.__doc__.splitlines()[4:7]
    ['count : int', 'ax : Axes, optional', '    By default those of a new figure.']
    """

    def complete(
        drawing: Callable[Concatenate[_Taken, _Options], _Shown],
    ) -> Callable[Concatenate[_Given, _Options], _Shown]:
        signature = inspect.signature(drawing)
        first, *others = signature.parameters.values()
        given = next(iter(inspect.get_annotations(convert).values()), first.annotation)
        signature = signature.replace(parameters=[first.replace(annotation=given), *others])
        if drawing.__doc__:  # python -OO removes it
            drawing.__doc__ = _completed(drawing.__doc__, signature)
        themed_drawing: Callable[..., _Shown] = themed()(drawing)

        @wraps(drawing)
        def draw(*args: Any, **options: Any) -> _Shown:
            if args:
                args = convert(args[0]), *args[1:]
            elif first.name in options:
                options[first.name] = convert(options[first.name])
            return themed_drawing(*args, **options)

        vars(draw)["__signature__"] = signature
        return draw

    return complete


def _completed(doc: str, signature: inspect.Signature) -> str:
    """Return a docstring with a section for each thing that a figure's signature promises."""
    about, *parts = _TITLE.split(inspect.cleandoc(doc))
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    parameters = signature.parameters
    entries = dict(_PARAMETERS)
    for entry in re.split(r"\n(?=\S)", sections.get("Parameters", "")):
        entries |= dict.fromkeys(re.split(" :|\n", entry)[0].split(", "), entry)
    # One entry may be about several parameters.
    shown: dict[str, None] = {}
    for name, each in parameters.items():
        kinds = get_args(each.annotation) or (each.annotation,)
        shown[entries.get(name) or f"{name} : {either(kind.__name__ for kind in kinds)}"] = None
    errors = ", or ".join(_ERRORS[name] for name in parameters if name in _ERRORS)
    raised = [sections["Raises"]] if "Raises" in sections else []
    raised += [f"OptionError\n    {errors[0].upper()}{errors[1:]}."] if errors else []
    returned = next((_RETURNS[name] for name in parameters if name in _RETURNS), "")
    sections = {"Returns": returned, **sections, "Parameters": "\n".join(shown)}
    sections["Raises"] = "\n".join(raised)
    return about + "".join(
        f"\n\n{title}\n{'-' * len(title)}\n{sections[title]}"
        for title in _SECTIONS
        if sections.get(title)
    )
