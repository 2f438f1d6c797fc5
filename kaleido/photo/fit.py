"""How well a lattice fits a picture, and the lattice nearby that fits best."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kaleido.photo.lattice import Floats, Lattice

MIN_PAIRS = 47 / 112
"""The share of neighbouring cells that differ on every board: 112 pairs, of which the 18 pieces
hold 47 inside them, where black and colours alternate."""


MIN_STEPS = 0.95
MIN_SCORE = 0.75
"""What is worse is no board."""


class Fit(NamedTuple):
    """How a lattice fits.

    Attributes
    ----------
    steps : float
        From 0 to 1: how much of the change between neighbouring cells happens at their border.
    pairs : float
        The share of neighbouring cells that differ.
    parity : float
        Of the change along an axis, what odd borders hold against even ones, the smaller over
        the larger: 0 where the cells are halves of larger ones.
    ink : float
        The share of the cells that are not paper.
    """

    steps: float
    pairs: float
    parity: float
    ink: float

    @property
    def is_board(self) -> bool:
        """Whether it is a board: mock photos reach 0.995 in `steps`, other pictures 0.93."""
        return self.steps >= MIN_STEPS and self.score >= MIN_SCORE

    @property
    def score(self) -> float:
        """All of it in one number from 0 to 1."""
        pairs = min(1.0, self.pairs / MIN_PAIRS)
        parity = min(1.0, self.parity / 0.25)
        return max(0.0, self.steps) * pairs**2 * parity * self.ink**3


def measure(lattice: Lattice, picture: Floats) -> Fit:
    """Hold a lattice against a picture.

    Parameters
    ----------
    lattice : Lattice
    picture : ndarray of float32, shape (height, width, 3)
        In CIELAB, slightly blurred.
    """
    patches = lattice.patches(picture)
    # Means of the halves of each cell, without the rim where lines and blur are.
    across = patches[:, 1:7].mean(axis=1)  # (8, 8, 8, 3): row, col, x in the cell
    down = patches[:, :, :, 1:7].mean(axis=3)  # row, y in the cell, col
    left, right = across[:, :, 1:4].mean(axis=2), across[:, :, 4:7].mean(axis=2)
    top, bottom = down[:, 1:4].mean(axis=1), down[:, 4:7].mean(axis=1)
    inside = _squares(right - left), _squares(bottom - top)
    between = _squares(left[:, 1:] - right[:, :-1]), _squares(top[1:] - bottom[:-1])
    # The middle half of the cells: a step over a distance like that inside them.
    within = float(inside[0].mean() + inside[1].mean())
    steps = float(between[0].mean() + between[1].mean())
    cells = patches[:, 2:6, :, 2:6].mean(axis=(1, 3))
    sides = _squares(cells[:, 1:] - cells[:, :-1]), _squares(cells[1:] - cells[:-1])
    # How much is a difference: less on a dark or hazy page.
    most = float(np.percentile(np.concatenate([side.ravel() for side in sides]), 90))
    differ = [side > min(18.0**2, max(6.0**2, most / 9)) for side in sides]
    pairs = float(np.concatenate([each.ravel() for each in differ]).mean())
    lines = between[0].mean(axis=0), between[1].mean(axis=1)
    parity = min(_balance(float(line[0::2].mean()), float(line[1::2].mean())) for line in lines)
    return Fit(1 - within / max(steps, 1e-6), pairs, parity, _ink(cells))


def _ink(cells: Floats) -> float:
    """Give the share of the cells that are dark or coloured against the lightest of them."""
    lightness, chroma = cells[..., 0], np.hypot(cells[..., 1], cells[..., 2])
    middle = np.median(lightness)
    paper = (lightness > middle + 15) & (chroma < 22) & (lightness > 55)
    return 1 - float(paper.mean())


def _squares(steps: Floats) -> Floats:
    # Lightness counts less than colour: shadows and glare change it within a cell.
    weights = np.array([0.5, 1.0, 1.0], np.float32)
    return np.asarray(((steps * weights) ** 2).sum(axis=-1), np.float32)


def _balance(one: float, other: float) -> float:
    return min(one, other) / max(one, other, 1e-6)


def misfit(lattice: Lattice, picture: Floats, fine: int = 4) -> float:
    """Give the share of the picture's variance that lies inside the cells: what `refine` lowers."""
    patches = lattice.patches(picture, fine)
    means = patches.mean(axis=(1, 3))
    flat = patches.reshape(-1, patches.shape[-1])
    whole = float(np.einsum("ij,ij->", flat, flat)) / len(flat)
    cells = means.reshape(-1, patches.shape[-1])
    explained = float(np.einsum("ij,ij->", cells, cells)) / len(cells)
    middle = cells.mean(axis=0)
    between = explained - float(middle @ middle)
    within = max(whole - explained, 0.0)
    return within / max(within + between, 1e-6)


def refine(lattice: Lattice, picture: Floats, reach: float = 0.25, budget: int = 260) -> Lattice:
    """Give the lattice nearby whose cells are most even.

    Parameters
    ----------
    lattice : Lattice
    picture : ndarray of float32, shape (height, width, 3)
    reach : float, optional
        The first step of a corner, in cells.
    budget : int, optional
        How many lattices are tried.
    """
    from scipy.optimize import minimize

    step = lattice.cell * reach

    def cost(moves: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        moved = Lattice(lattice.corners + _corner_moves(moves) * step)
        return misfit(moved, picture) if moved.is_sound() else 1.0

    first = np.zeros(8)
    simplex = np.vstack([first, np.eye(8)])
    found = minimize(
        cost,
        first,
        method="Nelder-Mead",
        options={"initial_simplex": simplex, "maxfev": budget, "xatol": 0.01, "fatol": 1e-5},
    )
    return Lattice(lattice.corners + _corner_moves(found.x) * step)


# The corners of a board: shifts, scales, turn, slants. Moved together they find more than alone.
_UNIT = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
_MODES = np.stack(
    [
        np.array([[1, 0]] * 4, float),
        np.array([[0, 1]] * 4, float),
        _UNIT * [1, 0],
        _UNIT * [0, 1],
        _UNIT[:, ::-1] * [-1, 0],
        _UNIT[:, ::-1] * [0, 1],
        _UNIT.prod(axis=1)[:, None] * [1, 0],
        _UNIT.prod(axis=1)[:, None] * [0, 1],
    ]
)


def _corner_moves(
    moves: np.ndarray[tuple[int], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.asarray(np.tensordot(moves, _MODES, axes=1))


def rough(lattice: Lattice, picture: Floats) -> Lattice:
    """Give the best of the lattice and some a little larger and smaller, quickly refined."""
    starts = [lattice.scaled(factor) for factor in (0.9, 0.94, 0.97, 1.0, 1.03)]
    best = min(starts, key=lambda each: misfit(each, picture))
    return refine(best, picture, budget=90)
