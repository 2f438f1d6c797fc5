"""The colours of the cells: how likely each of the four is, from what the picture shows.

The light is linear, as CIELAB, and the paper around the board is white.
"""

from typing import NamedTuple

import numpy as np

from kaleido.photo.image import Pixels
from kaleido.photo.prior import Choice, Probabilities, possible_counts
from kaleido.photo.quad import CELLS, Floats, Mask, Points, Quad, Values, inner_halves

_WEIGHTS = np.array([0.5, 1.0, 1.0], np.float32)  # lightness counts less than colour


def lab_of(light: Floats) -> Floats:
    """Convert linear red, green and blue to CIELAB."""
    import cv2

    flat = np.ascontiguousarray(light, np.float32).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_LRGB2LAB), np.float32).reshape(light.shape)


def to_lab(light: Floats) -> Floats:
    """Convert linear red, green and blue to CIELAB, with lightness halved."""
    return lab_of(light) * _WEIGHTS


_MARGIN = 3  # how many cells around the board are searched for the page
_FINE = 9  # samples along the side of a cell there
_RIM = 0.12  # in cells: samples closer to the board may be blurred


def linear(picture: Floats) -> Floats:
    """Return sRGB levels from 0 to 255 as linear light from 0 to 1."""
    level = picture / np.float32(255)
    return np.where(level <= 0.04045, level / 12.92, ((level + 0.055) / 1.055) ** 2.4)


def page_white(quad: Quad, picture: Floats) -> Floats | None:
    """Return the white of the page at every cell, or None if too little of the page is seen."""
    along = (np.arange((CELLS + 2 * _MARGIN) * _FINE) + 0.5) / _FINE - _MARGIN
    x, y = np.meshgrid(along, along)
    away = np.maximum(np.abs(x - CELLS / 2), np.abs(y - CELLS / 2)) - CELLS / 2
    around = (away > _RIM) & quad.visible(picture.shape, _FINE, _MARGIN)
    if around.sum() < 60:
        return None
    light = linear(quad.rectify(picture, _FINE, _MARGIN)[around]) + 1e-3
    least = light.min(axis=1)
    plane = _fit_plane(
        _design(x[around], y[around]),
        np.log(light),
        weights=1 / (0.5 + away[around]),  # the page may end not far away
        kept=least >= np.percentile(least, 55),
    )
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1) + 0.5
    return np.exp(_design(col, row) @ plane).astype(np.float32)


def _design(x: Points, y: Points) -> Points:
    return np.column_stack([np.ones(len(x)), x / CELLS - 0.5, y / CELLS - 0.5])


def _fit_plane(design: Points, values: Floats, weights: Points, kept: Mask) -> Points:
    """Return a plane fitted by least squares, repeatedly trimmed to the values near it."""
    plane: Points = np.zeros((3, 3))
    for _ in range(6):
        scale = weights[kept, None]
        fitted = np.linalg.lstsq(design[kept] * scale, values[kept] * scale, rcond=None)
        plane = np.asarray(fitted[0], float)
        residual = np.abs(values - design @ plane).max(axis=1)
        closer = residual < max(0.12, float(np.percentile(residual[kept], 80)))
        if closer.sum() < 40 or (closer == kept).all():
            break
        kept = closer
    return plane


def is_page_white(white: Floats, cells: Floats) -> bool:
    """Return whether a white can be that of the page: print is hardly lighter, and black darker."""
    reflectance = cells / white
    lightest = np.percentile(reflectance.max(axis=1), 95)
    dark = np.median(reflectance.min(axis=1))
    cast = white.max(axis=1) / white.min(axis=1)
    return bool(0.15 < lightest < 1.5 and dark < 0.5 and np.median(cast) < 8)


# The usual hues of red, yellow and blue in CIELAB, in degrees, and their standard deviations.
_HUES = np.array([36.0, 88.0, 282.0])
_HUE_SPREADS = np.array([15.0, 14.0, 26.0])
# The slope of the logistic curve between black and colour; measured (docs/photos.md).
_SHARPNESS = 16.0
MIN_CHROMA = 14.0  # of an ink that is not black


class Middles(NamedTuple):
    """The colours that the middles of the cells reflect."""

    table: Probabilities
    """How likely each colour is, (64, 4)."""
    lab: Values
    """The reflectances in CIELAB, (64, 3)."""
    is_ink: Mask
    """Whether the likeliest colour has the hue and the chroma of its ink, (64,)."""


def classify(pixels: Pixels, quad: Quad) -> Middles:
    """Return the probability of each colour in each cell, from the reflectance of its middle.

    The picture is that of `Quad.shrunk`.
    """
    picture = pixels.astype(np.float32)
    cells, unevenness = _sample(quad, picture)
    white = page_white(quad, picture)
    if white is None or not is_page_white(white, cells):
        # No page is seen: take the lightest colour as white.
        white = np.full((64, 3), max(float(np.percentile(cells.max(axis=1), 97)), 0.02), np.float32)
    reflectance = cells / white
    coloured = _scale_black_to_colour(_distances_from_black(np.asarray(lab_of(reflectance), float)))
    reflectance = _without_veiling_glare(reflectance, coloured)
    lab = np.asarray(lab_of(reflectance), float)
    table = _probabilities(lab, coloured, unevenness)
    return Middles(table, lab, _have_ink(lab, table.argmax(axis=1)))


