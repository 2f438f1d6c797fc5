"""What a pattern is to be: how many solutions, how hard."""

from __future__ import annotations

import math
from dataclasses import dataclass

from kaleido.analysis.rating import MAX_DIFFICULTY, THRESHOLDS, Rating, rate_counted
from kaleido.counting import CountLimits, count_solutions
from kaleido.errors import OptionError, TooLargeError
from kaleido.model.solution import Solution
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import quote

FEW = 10_000
"""Whoever wants at most so many solutions need not have more counted."""

_QUICK = CountLimits(bytes=2_000_000)

# By far: a wrong count is mended first, and one that cannot be had before it.
_UNCOUNTED = 1000.0
_MISCOUNTED = 100.0
_LEAST = 1e-6


@dataclass(frozen=True)
class Judged:
    """A pattern, with what has been found out about it.

    Attributes
    ----------
    solution : Solution
    solutions : int or None
        How many it has, exactly; None: too many to be counted within the limits.
    rating : Rating or None
        None: not rated, because the count is not as wanted or cannot be had.
    lack : float
        How far it is from what is wanted; 0: it is as wanted.
    """

    solution: Solution
    solutions: int | None
    rating: Rating | None
    lack: float


@dataclass(frozen=True)
class Aim:
    """How many solutions a pattern is to have and how hard it is to be.

    Parameters
    ----------
    min_solutions : int, optional
    max_solutions : int, optional
        None: any number, as long as they can be counted.
    difficulties : (int, int), optional
        The easiest and the hardest wanted, from 1 to 5.

    Raises
    ------
    OptionError
        The bounds exclude each other, or there is no such difficulty.

    Examples
    --------
    >>> from kaleido import Solution, named_pattern, solve
    >>> car = solve(named_pattern("car")).solution
    >>> judged = Aim(max_solutions=10).judge(car)
    >>> judged.solutions, judged.rating is None, judged.lack > 0
    (32, True, True)
    """

    min_solutions: int = 1
    max_solutions: int | None = None
    difficulties: tuple[int, int] = (1, MAX_DIFFICULTY)

    def __post_init__(self) -> None:
        if self.min_solutions < 1:
            raise OptionError(f"min_solutions is {self.min_solutions}, expected 1 or more")
        if self.max_solutions is not None and self.max_solutions < self.min_solutions:
            raise OptionError(
                f"at most {self.max_solutions} solutions and at least {self.min_solutions} "
                "exclude each other"
            )
        easiest, hardest = self.difficulties
        if not 1 <= easiest <= hardest <= MAX_DIFFICULTY:
            raise OptionError(
                f"the difficulty {easiest}..{hardest} is none: expected 1 to {MAX_DIFFICULTY}"
            )

    @property
    def is_any(self) -> bool:
        """Whether any pattern will do, counted or not."""
        return self == Aim()

    def judge(self, solution: Solution, limits: CountLimits | None = None) -> Judged:
        """Count, rate and compare with what is wanted.

        Parameters
        ----------
        solution : Solution
            A pattern with a solution.
        limits : CountLimits, optional
            Bounds of the count.
        """
        return self._judged(solution, limits, quick=False)

    def glance(self, solution: Solution, limits: CountLimits | None = None) -> Judged:
        """Judge a pattern, exactly if it is as wanted, and quickly if it is not.

        Where few solutions are wanted, many are not counted; and only a pattern that seems as
        hard as wanted is rated in all four rotations.
        """
        few = self.max_solutions is not None and self.max_solutions <= FEW
        return self._judged(solution, _QUICK if few else limits, quick=True)

    def _judged(self, solution: Solution, limits: CountLimits | None, *, quick: bool) -> Judged:
        problem = Problem(solution.pattern, solution.pieces)
        try:
            solutions = count_solutions(State.empty(problem), limits).solutions
        except TooLargeError:
            # Fewer placements, fewer solutions.
            return Judged(solution, None, None, _UNCOUNTED + len(problem))
        miscount = self._miscount(solutions)
        if miscount:
            return Judged(solution, solutions, None, _MISCOUNTED + miscount)
        if quick:
            estimate = rate_counted(problem, solutions, rotations=1)
            lack = self._misrated(estimate)
            if lack:
                return Judged(solution, solutions, None, lack)
        rating = rate_counted(problem, solutions)
        return Judged(solution, solutions, rating, self._misrated(rating))

    def _miscount(self, solutions: int) -> float:
        """Give how many times too many or too few solutions there are, as log10."""
        if solutions < self.min_solutions:
            return math.log10(self.min_solutions / solutions)
        if self.max_solutions is not None and solutions > self.max_solutions:
            return math.log10(solutions / self.max_solutions)
        return 0.0

    def _misrated(self, rating: Rating) -> float:
        """Give how much toil is too little or too much."""
        easiest, hardest = self.difficulties
        # Next to nothing on the border, but never nothing.
        if rating.difficulty < easiest:
            return max(THRESHOLDS[easiest - 2] - rating.toil, _LEAST)
        if rating.difficulty > hardest:
            return max(rating.toil - THRESHOLDS[hardest - 1], _LEAST)
        return 0.0


def parse_difficulty(text: str) -> tuple[int, int]:
    """Read a difficulty, ``4``, or a range of them, ``1..5``.

    Raises
    ------
    OptionError
        It is neither.

    Examples
    --------
    >>> parse_difficulty("4"), parse_difficulty("1..3")
    ((4, 4), (1, 3))
    """
    first, dots, last = text.partition("..")
    try:
        easiest, hardest = int(first), int(last if dots else first)
        Aim(difficulties=(easiest, hardest))
    except ValueError:
        raise OptionError(
            f"{quote(text)} is no difficulty: expected 1 to {MAX_DIFFICULTY}, or a range such as "
            "2..4"
        ) from None
    return easiest, hardest
