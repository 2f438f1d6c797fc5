"""Eight by eight cells laid over a picture, and how well they fit what is there."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Self

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
"""A picture with float channels, or what was sampled from it."""

Points = npt.NDArray[np.float64]
"""Points as (n, 2): x to the right, y down."""

CELLS = 8
_FINE = 8
"""Samples along a cell's side when a lattice is held against the picture."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """Where the board lies: its corners in a picture.

    Parameters
    ----------
    corners : ndarray, shape (4, 2)
        Top left, top right, bottom right, bottom left, as x and y.
    """

    corners: Points

    @property
    def area(self) -> float:
        """In square pixels."""
        x, y = self.corners.T
        return float(abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2)

    @property
    def cell(self) -> float:
        """The side of a cell in pixels, on average."""
        return math.sqrt(self.area) / CELLS

    @property
    def sides(self) -> Points:
        """The lengths of the four sides, top first, clockwise."""
        return np.asarray(
            np.linalg.norm(np.roll(self.corners, -1, axis=0) - self.corners, axis=1), float
        )

    def points(self, board: Points) -> Points:
        """Give points of the picture for points of the board, whose corners are 0 and 8."""
        matrix = _homography(self.corners)
        places = board @ matrix[:, :2].T + matrix[:, 2]
        # Beyond the horizon there is no point: far outside the picture will do.
        depth = np.where(places[:, 2:] > 1e-9, places[:, 2:], 1e-9)
        return np.asarray(places[:, :2] / depth, float)

    def sample(self, picture: Floats, board: Points) -> Floats:
        """Give the picture's values at points of the board, as (n, channels)."""
        import cv2

        places = self.points(board).astype(np.float32)
        np.clip(places, -1e4, 1e4, out=places)
        found = cv2.remap(
            picture,
            places[:, None, 0],
            places[:, None, 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return found.reshape(len(board), -1).astype(np.float32, copy=False)

    def patches(self, picture: Floats, fine: int = _FINE) -> Floats:
        """Give `fine` × `fine` samples a cell, as (8, fine, 8, fine, channels)."""
        values = self.sample(picture, cell_points(fine))
        return values.reshape(CELLS, fine, CELLS, fine, -1)

    def is_sound(self) -> bool:
        """Whether it is convex, clockwise and no more slanted than a photo makes it."""
        corners = self.corners
        before, after = (
            corners - np.roll(corners, 1, axis=0),
            np.roll(corners, -1, axis=0) - corners,
        )
        turns = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
        lengths = self.sides
        if not np.isfinite(turns).all() or (turns <= 0).any() or lengths.min() < 1:
            return False
        sines = turns / (np.roll(lengths, 1) * lengths)
        return bool(sines.min() > 0.55 and lengths.max() < 2.2 * lengths.min())

    def scaled(self, factor: float) -> Self:
        """Give it larger or smaller about its middle."""
        centre = self.corners.mean(axis=0)
        return type(self)(centre + (self.corners - centre) * factor)

    def turned(self, turns: int) -> Self:
        """Give it with the corner that was `turns` places on as its first."""
        return type(self)(np.roll(self.corners, -turns, axis=0))

    def overlap(self, other: Lattice) -> float:
        """Give the area that both share, as a share of the smaller one's."""
        import cv2

        shared, _ = cv2.intersectConvexConvex(
            self.corners.astype(np.float32), other.corners.astype(np.float32)
        )
        return float(shared) / max(min(self.area, other.area), 1.0)


def _homography(corners: Points) -> Points:
    """Give the matrix that takes the board's corners to those of the picture."""
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    dx1, dx2, sx = x1 - x2, x3 - x2, x0 - x1 + x2 - x3
    dy1, dy2, sy = y1 - y2, y3 - y2, y0 - y1 + y2 - y3
    whole = dx1 * dy2 - dx2 * dy1
    if abs(whole) < 1e-12:
        whole = 1e-12
    g, h = (sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole
    matrix = np.array(
        [
            [x1 - x0 + g * x1, x3 - x0 + h * x3, x0],
            [y1 - y0 + g * y1, y3 - y0 + h * y3, y0],
            [g, h, 1.0],
        ]
    )
    matrix[:, :2] /= CELLS
    return matrix


@cache
def cell_points(fine: int) -> Points:
    """Give the points of the board that `Lattice.patches` samples."""
    along = (np.arange(CELLS * fine) + 0.5) / fine
    x, y = np.meshgrid(along, along)
    return np.stack([x.ravel(), y.ravel()], axis=1)
