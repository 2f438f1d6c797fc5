"""The names that a package exports, each imported when it is first used (SPEC 1)."""

import sys
from collections.abc import Callable
from inspect import isroutine
from typing import Any

import lazy_loader

from kaleido.base.arguments import checked_arguments
from kaleido.base.attributes import nearest_name, refuse_calls
from kaleido.base.errors import MisspeltNameError

Exports = tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]


def attach_stub(package: str, file: str) -> Exports:
    """Return the ``__getattr__``, ``__dir__`` and ``__all__`` of a package, as its stub lists them.

    Examples
    --------
    >>> import kaleido
    >>> kaleido.plot.edge_curv
    Traceback (most recent call last):
    ...
    kaleido.base.errors.MisspeltNameError: kaleido.plot has no edge_curv. Did you mean 'edge_curve'?
    """
    refuse_calls(package)
    find, names, exported = lazy_loader.attach_stub(package, file)

    def find_or_name(name: str) -> Any:
        if name in exported or name[:2] == "__":
            found = vars(sys.modules[package])[name] = _checked(find(name))
            return found
        raise MisspeltNameError(f"{package} has no {name}{nearest_name(name, exported)}", name=name)

    return find_or_name, names, exported


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
