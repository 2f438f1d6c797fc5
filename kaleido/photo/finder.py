"""Where a picture may show a board: quadrilaterals of several kinds, the best fits first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.photo.fit import MIN_SCORE, Fit, measure, refine, rough
from kaleido.photo.image import Pixels
from kaleido.photo.lattice import Floats, Lattice, Points

Mask = npt.NDArray[np.uint8]

WORK = 900
"""The longer side of the picture in which boards are looked for."""

MIN_CELL = 4.0
"""Pixels: a smaller cell shows no colour of its own."""

TRIED = 24
"""How many candidates are roughly refined."""

REFINED = 4
"""How many of these are refined to the end, unless clear."""

CLEAR = 0.97
"""What is better is a board."""


class Found(NamedTuple):
    """A board found.

    Attributes
    ----------
    lattice : Lattice
    fit : Fit
    source : str
        What found it.
    """

    lattice: Lattice
    fit: Fit
    source: str


def find_boards(pixels: Pixels) -> list[Found]:
    """Find the boards of a picture, the best first, none twice.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    """
    import cv2

    scale = WORK / max(pixels.shape[:2])
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized: Pixels = np.asarray(
        cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=how), np.uint8
    )
    picture = smooth_lab(resized)
    different: list[tuple[str, Lattice]] = []
    for source, lattice in _candidates(resized):
        large = lattice.cell >= MIN_CELL * max(scale, 1.0) and _is_inside(lattice, resized)
        if large and lattice.is_sound() and not any(_same(lattice, each) for _, each in different):
            different.append((source, lattice))
    different.sort(key=lambda each: -_promise(each[1], picture))
    found: list[Found] = []
    doubtful: list[Found] = []
    tried = 0
    for source, lattice in different:
        if tried == TRIED:
            break
        if not any(each.lattice.overlap(lattice) > 0.3 for each in found):
            tried += 1
            near = rough(lattice, picture)
            fit = measure(near, picture)
            if fit.score > CLEAR:
                # Nothing that overlaps it can be better.
                near = refine(near, picture, 0.06)
                found.append(_weigh(near, picture, source))
            elif fit.score > MIN_SCORE / 4:
                doubtful.append(Found(near, fit, source))
    doubtful.sort(key=lambda each: -each.fit.score)
    found += [
        _weigh(refine(each.lattice, picture, 0.08), picture, each.source)
        for each in doubtful[:REFINED]
        if not any(each.lattice.overlap(other.lattice) > 0.3 for other in found)
    ]
    found.sort(key=lambda each: -each.fit.score)
    found = [
        each._replace(lattice=Lattice((each.lattice.corners + 0.5) / scale - 0.5))
        for each in found
        if _is_inside(each.lattice, resized)
    ]
    kept: list[Found] = []
    for each in found:
        if each.fit.is_board and not any(
            each.lattice.overlap(other.lattice) > 0.1 for other in kept
        ):
            kept.append(each)
    return kept


def _weigh(lattice: Lattice, picture: Floats, source: str) -> Found:
    return Found(lattice, measure(lattice, picture), source)


def _promise(lattice: Lattice, picture: Floats) -> float:
    """Say roughly how likely it is that a board lies there or nearby: large ones first."""
    fits = [measure(lattice.scaled(factor), picture) for factor in (0.92, 0.96, 1.0)]
    best = max(fit.pairs * fit.ink * (0.3 + max(0.0, fit.steps)) for fit in fits)
    return best * float(np.log1p(lattice.area))


def smooth_lab(pixels: Pixels) -> Floats:
    """Give a picture in CIELAB without its grain, a dark one as if exposed longer."""
    import cv2

    soft = cv2.GaussianBlur(cv2.medianBlur(pixels, 5), (0, 0), 1.2)
    gain = np.clip(235 / max(float(np.percentile(soft.max(axis=2), 99)), 1.0), 1.0, 8.0)
    levels = np.clip(soft.astype(np.float32) * np.float32(gain / 255), 0, 1)
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2LAB), np.float32)


def _is_inside(lattice: Lattice, pixels: Pixels) -> bool:
    """Whether all cells are in the picture, most of them whole."""
    most = 0.3 * lattice.cell
    size = np.array(pixels.shape[1::-1])
    return bool((lattice.corners > -most).all() and (lattice.corners < size + most).all())


def _same(one: Lattice, other: Lattice) -> bool:
    apart = np.abs(one.corners - other.corners).max()
    return bool(apart < 0.3 * other.cell)


def _candidates(pixels: Pixels) -> Iterator[tuple[str, Lattice]]:
    height, width = pixels.shape[:2]
    yield from _whole(width, height)
    for source, mask in _masks(pixels):
        for quad in _quadrilaterals(mask):
            yield source, Lattice(quad)


def _whole(width: int, height: int) -> Iterator[tuple[str, Lattice]]:
    for inset in (0.0, 0.01, 0.025, 0.05):
        left, top = inset * width, inset * height
        right, bottom = width - left, height - top
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5
        yield "the whole picture", Lattice(corners)


def _masks(pixels: Pixels) -> Iterator[tuple[str, Mask]]:
    """Yield what is ink, by several thresholds: board cells are, all four colours; paper is not."""
    import cv2

    # The smallest channel is high on paper only: red, yellow and blue lack one, black all.
    least = cv2.medianBlur(pixels.min(axis=2), 5)
    small = cv2.resize(least, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    size = max(small.shape) // 2 | 1
    paper = cv2.dilate(cv2.GaussianBlur(small, (5, 5), 0), np.ones((size, size), np.uint8))
    paper = np.maximum(paper, np.percentile(small, 95) * 0.5).astype(np.float32)
    paper = cv2.GaussianBlur(paper, (0, 0), size / 6)
    level = least / np.maximum(cv2.resize(paper, (least.shape[1], least.shape[0])), 8.0)
    inks = [(f"ink below {share}", level < share) for share in (0.3, 0.45, 0.6, 0.75)]
    _, otsu = cv2.threshold(least, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    inks.append(("ink by Otsu", otsu > 0))
    local = cv2.adaptiveThreshold(
        least, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 301, 12
    )
    inks.append(("ink by its surroundings", local > 0))
    for source, ink in inks:
        mask = np.asarray(ink, np.uint8) * 255
        for opened in (5, 11):
            # Cuts the board off from text and frames that touch it.
            clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(opened))
            for closed in (0, 9, 25):
                # Joins cells and pieces with gaps between them.
                joined = (
                    cv2.morphologyEx(clean, cv2.MORPH_CLOSE, _disc(closed)) if closed else clean
                )
                yield source, np.asarray(joined, np.uint8)
    grey = cv2.GaussianBlur(least, (0, 0), 1.5)
    for low in (20, 50):
        edges = cv2.dilate(cv2.Canny(grey, low, 3 * low), np.ones((3, 3), np.uint8))
        yield "edges", np.asarray(edges, np.uint8)


def _disc(size: int) -> Mask:
    import cv2

    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _quadrilaterals(mask: Mask) -> Iterator[Points]:
    import cv2

    # With a rim, so that regions cut off by the picture's edge have a straight side there.
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    least = max((8 * MIN_CELL) ** 2 * 0.6, mask.size / 2500)
    large = [each for each in contours if cv2.contourArea(each) > least]
    large.sort(key=cv2.contourArea, reverse=True)
    for contour in large[:12]:
        hull = cv2.convexHull(contour)
        length = cv2.arcLength(hull, closed=True)
        for share in (0.01, 0.02, 0.04, 0.07):
            polygon = cv2.approxPolyDP(hull, share * length, closed=True)
            if len(polygon) == 4:
                yield _ordered(polygon.reshape(4, 2).astype(float))
                break
        yield _ordered(cv2.boxPoints(cv2.minAreaRect(hull)).astype(float))


def _ordered(corners: Points) -> Points:
    """Give corners clockwise from the top left."""
    centre = corners.mean(axis=0)
    angles = np.arctan2(*(corners - centre).T[::-1])
    corners = corners[np.argsort(angles)]
    return np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)
