"""The strategies by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kaleido.errors import OptionError
from kaleido.search.fork import Strategy
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.paper import Paper
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.random import Random
from kaleido.search.strategies.tuned import Tuned
from kaleido.text import unknown

STRATEGIES: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {"constrained": Constrained, "tuned": Tuned, "paper": Paper, "random": Random}
)
"""By name, what makes a strategy from a seed."""

DEFAULT = "constrained"
"""The strategy that is used unless another is asked for; see the tables in the docs."""


def make_strategy(name: str = DEFAULT, seed: int = 0) -> Strategy:
    """Make the strategy of that name.

    Raises
    ------
    OptionError
        There is none.

    Examples
    --------
    >>> make_strategy("paper").width
    3
    """
    try:
        return STRATEGIES[name](seed)
    except KeyError:
        raise OptionError(unknown("strategy", name, STRATEGIES)) from None


__all__ = [
    "DEFAULT",
    "STRATEGIES",
    "Constrained",
    "Paper",
    "Policy",
    "Random",
    "Tuned",
    "make_strategy",
]
