"""The strategies by name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kaleido.errors import OptionError
from kaleido.search.fork import Strategy
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.edge_matching import EdgeMatching
from kaleido.search.strategies.paper import Paper
from kaleido.search.strategies.plus import PaperPlus
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.random import Random
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.tuned import Tuned
from kaleido.text import unknown

STRATEGIES: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {
        "constrained": Constrained,
        "tuned": Tuned,
        "paper": Paper,
        "paper-plus": PaperPlus,
        "edge-matching": EdgeMatching,
        "random": Random,
    }
)
"""Functions that make a strategy from a seed, by name."""

DEFAULT = "constrained"
"""The strategy that is used unless another is asked for."""


def make_strategy(name: str = DEFAULT, seed: int = 0) -> Strategy:
    """Return a new strategy with that name.

    Raises
    ------
    OptionError
        There is no such strategy.

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
    "EdgeMatching",
    "Paper",
    "PaperPlus",
    "Policy",
    "Random",
    "Rules",
    "Tuned",
    "make_strategy",
]
