"""The table of placements of a sketch: every face that its cells may show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from kaleido.design.sketch import Sketch
from kaleido.design.symmetry import Image
from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.model.pattern import COLOURS, COLS, ROWS, Pattern
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.search.budget import budget_of
from kaleido.search.problem import Problem

Pairs = tuple[tuple[int, str], ...]

_FREE = Board("/".join(["?" * COLS] * ROWS))


class SketchTable(Problem):
    """The placements whose colours a sketch allows.

    Every way to cover the board with them is a pattern that the sketch allows, together with a
    solution of it; and every such pattern comes up. Placements that would break a symmetry of
    the pattern exclude each other.

    Parameters
    ----------
    sketch : Sketch
    images : iterable of Image, optional
        The symmetries that the pattern is to have (see `images_of`).
    pieces : PieceSet, optional

    Attributes
    ----------
    shown : list of tuple
        By placement, its pairs (cell in reading order, letter).

    Examples
    --------
    >>> problem = SketchTable(Sketch.free())
    >>> len(problem), problem.count_placements("wand")
    (5334, 64)
    """

    def __init__(
        self, sketch: Sketch, images: Iterable[Image] = (), pieces: PieceSet = CLASSIC
    ) -> None:
        self.sketch = sketch
        super().__init__(_FREE, pieces)
        self.shown = [
            tuple((offset + shift, letter) for shift, letter in stencil.colours)
            for stencil, offset in self._hits(self._wanted())
        ]
        # Colours are not to come out as counted, but pieces are.
        budget = budget_of(pieces)
        self.start = budget.start({})
        self.steps = [budget.without_colours(step) for step in self.steps]
        self._sound = (1 << len(self)) - 1
        for image in images:
            self._keep_symmetric(image)

    def _check_letters(self) -> None:
        """Nothing to check: the letters are those of colours."""

    def _wanted(self) -> Mapping[str, int]:
        return {
            letter: sum(
                1 << place for place, cell in enumerate(self.sketch.cells) if letter in cell
            )
            for letter in COLOURS
        }

    def _keep_symmetric(self, image: Image) -> None:
        """Exclude what would show other colours on the image of a cell."""
        showing = {(cell, letter): 0 for cell in range(ROWS * COLS) for letter in COLOURS}
        for number, shown in enumerate(self.shown):
            for pair in shown:
                showing[pair] |= 1 << number
        wrong = {
            (cell, letter): self.cell_options[image.cells[cell]]
            & ~showing[image.cells[cell], image.colour(letter)]
            for cell, letter in showing
        }
        for number, shown in enumerate(self.shown):
            excluded = 0
            for pair in shown:
                excluded |= wrong[pair]
            self.compatible[number] &= ~excluded
            if excluded >> number & 1:
                self._sound &= ~(1 << number)

    def affordable(self, position: int) -> int:  # noqa: ARG002 - whatever the colours
        """Give all placements that are no contradiction by themselves."""
        return self._sound

    @cached_property
    def checks_regions(self) -> bool:
        """True: cells that may show anything say little, so that regions are looked at."""
        return True

    @cached_property
    def implied(self) -> int:
        """The frame and the edges between cells that can only be both black or both not black."""
        grid, edges = self.grid, self.frame
        kinds = [_kind(cell) for cell in self.sketch.cells]
        for place, kind in enumerate(kinds):
            row, col = divmod(place, COLS)
            if col and kind is not None and kinds[place - 1] is kind:
                edges |= 1 << grid.left_of(row, col)
            if row and kind is not None and kinds[place - COLS] is kind:
                edges |= 1 << grid.above(row, col)
        return edges

    @cached_property
    def _looks(self) -> dict[tuple[str, str, Pairs], int]:
        placements = map(self.placement, range(len(self)))
        return {
            (placement.piece, placement.face, tuple(sorted(shown))): number
            for number, (placement, shown) in enumerate(zip(placements, self.shown, strict=True))
        }

    def numbers_of(self, solution: Solution) -> tuple[int, ...]:
        """Give the numbers of a solution's placements, with the colours that they show there."""
        letters = "".join(solution.pattern.rows)
        return tuple(
            self._looks[
                placement.piece,
                placement.face,
                tuple((place, letters[place]) for place in self._places(placement)),
            ]
            for placement in solution.placements
        )

    @staticmethod
    def _places(placement: Placement) -> list[int]:
        return sorted(row * COLS + col for row, col in placement.cells)

    def pattern_of(self, numbers: Iterable[int]) -> Pattern:
        """Give the pattern that placements show which cover the board."""
        letters = dict(pair for number in numbers for pair in self.shown[number])
        return self.sketch.pattern([letters[place] for place in range(ROWS * COLS)])

    def solution_of(self, numbers: Iterable[int]) -> Solution:
        """Give that pattern with its solution, verified."""
        numbers = tuple(numbers)
        return Solution(self.pattern_of(numbers), self.placements(numbers), self.pieces)


def _kind(letters: str) -> bool | None:
    """Whether a cell is black; None: it may be or not."""
    return None if "x" in letters and letters != "x" else letters == "x"
