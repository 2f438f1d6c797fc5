"""The puzzle that a command takes: a pattern or another puzzle, or a board with pieces."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Annotated, Any, TypedDict, Unpack

import click
from click.core import ParameterSource

from kaleido.base.bounds import Bounds
from kaleido.base.errors import OptionError
from kaleido.base.text import quote, split_names
from kaleido.cli import options
from kaleido.cli.console import note
from kaleido.cli.parameters import NAMES, SETS, argument, option, params_of, within
from kaleido.cli.source import is_piped, read_named, read_places, read_position
from kaleido.library.data import known, names
from kaleido.library.piece_sets import find_set
from kaleido.library.ruled_names import RANDOM, lasting_name
from kaleido.model.board import MAX_CELLS, check_wrap
from kaleido.puzzle.puzzle import Puzzle


def _option(names: str, about: str, **given: Any) -> Any:
    return option(names, about, panel="Boards and pieces", **given)


Pieces = Annotated[
    str | None,
    _option(
        "--pieces SET",
        "A set of pieces: a name (see `kaleido pieces`) or a file.",
        complete=SETS,
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
Use = Annotated[
    str | None,
    _option("--use A,B,…", "Use only these pieces, by letter or name; -A for all except A."),
]
Wrap = Annotated[
    str | None,
    _option(
        "--wrap columns|rows|both",
        "Join the last column to the first, the last row to the first, or both.",
    ),
]
Leave = Annotated[
    int | None,
    _option(
        "--leave N",
        "Fit, not fill: leave exactly so many cells empty.",
        parser=within(Bounds(1, MAX_CELLS)),
    ),
]
Without = Annotated[
    str | None,
    _option("--without CELLS", "Block cells, such as B4,F1: they become holes of the board."),
]
Date = Annotated[
    str | None,
    _option(
        "--date DATE",
        "The day of a calendar puzzle, 2026-11-22, 22-nov or sun-22-nov; default: today.",
    ),
]


class BoardOptions(TypedDict):
    """The options that name a board and its pieces, as `read_puzzle` takes them."""

    pieces: Pieces
    board: BoardText
    use: Use
    wrap: Wrap
    date: Date
    leave: Leave
    without: Without


def _options(
    pattern: Annotated[str | None, argument("PUZZLE", options.PATTERN_HELP, complete=NAMES)] = None,
    place: options.Places = None,
    position: options.Position = None,
    **_: Unpack[BoardOptions],
) -> None:
    """Name a puzzle and the pieces on its board."""


def about_puzzle(
    command: Callable[..., None], params: Sequence[click.Parameter]
) -> tuple[Callable[..., None], list[click.Parameter]]:
    """Return a command that names a puzzle and pieces on it, and its parameters.

    The function that is given takes them as one argument, a `position`.
    """
    pattern, *others = params_of(_options)
    own = [each.name for each in (pattern, *others)]

    @wraps(command)
    def run(**given: Any) -> None:
        asked = {name: given.pop(name) for name in own if name is not None}
        if asked["pattern"] is None and None in (asked["board"], asked["pieces"]):
            _refuse_misplaced(given | {"board": asked["board"]})
        place, position = asked.pop("place"), asked.pop("position")
        if position == "-" and "-" in (asked["pattern"], asked["board"]):
            raise click.BadParameter("the board and --position cannot both be standard input")
        context = click.get_current_context()
        is_seeded = context.get_parameter_source("seed") is ParameterSource.COMMANDLINE
        puzzle = read_puzzle(**asked, seed=given["seed"] if is_seeded else None)
        lying = read_places(place, read_position(position, puzzle))
        command(position=lying, **given)

    return run, [pattern, *params, *others]


def _refuse_misplaced(given: Mapping[str, Any]) -> None:
    """Raise an `OptionError` if the puzzle that a command lacks is the value of an option."""
    for name, value in given.items():
        if isinstance(value, str) and known(value, names()):
            option, command = f"--{name.replace('_', '-')}", click.get_current_context().info_name
            raise OptionError(
                f"{option} is {quote(value)}, which is a puzzle: name it without the option, as in "
                f"`kaleido {command} {value}`"
            )


def split_sources(sources: Sequence[str], what: str, board: str | None) -> tuple[str | None, str]:
    """Return the puzzle, None if `board` is given instead, and the other argument of a command.

    The sources are both in this order. Errors call the other argument `what`.
    """
    *patterns, source = sources or [""]
    if len(patterns) > 1:
        raise click.BadParameter(f"{quote(sources[2])} is one argument too many")
    is_puzzle = known(source, names()) is not None
    if not sources or (not patterns and board is None):
        hint = f"'{what}'"
        if sources and not is_puzzle:
            hint = f"'PUZZLE' or {hint} beside {quote(source)}"
        raise click.MissingParameter(param_hint=hint, param_type="argument")
    pattern = patterns[0] if patterns else None
    if is_puzzle and pattern is not None:
        raise click.BadParameter(f"{quote(source)} is a puzzle, which goes before the {what}")
    if source == "-" and "-" in (pattern, board):
        raise click.BadParameter(f"PUZZLE and {what} cannot both be standard input")
    return pattern, source


def read_puzzle(
    pattern: str | None = None,
    pieces: str | None = None,
    board: str | None = None,
    use: str | None = None,
    wrap: str | None = None,
    date: str | None = None,
    leave: int | None = None,
    without: str | None = None,
    seed: int | None = None,
) -> Puzzle:
    """Return the puzzle that the user names, either as a whole or by its board and pieces.

    A seed is that of a random board.
    """
    sources = [each for each in (pattern, board) if each is not None]
    if not sources and is_piped():
        sources = ["-"]
    if len(sources) > 1:
        both = f"{quote(sources[0])} and --board {quote(sources[1])}"
        raise OptionError(f"{both}: expected only one; a set of pieces goes with --pieces SET")
    if not sources:
        raise OptionError(
            "expected one PUZZLE: a name (see `kaleido list`), a file or rows; or --board BOARD "
            "with --pieces SET"
        )
    if board is not None and pieces is None:
        raise OptionError(
            "--board needs --pieces SET (`kaleido pieces` shows the sets); for the classic pieces, "
            "give the board without --board"
        )
    name = lasting_name(sources[0], seed)
    if name != sources[0] and known(sources[0], (RANDOM,)):
        note(f"random is {name}, a name of this board")
    return read_named(
        name,
        None if pieces is None else find_set(pieces),
        use=split_names(use or ""),
        wrap=check_wrap(wrap or ""),
        day=date,
        leave=leave or 0,
        without=split_names(without or ""),
    )
