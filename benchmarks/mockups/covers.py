"""Things that lie on a board: fingers, pens, and scraps of even colour."""

from __future__ import annotations

import numpy as np

from kaleido.photo.quad import CELLS, Points, Quad
from mockups.canvas import Canvas

_SKINS = ((236, 188, 160), (198, 134, 98), (141, 85, 54), (92, 58, 42))


def lay_finger(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Lay a finger on the board that comes from beyond it: round, lighter along its middle."""
    skin = np.array(_SKINS[rng.integers(len(_SKINS))]) * rng.uniform(0.8, 1.05)
    return _lay_rod(picture, quad, rng, skin, wide=rng.uniform(1.0, 2.2), shade=0.35)


def lay_pen(
    picture: Canvas, quad: Quad, rng: np.random.Generator, colour: tuple[float, float, float]
) -> Canvas:
    """Lay a pen or its cap on the board; some shine, and some are of one even colour."""
    ink = np.array(colour) + rng.normal(0, 8, 3)
    shade = float(rng.choice([0.0, 0.15, 0.4]))
    return _lay_rod(picture, quad, rng, ink, wide=rng.uniform(0.5, 1.4), shade=shade)


def lay_scrap(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Lay a scrap on the board over two cells, in an even colour: a disc, a slip or a stroke."""
    import cv2

    colours = [(25, 22, 25), (210, 45, 40), (240, 200, 60), (35, 80, 170), (250, 250, 248)]
    ink = np.array([*colours, *_SKINS][rng.integers(len(colours) + len(_SKINS))], float)
    if rng.random() < 0.3:  # as if it were cut out of the board
        place = np.rint(quad.project(rng.integers(0, CELLS, (1, 2)) + 0.5)[0]).astype(int)
        x, y = np.minimum(np.maximum(place, 0), np.array(picture.shape[1::-1]) - 1)
        ink = picture[y, x].astype(float)
    row, col = rng.integers(0, CELLS, 2)
    middle = np.array([col + 0.5, row + 0.5]) + rng.uniform(-0.3, 0.3, 2) + [[0.5, 0.0]]
    turn = float(rng.choice([0.0, 90.0])) + rng.uniform(-25, 25)
    long, wide = rng.uniform(0.8, 1.3), rng.uniform(0.35, 0.7)
    if rng.random() < 0.5:
        around = np.linspace(0, 2 * np.pi, 40)
        shape = np.column_stack([long * np.cos(around), wide * np.sin(around)])
    else:
        shape = np.array([[-long, -wide], [long, -wide], [long, wide], [-long, wide]])
    spin = np.radians(turn)
    shape = shape @ np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]])
    matte = np.zeros(picture.shape[:2], np.float32)
    places = np.rint(quad.project(shape + middle) * 16).astype(np.int32)
    cv2.fillPoly(matte, [places], 1.0, cv2.LINE_AA, 4)
    return _laid(picture, quad, matte, np.broadcast_to(ink, picture.shape), rng)


def _lay_rod(
    picture: Canvas,
    quad: Quad,
    rng: np.random.Generator,
    colour: Points,
    wide: float,
    shade: float,
) -> Canvas:
    """Lay a rod with a round end: its tip is on the board, its other end far away."""
    height, width = picture.shape[:2]
    y, x = np.indices((height, width), float)
    tip = quad.project(rng.uniform(0.7, CELLS - 0.7, (1, 2)))[0]
    middle = quad.corners.mean(axis=0)
    outward = np.arctan2(*(tip - middle)[::-1]) + rng.normal(0, 0.6)
    along = (x - tip[0]) * np.cos(outward) + (y - tip[1]) * np.sin(outward)
    aside = -(x - tip[0]) * np.sin(outward) + (y - tip[1]) * np.cos(outward)
    far = np.hypot(aside, np.minimum(along, 0)) / quad.cell
    matte = np.clip((wide / 2 - far) * quad.cell + 0.5, 0, 1).astype(np.float32)
    round_off = 1 - shade * np.clip(2 * far / wide, 0, 1) ** 2
    shine = shade * np.exp(-(((aside / quad.cell / wide) - 0.15) ** 2) / 0.01) * 60
    return _laid(picture, quad, matte, colour * round_off[..., None] + shine[..., None], rng)


def _laid(
    picture: Canvas,
    quad: Quad,
    matte: Canvas,
    paint: Points,
    rng: np.random.Generator,
) -> Canvas:
    """Lay paint on a picture where the matte is 1, under its light and as blurred as it is."""
    import cv2

    lightest = np.percentile(picture.reshape(-1, 3).max(axis=1), 95)
    light = lightest / 255 * rng.uniform(0.8, 1.0)
    soft = max(0.6, quad.cell * rng.uniform(0.01, 0.05))
    matte = np.asarray(cv2.GaussianBlur(matte, (0, 0), soft), np.float32)[..., None]
    grain = rng.normal(0, 2, picture.shape)
    return np.asarray(picture * (1 - matte) + (paint * light + grain) * matte, np.float32)
