"""The pictures of the pages that docs/_static keeps: ``python docs/_ext/stills.py`` makes them.

A page that is read on a repository host cannot draw, so its pictures are files. The sheets of the
galleries hold a digest of the boards and numbers that they show; the build of the documentation
compares it with the collection.
"""

from __future__ import annotations

import sys
from datetime import date
from hashlib import sha256
from io import BytesIO
from math import ceil
from pathlib import Path
from textwrap import fill
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
import searches
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from kaleido import (
    Board,
    Puzzle,
    Solution,
    named_puzzle,
    named_set,
    pattern_names,
    plot,
    puzzle_names,
    solve,
)
from kaleido.draw import stage_pictures
from kaleido.library import pattern_facts
from kaleido.library.patterns import GROUPS as PATTERN_GROUPS
from kaleido.library.puzzles import GROUPS as PUZZLE_GROUPS, puzzle_facts
from kaleido.model.difficulty import draw_stars

DOCS = Path(__file__).parents[1]
STATIC = DOCS / "_static"
DIGEST = "Description"
"""The text of a PNG that holds the digest."""

COLOURS = 48
WIDTH = 9.6  # of a sheet, in inches
LINE = 9  # of a caption, in points
POINTS = 72
MAX_NODES = 20_000
"""A puzzle that takes more is shown without a solution, so that the sheets are made soon."""

SEEDS = range(4)
DAY = date(2026, 11, 22)
"""The day of the calendars, so that their pictures stay the same."""


class Shown(NamedTuple):
    """A named board of a gallery, and the line of numbers below it."""

    name: str
    puzzle: Puzzle
    facts: str

    @property
    def text(self) -> str:
        """Return a text that changes with the picture."""
        return f"{self.name} {self.puzzle.pattern.title} {self.puzzle.pattern.text} {self.facts}"

    def drawn(self) -> Board | Solution:
        """Return the pattern, or a solution of another puzzle if one is found soon."""
        if self.name in pattern_names() or self.facts.startswith("0 "):
            return self.puzzle.pattern
        tried = (solve(self.puzzle, seed=seed, max_nodes=MAX_NODES).solution for seed in SEEDS)
        return next((solution for solution in tried if solution), self.puzzle.pattern)


def galleries() -> dict[str, list[Shown]]:
    """Return the boards of each sheet, by the name of its file."""
    patterns = {
        f"gallery-{group}.png": [_pattern(name) for name in pattern_names(group)]
        for group in PATTERN_GROUPS
    }
    puzzles = {
        f"puzzles-{group}.png": [_puzzle(name) for name in puzzle_names(group)]
        for group in PUZZLE_GROUPS
        if puzzle_names(group)
    }
    return patterns | puzzles


def _pattern(name: str) -> Shown:
    facts = pattern_facts(name)
    return Shown(name, Puzzle(name), f"{_counted(facts.solutions)}\n{draw_stars(facts.difficulty)}")


def _puzzle(name: str) -> Shown:
    facts = puzzle_facts(name)
    puzzle = named_puzzle(name, facts.use if facts.open else (), DAY if facts.calendar else None)
    return Shown(name, puzzle, "" if facts.solutions is None else _counted(facts.solutions))


def _counted(solutions: int) -> str:
    return f"{solutions:,} solution{'s' * (solutions != 1)}"


def digest(boards: list[Shown]) -> str:
    """Return the digest of a sheet."""
    return sha256("\n".join(each.text for each in boards).encode()).hexdigest()


def find_faults(folder: Path) -> list[str]:
    """Name the sheets of the galleries that are missing on their page or out of date."""
    pages = {
        name: (folder / page).read_text(encoding="utf-8")
        for name, page in (("gallery", "gallery.md"), ("puzzles", "puzzle-gallery.md"))
    }
    faults = []
    for file, boards in galleries().items():
        path = folder / "_static" / file
        if f"](_static/{file})" not in pages[file.partition("-")[0]]:
            faults.append(f"{file} is on no page")
        if not path.exists() or Image.open(path).info.get(DIGEST) != digest(boards):
            faults.append(f"{file} is out of date: run python docs/_ext/stills.py")
    return faults


