"""Random patterns that look like printed ones."""

from __future__ import annotations

import numpy as np

from kaleido.model.pattern import Pattern
from kaleido.photo.counts import possible_counts
from kaleido.photo.quad import CELLS


def sample_pattern(rng: np.random.Generator) -> Pattern:
    """Sample a pattern: checkered ground, patches, and counts that some choice of faces has."""
    possible = sorted(possible_counts())
    plain = [counts for counts in possible if not counts[2] + counts[3]]
    chosen = plain if rng.random() < 0.4 else possible
    counts = dict(zip("xryb", chosen[rng.integers(len(chosen))], strict=True))
    row, col = np.indices((CELLS, CELLS))
    field = ((row + col) % 2).astype(float) + rng.normal(0, 0.05, (CELLS, CELLS))
    for _ in range(rng.integers(0, 5)):
        height, width = rng.integers(1, 5, 2)
        top, left = rng.integers(0, CELLS, 2)
        field[top : top + height, left : left + width] = rng.random() + rng.normal(0, 0.1)
    order = np.argsort(field.ravel())
    letters = np.full(64, "x")
    coloured = order[counts["x"] :]
    # Colours lie together: sorted along some direction, with a little disorder.
    angle = rng.random() * 2 * np.pi
    along = coloured // CELLS * np.cos(angle) + coloured % CELLS * np.sin(angle)
    along += rng.normal(0, rng.choice([0.3, 3.0]), len(along))
    colours = list("ryb")
    rng.shuffle(colours)
    letters[coloured[np.argsort(along)]] = [c for c in colours for _ in range(counts[c])]
    return Pattern("/".join("".join(line) for line in letters.reshape(CELLS, CELLS)))
