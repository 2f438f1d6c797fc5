"""The surroundings of a board: a thing that covers its edge goes on beyond it."""

import numpy as np

from kaleido.photo.quad import CELLS, Floats, Mask, Quad
from kaleido.photo.white_balance import apart, to_lab

_FINE = 16
"""Samples along the side of a cell."""

_NEAR, _FAR = 3, 10
"""In samples: the strip beyond the board that is looked at, which blur does not reach."""

_UNLIKE = 0.35
"""What differs by a larger fraction of the contrast has another colour."""


def cells_that_go_on(picture: Floats, quad: Quad, colours: Floats, contrast: float) -> Mask:
    """Return the cells at the edge whose colour goes on beyond the board, as (8, 8).

    There it is unlike the rest of what lies beyond that side: page or frame.

    Parameters
    ----------
    picture : ndarray of float32, shape (height, width, 3)
        In linear light.
    quad : Quad
    colours : ndarray of float32, shape (8, 8, 3)
    contrast : float
        How far apart the colours of neighbours are usually.
    """
    wide = quad.rectify(picture, _FINE, 1)
    seen = quad.visible(picture.shape, _FINE, 1)
    found = np.zeros((CELLS, CELLS), bool)
    strip = slice(_FINE - _FAR, _FINE - _NEAR), slice(_FINE, (CELLS + 1) * _FINE)
    for turns in range(4):
        # The halves of what lies above each cell of the first row.
        beyond = np.rot90(wide, turns)[strip].reshape(_FAR - _NEAR, 2 * CELLS, -1, 3)
        here = np.rot90(seen, turns)[strip].reshape(_FAR - _NEAR, 2 * CELLS, -1)
        above = np.median(beyond, axis=(0, 2))
        whole = here.all(axis=(0, 2))
        if whole.sum() < CELLS:
            continue
        edge = np.rot90(colours, turns)[0].repeat(2, axis=0)
        usual = np.median(above[whole], axis=0)
        odd = np.linalg.norm(to_lab(above) - to_lab(usual), axis=-1) > _UNLIKE * contrast
        on = whole & odd & (apart(above, edge) < _UNLIKE * contrast)
        np.rot90(found, turns)[0] |= on.reshape(CELLS, 2).any(axis=1)
    return found
