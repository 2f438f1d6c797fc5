"""The page's white around a board, and how it changes over the board."""

from __future__ import annotations

from functools import cache

import numpy as np

from kaleido.photo.lattice import CELLS, Floats, Lattice, Points

_NEAR, _FAR, _STEP = 0.12, 3.0, 0.11


def linear(picture: Floats) -> Floats:
    """Give levels from 0 to 255 as linear light from 0 to 1, as sRGB says."""
    share = picture / np.float32(255)
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def paper_white(lattice: Lattice, picture: Floats) -> Floats | None:
    """Estimate the white of the page at every cell.

    Parameters
    ----------
    lattice : Lattice
    picture : ndarray of float32, shape (height, width, 3)
        Red, green, blue, 0 to 255.

    Returns
    -------
    ndarray, shape (64, 3), or None
        In linear light; None when nothing around the board looks like paper.
    """
    around = _around()
    places = lattice.points(around)
    height, width = picture.shape[:2]
    seen = (places >= 1).all(axis=1) & (places[:, 0] < width - 2) & (places[:, 1] < height - 2)
    if seen.sum() < 60:
        return None
    around = around[seen]
    light = linear(lattice.sample(picture, around)) + 1e-3
    least = light.min(axis=1)
    kept = least >= np.percentile(least, 55)
    # Weighed to the board: the page may end not far away.
    far = np.maximum(np.abs(around - CELLS / 2).max(axis=1) - CELLS / 2, 0)
    weight = 1 / (0.5 + far)
    design = np.column_stack([np.ones(len(around)), around / CELLS - 0.5])
    logs = np.log(light)
    plane = np.zeros((3, 3))
    for _ in range(6):
        rows = kept.nonzero()[0]
        scale = weight[rows, None]
        plane, *_ = np.linalg.lstsq(design[rows] * scale, logs[rows] * scale, rcond=None)
        off = np.abs(logs - design @ plane).max(axis=1)
        closer = off < max(0.12, float(np.percentile(off[rows], 80)))
        if closer.sum() < 40:
            break
        kept = closer
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1)
    cells = np.column_stack([np.ones(64), (col + 0.5) / CELLS - 0.5, (row + 0.5) / CELLS - 0.5])
    return np.exp(cells @ plane).astype(np.float32)


def is_paper(white: Floats, cells: Floats) -> bool:
    """Whether a white can be that of the page which these cells are printed on.

    Print takes light away: in no channel is a cell much lighter than the paper, and black is
    far darker.
    """
    share = cells / white
    lightest = np.percentile(share.max(axis=1), 95)
    dark = np.median(share.min(axis=1))
    spread = white.max(axis=1) / white.min(axis=1)
    return bool(0.15 < lightest < 1.5 and dark < 0.5 and np.median(spread) < 8)


@cache
def _around() -> Points:
    along = np.arange(-_FAR, CELLS + _FAR, _STEP)
    x, y = np.meshgrid(along, along)
    points = np.stack([x.ravel(), y.ravel()], axis=1)
    outside = np.abs(points - CELLS / 2).max(axis=1) > CELLS / 2 + _NEAR
    return np.asarray(points[outside], float)
