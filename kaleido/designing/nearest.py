"""The solvable patterns nearest to a sketch, in order of their distance, by branch and bound.

The cheapest cover of a part comes from an integer program or, without arrays, from `deepen`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

from kaleido.designing.distance import COLOUR_NUMBERS, Cheapest, Costs, cost_of, total_cost
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import SketchProblem, Space, minimise
from kaleido.designing.symmetry import narrow_all
from kaleido.model.grid import bits
from kaleido.model.solution import Solution
from kaleido.model.symmetry import Permutation
from kaleido.search.problem import Problem
from kaleido.search.stopping import Deadline

FIRST_RUN = 2_000  # nodes of each run of the first round
GROWTH = 4  # factor by which the runs of a round are longer than those of the round before
PAUSE = 256  # nodes between two looks at the clock

_TOLERANCE = 1e-6


def deepen(sketched: SketchProblem, costs: Costs, rng: Random, timeout: float) -> Cheapest:
    """Return the cheapest cover of the board found within some seconds, as `solve_program` does.

    A run looks for a cover that costs at most a limit. If there is no such cover, the least cost
    that it met above the limit is the next limit and a proved bound. Runs that do not end are cut
    short, and the limit is raised without a proof, until a cover is found; longer runs follow.
    This needs no arrays.

    References
    ----------
    R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
    Intelligence 27, 1985.
    """
    deadline = Deadline(timeout)
    prices = [cost_of(shown, costs) for shown in sketched.letters]
    best: tuple[float, Solution] | None = None
    bound, length = 0.0, FIRST_RUN
    while not deadline.passed:
        limit = bound
        while (best is None or limit < best[0]) and not deadline.passed:
            run = _Run(sketched.problem, prices, limit, length, rng, deadline)
            if run.path is not None:
                cost = sum(prices[number] for number in run.path)
                best = cost, sketched.solution_of(run.path)
                break
            if run.is_complete and limit == bound:
                bound = run.above
            if run.above == math.inf:
                break
            limit = run.above
        if bound == math.inf:
            return Cheapest(None, 0, complete=True)
        if best is not None and best[0] <= bound:
            return Cheapest(best[1], round(bound), complete=True)
        length *= GROWTH
    return Cheapest(best[1] if best else None, math.ceil(bound - _TOLERANCE), complete=False)


class _Run:
    """A search for a cover that costs at most a limit.

    `path` has the placements of the first cover found, or is None. `is_complete` says whether
    everything within the limit was searched, and `above` is the least cost met beyond it.
    """

    def __init__(
        self,
        problem: Problem,
        prices: Sequence[float],
        limit: float,
        length: int,
        rng: Random,
        deadline: Deadline,
    ) -> None:
        self.above = math.inf
        self.is_complete = True
        self._problem = problem
        self._at_price: dict[float, int] = {}
        for number, price in enumerate(prices):
            self._at_price[price] = self._at_price.get(price, 0) | 1 << number
        self._prices = sorted(self._at_price)
        self._limit = limit + _TOLERANCE
        self._nodes = length
        self._rng = rng
        self._deadline = deadline
        self._payable = cache(self._list_payable)
        self.path = self._cover(problem.possible, problem.items, 0.0)

    def _cover(self, live: int, items: tuple[int, ...], paid: float) -> list[int] | None:
        """Return placements that cover the open items, or None."""
        if not items:
            return []
        self._nodes -= 1
        if self._nodes < 0 or (not self._nodes % PAUSE and self._deadline.passed):
            self.is_complete = False
            return None
        within = live & self._payable(self._limit - paid)
        scarcest = live & min(items, key=lambda item: (within & item).bit_count())
        compatible = self._problem.compatible
        for price in self._prices:
            if not scarcest & self._at_price[price]:
                continue
            if paid + price > self._limit:
                # All other placements on this item cost at least as much.
                self.above = min(self.above, paid + price)
                return None
            options = list(bits(scarcest & self._at_price[price]))
            self._rng.shuffle(options)
            for number in options:
                rest = tuple([item for item in items if not item >> number & 1])
                path = self._cover(live & compatible[number], rest, paid + price)
                if path is not None:
                    return [number, *path]
                if not self.is_complete:
                    return None
        return None

    def _list_payable(self, money: float) -> int:
        """Return the set of placements that cost at most an amount."""
        return sum(own for price, own in self._at_price.items() if price <= money)


class Nearest(NamedTuple):
    """A pattern near a sketch, and a proved lower bound of its cost and of all not yet yielded."""

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
    space: Space, costs: Costs, rng: Random, timeout: float | None = None, bound: int = 0
) -> Iterator[Nearest]:
    """Yield the patterns of a space in the order of their costs.

    The space is divided into parts, and the part with the least bound is examined first. The
    bound is the cost of its cheapest pattern when symmetries are ignored; where that pattern
    breaks a symmetry, the part is divided by the colour of a cell that does so. A part whose
    pattern has been yielded is divided by `Sketch.without`.

    The timeout, in seconds, is for each pattern. When it is over, the best pattern found is the
    last one, with a bound below its cost; without one, a `LimitReachedError` is raised. The caller
    may know a lower `bound` of the cost already.
    """
    incumbent = None
    if space.group:
        # The bounds ignore symmetries: without this, a symmetric pattern may turn up late.
        incumbent = _find_incumbent(space, costs, rng, timeout)
        if incumbent is None:
            return
    try:
        from kaleido.designing.milp import solve_program as find_cheapest
    except ImportError:  # a browser has no SciPy
        find_cheapest = deepen
    averaged = _averaged(costs, space.group)
    deadline = Deadline(timeout)
    yielded: set[str] = set()
    parts = [_Part(bound, True, 0.0, space.sketch)]
    while parts:
        part = heappop(parts)
        if incumbent is not None and total_cost(incumbent.pattern, costs) <= part.bound:
            best, incumbent = incumbent, None
            heappush(parts, part)
        elif part.cheapest is None:
            sketched = SketchProblem(part.sketch)
            found = find_cheapest(sketched, averaged, rng, deadline.left)
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
            if broken is None:
                rests = part.sketch.without(best.pattern, rng)
            else:
                rests = _divided(part.sketch, broken, best)
            for rest in narrow_all(rests, space.group):
                heappush(parts, _Part(part.bound, True, rng.random(), rest))
            if broken is not None:
                continue
        if best.pattern.text not in yielded:
            yielded.add(best.pattern.text)
            yield Nearest(best, total_cost(best.pattern, costs), part.bound)
            deadline = Deadline(timeout)


def _find_incumbent(
    space: Space, costs: Costs, rng: Random, timeout: float | None
) -> Solution | None:
    """Return a good pattern that local search finds, or None if there is no pattern."""
    start = space.sample(rng, timeout)
    if start is None:
        return None
    return minimise(space, lambda each, _bound: total_cost(each.pattern, costs), rng, start)


def _averaged(costs: Costs, group: tuple[Permutation, ...]) -> Costs:
    """Return costs averaged over a group of symmetries; symmetric patterns keep their cost."""

    def average(place: int, letter: str) -> float:
        images = (costs[each.cells[place]][COLOUR_NUMBERS[each.letters[letter]]] for each in group)
        return (costs[place][COLOUR_NUMBERS[letter]] + sum(images)) / (1 + len(group))

    return tuple(
        tuple(average(place, letter) for letter in COLOUR_NUMBERS) for place in range(len(costs))
    )


def _broken_cell(solution: Solution, group: Iterable[Permutation], costs: Costs) -> int | None:
    """Return the cell whose colour matters most among those whose image has a wrong colour."""
    letters = "".join(solution.pattern.rows)
    places = {
        place
        for permutation in group
        for place, own in enumerate(letters)
        if letters[permutation.cells[place]] != permutation.letters[own]
    }
    spread = {place: max(costs[place]) - min(costs[place]) for place in places}
    return max(places, key=lambda place: (spread[place], -place), default=None)


def _divided(sketch: Sketch, place: int, solution: Solution) -> Iterator[Sketch]:
    """Divide a sketch in two by the colour of a cell: that of a solution, and all others."""
    own = "".join(solution.pattern.rows)[place]
    for letters in (own, sketch.cells[place].replace(own, "")):
        if letters:
            cells = list(sketch.cells)
            cells[place] = letters
            yield sketch.with_cells(cells)
