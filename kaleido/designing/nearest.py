"""The solvable patterns nearest to a sketch, in order of their distance, by branch and bound."""

import time
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from kaleido.designing.distance import COLOUR_NUMBERS, Cheapest, Costs, total_cost
from kaleido.designing.local_search import deadline_after, minimise
from kaleido.designing.problem import SketchProblem
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space
from kaleido.designing.symmetry import Permutation, narrow_all
from kaleido.model.solution import Solution


class Nearest(NamedTuple):
    """A pattern near a sketch, with a solution and its total cost.

    The bound is a proved lower bound of the cost of this pattern and of all not yet yielded.
    """

    solution: Solution
    cost: int
    bound: int

    @property
    def proved(self) -> bool:
        """Whether it is proved that no pattern is nearer, except those yielded before."""
        return self.cost <= self.bound


class _Part(NamedTuple):
    """A part of a space, with a lower bound of its costs and, once known, its cheapest cover."""

    bound: int
    is_open: bool
    tie: float
    sketch: Sketch
    cheapest: Solution | None = None


def iterate_nearest(
    space: Space,
    costs: Costs,
    rng: Random,
    timeout: float | None = None,
    bound: int = 0,
) -> Iterator[Nearest]:
    """Yield the patterns of a space in the order of their costs.

    The space is divided into parts, and the part with the least bound is examined first. The
    bound is the cost of its cheapest pattern when symmetries are ignored; where that pattern
    breaks a symmetry, the part is divided by the colour of a cell that does so. A part whose
    pattern has been yielded is divided by `Sketch.without`.

    Parameters
    ----------
    space : Space
    costs : tuple of tuple of float
        See `colour_costs`.
    rng : random.Random
        Chooses among patterns of equal cost.
    timeout : float, optional
        In seconds, for each pattern. When it is over, the best pattern found is the last one,
        with a bound below its cost; if there is none, a `LimitReachedError` is raised.
    bound : int, optional
        A lower bound of the cost that is already known.

    Examples
    --------
    >>> from kaleido.designing import colour_costs
    >>> letter = Sketch.parse("rxrxrxrx/xrrrxrxr/rxrxrxrx/xrrxxrxr/rxrxrxrx/xrrxxrxr/rxrxrxrx/"
    ...                       "xrxrxrxr")
    >>> nearest = next(iterate_nearest(Space(Sketch.free()), colour_costs(letter), Random(1)))
    >>> nearest.cost // 65, nearest.proved
    (1, True)
    """
    incumbent = None
    if space.group:
        # The bounds ignore symmetries, so that a symmetric pattern may not turn up for long.
        incumbent = _find_incumbent(space, costs, rng, timeout)
        if incumbent is None:
            return
    yield from _branch_and_bound(space, costs, rng, timeout, bound, incumbent)


def _branch_and_bound(
    space: Space,
    costs: Costs,
    rng: Random,
    timeout: float | None,
    bound: int,
    incumbent: Solution | None,
) -> Iterator[Nearest]:
    averaged = _averaged(costs, space.group)
    deadline = deadline_after(timeout)
    yielded: set[str] = set()
    parts = [_Part(bound, True, 0.0, space.sketch)]
    while parts:
        part = heappop(parts)
        if incumbent is not None and total_cost(incumbent.pattern, costs) <= part.bound:
            best, incumbent = incumbent, None
            heappush(parts, part)
        elif part.cheapest is None:
            sketched = SketchProblem(part.sketch, (), space.pieces)
            found = _find_cheapest(sketched, averaged, rng, deadline - time.perf_counter())
            least = max(part.bound, found.bound)
            if not found.complete:
                last = incumbent or found.solution or _find_incumbent(space, costs, rng, timeout)
                if last is not None:
                    yield Nearest(last, total_cost(last.pattern, costs), least)
                return
            if found.solution is not None:
                heappush(parts, _Part(least, False, part.tie, part.sketch, found.solution))
            continue
        else:
            best = part.cheapest
            broken = _broken_cell(best, space.group, costs)
            rests = (
                part.sketch.without(best.pattern, rng)
                if broken is None
                else _divided(part.sketch, broken, best)
            )
            for rest in narrow_all(rests, space.group):
                heappush(parts, _Part(part.bound, True, rng.random(), rest))
            if broken is not None:
                continue
        if best.pattern.text not in yielded:
            yielded.add(best.pattern.text)
            yield Nearest(best, total_cost(best.pattern, costs), part.bound)
            deadline = deadline_after(timeout)


def _find_cheapest(sketched: SketchProblem, costs: Costs, rng: Random, timeout: float) -> Cheapest:
    try:
        from kaleido.designing.milp import solve_program
    except ImportError:  # a browser has no SciPy
        from kaleido.designing.deepening import deepen

        return deepen(sketched, costs, rng, timeout)
    return solve_program(sketched, costs, rng, timeout)


def _find_incumbent(
    space: Space, costs: Costs, rng: Random, timeout: float | None
) -> Solution | None:
    """Return a good pattern, found by local search; None when there is no pattern."""
    start = space.sample(rng, timeout)
    if start is None:
        return None
    return minimise(space, lambda each, _bound: total_cost(each.pattern, costs), rng, start)


def _averaged(costs: Costs, group: tuple[Permutation, ...]) -> Costs:
    """Average costs over a group of symmetries, which leaves the cost of symmetric patterns."""

    def average(place: int, letter: str) -> float:
        images = (costs[each.cells[place]][COLOUR_NUMBERS[each.colours[letter]]] for each in group)
        return (costs[place][COLOUR_NUMBERS[letter]] + sum(images)) / (1 + len(group))

    return tuple(
        tuple(average(place, letter) for letter in COLOUR_NUMBERS) for place in range(len(costs))
    )


def _broken_cell(solution: Solution, group: Iterable[Permutation], costs: Costs) -> int | None:
    """Return, of the cells whose image has a wrong colour, the one whose colour matters most."""
    letters = "".join(solution.pattern.rows)
    places = {
        place
        for permutation in group
        for place, own in enumerate(letters)
        if letters[permutation.cells[place]] != permutation.colours[own]
    }
    return max(
        places,
        key=lambda place: (max(costs[place]) - min(costs[place]), -place),
        default=None,
    )


def _divided(sketch: Sketch, place: int, solution: Solution) -> Iterator[Sketch]:
    """Divide a sketch in two by the colour of a cell: that of a solution, and all others."""
    own = "".join(solution.pattern.rows)[place]
    for letters in (own, sketch.cells[place].replace(own, "")):
        if letters:
            cells = list(sketch.cells)
            cells[place] = letters
            yield sketch.with_cells(cells)
