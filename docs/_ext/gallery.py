"""The pictures of the galleries: every pattern and puzzle, with what is known of it."""

from __future__ import annotations

import re
from datetime import date
from html import escape
from pathlib import Path

from kaleido import Board, Solution, named_pattern, named_puzzle, pattern_names, puzzle_names, solve
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import PAPER, Loop
from kaleido.draw.picture import Fill, Label, Stroke, picture
from kaleido.draw.scene import scene_of
from kaleido.library import pattern_facts
from kaleido.library.patterns import GROUPS as PATTERN_GROUPS
from kaleido.library.puzzles import GROUPS as PUZZLE_GROUPS, puzzle_facts
from kaleido.model.difficulty import MAX_DIFFICULTY, draw_stars

MARGIN = 0.2
SCALE = 10

MAX_NODES = 20_000
"""A puzzle that takes more is shown without a solution, so that the pages are made soon."""

SEEDS = range(4)

DAY = date(2026, 11, 22)
"""That of the calendar, so that its picture stays the same."""


def find_faults(folder: Path) -> list[str]:
    """Name the groups that the pages of the galleries do not show."""
    return [
        f"the group {group} is not on the page {page}"
        for page, prefix, groups in (
            ("gallery.md", "gallery", PATTERN_GROUPS),
            ("puzzle-gallery.md", "puzzles", PUZZLE_GROUPS),
        )
        for group in groups
        if (prefix == "gallery" or puzzle_names(group))
        and not re.search(
            rf"^:file: reference/{prefix}-{group}\.html$",
            (folder / page).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    ]


def write_pages() -> dict[str, str]:
    """Give the pictures of each group, by the names of files."""
    patterns = {f"gallery-{group}.html": _write_group(group) for group in PATTERN_GROUPS}
    puzzles = {f"puzzles-{group}.html": _write_puzzles(group) for group in PUZZLE_GROUPS}
    return patterns | puzzles


def _write_puzzles(group: str) -> str:
    figures = (_puzzle_figure(name) for name in puzzle_names(group))
    return f'<div class="patterns puzzles">{"".join(figures)}</div>\n'


def _puzzle_figure(name: str) -> str:
    facts = puzzle_facts(name)
    puzzle = named_puzzle(name, facts.use if facts.open else (), DAY if facts.calendar else None)
    board = puzzle.pattern
    seeds = SEEDS if facts.solutions != 0 else ()
    tried = (solve(puzzle, seed=seed, max_nodes=MAX_NODES).solution for seed in seeds)
    shown = next((solution for solution in tried if solution), board)
    known = ""
    if facts.solutions is not None:
        known = f"<span>{facts.solutions:,} solution{'s' * (facts.solutions != 1)}</span>"
    return (
        f'<figure id="{name}"{_tip(board)}>{_draw(shown, board.title)}<figcaption>'
        f"<strong>{escape(board.title)}</strong><code>{name}</code>{known}</figcaption></figure>\n"
    )


def _write_group(group: str) -> str:
    figures = (_figure(name) for name in pattern_names(group))
    return f'<div class="patterns">{"".join(figures)}</div>\n'


def _figure(name: str) -> str:
    pattern, facts = named_pattern(name), pattern_facts(name)
    plural = "s" * (facts.solutions != 1)
    stars = draw_stars(facts.difficulty)
    return (
        f'<figure id="{name}"{_tip(pattern)}>{_draw(pattern, pattern.title)}<figcaption>'
        f"<strong>{escape(pattern.title)}</strong><code>{name}</code>"
        f"<span>{facts.solutions:,} solution{plural}</span>"
        f'<span role="img" aria-label="difficulty {facts.difficulty} of {MAX_DIFFICULTY}">'
        f"{stars}</span></figcaption></figure>\n"
    )


def _tip(pattern: Board) -> str:
    """Give the note as what shows under the pointer."""
    return f' title="{escape(pattern.note)}"' if pattern.note else ""


def _draw(shown: Board | Solution, title: str) -> str:
    """Draw a board as `draw_svg` does, but what looks alike in one path: a tenth of the text."""
    scene = scene_of(shown)
    low = -MARGIN * SCALE
    height, width = ((side + 2 * MARGIN) * SCALE for side in picture_size(scene.grid))
    paths: dict[str, str] = {}
    words = ""
    for item in picture(scene):
        if isinstance(item, Fill):
            look, loops = f'fill="{item.colour}"', (item.loop,)
        elif isinstance(item, Stroke):
            line = f"{item.width * SCALE:g}"
            look = f'fill="none" stroke="{item.colour}" stroke-width="{line}" '
            look, loops = f'{look}stroke-linecap="square"', item.loops
        else:
            words += _words(item)
            continue
        paths[look] = paths.get(look, "") + "".join(map(_path, loops))
    drawn = "".join(f'<path {look} d="{path}"/>' for look, path in paths.items())
    return (
        f'<svg viewBox="{low:g} {low:g} {width:g} {height:g}" role="img" '
        f'aria-label="{escape(title)}"><rect x="{low:g}" y="{low:g}" width="{width:g}" '
        f'height="{height:g}" fill="{PAPER}"/>{drawn}{words}</svg>'
    )


def _words(label: Label) -> str:
    row, col = (place * SCALE for place in label.centre)
    size = label.size * SCALE
    return (
        f'<text x="{col:g}" y="{row + 0.35 * size:g}" text-anchor="middle" font-size="{size:g}" '
        f'font-family="system-ui, sans-serif" fill="{label.colour}">{escape(label.text)}</text>'
    )


def _path(loop: Loop) -> str:
    points = "L".join(f"{col * SCALE:g} {row * SCALE:g}" for row, col in loop)
    return f"M{points}" + "Z" * (len(loop) > 2)
