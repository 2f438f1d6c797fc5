"""Photos that nobody took: a printed page with a board, tilted, badly lit, blurred, noisy.

Reading is measured on them, because it is known what they show.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.errors import OptionError
from kaleido.model.pattern import Pattern
from kaleido.photo.counts import possible_counts
from kaleido.photo.image import Pixels
from kaleido.photo.lattice import CELLS, Lattice, Points
from kaleido.text import quote

Canvas = npt.NDArray[np.float32]

_PAGE = 1400
_INKS = {"x": (30, 27, 28), "r": (214, 48, 34), "y": (240, 196, 52), "b": (30, 88, 178)}
_WORDS = ("Board No.", "Difficulty Rating ______", "Fancy", "Wheel", "Castle", "Puzzle page",
          "Turn the pieces over", "Level", "Rabbit", "Gate", "harder than it looks")  # fmt: skip


@dataclass(frozen=True)
class Conditions:
    """How a page is photographed; all from 0 (not at all) to 1 (as bad as it may be).

    Parameters
    ----------
    tilt : float
        1 is 30° away from facing the page.
    turn : float
        1 is any angle in the plane; less is a share of 45° either way.
    light, shadow, cast, dark, washed, blur, noise, jpeg, clutter, bend : float
        Uneven light, a shadow's edge across the board, coloured light, too little light, a veil
        of light over all, blur, grain, JPEG's artefacts, other things on the page, a bent page.
    boards : int
        How many boards the page has.
    small : float
        1 is a board that takes a fifth of the picture's width.
    """

    tilt: float = 0.15
    turn: float = 0.1
    light: float = 0.15
    shadow: float = 0.0
    cast: float = 0.15
    dark: float = 0.1
    washed: float = 0.1
    blur: float = 0.15
    noise: float = 0.15
    jpeg: float = 0.2
    clutter: float = 0.4
    bend: float = 0.0
    boards: int = 1
    small: float = 0.3


KINDS: dict[str, Conditions | None] = {
    "cropped board": None,
    "clean drawing": None,
    "screenshot": None,
    "easy photo": Conditions(),
    "tilted": Conditions(tilt=1),
    "turned": Conditions(turn=1),
    "uneven light": Conditions(light=1),
    "shadow": Conditions(shadow=1),
    "coloured light": Conditions(cast=1),
    "dark": Conditions(dark=1, noise=0.5),
    "washed out": Conditions(washed=1),
    "blurred": Conditions(blur=1),
    "noisy": Conditions(noise=1),
    "JPEG artefacts": Conditions(jpeg=1),
    "cluttered page": Conditions(clutter=1),
    "bent page": Conditions(bend=1),
    "several boards": Conditions(boards=4),
    "small board": Conditions(small=1),
    "everything": Conditions(0.6, 0.5, 0.6, 0.4, 0.6, 0.5, 0.5, 0.5, 0.6, 0.6, 1, 0.5, 2, 0.5),
}
"""By name, what the measurements are made on; the first three are no photos."""


class Mockup(NamedTuple):
    """A photo that nobody took, and what it shows.

    Attributes
    ----------
    pixels : ndarray of uint8, shape (height, width, 3)
    pattern : Pattern
    lattice : Lattice
        Where the board lies.
    """

    pixels: Pixels
    pattern: Pattern
    lattice: Lattice


def make_mockup(kind: str, seed: int, pattern: Pattern | None = None) -> Mockup:
    """Make a photo of a board.

    Parameters
    ----------
    kind : str
        One of `KINDS`.
    seed : int
        Settles everything else: same seed, same photo.
    pattern : Pattern, optional
        By default one made up, with colour counts that some choice of faces reaches.

    Raises
    ------
    OptionError
        The kind is unknown.
    """
    if kind not in KINDS:
        raise OptionError(f"unknown kind {quote(kind)}: expected one of {', '.join(KINDS)}")
    rng = np.random.default_rng([seed, *kind.encode()])
    shown = pattern or random_pattern(rng)
    conditions = KINDS[kind]
    if conditions is not None:
        return _photo(shown, _varied(conditions, rng), rng)
    if kind == "cropped board":
        return _crop(shown, rng)
    return _drawing(shown, rng, page=kind == "screenshot")


def random_pattern(rng: np.random.Generator) -> Pattern:
    """Make up a pattern: checkered ground, patches, and colour counts that can be reached."""
    possible = sorted(possible_counts())
    plain = [counts for counts in possible if not counts[2] + counts[3]]
    chosen = plain if rng.random() < 0.4 else possible
    counts = dict(zip("xryb", chosen[rng.integers(len(chosen))], strict=True))
    row, col = np.indices((CELLS, CELLS))
    field = ((row + col) % 2).astype(float) + rng.normal(0, 0.05, (CELLS, CELLS))
    for _ in range(rng.integers(0, 5)):
        height, width = rng.integers(1, 5, 2)
        top, left = rng.integers(0, CELLS, 2)
        field[top : top + height, left : left + width] = rng.random() + rng.normal(0, 0.1)
    order = np.argsort(field.ravel())
    letters = np.full(64, "x")
    coloured = order[counts["x"] :]
    # Colours lie together: sorted along some direction, with a little disorder.
    angle = rng.random() * 2 * np.pi
    along = coloured // CELLS * np.cos(angle) + coloured % CELLS * np.sin(angle)
    along += rng.normal(0, rng.choice([0.3, 3.0]), len(along))
    colours = list("ryb")
    rng.shuffle(colours)
    letters[coloured[np.argsort(along)]] = [c for c in colours for _ in range(counts[c])]
    return Pattern("/".join("".join(line) for line in letters.reshape(CELLS, CELLS)))


def _varied(most: Conditions, rng: np.random.Generator) -> Conditions:
    """Give conditions between half as bad and as bad as these."""
    values = {
        name: value * rng.uniform(0.5, 1.0)
        for name, value in vars(most).items()
        if name != "boards"
    }
    return replace(most, **values)


def _inks(rng: np.random.Generator, spread: float = 14) -> dict[str, Points]:
    return {
        letter: np.clip(np.array(colour) + rng.normal(0, spread, 3) * (letter != "x"), 0, 255)
        for letter, colour in _INKS.items()
    }


def _board(pattern: Pattern, side: int, rng: np.random.Generator, lines: bool) -> Canvas:
    """Draw the cells alone, `side` pixels each."""
    inks = _inks(rng)
    cells = np.array([[inks[letter] for letter in row] for row in pattern.rows])
    drawn = cells.repeat(side, axis=0).repeat(side, axis=1).astype(np.float32)
    if lines:
        width = max(1, round(side * rng.uniform(0.01, 0.06)))
        shade = rng.choice([20.0, 90.0, 235.0])
        for place in range(side, CELLS * side, side):
            drawn[place - width // 2 : place - width // 2 + width] = shade
            drawn[:, place - width // 2 : place - width // 2 + width] = shade
    return drawn


def _crop(pattern: Pattern, rng: np.random.Generator) -> Mockup:
    import cv2

    size = int(rng.integers(64, 700))
    width = int(size * rng.uniform(0.97, 1.03)) if size > 100 else size
    drawn = _board(pattern, 60, rng, bool(rng.random() < 0.3))
    sized = cv2.resize(drawn, (max(64, width), size), interpolation=cv2.INTER_AREA)
    grain = rng.normal(0, rng.uniform(0, 6), sized.shape)
    pixels = _jpeg(
        _bytes(np.asarray(sized * rng.uniform(0.7, 1.0) + grain)), int(rng.integers(60, 98))
    )
    height, width = pixels.shape[:2]
    return Mockup(pixels, pattern, Lattice(_box(0, 0, width, height)))


def _drawing(pattern: Pattern, rng: np.random.Generator, *, page: bool) -> Mockup:
    side = int(rng.integers(10, 60))
    drawn = _board(pattern, side, rng, bool(rng.random() < 0.5))
    size = CELLS * side
    rim = int(rng.integers(1, 30)) if not page else int(rng.integers(30, 300))
    paper = np.full((size + 2 * rim, size + rim * (3 if page else 2), 3), 255, np.float32)
    if page:
        paper[:] = rng.choice([255, 246, 232])
    paper[rim : rim + size, rim : rim + size] = drawn
    if rng.random() < 0.5:
        frame = max(1, side // 12)
        for line in (slice(rim - frame, rim), slice(rim + size, rim + size + frame)):
            paper[line, rim - frame : rim + size + frame] = 30
            paper[rim - frame : rim + size + frame, line] = 30
    if page:
        _write(paper, 10, 4, 18, rng)
        _write(paper, 10, rim + size + 4, 14, rng)
        _blobs(paper, rng, int(rng.integers(0, 4)), keep=(rim, rim, size))
    return Mockup(_bytes(paper), pattern, Lattice(_box(rim, rim, size, size)))


def _photo(pattern: Pattern, how: Conditions, rng: np.random.Generator) -> Mockup:
    import cv2

    page, corners = _page(pattern, how, rng)
    lens, height, width = _camera(corners, how, rng)
    table = rng.uniform(20, 200, 3) * rng.uniform(0.4, 1.0)
    ground = np.broadcast_to(table, (height, width, 3)) + _smooth(height, width, 25, rng)
    seen = cv2.warpPerspective(page, lens, (width, height), flags=cv2.INTER_LINEAR)
    matte = cv2.warpPerspective(np.ones(page.shape[:2], np.float32), lens, (width, height))
    here = np.asarray(matte, np.float32)[..., None]
    shot = np.asarray(seen * here + ground * (1 - here), np.float32)
    places = cv2.perspectiveTransform(corners[None].astype(np.float32), lens)[0].astype(float)
    if how.bend:
        shot, places = _bend(shot, places, how.bend, rng)
    shot = _lit(shot, places, how, rng)
    shot = _blurred(shot, Lattice(places).cell, how, rng)
    fine = rng.standard_normal(shot.shape, np.float32) * (18 * how.noise)
    coarse = rng.standard_normal(shot.shape, np.float32) * (60 * how.noise)
    shot = np.asarray(shot + fine + cv2.GaussianBlur(coarse, (0, 0), 1.5), np.float32)
    return Mockup(_jpeg(_bytes(shot), int(95 - 77 * how.jpeg)), pattern, Lattice(places))


def _blurred(shot: Canvas, size: float, how: Conditions, rng: np.random.Generator) -> Canvas:
    """Put it out of focus by a share of a cell, and sometimes move the camera, too."""
    import cv2

    soft = how.blur * rng.uniform(0.7, 1.0) * 0.16 * size
    if soft <= 0.3:
        return shot
    blurred = cv2.GaussianBlur(shot, (0, 0), soft)
    if rng.random() < 0.3:
        length = max(3, int(soft * 2) | 1)
        blurred = cv2.blur(blurred, (length, 1) if rng.random() < 0.5 else (1, length))
    return np.asarray(blurred, np.float32)


def _page(pattern: Pattern, how: Conditions, rng: np.random.Generator) -> tuple[Canvas, Points]:
    """Print the page; give the board's corners on it, too."""
    page = np.full((_PAGE, _PAGE, 3), 1.0, np.float32) * rng.uniform(225, 252)
    side = int(rng.integers(44, 62))
    size = CELLS * side
    left, top = (int(_PAGE / 2 - size / 2 + shift) for shift in rng.uniform(-60, 60, 2))
    _blobs(page, rng, int(1 + 10 * how.clutter), keep=(left - 40, top - 110, size + 150))
    around = [(left + size + 90, top), (left - size, top), (left, top + size + 170)]
    for place in range(how.boards - 1):
        x, y = around[place % 3]
        smaller = int(side * rng.uniform(0.5, 0.85))
        _stamp(page, _board(random_pattern(rng), smaller, rng, lines=False), x, y)
    frame = rng.integers(4)
    if frame == 0:  # a light frame between grey rules, with a soft shadow
        for reach, shade in ((22, 205), (16, 130), (12, 225), (5, 190), (4, 238)):
            page[top - reach : top + size + reach, left - reach : left + size + reach] = shade
    elif frame == 1:
        page[top - 4 : top + size + 4, left - 4 : left + size + 4] = 25
    elif frame == 2:
        page[top - 34 : top + size + 34, left - 34 : left + size + 34] = 120
        page[top - 32 : top + size + 32, left - 32 : left + size + 32] = 240
    page[top : top + size, left : left + size] = _board(
        pattern, side, rng, bool(rng.random() < 0.25)
    )
    _write(page, left, top - 105, 40, rng)
    _write(page, left, top - 62, 32, rng)
    _write(page, left, top + size + 36, 40, rng)
    for _ in range(int(6 * how.clutter)):
        _write(page, int(rng.integers(0, 900)), int(rng.integers(0, 120)), 30, rng)
    return page, _box(left, top, size, size)


