"""Sweeps: a strategy once for each value of a weight, to see what the weight changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from kaleido.errors import OptionError
from kaleido.heuristics.adjusted import adjusted
from kaleido.heuristics.makers import Maker, StrategyLike, maker_of, origin
from kaleido.text import shown


def sweep(strategy: StrategyLike, weight: str, values: Iterable[float]) -> Mapping[str, Maker]:
    """Return makers of a strategy with one weight of its score changed, by label.

    `kaleido.compare` takes them, and `kaleido.plot.sensitivity` draws its runs.

    Parameters
    ----------
    strategy : str or class
        A strategy or its name, which may be adjusted; what else can be adjusted stays as it is.
    weight : str
        The name of the weight, such as "corner" (crookedness) or "window", or of another number
        that can be adjusted (see `parameters_of`).
    values : iterable of float
        Its values.

    Raises
    ------
    OptionError
        The strategy has no such number, or a value is none within its bounds.

    Examples
    --------
    >>> list(sweep("paper", "corner", [0, 0.26]))
    ['paper corner=0', 'paper corner=0.26']
    """
    base = maker_of(strategy)
    name = strategy if isinstance(strategy, str) else base(0).name
    found: dict[str, Maker] = {}
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise OptionError(f"{weight} is {shown(value)}, expected a number")
        change = f"{weight.replace('_', '-')}={repr(float(value)).removesuffix('.0')}"
        found[f"{name} {change}"] = (
            maker_of(f"{name}+{change}")
            if isinstance(strategy, str)
            else adjusted(base, origin(base), name, [change])
        )
    return MappingProxyType(found)
