"""Sweeps: a strategy once for each value of a weight, to see what the weight changes."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from functools import partial
from types import MappingProxyType
from typing import Any

from kaleido.errors import OptionError
from kaleido.heuristics.makers import named_strategy
from kaleido.search.fork import Strategy
from kaleido.search.score import Weights
from kaleido.text import quote, shown, unknown


def sweep(
    strategy: str | Callable[..., Strategy], weight: str, values: Iterable[float]
) -> Mapping[str, Callable[[int], Strategy]]:
    """Return makers of a strategy with one weight of its score changed, by label.

    `kaleido.compare` takes them, and `kaleido.plot.sensitivity` draws its runs.

    Parameters
    ----------
    strategy : str or class
        A strategy whose score has `kaleido.search.Weights`, or its name; the other weights are the
        paper's.
    weight : str
        The name of the weight, such as "corner" (crookedness) or "window".
    values : iterable of float
        Its values.

    Raises
    ------
    OptionError
        There is no such weight, the strategy has none, or a value is no number.

    Examples
    --------
    >>> list(sweep("paper", "corner", [0, 0.26]))
    ['paper corner=0', 'paper corner=0.26']
    """
    made: Any = named_strategy(strategy) if isinstance(strategy, str) else strategy
    name = strategy if isinstance(strategy, str) else getattr(made, "__name__", str(made))
    known = [each.name for each in fields(Weights) if each.name != "pieces"]
    if weight not in known:
        raise OptionError(unknown("weight", weight, known))
    if not callable(made) or "weights" not in inspect.signature(made).parameters:
        raise OptionError(f"strategy {quote(name)} takes no weights, expected one such as 'paper'")
    found: dict[str, Callable[[int], Strategy]] = {}
    for value in values:
        if not isinstance(value, int | float):
            raise OptionError(f"{weight} is {shown(value)}, expected a number")
        changed: dict[str, Any] = {weight: float(value)}
        found[f"{name} {weight}={value:g}"] = partial(made, weights=Weights(**changed))
    return MappingProxyType(found)
