"""The boards of a picture: the candidates refined, and those kept whose grid fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from kaleido.photo.candidates import MIN_CELL, candidates
from kaleido.photo.fit import MIN_SCORE, Fit, measure, refine, refine_coarsely
from kaleido.photo.image import Pixels
from kaleido.photo.quad import Floats, Quad

WORKING_SIDE = 900
"""The longer side, in pixels, of the picture in which boards are searched for."""

MAX_MISSES = 23
"""Largest number of candidates that are refined coarsely and still do not look like a board."""

MAX_DOUBTFUL = 4
"""Largest number of candidates for one board that do not fit clearly but are refined to the end."""

SAME = 0.3
"""Quadrilaterals that share a larger fraction of their area show the same board."""

CLEAR_SCORE = 0.97
"""A candidate with a higher score is a board."""


class Found(NamedTuple):
    """A board that was found."""

    quad: Quad
    fit: Fit

    def is_apart(self, others: list[Found], limit: float) -> bool:
        """Return whether it shares at most this fraction of its area with each of the others."""
        return not any(self.quad.overlap(each.quad) > limit for each in others)

    def is_worth_refining(self, refined: list[Found]) -> bool:
        """Return whether few others were refined for this board, or for none at all."""
        rivals = sum(
            not each.fit.is_board or self.quad.overlap(each.quad) > SAME for each in refined
        )
        return rivals < MAX_DOUBTFUL


def find_boards(pixels: Pixels, watch: Callable[[int, int], None] = lambda *_: None) -> list[Found]:
    """Find the boards of a picture, the best first, each once.

    `watch` is called with how many candidates are done, and with how many there are at most.
    """
    resized, scale = _working_size(pixels)
    picture = smooth_lab(resized)
    found: list[Found] = []
    doubtful: list[Found] = []
    misses = 0
    ranked = _ranked(resized, picture, MIN_CELL * max(scale, 1.0))
    for done, quad in enumerate(ranked):
        watch(done, len(ranked))
        if misses == MAX_MISSES:
            break
        if any(each.quad.overlap(quad) > SAME for each in found):
            continue  # a board that is found already: nothing that overlaps it can be better
        near = refine_coarsely(quad, picture)
        fit = measure(near, picture)
        if fit.score > CLEAR_SCORE:
            found.append(_refined(near, picture, 0.06))
        elif fit.score > MIN_SCORE / 4:
            doubtful.append(Found(near, fit))
        misses += fit.score < MIN_SCORE
    doubtful.sort(key=lambda each: -each.fit.score)
    rivals: list[Found] = []
    for each in doubtful:
        if each.is_apart(found, SAME) and each.is_worth_refining(rivals):
            rivals.append(_refined(each.quad, picture, 0.08))
    found += rivals
    found.sort(key=lambda each: -each.fit.score)
    kept: list[Found] = []
    for each in found:
        if each.fit.is_board and _is_inside(each.quad, resized) and each.is_apart(kept, 0.1):
            kept.append(each)
    return [each._replace(quad=each.quad.rescaled(1 / scale)) for each in kept]


def settle(pixels: Pixels, quad: Quad) -> Quad:
    """Return the quadrilateral near one set by hand whose cells are most even, or else that one."""
    resized, scale = _working_size(pixels)
    picture = smooth_lab(resized)
    near = quad.rescaled(scale)
    best = refine(near, picture, 0.12)
    moved = np.abs(best.corners - near.corners).max()
    fits = measure(best, picture).score > measure(near, picture).score - 0.02
    return best.rescaled(1 / scale) if fits and moved < 0.75 * near.cell else quad


def _working_size(pixels: Pixels) -> tuple[Pixels, float]:
    """Return a picture in the size in which boards are searched for, and how it was scaled."""
    import cv2

    scale = WORKING_SIDE / max(pixels.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method)
    return np.asarray(resized, np.uint8), scale


def _refined(quad: Quad, picture: Floats, reach: float) -> Found:
    refined = refine(quad, picture, reach)
    return Found(refined, measure(refined, picture))


def _ranked(pixels: Pixels, picture: Floats, min_cell: float) -> list[Quad]:
    """Return the plausible candidates, each once, the likeliest boards first."""
    different: list[Quad] = []
    for quad in candidates(pixels):
        large = quad.cell >= min_cell and _is_inside(quad, pixels)
        if large and quad.is_plausible() and not any(_is_same(quad, each) for each in different):
            different.append(quad)
    return sorted(different, key=lambda each: -_promise(each, picture))


def _promise(quad: Quad, picture: Floats) -> float:
    """Return a rough score of how likely a board lies there or nearby; large ones come first."""
    fits = [measure(quad.scaled(factor), picture) for factor in (0.92, 0.96, 1.0)]
    best = max(fit.pairs * fit.coverage * (0.3 + max(0.0, fit.contrast)) for fit in fits)
    return best * float(np.log1p(quad.area))


def smooth_lab(pixels: Pixels) -> Floats:
    """Return a picture in CIELAB without its grain, a dark one as if it were exposed longer."""
    import cv2

    soft = cv2.GaussianBlur(cv2.medianBlur(pixels, 5), (0, 0), 1.2)
    gain = np.clip(235 / max(float(np.percentile(soft.max(axis=2), 99)), 1.0), 1.0, 8.0)
    levels = np.clip(soft.astype(np.float32) * np.float32(gain / 255), 0, 1)
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2LAB), np.float32)


def _is_inside(quad: Quad, pixels: Pixels) -> bool:
    """Return whether all cells are in the picture, most of them whole."""
    rim = 0.3 * quad.cell
    size = np.array(pixels.shape[1::-1])
    return bool((quad.corners > -rim).all() and (quad.corners < size + rim).all())


def _is_same(one: Quad, other: Quad) -> bool:
    return bool(np.abs(one.corners - other.corners).max() < 0.3 * other.cell)
