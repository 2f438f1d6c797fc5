"""Strategies whose score is a weighted sum of numbers that a candidate knows."""

import math
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Literal

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import shown, unknown
from kaleido.model.piece_set import PieceSet
from kaleido.search.problem import Problem
from kaleido.search.score import Matching, Weights, matching_of
from kaleido.search.strategies.constrained import NOISE, Constrained, noise_like
from kaleido.search.strategies.restarts import NO_MEMORY, Noise, check_noise

Where = Literal["scarcest", "reading", "everywhere"]
"""Where a heuristic looks for the next move."""

FEATURES = ("matched", "unmatched", "border", "size", "crookedness", "span")
"""The attributes of a candidate that a weighted sum may have; see `Candidate`."""


@checked_arguments
class Linear(Constrained):
    """The search of `constrained` with a weighted sum as its score, in the core where it is there.

    Parameters
    ----------
    weights : mapping of str to float
        The weight of each attribute of a candidate, by its name: one or more of `FEATURES`.
    seed : int, optional
        Seeds the random numbers.
    restarts, memory, noise : optional
        As in `ScoredStrategy`.
    name : str, optional
        The name of the strategy; by default the sum.

    Raises
    ------
    OptionError
        An attribute is not one of `FEATURES`, or its weight is no finite number.

    Examples
    --------
    >>> import kaleido
    >>> tightest = kaleido.heuristic({"matched": 1, "unmatched": -0.5})
    >>> kaleido.solve("car", tightest)
    <Answer: Car, strategy matched − 0.5 unmatched: solved, 19 moves tried, 1 backtrack>
    """

    def __init__(
        self,
        weights: Mapping[str, float],
        seed: int = 0,
        *,
        restarts: bool = True,
        memory: bool = True,
        noise: float | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(seed, run_nodes="usual" if restarts else None)
        if not isinstance(weights, Mapping) or not weights:
            expected = "expected numbers by attribute"
            raise OptionError(f"the weights of a score are {shown(weights)}, {expected}")
        for feature, weight in weights.items():
            if feature not in FEATURES:
                raise OptionError(unknown("attribute in a weighted sum", str(feature), FEATURES))
            is_number = isinstance(weight, int | float) and not isinstance(weight, bool)
            if not (is_number and math.isfinite(weight)):
                raise OptionError(
                    f"the weight of {feature} is {shown(weight)}, expected a finite number"
                )
        self.features: Mapping[str, float] = MappingProxyType(dict(weights))
        if not memory:
            vars(self).update(NO_MEMORY)
        self.noise = check_noise(noise)
        chosen = choices(restarts=restarts, memory=memory, noise=noise)
        self.name = name or _sum(self.features) + chosen

    def _matching_of(self, problem: Problem) -> Matching:
        return _matching(problem.placeable, tuple(self.features.items()))

    def _noise_on(self, problem: Problem) -> Noise:
        if self.noise is not None:
            return NOISE.times(self.noise)
        matching = self._matching_of(problem)
        ends = (
            worth + matching.weights.matched * matched
            for piece, worth in zip(problem.placeable, matching.shape_totals, strict=True)
            for matched in (0, piece.front.drawing.perimeter)
        )
        return noise_like(ends)


@lru_cache(maxsize=64)
def _matching(pieces: PieceSet, features: tuple[tuple[str, float], ...]) -> Matching:
    """Return a `Matching` in which each piece has a constant beside its matched edges."""
    usual, given = matching_of(pieces, Weights()), dict(features)
    of = {feature: given.get(feature, 0.0) for feature in FEATURES}
    worths = {
        piece.name: piece.front.drawing.perimeter * (of["border"] + of["unmatched"])
        + of["size"] * piece.size
        + of["crookedness"] * crookedness
        + of["span"] * span
        for piece, (crookedness, span) in zip(pieces, usual.shapes, strict=True)
    }
    return Matching(pieces, Weights(matched=of["matched"] - of["unmatched"], pieces=worths))


def _sum(weights: Mapping[str, float]) -> str:
    """Return a weighted sum as a reader writes it, such as matched − 0.5 unmatched."""
    text = ""
    for feature, weight in weights.items():
        sign = "−" if weight < 0 else "+" if text else ""
        factor = "" if abs(weight) == 1 else f"{abs(weight):g} "
        text += f" {sign} {factor}{feature}" if text else f"{sign}{factor}{feature}"
    return text


def choices(where: Where = "scarcest", *, restarts: bool, memory: bool, noise: float | None) -> str:
    """Return in what a search differs from the usual one, for a name in tables and figures."""
    chosen = [
        *([where] if where != "scarcest" else []),
        *([] if restarts else ["no restarts"]),
        *([] if memory else ["no memory"]),
        *([] if noise is None else [f"noise {noise:g}"]),
    ]
    return f" ({', '.join(chosen)})" if chosen else ""
