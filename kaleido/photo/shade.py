"""Colours compared whatever light falls on them: a shadow changes the light, not the ink."""

import numpy as np

from kaleido.photo.quad import Floats

_LEAST, _MOST = 0.2, 4.0
"""How much light there may be on an ink, against where it was seen."""

_WEIGHTS = np.array([0.5, 1.0, 1.0], np.float32)
"""Lightness counts less than colour."""


def to_lab(light: Floats) -> Floats:
    """Convert linear red, green and blue to CIELAB, with lightness halved."""
    import cv2

    flat = np.ascontiguousarray(light, np.float32).reshape(1, -1, 3)
    lab = np.asarray(cv2.cvtColor(flat, cv2.COLOR_LRGB2LAB), np.float32)
    return lab.reshape(light.shape) * _WEIGHTS


def apart(samples: Floats, inks: Floats) -> Floats:
    """Return how far samples are from inks under the light that suits best.

    Both are in linear light, and are broadcast against each other; the last axis is the channels.
    """
    samples, inks = np.broadcast_arrays(samples, inks)
    share = (samples * inks).sum(axis=-1) / np.maximum((inks**2).sum(axis=-1), 1e-9)
    lit = inks * np.clip(share, _LEAST, _MOST)[..., None]
    return np.asarray(np.linalg.norm(to_lab(samples) - to_lab(lit), axis=-1), np.float32)
