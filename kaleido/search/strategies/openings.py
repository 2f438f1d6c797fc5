"""Opened windows: the moves that the paper's method finds in an island."""

from collections.abc import Iterator
from heapq import merge
from typing import NamedTuple

from kaleido.model.grid import bits
from kaleido.search.found import Found, Window
from kaleido.search.problem import Problem
from kaleido.search.strategies.matching import Matching
from kaleido.search.strategies.progression import Sizes
from kaleido.search.strategies.rules import Rules
from kaleido.search.strategies.survey import Island, Survey
from kaleido.search.strategies.windows import (
    WindowTable,
    best_windows,
    find_windows,
    line_windows,
    window_cells,
)

MIN_MOVES = 3
"""Where the densest windows are opened first, they are until they hold this many moves."""

_SQUARE = (2, 2)


class Move(NamedTuple):
    """A placement that lies in an opened window.

    Attributes
    ----------
    number : int
        The placement's number in the problem.
    edges : int
        The edges that count as the window's.
    shape : (float, float)
        The crookedness and the span that count.
    found : Found
    island : Island
        The island in which it lies.
    """

    number: int
    edges: int
    shape: tuple[float, float]
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
        self._weights = matching.weights
        self._shapes = matching.shapes
        drawings = [piece.front.drawing for piece in problem.placeable]
        self._squares = {
            number
            for number, drawing in enumerate(drawings)
            if (drawing.height, drawing.width) == _SQUARE and len(drawing.cells) == 4
        }

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
        """Yield the moves at the corners of the best windows."""
        masks, owners = self._problem.masks, self._problem.piece_numbers
        options = survey.state.live & self.by_size.get(size, 0)
        if not options:
            return
        for window in best_windows(survey.sides, island, self.windows.blocks):
            inside = window_cells(self._problem.grid, window.shape, window.corner) & island.mask
            here = found._replace(window=window)
            if size == 1:
                yield from self._single_cells(survey, island, inside, here)
                continue
            (row, col), (height, width) = window.corner, window.shape
            for number in self.windows.starting((row, col)):
                if options >> number & 1 and not masks[number] & ~inside:
                    crookedness, _ = self._shape(owners[number], is_cornered=True)
                    yield Move(number, window.edges, (crookedness, 0.0), here, island)
            if window.shape == _SQUARE:
                continue
            for number in self.windows.ending((row + height - 1, col + width - 1)):
                if (
                    owners[number] in self._squares
                    and options >> number & 1
                    and not masks[number] & ~inside
                ):
                    edges = survey.edges_around(number)
                    yield Move(number, edges, self._shape(owners[number]), here, island)

    def _single_cells(
        self, survey: Survey, island: Island, inside: int, found: Found
    ) -> Iterator[Move]:
        """Yield the moves of single cells, each with the edges around itself alone.

        Of pieces that look alike there, only one is tried, with its front up if there is such.
        """
        problem = self._problem
        best: dict[int, int] = {}
        for number in bits(survey.state.live & self.by_size[1]):
            mask = problem.masks[number]
            if mask & inside:
                other = best.setdefault(mask, number)
                if problem.faces[other] > problem.faces[number]:
                    best[mask] = number
        for number in sorted(best.values()):
            edges = survey.edges_around(number)
            shape = self._shape(problem.piece_numbers[number])
            yield Move(number, edges, shape, found, island)

    def _lines(self, survey: Survey, island: Island, found: Found) -> Iterator[Move]:
        """Yield the moves of lines of four, each in a window of its own."""
        problem = self._problem
        options = survey.state.live & self.by_size.get(4, 0)
        for window in line_windows(survey.sides, island, self._rules.lines):
            mask = window_cells(self._problem.grid, window.shape, window.corner)
            for number in self.windows.starting(window.corner):
                if options >> number & 1 and problem.masks[number] == mask:
                    shape = self._shape(problem.piece_numbers[number])
                    yield Move(number, window.edges, shape, found._replace(window=window), island)

    def _densest(self, survey: Survey, island: Island, sizes: Sizes, found: Found) -> list[Move]:
        """Return the moves in the densest windows, which are opened until they hold three."""
        problem, live = survey.state.problem, survey.state.live
        windows = (
            [
                (window, size)
                for window in find_windows(survey.sides, island.mask, size, self.windows.blocks)
            ]
            for size in sizes
        )
        held: dict[int, Window] = {}
        density = 0.0
        for window, size in merge(*windows, key=lambda pair: -pair[0].density):
            if len(held) >= MIN_MOVES and window.density < density:
                break
            for number in bits(live & self.by_size[size] & self.windows.inside(window)):
                if problem.masks[number] & island.mask:
                    held.setdefault(number, window)
                    density = window.density
        return [
            Move(
                number,
                window.edges,
                self._shapes[problem.piece_numbers[number]],
                found._replace(window=window),
                island,
            )
            for number, window in held.items()
        ]

    def _shape(self, piece: int, *, is_cornered: bool = False) -> tuple[float, float]:
        """Return the crookedness and the span of a piece; a square in a corner is as an L."""
        name = self._problem.placeable.pieces[piece].name
        if is_cornered and piece in self._squares and name not in self._weights.pieces:
            return self._weights.corner, 0.0
        return self._shapes[piece]
