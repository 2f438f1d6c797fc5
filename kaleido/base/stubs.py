"""The names that a package exports, each imported when it is first used (SPEC 1)."""

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from inspect import isroutine
from typing import Any

import lazy_loader

from kaleido.base.arguments import checked_arguments
from kaleido.base.attributes import homes, meant_in, nearest_name, refuse_calls
from kaleido.base.errors import MisspeltNameError
from kaleido.base.text import either

Exports = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]


def attach_stub(package: str, file: str) -> Exports:
    """Return the ``__getattr__``, ``__dir__`` and ``__all__`` of a package, from its stub."""
    refuse_calls(package)
    find, names, exported = lazy_loader.attach_stub(package, file)

    def find_or_name(name: str) -> Any:
        if name in exported or name[:2] == "__":
            found = vars(sys.modules[package])[name] = _checked(find(name))
            return found
        if find_spec(f"{package}.{name}"):
            return import_module(f"{package}.{name}")
        ways = meant_in(package, name)
        if not ways and name[0] != "_":
            if home := homes().get(name):
                ways = [f"{home}.{name}"]
            elif owner := _owner(name, exported, find):
                ways = [f"{package}.{owner}(…).{name}()"]
        meant = f". Did you mean {either(map(repr, ways))}?" if ways else ""
        near = meant or nearest_name(name, exported)
        raise MisspeltNameError(f"{package} has no {name}{near}", name=name)

    return find_or_name, names, exported


def _owner(name: str, exported: list[str], find: Callable[[str], Any]) -> str | None:
    """Return the class with a method of that name; None if no exported one has it."""
    for each in reversed(exported):
        held = getattr(find(each), name, None) if each[0].isupper() else None
        if isroutine(held) and str(held.__module__).startswith("kaleido"):
            return each
    return None


def _checked(found: Any) -> Any:
    """Return a function with its arguments checked, as `checked_arguments` does.

    Classes, and functions that our own functions call with a user's arguments, are decorated where
    they are defined.
    """
    if not isroutine(found) or hasattr(found, "is_checked"):
        return found
    checked = checked_arguments(found)
    # Pickles look it up by its name.
    setattr(sys.modules[found.__module__], found.__name__, checked)
    return checked