def sheet(boards: list[Shown], columns: int) -> Figure:
    """Draw boards side by side, each with its title, its name and its numbers."""
    columns = min(columns, len(boards))
    rows = ceil(len(boards) / columns)
    side = WIDTH / max(columns, 4)
    titles = [fill(each.puzzle.pattern.title, round(14 * side)) for each in boards]
    below = max(title.count("\n") for title in titles) + 4
    height = side + below * LINE / POINTS
    figure = Figure(figsize=(side * columns, height * rows))
    for number, (each, title) in enumerate(zip(boards, titles, strict=True)):
        row, column = divmod(number, columns)
        bottom = 1 - ((row + 1) * height - below * LINE / POINTS) / (height * rows)
        size = 0.88 / columns, 0.94 * side / (height * rows)
        ax = figure.add_axes(((column + 0.06) / columns, bottom, *size))
        plot.board(each.drawn(), ax=ax)
        ax.set_title("")
        ax.set_anchor("S")
        words = {"family": "monospace", "size": 6}
        _write_below(ax, 0, title, {"weight": "bold", "size": 7, "linespacing": 1.0})
        _write_below(ax, title.count("\n") + 1, each.name, words)
        _write_below(ax, title.count("\n") + 2, each.facts, {"size": 6.5})
    return figure


def _write_below(ax: Axes, line: int, text: str, style: dict[str, Any]) -> None:
    """Write a text in the middle below axes, by lines."""
    place = {"xycoords": "axes fraction", "textcoords": "offset points"}
    drop = (0, -4 - LINE * line)
    ax.annotate(text, (0.5, 0), drop, ha="center", va="top", **place, **style)


def save(figure: Figure, path: Path, text: str) -> None:
    """Write a figure as a PNG of few colours, with a text."""
    file = BytesIO()
    figure.savefig(file, format="png", dpi=110)
    _write(Image.open(file), path, text)


def _write(picture: Image.Image, path: Path, text: str = "") -> None:
    info = PngInfo()
    info.add_text(DIGEST, text)
    few = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True, pnginfo=info)


def solved(name: str) -> Figure:
    """Draw a pattern and its solution."""
    figure = Figure(figsize=(5, 2.4), layout="constrained")
    pattern = Puzzle(name).pattern
    for ax, thing in zip(figure.subplots(1, 2), (pattern, solve(pattern).solution), strict=True):
        plot.board(thing, ax=ax)
        ax.set_title("")
    return figure


def stages() -> Image.Image:
    """Return three stages of reading a mock photo, side by side."""
    sys.path.append(str(DOCS.parent / "benchmarks"))
    from mockups import make_mockup

    from kaleido.photo import read_pixels

    mockup = make_mockup("everything", 23, Puzzle("starship").pattern)
    shown = stage_pictures(read_pixels(mockup.pixels))
    height = 300
    pictures = [Image.fromarray(shown[name]) for name in ("found", "straight", "cells")]
    small = [np.asarray(each.resize((round(each.width * height / each.height), height)))
             for each in pictures]  # fmt: skip
    return Image.fromarray(np.hstack(small))


def main() -> None:
    """Write the pictures."""
    mpl.rcParams["font.family"] = "DejaVu Sans"
    for file, boards in galleries().items():
        save(sheet(boards, 8 if file.startswith("gallery") else 5), STATIC / file, digest(boards))
    few = [_puzzle(name) for name in ("pentomino-8x8-centre", "kanoodle", "tetromino-tube")]
    save(sheet(few, 3), STATIC / "puzzles.png", digest(few))
    tetrominoes = Puzzle(Board.parse("4x5"), named_set("tetrominoes"))
    save(plot.parity(tetrominoes, width=7), STATIC / "parity.png", "")
    save(solved("car"), STATIC / "car.png", "")
    _write(stages(), STATIC / "read.png")
    for name, draw in searches.PICTURES.items():
        save(draw(), STATIC / f"{name}.png", "")


if __name__ == "__main__":
    main()
