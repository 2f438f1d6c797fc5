"""The quadrilateral that a board covers in a picture, and the picture rectified by it.

Board coordinates run from 0 to 8, x to the right and y down: cell (row, col) covers x from col to
col + 1 and y from row to row + 1. In the picture the centres of pixels have whole coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from kaleido.photo.image import Pixels

Floats = npt.NDArray[np.float32]  # a picture with float channels, or samples of one
Points = npt.NDArray[np.float64]  # points as (n, 2): x to the right, y down

Values = npt.NDArray[np.float64]

Mask = npt.NDArray[np.bool_]

CELLS = 8

# The side, in pixels, to which larger cells are averaged down before they are sampled.
CELL_SIDE = 20.0

_CORNERS = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32)


@dataclass(frozen=True, eq=False)
class Quad:
    """A board in a picture by its corners, clockwise from the top left, as x and y in pixels."""

    corners: Points

    @cached_property
    def homography(self) -> Points:
        """The 3 × 3 matrix that maps board coordinates to pixels."""
        import cv2

        matrix = cv2.getPerspectiveTransform(_CORNERS, self.corners.astype(np.float32))
        return np.asarray(matrix, float)

    @property
    def area(self) -> float:
        """The area in square pixels."""
        import cv2

        return cv2.contourArea(self.corners.astype(np.float32))

    @property
    def cell(self) -> float:
        """The mean side of a cell in pixels."""
        return math.sqrt(self.area) / CELLS

    def project(self, board: Points) -> Points:
        """Return the pixels of points in board coordinates, both as (n, 2)."""
        import cv2

        return np.asarray(cv2.perspectiveTransform(board[None], self.homography)[0], float)

    def visible(self, shape: tuple[int, ...], fine: int, margin: int) -> Mask:
        """Return which samples of `rectify` lie inside a picture of this shape."""
        whole = np.full(shape[:2], 255, np.uint8)
        return np.asarray(self.rectify(whole, fine, margin, repeats=False) > 250)

    def rectify(
        self, picture: npt.NDArray[Any], fine: int, margin: int = 0, *, repeats: bool = True
    ) -> npt.NDArray[Any]:
        """Return the board from above; pixels beyond the picture repeat its edge, or are 0."""
        import cv2

        size = (CELLS + 2 * margin) * fine
        shift = 0.5 / fine - margin
        to_board = np.array([[1 / fine, 0, shift], [0, 1 / fine, shift], [0, 0, 1]])
        return cv2.warpPerspective(
            picture,
            self.homography @ to_board,
            (size, size),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE if repeats else cv2.BORDER_CONSTANT,
        )

    def patches(self, picture: Floats, fine: int) -> Floats:
        """Return `fine` × `fine` samples of each cell, as (8, fine, 8, fine, channels)."""
        return self.rectify(picture, fine).reshape(CELLS, fine, CELLS, fine, -1)

    def is_plausible(self) -> bool:
        """Return whether it is convex, clockwise and no more distorted than boards in photos."""
        # The search for boards asks this of thousands: for four corners numbers beat arrays.
        points = self.corners.tolist()
        sides = [
            (x - before_x, y - before_y)
            for (before_x, before_y), (x, y) in zip(points[-1:] + points[:-1], points, strict=True)
        ]
        lengths = [math.hypot(*side) for side in sides]
        if not all(map(math.isfinite, lengths)) or min(lengths) < 1:
            return False
        for at, (x, y) in enumerate(sides):
            before_x, before_y = sides[at - 1]
            if before_x * y - before_y * x <= 0.55 * lengths[at - 1] * lengths[at]:
                return False
        return max(lengths) < 2.2 * min(lengths)

    def shrunk(self, pixels: Pixels) -> tuple[Pixels, Self]:
        """Return a picture with cells averaged down, and the quadrilateral in it."""
        import cv2

        scale = CELL_SIDE / self.cell
        if scale >= 0.7:
            return pixels, self
        small = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8), self.rescaled(scale)

    def scaled(self, factor: float) -> Self:
        """Return a copy that is scaled about its centre."""
        centre = self.corners.mean(axis=0)
        return type(self)(centre + (self.corners - centre) * factor)

    def rescaled(self, factor: float) -> Self:
        """Return the same quadrilateral in the picture resized by a factor."""
        return type(self)((self.corners + 0.5) * factor - 0.5)

    def turned(self, turns: int) -> Self:
        """Return a copy whose first corner is the one `turns` places on."""
        return type(self)(np.roll(self.corners, -turns, axis=0))

    def overlap(self, other: Quad) -> float:
        """Return the area that both share, as a fraction of the smaller one's."""
        import cv2

        shared, _ = cv2.intersectConvexConvex(
            self.corners.astype(np.float32), other.corners.astype(np.float32)
        )
        return float(shared) / max(min(self.area, other.area), 1.0)


def inner_halves(patches: Floats) -> Floats:
    """Return the samples in the inner half of each cell, as (64, samples, channels).

    Blurred borders do not reach them. The patches are those of `Quad.patches`.
    """
    rim = patches.shape[1] // 4
    inner = patches[:, rim:-rim, :, rim:-rim].transpose(0, 2, 1, 3, 4)
    return inner.reshape(CELLS**2, -1, patches.shape[-1])


def in_reading_order(quads: Sequence[Quad]) -> list[Quad]:
    """Sort boards, with their tops on one side, by rows from the top, from left to right."""
    corners = np.stack([quad.corners for quad in quads])
    across = (corners[:, [1, 2]] - corners[:, [0, 3]]).mean(axis=(0, 1))
    down = (corners[:, [3, 2]] - corners[:, [0, 1]]).mean(axis=(0, 1))
    x, y = np.linalg.solve(np.column_stack([across, down]), corners.mean(axis=1).T)
    rows: list[list[int]] = []
    for each in np.argsort(y, kind="stable").tolist():
        # A board less than half a board lower is in the same row.
        if rows and y[each] < y[rows[-1][0]] + 0.5:
            rows[-1].append(each)
        else:
            rows.append([each])
    return [quads[each] for row in rows for each in sorted(row, key=lambda each: x[each])]
