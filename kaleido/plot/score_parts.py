"""The parts of scores as figures and animations show them: stacked, each in its colour."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.draw.look import ACCENT, INK, SHADES
from kaleido.search.score import Score

Values = npt.NDArray[np.float64]


class Kind(NamedTuple):
    """Parts of scores that share a name and a colour."""

    name: str
    colour: str
    parts: tuple[str, ...]


KINDS = (
    Kind("matched edges", ACCENT, ("matched",)),
    Kind("window edges", "#8cc4f0", ("window",)),
    Kind("shape", SHADES["y"].fill, ("crookedness", "span")),
    Kind("splits", INK, ("splits",)),
    Kind("lookahead", "#8b3fa8", ("ahead",)),
    Kind("score", ACCENT, ("score",)),
)
"""All of them, in the order in which they are stacked. Colour-blind readers tell them apart."""

_BELOW = 1.0  # how far an axis may go below the better half of the scores, in heights of these


class Stack(NamedTuple):
    """The part of a kind in some scores, stacked on the parts of the kinds before it.

    Positive parts grow upwards from 0 and negative ones downwards, so that their ends add up to
    the totals.

    Attributes
    ----------
    kind : Kind
    starts, parts : ndarray of float
        Where the part of each score starts, and how far it goes from there.
    """

    kind: Kind
    starts: Values
    parts: Values


def parts_of(scores: Sequence[Score]) -> Mapping[str, Values]:
    """Return the parts of scores by their names, for the names that one of them has."""
    told = [score.parts for score in scores]
    names = {name: None for each in told for name in each}
    return MappingProxyType(
        {name: np.array([each.get(name, 0.0) for each in told]) for name in names}
    )


def stacked(parts: Mapping[str, Values]) -> list[Stack]:
    """Return stacks of the parts of scores, in the order of `KINDS`.

    Examples
    --------
    >>> from kaleido.search import ScoreParts, Weights
    >>> weights = Weights(split=-2)
    >>> scores = [weights.score(each) for each in (ScoreParts(8, 6, splits=1), ScoreParts(9))]
    >>> for kind, starts, heights in stacked(parts_of(scores)):
    ...     print(kind.name, starts, heights)
    matched edges [0. 0.] [8. 9.]
    window edges [8. 0.] [3. 0.]
    splits [0. 0.] [-2.  0.]
    """
    known = {name for kind in KINDS for name in kind.parts}
    assert set(parts) <= known, set(parts) - known
    above: Values | float = 0.0
    below: Values | float = 0.0
    stacks = []
    for kind in KINDS:
        own = [parts[name] for name in kind.parts if name in parts]
        if own:
            values = np.sum(own, axis=0)
            stacks.append(Stack(kind, np.where(values > 0, above, below), values))
            above, below = above + np.maximum(values, 0), below + np.minimum(values, 0)
    return stacks


def limits(stacks: Sequence[Stack]) -> tuple[float, float]:
    """Return the least and the greatest value to show, at least 0 and 1.

    A few very low scores, such as those of boards that are dead, are left below the axis: they
    would crush all others.
    """
    ends = [stack.starts + stack.parts for stack in stacks]
    if not ends or not ends[0].size:
        return 0.0, 1.0
    high = max(1.0, float(np.max(ends)))
    lowest = np.min(ends, axis=0)
    usual = min(0.0, float(np.median(lowest)))
    return max(min(0.0, float(lowest.min())), usual - _BELOW * (high - usual)), high
