"""The colours of the cells: how likely each of the four is, from what the picture shows."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.photo.counts import Chances, possible_counts
from kaleido.photo.image import Pixels
from kaleido.photo.lattice import CELLS, Floats, Lattice
from kaleido.photo.paper import is_paper, linear, paper_white

Values = npt.NDArray[np.float64]

_CELL = 20.0
"""Pixels of a cell that is sampled: larger ones are averaged down to it first."""

_HUES = np.array([36.0, 88.0, 282.0])
_HUE_SPREAD = np.array([15.0, 14.0, 26.0])
"""Where red, yellow and blue lie on CIELAB's circle of hues, in degrees, and how far around."""

_SHARPNESS = 16.0
"""How fast doubt falls from the middle between black and colour; measured (docs/photos.md)."""


class Colours(NamedTuple):
    """What the cells of a board look like.

    Attributes
    ----------
    chances : ndarray, shape (64, 4)
        How likely x, r, y and b are in each cell.
    lab : ndarray, shape (64, 3)
        In CIELAB, relative to the page's white.
    has_paper : bool
        Whether that white was seen, rather than assumed.
    """

    chances: Chances
    lab: Values
    has_paper: bool


def classify(pixels: Pixels, lattice: Lattice) -> Colours:
    """Say how likely each colour is in each cell.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    lattice : Lattice
        Where the board lies there.
    """
    picture, lattice = _scaled(pixels, lattice)
    cells, rough = _cell_light(lattice, picture)
    white = paper_white(lattice, picture)
    has_paper = white is not None and is_paper(white, cells)
    if white is None or not has_paper:
        white = np.full((64, 3), max(float(np.percentile(cells.max(axis=1), 97)), 0.02), np.float32)
    share = cells / white
    depth = _depth(to_lab(share))
    coloured = _split(depth)
    share = _without_veil(share, coloured)
    lab = to_lab(share)
    return Colours(_chances(lab, coloured, rough), lab, has_paper)


def _scaled(pixels: Pixels, lattice: Lattice) -> tuple[Floats, Lattice]:
    import cv2

    scale = _CELL / lattice.cell
    if scale > 0.7:
        return pixels.astype(np.float32), lattice
    small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    corners = (lattice.corners + 0.5) * scale - 0.5
    return np.asarray(small, np.float32), Lattice(corners)


def _cell_light(lattice: Lattice, picture: Floats) -> tuple[Floats, Values]:
    """Give the light of each cell, and how uneven it is there, from 0 to about 1."""
    patches = lattice.patches(picture, 16)[:, 4:12, :, 4:12]
    inner = patches.transpose(0, 2, 1, 3, 4).reshape(64, -1, 3)
    # The median leaves out glare, specks and what a line's blur reaches.
    middle = np.median(inner, axis=1)
    quarters = patches.reshape(CELLS, 2, 4, CELLS, 2, 4, 3).mean(axis=(2, 5))
    apart = np.ptp(quarters.transpose(0, 2, 1, 3, 4).reshape(64, 4, 3), axis=1).max(axis=1)
    reach = max(float(np.ptp(np.percentile(middle.max(axis=1), [10, 90]))), 10.0)
    return linear(middle.astype(np.float32)) + np.float32(1e-4), np.asarray(apart / reach, float)


