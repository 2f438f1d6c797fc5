"""A booklet of boards to print: a cover, the contents, boards in places on pages, solutions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from textwrap import wrap
from typing import NamedTuple

from kaleido.base.bounds import MAX_MEMORY
from kaleido.base.errors import OptionError, TooLargeError
from kaleido.base.text import either, plural, shown
from kaleido.draw.geometry import picture_size
from kaleido.draw.look import check_marks
from kaleido.draw.scene import Scene, scene_of
from kaleido.model.difficulty import draw_stars
from kaleido.model.grid import Grid
from kaleido.model.names import piece_labels
from kaleido.model.pattern import Pattern
from kaleido.model.piece_set import CLASSIC
from kaleido.model.solution import Solution
from kaleido.printing.page import CELL, Page, fitting_cell
from kaleido.printing.paper import MARGIN, PAPERS, PaperSize
from kaleido.printing.piece_sheet import piece_pages
from kaleido.puzzle.puzzle import Puzzle
from kaleido.search.result import Status

MAX_NODES = 1_000_000  # default limit of placements for the search for a solution


_LINE_OF_PIECES = 54  # characters that have room below a board of eight columns


@dataclass(frozen=True)
class Entry:
    """A board of a booklet.

    Attributes
    ----------
    title : str
        May be empty.
    solution : Solution or None
        One solution, if there is one and the search found it.
    solutions, difficulty : int or None
        The number of solutions and the difficulty; None if it is not known.

    Examples
    --------
    >>> make_entry(Puzzle("car"), solutions=32, difficulty=1).facts
    '★☆☆☆☆   32 solutions'
    >>> make_entry(Puzzle("car"), counts=False).facts
    'number of solutions not known'
    """

    puzzle: Puzzle
    title: str
    solution: Solution | None
    solutions: int | None = None
    difficulty: int | None = None

    @property
    def stars(self) -> str:
        """The difficulty as stars; empty if it is not known."""
        return "" if self.difficulty is None else draw_stars(self.difficulty)

    @property
    def counted(self) -> str:
        """The number of solutions in words."""
        if self.solutions is None:
            return "number of solutions not known"
        return plural(self.solutions, "solution") if self.solutions else "no solution"

    @property
    def facts(self) -> str:
        """The difficulty and the number of solutions, on one line."""
        return "   ".join(filter(None, (self.stars, self.counted)))

    @property
    def pieces(self) -> str:
        """The names of the pieces in words; empty for those of the Kaleidoscope."""
        pieces = self.puzzle.pieces
        if pieces == CLASSIC:
            return ""
        named, labels = [], piece_labels(pieces)
        for piece, needed, count in zip(pieces, pieces.needed, pieces.counts, strict=True):
            copies = f"{needed} to {count}" if pieces.least and needed < count else str(count)
            label = labels[piece.name]
            named.append(label if copies == "1" else f"{copies} × {label}")
        return f"{plural(pieces.number, 'piece')}: {', '.join(named)}"

    @property
    def piece_lines(self) -> list[str]:
        """The names of the pieces as one or two lines."""
        return wrap(self.pieces, _LINE_OF_PIECES, max_lines=2, placeholder=" …")


def make_entry(
    puzzle: Puzzle,
    title: str = "",
    *,
    solutions: int | None = None,
    difficulty: int | None = None,
    counts: bool = True,
    max_nodes: int | None = MAX_NODES,
    max_memory: int = MAX_MEMORY,
) -> Entry:
    """Return the entry of a puzzle: solve it and, if `counts`, count and rate it where not known.

    Only patterns of the Kaleidoscope are rated. The title is by default that of the board.
    `max_nodes` limits the search for a solution. A number that takes more than `max_memory` bytes
    to count is not known.
    """
    answer = puzzle.solve(max_nodes=max_nodes)
    title = title or puzzle.pattern.title
    if answer.status is Status.NO_SOLUTION:
        return Entry(puzzle, title, None, 0)
    if counts and solutions is None:
        try:
            solutions = puzzle.count(max_memory=max_memory).solutions
        except TooLargeError:
            return Entry(puzzle, title, answer.solution)
    if counts and difficulty is None and solutions and isinstance(puzzle.pattern, Pattern):
        from kaleido.hints.rating import rate_counted

        difficulty = rate_counted(puzzle.problem, solutions).difficulty
    return Entry(puzzle, title, answer.solution, solutions, difficulty)


GAP = 8.0  # the space between places
# The heights of the heading and of the first line below a board; a second is in the gap.
ABOVE, BELOW = 8.0, 9.0


class Slot(NamedTuple):
    """The contents of a place: a board or a solution, its heading and the lines below it."""

    scene: Scene
    heading: str
    below: tuple[str, ...]


class Slots(NamedTuple):
    """The places on every page: their rows and columns, and where the first row begins."""

    paper: PaperSize
    down: int
    across: int
    top: float = MARGIN

    @property
    def many(self) -> int:
        """The number of places on a page."""
        return self.down * self.across

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a place."""
        width = self.paper.width - 2 * MARGIN - (self.across - 1) * GAP
        height = self.paper.height - self.top - MARGIN - (self.down - 1) * GAP
        return width / self.across, height / self.down

    def cell(self, grids: Iterable[Grid]) -> float:
        """Return the side that the cells of boards have, the same on all of them."""
        width, height = self.size
        return min(
            (fitting_cell(*picture_size(grid), width, height - ABOVE - BELOW) for grid in grids),
            default=CELL,
        )

    def pages(self, slots: list[Slot], marks: str) -> Iterator[Page]:
        """Yield pages with boards in reading order."""
        cell = self.cell(slot.scene.grid for slot in slots)
        width, height = self.size
        for first in range(0, len(slots), self.many):
            page = Page(self.paper)
            for place, slot in enumerate(slots[first : first + self.many]):
                row, col = divmod(place, self.across)
                x = MARGIN + col * (width + GAP)
                y = self.top + row * (height + GAP)
                self._fill(page, slot, x, y, cell, marks)
            yield page

    def _fill(self, page: Page, slot: Slot, x: float, y: float, cell: float, marks: str) -> None:
        width, height = self.size
        high, wide = (cell * side for side in picture_size(slot.scene.grid))
        left = x + (width - wide) / 2
        # A little above the middle, where people see it as the middle.
        top = y + ABOVE + 0.4 * max(0.0, height - ABOVE - BELOW - high)
        size = 9 + cell / 3
        room = x + width - left
        page.write(left, top - 3.5, slot.heading, size=size, bold=True, room=room)
        page.draw(slot.scene, left, top, cell, marks=marks)
        for number, line in enumerate(slot.below):
            y = top + high + 2.5 + size / 3 + 5 * number
            page.write(left, y, line, size=size - 2 - min(number, 1), room=room)


