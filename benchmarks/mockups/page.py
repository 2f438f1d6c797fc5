"""The printed page: a board among text, pictures and other boards, or drawn by itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

import numpy as np
import numpy.typing as npt

from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space
from kaleido.model.pattern import Pattern
from kaleido.photo.image import Pixels
from kaleido.photo.quad import CELLS, Points
from mockups.conditions import Conditions

Canvas = npt.NDArray[np.float32]  # A picture as (height, width, 3), with levels from 0 to 255


def box(left: float, top: float, width: float, height: float) -> Points:
    """Return the corners of a rectangle, clockwise from the top left."""
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]]) - 0.5


def as_bytes(values: npt.NDArray[np.floating]) -> Pixels:
    """Round levels to bytes."""
    return np.asarray(np.clip(np.rint(values), 0, 255), np.uint8)


def jpeg(pixels: Pixels, quality: int) -> Pixels:
    """Return a picture as it looks after JPEG compression."""
    import cv2

    data = np.frombuffer(jpeg_file(pixels, quality), np.uint8)
    read = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return read[..., ::-1].copy()


def jpeg_file(pixels: Pixels, quality: int) -> bytes:
    """Return a picture as a JPEG file."""
    import cv2

    options = [cv2.IMWRITE_JPEG_QUALITY, quality]
    return bytes(cv2.imencode(".jpg", pixels[..., ::-1], options)[1])


def sample_pattern(rng: np.random.Generator) -> Pattern:
    """Sample a pattern that has a solution: the pieces at random, by red and black alone or all."""
    colours = "xr" if rng.random() < 0.4 else "xryb"
    solution = _space(colours).sample(Random(int(rng.integers(2**32))))
    assert solution is not None  # both have solutions
    return Pattern(solution.pattern.text)


@cache
def _space(colours: str) -> Space:
    return Space(Sketch.free(colours))


_PAGE = 1400
INKS = {"x": (30, 27, 28), "r": (214, 48, 34), "y": (240, 196, 52), "b": (30, 88, 178)}
_WORDS = ("Board No.", "Difficulty Rating ______", "Fancy", "Wheel", "Castle", "Puzzle page",
          "Turn the pieces over", "Level", "Rabbit", "Gate", "harder than it looks")  # fmt: skip


def print_page(
    pattern: Pattern, how: Conditions, rng: np.random.Generator
) -> tuple[Canvas, Points]:
    """Print a page with a board; return the corners of the board on it, too."""
    page = np.full((_PAGE, _PAGE, 3), 1.0, np.float32) * rng.uniform(225, 252)
    side = int(rng.integers(44, 62))
    size = CELLS * side
    left, top = (int(_PAGE / 2 - size / 2 + shift) for shift in rng.uniform(-60, 60, 2))
    scatter_pictures(page, rng, int(1 + 10 * how.clutter), keep=(left - 40, top - 110, size + 150))
    around = [(left + size + 90, top), (left - size, top), (left, top + size + 170)]
    for place in range(how.boards - 1):
        x, y = around[place % 3]
        smaller = int(side * rng.uniform(0.5, 0.85))
        _stamp(page, draw_board(sample_pattern(rng), smaller, rng, lines=False), x, y)
    _print_frame(page, left, top, size, kind=int(rng.integers(4)))
    page[top : top + size, left : left + size] = draw_board(
        pattern, side, rng, bool(rng.random() < 0.25)
    )
    write(page, left, top - 105, 40, rng)
    write(page, left, top - 62, 32, rng)
    write(page, left, top + size + 36, 40, rng)
    for _ in range(int(6 * how.clutter)):
        write(page, int(rng.integers(0, 900)), int(rng.integers(0, 120)), 30, rng)
    return page, box(left, top, size, size)


def _print_frame(page: Canvas, left: int, top: int, size: int, kind: int) -> None:
    """Print one of three frames around a board, or none."""

    def fill(reach: int, shade: float) -> None:
        page[top - reach : top + size + reach, left - reach : left + size + reach] = shade

    if kind == 0:  # a light frame between grey rules, with a soft shadow
        for reach, shade in ((22, 205), (16, 130), (12, 225), (5, 190), (4, 238)):
            fill(reach, shade)
    elif kind == 1:
        fill(4, 25)
    elif kind == 2:
        fill(34, 120)
        fill(32, 240)


def print_booklet(
    patterns: Sequence[Pattern], columns: int, rng: np.random.Generator
) -> tuple[Canvas, list[Points]]:
    """Print a page of a booklet: boards in rows, each with two lines of text and a picture.

    The corners of the boards on it are returned, too.
    """
    side = int(rng.integers(34, 48))
    cell = CELLS * side
    wide, high = cell + int(rng.integers(110, 240)), cell + int(rng.integers(170, 230))
    rows = -(-len(patterns) // columns)
    page = np.full((high * rows + 160, wide * columns + 160, 3), 1.0, np.float32)
    page *= rng.uniform(225, 252)
    kind = int(rng.integers(4))
    corners = []
    for number, pattern in enumerate(patterns):
        own = int(side * rng.uniform(0.72, 1.0))
        left = 100 + wide * (number % columns) + int(rng.integers(0, 30))
        top = 190 + high * (number // columns) + int(rng.integers(0, 20))
        _print_frame(page, left, top, CELLS * own, kind)
        drawn = draw_board(pattern, own, rng, lines=bool(rng.random() < 0.2))
        _stamp(page, drawn, left, top)
        corners.append(box(left, top, CELLS * own, CELLS * own))
        write(page, left, top - 100, 26, rng)
        write(page, left, top - 66, 22, rng)
        _draw_patch(page, rng, left + CELLS * own + 85, top + int(rng.integers(60, 200)), 35)
    return page, corners


def draw_board(pattern: Pattern, side: int, rng: np.random.Generator, lines: bool) -> Canvas:
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


def _inks(rng: np.random.Generator, spread: float = 14) -> dict[str, Points]:
    return {
        letter: np.clip(np.array(colour) + rng.normal(0, spread, 3) * (letter != "x"), 0, 255)
        for letter, colour in INKS.items()
    }


def _stamp(page: Canvas, drawn: Canvas, left: int, top: int) -> None:
    height, width = page.shape[:2]
    low, high = max(0, top), min(height, top + drawn.shape[0])
    start, end = max(0, left), min(width, left + drawn.shape[1])
    if low < high and start < end:
        page[low:high, start:end] = drawn[low - top : high - top, start - left : end - left]


def scatter_pictures(
    page: Canvas, rng: np.random.Generator, count: int, keep: tuple[int, int, int]
) -> None:
    """Draw patches of all colours, away from the square `keep`: its left, top and size."""
    height, width = page.shape[:2]
    left, top, size = keep
    for _ in range(count):
        reach = int(rng.integers(12, max(14, min(height, width) // 8)))
        x, y = int(rng.integers(0, width)), int(rng.integers(0, height))
        if left - reach < x < left + size + reach and top - reach < y < top + size + reach:
            continue
        _draw_patch(page, rng, x, y, reach)


def _draw_patch(page: Canvas, rng: np.random.Generator, x: int, y: int, reach: int) -> None:
    import cv2

    colour = tuple(float(each) for each in rng.uniform(0, 255, 3))
    spikes = rng.uniform(0.4, 1, (int(rng.integers(3, 9)), 1)) * reach
    angles = np.sort(rng.uniform(0, 2 * np.pi, spikes.shape), axis=0)
    outline = np.hstack([x + spikes * np.cos(angles), y + spikes * np.sin(angles)])
    cv2.fillPoly(page, [outline.astype(np.int32)], colour, cv2.LINE_AA)


def write(page: Canvas, left: int, top: int, size: int, rng: np.random.Generator) -> None:
    """Write a random line of text, `size` pixels high."""
    from PIL import Image, ImageDraw, ImageFont

    text = f"{rng.choice(_WORDS)} {rng.integers(1, 1500)} {rng.choice(_WORDS)}"
    line = Image.new("L", (len(text) * size, size * 2))
    ImageDraw.Draw(line).text((0, 0), text, fill=255, font=ImageFont.load_default(size))
    _, _, right, bottom = line.getbbox() or (0, 0, 1, 1)
    ink = np.asarray(line.crop((0, 0, right, bottom)), np.float32)[..., None] / 255
    height, width = page.shape[:2]
    ink = ink[: max(0, height - top), : max(0, width - left)]
    if top < 0 or left < 0 or not ink.size:
        return
    colour = np.array(rng.choice([[60, 60, 64], [200, 70, 50], [40, 80, 160]]), np.float32)
    part = page[top : top + ink.shape[0], left : left + ink.shape[1]]
    part[:] = part * (1 - ink) + colour * ink


def crop_board(pattern: Pattern, rng: np.random.Generator) -> tuple[Pixels, Points]:
    """Make a picture of the board alone, as it is cropped from a photo, and return its corners."""
    import cv2

    size = int(rng.integers(64, 700))
    width = int(size * rng.uniform(0.97, 1.03)) if size > 100 else size
    drawn = draw_board(pattern, 60, rng, bool(rng.random() < 0.3))
    sized = cv2.resize(drawn, (max(64, width), size), interpolation=cv2.INTER_AREA)
    grain = rng.normal(0, rng.uniform(0, 6), sized.shape)
    pixels = jpeg(as_bytes(sized * rng.uniform(0.7, 1.0) + grain), int(rng.integers(60, 98)))
    return pixels, box(0, 0, sized.shape[1], sized.shape[0])


def draw_page(pattern: Pattern, rng: np.random.Generator, *, whole: bool) -> tuple[Pixels, Points]:
    """Draw a board on a blank ground, or on a whole page with text and pictures.

    The corners of the board are returned, too.
    """
    side = int(rng.integers(10, 60))
    drawn = draw_board(pattern, side, rng, bool(rng.random() < 0.5))
    size = CELLS * side
    rim = int(rng.integers(1, 30)) if not whole else int(rng.integers(30, 300))
    page = np.full((size + 2 * rim, size + rim * (3 if whole else 2), 3), 255, np.float32)
    if whole:
        page[:] = rng.choice([255, 246, 232])
    page[rim : rim + size, rim : rim + size] = drawn
    if rng.random() < 0.5:
        frame = max(1, side // 12)
        for line in (slice(rim - frame, rim), slice(rim + size, rim + size + frame)):
            page[line, rim - frame : rim + size + frame] = 30
            page[rim - frame : rim + size + frame, line] = 30
    if whole:
        write(page, 10, 4, 18, rng)
        write(page, 10, rim + size + 4, 14, rng)
        scatter_pictures(page, rng, int(rng.integers(0, 4)), keep=(rim, rim, size))
    return as_bytes(page), box(rim, rim, size, size)
