"""The camera: its view of the page, the light, and what lens, sensor and JPEG add."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kaleido.photo.image import Pixels
from kaleido.photo.quad import Points, Quad
from mockups.conditions import Conditions
from mockups.page import Canvas, as_bytes, jpeg


def take_photo(
    page: Canvas,
    corners: Points,
    how: Conditions,
    rng: np.random.Generator,
    frame: Points | None = None,
) -> tuple[Pixels, Points]:
    """Photograph a page; return where the corners lie in the photo, too.

    There are four corners for each board; blur and shadows go by the first. The camera is pointed
    at a frame of four places on the page, by default at the first board.
    """
    import cv2

    # Whoever shows a whole page has a better camera, or the cells would be too small.
    sides = [800, 1080, 1600] if frame is None else [1280, 1600]
    longer = int(rng.choice(sides))
    homography, height, width = _view(corners[:4] if frame is None else frame, longer, how, rng)
    table = rng.uniform(20, 200, 3) * rng.uniform(0.4, 1.0)
    ground = np.broadcast_to(table, (height, width, 3)) + _smooth(height, width, 25, rng)
    seen = cv2.warpPerspective(page, homography, (width, height), flags=cv2.INTER_LINEAR)
    matte = cv2.warpPerspective(np.ones(page.shape[:2], np.float32), homography, (width, height))
    here = np.asarray(matte, np.float32)[..., None]
    shot = np.asarray(seen * here + ground * (1 - here), np.float32)
    shown = cv2.perspectiveTransform(corners[None].astype(np.float32), homography)[0]
    places = shown.astype(float)
    if how.bend:
        shot, places = _bend(shot, places, how.bend, rng)
    shot = light_scene(shot, places[:4], how, rng)
    shot = _blurred(shot, Quad(places[:4]).cell, how, rng)
    fine = rng.standard_normal(shot.shape, np.float32) * (18 * how.noise)
    coarse = rng.standard_normal(shot.shape, np.float32) * (60 * how.noise)
    shot = np.asarray(shot + fine + cv2.GaussianBlur(coarse, (0, 0), 1.5), np.float32)
    return jpeg(as_bytes(shot), int(95 - 77 * how.jpeg)), places


def _view(
    corners: Points, longer: int, how: Conditions, rng: np.random.Generator
) -> tuple[Points, int, int]:
    """Return the homography of a pinhole camera, and the height and width of the picture."""
    height, width = rng.permutation([longer, longer * 3 // 4])
    turn = rng.uniform(-np.pi, np.pi) if how.turn > 0.5 else rng.uniform(-1, 1) * how.turn * 0.8
    tilt, away = np.radians(30) * how.tilt, rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(away), np.sin(away), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    size = np.ptp(corners[:, 0])
    middle = corners.mean(axis=0)
    fraction = 0.62 - 0.42 * how.small
    far = 2.2
    scale = fraction * min(height, width) / size * far
    centre = np.array([width / 2, height / 2]) + rng.uniform(-0.08, 0.08, 2) * [width, height]
    lens = np.array([[scale, 0, centre[0]], [0, scale, centre[1]], [0, 0, 1]])
    plane = np.column_stack([(lean @ spin)[:, :2], [0, 0, far * size]])
    plane[2] /= size
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    return lens @ plane @ shift, int(height), int(width)


def _bend(
    shot: Canvas, places: Points, much: float, rng: np.random.Generator
) -> tuple[Canvas, Points]:
    """Bend the page about an upright line; return the corners on it, too."""
    import cv2

    height, width = shot.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    deep = Quad(places[:4]).cell * 0.3 * much
    phase = rng.uniform(0, np.pi)

    def lift(at: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        return np.asarray(deep * np.sin(np.pi * at / width + phase), np.float64)

    bent = cv2.remap(shot, x, (y + lift(x)).astype(np.float32), cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return np.asarray(bent), places - np.column_stack([np.zeros(len(places)), lift(places[:, 0])])


def _blurred(shot: Canvas, size: float, how: Conditions, rng: np.random.Generator) -> Canvas:
    """Put the picture out of focus, and sometimes move the camera, too."""
    import cv2

    soft = how.blur * rng.uniform(0.7, 1.0) * 0.16 * size
    if soft <= 0.3:
        return shot
    blurred = cv2.GaussianBlur(shot, (0, 0), soft)
    if rng.random() < 0.3:
        length = max(3, int(soft * 2) | 1)
        blurred = cv2.blur(blurred, (length, 1) if rng.random() < 0.5 else (1, length))
    return np.asarray(blurred, np.float32)


def _smooth(height: int, width: int, much: float, rng: np.random.Generator) -> Canvas:
    import cv2

    rough = rng.normal(0, much, (max(2, height // 40), max(2, width // 40), 3))
    return np.asarray(cv2.resize(rough.astype(np.float32), (width, height)))


def light_scene(shot: Canvas, corners: Points, how: Conditions, rng: np.random.Generator) -> Canvas:
    """Light the scene, in linear light, with a shadow across the board."""
    import cv2

    height, width = shot.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = rng.uniform(0, 2 * np.pi)
    fall = np.exp(-1.1 * how.light * (x * np.cos(angle) + y * np.sin(angle)))
    fall /= np.exp(1.1 * how.light) ** 0.5
    fall *= 1 - 0.35 * how.light * (x**2 + y**2) / 2
    if how.shadow:
        middle = corners.mean(axis=0) / [width / 2, height / 2] - 1
        angle = rng.uniform(0, 2 * np.pi)
        line = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
        edge = 1 / (1 + np.exp(-line / rng.uniform(0.01, 0.15)))
        fall = fall * (1 - 0.65 * how.shadow * edge)
    lamp = 1 + how.cast * rng.uniform(-0.38, 0.38, 3) * [1, 0.35, 1]
    linear = (np.clip(shot, 0, 255) / 255) ** 2.2 * fall[..., None] * lamp
    linear *= rng.uniform(0.85, 1.1) * (1 - 0.8 * how.dark)
    veil = how.washed * rng.uniform(0.1, 0.22)
    linear = linear * (1 - veil) + veil
    if rng.random() < 0.2:  # a lamp mirrored in the paper
        spot = rng.uniform(-0.6, 0.6, 2)
        gloss = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / rng.uniform(0.02, 0.2))
        linear += 0.12 * how.light * gloss[..., None]
    levels = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
    # Cameras bend the curve, and add colour or take it away.
    grey = levels.mean(axis=2, keepdims=True)
    levels = grey + (levels - grey) * rng.uniform(0.75, 1.2)
    return np.asarray(cv2.GaussianBlur(levels.astype(np.float32), (0, 0), 0.6))
