"""New patterns: completed sketches, nearest patterns and randomly generated boards."""

from kaleido.designing.answer import Design, design
from kaleido.designing.distance import Background, Distance, colour_costs
from kaleido.designing.generation import Attempt, Specification, canonical_text, generate
from kaleido.designing.sketch import Sketch, as_sketch
from kaleido.designing.space import Space
from kaleido.designing.symmetry import Symmetry
from kaleido.designing.target import Assessment, Target, parse_difficulty

__all__ = [
    "Assessment",
    "Attempt",
    "Background",
    "Design",
    "Distance",
    "Sketch",
    "Space",
    "Specification",
    "Symmetry",
    "Target",
    "as_sketch",
    "canonical_text",
    "colour_costs",
    "design",
    "generate",
    "parse_difficulty",
]


def __dir__() -> list[str]:
    return __all__
