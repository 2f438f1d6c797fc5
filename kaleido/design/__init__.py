"""New patterns: completed sketches, nearest patterns and randomly generated boards."""

from kaleido.design.background import Background
from kaleido.design.designing import Design, design
from kaleido.design.distance import Distance
from kaleido.design.sketch import Sketch
from kaleido.design.space import Space
from kaleido.design.symmetry import Symmetry
from kaleido.design.target import Assessment, Target, parse_difficulty

__all__ = [
    "Assessment",
    "Background",
    "Design",
    "Distance",
    "Sketch",
    "Space",
    "Symmetry",
    "Target",
    "design",
    "parse_difficulty",
]
