"""Patterns designed from a sketch and a target, each proved solvable."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from kaleido.base.contract import (
    Flat,
    FlatMaybe,
    Hidden,
    Natural,
    Plain,
    Positive,
    names_of,
    output,
    shown,
)
from kaleido.base.errors import LimitReachedError
from kaleido.counting import CountLimits
from kaleido.designing.distance import Background, Distance, colour_costs
from kaleido.designing.nearest import iterate_nearest
from kaleido.designing.sketch import Sketch, SketchLike, as_sketch
from kaleido.designing.space import Space, minimise
from kaleido.designing.symmetry import Symmetries
from kaleido.designing.target import Assessment, Target
from kaleido.hints.rating import Rating
from kaleido.model.pattern import Pattern
from kaleido.model.solution import Solution
from kaleido.search.stopping import Deadline

_ZERO = Distance(0)


@dataclass(frozen=True)
class CountAndRating(Plain):
    """The number of solutions and the rating of a pattern.

    Attributes
    ----------
    solutions : int
        The exact number of solutions.
    """

    solutions: Positive
    rating: Flat[Rating]

    @classmethod
    def of(cls, found: Assessment | None) -> CountAndRating | None:
        """Return the numbers of an assessment, or None if it is not complete."""
        if found is None or found.solutions is None or found.rating is None:
            return None
        return cls(found.solutions, found.rating)


@output(
    "design",
    "A line of kaleido design --json",
    dependentRequired={"solutions": [*names_of(Rating)]},
)
@dataclass(frozen=True)
class Design(Plain):
    """A designed pattern with a solution.

    With a target, it also has the number of solutions and the rating.
    """

    solution: Flat[Solution]
    distance: Hidden[Distance] = _ZERO
    """The distance from the sketch and the background."""
    bound: Hidden[Distance] = _ZERO
    """A proved lower bound of the distance of this pattern and of all those not yet yielded."""
    assessment: Hidden[Assessment | None] = None

    @property
    def pattern(self) -> Pattern:
        """The pattern."""
        pattern = self.solution.pattern
        assert isinstance(pattern, Pattern)
        return pattern

    @property
    @shown
    def changed(self) -> Natural:
        """The number of cells that differ from the sketch."""
        return self.distance.changed

    @property
    @shown
    def off(self) -> Natural:
        """The number of free cells off the background."""
        return self.distance.off

    @property
    @shown
    def proved(self) -> bool:
        """Whether fewer are proved impossible."""
        return self.distance == self.bound

    @property
    @shown
    def assessed(self) -> FlatMaybe[CountAndRating]:
        """The number of solutions and the rating, if there is a target."""
        return CountAndRating.of(self.assessment)


def design(
    sketch: SketchLike,
    symmetries: Symmetries = (),
    *,
    nearest: bool = False,
    background: tuple[Background, ...] = (),
    target: Target | None = None,
    seed: int = 0,
    timeout: float | None = None,
    limits: CountLimits | None = None,
    report: Callable[[Assessment], None] | None = None,
) -> Iterator[Design]:
    """Yield different solvable patterns that a sketch allows, or that are nearest to it.

    When the iterator ends, it is proved that there are no more.

    Parameters
    ----------
    sketch : Sketch, Pattern, str or sequence of str
        A sketch, its file or its rows; or a pattern or its name.
    symmetries : Symmetry, str or iterable of these, optional
        Symmetries of the pattern, also by name, such as ``"half-turn"`` or ``"mirror:xr"``.
    nearest : bool, optional
        Whether cells may differ from the sketch; patterns with the fewest such cells come first.
    background : tuple of Background, optional
        Backgrounds to choose from for cells that the sketch leaves open; patterns with the
        fewest cells that differ from the background come first.
    target : Target, optional
    seed : int, optional
    timeout : float, optional
        In seconds of wall time, for each pattern.
    limits : CountLimits, optional
        Limits of the count.
    report : callable, optional
        Called with each pattern that is compared with the target.

    Raises
    ------
    PatternError
        The sketch and the symmetries contradict each other.
    LimitReachedError
        The time is over.

    Examples
    --------
    >>> sketch = ("????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/????????")
    >>> letter = next(design(sketch, target=Target(max_solutions=1)))
    >>> Sketch.parse(sketch).fits(letter.pattern), letter.assessment.solutions
    (True, 1)
    """
    sketch, rng = as_sketch(sketch), Random(seed)
    space = Space(sketch.with_cells(Sketch.free().cells) if nearest else sketch, symmetries)
    if nearest or background:
        designs = _by_distance(space, sketch, nearest, background, rng, timeout)
        return designs if target is None else _meeting(target, designs, limits, timeout, report)
    designs = map(Design, space.iterate(rng, timeout))
    if target is None:
        return _or_none(designs)

    def penalty(solution: Solution, bound: float) -> float:
        found = target.estimate(solution, limits, bound)
        if report is not None:
            report(found)
        return found.penalty

    improve = partial(minimise, space, penalty, rng)
    return _meeting(target, designs, limits, timeout, report, improve)


def _or_none(designs: Iterator[Design]) -> Generator[Design, None, str]:
    """Yield designs, and then end with a `StopIteration` that says what helps."""
    yield from designs
    return "there are no more such patterns; nearest=True lets cells differ from the sketch"


def _by_distance(
    space: Space,
    sketch: Sketch,
    nearest: bool,
    background: tuple[Background, ...],
    rng: Random,
    timeout: float | None,
) -> Iterator[Design]:
    """Yield patterns by their distance with the better of several backgrounds, the least first."""
    least, grounds = 0, background or (None,)
    if nearest and background:
        # Without the background the fewest changes are soon proved.
        first = next(iterate_nearest(space, colour_costs(sketch), rng, timeout), None)
        least = first.bound if first else 0
    if timeout is not None:
        timeout /= len(grounds)
    costs = [colour_costs(sketch, ground) for ground in grounds]
    runs = [iterate_nearest(space, each, rng, timeout, least) for each in costs]
    heads = {number: head for number, run in enumerate(runs) if (head := next(run, None))}
    yielded = set()
    while heads:
        number = min(heads, key=lambda each: heads[each].cost)
        bound = min(head.bound for head in heads.values())
        head = heads.pop(number)
        if head.solution.pattern.text not in yielded:
            yielded.add(head.solution.pattern.text)
            proved = Distance.of_cost(min(bound, head.cost))
            yield Design(head.solution, Distance.of_cost(head.cost), proved)
        if not head.proved:
            raise LimitReachedError(
                f"no further pattern is proved to be next within {timeout or 0:g} seconds"
            )
        if following := next(runs[number], None):
            heads[number] = following


def _meeting(
    target: Target,
    designs: Iterator[Design],
    limits: CountLimits | None,
    timeout: float | None,
    report: Callable[[Assessment], None] | None,
    improve: Callable[[Solution, Deadline], Solution] = lambda start, _deadline: start,
) -> Iterator[Design]:
    """Yield the designs that meet a target, each first improved until a deadline."""
    deadline, uncounted = Deadline(timeout), False
    yielded = set()
    for start in designs:
        best = improve(start.solution, deadline)
        assessment = target.assess(best, limits)
        if report is not None:
            report(assessment)
        if not assessment.penalty and best.pattern.text not in yielded:
            yielded.add(best.pattern.text)
            yield replace(start, solution=best, assessment=assessment)
            deadline = Deadline(timeout)
        elif deadline.passed:
            raise LimitReachedError(
                f"no further pattern that meets the target was found within {timeout:g} seconds"
            )
        # Only when every start was counted is it proved that no further one meets the target.
        if best is not start.solution and not uncounted:
            assessment = target.assess(start.solution, limits)
        uncounted |= assessment.solutions is None
    if uncounted:
        raise LimitReachedError("the solutions of some patterns are too many to be counted")
