"""All the patterns that a sketch allows: one at random, all of them, one near another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from random import Random

from kaleido.design.problem import SketchProblem
from kaleido.design.sketch import Sketch
from kaleido.design.symmetry import Symmetry, images_of, narrowed, possible
from kaleido.errors import LimitReachedError
from kaleido.model.classic import CLASSIC
from kaleido.model.grid import bits
from kaleido.model.piece_set import PieceSet
from kaleido.model.solution import Solution
from kaleido.search.engine import search
from kaleido.search.events import GaveUp, Solved
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

FIRST_RUN = 300
GROWTH = 1.5

RELAY_NODES = 1000
"""After which pieces that were taken up are put back as they lay."""

# Chance decides more than matched edges do.
_WEIGHTS = Weights(matched=0.15)


class Loose(Constrained):
    """Like `Constrained`, more at random, with runs that start short and grow steadily.

    Most sketches are completed within a few short runs; those that cannot be are soon refuted
    by one long run.

    Parameters
    ----------
    seed : int
    """

    name = "loose"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed, _WEIGHTS)

    def runs(self, problem: Problem) -> Iterator[int | None]:
        """Start afresh; yield the runs' limits of nodes."""
        length = float(FIRST_RUN)
        for _ in super().runs(problem):
            yield round(length)
            length *= GROWTH


class Space:
    """The solvable patterns that a sketch allows.

    A pattern comes with the solution that proves it solvable: a `Solution`.

    Parameters
    ----------
    sketch : Sketch
    symmetries : iterable of Symmetry, optional
        What carries the pattern to itself.
    pieces : PieceSet, optional

    Raises
    ------
    PatternError
        The sketch and the symmetries contradict each other.

    Examples
    --------
    >>> space = Space(Sketch.parse("????????/?rrrr???/" + "????????/" * 5 + "????????"))
    >>> first, second = (space.draw(Random(seed)) for seed in (1, 2))
    >>> first.pattern.rows[1][1:5], first.pattern == second.pattern
    ('rrrr', False)

    No pattern looks the same after a quarter turn: the wand would cross its own image on cells of
    two colours. With red and black exchanged, there are some:

    >>> free = Sketch.free()
    >>> Space(free, [Symmetry.parse("turn")]).draw(Random(1)) is None
    True
    >>> Space(free, [Symmetry.parse("turn:xr")]).draw(Random(1)) is None
    False
    """

    def __init__(
        self,
        sketch: Sketch,
        symmetries: Iterable[Symmetry] = (),
        pieces: PieceSet = CLASSIC,
    ) -> None:
        self.images = images_of(symmetries)
        self.sketch = narrowed(sketch, self.images)
        self.pieces = pieces
        self._sketched = SketchProblem(self.sketch, self.images, pieces)

    def draw(self, rng: Random, timeout: float | None = None) -> Solution | None:
        """Give one of the patterns, at random, though not each as likely as any other.

        Parameters
        ----------
        rng : random.Random
        timeout : float, optional
            In seconds.

        Returns
        -------
        Solution or None
            None: it is proved that the sketch allows no pattern that has a solution.

        Raises
        ------
        LimitReachedError
            The time is over.
        """
        return _filled(self._sketched, rng, timeout)

    def all(self, rng: Random, timeout: float | None = None) -> Iterator[Solution]:
        """Yield all the patterns, each once, in random order.

        What is left without the patterns found so far is cut into sketches that share no
        pattern (Lawler's way to list the best solutions one by one): the first of the cells may
        not have the pattern's colour, or it has and the second may not, and so on.

        Parameters
        ----------
        rng : random.Random
        timeout : float, optional
            In seconds, for each.

        Yields
        ------
        Solution

        Raises
        ------
        LimitReachedError
            The time is over.

        References
        ----------
        E. Lawler, "A procedure for computing the K best solutions to discrete optimization
        problems", 1972.

        Examples
        --------
        >>> heart = Sketch.parse(
        ...     "rxrxrxrx/xyxrxyxr/yxbxbxb?/xbxyxyxr/rxyxbxrx/xrxbxrx?/rxrxrxrx/xrxrxrxr")
        >>> sorted({s.pattern.rows[2][7] for s in Space(heart).all(Random(0))})
        ['b', 'r', 'x']
        """
        # The freest part first, so that patterns one after the other differ widely.
        parts = [(0, 0.0, self.sketch)]
        while parts:
            _, _, part = heappop(parts)
            found = _filled(SketchProblem(part, self.images, self.pieces), rng, timeout)
            if found is None:
                continue
            yield found
            for rest in possible(part.without(found.pattern, rng), self.images):
                heappush(parts, (-sum(map(len, rest.cells)), rng.random(), rest))

    def relaid(self, solution: Solution, size: int, rng: Random) -> Solution:
        """Take up some pieces that lie together, and their images, and lay them anew.

        Parameters
        ----------
        solution : Solution
            Of a pattern of this space.
        size : int
            How many pieces, those on their images not counted.
        rng : random.Random

        Returns
        -------
        Solution
            The same when no other way to lay them was found soon.
        """
        problem = self._sketched.problem
        numbers = self._sketched.numbers_of(solution)
        reach = problem.masks[rng.choice(numbers)]
        for _ in range(size - 1):
            near = [
                problem.masks[number]
                for number in numbers
                if problem.masks[number] & problem.grid.spread(reach)
                and problem.masks[number] & ~reach
            ]
            if not near:
                break
            reach |= rng.choice(near)
        cells = set(bits(reach))
        cells |= {image.cells[cell] for image in self.images for cell in cells}
        state = State.empty(problem)
        for number in numbers:
            if not cells & set(bits(problem.masks[number])):
                state = state.place(number)
        try:
            return _filled(self._sketched, rng, start=state, max_nodes=RELAY_NODES) or solution
        except LimitReachedError:
            return solution


def _filled(
    sketched: SketchProblem,
    rng: Random,
    timeout: float | None = None,
    start: State | None = None,
    max_nodes: int | None = None,
) -> Solution | None:
    """Fill the board at random; None: it is proved that nothing does."""
    problem, strategy = sketched.problem, Loose(rng.getrandbits(32))
    for event in search(problem, strategy, start=start, timeout=timeout, max_nodes=max_nodes):
        if isinstance(event, Solved):
            return sketched.solution_of(event.state.path)
        if isinstance(event, GaveUp):
            raise LimitReachedError(event.limit)
    return None
