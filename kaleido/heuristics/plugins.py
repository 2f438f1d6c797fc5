"""Strategies by name: those of Kaleido, those of other packages, and those in a module."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kaleido.errors import OptionError
from kaleido.heuristics.registry import STRATEGIES
from kaleido.search.fork import Strategy
from kaleido.text import either, quote, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "kaleido.strategies"
"""The group of entry points under which other packages register their strategies."""


def named_strategy(name: str) -> Any:
    """Return what a name stands for: a strategy, or what makes one.

    Parameters
    ----------
    name : str
        The name of a strategy of Kaleido, or of one that another package registers as an entry
        point of the group ``kaleido.strategies``; or ``module:name``, where the module is looked
        for in the working directory, too; or ``file.py:name``; or a file of weights, ``….json``,
        that ``kaleido tune`` has written; or that of a strategy of the paper with rules switched,
        ``paper+tallied``.

    Raises
    ------
    OptionError
        There is no such strategy, or its module cannot be imported.
    """
    if name.lower() in STRATEGIES:
        return STRATEGIES[name.lower()]
    if name.endswith(".json"):
        return learned_strategy(Path(name))
    if "+" in name and ":" not in name:
        from kaleido.heuristics.plus import named_paper

        switched = named_paper(name)
        if switched is not None:
            return switched
    if ":" in name:
        module, _, attribute = name.rpartition(":")
        if not module or not attribute:
            raise OptionError(f"strategy {quote(name, 80)} lacks a name, expected module:name")
        return _attribute(_module(module, name), attribute, name)
    registered = {point.name: point for point in _registered()}
    if name not in registered:
        known = [*STRATEGIES, *registered, "module:name"]
        raise OptionError(unknown("strategy", name, known))
    try:
        return registered[name].load()
    except Exception as problem:
        raise _import_error(registered[name].value, name, problem) from problem


def learned_strategy(path: Path) -> Callable[[int], Strategy]:
    """Return what makes the strategy whose weights ``kaleido tune`` has written to a file.

    Raises
    ------
    OptionError
        The file cannot be read or holds no weights.
    """
    from kaleido.heuristics.plus import PaperPlus
    from kaleido.search.strategies.policy import Policy
    from kaleido.search.strategies.tuned import Tuned

    base, policy = Policy.learned(path)
    if base == PaperPlus.usual[0]:
        return partial(PaperPlus, weights=policy.weights)
    return partial(Tuned, policy=policy)


def _registered() -> Iterable[EntryPoint]:
    from importlib.metadata import entry_points  # it reads the folders of all packages

    return [point for point in entry_points(group=GROUP) if point.name not in STRATEGIES]


def _module(module: str, name: str) -> Any:
    """Import a module, given by its name or its file."""
    try:
        if module.endswith(".py"):
            return _from_file(Path(module))
        # Python puts this directory on the path, but the command `kaleido` does not.
        here = str(Path.cwd())
        if here not in sys.path and "" not in sys.path:
            sys.path.insert(0, here)
        return importlib.import_module(module)
    except Exception as problem:
        raise _import_error(module, name, problem) from problem


def _from_file(path: Path) -> Any:
    # Under its full path, because the file may be called as a module that is there already.
    key = str(path.resolve())
    if key not in sys.modules:
        spec = importlib.util.spec_from_file_location(key, path)
        assert spec is not None  # of every .py file
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules[key] = module
    return sys.modules[key]


def _attribute(module: Any, attribute: str, name: str) -> Any:
    found = module
    for part in attribute.split("."):
        if not hasattr(found, part):
            close = get_close_matches(part, dir(found))
            raise OptionError(
                f"strategy {quote(name, 80)}: {found.__name__} has nothing called {quote(part)}"
                + (f"; did you mean {either(close)}?" if close else "")
            )
        found = getattr(found, part)
    return found


def _import_error(module: str, name: str, problem: Exception) -> OptionError:
    what = type(problem).__name__
    return OptionError(f"strategy {quote(name, 80)}: cannot import {module}: {what}: {problem}")
