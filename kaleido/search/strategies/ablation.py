"""An ablation of the paper's method: its score, one part after the other."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from kaleido.search.fork import Strategy
from kaleido.search.score import Weights
from kaleido.search.strategies.paper import Paper

_FULL = Weights()
_NO_SPLITS = replace(_FULL, split=0.0)
_EDGES = replace(_NO_SPLITS, corner=0.0, block=0.0, span=0.0)
_MATCHED = replace(_EDGES, window=0.0)

ABLATION: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {
        "matched": partial(Paper, weights=_MATCHED, progressions=False),
        "+ window": partial(Paper, weights=_EDGES, progressions=False),
        "+ crookedness": partial(Paper, weights=_NO_SPLITS, progressions=False),
        "+ progression": partial(Paper, weights=_NO_SPLITS),
        "+ splits": partial(Paper, weights=_FULL),
    }
)
"""Functions that make a strategy from a seed, by label; each adds one part to the one before.

``matched``
    Windows say where moves are sought; only matched edges say which is better. Trivial islands,
    forced moves and the beam width of three are there from the start.
``+ window``
    Half an edge for each edge in the window where the move was found.
``+ crookedness``
    The crookedness of a shape, and the span of the line of four.
``+ progression``
    Only moves of the size that the island's progression expects; an island without a
    progression refutes the state.
``+ splits``
    Less for a move that splits its island: the complete strategy `Paper`.
"""
