"""A booklet of boards to print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from kaleido.draw.look import check_marks
from kaleido.errors import OptionError
from kaleido.model.piece_set import PieceSet
from kaleido.printing.cover import contents_pages, rows_per_page, title_page
from kaleido.printing.entry import Entry
from kaleido.printing.page import Page
from kaleido.printing.paper import PAPERS, Paper
from kaleido.printing.piece_sheet import piece_pages
from kaleido.printing.slots import Slot, Slots
from kaleido.text import either

PER_PAGE = {1: (1, 1), 2: (2, 1), 4: (2, 2)}
"""The rows and columns of boards by how many stand on a page."""

_SOLUTIONS = (3, 2)
"""The rows and columns of solutions on a page."""


@dataclass(frozen=True)
class Booklet:
    """A title page, the contents, boards, pieces to cut out, and solutions.

    Parameters
    ----------
    title : str
    entries : tuple of Entry
    paper : Paper, optional
    per_page : {1, 2, 4}, optional
        How many boards stand on a page.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours. With hatches and letters, the booklet can be
        printed in black and white.
    with_pieces, with_solutions : bool, optional
        Whether there are pieces to cut out, which fit on the boards, and solutions.

    Raises
    ------
    OptionError
        There is no entry, or an option has an unknown value.

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> from kaleido.printing import make_entry
    >>> booklet = Booklet("Cars", (make_entry(Puzzle("car"), solutions=32, difficulty=1),))
    >>> len(list(booklet.pages())), booklet.cell
    (3, 18.0)
    """

    title: str
    entries: tuple[Entry, ...]
    paper: Paper = PAPERS["a4"]
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
        """Yield the pages, numbered but for the title page."""
        sheets = self._piece_pages()
        contents = -(-len(self.entries) // rows_per_page(self.paper)) if self._has_contents else 0
        first = 2 + contents
        after = first + -(-len(self.entries) // self.per_page) + len(sheets)
        solved = iter(range(len(self.entries)))
        many = self._solution_slots.many
        places = [
            (
                first + number // self.per_page,
                after + next(solved) // many if self.with_solutions and entry.solution else 0,
            )
            for number, entry in enumerate(self.entries)
        ]
        whole = chain(
            [title_page(self.title, self.entries, self.paper, self.marks)],
            contents_pages(self.entries, self.headings, places, self.paper) if contents else (),
            self._board_pages(),
            sheets,
            self._solution_pages(),
        )
        for number, page in enumerate(whole, start=1):
            if number > 1:
                page.number(number)
            yield page

    @property
    def _has_contents(self) -> bool:
        return len(self.entries) > 1

    @property
    def _slots(self) -> Slots:
        return Slots(self.paper, *PER_PAGE[self.per_page])

    @property
    def _solution_slots(self) -> Slots:
        return Slots(self.paper, *_SOLUTIONS, top=28.0)

    def _board_pages(self) -> Iterator[Page]:
        slots = [
            Slot(entry.puzzle.pattern, heading, (entry.facts, entry.pieces))
            for heading, entry in zip(self.headings, self.entries, strict=True)
        ]
        return self._slots.pages(slots, self.cell, self.marks)

    def _piece_pages(self) -> list[Page]:
        """Return the pages of pieces, of every set once."""
        if not self.with_pieces:
            return []
        sets: dict[PieceSet, None] = dict.fromkeys(entry.puzzle.pieces for entry in self.entries)
        return [
            page for each in sets for page in piece_pages(each, self.paper, self.cell, self.marks)
        ]

    def _solution_pages(self) -> Iterator[Page]:
        if not self.with_solutions:
            return
        slots = [
            Slot(entry.solution, heading, (_one_of(entry),))
            for heading, entry in zip(self.headings, self.entries, strict=True)
            if entry.solution is not None
        ]
        cell = self._solution_slots.cell(slot.grid for slot in slots)
        for number, page in enumerate(self._solution_slots.pages(slots, cell, self.marks)):
            head = "Solutions, continued" if number else "Solutions"
            page.write(self.paper.width / 2, 20, head, size=16, bold=True, align="center")
            yield page


def _one_of(entry: Entry) -> str:
    """Return in words whether the solution shown is the only one."""
    if entry.solutions is None:
        return ""
    return "the only solution" if entry.solutions == 1 else f"one of {entry.solutions:,} solutions"


def check_per_page(number: int) -> int:
    """Return a number of boards per page if there is such a layout, or raise an `OptionError`."""
    if number not in PER_PAGE:
        raise OptionError(f"{number} boards per page: expected {either(map(str, PER_PAGE))}")
    return number
