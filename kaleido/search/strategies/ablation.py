"""An ablation of `PaperPlus`: its score, one part after the other."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from kaleido.search.fork import Strategy
from kaleido.search.score import Weights
from kaleido.search.strategies.plus import PLUS_RULES, PaperPlus

_PAPER = Weights()
_EDGES = replace(_PAPER, corner=0.0, block=0.0, span=0.0)
_MATCHED = replace(_EDGES, window=0.0)
_ALL_SIZES = replace(PLUS_RULES, progressions="none")

ABLATION: Mapping[str, Callable[[int], Strategy]] = MappingProxyType(
    {
        "matched": partial(PaperPlus, weights=_MATCHED, rules=_ALL_SIZES),
        "+ window": partial(PaperPlus, weights=_EDGES, rules=_ALL_SIZES),
        "+ crookedness": partial(PaperPlus, weights=_PAPER, rules=_ALL_SIZES),
        "+ progression": partial(PaperPlus, weights=_PAPER),
        "+ splits": PaperPlus,
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
    Less for a move that splits its island: the complete strategy `PaperPlus`.
"""
