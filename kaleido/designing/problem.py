"""The exact-cover problem of a sketch: every face that its cells may show."""

from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_

from kaleido.designing.sketch import Sketch
from kaleido.designing.symmetry import Permutation
from kaleido.model.board import Board
from kaleido.model.pattern import COLOURS, COLS, ROWS, Pattern
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.solution import Solution
from kaleido.search.problem import Problem
from kaleido.search.stencils import Shown

_FREE = Board("/".join(["?" * COLS] * ROWS))


class SketchProblem:
    """The placements whose colours a sketch allows, as a problem for the search.

    Every cover of the board by them is a pattern that the sketch allows, together with a
    solution of it; and every such pattern is found. Placements that would break a symmetry of
    the pattern exclude each other.

    Attributes
    ----------
    problem : Problem
    letters : list of tuple
        By placement, its pairs (cell in reading order, letter).

    Examples
    --------
    >>> problem = SketchProblem(Sketch.free()).problem
    >>> len(problem), problem.count_placements("wand")
    (5334, 64)
    """

    def __init__(
        self, sketch: Sketch, group: Iterable[Permutation] = (), pieces: PieceSet = CLASSIC
    ) -> None:
        self.sketch = sketch
        allowed = {
            letter: sum(1 << place for place, cell in enumerate(sketch.cells) if letter in cell)
            for letter in COLOURS
        }
        problem = Problem(_FREE, pieces, allowed)
        self.letters = [problem.letters(number) for number in range(len(problem))]
        for permutation in group:
            problem = problem.excluding(self._breaking(problem, permutation))
        self.problem = problem

    def _breaking(self, problem: Problem, permutation: Permutation) -> list[int]:
        """Return, by placement, those that show other colours on the image of one of its cells."""
        showing = {(cell, letter): 0 for cell in range(ROWS * COLS) for letter in COLOURS}
        for number, letters in enumerate(self.letters):
            for pair in letters:
                showing[pair] |= 1 << number
        wrong = {
            (cell, letter): problem.cell_options[permutation.cells[cell]]
            & ~showing[permutation.cells[cell], permutation.colours[letter]]
            for cell, letter in showing
        }
        return [reduce(or_, map(wrong.__getitem__, letters)) for letters in self.letters]

    @cached_property
    def _numbers(self) -> dict[tuple[str, str, Shown], int]:
        placements = map(self.problem.placement, range(len(self.problem)))
        return {
            (placement.piece, placement.face, tuple(sorted(letters))): number
            for number, (placement, letters) in enumerate(
                zip(placements, self.letters, strict=True)
            )
        }

    def numbers_of(self, solution: Solution) -> tuple[int, ...]:
        """Return the numbers of a solution's placements, with the colours that they show there."""
        colour = solution.pattern.colour
        return tuple(
            self._numbers[
                placement.piece,
                placement.face,
                tuple((row * COLS + col, colour(row, col)) for row, col in sorted(placement.cells)),
            ]
            for placement in solution.placements
        )

    def pattern_of(self, numbers: Iterable[int]) -> Pattern:
        """Return the pattern that placements show which cover the board."""
        letters = dict(pair for number in numbers for pair in self.letters[number])
        return self.sketch.pattern([letters[place] for place in range(ROWS * COLS)])

    def solution_of(self, numbers: Iterable[int]) -> Solution:
        """Return that pattern with its solution, verified."""
        numbers = tuple(numbers)
        placements = self.problem.placements(numbers)
        return Solution(self.pattern_of(numbers), placements, self.problem.pieces)
