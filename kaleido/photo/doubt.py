"""Doubts about a board that was read: borders, inks and surroundings that print does not have."""

import numpy as np
import numpy.typing as npt

from kaleido.photo.classifier import HUES, Cells
from kaleido.photo.image import Pixels
from kaleido.photo.quad import CELLS, Floats, Mask, Quad, Values
from kaleido.photo.white_balance import apart, linear, to_lab

_FINE = 16  # samples along the side of a cell
# What differs by a larger fraction of the contrast has another colour: the least on clean pictures,
# the most on noisy ones.
_UNLIKE = 0.18, 0.35
# The most lines of a grid, of 14, with hardly a border: published boards have up to 2.
MAX_EMPTY = 4
USUAL = 0.0015  # how likely a cell is covered, or not printed as it seems, when nothing shows it
NEAR = 0.15  # the same beside a cell that looks wrong
ALIKE = 0.5  # the same beside such a cell, if it has the colour of what does not belong there
WRONG = 0.9  # the same of a cell that looks wrong
# How far a cell is from the others of its letter, and the doubt about it.
_INKS = [0.12, 0.2, 0.4], [0.0, NEAR, ALIKE]
# How far a letter is from the ink that is printed, and the doubt about its cells.
_LETTERS = [0.8, 1.0, 1.3], [0.0, NEAR, WRONG]


def doubts(pixels: Pixels, quad: Quad, cells: Cells) -> Values:
    """Return how likely each cell does not show its colour, as (64,).

    A finger, a pen or a fold crosses the borders of cells, and its outline is neither straight nor
    on the lines of the grid; it has a colour of its own, and covers cells in part.
    """
    letters = cells.table.argmax(axis=1)
    if not black_is_dark(cells.light, letters):
        return np.ones(64)
    small, quad = quad.shrunk(pixels)
    # In linear light, as if the picture were well exposed.
    gain = np.float32(255 / max(float(np.percentile(small.max(axis=2), 99)), 30.0))
    picture = linear(small.astype(np.float32) * gain)
    patches = _patches(picture, quad)
    inner = patches[:, 4:12, :, 4:12].transpose(0, 2, 1, 3, 4).reshape(CELLS, CELLS, -1, 3)
    colours = np.median(inner, axis=2)
    flat = colours.reshape(64, 3)
    contrast = _contrast(to_lab(colours))
    away = apart(patches, colours[:, None, :, None])
    noise = float(np.median(np.percentile(away[:, 3:13, :, 3:13], 90, axis=(1, 3)))) / contrast
    misfit, empty = measure_borders(patches, colours, contrast, noise)
    if empty > MAX_EMPTY:
        return np.ones(64)
    strange = away > np.clip(3.5 * noise, *_UNLIKE) * contrast
    uneven = strange[:, 3:13, :, 3:13].mean(axis=(1, 3))
    wrong = np.maximum(misfit, uneven / max(0.08, 4 * float(np.median(uneven))))
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


def _patches(picture: Floats, quad: Quad) -> Floats:
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


def _beside(cells: Mask) -> Mask:
    around = np.lib.stride_tricks.sliding_window_view(np.pad(cells, 1), (3, 3)).copy()
    around[:, :, 1, 1] = False
    return np.asarray(around.any(axis=(2, 3)))


def _spread(bad: Mask, patches: Floats, strange: Mask, colours: Floats, contrast: float) -> Mask:
    """Return the cells at those that look wrong, and on from there, in the colour of the cover."""
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


_RIM = 2  # samples near the ends of a border, where it meets others, that are left out
_CLEAR = 0.4  # neighbours differ that are as far apart as this fraction of the board's contrast
_LEAST = 12  # fewer borders than these show no grid
# How far a border may be from its place, in cells, how oblique it may be, and how bent; below, the
# same in multiples of what is usual on this board. The larger one counts.
_TOLERANCES = np.array([[0.09, 0.3, 0.08], [6.0, 6.5, 6.0]])
_GRAIN = 0.06  # pictures with less noise are measured more strictly, up to a quarter


def measure_borders(
    patches: Floats, colours: Floats, contrast: float, noise: float
) -> tuple[Values, int]:
    """Return how far the worst border of each cell is from where the others have theirs, as (8, 8).

    1 is as much as borders of printed cells may be. The second value returned is how many lines of
    the grid have hardly a border. As a page may be bent, borders are compared with a smooth grid
    through all of them. The contrast is that of neighbours, and the noise a part of it.
    """
    misfit = np.zeros((CELLS, CELLS))
    tolerances = _TOLERANCES * [[np.clip(noise / _GRAIN, 0.8, 1.0)], [1.0]]
    empty = 0
    turned = patches.transpose(2, 3, 0, 1, 4), colours.transpose(1, 0, 2)
    # The view of the second round is transposed, so that its borders are upright, too.
    for (cells, inks), worst in (((patches, colours), misfit), (turned, misfit.T)):
        *shape, between = _offsets(cells, inks)
        clear = between > _CLEAR * contrast
        empty += int((clear.sum(axis=0) < 2).sum())
        if clear.sum() < _LEAST:
            return np.full((CELLS, CELLS), 9.0), 14
        each = np.zeros(clear.shape)
        # Borders of less contrast, on a picture with grain, are measured less well.
        weight = np.minimum(between / np.median(between[clear]), 1) / (1 + 3 * noise) * clear
        for values, (least, usual) in zip(shape, tolerances.T, strict=True):
            residual, spread = _residuals(values, clear, _steps(inks))
            each = np.maximum(each, weight * residual / max(least, usual * spread))
        worst[:, :-1] = np.maximum(worst[:, :-1], each)
        worst[:, 1:] = np.maximum(worst[:, 1:], each)
    return misfit, empty


