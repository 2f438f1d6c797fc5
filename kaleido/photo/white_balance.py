"""The light on a board: linear, as CIELAB, and the white of the page around it."""

import numpy as np

from kaleido.photo.quad import CELLS, Floats, Mask, Points, Quad

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
