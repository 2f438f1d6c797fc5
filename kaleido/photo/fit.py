"""How well an 8 × 8 grid fits a picture, and the grid nearby that fits best."""

from typing import NamedTuple

import numpy as np

from kaleido.photo.quad import Floats, Quad

# The fraction of neighbouring cells that differ on every board: of the 112 pairs, 47 lie inside the
# 18 pieces, where black and colours alternate.
MIN_PAIRS = 47 / 112
# A grid with less contrast is no board: mock photos reach 0.995, other pictures 0.93.
MIN_CONTRAST = 0.95
MIN_SCORE = 0.75  # a grid with a lower score is no board


_X, _Y = np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]], float)
# Joint motions of the four corners along an axis: shift, scale or shear, and keystone. The simplex
# converges faster along these than along the coordinates of single corners.
_MODES = np.stack([np.ones(4), _X, _Y, _X * _Y])


class Fit(NamedTuple):
    """How well a grid fits."""

    contrast: float
    """How much of the change between neighbouring cells happens at their border: 1 for all of it,
    0 or less for a picture that changes as much inside the cells."""
    pairs: float
    """The fraction of neighbouring cells that differ."""
    parity: float
    """The change at odd borders over that at even borders, or the inverse, whichever is smaller:
    0 where the cells are halves of larger ones."""
    coverage: float
    """The fraction of the cells that are not blank page."""

    @property
    def is_board(self) -> bool:
        """Whether the grid lies on a board."""
        return self.contrast >= MIN_CONTRAST and self.score >= MIN_SCORE

    @property
    def score(self) -> float:
        """The four criteria as one number from 0 to 1."""
        pairs = min(1.0, self.pairs / MIN_PAIRS)
        parity = min(1.0, self.parity / 0.25)
        return max(0.0, self.contrast) * pairs**2 * parity * self.coverage**3


def measure(quad: Quad, picture: Floats) -> Fit:
    """Measure how well the grid of a quadrilateral fits a picture in CIELAB, slightly blurred."""
    patches = quad.patches(picture, 8)
    # Means of the halves of each cell, without the rim, where lines and blur are.
    across = patches[:, 1:7].mean(axis=1)  # (8, 8, 8, 3): row, col, x in the cell
    down = patches[:, :, :, 1:7].mean(axis=3)  # row, y in the cell, col
    left, right = across[:, :, 1:4].mean(axis=2), across[:, :, 4:7].mean(axis=2)
    top, bottom = down[:, 1:4].mean(axis=1), down[:, 4:7].mean(axis=1)
    inside = _squares(right - left), _squares(bottom - top)
    between = _squares(left[:, 1:] - right[:, :-1]), _squares(top[1:] - bottom[:-1])
    within = float(inside[0].mean() + inside[1].mean())
    across_borders = float(between[0].mean() + between[1].mean())
    cells = patches[:, 2:6, :, 2:6].mean(axis=(1, 3))
    sides = _squares(cells[:, 1:] - cells[:, :-1]), _squares(cells[1:] - cells[:-1])
    # Neighbours differ by less on a dark or hazy page.
    most = float(np.percentile(np.concatenate([side.ravel() for side in sides]), 90))
    differ = [side > min(18.0**2, max(6.0**2, most / 9)) for side in sides]
    pairs = float(np.concatenate([each.ravel() for each in differ]).mean())
    lines = between[0].mean(axis=0), between[1].mean(axis=1)
    parity = min(_balance(float(line[0::2].mean()), float(line[1::2].mean())) for line in lines)
    # What is light without a colour, against the other cells, is blank page.
    lightness, chroma = cells[..., 0], np.hypot(cells[..., 1], cells[..., 2])
    blank = (lightness > np.median(lightness) + 15) & (chroma < 22) & (lightness > 55)
    contrast = 1 - within / max(across_borders, 1e-6)
    return Fit(contrast, pairs, parity, 1 - float(blank.mean()))


def _squares(differences: Floats) -> Floats:
    # Lightness counts less than colour: shadows and glare change it within a cell.
    weights = np.array([0.5, 1.0, 1.0], np.float32)
    return np.asarray(((differences * weights) ** 2).sum(axis=-1), np.float32)


def _balance(one: float, other: float) -> float:
    return min(one, other) / max(one, other, 1e-6)


def within_cell_variance(quad: Quad, picture: Floats) -> float:
    """Return the fraction of the board's variance inside the cells, which `refine` minimises."""
    patches = quad.patches(picture, 4)
    within = float(patches.var(axis=(1, 3)).mean(axis=(0, 1)).sum())
    between = float(patches.mean(axis=(1, 3)).var(axis=(0, 1)).sum())
    return within / max(within + between, 1e-6)


def refine(quad: Quad, picture: Floats, reach: float = 0.25, budget: int = 260) -> Quad:
    """Return the quadrilateral nearby whose cells are most even.

    The downhill simplex method moves all four corners at once. The first step of a corner is
    `reach` cells long, and at most `budget` quadrilaterals are evaluated.
    """
    from scipy.optimize import minimize

    step = quad.cell * reach

    def moved(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> Quad:
        return Quad(quad.corners + (weights.reshape(2, 4) @ _MODES).T * step)

    def cost(weights: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        candidate = moved(weights)
        return within_cell_variance(candidate, picture) if candidate.is_plausible() else 1.0

    start = np.zeros(8)
    simplex = np.vstack([start, np.eye(8)])
    found = minimize(
        cost,
        start,
        method="Nelder-Mead",
        options={"initial_simplex": simplex, "maxfev": budget, "xatol": 0.01, "fatol": 1e-5},
    )
    return moved(found.x)


def refine_coarsely(quad: Quad, picture: Floats) -> Quad:
    """Return the best of the quadrilateral and some larger and smaller ones, refined quickly."""
    starts = [quad.scaled(factor) for factor in (0.9, 0.94, 0.97, 1.0, 1.03)]
    best = min(starts, key=lambda each: within_cell_variance(each, picture))
    return refine(best, picture, budget=90)
