"""Doubts about a board that was read: where the picture differs from what print looks like."""

import numpy as np
import numpy.typing as npt

from kaleido.photo.borders import measure_borders
from kaleido.photo.classifier import Cells
from kaleido.photo.image import Pixels
from kaleido.photo.inks import black_is_dark, outlying_inks, outlying_shades, strange_letters
from kaleido.photo.quad import CELLS, Floats, Mask, Quad
from kaleido.photo.surroundings import cells_that_go_on
from kaleido.photo.white_balance import apart, linear, to_lab

Values = npt.NDArray[np.float64]

_FINE = 16
"""Samples along the side of a cell."""

_CELL = 20.0
"""The side, in pixels, to which larger cells are averaged down."""

_UNLIKE = 0.18, 0.35
"""What differs by a larger fraction of the contrast has another colour: the least on clean
pictures, the most on noisy ones."""

MAX_EMPTY = 4
"""The most lines of a grid, of 14, with hardly a border: published boards have up to 2."""

USUAL = 0.0015
"""How likely a cell is covered, or not printed as it seems, when nothing shows it."""

NEAR = 0.15
"""The same beside a cell that looks wrong."""

ALIKE = 0.5
"""The same beside such a cell, if it has the colour of what does not belong there."""

WRONG = 0.9
"""The same of a cell that looks wrong."""

_INKS = [0.12, 0.2, 0.4], [0.0, NEAR, ALIKE]
"""How far a cell is from the others of its letter, and the doubt about it."""

_LETTERS = [0.8, 1.0, 1.3], [0.0, NEAR, WRONG]
"""How far a letter is from the ink that is printed, and the doubt about its cells."""


def doubts(pixels: Pixels, quad: Quad, cells: Cells) -> Values:
    """Return how likely each cell does not show its colour, as (64,).

    A finger, a pen or a fold crosses the borders of cells, and its outline is neither straight
    nor where the grid has its lines; it has a colour of its own, and covers cells in part.

    Parameters
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    quad : Quad
        Where the board lies.
    cells : Cells
        What is known of their colours.
    """
    letters = cells.table.argmax(axis=1)
    if not black_is_dark(cells.light, letters):
        return np.ones(64)
    picture, quad = _well_exposed(pixels, quad)
    patches = _patches(picture, quad)
    inner = patches[:, 4:12, :, 4:12].transpose(0, 2, 1, 3, 4).reshape(CELLS, CELLS, -1, 3)
    colours = np.median(inner, axis=2)
    flat = colours.reshape(64, 3)
    contrast = _contrast(to_lab(colours))
    away = apart(patches, colours[:, None, :, None])
    noise = float(np.median(np.percentile(away[:, 3:13, :, 3:13], 90, axis=(1, 3)))) / contrast
    borders = measure_borders(patches, colours, contrast, noise)
    if borders.empty > MAX_EMPTY:
        return np.ones(64)
    strange = away > np.clip(3.5 * noise, *_UNLIKE) * contrast
    uneven = strange[:, 3:13, :, 3:13].mean(axis=(1, 3))
    wrong = np.maximum(borders.misfit, uneven / max(0.08, 4 * float(np.median(uneven))))
    bad = (wrong > 1) | cells_that_go_on(picture, quad, colours, contrast)
    near = NEAR * _beside(bad) + 0.02 * bad.any()
    signs = [
        np.interp(outlying_inks(flat, letters, contrast), *_INKS),
        np.interp(strange_letters(cells.lab, letters), *_LETTERS)[letters],
        np.interp(wrong.ravel(), [0.6, 1.0], [0.0, NEAR]),
        np.interp(outlying_shades(flat, letters), [0.7, 1.0], [0.0, NEAR]),
        near.ravel(),
        ALIKE * _spread(bad, patches, strange, colours, contrast).ravel(),
        WRONG * bad.ravel(),
    ]
    return np.asarray(np.maximum(np.max(signs, axis=0), USUAL), float)


def _well_exposed(pixels: Pixels, quad: Quad) -> tuple[Floats, Quad]:
    """Return a small copy of a picture in linear light, as if it were well exposed."""
    import cv2

    scale = min(1.0, _CELL / quad.cell)
    picture = pixels
    if scale < 0.7:
        shrunk = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        picture, quad = np.asarray(shrunk, np.uint8), quad.rescaled(scale)
    gain = np.float32(255 / max(float(np.percentile(picture.max(axis=2), 99)), 30.0))
    return linear(picture.astype(np.float32) * gain), quad


def _patches(picture: Floats, quad: Quad) -> Floats:
    """Return samples of each cell."""
    import cv2

    straight = quad.rectify(picture, _FINE)
    soft = np.asarray(cv2.GaussianBlur(straight, (0, 0), 0.8), np.float32)
    return soft.reshape(CELLS, _FINE, CELLS, _FINE, 3)


def _contrast(colours: Floats) -> float:
    """Return how far apart black and colour are: most neighbours that differ are these two."""
    across = np.linalg.norm(colours[:, 1:] - colours[:, :-1], axis=-1)
    down = np.linalg.norm(colours[1:] - colours[:-1], axis=-1)
    each = np.concatenate([across.ravel(), down.ravel()])
    return max(float(np.median(each[each > 0.5 * np.percentile(each, 90)])), 5.0)


def _around(cells: Mask) -> list[Mask]:
    """Return eight copies, moved by one cell each way."""
    wide = np.pad(cells, 1)
    places = [(down, right) for down in range(3) for right in range(3) if (down, right) != (1, 1)]
    return [wide[down : down + CELLS, right : right + CELLS] for down, right in places]


def _beside(cells: Mask) -> Mask:
    """Return the neighbours of cells, corner to corner as well."""
    return np.asarray(np.any(_around(cells), axis=0))


def _spread(bad: Mask, patches: Floats, strange: Mask, colours: Floats, contrast: float) -> Mask:
    """Return the cells beside those that look wrong with the colour of what covers these.

    Neighbours of the same colour continue it.
    """
    found = np.zeros_like(bad)
    for row, col in np.argwhere(bad):
        samples = patches[row, 2:14, col, 2:14][strange[row, 2:14, col, 2:14]]
        covers = [colours[row, col]]
        if len(samples) >= 4:
            covers.append(np.median(samples, axis=0))
        top, left = max(row - 1, 0), max(col - 1, 0)
        here = colours[top : row + 2, left : col + 2]
        for each in covers:
            found[top : row + 2, left : col + 2] |= apart(here, each) < _UNLIKE[1] * contrast
    for _ in range(CELLS):
        for axis in (0, 1):
            low = (slice(None),) * axis + (slice(None, -1),)
            high = (slice(None),) * axis + (slice(1, None),)
            same = apart(colours[high], colours[low]) < _UNLIKE[1] * contrast
            found[low] |= found[high] & same
            found[high] |= found[low] & same
    return found