def _camera(corners: Points, how: Conditions, rng: np.random.Generator) -> tuple[Points, int, int]:
    """Give the homography of a pinhole camera, and the picture's height and width."""
    longer = int(rng.choice([800, 1080, 1600]))
    height, width = rng.permutation([longer, longer * 3 // 4])
    turn = rng.uniform(-np.pi, np.pi) if how.turn > 0.5 else rng.uniform(-1, 1) * how.turn * 0.8
    tilt, away = np.radians(30) * how.tilt, rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(away), np.sin(away), 0.0])
    cross = np.array([[0, 0, axis[1]], [0, 0, -axis[0]], [-axis[1], axis[0], 0]])
    lean = np.eye(3) + np.sin(tilt) * cross + (1 - np.cos(tilt)) * cross @ cross
    spin = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    size = np.ptp(corners[:, 0])
    middle = corners.mean(axis=0)
    share = 0.62 - 0.42 * how.small
    far = 2.2
    scale = share * min(height, width) / size * far
    centre = np.array([width / 2, height / 2]) + rng.uniform(-0.08, 0.08, 2) * [width, height]
    lens = np.array([[scale, 0, centre[0]], [0, scale, centre[1]], [0, 0, 1]])
    plane = np.column_stack([(lean @ spin)[:, :2], [0, 0, far * size]])
    plane[2] /= size
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    return lens @ plane @ shift, int(height), int(width)


