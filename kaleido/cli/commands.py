"""The commands by name, each loaded when it is asked for, so that all start fast; their help."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache, wraps
from importlib import import_module
from inspect import signature
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import click

from kaleido.base.arguments import option_values
from kaleido.base.elsewhere import meant_by
from kaleido.base.errors import GaveUpError, KaleidoError, NoSolutionError
from kaleido.base.files import find_path, is_file_name
from kaleido.base.text import both, either, quote, similar
from kaleido.cli.parameters import params_of
from kaleido.library.data import SHOWN, named_path, names, titled

ANYWHERE = ("--no-unicode", "--no-color")
"""Options that go before or after a command."""

LEAST_WIDTH = 60
"""In columns. In fewer, the names of options would be cut off; the terminal breaks the lines."""


class _Helpful(click.Command):
    """A command or a group whose help is in panels, and which refuses what Click would mistake."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Refuse options that are given twice, or as in ``-seed``, which would be ``-s eed``."""
        if not ctx.resilient_parsing:
            flags = [flag for option in self.get_params(ctx) for flag in option.opts]
            for word in args:
                flag = word.partition("=")[0]
                if word == "--" or not (ctx.allow_interspersed_args or word.startswith("-")):
                    break  # the words of a command follow, or names that begin with a hyphen
                if len(flag) > 2 and flag not in flags and f"-{flag}" in flags:
                    raise click.NoSuchOption(flag, ctx=ctx)
                if word[:1] == "-" and len(flag) == 2 < len(word) and word[2] == "=":
                    ctx.fail(f"{quote(word)}: did you mean {flag} {word[3:]}?")
            try:
                order = self.make_parser(ctx).parse_args([*args])[2]
            except click.UsageError as problem:
                problem.ctx = problem.ctx or ctx
                raise
            for option in order:
                once = not (option.multiple or getattr(option, "is_flag", True))
                if once and order.count(option) > 1:
                    every = chain.from_iterable(GROUPS.values())
                    alike = ((name, each) for name in every for each in _load(name).params)
                    other = [
                        name for name, own in alike if own.multiple and own.opts == option.opts
                    ]
                    several = f"; {both(other)} take several" if other else ""
                    ctx.fail(f"{option.opts[0]} is given twice, and takes one value{several}")
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, _: click.HelpFormatter) -> None:
        """Print the help."""
        from rich.padding import Padding
        from rich.panel import Panel
        from rich.table import Table
        from rich.text import Text

        from kaleido.base.consoles import make_console

        console = make_console(sys.stdout)
        console.width = max(console.width, LEAST_WIDTH)
        usage = Text("Usage: ", "yellow")
        usage.append(" ".join([ctx.command_path, *self.collect_usage_pieces(ctx)]), "bold default")
        for paragraph in (usage, *map(Text, _paragraphs(self.help))):
            console.print(Padding(paragraph, (1, 1, 0, 1)))
        console.print()
        panels: dict[str, Table] = {}
        for panel, name, text in (*self._parameters(ctx), *self.listed(ctx)):
            if panel not in panels:
                panels[panel] = Table.grid(padding=(0, 2))
                panels[panel].add_column(style="bold cyan", no_wrap=True)
                panels[panel].add_column()
            panels[panel].add_row(name, text)
        for panel, table in panels.items():
            console.print(Panel(table, title=Text(panel), title_align="left", border_style="dim"))
        # Examples are not broken, so that they can be copied.
        for example in _paragraphs(self.epilog):
            console.print(f"\n {example}", soft_wrap=True)

    def _parameters(self, ctx: click.Context) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the help of each argument, and then of each option."""
        for kind in (click.Argument, click.Option):
            for parameter in self.get_params(ctx):
                record = parameter.get_help_record(ctx)
                if record and isinstance(parameter, kind):
                    # The option --help is Click's own.
                    yield getattr(parameter, "panel", "Options"), *record

    def listed(self, _: click.Context) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command of a group."""
        yield from ()

    def refuse_value(self, ctx: click.Context, word: str, but: str = "") -> None:
        """Fail if an option but one completes to a word, or has values that look like it."""
        values = option_values(word)
        for option in self.params:
            if value := values.get(str(option.name)):
                ctx.fail(f"did you mean --{option.name} {value}?")
            if option.name == "position":
                from kaleido.cli.source import holds_position  # it takes long to load

                if holds_position(word):
                    ctx.fail(f"{quote(word)} goes with an option: --position {word}")
            if isinstance(option, click.Option) and option.name != but:
                look = _LOOKS.get(str(option.name))
                for meant in (word, *meant_by(word.lower(), "value")):
                    items = option.shell_complete(ctx, meant)
                    # Other items say that the shell completes paths.
                    names = (each.value for each in items if each.type == "plain")
                    if re.fullmatch(look, meant) if look else meant in names:
                        ctx.fail(f"{quote(word)} goes with an option: {option.opts[0]} {meant}")


