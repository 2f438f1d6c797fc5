"""Harms to a picture of a board: what covers it, shades it, cuts it off or changes its colours.

Distortions are harmless: whoever looks at the picture still sees every colour.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import numpy as np

from kaleido.photo.quad import CELLS, Points, Quad
from mockups.mockup import Mockup, make_mockup
from mockups.page import Canvas, as_bytes, jpeg

_SKINS = ((236, 188, 160), (198, 134, 98), (141, 85, 54), (92, 58, 42))
_SCRAPS = ((25, 22, 25), (210, 45, 40), (240, 200, 60), (35, 80, 170), (250, 250, 248))


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


def lay_marker(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Lay a pen or its cap of any colour on the board, half of them in an ink of the board."""
    import cv2

    if rng.random() < 0.5:
        ink = _ink_of_board(picture, quad, rng) * rng.uniform(0.8, 1.2)
    else:
        hue = rng.uniform([0, 0.2, 0.3], [360, 1, 1]).astype(np.float32)
        ink = 255 * cv2.cvtColor(hue[None, None], cv2.COLOR_HSV2RGB)[0, 0].astype(float)
    return lay_pen(picture, quad, rng, tuple(ink))


def _ink_of_things(rng: np.random.Generator) -> Points:
    """Return the colour of paper, plastic or skin."""
    return np.array([*_SCRAPS, *_SKINS][rng.integers(len(_SCRAPS) + len(_SKINS))], float)


