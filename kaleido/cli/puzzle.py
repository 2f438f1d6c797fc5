"""The puzzle that a command takes: a pattern or another puzzle, or a board with pieces.

One class of commands has the arguments and options for it, and for pieces on it.
"""

from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer
from typer.main import get_command

from kaleido.base.errors import OptionError
from kaleido.base.text import quote, split_names
from kaleido.cli import options
from kaleido.cli.commands import HelpfulCommand
from kaleido.cli.parameters import NAMES, SETS, argument, option
from kaleido.cli.source import read_named, read_places, read_position
from kaleido.library.piece_sets import find_set
from kaleido.library.puzzles import read_date
from kaleido.model.board import check_wrap
from kaleido.puzzle.puzzle import Position, Puzzle


def _option(names: str, about: str, **given: Any) -> Any:
    return option(names, about, rich_help_panel="Boards and pieces", **given)


Pieces = Annotated[
    str | None,
    _option(
        "--pieces SET",
        "A set of pieces: a name (see `kaleido pieces`) or a file.",
        autocompletion=SETS,
    ),
]
BoardText = Annotated[
    str | None,
    _option(
        "--board BOARD",
        "The board, with --pieces: a file, -, rows with / between them (. is a hole), or "
        "ROWSxCOLS; several figures with + between them. Boards of other cells: 3x3x3, "
        "`hexagon 3`, `6x6 rhombus`, `pyramid 4`, or `hexagonal: oo./ooo/ooo/.o.`.",
    ),
]
Name = Annotated[
    str | None,
    _option(
        "--puzzle NAME",
        "The same as PUZZLE.",
        autocompletion=NAMES,
        hidden=True,
    ),
]
Use = Annotated[str | None, _option("--use A,B,…", "Use only these pieces.")]
Wrap = Annotated[
    str | None,
    _option(
        "--wrap columns|rows|both",
        "Join the last column to the first, the last row to the first, or both.",
    ),
]
Date = Annotated[
    str | None,
    _option("--date DATE", "The day of a calendar puzzle, such as 2026-11-22; default: today."),
]


def _options(
    pattern: Annotated[
        str | None, argument("PUZZLE", options.PATTERN_HELP, autocompletion=NAMES)
    ] = None,
    pieces: Pieces = None,
    board: BoardText = None,
    puzzle: Name = None,
    use: Use = None,
    wrap: Wrap = None,
    date: Date = None,
    place: options.Places = None,
    position: options.Position = None,
) -> None:
    """Name a puzzle and the pieces on its board."""


class PuzzleCommand(HelpfulCommand):
    """A command about a puzzle, which has the arguments and options that name one.

    Its function takes a `typer.Context`, of which `position_of` is what they name.
    """

    def __init__(self, *args: Any, params: Sequence[Any], **given: Any) -> None:
        app = typer.Typer(add_completion=False)
        app.command()(_options)
        asking = cast(Any, get_command(app))
        self._asked = [each.name for each in asking.params]
        pattern, *others = asking.params
        super().__init__(*args, params=[pattern, *params, *others], **given)

    def invoke(self, ctx: Any) -> Any:
        """Read the position, and run the function."""
        asked = {name: ctx.params.pop(name) for name in self._asked}
        place, position = asked.pop("place"), asked.pop("position")
        if position == "-" and "-" in (asked["pattern"], asked["board"]):
            raise typer.BadParameter("the board and --position cannot both be standard input")
        ctx.obj = read_places(place, read_position(position, read_puzzle(**asked)))
        return super().invoke(ctx)


def position_of(context: typer.Context) -> Position:
    """Return the puzzle of a `PuzzleCommand` with the pieces on its board."""
    position: Position = context.obj
    return position


def split_sources(
    sources: Sequence[str], what: str, board: str | None, puzzle: str | None
) -> tuple[str | None, str]:
    """Return the puzzle, if one is named, and what is said of it.

    The sources are a puzzle, unless an option names it, and then what is called `what` in errors.
    """
    *patterns, source = sources
    if len(patterns) > 1:
        raise typer.BadParameter(f"{quote(sources[2])} is one argument too many")
    if not patterns and puzzle is None and board is None:
        raise typer.BadParameter(f"Missing argument '{what}'")
    pattern = patterns[0] if patterns else None
    if source == "-" and "-" in (pattern, board):
        raise typer.BadParameter(f"PUZZLE and {what} cannot both be standard input")
    return pattern, source


def read_puzzle(
    pattern: str | None = None,
    pieces: str | None = None,
    board: str | None = None,
    puzzle: str | None = None,
    use: str | None = None,
    wrap: str | None = None,
    date: str | None = None,
) -> Puzzle:
    """Return the puzzle that the user names, by exactly one of three ways."""
    sources = [each for each in (pattern, board, puzzle) if each is not None]
    if len(sources) != 1:
        raise OptionError(
            "expected one PUZZLE: a name (see `kaleido list`), a file or rows; or --board BOARD "
            "with --pieces SET"
        )
    if board is not None and pieces is None:
        raise OptionError("--board needs --pieces SET; `kaleido pieces` shows the sets")
    return read_named(
        sources[0],
        None if pieces is None else find_set(pieces),
        use=split_names(use or ""),
        wrap=check_wrap(wrap or ""),
        day=None if date is None else read_date(date),
    )
