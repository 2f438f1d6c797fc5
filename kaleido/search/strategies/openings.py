"""Opened windows: the moves that the paper's method finds in an island."""

from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

from kaleido.model.grid import bits
from kaleido.search.found import Found, Window
from kaleido.search.problem import Problem
from kaleido.search.strategies.line_windows import line_windows
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.progression import Sizes
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.window_table import WindowTable
from kaleido.search.strategies.windows import (
    LINES,
    Opened,
    best_windows,
    shapes_for,
    slide,
    window_cells,
)

MIN_MOVES = 3
"""Where the densest windows are opened first, they are until they hold this many moves."""

_SQUARE = (2, 2)


class Move(NamedTuple):
    """A placement that may be made, and what is known of it.

    Attributes
    ----------
    number : int
        The placement's number in the problem.
    edges : int
        The edges that count as the window's.
    shape : (float, float)
        The crookedness and the span that count.
    window : Window or None
        The window where it was found, or the densest that holds it, if there is any.
    found : Found
        How it was found, but for the window.
    island : Island
        The island in which it lies.
    """

    number: int
    edges: int
    shape: tuple[float, float]
    window: Window | None
    found: Found
    island: Island


class Openings:
    """Finds moves in windows.

    Parameters
    ----------
    problem : Problem
    rules : Rules
        Which windows are opened, and where pieces are tried in them.
    matching : Matching
    """

    def __init__(self, problem: Problem, rules: Rules, matching: Matching) -> None:
        self.windows = WindowTable(problem)
        self.by_size: dict[int, int] = {}
        for piece, options in zip(problem.placeable, problem.piece_options, strict=True):
            self.by_size[piece.size] = self.by_size.get(piece.size, 0) | options
        self._problem = problem
        self._rules = rules
        self._shapes = matching.shapes
        # A square in a corner is as an L, and no piece spans a window there.
        self._in_corners: list[tuple[float, float]] = []
        self._squares = 0
        for number, piece in enumerate(problem.placeable):
            drawing, crookedness = piece.front.drawing, self._shapes[number][0]
            if (drawing.height, drawing.width) == _SQUARE and len(drawing.cells) == 4:
                self._squares |= problem.piece_options[number]
                if piece.name not in matching.weights.pieces:
                    crookedness = matching.weights.corner
            self._in_corners.append((crookedness, 0.0))

    def moves(self, survey: Survey, island: Island, sizes: Sizes, found: Found) -> list[Move]:
        """Return the moves of some sizes in the windows of an island, in the order found."""
        if self._rules.windows == "density":
            return self._densest(survey, island, sizes, found)
        moves = [move for size in sizes for move in self._at_corners(survey, island, size, found)]
        if 4 in sizes:
            moves += self._lines(survey, island, found)
        return moves

    def _at_corners(
        self, survey: Survey, island: Island, size: int, found: Found
    ) -> Iterator[Move]:
        """Yield the moves at the corners of the best windows, window by window."""
        options = survey.state.live & self.by_size.get(size, 0) & island.options
        if not options:
            return
        opened = best_windows(survey.sides, island, self.windows.blocks)
        if size == 1:
            for window in opened.windows:
                yield from self._single_cells(survey, island, window, found)
            return
        owners = self._problem.piece_numbers
        for at, corner, is_last, number in sorted(self._cornered(island, options, opened)):
            window, piece = opened.slides[at].window(corner), owners[number]
            if is_last:
                edges, shape = survey.edges_around(number), self._shapes[piece]
            else:
                edges, shape = window.edges, self._in_corners[piece]
            yield Move(number, edges, shape, window, found, island)

    def _cornered(
        self, island: Island, options: int, opened: Opened
    ) -> Iterator[tuple[int, int, bool, int]]:
        """Yield the placements at corners of opened windows, by slide and top left cell.

        They lie at the first corner or, squares alone, at the last; there are far fewer of them
        than windows.
        """
        masks, outside, least = self._problem.masks, ~island.mask, opened.least
        cols = self._problem.grid.cols
        slides = list(enumerate(zip(opened.slides, opened.values, strict=True)))
        for number in bits(options):
            if masks[number] & outside:
                continue
            box = self.windows.box(number)
            first = self.windows.starting(box)
            for at, (each, values) in slides:
                height, width = each.shape
                if height < box.height or width < box.width:
                    continue
                if first in each.corners and values[first] >= least:
                    yield at, first, False, number
                if self._squares >> number & 1 and each.shape != _SQUARE:
                    last = self.windows.ending(box) - (height - 1) * cols - (width - 1)
                    if last in each.corners and values[last] >= least:
                        yield at, last, True, number

    def _single_cells(
        self, survey: Survey, island: Island, window: Window, found: Found
    ) -> Iterator[Move]:
        """Yield the moves of single cells, each with the edges around itself alone.

        Of pieces that look alike there, only one is tried, with its front up if there is such.
        """
        problem = self._problem
        inside = window_cells(problem.grid, window.shape, window.corner) & island.mask
        best: dict[int, int] = {}
        for number in bits(survey.state.live & self.by_size[1] & island.options):
            mask = problem.masks[number]
            if mask & inside:
                other = best.setdefault(mask, number)
                if problem.faces[other] > problem.faces[number]:
                    best[mask] = number
        for number in sorted(best.values()):
            edges = survey.edges_around(number)
            shape = self._shapes[problem.piece_numbers[number]]
            yield Move(number, edges, shape, window, found, island)

    def _lines(self, survey: Survey, island: Island, found: Found) -> Iterator[Move]:
        """Yield the moves of lines of four, each in a window of its own."""
        options = survey.state.live & self.windows.lines & island.options
        if not options:
            return
        owners = self._problem.piece_numbers
        for window in line_windows(survey.sides, island, self._rules.lines):
            for number in bits(options & self.windows.inside(window.shape, window.corner)):
                shape = self._shapes[owners[number]]
                yield Move(number, window.edges, shape, window, found, island)

    def _densest(self, survey: Survey, island: Island, sizes: Sizes, found: Found) -> list[Move]:
        """Return the moves in the densest windows, which are opened until they hold three."""
        problem, table, masks = self._problem, self.windows, self._problem.masks
        live = survey.state.live & island.options
        options = [live & self.by_size[size] for size in sizes]
        slides = slide(survey.sides, island.mask, shapes_for(problem.grid, 4, table.blocks))
        windows = [
            (each.edges[corner] / each.cells[corner], place, each, corner)
            for place, size in enumerate(sizes)
            for each in slides
            if size == 4 or each.shape not in LINES
            for corner in each.holding(size)
        ]
        windows.sort(key=itemgetter(0), reverse=True)
        held: dict[int, Window] = {}
        least = 0.0
        for density, place, each, corner in windows:
            if len(held) >= MIN_MOVES and density < least:
                break
            inside = options[place] & table.inside(each.shape, each.corners[corner])
            for number in bits(inside):
                if masks[number] & island.mask:
                    held.setdefault(number, each.window(corner))
                    least = density
        owners = problem.piece_numbers
        return [
            Move(number, window.edges, self._shapes[owners[number]], window, found, island)
            for number, window in held.items()
        ]
