"""Boards with a few cells changed, some of them under a cover, so that nobody can know them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np

from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space
from kaleido.model.pattern import COLOURS, Pattern
from kaleido.photo.quad import CELLS, Points, Quad, Values
from mockups.harms import drawn_matte, laid, shrunk
from mockups.mockup import Mockup
from mockups.page import INKS, as_bytes, jpeg

COVERS = ((25, 22, 25), (210, 45, 40), (240, 200, 60), (35, 80, 170),
          (250, 250, 248), (60, 140, 70), (128, 128, 126), (198, 134, 98))  # fmt: skip
"""Black, red, yellow, blue, white, green, grey and skin."""
MOST_COVERED = 6
"""The largest area of a cover, in cells, roughly."""


class Covered(NamedTuple):
    """A picture of a changed board, and which part of each cell is covered, (8, 8)."""

    mockup: Mockup
    share: Values


def few_coloured(rng: np.random.Generator) -> Pattern:
    """Return a random solvable pattern with one to six blue or yellow cells."""
    while True:
        high, wide = rng.integers(1, 4, 2)
        row, col = rng.integers(0, [CELLS - high + 1, CELLS - wide + 1])
        cells = np.full((CELLS, CELLS), "xr", object)
        cells[row : row + high, col : col + wide] = "xryb"
        found = Space(Sketch(tuple(cells.ravel()))).sample(Random(int(rng.integers(2**32))))
        text = found.pattern.text if found else ""
        if 1 <= text.count("b") + text.count("y") <= 6:
            return Pattern(text)


def changed(pattern: Pattern, cells: Sequence[int], rng: np.random.Generator) -> Pattern:
    """Return a pattern with other colours in some cells, by their numbers."""
    letters = [*pattern.text.replace("/", "")]
    for cell in cells:
        letters[cell] = str(rng.choice([each for each in COLOURS if each != letters[cell]]))
    text = "".join(letters)
    return Pattern("/".join(text[at : at + CELLS] for at in range(0, len(text), CELLS)))


def repainted(whole: Mockup, pattern: Pattern, rng: np.random.Generator) -> Mockup:
    """Print another pattern in a picture: each cell that differs as the nearest with its letter."""
    picture, quad = whole.pixels.astype(np.float32), Quad(whole.corners)
    old, new = (np.array([list(row) for row in each.rows]) for each in (whole.pattern, pattern))
    middles = quad.patches(picture, 8)[:, 2:6, :, 2:6]
    inks = np.median(middles.transpose(0, 2, 1, 3, 4).reshape(CELLS, CELLS, -1, 3), axis=2)
    light = inks.max() / max(max(INKS[letter]) for letter in np.unique(old))
    painted = picture
    for row, col in np.argwhere(old != new):
        alike = np.argwhere(old == new[row, col])
        if len(alike):
            near = np.linalg.norm(alike - [row, col], axis=1).argmin()
            ink = inks[*alike[near]]
        else:
            ink = light * np.array(INKS[new[row, col]], float)
        corners = np.array([[0.0, 0.0], [1, 0], [1, 1], [0, 1]]) + np.array([col, row])
        matte = drawn_matte(picture, quad, corners)
        painted = laid(painted, quad, matte, np.broadcast_to(ink, picture.shape), rng, light=1)
    return Mockup(as_bytes(painted), pattern, whole.corners)


def make_changed(whole: Mockup, cells: int, rng: np.random.Generator) -> Mockup:
    """Print a board with that number of cells changed, anywhere."""
    places = rng.choice(CELLS**2, cells, replace=False).tolist()
    return repainted(whole, changed(whole.pattern, places, rng), rng)


def make_covered(whole: Mockup, rng: np.random.Generator) -> Covered:
    """Print a board with one to three cells changed, and lay something over them."""
    outline = _outline(rng)
    share = _covered_shares(outline)
    most = np.argsort(-share.ravel(), kind="stable")[: rng.integers(1, 4)]
    places = [at for at in most.tolist() if share.flat[at] > 0.9] or most[:1].tolist()
    pattern = changed(whole.pattern, places, rng)
    picture, quad = shrunk(repainted(whole, pattern, rng))
    ink = np.clip(COVERS[rng.integers(len(COVERS))] + rng.normal(0, 10, 3), 0, 255)
    matte = drawn_matte(picture, quad, outline)
    picture = laid(picture, quad, matte, np.broadcast_to(ink, picture.shape), rng)
    pixels = jpeg(as_bytes(picture), int(rng.integers(80, 96)))
    return Covered(Mockup(pixels, pattern, quad.corners), share)


def _outline(rng: np.random.Generator) -> Points:
    """Return a rectangle, an ellipse or a slip on the board, in its coordinates."""
    kind = rng.integers(3)
    if kind == 2:
        size = rng.uniform([2.0, 0.8], [5.0, 1.6])
    else:
        high, wide = rng.integers(1, 4, 2)
        size = np.array([wide, min(high, MOST_COVERED // wide)]) + rng.uniform(0.05, 0.7, 2)
    around = np.linspace(0, 2 * np.pi, 60)[:, None]
    shape = np.hstack([np.cos(around), np.sin(around)])
    if kind != 1:
        shape = np.array([[-1.0, -1], [1, -1], [1, 1], [-1, 1]])
    turn = rng.uniform(0, np.pi) if kind == 2 else rng.normal(0, 0.15) * rng.integers(2)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(shape * size / 2 @ spin + rng.uniform(1, CELLS - 1, 2))


def _covered_shares(outline: Points) -> Values:
    """Return which part of each cell lies in an outline."""
    import cv2

    fine = 32
    matte = np.zeros((CELLS * fine, CELLS * fine), np.uint8)
    cv2.fillPoly(matte, [np.rint(outline * fine - 0.5).astype(np.int32)], 1)
    return np.asarray(matte.reshape(CELLS, fine, CELLS, fine).mean(axis=(1, 3)), float)
