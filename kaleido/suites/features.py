"""The features of a board: what can be read off it without a search."""

from dataclasses import dataclass
from typing import Annotated

from kaleido.arguments import named_options
from kaleido.contract import Natural, Plain, Positive
from kaleido.model.edges import pattern_statistics
from kaleido.model.pattern import Pattern
from kaleido.search.problem import Problem
from kaleido.search.state import State


@named_options
@dataclass(frozen=True)
class Features(Plain):
    """What can be read off a board without a search."""

    implied_edges: Annotated[Natural, "The number of edges that follow from the colours, of 65."]
    islands: Annotated[Positive, "The number of islands."]
    largest_island: Annotated[Positive, "The number of cells of the largest island."]
    colours: Annotated[Positive, "The number of colours."]
    black: Annotated[Natural, "The number of black cells."]
    red: Annotated[Natural, "The number of red cells."]
    yellow: Annotated[Natural, "The number of yellow cells."]
    blue: Annotated[Natural, "The number of blue cells."]
    placements: Annotated[Natural, "The number of placements of all pieces."]
    wand_placements: Annotated[Natural, "The number of placements of the largest piece."]
    fewest_placements: Annotated[
        Natural, "The number of placements of the cell or piece that has the fewest."
    ]


def features_of(pattern: Pattern) -> Features:
    """Return the features of a board for the classic pieces.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> features = features_of(named_pattern("car"))
    >>> features.implied_edges, features.islands, features.placements
    (52, 8, 302)
    """
    problem = Problem(pattern)
    statistics, counts = pattern_statistics(pattern), pattern.counts
    largest = max(problem.pieces, key=lambda piece: piece.size)
    names = [piece.name for piece in problem.placeable]
    return Features(
        implied_edges=statistics.implied_edges,
        islands=statistics.islands,
        largest_island=max(statistics.island_sizes),
        colours=sum(map(bool, counts.values())),
        black=counts["x"],
        red=counts["r"],
        yellow=counts["y"],
        blue=counts["b"],
        placements=len(problem),
        wand_placements=problem.placement_counts[names.index(largest.name)],
        fewest_placements=State.empty(problem).scarcest.bit_count(),
    )
