"""The strategies whose weights can be fitted."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kaleido.heuristics.plus import PaperPlus
from kaleido.search.fork import Strategy
from kaleido.search.score import Weights
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.strategies.policy import Policy
from kaleido.search.strategies.tuned import Tuned


@dataclass(frozen=True)
class Base:
    """A strategy whose weights can be fitted.

    Attributes
    ----------
    before : callable
        Makes, from a seed, the strategy to compare with.
    make : callable
        Makes the strategy from a seed and a policy.
    start : Policy
        The policy to start from.
    learns : bool
        Whether training data are used before the direct search.
    groups : tuple of tuple of str
        Names of fields of the policy or of its weights; the direct search multiplies each group
        by a factor of its own.
    """

    before: Callable[[int], Strategy]
    make: Callable[[int, Policy], Strategy]
    start: Policy
    learns: bool
    groups: tuple[tuple[str, ...], ...]


BASES: Mapping[str, Base] = {
    "tuned": Base(
        Constrained,
        Tuned,
        Policy(Weights(window=0.0, split=0.0), sharpness=0.5),
        True,
        (
            ("pieces",),
            ("scarce_cells",),
            ("singles", "pairs"),
            ("sharpness",),
            ("breadth",),
        ),
    ),
    "paper-plus": Base(
        PaperPlus,
        lambda seed, policy: PaperPlus(seed, policy.weights),
        Policy(Weights()),
        False,
        (("window",), ("corner",), ("block",), ("span",)),
    ),
}
