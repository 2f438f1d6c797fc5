"""How commands declare their arguments and options, read their values and complete names."""

import re
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import typer

from kaleido.base.bounds import MEMORY, Bounds
from kaleido.base.errors import OptionError
from kaleido.base.text import quote


def argument(metavar: str, about: str, **given: Any) -> Any:
    """Return an argument of a command."""
    return typer.Argument(metavar=metavar, help=about, show_default=False, **given)


def option(names: str, about: str, **given: Any) -> Any:
    """Return an option of a command; its names and its value are as in "--output -o FILE".

    A value such as "none|letters|hatches" says of which words it is one, and completes them.
    """
    words = names.split(" ")
    flags = [word for word in words if word.startswith("-")]
    metavar = " ".join(words[len(flags) :]) or None
    if metavar and "|" in metavar:
        given = {"autocompletion": names_of(metavar.split("|")), **given}
    return typer.Option(*flags, metavar=metavar, help=about, **given)


def names_of(*sources: str | list[str]) -> Callable[[str], list[str]]:
    """Return what completes a word with names: lists of them, or such as "library:set_names"."""

    def complete(incomplete: str) -> list[str]:
        found = [resolve_name(f"kaleido.{each}") if isinstance(each, str) else each
                 for each in sources]  # fmt: skip
        names = chain.from_iterable(each() if callable(each) else each for each in found)
        return [name for name in names if name.startswith(incomplete)]

    return complete


NAMES = names_of("library.data:names")
STRATEGIES = names_of("heuristics.registry:STRATEGIES")
SETS = names_of("library:set_names", "library.generated_sets:lattice_set_names")


# Kaleido's own parsers, because the messages of typer do not quote what was typed.
def within(bounds: Bounds) -> Callable[[str], Any]:
    """Return a function that reads a number within bounds."""

    def read(text: str) -> Any:
        try:
            return bounds.read(text)
        except OptionError as problem:
            raise typer.BadParameter(str(problem)) from None

    return read


def memory(text: str) -> int:
    """Read an amount of memory in bytes: 4GB or 500 MB, in GB if no unit is given."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*(GB?|MB?|)\s*", text, re.IGNORECASE)
    if not found or not float(found[1]):
        raise typer.BadParameter(f"{quote(text)} is no amount of memory, such as 4GB or 500MB")
    size = float(found[1]) * (10**6 if found[2].upper().startswith("M") else 10**9)
    if not MEMORY.least <= size <= MEMORY.most:
        most = f"{MEMORY.most / 10**9:,.0f}GB"
        raise typer.BadParameter(f"{quote(text)} is not between a byte of memory and {most}")
    return int(size)


def exclude(*options: str, given: bool = True) -> None:
    """Refuse two options that exclude each other if both are given."""
    if given:
        raise typer.BadParameter(f"{options[0]} and {options[1]} exclude each other")


def check_output(output: Path | None, *, resume: bool, force: bool) -> None:
    """Refuse --resume and --force together, and without a file."""
    if output is None and (resume or force):
        raise typer.BadParameter("--resume and --force need --output FILE")
    exclude("--resume", "--force", given=resume and force)
