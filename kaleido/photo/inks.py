"""The inks of a board, against those that boards are printed in."""

import numpy as np
import numpy.typing as npt

from kaleido.photo.quad import CELLS, Floats
from kaleido.photo.white_balance import apart, to_lab

Values = npt.NDArray[np.float64]

_HUES = np.array([36.0, 88.0, 282.0])
"""The usual hues of red, yellow and blue in CIELAB, in degrees."""

_HUE_LIMITS = np.array([20.0, 22.0, 30.0])
"""How far from these the hues of a board may be, whatever the light and the print."""

_LIGHTNESS = np.array([[28.0, 72.0], [62.0, 100.0], [12.0, 62.0]])
"""The least and the most lightness of red, yellow and blue."""

_SHADE = 0.4
"""How much printed cells of a letter differ in lightness, at least; of 50."""

MAX_BLACK = 0.6
"""Black reflects at most this part of what colours reflect, haze and gloss included."""


def strange_letters(lab: Values, letters: npt.NDArray[np.int_]) -> Values:
    """Return how far each letter's colour is from that ink: 1 is the limit; (4,).

    Parameters
    ----------
    lab : ndarray, shape (64, 3)
        The reflectances, without what gloss and haze add.
    letters : ndarray of int, shape (64,)
        As 0 to 3: black, red, yellow, blue.
    """
    strange = np.zeros(4)
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1]))
    for letter in (1, 2, 3):
        same = letters == letter
        if not same.any():
            continue
        away = (hue[same] - _HUES[letter - 1] + 180) % 360 - 180
        low, high = _LIGHTNESS[letter - 1]
        light = float(np.median(lab[same, 0]))
        beyond = max(low - light, light - high) / 10
        strange[letter] = max(abs(float(np.median(away))) / _HUE_LIMITS[letter - 1], 1 + beyond)
    return strange


def black_is_dark(light: Values, letters: npt.NDArray[np.int_]) -> bool:
    """Return whether black is far darker than the other inks, which it is not in a negative.

    The light of the cells is linear, as (64,).
    """
    black = letters == 0
    if not black.any() or black.all():
        return False
    return bool(np.median(light[black]) < MAX_BLACK * np.median(light[~black]))


def outlying_inks(colours: Floats, letters: npt.NDArray[np.int_], contrast: float) -> Values:
    """Return how far each cell is from the others of its letter, as part of the contrast; (64,).

    The colours are in linear light; the light on the cells may differ.
    """
    away = np.zeros(64)
    for letter in range(4):
        same = letters == letter
        if same.sum() < 6:
            continue
        each = apart(colours[same], np.median(colours[same], axis=0))
        away[same] = np.maximum(each - 3 * np.median(each), 0) / contrast
    return away


def outlying_shades(colours: Floats, letters: npt.NDArray[np.int_]) -> Values:
    """Return how much lighter or darker each cell is than the others of its letter; (64,).

    1 is as much as printed cells may differ. The light may change over the board as a plane does.
    """
    lightness = to_lab(colours)[:, 0].astype(float)
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1) / 4 - 0.9
    design = np.column_stack([np.ones(64), col, row])
    strange = np.zeros(64)
    for letter in range(4):
        same = np.flatnonzero(letters == letter)
        if len(same) < 6:
            continue
        weights, residual, usual = np.ones(len(same)), np.zeros(len(same)), 1.0
        for _ in range(8):
            plane, *_ = np.linalg.lstsq(
                design[same] * weights[:, None], lightness[same] * weights, rcond=None
            )
            residual = np.abs(lightness[same] - design[same] @ plane)
            usual = max(1.48 * float(np.median(residual)), _SHADE)
            weights = 1 / (1 + (residual / (2 * usual)) ** 2)
        strange[same] = residual / (6 * usual)
    return strange
