"""The borders between cells: where the colours change, against where the grid has them."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.photo.quad import CELLS, Floats
from kaleido.photo.white_balance import apart

Values = npt.NDArray[np.float64]

_RIM = 2
"""Samples near the ends of a border, where it meets others, that are left out."""

_CLEAR = 0.4
"""Neighbours differ that are as far apart as this fraction of the board's contrast."""

_LEAST = 12
"""Fewer borders than these show no grid."""

_TOLERANCES = np.array([[0.09, 0.3, 0.08], [6.0, 6.5, 6.0]])
"""How far a border may be from its place, in cells, how oblique it may be, and how bent; below,
the same in multiples of what is usual on this board. The larger one counts."""

_GRAIN = 0.06
"""Pictures with less noise are measured more strictly, up to a quarter."""


class Borders(NamedTuple):
    """How far borders are from where the others have them.

    Attributes
    ----------
    misfit : ndarray, shape (8, 8)
        Of the worst border of each cell: 1 is as much as borders of printed cells may be.
    spread : float
        How far borders are from a smooth grid usually, in cells.
    empty : int
        How many lines of the grid have hardly a border.
    """

    misfit: Values
    spread: float
    empty: int


def measure_borders(patches: Floats, colours: Floats, contrast: float, noise: float) -> Borders:
    """Measure the borders between neighbours of different colours.

    A page may be bent and corners may be somewhat beside their places, so that borders are
    compared with a smooth grid through all of them.

    Parameters
    ----------
    patches : ndarray of float32, shape (8, fine, 8, fine, channels)
    colours : ndarray of float32, shape (8, 8, channels)
    contrast : float
        How far apart the colours of neighbours are usually.
    noise : float
        How far samples are from their cell's colour, as part of the contrast.
    """
    misfit = np.zeros((CELLS, CELLS))
    spreads = []
    tolerances = _TOLERANCES * [[np.clip(noise / _GRAIN, 0.8, 1.0)], [1.0]]
    empty = 0
    turned = patches.transpose(2, 3, 0, 1, 4), colours.transpose(1, 0, 2)
    # The view of the second round is transposed, so that its borders are upright, too.
    for (cells, inks), worst in (((patches, colours), misfit), (turned, misfit.T)):
        *shape, between = _offsets(cells, inks)
        clear = between > _CLEAR * contrast
        empty += int((clear.sum(axis=0) < 2).sum())
        if clear.sum() < _LEAST:
            return Borders(np.full((CELLS, CELLS), 9.0), 1.0, 14)
        each = np.zeros(clear.shape)
        # Borders of less contrast, on a picture with grain, are measured less well.
        weight = np.minimum(between / np.median(between[clear]), 1) / (1 + 3 * noise) * clear
        for values, (least, usual) in zip(shape, tolerances.T, strict=True):
            residual, spread = _residuals(values, clear, _steps(inks))
            each = np.maximum(each, weight * residual / max(least, usual * spread))
            spreads.append(spread)
        worst[:, :-1] = np.maximum(worst[:, :-1], each)
        worst[:, 1:] = np.maximum(worst[:, 1:], each)
    return Borders(misfit, max(spreads[0], spreads[len(spreads) // 2]), empty)


def _offsets(cells: Floats, inks: Floats) -> tuple[Values, Values, Values, Values]:
    """Return where upright borders lie, how oblique, bent and clear they are, each as (8, 7).

    Between the middles of two cells the share of the second colour says where it begins.
    """
    fine = cells.shape[1]
    half = fine // 2
    spans = np.concatenate([cells[:, :, :-1, half:], cells[:, :, 1:, :half]], axis=3)
    one, other = inks[:, :-1], inks[:, 1:]
    near = apart(spans, one[:, None, :, None])
    far = apart(spans, other[:, None, :, None])
    share = np.clip((near / np.maximum(near + far, 1e-3) - 0.2) / 0.6, 0, 1)
    between = np.minimum(apart(one, other), apart(other, one))
    begins = 0.5 - share[:, _RIM : fine - _RIM].mean(axis=3)
    place = (np.arange(fine)[_RIM : fine - _RIM] + 0.5) / fine - 0.5
    slopes = (begins * place[None, :, None]).sum(axis=1) / (place**2).sum()
    third = begins.shape[1] // 3
    ends = (begins[:, :third].mean(axis=1) + begins[:, -third:].mean(axis=1)) / 2
    bends = ends - begins[:, third:-third].mean(axis=1)
    return np.median(begins, axis=1), slopes, bends, between


def _steps(inks: Floats) -> Values:
    """Return how much lighter the first of two neighbours is in each channel, as (56, 3).

    The lighter of two inks prevails in what lies between them, and so does one like the lines
    that may be printed there.
    """
    light = inks.sum(axis=-1, keepdims=True) + 1e-3
    steps = (inks[:, :-1] - inks[:, 1:]) / (light[:, :-1] + light[:, 1:])
    return np.asarray(steps.reshape(-1, 3), float)


def _residuals(values: Values, clear: npt.NDArray[np.bool_], steps: Values) -> tuple[Values, float]:
    """Return how far values are from a smooth surface through most of them, and the usual."""
    row, col = np.indices(clear.shape).reshape(2, -1) / 4 - 0.9
    curved = col**2, col * row, row**2
    design = np.column_stack([np.ones(row.size), col, row, *curved, steps])
    known, flat = clear.ravel(), values.ravel()
    weights = known.astype(float)
    residual, spread = np.abs(flat), 1.0
    for _ in range(12):
        surface, *_ = np.linalg.lstsq(design * weights[:, None], flat * weights, rcond=None)
        residual = np.abs(flat - design @ surface)
        spread = max(1.48 * float(np.median(residual[known])), 0.005)
        weights = known / (1 + (residual / (2 * spread)) ** 2)
    return residual.reshape(clear.shape), spread