def _paragraphs(text: str | None) -> list[str]:
    return text.split("\n\n") if text else []


class HelpfulCommand(_Helpful):
    """A command whose help is in panels, and whose errors name the option that was meant."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command; of one too many, say with which option it goes."""
        ctx.allow_extra_args = True
        given_words = [*args]
        try:
            rest = super().parse_args(ctx, args)
        except click.MissingParameter as missing:
            *before, last = given_words or [""]
            if before and missing.param and re.fullmatch(r".+\.(gif|mp4|pdf|png|svg|webp)", last):
                ctx.fail(f"{quote(last)} goes with an option: {missing.param.opts[0]} {last}")
            extra = self.make_parser(ctx).parse_args([*given_words])[1]
            if extra and not self._arguments():
                self.refuse_value(ctx, extra[0])
                is_free = not (named_path(extra[0]) or "difficulty" in option_values(extra[0]))
                if is_free and missing.param and missing.param.metavar == "DIR":
                    ctx.fail(f"{quote(extra[0])} goes with an option: -o {extra[0]}")
                self._refuse_rest(ctx, extra)
            raise
        if ctx.resilient_parsing:
            return rest
        if rest and self._takes_rows(ctx, rest):
            return []
        self._refuse_values(ctx, rest, given_words)
        if rest:
            self._refuse_rest(ctx, rest)
        return rest

    def _takes_rows(self, ctx: click.Context, rest: list[str]) -> bool:
        """Take the one argument and the rest as rows of a pattern, if they look like that."""
        arguments = self._arguments()
        if len(arguments) != 1:
            return False
        name = str(arguments[0].name)
        words = [str(ctx.params[name]), *rest]
        if rows := _rows(words):
            ctx.params[name] = rows
            return True
        flags = self._flags()
        for before, word in pairwise(words):
            if not getattr(flags.get(f"--{before}"), "is_flag", True):
                ctx.fail(f"did you mean --{before} {word}?")
        if (whole := "-".join(words).lower()) in names():
            ctx.fail(f"did you mean {whole}?")
        return False

    def _refuse_values(self, ctx: click.Context, rest: list[str], given_words: list[str]) -> None:
        """Fail if one of the rest, or of several arguments, is the value of an option."""
        given, flags = self._given(ctx), self._flags()
        if rest and "--pieces" in flags and any(map(str.isdigit, map(str, (*given, *rest)))):
            from kaleido.library.patterns import members

            for word in filter(members, map(str, (*given, *rest))):
                ctx.fail(f"{quote(word)} is a group of boards: `kaleido list {word}` shows them")
        lists = [word for words in given if isinstance(words, list) for word in words]
        # Of several puzzles, one may be meant for an option, too.
        doubtful = [*rest, *map(str, given)] if rest else lists
        after = {word: given_words[at : at + 2] for at, word in enumerate(given_words[2:])}
        for word in doubtful:
            flag, value = after.get(word, ("", ""))
            option, is_extra = flags.get(flag), word in rest
            # After a value of an option that may be repeated, it is another rather than a board.
            is_value = is_extra or getattr(option, "multiple", False)
            if is_value or not _is_board(word, several=word in lists):
                self.refuse_value(ctx, word, "pieces" if word in names() else "")
            if is_extra and option and not getattr(option, "is_flag", True):
                # A cell has a number: it follows the piece.
                piece, cell = (word, value) if value[-1:].isdigit() else (value, word)
                joined = f"{piece}@{cell}" if option.name == "place" else f'"{value} {word}"'
                ctx.fail(f"{flag} takes one word: {flag} {joined}")

    def _refuse_rest(self, ctx: click.Context, rest: list[str]) -> None:
        """Fail, and say for what the first word may be meant that no argument takes."""
        whole, word = " ".join(map(str, (*self._given(ctx), *rest))), rest[0]
        if find_path(whole):
            ctx.fail(f'a name with blanks goes in quotes: "{whole}"')
        if near := titled(whole, names()):
            ctx.fail(f"{quote(whole)}: did you mean {either(near[:SHOWN])}?")
        flags = [*self._flags(), "--help"]
        is_file = "--output" in flags and re.fullmatch(r".+\.\w+", word)
        if is_file or f"--{word}" in flags:
            ctx.fail(f"did you mean --{f'output {word}' if is_file else word}?")
        one = ": one board at a time" if word in names() else ""
        if one and ctx.info_name in ("count", "rate", "solve"):
            one = f": several boards go with `kaleido batch {ctx.info_name}`"
        if not self._arguments():
            one = f": `kaleido {ctx.info_name}` takes options alone"
        ctx.fail(f"{quote(word)} is one argument too many{one}")

    def _arguments(self) -> list[click.Argument]:
        return [each for each in self.params if isinstance(each, click.Argument)]

    def _flags(self) -> dict[str, click.Parameter]:
        return {flag: option for option in self.params for flag in option.opts}

    def _given(self, ctx: click.Context) -> list[Any]:
        return [ctx.params[str(each.name)] for each in self._arguments()]


