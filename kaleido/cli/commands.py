"""The commands by name; one is loaded when it is asked for, so that all start fast."""

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache, wraps
from importlib import import_module
from inspect import signature
from types import MappingProxyType
from typing import Any, cast

import typer
from typer.main import get_command

from kaleido.cli.help import HelpfulCommand, HelpfulGroup
from kaleido.errors import GaveUpError, KaleidoError, NoSolutionError

EXAMPLES: dict[str, tuple[str, ...]] = {
    "solve": ("kaleido solve car", "kaleido solve twelve --strategy paper --steps"),
    "solutions": (
        "kaleido solutions tulip",
        "kaleido solutions checkerboard -n 3",
        "kaleido solutions --puzzle pentomino-6x10 --parts 2 -n 1",
    ),
    "count": ("kaleido count car", "kaleido count --puzzle pentomino-3x20 --up-to-symmetry"),
    "sample": ("kaleido sample car -n 2 --seed 7",),
    "read": ("kaleido read photo.jpg -o board.txt",),
    "hint": ("kaleido hint car", "kaleido hint car --place l@A1 --step where"),
    "position": (
        "kaleido position car "
        "...W..../...W..../...W..../...W..../...W..../...W..../...W..../...W....",
    ),
    "unique": ("kaleido unique smiley", "kaleido unique star"),
    "why": (
        "kaleido why --board 4x5 --pieces tetrominoes",
        "kaleido why --board 4x5 --pieces tetrominoes -o parity.png",
    ),
    "check": ("kaleido solve car --json | kaleido check car -",),
    "rate": ("kaleido rate star",),
    "design": (
        "kaleido design '????????/???rr???/??r??r??/??rrrr??/??r??r??/????????/????????/????????'",
        "kaleido design --text AS -o initials.txt",
    ),
    "generate": ("kaleido generate -o boards -n 2 --difficulty 1 --seed 7",),
    "booklet": ("kaleido booklet --group alphabet --per-page 2 -o alphabet.pdf",),
    "list": ("kaleido list", "kaleido list unique"),
    "show": ("kaleido show starship --islands",),
    "plot": (
        "kaleido plot car -o car.svg",
        "kaleido plot car --figure tree -o tree.png",
        "kaleido plot soma-cube --figure exploded -o soma.svg",
    ),
    "animate": ("kaleido animate car -o car.gif",),
    "play": ("kaleido play", "kaleido play --puzzle kanoodle"),
    "site": ("kaleido site -o site",),
    "batch": ("kaleido batch count car star -o counts.jsonl",),
    "bench": ("kaleido bench boards.json -s constrained -s paper-plus --seeds 2",),
    "tune": ("kaleido tune --boards 400 -o weights.json",),
    "puzzle": ("kaleido puzzle list pentominoes", "kaleido puzzle show kanoodle"),
    "pieces": (
        "kaleido pieces",
        "kaleido pieces 'pentominoes + tetrominoes'",
        "kaleido pieces tetracubes",
    ),
    "katamino": ("kaleido katamino --size 7 --difficulty 4",),
    "polyominoes": (
        "kaleido polyominoes 5",
        "kaleido polyominoes 1..8 --one-sided",
        "kaleido polyominoes 4 --lattice hexagonal",
    ),
    "schema": ("kaleido schema solve",),
    "export": ("kaleido export car -o car.dlx",),
}


Command = Any
"""A command as typer makes it; its class has no public name in all versions of typer."""

GROUPS: dict[str, tuple[str, ...]] = {
    "Solve": ("solve", "solutions", "count", "sample", "read"),
    "Ask": ("hint", "position", "unique", "why", "check", "rate"),
    "Make": ("design", "generate", "booklet"),
    "See": ("list", "show", "plot", "animate"),
    "Play": ("play", "site"),
    "Measure": ("batch", "bench", "tune"),
    "Other puzzles": ("puzzle", "pieces", "katamino", "polyominoes"),
    "Other programs": ("export", "schema"),
}
"""The commands in the order of the help, under its headings."""


_ELSEWHERE = {
    "list": ("patterns", "list_"),
    "show": ("patterns", "show"),
    "sample": ("count", "sample"),
    "unique": ("solutions", "unique"),
    "animate": ("plot", "animate"),
    "puzzle": ("puzzles", "app"),
    "schema": ("files", "schema"),
    "site": ("files", "site"),
    "export": ("files", "export"),
}
"""The module and the name of the commands that are not in a module of their own name."""


class Commands(HelpfulGroup):
    """The command ``kaleido``: a group whose commands are loaded one by one."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = cast(Any, _Loaded())


class _Loaded(Mapping[str, Command]):
    """The commands by name, each loaded when it is looked up."""

    panels = MappingProxyType({name: panel for panel, names in GROUPS.items() for name in names})

    def __getitem__(self, name: str) -> Command:
        return _load(name, self.panels[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self.panels)

    def __len__(self) -> int:
        return len(self.panels)


@cache
def _load(name: str, panel: str) -> Command:
    """Return the command with that name, for a panel of the help."""
    module, attribute = _ELSEWHERE.get(name, (name, name))
    found = getattr(import_module(f"{__package__}.{module}"), attribute)
    examples = EXAMPLES.get(name, ())
    epilog = "\n\n".join([f"Example{'s'[: len(examples) - 1]}:", *examples])
    if isinstance(found, typer.Typer):
        command = cast(Any, get_command(found))
        command.name, command.rich_help_panel, command.epilog = name, panel, epilog
        return command
    kind = HelpfulCommand
    if "context" in signature(found).parameters:
        kind = import_module(f"{__package__}.puzzle").PuzzleCommand
    single = typer.Typer(add_completion=False)
    single.command(
        name=name, cls=kind, help=_paragraphs(found), epilog=epilog, rich_help_panel=panel
    )(_answer(found))
    command = cast(Any, get_command(single))
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            # The help says what an argument is; that it is a <str> says nothing.
            parameter.type = copy(parameter.type)
            parameter.type.get_metavar = lambda *_, **__: ""
    return command


def _answer(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command print as its answer that it gave up, or that there is no solution.

    This goes for the commands that have an option ``--json``, when it is not given. With it,
    standard output is for JSON alone; the other commands do not print answers.
    """

    @wraps(command)
    def run(**given: Any) -> None:
        try:
            command(**given)
        except (GaveUpError, NoSolutionError) as error:
            if given.get("as_json", True):
                raise
            print(describe(error))
            raise typer.Exit(error.exit_code) from None

    return run


def _paragraphs(command: Callable[..., None]) -> str:
    """Return the docstring of a command as help, each paragraph on one line."""
    return "\n\n".join(" ".join(part.split()) for part in (command.__doc__ or "").split("\n\n"))


def describe(error: KaleidoError) -> str:
    """Return an error as one line; one that gave up says so."""
    return f"gave up: {error}" if isinstance(error, GaveUpError) else str(error)
