"""The chance that a cell shows each colour: a small convolutional network looks at the whole board.

Whoever looks at a photo sees a finger or a fold by its outline, which is not on the lines of the
grid, and by what goes on from cell to cell. So does the network. Its numbers are in `chance.npz`,
which ``benchmarks/chances.py`` fits. What it says and, later, what the prior makes of it are
calibrated on scenes to which it was not fitted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.lib.stride_tricks import sliding_window_view
from scipy.special import expit, logit, softmax

from kaleido.photo.image import Pixels
from kaleido.photo.prior import Probabilities, counts_away
from kaleido.photo.quad import CELLS, Floats, Quad, Values, inner_halves
from kaleido.photo.white_balance import linear, to_lab

FITTED = Path(__file__).with_name("chance.npz")
LAYERS = ((2, 1), (1, 1), (2, 1), (1, 1), (2, 1), (1, 1), (1, 2), (1, 1))
"""The stride of each layer, and its dilation: how far apart the 3 × 3 places are that it weighs.

The strides halve the samples three times, until there is one place for each cell.
"""
FINE = 8  # samples along the side of a cell
UNSURE = 0.89
"""How certain a cell is at most that is not sure."""
MOST_CONFIDENCE = 0.999
"""How certain a cell is at most."""


def likely_colours(pixels: Pixels, quad: Quad, table: Probabilities) -> Probabilities:
    """Return how likely each colour is in each cell, (64, 4), by all that can be seen.

    The table says the same by the middle of each cell alone. The picture is that of `Quad.shrunk`.
    """
    numbers = _fitted()
    scores = scored(board_view(pixels, quad, table), table, numbers)
    return np.asarray(softmax(scores / numbers["temperature"], axis=1), float)


def calibrated(chances: Values, solved: bool) -> Values:
    """Return how often letters are right that have these chances, on boards that are solved or not.

    Where a board is not solved, or the chance is not high enough, none is more than `UNSURE`: so
    that hardly a board has a wrong cell that is sure.
    """
    numbers = _fitted()
    odds = log_odds(chances)
    most = np.where(solved & (odds > numbers["sure"]), MOST_CONFIDENCE, UNSURE)
    slope, offset = numbers["solved" if solved else "unsolved"]
    return np.asarray(np.minimum(expit(slope * odds + offset), most), float)


def log_odds(chances: Values) -> Values:
    """Return the logarithms of odds, of which none is extreme."""
    return np.asarray(logit(chances.clip(1e-6, 1 - 1e-6)), float)


def board_view(pixels: Pixels, quad: Quad, table: Probabilities) -> Floats:
    """Return what the network sees of the board and a cell's width around it, as (80, 80, 17).

    These are the colours of the samples, how they differ from what the letter of their cell has
    elsewhere on the board, and from the middle of their cell; which samples are in the picture; the
    contrast of the board; the table, how common the letter is, and how far the counts of letters
    are from those that faces give.
    """
    # In linear light, as if the picture were well exposed.
    gain = np.float32(255 / max(float(np.percentile(pixels.max(axis=2), 99)), 30.0))
    picture = linear(pixels.astype(np.float32) * gain)
    wide = 2 * FINE
    light = quad.rectify(picture, wide, margin=1)
    seen = quad.visible(picture.shape, wide, margin=1)[..., None]
    lab = to_lab(_halved(light))
    patches = light[wide:-wide, wide:-wide].reshape(CELLS, wide, CELLS, wide, 3)
    inks = to_lab(np.median(inner_halves(patches), axis=1))
    contrast = _contrast(inks)
    letters = table.argmax(axis=1)
    usual = np.zeros((4, 3))
    for letter in np.unique(letters):
        usual[letter] = np.median(inks[letters == letter], axis=0)
    share = np.bincount(letters, minlength=4)[letters] / CELLS**2
    away = np.full(CELLS**2, counts_away(letters) / CELLS)
    channels = (
        lab / 50,
        (lab - _spread(usual[letters])) / contrast,
        (lab - _spread(inks)) / contrast,
        _halved(seen),
        np.full((*lab.shape[:2], 1), np.log(contrast / 50)),
        _spread(np.column_stack([table, share, away])),
    )
    return np.concatenate(channels, axis=2).clip(-6, 6).astype(np.float32)


def _halved(samples: npt.NDArray[Any]) -> Floats:
    """Return the means of two by two samples."""
    half = len(samples) // 2
    means = samples.reshape(half, 2, half, 2, -1).mean(axis=(1, 3), dtype=np.float32)
    return np.asarray(means, np.float32)


def _contrast(inks: Floats) -> float:
    """Return how far apart black and colour are: most neighbours that differ are these two."""
    board = inks.reshape(CELLS, CELLS, 3)
    steps = [np.linalg.norm(np.diff(board, axis=axis), axis=-1).ravel() for axis in (0, 1)]
    away = np.concatenate(steps)
    return max(float(np.median(away[away > 0.5 * np.percentile(away, 90)])), 5.0)


def _spread(values: Values | Floats) -> Floats:
    """Return for each sample the values of its cell, 0 around the board."""
    board = np.pad(values.reshape(CELLS, CELLS, -1), ((1, 1), (1, 1), (0, 0))).astype(np.float32)
    return board.repeat(FINE, axis=0).repeat(FINE, axis=1)


def scored(view: Floats, table: Probabilities, numbers: Mapping[str, Floats]) -> Values:
    """Return the scores of each colour in each cell, (64, 4), by a network with these numbers."""
    state = view
    for layer, (stride, dilation) in enumerate(LAYERS):
        kernel, bias = numbers[f"kernel {layer}"], numbers[f"bias {layer}"]
        fresh = np.maximum(_convolved(state, kernel, stride, dilation) + bias, 0)
        # What keeps its shape adds to what was there (He et al., 2016).
        state = fresh + state if fresh.shape == state.shape else fresh
    whole = np.broadcast_to(state.mean(axis=(0, 1)), (CELLS, CELLS, state.shape[2]))
    cells = np.concatenate([state[1:-1, 1:-1], whole], axis=2).reshape(CELLS**2, -1)
    units = np.tanh(cells @ numbers["inner"] + numbers["inner bias"])
    changes = units @ numbers["outer"] + numbers["outer bias"]
    return np.asarray(np.log(table.clip(1e-3)) + changes, float)


def _convolved(state: Floats, kernel: Floats, stride: int, dilation: int) -> Floats:
    """Return the sums of 3 × 3 places each, weighed by a kernel (3, 3, channels in, out)."""
    padded = np.pad(state, ((dilation, dilation), (dilation, dilation), (0, 0)))
    windows = sliding_window_view(padded, (2 * dilation + 1, 2 * dilation + 1), axis=(0, 1))
    places = windows[::stride, ::stride, :, ::dilation, ::dilation]
    return np.tensordot(places, kernel, axes=([3, 4, 2], [0, 1, 2]))


@cache
def _fitted() -> dict[str, Floats]:
    with np.load(FITTED) as numbers:
        return {name: numbers[name].astype(np.float32) for name in numbers}
