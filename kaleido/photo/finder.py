"""The boards of a picture: candidates, refined, of which those are kept whose 8 × 8 grid fits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.photo.image import Pixels, least_channel
from kaleido.photo.quad import CELLS, Floats, Points, Quad, Values

# The fraction of neighbouring cells that differ on every board: of the 112 pairs, 47 lie inside the
# 18 pieces, where black and colours alternate.
MIN_PAIRS = 47 / 112
# A grid with less contrast is no board: mock photos reach 0.995, other pictures 0.93.
MIN_CONTRAST = 0.95
MIN_SCORE = 0.75  # a grid with a lower score is no board


_X, _Y = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]], float)
# Joint motions of the four corners along an axis: shift, scale or shear, and keystone. The simplex
# converges faster along these than along the coordinates of single corners.
_MODES = np.stack([np.ones(4), _X, _Y, _X * _Y])


class GridFit(NamedTuple):
    """How well a grid fits."""

    # How much of the change between neighbouring cells happens at their border: 1 for all of it, 0
    # or less for a picture that changes as much inside the cells.
    contrast: float
    pairs: float  # the fraction of neighbouring cells that differ
    # The change at odd borders over that at even ones, or the inverse: 0 where cells are halves.
    parity: float
    coverage: float  # the fraction of the cells that are not blank page

    @property
    def is_board(self) -> bool:
        """Whether the grid is that of a board."""
        return self.contrast >= MIN_CONTRAST and self.score >= MIN_SCORE

    @property
    def score(self) -> float:
        """The four criteria as one number from 0 to 1."""
        pairs = min(1.0, self.pairs / MIN_PAIRS)
        parity = min(1.0, self.parity / 0.25)
        return max(0.0, self.contrast) * pairs**2 * parity * self.coverage**3

    @property
    def promise(self) -> float:
        """A rough score for a grid that lies a little beside a board, or is a little too large."""
        return self.pairs * self.coverage * (0.3 + max(0.0, self.contrast))


_FINE = 8  # samples along the side of a cell
# The left, right, upper and lower half of a cell, by rows and columns of samples and without the
# rim, where lines and blur are, and its middle.
_PARTS = np.zeros((5, _FINE, _FINE), np.float32)
_PARTS[0, 1:7, 1:4] = _PARTS[1, 1:7, 4:7] = _PARTS[2, 1:4, 1:7] = _PARTS[3, 4:7, 1:7] = 1 / 18
_PARTS[4, 2:6, 2:6] = 1 / 16
_TENTH = 12  # of the 112 pairs of neighbours


def measure(quad: Quad, picture: Floats) -> GridFit:
    """Measure how well the grid of a quadrilateral fits a picture in CIELAB, slightly blurred."""
    return measure_all([quad], picture)[0]


def measure_all(quads: Sequence[Quad], picture: Floats) -> list[GridFit]:
    """Measure how well the grids of quadrilaterals fit, as `measure` does."""
    if not quads:
        return []
    patches = np.stack([quad.patches(picture, _FINE) for quad in quads])
    samples = patches.transpose(2, 4, 0, 1, 3, 5).reshape(_FINE**2, -1)
    means = _PARTS.reshape(len(_PARTS), -1) @ samples
    left, right, top, bottom, cells = means.reshape(len(_PARTS), len(quads), CELLS, CELLS, 3)
    within = _squares(np.stack([right - left, bottom - top], axis=1)).mean(axis=(1, 2, 3))
    # By quadrilateral, direction, place along the line, and line.
    between = _squares(_steps(left, right, top, bottom))
    sides = _squares(_steps(cells, cells, cells, cells)).reshape(len(quads), -1)
    # Neighbours differ by less on a dark or hazy page.
    most = np.sort(sides, axis=1)[:, -_TENTH, None]
    pairs = (sides > (most / 9).clip(6.0**2, 18.0**2)).mean(axis=1)
    lines = between.mean(axis=2)
    odd, even = lines[..., 0::2].mean(axis=2), lines[..., 1::2].mean(axis=2)
    parity = (np.minimum(odd, even) / np.maximum(np.maximum(odd, even), 1e-6)).min(axis=1)
    # Cells that are light and grey against the others are blank page.
    lightness, chroma = cells[..., 0], np.hypot(cells[..., 1], cells[..., 2])
    usual = np.median(lightness, axis=(1, 2), keepdims=True)
    blank = (lightness > usual + 15) & (chroma < 22) & (lightness > 55)
    contrast = 1 - within / np.maximum(lines.mean(axis=(1, 2)), 1e-6)
    fits = np.stack([contrast, pairs, parity, 1 - blank.mean(axis=(1, 2))], axis=1)
    return [GridFit(*fit) for fit in fits.tolist()]


def _steps(left: Floats, right: Floats, top: Floats, bottom: Floats) -> Floats:
    """Return the steps from cells to the next ones, to the right and down, (quads, 2, 8, 7, 3)."""
    down = (top[:, 1:] - bottom[:, :-1]).transpose(0, 2, 1, 3)
    return np.stack([left[:, :, 1:] - right[:, :, :-1], down], axis=1)


def _squares(differences: Floats) -> Floats:
    # Lightness counts less than colour: shadows and glare change it within a cell.
    weights = np.array([0.5, 1.0, 1.0], np.float32)
    return np.asarray(((differences * weights) ** 2).sum(axis=-1), np.float32)


def within_cell_variance(quad: Quad, picture: Floats) -> float:
    """Return the fraction of the board's variance inside the cells, which `refine` minimises."""
    import cv2

    samples = quad.rectify(picture, 4)
    cells = cv2.resize(samples, (CELLS, CELLS), interpolation=cv2.INTER_AREA)
    spreads = (cv2.meanStdDev(each)[1] for each in (cells, samples))
    between, whole = (float(np.vdot(spread, spread)) for spread in spreads)
    return 1 - between / max(whole, 1e-6)


