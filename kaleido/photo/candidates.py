"""Where a picture may show a board: the quadrilaterals of its foreground, its edges and itself."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from kaleido.photo.image import Pixels
from kaleido.photo.quad import CELLS, Points, Quad

MIN_CELL = 4.0
"""Pixels: a smaller cell shows no colour of its own."""

MAX_CONTOURS = 24
"""How many contours of a mask are tried, the largest ones."""


def candidates(pixels: Pixels) -> Iterator[Quad]:
    """Yield quadrilaterals that may hold a board."""
    height, width = pixels.shape[:2]
    yield from _insets(width, height)
    for mask in _masks(pixels):
        for corners in _quadrilaterals(mask):
            yield Quad(corners)


def _insets(width: int, height: int) -> Iterator[Quad]:
    """Yield the whole picture, and the picture without a rim of several widths."""
    for inset in (0.0, 0.01, 0.025, 0.05):
        left, top = inset * width, inset * height
        right, bottom = width - left, height - top
        yield Quad(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5)


def _masks(pixels: Pixels) -> Iterator[Pixels]:
    """Yield masks of the foreground by several thresholds and openings, and of edges."""
    import cv2

    # The least channel is high on the page only: red, yellow and blue lack one, black lacks all.
    least = cv2.medianBlur(pixels.min(axis=2), 5)
    level = least / np.maximum(_background(least), 8.0)
    foregrounds = [level < threshold for threshold in (0.3, 0.45, 0.6, 0.75)]
    _, otsu = cv2.threshold(least, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    local = cv2.adaptiveThreshold(
        least, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, 301, 12
    )
    for foreground in (*foregrounds, otsu > 0, local > 0):
        mask = np.asarray(foreground, np.uint8) * 255
        for opened in (5, 11):
            # Opening cuts the board off from text and frames that touch it.
            clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(opened))
            yield np.asarray(clean, np.uint8)
            for closed in (9, 25):
                # Closing joins cells and pieces with gaps between them.
                joined = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, _disc(closed))
                yield np.asarray(joined, np.uint8)
    grey = cv2.GaussianBlur(least, (0, 0), 1.5)
    for low in (20, 50):
        edges = cv2.dilate(cv2.Canny(grey, low, 3 * low), np.ones((3, 3), np.uint8))
        yield np.asarray(edges, np.uint8)


def _background(least: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Estimate the level of the blank page at every pixel."""
    import cv2

    small = cv2.resize(least, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA)
    size = max(small.shape) // 2 | 1
    page = cv2.dilate(cv2.GaussianBlur(small, (5, 5), 0), np.ones((size, size), np.uint8))
    page = np.maximum(page, np.percentile(small, 95) * 0.5).astype(np.float32)
    page = cv2.GaussianBlur(page, (0, 0), size / 6)
    return np.asarray(cv2.resize(page, (least.shape[1], least.shape[0])), np.float32)


def _disc(size: int) -> Pixels:
    import cv2

    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)), np.uint8)


def _quadrilaterals(mask: Pixels) -> Iterator[Points]:
    """Yield two quadrilaterals around each large contour: a polygon and a rectangle."""
    import cv2

    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    least = max((CELLS * MIN_CELL) ** 2 * 0.6, mask.size / 2500)
    large = [each for each in contours if cv2.contourArea(each) > least]
    large.sort(key=cv2.contourArea, reverse=True)
    for contour in large[:MAX_CONTOURS]:
        hull = cv2.convexHull(contour)
        length = cv2.arcLength(hull, closed=True)
        for tolerance in (0.01, 0.02, 0.04, 0.07):
            polygon = cv2.approxPolyDP(hull, tolerance * length, closed=True)
            if len(polygon) == 4:
                yield _clockwise(polygon.reshape(4, 2).astype(float))
                break
        yield _clockwise(cv2.boxPoints(cv2.minAreaRect(hull)).astype(float))


def _clockwise(corners: Points) -> Points:
    """Sort corners clockwise from the top left."""
    angles = np.arctan2(*(corners - corners.mean(axis=0)).T[::-1])
    corners = corners[np.argsort(angles)]
    return np.roll(corners, -int(np.argmin(corners.sum(axis=1))), axis=0)
