"""The first pages of a booklet: its title, and its contents."""

from collections.abc import Iterator, Sequence

from kaleido.draw.geometry import picture_size
from kaleido.draw.scene import scene_of
from kaleido.model.classic import CLASSIC
from kaleido.printing.entry import Entry
from kaleido.printing.page import Page
from kaleido.printing.paper import MARGIN, Paper, fitting_cell
from kaleido.text import plural

SHOWN = 9
"""How many boards the title page shows at most."""

_LINE = 6.2
"""The height of a line of the contents."""

_ROWS_BEGIN = 38.0

_KALEIDOSCOPE = (
    "Lay all 18 pieces on the board, so that they cover it exactly and every square lies",
    "on a square of its colour. Pieces may be turned, and turned over: each has two faces.",
)

_OTHERS = (
    "Cover each board exactly with pieces, without overlaps.",
    "The lines below a board say which pieces there are.",
)


def title_page(title: str, entries: Sequence[Entry], paper: Paper, marks: str) -> Page:
    """Return the title page: the title, some of the boards and how to play."""
    page = Page(paper)
    middle = paper.width / 2
    width = paper.inside[0]
    size = max(12.0, min(28.0, 4.2 * width / max(len(title), 1)))  # bold letters are wide
    page.write(middle, 45, title, size=size, bold=True, align="center", room=width)
    page.write(middle, 56, _summary(entries), size=12, align="center")
    _mosaic(page, entries[:SHOWN], marks)
    is_classic = all(entry.puzzle.pieces == CLASSIC for entry in entries)
    for number, line in enumerate(_KALEIDOSCOPE if is_classic else _OTHERS):
        page.write(middle, page.bottom - 18 + 6 * number, line, size=10, align="center")
    return page


def _summary(entries: Sequence[Entry]) -> str:
    """Return in words how many boards there are and how hard they are."""
    rated = [entry.difficulty for entry in entries if entry.difficulty is not None]
    said = plural(len(entries), "board")
    if len(rated) < len(entries):
        return said
    least, most = min(rated), max(rated)
    return f"{said}, difficulty {least}" + (f" to {most}" if most > least else "") + " of 5"


def _mosaic(page: Page, entries: Sequence[Entry], marks: str) -> None:
    """Draw small boards in rows, in the middle of the page."""
    across = next(side for side in (1, 2, 3) if side * side >= len(entries) or side == 3)
    down = -(-len(entries) // across)
    top, gap = 72.0, 6.0
    whole = 0.8 * page.paper.inside[0]
    side = (whole - (across - 1) * gap) / across
    left = (page.paper.width - whole) / 2
    for place, entry in enumerate(entries):
        row, col = divmod(place, across)
        last = len(entries) - row * across
        shift = max(0, across - last) * (side + gap) / 2  # a short last row is centred
        scene = scene_of(entry.puzzle.pattern)
        rows, cols = picture_size(scene.grid)
        cell = fitting_cell(rows, cols, side, side)
        x = left + shift + col * (side + gap) + (side - cols * cell) / 2
        y = top + row * (side + gap) + (side - rows * cell) / 2 + (3 - down) * 4
        page.draw(scene, x, y, cell, marks=marks)


def rows_per_page(paper: Paper) -> int:
    """Return how many boards a page of the contents lists."""
    return int((paper.height - _ROWS_BEGIN - MARGIN) / _LINE) + 1


def contents_pages(
    entries: Sequence[Entry],
    headings: Sequence[str],
    pages: Sequence[tuple[int, int]],
    paper: Paper,
) -> Iterator[Page]:
    """Yield pages that list the boards.

    Parameters
    ----------
    entries : sequence of Entry
    headings : sequence of str
    pages : sequence of (int, int)
        The page of each board and that of its solution; 0 for none.
    paper : Paper
    """
    many = rows_per_page(paper)
    right = paper.width - MARGIN
    stars, counts, boards, solutions = right - 92, right - 40, right - 18, right
    for first in range(0, len(entries), many):
        page = Page(paper)
        page.write(MARGIN, 22, "Contents" + (", continued" if first else ""), size=16, bold=True)
        if any(entry.stars for entry in entries):
            page.write(stars, 31, "difficulty", size=8)
        page.write(counts, 31, "solutions", size=8, align="right")
        page.write(boards, 31, "page", size=8, align="right")
        if any(solved for _, solved in pages):
            page.write(solutions, 31, "solution", size=8, align="right")
        for number, entry in enumerate(entries[first : first + many], start=first):
            y = _ROWS_BEGIN + _LINE * (number - first)
            page.write(MARGIN, y, headings[number], size=10, room=stars - MARGIN - 3)
            page.write(stars, y, entry.stars, size=10)
            known = "not known" if entry.solutions is None else f"{entry.solutions:,}"
            page.write(counts, y, known, size=10, align="right")
            for x, place in zip((boards, solutions), pages[number], strict=True):
                if place:
                    page.write(x, y, str(place), size=10, align="right")
        yield page