def to_lab(light: npt.NDArray[np.floating]) -> Values:
    """Give linear red, green and blue, shares of white, in CIELAB.

    Examples
    --------
    >>> import numpy as np
    >>> to_lab(np.array([[1.0, 1.0, 1.0]])).round(1).tolist()
    [[100.0, 0.0, 0.0]]
    """
    matrix = np.array(
        [
            [0.4124564, 0.3575761, 0.1804375],
            [0.2126729, 0.7151522, 0.0721750],
            [0.0193339, 0.1191920, 0.9503041],
        ]
    )
    matrix /= matrix.sum(axis=1, keepdims=True)
    xyz = np.clip(light, 0, 4).astype(float) @ matrix.T
    small = (6 / 29) ** 3
    root = np.where(xyz > small, np.cbrt(xyz), xyz / (3 * (6 / 29) ** 2) + 4 / 29)
    x, y, z = root.T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def _depth(lab: Values) -> Values:
    """Give how far each cell is from black; colour counts for more than lightness."""
    dark = lab[np.argsort(np.abs(lab[:, 0]) + np.hypot(lab[:, 1], lab[:, 2]))[:20]]
    return np.asarray(np.sqrt(((lab - np.median(dark, axis=0)) ** 2 * [0.1, 1.0, 1.0]).sum(axis=1)))


def _split(depth: Values) -> Values:
    """Give how far each cell is from black on a scale from 0 (black) to 1 (colour).

    Whatever faces are up, 29 to 35 cells are black: the widest gap there parts them.
    """
    counts = sorted({each[0] for each in possible_counts()})
    logs = np.log(depth + 6)
    order = np.sort(logs)
    split = max(counts, key=lambda black: order[black] - order[black - 1])
    dark, light = float(np.median(order[:split])), float(np.median(order[split:]))
    return (logs - dark) / max(light - dark, 1e-3)


def _without_veil(share: Floats, coloured: Values) -> Floats:
    """Take away the light that black cells send back: glare, haze, what lenses scatter."""
    black = coloured < 0.35
    if black.sum() < 12:
        return share
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1)
    design = np.column_stack([np.ones(64), col / 7 - 0.5, row / 7 - 0.5])
    plane, *_ = np.linalg.lstsq(design[black], share[black], rcond=None)
    veil = np.clip(design @ plane, 0, np.percentile(share[black], 95, axis=0))
    return np.asarray((share - veil) / np.maximum(1 - veil, 0.2), np.float32)


def _chances(lab: Values, coloured: Values, rough: Values) -> Chances:
    # What is uneven in itself is less sure: a reflection, a finger, a line that is off.
    sharpness = _SHARPNESS / (1 + 1.5 * np.clip(rough - 0.15, 0, 2))
    black = 1 / (1 + np.exp(np.clip(sharpness * (coloured - 0.5), -40, 40)))
    chroma = np.hypot(lab[:, 1], lab[:, 2])
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1])) % 360
    hues = _hue_chances(hue, chroma, black < 0.5)
    # A light cell without colour is none of the four.
    pale = 1 / (1 + np.exp(-(lab[:, 0] - 45) / 5)) / (1 + np.exp((chroma - 16) / 3))
    chances = np.column_stack([black, (1 - black)[:, None] * hues])
    chances = chances * (1 - pale)[:, None] + 0.25 * pale[:, None]
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), float)


def _hue_chances(hue: Values, chroma: Values, coloured: npt.NDArray[np.bool_]) -> Chances:
    """Give how likely red, yellow and blue are for cells that are not black."""
    means = _HUES.copy()
    scores = np.zeros((len(hue), len(means)))
    for _ in range(4):
        apart = (hue[:, None] - means + 180) % 360 - 180
        spread = _HUE_SPREAD * (1 + 6 / np.maximum(chroma, 3)[:, None])
        scores = -0.5 * (apart / spread) ** 2
        # The board's own red, yellow and blue: where its cells are, held to what is usual.
        for colour in range(len(means)):
            near = coloured & (scores.argmax(axis=1) == colour) & (scores[:, colour] > -4.5)
            if near.sum() >= 2:
                usual = (_HUES[colour] - means[colour] + 180) % 360 - 180
                weight = near.sum() / (near.sum() + 4)
                shift = weight * np.median(apart[near, colour]) + (1 - weight) * usual
                means[colour] = (means[colour] + shift) % 360
    scores = np.exp(scores - scores.max(axis=1, keepdims=True)) + 1e-4
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))