def refine(quad: Quad, picture: Floats, reach: float = 0.25, budget: int = 260) -> Quad:
    """Return the quadrilateral nearby whose cells are most even; first steps are `reach` cells."""
    from scipy.optimize import minimize

    step = quad.cell * reach

    def moved(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Quad:
        return Quad(quad.corners + (weights.reshape(2, 4) @ _MODES).T * step)

    def cost(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        candidate = moved(weights)
        return within_cell_variance(candidate, picture) if candidate.is_plausible() else 1.0

    start = np.zeros(8)
    simplex = np.vstack([start, np.eye(8)])
    found = minimize(
        cost,
        start,
        method="Nelder-Mead",
        options={"initial_simplex": simplex, "maxfev": budget, "xatol": 0.01, "fatol": 1e-5},
    )
    return moved(found.x)


def refine_coarsely(quad: Quad, picture: Floats) -> Quad:
    """Return the best of the quadrilateral and some larger and smaller ones, refined quickly."""
    starts = [quad.scaled(factor) for factor in (0.9, 0.94, 0.97, 1.0, 1.03)]
    best = min(starts, key=lambda each: within_cell_variance(each, picture))
    return refine(best, picture, budget=90)


MIN_CELL = 4.0  # in pixels: the colour of a smaller cell cannot be read
_REDUCED = 2  # the side, in pixels, of the squares of which masks have one pixel
MAX_CONTOURS = 24  # how many contours of a mask are tried, the largest ones


def candidates(pixels: Pixels) -> Iterator[Quad]:
    """Yield quadrilaterals that may hold a board."""
    height, width = pixels.shape[:2]
    # The whole picture, and the picture without a rim of several widths.
    for inset in (0.0, 0.01, 0.025, 0.05):
        left, top = inset * width, inset * height
        right, bottom = width - left, height - top
        yield Quad(np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5)
    for mask in _masks(pixels):
        for corners in _quadrilaterals(mask):
            yield Quad(corners).rescaled(_REDUCED)


def _masks(pixels: Pixels) -> Iterator[Pixels]:
    """Yield masks of the foreground by several thresholds and openings, and of edges.

    They are smaller than the picture by `_REDUCED`.
    """
    import cv2

    scale = 1 / _REDUCED
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    # Red, yellow and blue lack a channel, black lacks all.
    least = np.asarray(cv2.medianBlur(least_channel(np.asarray(small, np.uint8)), 3), np.uint8)
    level = least / np.maximum(_background(least), 8.0)
    foregrounds = [level < threshold for threshold in (0.3, 0.45, 0.6, 0.75)]
    _, otsu = cv2.threshold(least, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    mean, inverted = cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV
    local = cv2.adaptiveThreshold(least, 255, mean, inverted, 151, 12)
    for foreground in (*foregrounds, otsu > 0, local > 0):
        mask = np.asarray(foreground, np.uint8) * 255
        for opened in (3, 5):
            # Opening cuts the board off from text and frames that touch it.
            clean = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(opened))
            yield np.asarray(clean, np.uint8)
            for closed in (5, 13):
                # Closing joins cells and pieces with gaps between them.
                joined = cv2.morphologyEx(clean, cv2.MORPH_CLOSE, _disc(closed))
                yield np.asarray(joined, np.uint8)
    grey = cv2.GaussianBlur(least, (0, 0), 0.8)
    for low in (20, 50):
        edges = cv2.dilate(cv2.Canny(grey, low, 3 * low), np.ones((3, 3), np.uint8))
        yield np.asarray(edges, np.uint8)


def _background(least: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    import cv2

    small = cv2.resize(least, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
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
    least = max((CELLS * MIN_CELL / _REDUCED) ** 2 * 0.6, mask.size / 2500)
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
    # For four corners numbers beat arrays.
    points = corners.tolist()
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    points.sort(key=lambda point: math.atan2(point[1] - y, point[0] - x))
    first = points.index(min(points, key=sum))
    return np.array(points[first:] + points[:first])


WORKING_SIDE = 900  # the longer side, in pixels, of the picture in which boards are searched for
MAX_LIKELY = 60  # largest number of candidates that are measured at several sizes
# Largest number of candidates that are refined coarsely and still do not look like a board.
MAX_MISSES = 8
AFTER_FOUND = 3  # the same if there are boards, which are the likeliest candidates
# Largest number of candidates for one board that do not fit clearly but are refined to the end.
MAX_DOUBTFUL = 4
SAME = 0.3  # quadrilaterals that share a larger fraction of their area show the same board
CLEAR_SCORE = 0.97  # a candidate with a higher score is a board


class FoundBoard(NamedTuple):
    """A board that was found."""

    quad: Quad
    fit: GridFit

    def is_apart(self, others: list[FoundBoard], limit: float) -> bool:
        """Return whether it shares at most this fraction of its area with each of the others."""
        return not any(self.quad.overlap(each.quad) > limit for each in others)

    def is_worth_refining(self, refined: list[FoundBoard]) -> bool:
        """Return whether few others were refined for this board, or for none at all."""
        rivals = [not each.fit.is_board or not self.is_apart([each], SAME) for each in refined]
        return sum(rivals) < MAX_DOUBTFUL


def find_boards(
    pixels: Pixels, watch: Callable[[int, int], None] = lambda *_: None
) -> list[FoundBoard]:
    """Find the boards of a picture, the best first; `watch` is called for each candidate."""
    resized, scale = _working_size(pixels)
    picture = smooth_lab(resized)
    found: list[FoundBoard] = []
    doubtful: list[FoundBoard] = []
    misses = 0
    ranked = _ranked(resized, picture, MIN_CELL * max(scale, 1.0))
    for done, quad in enumerate(ranked):
        watch(done, len(ranked))
        if misses >= (AFTER_FOUND if found else MAX_MISSES):
            break
        if any(each.quad.overlap(quad) > SAME for each in found):
            continue  # a board that is found already: nothing that overlaps it can be better
        near = refine_coarsely(quad, picture)
        fit = measure(near, picture)
        if fit.score > CLEAR_SCORE:
            found.append(_refined(near, picture, 0.06))
        elif fit.score > MIN_SCORE / 4:
            doubtful.append(FoundBoard(near, fit))
        misses += fit.score < MIN_SCORE
    doubtful.sort(key=lambda each: -each.fit.score)
    rivals: list[FoundBoard] = []
    for each in doubtful:
        if found and each.fit.score < MIN_SCORE:
            break  # beside a clear board others are nearly as clear
        if each.is_apart(found, SAME) and each.is_worth_refining(rivals):
            rivals.append(_refined(each.quad, picture, 0.08))
    found += rivals
    found.sort(key=lambda each: -each.fit.score)
    kept: list[FoundBoard] = []
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
    import cv2

    scale = WORKING_SIDE / max(pixels.shape[:2])
    method = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=method)
    return np.asarray(resized, np.uint8), scale


def _refined(quad: Quad, picture: Floats, reach: float) -> FoundBoard:
    refined = refine(quad, picture, reach)
    return FoundBoard(refined, measure(refined, picture))


def _ranked(pixels: Pixels, picture: Floats, min_cell: float) -> list[Quad]:
    """Return the likeliest of the plausible candidates, each once, the best first."""
    different: list[Quad] = []
    corners, reach = np.empty((0, 4, 2)), np.empty(0)
    for quad in candidates(pixels):
        cell = quad.cell
        if cell < min_cell or not quad.is_plausible() or not _is_inside(quad, pixels):
            continue
        if not (np.abs(corners - quad.corners).max(axis=(1, 2)) < reach).any():
            different.append(quad)
            corners = np.concatenate([corners, quad.corners[None]])
            reach = np.append(reach, 0.3 * cell)
    # Of the many shapes in a picture without a board most are soon left out.
    promises = _promises(different, picture, 0.96)
    likely = np.argsort(-promises, kind="stable")[:MAX_LIKELY]
    best = promises[likely]
    for factor in (0.92, 1.0):
        best = np.maximum(best, _promises([different[at] for at in likely], picture, factor))
    return [different[at] for at in likely[np.argsort(-best, kind="stable")]]


def _promises(quads: Sequence[Quad], picture: Floats, factor: float) -> Values:
    """Return rough scores for boards at quadrilaterals scaled by a factor, higher if large."""
    fits = measure_all([quad.scaled(factor) for quad in quads], picture)
    sizes = np.log1p([quad.area for quad in quads])
    return np.array([fit.promise for fit in fits]) * sizes


def smooth_lab(pixels: Pixels) -> Floats:
    """Return a picture in CIELAB without its grain, a dark one as if it were exposed longer."""
    import cv2

    soft = cv2.GaussianBlur(cv2.medianBlur(pixels, 5), (0, 0), 1.2)
    lightest = float(np.percentile(soft[::4, ::4].max(axis=2), 99))  # a sample is enough
    gain = np.clip(235 / max(lightest, 1.0), 1.0, 8.0)
    levels = np.minimum(soft * np.float32(gain / 255), np.float32(1))
    return np.asarray(cv2.cvtColor(levels, cv2.COLOR_RGB2LAB), np.float32)


def _is_inside(quad: Quad, pixels: Pixels) -> bool:
    rim = 0.3 * quad.cell
    size = np.array(pixels.shape[1::-1])
    return bool((quad.corners > -rim).all() and (quad.corners < size + rim).all())