SHOWN = 9  # the most boards on the title page
_ROWS_BEGIN = 38.0
_LINE = 6.2  # the height of a line of the contents

_KALEIDOSCOPE = (
    "Lay all 18 pieces on the board, so that they cover it exactly and every square lies",
    "on a square of its colour. Pieces may be turned, and turned over: each has two faces.",
)

_OTHERS = (
    "Cover each board exactly with pieces, without overlaps.",
    "The lines below a board say which pieces there are.",
)


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


PER_PAGE = {1: (1, 1), 2: (2, 1), 4: (2, 2)}
"""The rows and columns of boards by their number on a page."""


@dataclass(frozen=True)
class Booklet:
    """A title page, the contents, boards, pieces to cut out, and solutions.

    Parameters
    ----------
    per_page : {1, 2, 4}, optional
        The number of boards on a page.
    marks : {"none", "letters", "hatches"}, optional
        Letters or hatches on cells, with which the booklet can be printed in black and white.
    with_pieces, with_solutions : bool, optional
        Add pieces to cut out, which fit on the boards, and solutions.

    Examples
    --------
    >>> booklet = Booklet("Cars", (make_entry(Puzzle("car"), solutions=32, difficulty=1),))
    >>> len(list(booklet.pages())), booklet.cell
    (3, 18.0)
    """

    title: str
    entries: tuple[Entry, ...]
    paper: PaperSize = PAPERS["a4"]
    per_page: int = 1
    marks: str = "hatches"
    with_pieces: bool = False
    with_solutions: bool = True

    def __post_init__(self) -> None:
        if not self.entries:
            raise OptionError("a booklet needs at least one board")
        check_per_page(self.per_page)
        check_marks(self.marks)

    @property
    def cell(self) -> float:
        """The side of the cells of all boards, in millimetres."""
        return self._slots.cell(entry.puzzle.pattern.grid for entry in self.entries)

    @property
    def headings(self) -> tuple[str, ...]:
        """The numbers of the boards with their titles."""
        return tuple(
            f"{number}  {entry.title}" if entry.title else f"Board {number}"
            for number, entry in enumerate(self.entries, start=1)
        )

    def pages(self) -> Iterator[Page]:
        """Yield the pages, all numbered except the title page."""
        sheets = self._piece_pages()
        count = len(self.entries)
        contents = -(-count // self._listed) if count > 1 else 0
        first = 2 + contents
        after = first + -(-count // self.per_page) + len(sheets)
        solved, many = iter(range(count)), self._solution_slots.many
        places = [
            (
                first + number // self.per_page,
                after + next(solved) // many if self.with_solutions and entry.solution else 0,
            )
            for number, entry in enumerate(self.entries)
        ]
        whole = chain(
            [self._title_page()],
            self._contents_pages(places) if contents else (),
            self._board_pages(),
            sheets,
            self._solution_pages(),
        )
        for number, page in enumerate(whole, start=1):
            if number > 1:
                page.number(number)
            yield page

    @property
    def _slots(self) -> Slots:
        return Slots(self.paper, *PER_PAGE[self.per_page])

    @property
    def _solution_slots(self) -> Slots:
        return Slots(self.paper, 3, 2, top=28.0)

    def _title_page(self) -> Page:
        """Return the title page: the title, some of the boards and how to play."""
        page = Page(self.paper)
        middle, width = self.paper.width / 2, self.paper.inside[0]
        size = max(12.0, min(28.0, 4.2 * width / max(len(self.title), 1)))  # bold letters are wide
        page.write(middle, 45, self.title, size=size, bold=True, align="center", room=width)
        page.write(middle, 56, self._summary, size=12, align="center")
        _mosaic(page, self.entries[:SHOWN], self.marks)
        is_classic = all(entry.puzzle.pieces == CLASSIC for entry in self.entries)
        for number, line in enumerate(_KALEIDOSCOPE if is_classic else _OTHERS):
            page.write(middle, page.bottom - 18 + 6 * number, line, size=10, align="center")
        return page

    @property
    def _summary(self) -> str:
        """The number of boards and their difficulty, in words."""
        rated = [entry.difficulty for entry in self.entries if entry.difficulty is not None]
        said = plural(len(self.entries), "board")
        if len(rated) < len(self.entries):
            return said
        least, most = min(rated), max(rated)
        return f"{said}, difficulty {least}" + (f" to {most}" if most > least else "") + " of 5"

    @property
    def _listed(self) -> int:
        """The number of boards on a page of the contents."""
        return int((self.paper.height - _ROWS_BEGIN - MARGIN) / _LINE) + 1

    def _contents_pages(self, pages: Sequence[tuple[int, int]]) -> Iterator[Page]:
        """Yield pages that list the boards; `pages` has the page of each and of its solution."""
        many = self._listed
        right = self.paper.width - MARGIN
        stars, counts, boards, solutions = right - 92, right - 40, right - 18, right
        for first in range(0, len(self.entries), many):
            page = Page(self.paper)
            head = "Contents, continued" if first else "Contents"
            page.write(MARGIN, 22, head, size=16, bold=True)
            if any(entry.stars for entry in self.entries):
                page.write(stars, 31, "difficulty", size=8)
            page.write(counts, 31, "solutions", size=8, align="right")
            page.write(boards, 31, "page", size=8, align="right")
            if any(solved for _, solved in pages):
                page.write(solutions, 31, "solution", size=8, align="right")
            for number, entry in enumerate(self.entries[first : first + many], start=first):
                y = _ROWS_BEGIN + _LINE * (number - first)
                page.write(MARGIN, y, self.headings[number], size=10, room=stars - MARGIN - 3)
                page.write(stars, y, entry.stars, size=10)
                known = "not known" if entry.solutions is None else f"{entry.solutions:,}"
                page.write(counts, y, known, size=10, align="right")
                for x, place in zip((boards, solutions), pages[number], strict=True):
                    if place:
                        page.write(x, y, str(place), size=10, align="right")
            yield page

    def _board_pages(self) -> Iterator[Page]:
        slots = [
            Slot(scene_of(entry.puzzle.pattern), heading, (entry.facts, *entry.piece_lines))
            for heading, entry in zip(self.headings, self.entries, strict=True)
        ]
        return self._slots.pages(slots, self.marks)

    def _piece_pages(self) -> list[Page]:
        """Return the pages of pieces, once for every set."""
        if not self.with_pieces:
            return []
        sets = dict.fromkeys(entry.puzzle.pieces for entry in self.entries)
        made = (piece_pages(each, self.paper, self.cell, self.marks) for each in sets)
        return list(chain.from_iterable(made))

    def _solution_pages(self) -> Iterator[Page]:
        if not self.with_solutions:
            return
        slots = []
        for heading, entry in zip(self.headings, self.entries, strict=True):
            if entry.solution is not None:
                known = f"one of {entry.solutions or 0:,} solutions"
                below = {None: "", 1: "the only solution"}.get(entry.solutions, known)
                slots.append(Slot(scene_of(entry.solution), heading, (below,)))
        for number, page in enumerate(self._solution_slots.pages(slots, self.marks)):
            head = "Solutions, continued" if number else "Solutions"
            page.write(self.paper.width / 2, 20, head, size=16, bold=True, align="center")
            yield page


def check_per_page(number: int) -> int:
    """Return a number of boards per page if there is such a layout, or raise an `OptionError`."""
    if number not in PER_PAGE:
        raise OptionError(f"{shown(number)} boards per page: expected {either(map(str, PER_PAGE))}")
    return number
