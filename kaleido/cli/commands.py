"""The commands by name; one is loaded when it is asked for, so that all start fast."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, cast

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


class _Place(NamedTuple):
    """Where a command is: a module of this package, and a function in it."""

    module: str
    function: str


_ELSEWHERE = {
    "list": _Place("patterns", "list_"),
    "show": _Place("patterns", "show"),
    "sample": _Place("count", "sample"),
    "unique": _Place("solutions", "unique"),
    "puzzle": _Place("puzzles", "puzzle"),
}
"""The commands that are not in a module of their own name."""

_ABOUT_PUZZLES = frozenset(
    {"solve", "solutions", "count", "sample", "hint", "unique", "why", "plot", "animate", "export"}
)
"""The commands that are a `PuzzleCommand`."""


class Commands(HelpfulGroup):
    """The command ``kaleido``: a group whose commands are loaded one by one."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = cast(Any, _Loaded())

    def listed(self, _: Any) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command, none loaded."""
        return ((panel, name, _summary(name)) for panel, names in GROUPS.items() for name in names)


def _summary(name: str) -> str:
    """Return the first paragraph of the docstring of a command.

    It is read from the source: to import all commands would take longer than all else that the
    help needs.
    """
    place = _ELSEWHERE.get(name, _Place(name, name))
    source = Path(__file__).with_name(f"{place.module}.py").read_text(encoding="utf-8")
    found = re.search(rf'^def {place.function}\(.*?"""(.+?)(?:\n\n|""")', source, re.M | re.S)
    return " ".join(found[1].split()) if found else ""


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
    place = _ELSEWHERE.get(name, _Place(name, name))
    module = import_module(f"{__package__}.{place.module}")
    found = getattr(module, place.function)
    if hasattr(module, "app"):
        command = cast(Any, get_command(module.app))
        command.name, command.rich_help_panel, command.epilog = name, panel, _examples(name)
        return command
    from kaleido.cli.puzzle import PuzzleCommand

    single = typer.Typer(add_completion=False)
    single.command(
        name=name,
        cls=PuzzleCommand if name in _ABOUT_PUZZLES else HelpfulCommand,
        help=_paragraphs(found),
        epilog=_examples(name),
        rich_help_panel=panel,
    )(_answer(found))
    command = cast(Any, get_command(single))
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            # The help says what an argument is; that it is a <str> says nothing.
            parameter.type = copy(parameter.type)
            parameter.type.get_metavar = _nothing
    return command


def _nothing(*_: object, **__: object) -> str:
    return ""


def _examples(name: str) -> str:
    """Return the examples of a command, each a paragraph of its own."""
    examples = EXAMPLES.get(name, ())
    return "\n\n".join([f"Example{'s'[: len(examples) - 1]}:", *examples])


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
