"""Canvases that are painted on, and pictures made of them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kaleido.photo.image import Pixels
from kaleido.photo.quad import Points

Canvas = npt.NDArray[np.float32]
"""A picture as (height, width, 3), with levels from 0 to 255."""


def box(left: float, top: float, width: float, height: float) -> Points:
    """Return the corners of a rectangle, clockwise from the top left."""
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5


def as_bytes(values: npt.NDArray[np.floating]) -> Pixels:
    """Round levels to bytes."""
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


def jpeg(pixels: Pixels, quality: int) -> Pixels:
    """Return a picture as it looks after JPEG compression."""
    import cv2

    _, data = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    read = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return read[..., ::-1].copy()
