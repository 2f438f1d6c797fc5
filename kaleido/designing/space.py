"""The problem of a sketch, and the solvable patterns that it allows: sampled, listed, improved."""

import math
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, reduce
from heapq import heappop, heappush
from operator import or_
from random import Random

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import LimitReachedError
from kaleido.designing.sketch import Sketch
from kaleido.designing.symmetry import Symmetries, Symmetry, narrow, narrow_all
from kaleido.model.board import Board
from kaleido.model.grid import Cell, bits
from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.model.piece_set import CLASSIC
from kaleido.model.solution import Solution
from kaleido.model.symmetry import Permutation, generate_group
from kaleido.search.problem import Problem
from kaleido.search.result import first_solution
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.stopping import Deadline
from kaleido.search.strategies.constrained import Constrained

_FREE = Board("/".join(["?" * COLS] * ROWS))


class SketchProblem:
    """The placements whose colours a sketch allows, as a problem for the search.

    Every cover of the board by them is a pattern that the sketch allows, together with a
    solution of it; and every such pattern is found. Placements that would break a symmetry of
    the pattern exclude each other. `letters` has the pairs (cell in reading order, letter) of each
    placement.
    """

    def __init__(self, sketch: Sketch, group: Iterable[Permutation] = ()) -> None:
        self.sketch = sketch
        allowed = {
            letter: sum(1 << place for place, cell in enumerate(sketch.cells) if letter in cell)
            for letter in COLOURS
        }
        problem = Problem(_FREE, CLASSIC, allowed)
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
            & ~showing[permutation.cells[cell], permutation.letters[letter]]
            for cell, letter in showing
        }
        return [reduce(or_, map(wrong.__getitem__, letters)) for letters in self.letters]

    @cached_property
    def start(self) -> State:
        """The empty board, from which many searches start."""
        return State.empty(self.problem)

    @cached_property
    def _numbers(self) -> dict[tuple[str, str, tuple[Cell, ...], str], int]:
        found = {}
        for number, letters in enumerate(self.letters):
            each = self.problem.placement(number)
            found[each.piece, each.face, each.cells, "".join([own for _, own in letters])] = number
        return found

    def numbers_of(self, solution: Solution) -> tuple[int, ...]:
        """Return the numbers of a solution's placements with their colours."""
        rows, numbers = solution.pattern.rows, []
        for each in solution.placements:
            cells = tuple(sorted(each.cells))
            letters = "".join([rows[row][col] for row, col in cells])
            numbers.append(self._numbers[each.piece, each.face, cells, letters])
        return tuple(numbers)

    def solution_of(self, numbers: Iterable[int]) -> Solution:
        """Return the verified solution of the pattern that a cover of the board shows."""
        numbers = tuple(numbers)
        letters = dict(pair for number in numbers for pair in self.letters[number])
        pattern = self.sketch.pattern([letters[place] for place in range(ROWS * COLS)])
        return Solution(pattern, self.problem.placements(numbers), self.problem.pieces)


MAX_REPAIR_NODES = 1000  # limit of nodes of a repair; a pattern that takes more stays as it is
FIRST_RUN = 300  # nodes of the first run of a completion

# Matched edges count for less than the random share of the score.
_WEIGHTS = Weights(matched=0.15)


