"""The target of a design: bounds of the number of solutions and of the difficulty."""

import math
from dataclasses import dataclass, replace

from kaleido.base.arguments import checked_arguments, option_values
from kaleido.base.bounds import SOLUTIONS
from kaleido.base.errors import OptionError, TooLargeError
from kaleido.base.text import ends_of, quote
from kaleido.counting import CountLimits
from kaleido.hints.rating import ROTATIONS, Rater, Rating
from kaleido.model.difficulty import MAX_DIFFICULTY, THRESHOLDS
from kaleido.model.solution import Solution
from kaleido.search.problem import Problem
from kaleido.search.state import State

FEW = 10_000  # a quick count ends early where the target allows at most this many solutions

_QUICK = CountLimits(bytes=16_000_000)

# Steps of the penalty: a pattern must be countable first, then have the right number of
# solutions, and only then the right difficulty.
_UNCOUNTED = 1000.0
MISCOUNTED = 100.0
_LEAST = 1e-6


@dataclass(frozen=True)
class Assessment:
    """A pattern compared with a target; the penalty is 0 when it meets it.

    The number of solutions is None when they could not be counted within the limits, and the rating
    is None when that number is wrong or unknown.
    """

    solution: Solution
    solutions: int | None
    rating: Rating | None
    penalty: float


@checked_arguments
@dataclass(frozen=True)
class Target:
    """Bounds on the number of solutions and the difficulty of a pattern.

    Without `max_solutions`, any number that can be counted will do. The `difficulties` are the
    lowest and the highest, from 1 to 5. Bounds that exclude each other raise an OptionError.

    Examples
    --------
    >>> from kaleido import named_pattern, solve
    >>> car = solve(named_pattern("car")).solution
    >>> assessment = Target(max_solutions=10).assess(car)
    >>> assessment.solutions, assessment.rating is None, assessment.penalty > 0
    (32, True, True)
    """

    min_solutions: int = 1
    max_solutions: int | None = None
    difficulties: tuple[int, int] = (1, MAX_DIFFICULTY)

    def __post_init__(self) -> None:
        SOLUTIONS.check(self.min_solutions, "min_solutions")
        if self.max_solutions is not None and self.max_solutions < self.min_solutions:
            raise OptionError(
                f"at most {self.max_solutions} solutions and at least {self.min_solutions} "
                "exclude each other"
            )
        lowest, highest = self.difficulties
        if not 1 <= lowest <= highest <= MAX_DIFFICULTY:
            raise OptionError(
                f"there is no difficulty {lowest}..{highest}: expected 1 to {MAX_DIFFICULTY}"
            )

    def assess(self, solution: Solution, limits: CountLimits | None = None) -> Assessment:
        """Count and rate a pattern, given by any solution, and compare it with the target."""
        return self._assess(solution, limits, math.inf, None, (ROTATIONS,))

    def estimate(
        self, solution: Solution, limits: CountLimits | None = None, bound: float = math.inf
    ) -> Assessment:
        """Compare a pattern with the target, as exactly as a local search needs.

        A pattern that meets the target is counted and rated as by `assess`. The answer is rough
        for one that does not: a count that grows large is cut short where few solutions are
        allowed, and the rating is that of one rotation unless this seems right. Where the penalty
        is above `bound`, it is only known to be.
        """
        if self.max_solutions is not None and self.max_solutions <= FEW:
            limits = _QUICK
        most = None
        if self.max_solutions is not None and bound < _UNCOUNTED:
            # More solutions than this are too many. The power is rounded up, which does no harm.
            excess = max(bound - MISCOUNTED, 0.0)
            most = math.ceil(self.max_solutions * 10**excess) if excess else self.max_solutions
        found = self._assess(solution, limits, bound, most, (1, ROTATIONS))
        return replace(found, rating=None) if found.penalty else found

    def _assess(
        self,
        solution: Solution,
        limits: CountLimits | None,
        bound: float,
        most: int | None,
        rotations: tuple[int, ...],
    ) -> Assessment:
        """Count up to `most`, and compare."""
        from kaleido.counting import count_at_most, count_solutions  # they load arrays

        problem = Problem(solution.pattern, solution.pieces)
        state = State.empty(problem)
        try:
            if most is None:
                solutions = count_solutions(state, limits).solutions
            else:
                solutions = count_at_most(state, most, limits)
        except TooLargeError:
            # Fewer placements mean fewer solutions.
            return Assessment(solution, None, None, _UNCOUNTED + len(problem))
        # Above `most`, the count is merely a part.
        counted = solutions if most is None or solutions <= most else None
        return self.compare(solution, problem, solutions, bound, rotations, counted)

    def compare(
        self,
        solution: Solution,
        problem: Problem,
        solutions: int,
        bound: float = math.inf,
        rotations: tuple[int, ...] = (ROTATIONS,),
        counted: int | None = None,
    ) -> Assessment:
        """Compare a pattern of a known number of solutions, rating it only if that is right.

        It is rated by ever more rotations while the difficulty seems right.
        """
        if excess := self._count_penalty(solutions):
            return Assessment(solution, counted, None, MISCOUNTED + excess)
        rater, hardest = Rater(problem, solutions), self.difficulties[1]
        most_effort = THRESHOLDS[hardest - 1] + bound if hardest < MAX_DIFFICULTY else math.inf
        for number in rotations:
            rating = rater.rate(number, most_effort)
            if rating is None:
                return Assessment(solution, solutions, None, math.inf)
            if penalty := self._rating_penalty(rating):
                break
        return Assessment(solution, solutions, rating, penalty)

    def _count_penalty(self, solutions: int) -> float:
        """Return log10 of the factor by which the number of solutions is too large or small."""
        if solutions < self.min_solutions:
            return math.log10(self.min_solutions / solutions)
        if self.max_solutions is not None and solutions > self.max_solutions:
            return math.log10(solutions / self.max_solutions)
        return 0.0

    def _rating_penalty(self, rating: Rating) -> float:
        """Return by how much the effort is too low or too high; never 0 for a wrong difficulty."""
        lowest, highest = self.difficulties
        if rating.difficulty < lowest:
            return max(THRESHOLDS[lowest - 2] - rating.effort, _LEAST)
        if rating.difficulty > highest:
            return max(rating.effort - THRESHOLDS[highest - 1], _LEAST)
        return 0.0


def wished_target(
    min_solutions: int | None = None,
    max_solutions: int | None = None,
    difficulties: tuple[int, int] | None = None,
) -> Target | None:
    """Return the target of some bounds, or None without any.

    Examples
    --------
    >>> wished_target(max_solutions=1, difficulties=(2, 3)), wished_target()
    (Target(min_solutions=1, max_solutions=1, difficulties=(2, 3)), None)
    """
    if min_solutions is None and max_solutions is None and difficulties is None:
        return None
    return Target(min_solutions or 1, max_solutions, difficulties or (1, MAX_DIFFICULTY))


def parse_difficulty(text: str) -> tuple[int, int]:
    """Read a difficulty, ``4``, or a range of difficulties, ``1..5``.

    Examples
    --------
    >>> parse_difficulty("4"), parse_difficulty("1..3")
    ((4, 4), (1, 3))
    """
    try:
        lowest, highest = map(int, ends_of(text))
        Target(difficulties=(lowest, highest))
    except ValueError:
        meant = option_values(text).get("difficulty")
        raise OptionError(
            f"{quote(text)} is not a difficulty: expected 1 to {MAX_DIFFICULTY}, or a range such "
            f"as 2..4{f'; did you mean {meant}?' if meant else ''}"
        ) from None
    return lowest, highest
