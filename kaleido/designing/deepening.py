"""The cheapest cover of a board, by iterative deepening on its cost; it needs no arrays."""

import math
import time
from collections.abc import Sequence
from random import Random

from kaleido.designing.distance import COLOUR_NUMBERS, Cheapest, Costs
from kaleido.designing.local_search import deadline_after
from kaleido.designing.problem import SketchProblem
from kaleido.model.grid import bits
from kaleido.model.solution import Solution
from kaleido.search.problem import Problem

FIRST_RUN = 2_000
"""Nodes of each run of the first round."""

GROWTH = 4
"""Factor by which the runs of a round are longer than those of the round before."""

PAUSE = 256
"""Nodes between two looks at the clock."""

_TOLERANCE = 1e-6


def deepen(sketched: SketchProblem, costs: Costs, rng: Random, timeout: float) -> Cheapest:
    """Find the cheapest cover of the board within some seconds, as `solve_program` does.

    A run looks for a cover that costs at most a limit; when there is none, the least cost that
    it met above the limit is the next limit and a proved bound. Runs that do not end are cut
    short, and the limit is raised without a proof, until a cover is found; longer runs follow.

    References
    ----------
    R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", Artificial
    Intelligence 27, 1985.

    Examples
    --------
    >>> from kaleido.designing import colour_costs
    >>> from kaleido.designing import Sketch
    >>> letter = Sketch.parse("rxrxrxrx/xrrrxrxr/rxrxrxrx/xrrxxrxr/rxrxrxrx/xrrxxrxr/rxrxrxrx/"
    ...                       "xrxrxrxr")
    >>> found = deepen(SketchProblem(Sketch.free()), colour_costs(letter), Random(1), 60)
    >>> found.bound // 65, found.complete
    (1, True)
    """
    deadline = deadline_after(timeout)
    prices = [
        sum(costs[place][COLOUR_NUMBERS[letter]] for place, letter in shown)
        for shown in sketched.letters
    ]
    best: tuple[float, Solution] | None = None
    bound, length = 0.0, FIRST_RUN
    while time.perf_counter() < deadline:
        limit = bound
        while (best is None or limit < best[0]) and time.perf_counter() < deadline:
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

    Attributes
    ----------
    path : list of int or None
        The placements of the first cover found.
    is_complete : bool
        Whether everything within the limit was searched.
    above : float
        The least cost above the limit that was met; infinite if there was none.
    """

    def __init__(
        self,
        problem: Problem,
        prices: Sequence[float],
        limit: float,
        length: int,
        rng: Random,
        deadline: float,
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
        self._by_money: dict[float, int] = {}
        self.path = self._cover(problem.possible, problem.items, 0.0)

    def _cover(self, live: int, items: tuple[int, ...], paid: float) -> list[int] | None:
        """Return the placements that cover what is open, or None."""
        if not items:
            return []
        self._nodes -= 1
        if self._nodes < 0 or not (self._nodes % PAUSE or time.perf_counter() < self._deadline):
            self.is_complete = False
            return None
        scarcest, fewest = 0, 1 << 30
        affordable = live & self._payable(self._limit - paid)
        for item in items:
            count = (affordable & item).bit_count()
            if count < fewest:
                scarcest, fewest = live & item, count
                if not count:
                    break
        compatible = self._problem.compatible
        for price in self._prices:
            if not scarcest & self._at_price[price]:
                continue
            if paid + price > self._limit:
                # Whatever covers this item costs at least as much.
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

    def _payable(self, money: float) -> int:
        """Return the placements that cost at most so much."""
        found = self._by_money.get(money)
        if found is None:
            found = 0
            for price in self._prices:
                if price <= money:
                    found |= self._at_price[price]
            self._by_money[money] = found
        return found
