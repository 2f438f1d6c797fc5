"""New patterns: sketches completed, the nearest pattern, boards made at random."""

from __future__ import annotations

from kaleido.design.aim import Aim, Judged, parse_difficulty
from kaleido.design.designing import Design, design
from kaleido.design.misfit import Background, Misfit
from kaleido.design.sketch import Sketch
from kaleido.design.space import Space
from kaleido.design.symmetry import Symmetry

__all__ = [
    "Aim",
    "Background",
    "Design",
    "Judged",
    "Misfit",
    "Sketch",
    "Space",
    "Symmetry",
    "design",
    "parse_difficulty",
]