def _bend(
    shot: Canvas, places: Points, much: float, rng: np.random.Generator
) -> tuple[Canvas, Points]:
    """Bend the page about an upright line; corners move along."""
    import cv2

    height, width = shot.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
    deep = Lattice(places).cell * 0.3 * much
    phase = rng.uniform(0, np.pi)

    def lift(at: npt.NDArray[np.floating]) -> npt.NDArray[np.float64]:
        return np.asarray(deep * np.sin(np.pi * at / width + phase), np.float64)

    bent = cv2.remap(shot, x, (y + lift(x)).astype(np.float32), cv2.INTER_LINEAR,
                     borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    return np.asarray(bent), places - np.column_stack([np.zeros(4), lift(places[:, 0])])


def _lit(shot: Canvas, places: Points, how: Conditions, rng: np.random.Generator) -> Canvas:
    """Light the scene: in linear light, as lamps do."""
    import cv2

    height, width = shot.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    angle = rng.uniform(0, 2 * np.pi)
    fall = np.exp(-1.1 * how.light * (x * np.cos(angle) + y * np.sin(angle)))
    fall /= np.exp(1.1 * how.light) ** 0.5
    fall *= 1 - 0.35 * how.light * (x**2 + y**2) / 2
    if how.shadow:
        middle = places.mean(axis=0) / [width / 2, height / 2] - 1
        angle = rng.uniform(0, 2 * np.pi)
        line = (x - middle[0]) * np.cos(angle) + (y - middle[1]) * np.sin(angle)
        edge = 1 / (1 + np.exp(-line / rng.uniform(0.01, 0.15)))
        fall = fall * (1 - 0.65 * how.shadow * edge)
    lamp = 1 + how.cast * rng.uniform(-0.38, 0.38, 3) * [1, 0.35, 1]
    linear = (np.clip(shot, 0, 255) / 255) ** 2.2 * fall[..., None] * lamp
    linear *= rng.uniform(0.85, 1.1) * (1 - 0.8 * how.dark)
    veil = how.washed * rng.uniform(0.1, 0.22)
    linear = linear * (1 - veil) + veil
    if rng.random() < 0.2:  # a lamp mirrored in the paper
        spot = rng.uniform(-0.6, 0.6, 2)
        gloss = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / rng.uniform(0.02, 0.2))
        linear += 0.12 * how.light * gloss[..., None]
    levels = 255 * np.clip(linear, 0, 1) ** (1 / 2.2)
    # Cameras bend the curve, and add colour or take it away.
    grey = levels.mean(axis=2, keepdims=True)
    levels = grey + (levels - grey) * rng.uniform(0.75, 1.2)
    return np.asarray(cv2.GaussianBlur(levels.astype(np.float32), (0, 0), 0.6))


