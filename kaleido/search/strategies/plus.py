"""The method of Singh's paper with our additions: forced moves, propagation, a fallback."""

from kaleido.search.score import Weights
from kaleido.search.strategies.paper import Paper
from kaleido.search.strategies.rules import Rules

PLUS_RULES = Rules(
    first="trivial",
    islands="anew",
    progressions="tallied",
    windows="density",
    shortlist="none",
)
"""The rules of the paper's text, but for those that make the search longer."""

PLUS_WEIGHTS = Weights(split=-2.0)
"""The paper's weights, and two edges less for each additional island that a move leaves."""


class PaperPlus(Paper):
    """Choose moves as Singh's paper does, with what we add to it.

    Parameters
    ----------
    seed : int
        Shuffles moves with equal scores, whatever it is.
    weights : Weights, optional
        The weights of the score; by default the paper's and one for splits.
    rules : Rules, optional
        How the method is read; by default as in ``PLUS_RULES``.
    forced, propagation, fallback : bool, optional
        Our additions, as in `Paper`; each can be switched off alone.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> solve(named_pattern("car"), PaperPlus(forced=False)).backtracks
    0
    """

    name = "paper-plus"

    def __init__(
        self,
        seed: int = 0,
        weights: Weights | None = None,
        rules: Rules | None = None,
        *,
        forced: bool = True,
        propagation: bool = True,
        fallback: bool = True,
    ) -> None:
        super().__init__(
            seed,
            weights or PLUS_WEIGHTS,
            rules or PLUS_RULES,
            forced=forced,
            propagation=propagation,
            fallback=fallback,
        )

    @property
    def shuffles(self) -> bool:
        """Whether moves with equal scores are shuffled."""
        return True
