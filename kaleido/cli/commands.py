"""The commands by name, each loaded when it is asked for, so that all start fast; their help."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, wraps
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

import typer
from typer.core import TyperArgument, TyperCommand, TyperGroup
from typer.main import get_command

from kaleido.base.errors import GaveUpError, KaleidoError, NoSolutionError
from kaleido.base.text import both, either, quote
from kaleido.library.data import SHOWN, named_path

MANY = 5  # commands that a message names
LEAST_WIDTH = 60
"""In columns. In fewer, the names of options would be cut off; the terminal breaks the lines."""


class _Helpful:
    """A command or a group of commands that prints its help itself.

    That of typer loads a reader of Markdown and a highlighter of code, which takes longer than all
    else that the help needs, and its colours and its width are global variables.
    """

    def format_help(self, ctx: Any, _: Any) -> None:
        """Print the help."""
        from rich.padding import Padding
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        from kaleido.base.consoles import make_console

        console = make_console(sys.stdout)
        console.width = max(console.width, LEAST_WIDTH)
        command: Any = self
        usage = Text("Usage: ", "yellow")
        usage.append(f"{ctx.command_path} {usage_of(command)}", "bold default")
        for paragraph in (usage, *map(Text, _paragraphs(command.help))):
            console.print(Padding(paragraph, (1, 1, 0, 1)))
        console.print()
        panels: dict[str, Table] = {}
        for panel, name, text in (*_parameters(command, ctx), *self.listed(ctx)):
            if panel not in panels:
                panels[panel] = Table.grid(padding=(0, 2))
                panels[panel].add_column(style="bold cyan", no_wrap=True)
                panels[panel].add_column()
            panels[panel].add_row(name, text)
        for panel, table in panels.items():
            console.print(Panel(table, title=panel, title_align="left", border_style="dim"))
        # Examples are not broken, so that they can be copied.
        for example in _paragraphs(command.epilog):
            console.print(f"\n {example}", soft_wrap=True)

    def listed(self, _: Any) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command of a group."""
        yield from ()


def _paragraphs(text: str | None) -> list[str]:
    return text.split("\n\n") if text else []


def usage_of(command: Any) -> str:
    """Return what may follow the name of a command.

    The versions of Typer have brackets and dots of their own around the words of arguments.
    """
    words = [command.options_metavar]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = parameter.metavar
            optional = not (parameter.required or name.startswith("["))
            words.append(f"[{name}]" if optional else name)
    if hasattr(command, "commands"):
        words.append(command.subcommand_metavar)
    return " ".join(words)


def help_record(parameter: Any, ctx: Any) -> tuple[str, str] | None:
    """Return the name and the help of an argument or an option; None if it is hidden.

    Newer versions of Typer put the type of an argument in Python after its name, such as <str>.
    """
    record = parameter.get_help_record(ctx)
    if record and parameter.param_type_name == "argument":
        return re.sub(r" <[^>]*>$", "", record[0]), record[1]
    return cast(tuple[str, str] | None, record)


def _parameters(command: Any, ctx: Any) -> Iterator[tuple[str, str, str]]:
    """Yield the panel, the name and the help of each argument, and then of each option."""
    for kind in ("argument", "option"):
        for parameter in command.get_params(ctx):
            record = help_record(parameter, ctx)
            if record and parameter.param_type_name == kind:
                name, text = record
                # In older versions of Typer, --help is an option of Click, which has no panel.
                panel = getattr(parameter, "rich_help_panel", None)
                yield panel or f"{kind.capitalize()}s", name, text


