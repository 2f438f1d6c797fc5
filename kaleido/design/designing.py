"""Designing patterns: from a sketch and wishes to patterns that are proved solvable."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from kaleido.counting import CountLimits
from kaleido.design.aim import Aim, Judged
from kaleido.design.climb import deadline_after, descend
from kaleido.design.misfit import CHANGED, Background, Misfit, costs_of, misfit_of
from kaleido.design.nearest import iterate_nearest
from kaleido.design.sketch import Sketch
from kaleido.design.space import Space
from kaleido.design.symmetry import Symmetry
from kaleido.errors import LimitReachedError
from kaleido.model.pattern import Pattern
from kaleido.model.solution import Solution


@dataclass(frozen=True)
class Design:
    """A new pattern.

    Attributes
    ----------
    solution : Solution
        The pattern, and a proof that it has a solution.
    misfit : Misfit
        How many of its cells are not as sketched, or off the background.
    bound : Misfit
        It is proved that no pattern lacks less; of those, that is, that were not given before.
    judged : Judged or None
        Count and rating, where they were asked for.
    """

    solution: Solution
    misfit: Misfit
    bound: Misfit
    judged: Judged | None = None

    @property
    def pattern(self) -> Pattern:
        """The pattern."""
        pattern = self.solution.pattern
        assert isinstance(pattern, Pattern)
        return pattern

    def as_dict(self) -> dict[str, Any]:
        """Give the design as plain values: the pattern, a solution and what is known of it."""
        values = self.solution.as_dict() | {
            "changed": self.misfit.changed,
            "off": self.misfit.off,
            "proved": self.misfit == self.bound,
        }
        if self.judged is not None and self.judged.rating is not None:
            values |= {"solutions": self.judged.solutions} | self.judged.rating.as_dict()
        return values


def design(
    sketch: Sketch,
    symmetries: Iterable[Symmetry] = (),
    *,
    nearest: bool = False,
    background: tuple[Background, ...] = (),
    aim: Aim | None = None,
    seed: int = 0,
    timeout: float | None = None,
    limits: CountLimits | None = None,
) -> Iterator[Design]:
    """Yield different patterns as sketched.

    Parameters
    ----------
    sketch : Sketch
    symmetries : iterable of Symmetry, optional
    nearest : bool, optional
        Whether cells may differ from the sketch: those that differ in the fewest come first.
    background : tuple of Background, optional
        For cells that the sketch leaves open, any of these: patterns with the fewest cells off
        it come first.
    aim : Aim, optional
        How many solutions, how hard.
    seed : int, optional
        Chooses.
    timeout : float, optional
        In seconds, for each pattern.
    limits : CountLimits, optional
        Of counting.

    Yields
    ------
    Design
        When there are no more, it is proved that there are none.

    Raises
    ------
    PatternError
        The sketch and the symmetries contradict each other.
    LimitReachedError
        The time is over.

    Examples
    --------
    >>> sketch = Sketch.parse("????????/???rr???/??r??r??/??r??r??/??rrrr??/??r??r??/??r??r??/"
    ...                       "????????")
    >>> letter = next(design(sketch, aim=Aim(max_solutions=1)))
    >>> sketch.fits(letter.pattern), letter.judged.solutions
    (True, 1)
    """
    rng = Random(seed)
    allowed = sketch.with_cells(Sketch.free().cells) if nearest else sketch
    space = Space(allowed, symmetries)
    if nearest or background:
        found = _by_misfit(space, sketch, nearest, background, rng, timeout)
        return found if aim is None else _filtered(found, aim, limits, timeout)
    completions = space.all(rng, timeout)
    if aim is None:
        return (Design(each, Misfit(0), Misfit(0)) for each in completions)
    return _climbed(space, completions, aim, rng, limits, timeout)


def _by_misfit(
    space: Space,
    sketch: Sketch,
    nearest: bool,
    background: tuple[Background, ...],
    rng: Random,
    timeout: float | None,
) -> Iterator[Design]:
    """Yield patterns by their misfit to one of several backgrounds, the least first."""
    least = 0
    if nearest and background:
        # Without the background the fewest changes are soon proved.
        first = next(iterate_nearest(space, costs_of(sketch), rng, timeout), None)
        least = first.bound if first is not None else 0
    grounds = background or (None,)
    if timeout is not None:
        timeout /= len(grounds)
    runs = [
        iterate_nearest(space, costs_of(sketch, ground), rng, timeout, least) for ground in grounds
    ]
    heads = {number: head for number, run in enumerate(runs) if (head := next(run, None))}
    given = set()
    while heads:
        number = min(heads, key=lambda each: heads[each].cost)
        bound = min(head.bound for head in heads.values())
        head = heads[number]
        if head.solution.pattern.text not in given:
            given.add(head.solution.pattern.text)
            misfit = misfit_of(head.solution.pattern, sketch, grounds[number])
            yield Design(head.solution, misfit, Misfit(*divmod(min(bound, head.cost), CHANGED)))
        if not head.proved:
            raise LimitReachedError(
                f"no further pattern is proved to be next within {timeout or 0:g} seconds"
            )
        following = next(runs[number], None)
        if following is None:
            del heads[number]
        else:
            heads[number] = following


def _filtered(
    designs: Iterator[Design], aim: Aim, limits: CountLimits | None, timeout: float | None
) -> Iterator[Design]:
    """Yield those that are as wanted."""
    deadline, uncounted = deadline_after(timeout), False
    for each in designs:
        judged = aim.judge(each.solution, limits)
        uncounted |= judged.solutions is None
        if not judged.lack:
            yield replace(each, judged=judged)
            deadline = deadline_after(timeout)
        elif time.perf_counter() > deadline:
            raise LimitReachedError(_NONE_WANTED.format(timeout))
    if uncounted:
        raise LimitReachedError(_UNCOUNTED)


def _climbed(
    space: Space,
    completions: Iterator[Solution],
    aim: Aim,
    rng: Random,
    limits: CountLimits | None,
    timeout: float | None,
) -> Iterator[Design]:
    """Yield those that are as wanted, climbing towards such from every completion in turn."""
    deadline, uncounted = deadline_after(timeout), False
    given = set()
    for start in completions:
        best = descend(
            space, lambda each: aim.glance(each, limits).lack, rng, start, deadline=deadline
        )
        judged = aim.judge(best, limits)
        if not judged.lack and best.pattern.text not in given:
            given.add(best.pattern.text)
            yield Design(best, Misfit(0), Misfit(0), judged)
            deadline = deadline_after(timeout)
        elif time.perf_counter() > deadline:
            raise LimitReachedError(_NONE_WANTED.format(timeout))
        # That no pattern is as wanted is proved when each has been judged as a start.
        uncounted = uncounted or aim.judge(start, limits).solutions is None
    if uncounted:
        raise LimitReachedError(_UNCOUNTED)


_UNCOUNTED = "the solutions of some patterns are too many to be counted"
_NONE_WANTED = "no further pattern as wanted was found within {:g} seconds"
