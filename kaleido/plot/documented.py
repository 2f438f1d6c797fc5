"""The wrapper of every figure: it converts the argument, and adds the docstring and the theme.

A user may pass a name, rows, a puzzle or a recording. The wrapper converts it once, so that a
figure always gets the one type that it draws.
"""

import inspect
import re
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args

from kaleido.base.text import either
from kaleido.plot.themes import themed

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