class HelpfulCommand(_Helpful, TyperCommand):
    """A command of typer with our help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words of the command; of one too many, say with which option it goes."""
        ctx.allow_extra_args = True
        rest = super().parse_args(ctx, args)
        if ctx.resilient_parsing:
            return rest
        arguments = (each for each in cast(Any, self).params if isinstance(each, TyperArgument))
        given = [ctx.params[each.name] for each in arguments]
        lists = [word for words in given if isinstance(words, list | tuple) for word in words]
        # Of several puzzles, one may be meant for an option, too.
        doubtful = [*rest, *map(str, given)] if rest else lists
        for word in doubtful:
            if (word in rest or not named_path(word)) and (flag := self._takes(ctx, word)):
                ctx.fail(f"{quote(word)} goes with an option: {flag} {word}")
        if rest:
            ctx.fail(f"{quote(rest[0])} is one argument too many")
        return rest

    def _takes(self, ctx: Any, word: str) -> str | None:
        """Return the option that completes to a word, or whose values look like it."""
        for option in cast(Any, self).params:
            if option.param_type_name == "option" and not option.hidden:
                look = _LOOKS.get(option.name)
                items = option.shell_complete(ctx, word)
                # Other items say that the shell completes paths.
                names = (each.value for each in items if each.type == "plain")
                if re.fullmatch(look, word) if look else word in names:
                    return str(option.opts[0])
        return None


_LOOKS = {
    "number": r"\d+",
    "use": r"\w+(,\w+)+",
    "date": r"\d{4}-\d\d-\d\d",
    "place": r"[^@]+@[A-Z]+\d.*",
}
"""What values look like of options that complete to no names."""


class HelpfulGroup(_Helpful, TyperGroup):
    """A group of commands of typer with our help."""

    def listed(self, ctx: Any) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command."""
        for name in self.list_commands(ctx):
            each: Any = self.get_command(ctx, name)
            yield each.rich_help_panel or "Commands", name, _paragraphs(each.help)[0]


EXAMPLES: dict[str, tuple[str, ...]] = {
    "solve": ("kaleido solve car", "kaleido solve twelve --strategy paper --steps"),
    "solutions": (
        "kaleido solutions tulip",
        "kaleido solutions checkerboard -n 3",
        "kaleido solutions pentomino-6x10 --parts 2 -n 1",
    ),
    "count": ("kaleido count car", "kaleido count pentomino-3x20 --up-to-symmetry"),
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
    "list": (
        "kaleido list",
        "kaleido list soma",
        "kaleido list challenges --size 7 --difficulty 4",
    ),
    "show": ("kaleido show starship --islands", "kaleido show kanoodle"),
    "plot": (
        "kaleido plot car -o car.svg",
        "kaleido plot car --figure tree -o tree.png",
        "kaleido plot soma-cube --figure exploded -o soma.svg",
    ),
    "animate": ("kaleido animate car -o car.gif",),
    "play": ("kaleido play", "kaleido play kanoodle", "kaleido play --terminal kanoodle"),
    "site": ("kaleido site -o site",),
    "batch": ("kaleido batch count car star -o counts.jsonl",),
    "bench": ("kaleido bench boards.json -s constrained -s paper-plus --seeds 2",),
    "suite": (
        "kaleido suite --family pictures --split test -o boards.json",
        "kaleido suite leaderboard --family four-colours -s constrained",
    ),
    "tune": ("kaleido tune --boards 400 -o weights.json",),
    "pieces": (
        "kaleido pieces",
        "kaleido pieces 'pentominoes + tetrominoes'",
        "kaleido pieces tetracubes",
    ),
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
    "Measure": ("batch", "bench", "suite", "tune"),
    "Other puzzles": ("pieces", "polyominoes"),
    "Other programs": ("export", "schema"),
}
"""The commands in the order of the help, under its headings."""


_SHARED = {
    "listing": ("list", "show"),
    "position": ("hint", "check"),
    "files": ("schema", "site", "export"),
    "design": ("generate",),
    "batch": ("bench",),
    "count": ("sample", "rate"),
    "solutions": ("unique", "why"),
    "plot": ("animate",),
}
"""The modules with commands besides that of their own name; other modules have one command."""

_MODULES = {name: module for module, names in _SHARED.items() for name in names}


class Commands(HelpfulGroup):
    """The command ``kaleido``: a group whose commands are loaded one by one."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = cast(Any, _Loaded())

    def listed(self, _: Any) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command, none loaded."""
        return ((panel, name, _summary(name)) for panel, names in GROUPS.items() for name in names)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command, by a former name too; what follows ``help`` is completed as a command."""
        if ctx.resilient_parsing and args[0] == "help":
            return "help", self, args[1:]
        args = _renamed(args, quiet=ctx.resilient_parsing)
        name = args[0]
        if not (ctx.resilient_parsing or name in self.commands or name.startswith("-")):
            # Older versions of Typer do not say which command may be meant.
            options = [flag for option in self.params for flag in option.opts]
            # In words of the help: `kaleido verify` is `kaleido check`.
            word = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
            meant = (
                [flag for flag in options if flag == f"--{name}"]
                or get_close_matches(name, self.commands, cutoff=0.8)
                or [each for _, each, summary in self.listed(ctx) if word.search(summary)][:SHOWN]
                or get_close_matches(name, self.commands)
            )
            hint = f" Did you mean {either(map(quote, meant))}?" if meant else ""
            if named_path(name):
                hint = f" A puzzle goes with one: `kaleido solve {name}`"
            ctx.fail(f"No such command {quote(name)}.{hint}")
        return super().resolve_command(ctx, args)

    def with_option(self, flag: str, ctx: Any) -> str:
        """Return which commands have an option that another command lacks, in words."""
        name = flag.lstrip("-")
        if name in self.commands:
            return f"`kaleido {name}` is a command"
        commands: dict[str, Any] = dict(self.commands)
        have = [
            each
            for each, command in commands.items()
            if any(flag in option.opts for option in command.params)
        ]
        about = _argument_of(ctx.command)
        # Those about the same thing, a puzzle, as far as there are any.
        have = [each for each in have if about and _argument_of(commands[each]) == about] or have
        if len(have) > MANY:
            have = [have[0], f"{len(have) - 1} other commands"]
        return f"{both(have)} {'has' if len(have) == 1 else 'have'} it" if have else ""


