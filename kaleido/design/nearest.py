"""The solvable patterns nearest to a sketch, the nearest first, and proved so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import NamedTuple

import numpy as np

from kaleido.design.climb import deadline_after, descend
from kaleido.design.problem import SketchProblem
from kaleido.design.program import Costs, cost_of, find_cheapest
from kaleido.design.sketch import Sketch
from kaleido.design.space import Space
from kaleido.design.symmetry import Image, possible
from kaleido.model.pattern import COLOURS
from kaleido.model.solution import Solution

_LETTERS = tuple(COLOURS)


class Nearest(NamedTuple):
    """A pattern near a sketch.

    Attributes
    ----------
    solution : Solution
        The pattern, and a proof that it has a solution.
    cost : int
        What its cells cost together.
    bound : int
        It is proved that no other, but for those given before, costs less.
    """

    solution: Solution
    cost: int
    bound: int

    @property
    def proved(self) -> bool:
        """Whether it is proved that none is nearer."""
        return self.cost <= self.bound


class _Part(NamedTuple):
    """Some patterns of a space: none costs less than the bound; the cheapest, once it is known."""

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
    """Yield the patterns of a space by their costs, the cheapest first.

    Best first: of the parts that the space is cut into, the one of the least bound is looked at.
    The bound is the cost of its cheapest pattern, symmetries left out; where that pattern breaks
    a symmetry, the part is cut by the colour of a cell that does so.

    Parameters
    ----------
    space : Space
    costs : ndarray of float, shape (64, 4)
        See `costs_of`.
    rng : random.Random
        Chooses among patterns of equal cost.
    timeout : float, optional
        In seconds, for each. When it is over, the best pattern found ends the iteration, its
        bound below its cost.
    bound : int, optional
        What is known to be the least cost, or less.

    Yields
    ------
    Nearest

    Raises
    ------
    LimitReachedError
        The time is over and no pattern has been found.

    References
    ----------
    E. Lawler, "A procedure for computing the K best solutions to discrete optimization
    problems", 1972.

    Examples
    --------
    >>> from kaleido.design.misfit import costs_of
    >>> letter = Sketch.parse("rxrxrxrx/xrrrxrxr/rxrxrxrx/xrrxxrxr/rxrxrxrx/xrrxxrxr/rxrxrxrx/"
    ...                       "xrxrxrxr")
    >>> nearest = next(iterate_nearest(Space(Sketch.free()), costs_of(letter), Random(1)))
    >>> nearest.cost // 65, nearest.proved
    (1, True)
    """
    shared = _shared(costs, space.images)
    deadline = deadline_after(timeout)
    # The bounds say nothing of symmetric patterns: have one in hand.
    hand = _climbed(space, costs, rng, timeout) if space.images else None
    if space.images and hand is None:
        return
    given: set[str] = set()
    parts = [_Part(bound, True, 0.0, space.sketch)]
    while parts:
        part = heappop(parts)
        best = part.cheapest
        if hand is not None and cost_of(hand, costs) <= part.bound:
            best, hand = hand, None
            heappush(parts, part)
        elif best is None:
            sketched = SketchProblem(part.sketch, (), space.pieces)
            found = find_cheapest(sketched, shared, rng, deadline - time.perf_counter())
            least = max(part.bound, found.bound)
            if not found.complete:
                if hand is None:
                    hand = found.solution or _climbed(space, costs, rng, timeout)
                if hand is not None:
                    yield Nearest(hand, cost_of(hand, costs), least)
                return
            if found.solution is not None:
                heappush(parts, _Part(least, False, part.tie, part.sketch, found.solution))
            continue
        else:
            torn = _torn(best, space.images, costs)
            rests = (
                part.sketch.without(best.pattern, rng)
                if torn is None
                else _cut(part.sketch, torn, best)
            )
            for rest in possible(rests, space.images):
                heappush(parts, _Part(part.bound, True, rng.random(), rest))
            if torn is not None:
                continue
        if best.pattern.text not in given:
            given.add(best.pattern.text)
            yield Nearest(best, cost_of(best, costs), part.bound)
            deadline = deadline_after(timeout)


def _climbed(space: Space, costs: Costs, rng: Random, timeout: float | None) -> Solution | None:
    """Give a good pattern, soon; None: there is none."""
    start = space.draw(rng, timeout)
    if start is None:
        return None
    return descend(space, lambda each: cost_of(each, costs), rng, start)


def _shared(costs: Costs, images: tuple[Image, ...]) -> Costs:
    """Share costs among the cells that a symmetry joins: no symmetric pattern costs another sum."""
    total = costs.astype(float)
    for image in images:
        colours = [_LETTERS.index(letter) for letter in image.colours]
        total += costs[list(image.cells)][:, colours]
    return np.asarray(total / (1 + len(images)))


def _torn(solution: Solution, images: tuple[Image, ...], costs: Costs) -> int | None:
    """Give the cell, of those whose image has a wrong colour, whose colour matters most."""
    letters = "".join(solution.pattern.rows)
    places = {
        place
        for image in images
        for place, own in enumerate(letters)
        if letters[image.cells[place]] != image.colour(own)
    }
    return max(places, key=lambda place: (np.ptp(costs[place]), -place), default=None)


def _cut(sketch: Sketch, place: int, solution: Solution) -> Iterator[Sketch]:
    """Cut a sketch in two by the colour of a cell: as in a solution, or another."""
    own = "".join(solution.pattern.rows)[place]
    for letters in (own, sketch.cells[place].replace(own, "")):
        if letters:
            yield sketch.with_cells(
                [letters if each == place else cell for each, cell in enumerate(sketch.cells)]
            )