def _is_board(word: str, *, several: bool) -> bool:
    """Return whether a word is a file, or the name of a board or, for several, of a group."""
    from kaleido.library.patterns import members
    from kaleido.library.ruled_names import is_ruled

    return bool(named_path(word) or is_ruled(word) or (several and members(word)))


def _rows(words: list[str]) -> str:
    """Return the rows of a pattern whose rows or cells are words of their own; "" for others."""
    from kaleido.model.pattern import COLS, ROWS  # it takes long to load

    lengths = set(map(len, words))
    text = ("" if lengths == {1} else "/").join(words)
    is_square = len(words) in (ROWS, ROWS * COLS) and len(lengths) == 1
    return text if is_square or re.fullmatch(r"[xryb1-4?/]+", text, re.IGNORECASE) else ""


_LOOKS = {
    "number": r"\d+",
    "use": r"\w+(,\w+)+",
    "date": r"\d{4}-\d\d-\d\d|(?i:jan|feb|mar|apr|may|ju[nl]|aug|sep|oct|nov|dec)\w*",
    "place": r"[^@]+@[A-Z]+\d.*",
    "output": r".+\.(gif|mp4|pdf|svg)",
}
"""Regular expressions for the values of options that complete to no names."""


class HelpfulGroup(_Helpful, click.Group):
    """A command that has further commands; it runs itself if none is given."""

    def listed(self, ctx: click.Context) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command."""
        for name in self.list_commands(ctx):
            each = self.get_command(ctx, name)
            assert each is not None
            yield "Commands", name, _paragraphs(each.help)[0]

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command; of another word, say with which option it goes."""
        if not ctx.resilient_parsing and args[0] not in self.list_commands(ctx):
            self.refuse_value(ctx, args[0])
        return super().resolve_command(ctx, args)


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
        "kaleido position car --place W@A4 --place l@A1",
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

_OWN = {"suite": ("leaderboard", "make", "aslib")}
"""The commands that have further commands, in the same module."""