def _offsets(cells: Floats, inks: Floats) -> tuple[Values, Values, Values, Values]:
    """Return where upright borders lie, how oblique, bent and clear they are, each as (8, 7)."""
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
    """Return how much lighter the first of two neighbours is in each channel, as (56, 3)."""
    light = inks.sum(axis=-1, keepdims=True) + 1e-3
    steps = (inks[:, :-1] - inks[:, 1:]) / (light[:, :-1] + light[:, 1:])
    return np.asarray(steps.reshape(-1, 3), float)


def _residuals(values: Values, clear: npt.NDArray[np.bool_], steps: Values) -> tuple[Values, float]:
    """Return how far values are from a smooth surface through most of them, and the usual."""
    row, col = np.indices(clear.shape).reshape(2, -1) / 4 - 0.9
    curved = col**2, col * row, row**2
    design = np.column_stack([np.ones(row.size), col, row, *curved, steps])
    residual, spread = _misfit(design, values.ravel(), clear.ravel(), 0.005, rounds=12)
    return residual.reshape(clear.shape), spread


def _misfit(
    design: Values, values: Values, known: npt.NDArray[np.bool_], least: float, rounds: int
) -> tuple[Values, float]:
    """Return the residuals of iteratively reweighted least squares, and how large most are."""
    weights = known.astype(float)
    residual, usual = np.abs(values), 1.0
    for _ in range(rounds):
        surface, *_ = np.linalg.lstsq(design * weights[:, None], values * weights, rcond=None)
        residual = np.abs(values - design @ surface)
        usual = max(1.48 * float(np.median(residual[known])), least)
        weights = known / (1 + (residual / (2 * usual)) ** 2)
    return residual, usual


# How far from these the hues of a board may be, whatever the light and the print.
_HUE_LIMITS = np.array([20.0, 22.0, 30.0])
# The least and the most lightness of red, yellow and blue.
_LIGHTNESS = np.array([[28.0, 72.0], [62.0, 100.0], [12.0, 62.0]])
_SHADE = 0.4  # how much printed cells of a letter differ in lightness, at least; of 50
MAX_BLACK = 0.6  # black reflects at most this part of what colours reflect, haze and gloss included


def strange_letters(lab: Values, letters: npt.NDArray[np.int_]) -> Values:
    """Return how far each letter's colour is from that ink: 1 is the limit; (4,)."""
    strange = np.zeros(4)
    hue = np.degrees(np.arctan2(lab[:, 2], lab[:, 1]))
    for letter in (1, 2, 3):
        same = letters == letter
        if not same.any():
            continue
        away = (hue[same] - HUES[letter - 1] + 180) % 360 - 180
        low, high = _LIGHTNESS[letter - 1]
        light = float(np.median(lab[same, 0]))
        beyond = max(low - light, light - high) / 10
        strange[letter] = max(abs(float(np.median(away))) / _HUE_LIMITS[letter - 1], 1 + beyond)
    return strange


def black_is_dark(light: Values, letters: npt.NDArray[np.int_]) -> bool:
    """Return whether black is far darker than the other inks, which it is not in a negative."""
    black = letters == 0
    if not black.any() or black.all():
        return False
    return bool(np.median(light[black]) < MAX_BLACK * np.median(light[~black]))


def outlying_inks(colours: Floats, letters: npt.NDArray[np.int_], contrast: float) -> Values:
    """Return how far each cell is from the others of its letter, as part of the contrast; (64,)."""
    away = np.zeros(64)
    for letter in range(4):
        same = letters == letter
        if same.sum() < 6:
            continue
        each = apart(colours[same], np.median(colours[same], axis=0))
        away[same] = np.maximum(each - 3 * np.median(each), 0) / contrast
    return away


def outlying_shades(colours: Floats, letters: npt.NDArray[np.int_]) -> Values:
    """Return how far the lightness of each cell is from that of its letter; 1 is the limit."""
    lightness = to_lab(colours)[:, 0].astype(float)
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1) / 4 - 0.9
    design = np.column_stack([np.ones(64), col, row])
    strange = np.zeros(64)
    for letter in range(4):
        same = np.flatnonzero(letters == letter)
        if len(same) < 6:
            continue
        every = np.ones(len(same), bool)
        residual, usual = _misfit(design[same], lightness[same], every, _SHADE, rounds=8)
        strange[same] = residual / (6 * usual)
    return strange


# In samples: the strip beyond the board that is looked at, which blur does not reach.
_NEAR, _FAR = 3, 10


def cells_that_go_on(picture: Floats, quad: Quad, colours: Floats, contrast: float) -> Mask:
    """Return the cells at the edge whose colour goes on beyond the board, as (8, 8)."""
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
        odd = np.linalg.norm(to_lab(above) - to_lab(usual), axis=-1) > _UNLIKE[1] * contrast
        on = whole & odd & (apart(above, edge) < _UNLIKE[1] * contrast)
        np.rot90(found, turns)[0] |= on.reshape(CELLS, 2).any(axis=1)
    return found