def _have_ink(lab: Values, letters: Choice) -> Mask:
    """Return which cells of a colour have its usual hue and enough chroma; black needs neither."""
    hue, chroma = _hue_and_chroma(lab)
    colour = np.maximum(letters - 1, 0)
    apart = np.abs((hue - _HUES[colour] + 180) % 360 - 180)
    like_ink = (apart < 2.2 * _HUE_SPREADS[colour]) & (chroma > MIN_CHROMA)
    return np.asarray((letters == 0) | like_ink)


def _hue_and_chroma(lab: Values) -> tuple[Values, Values]:
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    return hue, np.hypot(lab[:, 1], lab[:, 2])


def _sample(quad: Quad, picture: Floats) -> tuple[Floats, Values]:
    """Return the linear light of each cell, and how uneven it is there, from 0 to about 1."""
    inner = inner_halves(quad.patches(picture, 16))
    # The median leaves out glare, specks and what the blur of a line reaches.
    middle = np.median(inner, axis=1)
    quarters = inner.reshape(64, 2, 4, 2, 4, 3).mean(axis=(2, 4))
    apart = np.ptp(quarters, axis=(1, 2)).max(axis=1)
    contrast = max(float(np.ptp(np.percentile(middle.max(axis=1), [10, 90]))), 10.0)
    return linear(middle.astype(np.float32)) + np.float32(1e-4), np.asarray(apart / contrast, float)


def _distances_from_black(lab: Values) -> Values:
    """Return how far each cell is from black; chroma counts for more than lightness."""
    dark = lab[np.argsort(np.abs(lab[:, 0]) + np.hypot(lab[:, 1], lab[:, 2]))[:20]]
    return np.asarray(np.sqrt(((lab - np.median(dark, axis=0)) ** 2 * [0.1, 1.0, 1.0]).sum(axis=1)))


def _scale_black_to_colour(distances: Values) -> Values:
    """Scale distances so that black lies near 0 and colour near 1, on either side of the gap."""
    counts = sorted({each[0] for each in possible_counts()})
    logs = np.log(distances + 6)
    order = np.sort(logs)
    split = max(counts, key=lambda black: order[black] - order[black - 1])
    dark, light = float(np.median(order[:split])), float(np.median(order[split:]))
    return (logs - dark) / max(light - dark, 1e-3)


def _without_veiling_glare(reflectance: Floats, coloured: Values) -> Floats:
    """Subtract what black cells seem to reflect: gloss, haze and light scattered in the lens."""
    black = coloured < 0.35
    if black.sum() < 12:
        return reflectance
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1)
    design = np.column_stack([np.ones(64), col / 7 - 0.5, row / 7 - 0.5])
    plane, *_ = np.linalg.lstsq(design[black], reflectance[black], rcond=None)
    glare = np.clip(design @ plane, 0, np.percentile(reflectance[black], 95, axis=0))
    return np.asarray((reflectance - glare) / np.maximum(1 - glare, 0.2), np.float32)


def _probabilities(lab: Values, coloured: Values, unevenness: Values) -> Probabilities:
    # An uneven cell is less certain: there may be a reflection, a finger or a misplaced line.
    sharpness = _SHARPNESS / (1 + 1.5 * np.clip(unevenness - 0.15, 0, 2))
    black = 1 / (1 + np.exp(np.clip(sharpness * (coloured - 0.5), -40, 40)))
    hue, chroma = _hue_and_chroma(lab)
    hues = _hue_probabilities(hue, chroma, black < 0.5)
    # A light cell without chroma has none of the four colours.
    pale = 1 / (1 + np.exp(-(lab[:, 0] - 45) / 5)) / (1 + np.exp((chroma - 16) / 3))
    table = np.column_stack([black, (1 - black)[:, None] * hues])
    table = table * (1 - pale)[:, None] + 0.25 * pale[:, None]
    return np.asarray(table / table.sum(axis=1, keepdims=True), float)


def _hue_probabilities(hue: Values, chroma: Values, coloured: Mask) -> Values:
    """Return how likely red, yellow and blue are; the usual hues are adapted to the board."""
    means = _HUES.copy()
    spreads = _HUE_SPREADS * (1 + 6 / np.maximum(chroma, 3)[:, None])
    scores = np.zeros((len(hue), len(means)))
    for _ in range(4):
        apart = (hue[:, None] - means + 180) % 360 - 180
        scores = -0.5 * (apart / spreads) ** 2
        for colour in range(len(means)):
            near = coloured & (scores.argmax(axis=1) == colour) & (scores[:, colour] > -4.5)
            if near.sum() >= 2:
                usual = (_HUES[colour] - means[colour] + 180) % 360 - 180
                weight = near.sum() / (near.sum() + 4)
                shift = weight * np.median(apart[near, colour]) + (1 - weight) * usual
                means[colour] = (means[colour] + shift) % 360
    scores = np.exp(scores - scores.max(axis=1, keepdims=True)) + 1e-4
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))