class Commands(HelpfulGroup):
    """The command ``kaleido``: a group whose commands are loaded one by one."""

    def list_commands(self, _: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help."""
        return [name for names in GROUPS.values() for name in names]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return a command by its name, which loads its module."""
        return _load(name) if name in self.list_commands(ctx) else None

    def listed(self, _: click.Context) -> Iterator[tuple[str, str, str]]:
        """Yield the panel, the name and the first paragraph of each command, none loaded."""
        return ((panel, name, _summary(name)) for panel, names in GROUPS.items() for name in names)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command; the words after ``help`` are completed as a command."""
        if ctx.resilient_parsing and args[0] == "help":
            return "help", self, args[1:]
        names = self.list_commands(ctx)
        name = args[0] = args[0].lower() if args[0].lower() in names else args[0]
        if not (ctx.resilient_parsing or name in names or name.startswith("-")):
            from kaleido.model.pattern import COLS, ROWS  # it takes long to load

            options = [flag for option in self.params for flag in option.opts]
            # In words of the help: `kaleido verify` is `kaleido check`.
            word = re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE)
            meant = (
                [flag for flag in options if flag == f"--{name}"]
                or meant_by(name.lower(), "command")
                or _about_names(name)
                or similar(name, names, SHOWN)
                or [each for _, each, summary in self.listed(ctx) if word.search(summary)][:SHOWN]
            )
            hint = f" Did you mean {either(map(quote, meant))}?" if meant else ""
            if named_path(name) or is_file_name(name) or len(_rows([name])) == ROWS * COLS:
                hint = f" A puzzle goes with one: `kaleido solve {name}`"
            ctx.fail(f"No such command {quote(name)}.{hint}")
        return super().resolve_command(ctx, args)


def _about_names(name: str) -> list[str]:
    """Return the commands that show a group of boards, or a set of pieces, of some name."""
    from kaleido.cli.listing import groups  # it takes long to load
    from kaleido.library.piece_sets import set_names

    shown = {"list": name in groups(), "pieces": name in set_names()}
    return [f"{command} {name}" for command in filter(shown.get, shown)]


def _summary(name: str) -> str:
    """Return the first paragraph of the docstring of a command.

    It is read from the source: to import all commands would take longer than all else that the
    help needs.
    """
    source = Path(__file__).with_name(f"{_MODULES.get(name, name)}.py").read_text(encoding="utf-8")
    attribute = "list_" if name == "list" else name
    _, _, about = source.partition(f"\ndef {attribute}(")[2].partition('"""')
    return " ".join(_paragraphs(about.partition('"""')[0])[0].split())


@cache
def _load(name: str) -> click.Command:
    """Return the command with that name."""
    module = import_module(f"{__package__}.{_MODULES.get(name, name)}")
    examples = EXAMPLES[name]
    epilog = "\n\n".join([f"Example{'s'[: len(examples) - 1]}:", *examples])
    own = [_make(each, getattr(module, each)) for each in _OWN.get(name, ())]
    return _make(name, getattr(module, "list_" if name == "list" else name), own, epilog=epilog)


def _make(
    name: str, function: Callable[..., None], own: Sequence[click.Command] = (), **given: Any
) -> click.Command:
    """Return the command for a function, a group if it has further commands."""
    run, params = _answer(function), params_of(function)
    if "position" in signature(function).parameters:
        from kaleido.cli.puzzle import about_puzzle

        run, params = about_puzzle(run, params)
    about = "\n\n".join(" ".join(each.split()) for each in _paragraphs(function.__doc__))
    given |= {"params": params, "help": about}
    if own:
        return HelpfulGroup(name, own, callback=run, invoke_without_command=True, **given)
    return HelpfulCommand(name, callback=run, **given)


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
            raise click.exceptions.Exit(error.exit_code) from None

    return run


def describe(error: KaleidoError) -> str:
    """Return an error as one line; one that gave up says so."""
    return f"gave up: {error}" if isinstance(error, GaveUpError) else str(error)
