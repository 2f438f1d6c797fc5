"""What figures share, said and done once: their docstrings, and the theme in which they are drawn.

A decorator completes them when a function is defined, as those of matplotlib and pandas do: `help`
and Sphinx show the whole docstring, and what type checkers read, the signature, stays as it is.
"""

import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar, get_args

from kaleido.base.arguments import named_options
from kaleido.base.text import either
from kaleido.plot.themes import themed

_Drawing = TypeVar("_Drawing", bound=Callable[..., Any])

_SECTIONS = ("Parameters", "Returns", "Raises", "References", "Examples")
_TITLE = re.compile(rf"\n\n({'|'.join(_SECTIONS)})\n-+\n")

_PARAMETERS = {
    "recording": "recording : Recording, Puzzle, Position, State, Board, str or sequence of str\n"
    "    What `kaleido.record` returns; or what it takes, and then the search that is shown\n"
    '    unless another is asked for: by ``"paper-plus"`` where colours make windows.',
    "recordings": "recordings : Recording, iterable of Recording or mapping\n"
    "    Searches, which go by their strategies; or by label, one or several for each.",
    "thing": "thing : Board, Puzzle, Position, Solution, State, Recording, str or sequence of str\n"
    "    What is drawn, or what it is called; of a search, the board before its first move.",
    "runs": "runs : iterable of Run\n    Those of `kaleido.compare`.",
    "cell": "cell : (row, col)",
    "corner": "corner : (row, col)\n    The top left cell.",
    "shape": "shape : (int, int)\n    The number of rows and columns.",
    "solutions": "solutions : sequence of Solution, Recording, Puzzle, Position, Board or str\n"
    "    Solutions of one pattern, such as random ones from ``Puzzle.sample``; of anything else,\n"
    "    a hundred are sampled.",
    "ax": "ax : Axes, optional\n    By default those of a new figure.",
    "figure": "figure : Figure, optional\n    By default a new one.",
    "width": "width : float, optional\n"
    "    The width of a new figure in inches; what it shows wraps to it.",
    "marks": 'marks : {"none", "letters", "hatches"}, optional\n'
    "    What cells carry besides their colours.",
    "by_board": "by_board : bool, optional\n"
    "    Whether to draw axes for each board, on a figure of their own.",
    "by": 'by : {"nodes", "backtracks", "seconds"}, optional',
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


def documented(drawing: _Drawing) -> _Drawing:
    """Complete the docstring of a function that draws, check its options, and draw in the theme.

    A parameter that it says nothing of has the words that all figures share, or the classes of its
    annotation. What it says of its result stands for itself, and its errors come before the shared
    ones.

    Examples
    --------
    >>> from matplotlib.axes import Axes
    >>> @documented
    ... def dots(count: int, *, ax: Axes | None = None, marks: str = "none") -> None:
    ...     "Draw dots."
    >>> dots.__doc__.splitlines()[4:7]
    ['count : int', 'ax : Axes, optional', '    By default those of a new figure.']
    """
    if not drawing.__doc__:  # as with python -OO
        return themed()(named_options(drawing))
    about, *parts = _TITLE.split(inspect.cleandoc(drawing.__doc__))
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    parameters = inspect.signature(drawing).parameters
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
    drawing.__doc__ = about + "".join(
        f"\n\n{title}\n{'-' * len(title)}\n{sections[title]}"
        for title in _SECTIONS
        if sections.get(title)
    )
    return themed()(named_options(drawing))
