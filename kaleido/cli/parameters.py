"""How commands declare their arguments and options, read their values and complete names.

A command is a function. Each of its parameters is annotated with its type and an `argument` or an
`option`, of which `params_of` makes the parameters of Click. Options of several commands may be the
fields of a `TypedDict`, which these take as keyword arguments.
"""

import re
from collections.abc import Callable, Iterable
from inspect import Parameter, signature
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import click

from kaleido.base.bounds import MEMORY, Bounds
from kaleido.base.errors import OptionError
from kaleido.base.text import quote

Completer = Callable[[click.Context, click.Parameter, str], list[str]]
Declared = Callable[[str, Any, Any], click.Parameter]
"""A function that makes a parameter of its name, its type and its default value."""


class CommandArgument(click.Argument):
    """An argument with a help text, which Click has from 8.5 on."""

    panel = "Arguments"

    def __init__(self, name: str, title: str, about: str, **given: Any) -> None:
        optional = not given.get("required") and not title.startswith("[")
        super().__init__([name], metavar=f"[{title}]" if optional else title, **given)
        self.title, self.help = title, about

    def get_help_record(self, _: click.Context) -> tuple[str, str]:
        """Return the name and the help text."""
        return self.title, f"{self.help}{'  [required]' if self.required else ''}"


class CommandOption(click.Option):
    """An option that the help shows in a panel.

    ``{library:set_names}`` in its text becomes these names, loaded when the help is shown.
    """

    def __init__(self, *args: Any, panel: str = "Options", **given: Any) -> None:
        super().__init__(*args, **given)
        self.panel = panel

    def _named(self) -> str:
        """Return the help text with the names in it."""
        return re.sub(r"\{(\S+)\}", lambda found: ", ".join(_names(found[1])), self._about or "")

    def _keep(self, about: str | None) -> None:
        self._about = about

    help = property(_named, _keep)


def argument(
    title: str,
    about: str,
    *,
    parser: Callable[[str], Any] | None = None,
    complete: Completer | None = None,
) -> Declared:
    """Return the declaration of an argument of a command."""

    def make(name: str, kind: Any, default: Any) -> click.Parameter:
        given = _values(kind, default, parser) | {"shell_complete": complete}
        if given.pop("multiple"):
            given["nargs"] = -1
        return CommandArgument(name, title, about, **given)

    return make


def option(
    names: str,
    about: str,
    *,
    parser: Callable[[str], Any] | None = None,
    complete: Completer | None = None,
    show_default: bool | str = True,
    panel: str = "Options",
) -> Declared:
    """Return the declaration of an option; its names and its value are as in "--output -o FILE".

    A value such as "none|letters|hatches" lists the words that it may be, and completes them.
    """
    words = names.split(" ")
    flags = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(flags) :]) or None
    if complete is None and metavar and "|" in metavar:
        complete = names_of(metavar.split("|"))

    def make(name: str, kind: Any, default: Any) -> click.Parameter:
        given = _values(kind, default, parser) | {"shell_complete": complete, "panel": panel}
        if metavar == "DIR":
            given["type"] = _folder
        given |= {"metavar": metavar, "help": about, "show_default": show_default}
        return CommandOption([*flags, name], **given)

    return make


def _folder(text: str) -> Path:
    """Return the path of a folder, which is not called like a file."""
    if not text.strip() or re.search(r"\.(csv|db|html|jsonl?|pdf|png|svg|txt|zip)$", text):
        raise click.BadParameter(f"{quote(text)} names no folder, such as boards")
    return Path(text)


def _values(kind: Any, default: Any, parser: Callable[[str], Any] | None) -> dict[str, Any]:
    """Return how Click reads the values of a type: bool, Path or str, several of it, or None."""
    if NoneType in get_args(kind):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    several = get_origin(kind) is list
    given: dict[str, Any] = {"multiple": several}
    if several:
        (kind,) = get_args(kind)
        given["callback"] = _listed
    if kind is bool:
        given["is_flag"] = True
    else:
        given["type"] = parser or (click.Path(path_type=Path) if kind is Path else str)
    if default is Parameter.empty:
        return given | {"required": True}
    return given | {"required": False, "default": default}


def _listed(_: click.Context, __: click.Parameter, values: Iterable[Any] | None) -> Any:
    """Return several values as a list; None if there are none."""
    return list(values or ()) or None


def params_of(command: Callable[..., Any]) -> list[click.Parameter]:
    """Return the arguments and options that a function declares."""
    declared: dict[str, tuple[Any, Any]] = {}
    for each in signature(command, eval_str=True).parameters.values():
        if each.kind is Parameter.VAR_KEYWORD:
            (options,) = get_args(each.annotation)
            hints = get_type_hints(options, include_extras=True)
            declared |= {name: (kind, None) for name, kind in hints.items()}
        else:
            declared[each.name] = each.annotation, each.default
    return [
        make(name, kind, default)
        for name, (annotation, default) in declared.items()
        if get_origin(annotation) is Annotated
        for kind, make in [get_args(annotation)]
    ]


def names_of(*sources: str | list[str]) -> Completer:
    """Return a function that completes a word from lists, or names such as "library:set_names"."""

    def complete(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
        names = chain.from_iterable(map(_names, sources))
        return [name for name in names if name.startswith(incomplete)]

    return complete


def _names(source: str | list[str]) -> Iterable[str]:
    found = resolve_name(f"kaleido.{source}") if isinstance(source, str) else source
    return found() if callable(found) else found


NAMES = names_of("library.data:names")
STRATEGIES = names_of("heuristics.registry:STRATEGIES")
SETS = names_of("library:set_names", "library.generated_sets:lattice_set_names")


# Kaleido's own parsers, because the messages of Click do not quote the value.
def within(bounds: Bounds) -> Callable[[str], Any]:
    """Return a function that reads a number within bounds."""
    return reading(bounds.read)


def reading(read_text: Callable[[str], Any]) -> Callable[[str], Any]:
    """Return a function that reads a text, whose errors name the option."""

    def read(text: str) -> Any:
        try:
            return read_text(text)
        except OptionError as problem:
            raise click.BadParameter(str(problem)) from None

    return read


def memory(text: str) -> int:
    """Read an amount of memory in bytes: 4GB or 500 MB, in GB if no unit is given."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(GB?|MB?|)\s*", text, re.IGNORECASE)
    if not found or not float(found[1]):
        raise click.BadParameter(f"{quote(text)} is no amount of memory, such as 4GB or 500MB")
    size = float(found[1]) * (10**6 if found[2].upper().startswith("M") else 10**9)
    if not MEMORY.least <= size <= MEMORY.most:
        most = f"{MEMORY.most / 10**9:,.0f}GB"
        raise click.BadParameter(f"{quote(text)} is not between 1MB and {most}")
    return int(size)


def exclude(*options: str, given: bool = True) -> None:
    """Refuse two options that exclude each other if both are given."""
    if given:
        raise click.BadParameter(f"{options[0]} and {options[1]} exclude each other")


def check_output(output: Path | None, *, resume: bool, force: bool) -> None:
    """Refuse --resume and --force together, and without a file."""
    if output is None and (resume or force):
        raise click.BadParameter("--resume and --force need --output FILE")
    exclude("--resume", "--force", given=resume and force)
