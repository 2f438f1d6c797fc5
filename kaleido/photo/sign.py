"""The signs that a cell does not show its colour: borders, inks and surroundings unlike print."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.photo.classifier import HUES, Cells
from kaleido.photo.image import Pixels
from kaleido.photo.prior import counts_away
from kaleido.photo.quad import CELLS, Floats, Mask, Quad, Values
from kaleido.photo.white_balance import apart, linear, to_lab

_FINE = 16  # samples along the side of a cell
# What differs by a larger fraction of the contrast has another colour: the least on clean pictures,
# the most on noisy ones.
_UNLIKE = 0.18, 0.35
NEIGHBOURS = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1) if row or col]


class CellSigns(NamedTuple):
    """What is odd about each cell, as (64,), and about the whole board.

    A finger, a pen or a fold crosses the borders of cells, and its outline is neither straight nor
    on the lines of the grid; it has a colour of its own, and covers cells in part.
    """

    unclear: Values  # how unlikely the letter is, by its colour alone, as a logarithm
    misfit: Values  # how far its worst border is from its place; 1 was made to be much
    blurred: Values  # how much sharper or less sharp a border is than others, as a logarithm
    strange: Values  # the part of it that has another colour
    core: Values  # the same of its middle
    uneven: Values  # how much its quarters differ
    ink: Values  # how far its colour is from that of its letter, as part of the contrast
    shade: Values  # how far its lightness is from that of its letter
    letter: Values  # how far its letter is from the ink that is printed
    grain: Values  # how much smoother or rougher it is than others of its letter
    beyond: Values  # how much of its colour goes on beyond the edge of the board
    cover: Values  # how much of what does not belong into its neighbours has its colour
    alone: Values  # one over the number of cells with its letter
    noise: Values  # how much grain the board has
    usual: Values  # how much of a cell is strange on this board, mostly
    empty: Values  # how many lines of the grid have hardly a border
    light: Values  # how light black is, against colour
    away: Values  # how many cells differ from counts that faces give


def measure_signs(pixels: Pixels, quad: Quad, cells: Cells) -> CellSigns:
    """Measure the signs on a board that lies in a quadrilateral."""
    letters = cells.table.argmax(axis=1)
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
    misfit, blurred, empty = measure_borders(patches, colours, contrast, noise)
    unlike = float(np.clip(3.5 * noise, *_UNLIKE)) * contrast
    strange = away > unlike
    part = strange[:, 3:13, :, 3:13].mean(axis=(1, 3)).ravel()
    grain = np.log(np.median(away[:, 4:12, :, 4:12], axis=(1, 3)).ravel() / contrast + 0.01)

    def everywhere(value: float) -> Values:
        return np.full(64, value)

    return CellSigns(
        unclear=np.log(1 - cells.table.max(axis=1) + 1e-6),
        misfit=np.log(misfit.ravel() + 0.1),
        blurred=blurred.ravel(),
        strange=np.sqrt(part),
        core=np.sqrt(strange[:, 5:11, :, 5:11].mean(axis=(1, 3)).ravel()),
        uneven=cells.unevenness,
        ink=np.log(outlying_inks(flat, letters, contrast) + 0.01),
        shade=np.log(outlying_shades(flat, letters) + 0.1),
        letter=strange_letters(cells.lab, letters)[letters],
        grain=np.abs(grain - _medians(grain, letters)),
        beyond=cells_that_go_on(picture, quad, colours, contrast).ravel(),
        cover=np.sqrt(_covers(patches, strange, colours, unlike).ravel()),
        alone=1 / np.bincount(letters, minlength=4)[letters],
        noise=everywhere(np.log(noise + 0.01)),
        usual=everywhere(float(np.median(part))),
        empty=everywhere(empty),
        light=everywhere(light_of_black(cells.light, letters)),
        away=everywhere(counts_away(letters)),
    )


def _medians(values: Values, letters: npt.NDArray[np.int_]) -> Values:
    """Return for each cell the median of the values of cells with its letter."""
    return np.array([float(np.median(values[letters == each])) for each in letters])


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


def shifted(values: npt.NDArray[np.float64], row: int, col: int, beyond: float = 0.0) -> Values:
    """Return for each cell of (8, 8) the value of the one that lies so many rows and columns on."""
    padded = np.pad(values, 1, constant_values=beyond)
    return padded[1 + row : 9 + row, 1 + col : 9 + col]


def _covers(patches: Floats, strange: Mask, colours: Floats, unlike: float) -> Values:
    """Return how much of a neighbour has, where it is strange, the colour of each cell; (8, 8)."""
    found = np.zeros((CELLS, CELLS))
    around = np.pad(colours, ((1, 1), (1, 1), (0, 0)))
    for row, col in NEIGHBOURS:
        # The colour of the cell that has this one as its neighbour.
        inks = around[1 - row : 9 - row, 1 - col : 9 - col]
        like = strange & (apart(patches, inks[:, None, :, None]) < unlike)
        part = like[:, 3:13, :, 3:13].mean(axis=(1, 3))
        found = np.maximum(found, shifted(part, row, col))
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
) -> tuple[Values, Values, int]:
    """Return how far the worst border of each cell is from where the others have theirs, as (8, 8).

    1 was made to be much. The second value returned is how much sharper or less sharp than others
    a border is, the third how many lines of the grid have hardly one. As a page may be bent,
    borders are compared with a smooth grid through all of them. The contrast is that of neighbours,
    and the noise a part of it.
    """
    misfit, blurred = np.zeros((2, CELLS, CELLS))
    tolerances = _TOLERANCES * [[np.clip(noise / _GRAIN, 0.8, 1.0)], [1.0]]
    empty = 0
    turned = patches.transpose(2, 3, 0, 1, 4), colours.transpose(1, 0, 2)
    # The view of the second round is transposed, so that its borders are upright, too.
    views = ((patches, colours), misfit, blurred), (turned, misfit.T, blurred.T)
    for (cells, inks), worst, softest in views:
        *shape, width, between = _offsets(cells, inks)
        clear = between > _CLEAR * contrast
        empty += int((clear.sum(axis=0) < 2).sum())
        if clear.sum() < _LEAST:
            return np.full((CELLS, CELLS), 9.0), blurred, 14
        each = np.zeros(clear.shape)
        # Borders of less contrast, on a picture with grain, are measured less well.
        weight = np.minimum(between / np.median(between[clear]), 1) / (1 + 3 * noise) * clear
        for values, (least, usual) in zip(shape, tolerances.T, strict=True):
            residual, spread = _residuals(values, clear, _steps(inks))
            each = np.maximum(each, weight * residual / max(least, usual * spread))
        soft = weight * np.abs(np.log(width / np.median(width[clear])))
        for most, here in ((worst, each), (softest, soft)):
            most[:, :-1] = np.maximum(most[:, :-1], here)
            most[:, 1:] = np.maximum(most[:, 1:], here)
    return misfit, blurred, empty


def _offsets(cells: Floats, inks: Floats) -> tuple[Values, ...]:
    """Return where upright borders lie, how oblique, bent, soft and clear they are, as (8, 7)."""
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
    width = (share * (1 - share)).mean(axis=(1, 3)) + 0.02
    return np.median(begins, axis=1), slopes, bends, width, between


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


def light_of_black(light: Values, letters: npt.NDArray[np.int_]) -> float:
    """Return how light black is, as part of the other inks: in a negative it is lighter."""
    black = letters == 0
    if not black.any() or black.all():
        return 1.0
    return float(np.median(light[black]) / max(float(np.median(light[~black])), 1e-6))


def outlying_inks(colours: Floats, letters: npt.NDArray[np.int_], contrast: float) -> Values:
    """Return how far each cell is from the others of its letter, as part of the contrast; (64,)."""
    away = np.zeros(64)
    for letter in range(4):
        same = np.flatnonzero(letters == letter)
        if len(same) > 1:
            pairs = apart(colours[same][:, None], colours[same])
            away[same] = np.median(
                pairs[~np.eye(len(same), dtype=bool)].reshape(len(same), -1), axis=1
            )
    return np.maximum(away - 1.5 * float(np.median(away)), 0) / contrast


def outlying_shades(colours: Floats, letters: npt.NDArray[np.int_]) -> Values:
    """Return how far the lightness of each cell is from that of its letter; 1 is the limit."""
    lightness = to_lab(colours)[:, 0].astype(float)
    row, col = np.indices((CELLS, CELLS)).reshape(2, -1) / 4 - 0.9
    design = np.column_stack([np.ones(64), col, row])
    strange = np.zeros(64)
    for letter in range(4):
        same = np.flatnonzero(letters == letter)
        if len(same) < 4:
            continue
        every = np.ones(len(same), bool)
        residual, usual = _misfit(design[same], lightness[same], every, _SHADE, rounds=8)
        strange[same] = residual / (6 * usual)
    return strange


# In samples: the strip beyond the board that is looked at, which blur does not reach.
_NEAR, _FAR = 3, 10


def cells_that_go_on(picture: Floats, quad: Quad, colours: Floats, contrast: float) -> Values:
    """Return how much of each cell at the edge goes on beyond the board, as (8, 8)."""
    wide = quad.rectify(picture, _FINE, 1)
    seen = quad.visible(picture.shape, _FINE, 1)
    found = np.zeros((CELLS, CELLS))
    strip = slice(_FINE - _FAR, _FINE - _NEAR), slice(_FINE, (CELLS + 1) * _FINE)
    for turns in range(4):
        # The halves of what lies above each cell of the first row.
        beyond = np.rot90(wide, turns)[strip].reshape(_FAR - _NEAR, 2 * CELLS, -1, 3)
        here = np.rot90(seen, turns)[strip].reshape(_FAR - _NEAR, 2 * CELLS, -1)
        above = np.median(beyond, axis=(0, 2))
        whole = here.all(axis=(0, 2))
        if whole.sum() < CELLS:
            continue
        inks = np.rot90(colours, turns)[0].repeat(2, axis=0)
        usual = np.median(above[whole], axis=0)
        odd = np.linalg.norm(to_lab(above) - to_lab(usual), axis=-1) > _UNLIKE[1] * contrast
        on = whole & odd & (apart(above, inks) < _UNLIKE[1] * contrast)
        edge = np.rot90(found, turns)[0]
        edge[:] = np.maximum(edge, on.reshape(CELLS, 2).mean(axis=1))
    return found