def _box(left: float, top: float, width: float, height: float) -> Points:
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5


def _smooth(height: int, width: int, much: float, rng: np.random.Generator) -> Canvas:
    import cv2

    rough = rng.normal(0, much, (max(2, height // 40), max(2, width // 40), 3))
    return np.asarray(cv2.resize(rough.astype(np.float32), (width, height)))


def _stamp(page: Canvas, drawn: Canvas, left: int, top: int) -> None:
    height, width = page.shape[:2]
    low, high = max(0, top), min(height, top + drawn.shape[0])
    start, end = max(0, left), min(width, left + drawn.shape[1])
    if low < high and start < end:
        page[low:high, start:end] = drawn[low - top : high - top, start - left : end - left]


def _blobs(page: Canvas, rng: np.random.Generator, count: int, keep: tuple[int, int, int]) -> None:
    """Draw pictures: patches of all colours, away from the square `keep`."""
    import cv2

    height, width = page.shape[:2]
    left, top, size = keep
    for _ in range(count):
        reach = int(rng.integers(12, max(14, min(height, width) // 8)))
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        if left - reach < x < left + size + reach and top - reach < y < top + size + reach:
            continue
        colour = tuple(float(each) for each in rng.uniform(0, 255, 3))
        spikes = rng.uniform(0.4, 1, (int(rng.integers(3, 9)), 1)) * reach
        angles = np.sort(rng.uniform(0, 2 * np.pi, spikes.shape), axis=0)
        outline = np.hstack([x + spikes * np.cos(angles), y + spikes * np.sin(angles)])
        cv2.fillPoly(page, [outline.astype(np.int32)], colour, cv2.LINE_AA)


def _write(page: Canvas, left: int, top: int, size: int, rng: np.random.Generator) -> None:
    from PIL import Image, ImageDraw, ImageFont

    text = f"{rng.choice(_WORDS)} {rng.integers(1, 1500)} {rng.choice(_WORDS)}"
    line = Image.new("L", (len(text) * size, size * 2))
    ImageDraw.Draw(line).text((0, 0), text, fill=255, font=ImageFont.load_default(size))
    box = line.getbbox() or (0, 0, 1, 1)
    ink = np.asarray(line.crop((0, 0, box[2], box[3])), np.float32)[..., None] / 255
    height, width = page.shape[:2]
    ink = ink[: max(0, height - top), : max(0, width - left)]
    if top < 0 or left < 0 or not ink.size:
        return
    colour = np.array(rng.choice([[60, 60, 64], [200, 70, 50], [40, 80, 160]]), np.float32)
    part = page[top : top + ink.shape[0], left : left + ink.shape[1]]
    part[:] = part * (1 - ink) + colour * ink


def _bytes(values: npt.NDArray[np.floating]) -> Pixels:
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


def _jpeg(pixels: Pixels, quality: int) -> Pixels:
    import cv2

    _, data = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    read = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return read[..., ::-1].copy()