@checked_arguments
class Space:
    """The solvable patterns that a sketch allows, each with a solution that proves it solvable.

    They have all the symmetries; PatternError says that the sketch contradicts these.

    Examples
    --------
    No pattern looks the same after a quarter turn: the wand would cross its own image on cells of
    two colours. If red and black are exchanged, such patterns exist:

    >>> [Space(Sketch.free(), each).sample(Random(1)) is None for each in ("turn", "turn:xr")]
    [True, False]
    """

    def __init__(self, sketch: Sketch, symmetries: Symmetries = ()) -> None:
        given = [symmetries] if isinstance(symmetries, Symmetry | str) else symmetries
        read = [Symmetry.parse(each) if isinstance(each, str) else each for each in given]
        self.group = generate_group([each.permutation for each in read])
        self.sketch = narrow(sketch, self.group) if self.group else sketch
        self._sketched = SketchProblem(self.sketch, self.group)

    def sample(self, rng: Random, timeout: float | None = None) -> Solution | None:
        """Return a random pattern; None when it is proved that the sketch allows none.

        The distribution is not uniform. After the timeout, in seconds, LimitReachedError is raised.
        """
        return _complete(self._sketched, rng, timeout)

    def iterate(self, rng: Random, timeout: float | None = None) -> Iterator[Solution]:
        """Yield every pattern once, in random order; the timeout is for each, as for `sample`.

        The patterns not yet found are divided into sketches that share no pattern (see
        `Sketch.without`), and these are completed in turn, the one that leaves most open first.

        Examples
        --------
        >>> heart = Sketch.parse(
        ...     "rxrxrxrx/xyxrxyxr/yxbxbxb?/xbxyxyxr/rxyxbxrx/xrxbxrx?/rxrxrxrx/xrxrxrxr")
        >>> sorted({s.pattern.rows[2][7] for s in Space(heart).iterate(Random(0))})
        ['b', 'r', 'x']
        """
        # The order makes successive patterns differ widely.
        parts = [(0, 0.0, self.sketch)]
        while parts:
            _, _, part = heappop(parts)
            found = _complete(SketchProblem(part, self.group), rng, timeout)
            if found is None:
                continue
            yield found
            for rest in narrow_all(part.without(found.pattern, rng), self.group):
                heappush(parts, (-sum(map(len, rest.cells)), rng.random(), rest))

    def destroy_and_repair(self, solution: Solution, size: int, rng: Random) -> Solution:
        """Remove some adjacent pieces and those on their images, and lay them again at random.

        The pieces on the images do not count towards `size`. The solution stays the same when no
        repair is found within ``MAX_REPAIR_NODES``.
        """
        problem = self._sketched.problem
        numbers = self._sketched.numbers_of(solution)
        masks = [problem.masks[number] for number in numbers]
        removed = rng.choice(masks)
        for _ in range(size - 1):
            near = problem.grid.spread(removed)
            adjacent = [mask for mask in masks if mask & near and mask & ~removed]
            if not adjacent:
                break
            removed |= rng.choice(adjacent)
        cells = set(bits(removed))
        cells |= {permutation.cells[cell] for permutation in self.group for cell in cells}
        pairs = zip(numbers, masks, strict=True)
        kept = [number for number, mask in pairs if cells.isdisjoint(bits(mask))]
        state = self._sketched.start
        if kept:
            state = state.place(*kept)
        try:
            repaired = _complete(self._sketched, rng, start=state, max_nodes=MAX_REPAIR_NODES)
        except LimitReachedError:
            return solution
        return repaired or solution


class _Randomised(Constrained):
    """Like `Constrained`, but more random, with runs that start short and grow geometrically.

    Most sketches are completed within a few short runs; others are soon refuted by a long one.
    """

    name = "randomised"
    # A seed gives the same board, whatever size the memory of a search has.
    remembered = 0
    growth = 50


def _complete(
    sketched: SketchProblem,
    rng: Random,
    timeout: float | None = None,
    start: State | None = None,
    max_nodes: int | None = None,
) -> Solution | None:
    """Return a random solution, or None if it is proved that there is none."""
    strategy = _Randomised(rng.getrandbits(32), _WEIGHTS, FIRST_RUN)
    start = start or sketched.start
    state = first_solution(start, strategy, timeout=timeout, max_nodes=max_nodes)
    return None if state is None else sketched.solution_of(state.path)


MAX_IDLE_MOVES = 40  # moves in a row without an improvement after which the search ends

MAX_DESTROYED = 5
"""The most pieces that one move lays again, not counting those on their images."""


def minimise(
    space: Space,
    objective: Callable[[Solution, float], float],
    rng: Random,
    start: Solution,
    deadline: Deadline | None = None,
) -> Solution:
    """Return the best pattern that a local search finds; it never moves to a worse one.

    It starts from a pattern of the space, and ends when the objective is 0, when moves no longer
    improve it, or at the deadline.

    The objective is a function of a solution and a bound, the least value so far. For a worse
    pattern it may return any value above the bound.

    References
    ----------
    P. Shaw, "Using constraint programming and local search methods to solve vehicle routing
    problems", Principles and Practice of Constraint Programming (CP98), 1998.
    """
    deadline = deadline or Deadline()
    best, least, idle = start, objective(start, math.inf), 0
    worse = set()
    while least and idle < MAX_IDLE_MOVES and not deadline.passed:
        idle += 1
        other = space.destroy_and_repair(best, rng.randint(1, MAX_DESTROYED), rng)
        if other.pattern == best.pattern or other.pattern.text in worse:
            continue
        value = objective(other, least)
        if value > least:
            worse.add(other.pattern.text)
            continue
        if value < least:
            idle = 0
        best, least = other, value
    return best
