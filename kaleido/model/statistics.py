"""Statistics of a pattern: colour counts, islands, implied edges."""

from collections.abc import Mapping
from typing import NamedTuple

from kaleido.model.implied import implied_borders
from kaleido.model.islands import find_islands
from kaleido.model.pattern import Pattern


class PatternStatistics(NamedTuple):
    """What can be counted on a pattern without solving it.

    Attributes
    ----------
    counts : mapping of str to int
        The number of cells of each colour letter.
    island_sizes : tuple of int
        The number of cells of each island, in ascending order.
    implied_edges : int
        The borders that follow from the colours, without the frame; a solution has 65 borders.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> statistics = pattern_statistics(named_pattern("car"))
    >>> statistics.islands, statistics.island_sizes[:4], statistics.implied_edges
    (8, (4, 4, 4, 4), 52)
    """

    counts: Mapping[str, int]
    island_sizes: tuple[int, ...]
    implied_edges: int

    @property
    def islands(self) -> int:
        """The number of islands."""
        return len(self.island_sizes)


def pattern_statistics(pattern: Pattern) -> PatternStatistics:
    """Return what can be counted on a pattern without solving it."""
    grid, edges = pattern.grid, implied_borders(pattern)
    sizes = sorted(island.bit_count() for island in find_islands(grid, edges, pattern.mask))
    return PatternStatistics(pattern.counts, tuple(sizes), grid.inner(edges))
