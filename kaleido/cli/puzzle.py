"""The puzzle that a command takes: a pattern, a board with pieces, or a puzzle by name.

One class of commands has the arguments and options for it, and for pieces on it.
"""

from collections.abc import Sequence
from typing import Annotated, Any, cast

import typer
from typer.main import get_command

from kaleido.analysis.puzzle import Position, Puzzle
from kaleido.cli import options
from kaleido.cli.commands import HelpfulCommand
from kaleido.cli.parameters import PATTERNS, SETS, argument, names_of, option
from kaleido.cli.source import read_board_text, read_pattern, read_places, read_position
from kaleido.errors import OptionError
from kaleido.files import find_path
from kaleido.library.data import known
from kaleido.library.patterns import pattern_names
from kaleido.library.piece_sets import find_set
from kaleido.library.puzzles import puzzle_names, puzzle_parts, read_date, sized_board
from kaleido.text import quote, quote_path, split_names

PUZZLES = names_of("library.puzzles:puzzle_names")


def _option(names: str, about: str, **given: Any) -> Any:
    return option(names, about, rich_help_panel="Other puzzles than patterns", **given)


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
        "The board: a file, -, rows with / between them (. is a hole), or ROWSxCOLS; several "
        "figures with + between them. Boards of other cells: 3x3x3, `hexagon 3`, `6x6 rhombus`, "
        "`pyramid 4`, or `hexagonal: oo/ooo`.",
    ),
]
Name = Annotated[
    str | None,
    _option(
        "--puzzle NAME",
        "A board with pieces, by its name (see `kaleido puzzle list`) or its file.",
        autocompletion=PUZZLES,
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


def _options(
    pattern: Annotated[
        str | None, argument("PATTERN", options.PATTERN_HELP, autocompletion=PATTERNS)
    ] = None,
    pieces: Pieces = None,
    board: BoardText = None,
    puzzle: Name = None,
    use: Use = None,
    wrap: Wrap = None,
    date: Annotated[
        str | None,
        _option("--date DATE", "The day of a calendar puzzle, such as 2026-11-22; default: today."),
    ] = None,
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
    """Return the pattern, if one is named, and what is said of the puzzle.

    The sources are a pattern, unless there is a board or a puzzle, and then what is called `what`
    in errors.
    """
    *patterns, source = sources
    if len(patterns) > 1:
        raise typer.BadParameter(f"{quote(sources[2])} is one argument too many")
    if not patterns and puzzle is None and board is None:
        raise typer.BadParameter(f"Missing argument '{what}'")
    pattern = patterns[0] if patterns else None
    if source == "-" and "-" in (pattern, board):
        raise typer.BadParameter(f"PATTERN and {what} cannot both be standard input")
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
    """Return the puzzle that the user names, by exactly one of a pattern, a board and a name."""
    if sum(value is not None for value in (pattern, board, puzzle)) != 1:
        raise OptionError(
            "expected one of these: a PATTERN, --board BOARD with --pieces SET, or --puzzle NAME"
        )
    if pattern is not None and pieces is None and not known(pattern, pattern_names()):
        puzzle = known(pattern, puzzle_names())
        pattern = None if puzzle else pattern
    path = find_path(puzzle or pattern or "") if pieces is None else None
    if path is not None:
        from kaleido.export import read_parts  # reads XML

        if (parts := read_parts(path)) is not None:
            if date is not None or wrap is not None:
                raise OptionError(f"{quote_path(path)} says it all: leave out --date and --wrap")
            whole, chosen = parts
            return Puzzle(whole, chosen if use is None else chosen.chosen(split_names(use)))
    if date is not None and puzzle is None:
        raise OptionError("--date goes with a calendar puzzle: `kaleido puzzle list` shows them")
    if pattern is not None and pieces is None:
        if use is not None or wrap is not None:
            raise OptionError("--use and --wrap go with --board and --pieces, or with --puzzle")
        return Puzzle(read_pattern(pattern))
    if puzzle is not None:
        if pieces is not None:
            raise OptionError(f"the puzzle {quote(puzzle)} has its own pieces: leave out --pieces")
        text, chosen = puzzle_parts(puzzle, None if date is None else read_date(date))
    elif pieces is None:
        raise OptionError("--board needs --pieces SET; `kaleido pieces` shows the sets")
    else:
        text, chosen = read_board_text(board or pattern or ""), find_set(pieces)
    if use is not None:
        chosen = chosen.chosen(split_names(use))
    return Puzzle(sized_board(text, chosen, wrap or ""), chosen)