def _ink_of_board(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Points:
    """Return the colour of the middle of a random cell."""
    place = np.rint(quad.project(rng.integers(0, CELLS, (1, 2)) + 0.5)[0]).astype(int)
    x, y = np.minimum(np.maximum(place, 0), np.array(picture.shape[1::-1]) - 1)
    return picture[y, x].astype(float)


def lay_scrap(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Lay a scrap on the board over two cells, in an even colour: a disc, a slip or a stroke."""
    ink = _ink_of_things(rng)
    if rng.random() < 0.3:  # as if it were cut out of the board
        ink = _ink_of_board(picture, quad, rng)
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
    matte = drawn_matte(picture, quad, shape + middle)
    return laid(picture, quad, matte, np.broadcast_to(ink, picture.shape), rng)


def lay_on_grid(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Lay a sharp scrap on the board that ends on the lines of the grid, or nearly."""
    ink = _ink_of_things(rng)
    high, wide = rng.choice([(1, 1), (1, 2), (2, 1), (2, 2), (1, 3)])
    row, col = rng.integers(0, [CELLS - high + 1, CELLS - wide + 1])
    shape = np.array([[col, row], [col + wide, row], [col + wide, row + high], [col, row + high]])
    shape = shape + rng.uniform(-1, 1, (4, 2)) * rng.choice([0.0, 0.04, 0.1])
    matte = drawn_matte(picture, quad, shape)
    return laid(picture, quad, matte, np.broadcast_to(ink, picture.shape), rng)


def lay_sheet(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Lay a sheet on the board that comes from beyond it, with a straight edge or a corner."""
    turn, side = rng.uniform(0, 2 * np.pi), rng.uniform(2, 9)
    shape = np.array([[-side, 0], [side, 0], [side, 12], [-side, 12]])
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    middle = CELLS / 2 + rng.uniform(1.5, 3.8) * spin[1]
    ink = _ink_of_things(rng)
    matte = drawn_matte(picture, quad, shape @ spin + middle)
    return laid(picture, quad, matte, np.broadcast_to(ink, picture.shape), rng)


def drawn_matte(picture: Canvas, quad: Quad, shape: Points) -> Canvas:
    """Return where a polygon in board coordinates lies."""
    import cv2

    matte = np.zeros(picture.shape[:2], np.float32)
    places = np.rint(quad.project(shape) * 16).astype(np.int32)
    cv2.fillPoly(matte, [places], 1.0, cv2.LINE_AA, 4)
    return matte


def _curve(rng: np.random.Generator, turns: float) -> Points:
    """Return a curve over the board that wanders, in board coordinates."""
    steps = np.linspace(0, 1, 60)[:, None]
    start, end = rng.uniform(-0.5, CELLS + 0.5, (2, 2))
    bow = rng.normal(0, turns, (2, 3)) @ np.sin(np.pi * np.arange(1, 4)[:, None] * steps.T)
    return np.asarray(start + (end - start) * steps + bow.T, float)


def draw_stroke(
    picture: Canvas,
    quad: Quad,
    rng: np.random.Generator,
    width: tuple[float, float] = (0.04, 0.2),
) -> Canvas:
    """Draw a stroke over the board, as with a pen; its widths are in cells."""
    import cv2

    inks = (28, 26, 28), (205, 40, 35), (30, 70, 165), (60, 130, 70), (90, 90, 95), (245, 243, 238)
    ink = np.clip(rng.choice(inks) + rng.normal(0, 10, 3), 0, 255)
    thick = max(1, round(rng.uniform(*width) * quad.cell))
    matte = np.zeros(picture.shape[:2], np.float32)
    for _ in range(int(rng.integers(1, 3))):
        places = np.rint(quad.project(_curve(rng, 0.5)) * 16).astype(np.int32)
        cv2.polylines(matte, [places], False, 1.0, thick, cv2.LINE_AA, 4)
    matte *= np.float32(rng.uniform(0.7, 1.0))
    return laid(picture, quad, matte, np.broadcast_to(ink, picture.shape), rng)


def _stained(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Spill something on the page: its colour is seen through."""
    import cv2

    at = (rng.uniform(0.5, CELLS - 0.5, 2) + rng.uniform(0.5, 1.6) * np.column_stack(
        [np.cos(np.linspace(0, 2 * np.pi, 12)), np.sin(np.linspace(0, 2 * np.pi, 12))]
    ) * rng.uniform(0.6, 1.2, (12, 1)))  # fmt: skip
    matte = cv2.GaussianBlur(drawn_matte(picture, quad, at), (0, 0), 0.08 * quad.cell)[..., None]
    tint = np.array([0.75, 0.55, 0.35]) ** rng.uniform(0.2, 1.5)
    return np.asarray(picture * (1 - matte + matte * tint), np.float32)


def _lay_rod(
    picture: Canvas, quad: Quad, rng: np.random.Generator, colour: Points, wide: float, shade: float
) -> Canvas:
    """Lay a rod with a round end: its tip is on the board, its other end far away."""
    y, x = np.indices(picture.shape[:2], float)
    tip = quad.project(rng.uniform(0.7, CELLS - 0.7, (1, 2)))[0]
    middle = quad.corners.mean(axis=0)
    outward = np.arctan2(*(tip - middle)[::-1]) + rng.normal(0, 0.6)
    along = (x - tip[0]) * np.cos(outward) + (y - tip[1]) * np.sin(outward)
    aside = -(x - tip[0]) * np.sin(outward) + (y - tip[1]) * np.cos(outward)
    far = np.hypot(aside, np.minimum(along, 0)) / quad.cell
    matte = np.clip((wide / 2 - far) * quad.cell + 0.5, 0, 1).astype(np.float32)
    round_off = 1 - shade * np.clip(2 * far / wide, 0, 1) ** 2
    shine = shade * np.exp(-(((aside / quad.cell / wide) - 0.15) ** 2) / 0.01) * 60
    return laid(picture, quad, matte, colour * round_off[..., None] + shine[..., None], rng)


def laid(
    picture: Canvas,
    quad: Quad,
    matte: Canvas,
    paint: Points,
    rng: np.random.Generator,
    light: float | None = None,
) -> Canvas:
    """Lay paint on a picture where the matte is 1, by default under its light, with soft edges."""
    import cv2

    if light is None:
        lightest = np.percentile(picture.reshape(-1, 3).max(axis=1), 95)
        light = lightest / 255 * rng.uniform(0.8, 1.0)
    soft = max(0.6, quad.cell * rng.uniform(0.01, 0.05))
    matte = np.asarray(cv2.GaussianBlur(matte, (0, 0), soft), np.float32)[..., None]
    grain = rng.normal(0, 2, picture.shape)
    return np.asarray(picture * (1 - matte) + (paint * light + grain) * matte, np.float32)


Harm = Callable[[Canvas, Quad, np.random.Generator], Canvas]
"""Changes a picture of a board that lies at a quadrilateral."""


SIDE = 900  # how long the pictures are to which harm is done, in pixels

# The kinds of made-up photos that harm is done to.
BASES = ("everything", "washed out", "blurred", "cluttered page")


def make_harmed(name: str, seed: int, photos: Sequence[Mockup] = ()) -> Mockup:
    """Make a picture of a board that a harm or a distortion was done to; a seed makes the same one.

    If there are photos that somebody took, one of them is harmed where the seed is a multiple of 3.
    The corners are those before the harm: a cut moves them, and a fold breaks the board.
    """
    taken = photos and seed % 3 == 0
    whole = photos[seed // 3 % len(photos)] if taken else _whole(BASES[seed % len(BASES)], seed)
    rng = np.random.default_rng([seed, *name.encode()])
    picture, quad = shrunk(whole)
    harmed = (HARMS | DISTORTIONS)[name](picture, quad, rng)
    pixels = jpeg(as_bytes(harmed), int(rng.integers(70, 96)))
    return Mockup(pixels, whole.pattern, quad.corners)


_whole = lru_cache(maxsize=4)(lambda kind, seed: make_mockup(kind, 7000 + seed))


def shrunk(whole: Mockup) -> tuple[Canvas, Quad]:
    """Return a picture at most `SIDE` pixels long, and where the board lies in it."""
    import cv2

    scale = min(1.0, SIDE / max(whole.pixels.shape[:2]))
    size = [round(scale * each) for each in whole.pixels.shape[1::-1]]
    picture = cv2.resize(whole.pixels, size, interpolation=cv2.INTER_AREA)
    return picture.astype(np.float32), Quad(whole.corners).rescaled(scale)


def _shadow(picture: Canvas, quad: Quad, rng: np.random.Generator, *, hard: bool) -> Canvas:
    """Throw the shadow of a straight edge, or of a bar, on the board."""
    away, _ = _across(picture, quad, rng)
    soft = rng.uniform(0.01, 0.08) if hard else rng.uniform(0.3, 1.5)
    dark = 1 / (1 + np.exp(np.clip(-away / soft, -40, 40)))
    if rng.random() < 0.5:
        wide = rng.uniform(0.8, 3.0)
        dark = dark / (1 + np.exp(np.clip((away - wide) / soft, -40, 40)))
    depth = rng.uniform(0.4, 0.95)
    tint = rng.uniform(0.92, 1.08, 3) if rng.random() < 0.5 else np.ones(3)
    return _lit(picture, 1 - depth * dark[..., None] * tint)


def _cut(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Cut a part of the board off, by the edge of the picture."""
    deep = rng.uniform(0.05, 2.5) if rng.random() < 0.6 else float(rng.integers(1, 3))
    side = int(rng.integers(4))
    corners = quad.corners
    turned = Quad(np.roll(corners, -side, axis=0))
    inner = turned.project(np.array([[0.0, deep], [CELLS, deep]])).mean(axis=0)
    outward = turned.project(np.array([[0.0, 0.0], [CELLS, 0.0]])).mean(axis=0) - inner
    height, width = picture.shape[:2]
    x, y = np.clip(inner.round(), 1, np.array([width, height]) - 1).astype(int)
    if abs(outward[0]) > abs(outward[1]):
        kept = picture[:, x:] if outward[0] < 0 else picture[:, :x]
    else:
        kept = picture[y:] if outward[1] < 0 else picture[:y]
    return kept if min(kept.shape[:2]) >= 64 else picture[: max(64, y)]


def _negative(picture: Canvas, _: Quad, __: np.random.Generator) -> Canvas:
    """Show the negative."""
    return 255 - picture


def _hue_turned(picture: Canvas, _: Quad, rng: np.random.Generator) -> Canvas:
    """Turn all hues by the same angle."""
    import cv2

    hls = cv2.cvtColor(np.clip(picture / 255, 0, 1).astype(np.float32), cv2.COLOR_RGB2HLS)
    hls[..., 0] = (hls[..., 0] + rng.choice([-1, 1]) * rng.uniform(20, 180)) % 360
    return np.asarray(cv2.cvtColor(hls, cv2.COLOR_HLS2RGB) * 255, np.float32)


def _noisy(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Add grain of several sizes, or specks."""
    import cv2

    if rng.random() < 0.4:
        specks = rng.random(picture.shape[:2]) < rng.uniform(0.05, 0.4)
        picture[specks] = rng.choice([0.0, 255.0], (int(specks.sum()), 1))
        return picture
    much = rng.uniform(20, 90)
    grain = rng.standard_normal(picture.shape, np.float32)
    wide = rng.uniform(0.02, 0.5) * quad.cell
    coarse = cv2.GaussianBlur(rng.standard_normal(picture.shape, np.float32), (0, 0), wide)
    return np.asarray(picture + 0.6 * much * grain + 0.6 * much * coarse / coarse.std(), np.float32)


def _folded(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Fold the page: a crease, a part that is darker, and lines that are broken."""
    import cv2

    away, along = _across(picture, quad, rng)
    beyond = 1 / (1 + np.exp(np.clip(-away / 0.02, -40, 40)))
    slipped = rng.uniform(0, 0.6) * quad.cell
    y, x = np.indices(picture.shape[:2], np.float32)
    moved = (beyond * slipped).astype(np.float32)
    broken = cv2.remap(
        picture, x + moved * np.float32(along[0]), y + moved * np.float32(along[1]),
        cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE,
    )  # fmt: skip
    crease = np.exp(-((away / rng.uniform(0.03, 0.12)) ** 2))
    shade = 1 - rng.uniform(0, 0.5) * beyond - rng.uniform(-0.6, 0.6) * crease
    return _lit(np.asarray(broken, np.float32), shade[..., None])


def _on_screen(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Show the picture on a screen and photograph that: rows of dots, and moiré."""
    y, x = np.indices(picture.shape[:2], np.float32)
    turn = rng.uniform(0, np.pi)
    waves = []
    for period in rng.uniform([0.05, 0.05, 0.4], [0.3, 0.3, 3.0]) * quad.cell:
        turn += rng.uniform(0.3, 1.6)
        phase = (x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / max(period, 2.1)
        waves.append(np.cos(phase[..., None] + rng.uniform(0, 2, 3)))
    depth = rng.uniform([0.0, 0.0, 0.1], [0.3, 0.3, 0.5])
    wave = sum(deep * each for deep, each in zip(depth, waves, strict=True))
    light = _lit(picture * 0.9 + rng.uniform(5, 30), 1 + np.asarray(wave))
    return light * rng.uniform([0.85, 0.9, 0.9], [1.0, 1.0, 1.15]).astype(np.float32)


def _glare(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Mirror a lamp in the page."""
    at = _board_places(picture, quad) - rng.uniform(1, CELLS - 1, 2)
    turn = rng.uniform(0, np.pi)
    one = at @ [np.cos(turn), np.sin(turn)] / rng.uniform(0.6, 3.0)
    other = at @ [-np.sin(turn), np.cos(turn)] / rng.uniform(0.6, 1.5)
    spot = np.exp(-((one**2 + other**2) ** rng.uniform(0.7, 3)))[..., None]
    lamp = rng.uniform(0.9, 1.0, 3) * rng.uniform(0.4, 1.2)
    light = (np.clip(picture, 0, 255) / 255) ** 2.2 + spot * lamp
    return np.asarray(255 * np.clip(light, 0, 1) ** (1 / 2.2), np.float32)


def _sized(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Reduce the picture until its cells are small, and enlarge it again."""
    import cv2

    scale = min(1.0, rng.uniform(8, 20) / quad.cell)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    whole = cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return np.asarray(whole, np.float32)


def _sharpened(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Sharpen by an unsharp mask, halos and all."""
    import cv2

    soft = cv2.GaussianBlur(picture, (0, 0), quad.cell * rng.uniform(0.03, 0.1))
    return np.asarray(picture + rng.uniform(0.5, 2.0) * (picture - soft), np.float32)


def _saturated(picture: Canvas, _: Quad, rng: np.random.Generator) -> Canvas:
    """Add colour, or take it away, and change the contrast."""
    grey = picture.mean(axis=2, keepdims=True)
    coloured = grey + (picture - grey) * rng.uniform(0.6, 1.7)
    return np.asarray(128 + (coloured - 128) * rng.uniform(0.6, 1.4), np.float32)


def _warmed(picture: Canvas, _: Quad, rng: np.random.Generator) -> Canvas:
    """Make the light warmer or colder, and bend the curve."""
    warmth = rng.uniform(-0.3, 0.3)
    levels = np.clip(picture / 255, 0, 1) ** rng.uniform(0.6, 1.6)
    return np.asarray(255 * levels * [1 + warmth, 1.0, 1 - warmth], np.float32)


def _grained(picture: Canvas, _: Quad, rng: np.random.Generator) -> Canvas:
    """Add a little grain, fine or coarse."""
    import cv2

    grain = rng.standard_normal(picture.shape, np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), rng.uniform(0.3, 2.0))
    return np.asarray(picture + grain / grain.std() * rng.uniform(3, 16), np.float32)


def _blocky(picture: Canvas, _: Quad, rng: np.random.Generator) -> Canvas:
    """Compress the picture much."""
    return jpeg(as_bytes(picture), int(rng.integers(8, 35))).astype(np.float32)


def _through_lens(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Swell or pinch the picture about the middle of the board, which stays where it is."""
    import cv2

    y, x = np.indices(picture.shape[:2], np.float32)
    middle = quad.corners.mean(axis=0).astype(np.float32)
    reach = float(np.linalg.norm(quad.corners - middle, axis=1).max())
    away = ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) / np.float32(reach**2)
    much = np.float32(rng.uniform(-0.05, 0.05)) * (away - 1)
    source = [(each * (1 + much)).astype(np.float32) for each in (x - middle[0], y - middle[1])]
    return np.asarray(
        cv2.remap(picture, source[0] + middle[0], source[1] + middle[1],
                  cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)  # fmt: skip


def _moved(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Move the camera while the picture is taken."""
    import cv2

    length = max(3, int(quad.cell * rng.uniform(0.08, 0.3)) | 1)
    kernel = np.zeros((length, length), np.float32)
    turn, half = rng.uniform(0, np.pi), length // 2
    step = np.rint(half * np.array([np.cos(turn), np.sin(turn)])).astype(int)
    cv2.line(kernel, (half - step).tolist(), (half + step).tolist(), 1.0)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)


def _dimmed(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Make the light fall off towards the rim."""
    away = np.linalg.norm(_board_places(picture, quad) - rng.uniform(2, 6, 2), axis=-1)
    return _lit(picture, np.exp(-rng.uniform(0.02, 0.12) * away)[..., None])


def _misprinted(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Print the cells mottled, and the inks a little beside each other."""
    import cv2

    places = np.clip(np.floor(_board_places(picture, quad)), 0, CELLS - 1).astype(int)
    shades = 1 + rng.normal(0, rng.uniform(0.01, 0.08), (CELLS, CELLS))
    mottled = cv2.GaussianBlur(rng.standard_normal(picture.shape[:2], np.float32), (0, 0), 3)
    light = shades[places[..., 1], places[..., 0]] + 0.05 * mottled / mottled.std()
    printed = _lit(picture, light[..., None])
    for channel in range(3):
        shift = np.array([[1, 0, 0], [0, 1, 0]], np.float32)
        shift[:, 2] = rng.normal(0, 0.02 * quad.cell, 2)
        printed[..., channel] = cv2.warpAffine(
            printed[..., channel].copy(),
            shift,
            picture.shape[1::-1],
            borderMode=cv2.BORDER_REPLICATE,
        )
    return printed


def _ruled(picture: Canvas, quad: Quad, rng: np.random.Generator) -> Canvas:
    """Print lines between the cells."""
    import cv2

    shade = np.full(3, rng.choice([20.0, 90.0, 160.0, 235.0]))
    thick = max(1, round(rng.uniform(0.02, 0.08) * quad.cell))
    matte = np.zeros(picture.shape[:2], np.float32)
    for place in range(CELLS + 1):
        for line in ([[place, 0], [place, CELLS]], [[0, place], [CELLS, place]]):
            ends = np.rint(quad.project(np.array(line, float)) * 16).astype(np.int32)
            cv2.line(matte, ends[0].tolist(), ends[1].tolist(), 1.0, thick, cv2.LINE_AA, 4)
    return laid(picture, quad, matte, np.broadcast_to(shade, picture.shape), rng)


def _board_places(picture: Canvas, quad: Quad) -> Points:
    """Return where each pixel lies in board coordinates, as (height, width, 2)."""
    y, x = np.indices(picture.shape[:2], float)
    place = np.stack([x, y, np.ones_like(x)], axis=-1) @ np.linalg.inv(quad.homography).T
    depth = place[..., 2:]
    return np.asarray(place[..., :2] / np.where(np.abs(depth) < 1e-9, 1e-9, depth), float)


def _across(picture: Canvas, quad: Quad, rng: np.random.Generator) -> tuple[Points, Points]:
    """Return how far pixels lie from a random line over the board, in cells, and its direction."""
    y, x = np.indices(picture.shape[:2], float)
    angle = rng.uniform(0, 2 * np.pi)
    middle = quad.project(rng.uniform(1.5, CELLS - 1.5, (1, 2)))[0]
    away = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
    return away / quad.cell, np.array([-np.sin(angle), np.cos(angle)])


def _lit(picture: Canvas, light: Points) -> Canvas:
    """Change the light, which is linear."""
    linear = (np.clip(picture, 0, 255) / 255) ** 2.2 * np.clip(light, 0, None)
    return np.asarray(255 * np.clip(linear, 0, 1) ** (1 / 2.2), np.float32)


HARMS: dict[str, Harm] = {
    "finger": lay_finger,
    "black pen": partial(lay_pen, colour=(28, 26, 28)),
    "red pen": partial(lay_pen, colour=(205, 40, 35)),
    "blue pen": partial(lay_pen, colour=(30, 70, 165)),
    "white pen": partial(lay_pen, colour=(240, 238, 232)),
    "marker": lay_marker,
    "scraps": lay_scrap,
    "hard shadow": partial(_shadow, hard=True),
    "soft shadow": partial(_shadow, hard=False),
    "cut off": _cut,
    "negative": _negative,
    "hue turned": _hue_turned,
    "heavy noise": _noisy,
    "folded": _folded,
    "on a screen": _on_screen,
    "glare": _glare,
    "pen stroke": draw_stroke,
    "cord": partial(draw_stroke, width=(0.15, 0.45)),
    "scraps on the grid": lay_on_grid,
    "sheet": lay_sheet,
    "stain": _stained,
}
"""The harms by name."""

DISTORTIONS: dict[str, Harm] = {
    "untouched": lambda picture, _, __: picture,
    "reduced": _sized,
    "sharpened": _sharpened,
    "saturated": _saturated,
    "warm or cold": _warmed,
    "grain": _grained,
    "blocky": _blocky,
    "lens": _through_lens,
    "moved": _moved,
    "dimmed": _dimmed,
    "mottled": _misprinted,
    "ruled": _ruled,
}
"""The distortions by name."""