def _argument_of(command: Any) -> str | None:
    """Return what the first argument of a command is called."""
    arguments = (each for each in command.params if each.param_type_name == "argument")
    return next((each.metavar for each in arguments), None)


def _renamed(words: list[str], *, quiet: bool) -> list[str]:
    """Return the words of a command by its present name, and note what that is."""
    former, *rest = words
    if former == "katamino":
        present = ["list", "challenges"]
    elif former == "puzzle":
        present = (
            [rest.pop(0)] if rest[:1] in (["list"], ["show"]) else ["show" if rest else "list"]
        )
        if present == ["list"] and all(word.startswith("-") for word in rest):
            present.append("puzzles")
    else:
        return words
    if not quiet:
        from kaleido.cli.console import note

        note(f"kaleido: `{former}` is a former name: this is `kaleido {' '.join(present)}`")
    return [*present, *rest]


def _summary(name: str) -> str:
    """Return the first paragraph of the docstring of a command.

    It is read from the source: to import all commands would take longer than all else that the
    help needs.
    """
    source = Path(__file__).with_name(f"{_MODULES.get(name, name)}.py").read_text(encoding="utf-8")
    attribute = "list_" if name == "list" else name
    # A group has its docstring in the callback that follows it.
    begin = rf"(?:def {attribute}\(|{attribute} = )"
    found = re.search(rf'^{begin}.*?"""(.+?)(?:\n\n|""")', source, re.M | re.S)
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
    module = import_module(f"{__package__}.{_MODULES.get(name, name)}")
    found = getattr(module, "list_" if name == "list" else name)
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
    about = "\n\n".join(" ".join(each.split()) for each in _paragraphs(found.__doc__))
    single.command(name=name, cls=kind, help=about, epilog=epilog, rich_help_panel=panel)(
        _answer(found)
    )
    return cast(Any, get_command(single))


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


def describe(error: KaleidoError) -> str:
    """Return an error as one line; one that gave up says so."""
    return f"gave up: {error}" if isinstance(error, GaveUpError) else str(error)
