"""The pictures of gallery.md: every pattern that comes with Kaleido, with what is known of it."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from kaleido import Pattern, named_pattern, pattern_facts, pattern_names
from kaleido.draw.look import PAPER, Loop
from kaleido.draw.picture import Fill, Stroke, picture
from kaleido.draw.scene import scene_of
from kaleido.library.patterns import GROUPS
from kaleido.model.difficulty import MAX_DIFFICULTY, draw_stars

MARGIN = 0.2
SCALE = 10


def find_faults(page: Path) -> list[str]:
    """Name the groups that the page does not show."""
    text = page.read_text(encoding="utf-8")
    return [
        f"the group {group} is not on the page {page.name}"
        for group in GROUPS
        if not re.search(rf"^:file: reference/gallery-{group}\.html$", text, re.MULTILINE)
    ]


def write_pages() -> dict[str, str]:
    """Give the pictures of each group, by the names of files."""
    return {f"gallery-{group}.html": _write_group(group) for group in GROUPS}


def _write_group(group: str) -> str:
    figures = (_figure(name) for name in pattern_names(group))
    return f'<div class="patterns">{"".join(figures)}</div>\n'


def _figure(name: str) -> str:
    pattern, facts = named_pattern(name), pattern_facts(name)
    plural = "s" * (facts.solutions != 1)
    stars = draw_stars(facts.difficulty)
    return (
        f'<figure id="{name}"{_tip(pattern)}>{_draw(pattern)}<figcaption>'
        f"<strong>{escape(pattern.title)}</strong><code>{name}</code>"
        f"<span>{facts.solutions:,} solution{plural}</span>"
        f'<span role="img" aria-label="difficulty {facts.difficulty} of {MAX_DIFFICULTY}">'
        f"{stars}</span></figcaption></figure>\n"
    )


def _tip(pattern: Pattern) -> str:
    """Give the note as what shows under the pointer."""
    return f' title="{escape(pattern.note)}"' if pattern.note else ""


def _draw(pattern: Pattern) -> str:
    """Draw a pattern as `draw_svg` does, but what looks alike in one path: a tenth of the text."""
    scene = scene_of(pattern)
    low, side = -MARGIN * SCALE, (scene.grid.rows + 2 * MARGIN) * SCALE
    paths: dict[str, str] = {}
    for item in picture(scene):
        if isinstance(item, Fill):
            look, loops = f'fill="{item.colour}"', (item.loop,)
        elif isinstance(item, Stroke):
            width = f"{item.width * SCALE:g}"
            look = f'fill="none" stroke="{item.colour}" stroke-width="{width}" '
            look, loops = f'{look}stroke-linecap="square"', item.loops
        else:
            continue
        paths[look] = paths.get(look, "") + "".join(map(_path, loops))
    drawn = "".join(f'<path {look} d="{path}"/>' for look, path in paths.items())
    return (
        f'<svg viewBox="{low:g} {low:g} {side:g} {side:g}" role="img" '
        f'aria-label="{escape(pattern.title)}"><rect x="{low:g}" y="{low:g}" width="{side:g}" '
        f'height="{side:g}" fill="{PAPER}"/>{drawn}</svg>'
    )


def _path(loop: Loop) -> str:
    points = "L".join(f"{col * SCALE:g} {row * SCALE:g}" for row, col in loop)
    return f"M{points}" + "Z" * (len(loop) > 2)
