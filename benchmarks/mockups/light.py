"""The light on the scene."""

from __future__ import annotations

import numpy as np

from kaleido.photo.quad import Points
from mockups.canvas import Canvas
from mockups.conditions import Conditions


def light_scene(shot: Canvas, corners: Points, how: Conditions, rng: np.random.Generator) -> Canvas:
    """Light the scene, in linear light, with a shadow across the board.

    Parameters
    ----------
    shot : ndarray of float32, shape (height, width, 3)
    corners : ndarray, shape (4, 2)
        Where the board lies.
    how : Conditions
    rng : Generator
    """
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
