"""The printed page: a board among text, pictures and other boards."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kaleido.model.pattern import Pattern
from kaleido.photo.quad import CELLS, Points
from mockups.canvas import Canvas, box
from mockups.conditions import Conditions
from mockups.pattern import sample_pattern

_PAGE = 1400
_INKS = {"x": (30, 27, 28), "r": (214, 48, 34), "y": (240, 196, 52), "b": (30, 88, 178)}
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
        for letter, colour in _INKS.items()
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
