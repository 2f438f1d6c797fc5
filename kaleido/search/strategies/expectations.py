"""The sizes of pieces that an island's progression expects next."""

from collections.abc import Iterable, Iterator

from kaleido.search.found import Found, Kind
from kaleido.search.strategies.progression import (
    Sizes,
    alternatives,
    changed_progression,
    fixed_progression,
)
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.territory import SMALL


class Expectations:
    """Says which sizes are sought in an island, one after the other.

    Parameters
    ----------
    rules : Rules
        Whether progressions are fixed or tallied, or moves of all sizes are sought.
    largest : int
        The size of the largest piece that a window holds. Fixed progressions are made of fours,
        threes, twos and ones; where a larger piece is held, progressions are tallied instead.
    """

    def __init__(self, rules: Rules, largest: int) -> None:
        self._rules = rules
        self._is_fixed = rules.progressions == "fixed" and largest <= SMALL

    def of(self, survey: Survey, island: Island) -> Iterator[tuple[Sizes, Found]]:
        """Yield the sizes to look for, one tuple after the other, with their progression."""
        if self._rules.progressions == "none":
            yield tuple(dict.fromkeys(survey.left)), Found("window")
            return
        kind: Kind = "window"
        seen = set()
        for number, sizes in enumerate(self._progressions(survey, island)):
            if not number and sizes == (island.found,):
                kind = "trivial"
            if sizes[0] not in seen:
                seen.add(sizes[0])
                yield sizes[:1], Found("window" if number else kind, None, sizes, number > 0)

    def _progressions(self, survey: Survey, island: Island) -> Iterable[Sizes]:
        """Return the progressions of an island, the one to try first before the others."""
        if not self._is_fixed:
            return alternatives(island.size, survey.left)
        sizes = island.sizes or fixed_progression(island.size, self._rules.six)
        if island.sizes and len(survey.islands) == 1:
            sizes = survey.sizes
        changed = changed_progression(sizes)
        return [sizes] if changed is None else [sizes, changed]
