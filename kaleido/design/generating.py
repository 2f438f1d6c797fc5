"""Boards by the thousand: random patterns, led towards the wanted count and difficulty."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from random import Random
from typing import NamedTuple

from kaleido.counting import CountLimits
from kaleido.design.aim import Aim, Judged
from kaleido.design.climb import descend
from kaleido.design.sketch import Sketch
from kaleido.design.space import Space
from kaleido.design.symmetry import Symmetry
from kaleido.errors import LimitReachedError, NoSolutionError
from kaleido.model.board import Board
from kaleido.model.solution import Solution
from kaleido.parallel import Crash, Workers

STARTS = 4
"""Random patterns from which one candidate is sought."""

_KEPT = 2  # judgements: a pattern as wanted ends the climb at once

MOST_FAILURES = 20
"""Candidates in a row that came to nothing, or to a board known already, after which to end."""


@dataclass(frozen=True)
class Order:
    """What is to be generated.

    Parameters
    ----------
    sketch : Sketch, optional
        Which all boards fit.
    symmetries : tuple of Symmetry, optional
        That all boards have.
    aim : Aim, optional
        As each board is to be. Its difficulties take turns, so that there are as many easy
        boards as hard ones.
    seed : int, optional
    limits : CountLimits, optional
        Of counting; a board that is beyond them is none of ours.
    """

    sketch: Sketch = field(default_factory=Sketch.free)
    symmetries: tuple[Symmetry, ...] = ()
    aim: Aim = field(default_factory=Aim)
    seed: int = 0
    limits: CountLimits = field(default_factory=CountLimits)

    def aim_of(self, number: int) -> Aim:
        """Give the aim of a candidate: one of the difficulties."""
        easiest, hardest = self.aim.difficulties
        level = easiest + number % (hardest - easiest + 1)
        return replace(self.aim, difficulties=(level, level))


class Candidate(NamedTuple):
    """What a try came to.

    Attributes
    ----------
    number : int
        Of the try: with the order's seed it settles the board.
    judged : Judged or None
        The board, counted and rated; None: none as wanted was found.
    """

    number: int
    judged: Judged | None


def upright(board: Board) -> str:
    """Give the text of a board in the one of its four rotations that comes first."""
    return min(board.rotated(turns).text for turns in range(4))


def make_candidate(task: tuple[Order, int]) -> Candidate:
    """Make the candidate of a number.

    Parameters
    ----------
    task : (Order, int)
    """
    order, number = task
    space, aim = _space(order), order.aim_of(number)
    rng = Random(f"{order.seed} {number}")

    @lru_cache(_KEPT)
    def judge(solution: Solution) -> Judged:
        return aim.glance(solution, order.limits)

    for _ in range(STARTS):
        start = space.draw(rng)
        if start is None:
            break
        best = descend(space, lambda each: judge(each).lack, rng, start)
        if not judge(best).lack:
            return Candidate(number, judge(best))
    return Candidate(number, None)


@lru_cache(maxsize=1)
def prove_possible(order: Order) -> None:
    """See to it that there are boards to be had.

    Raises
    ------
    NoSolutionError
        It is proved that no board fits the sketch.
    PatternError
        The sketch and the symmetries contradict each other.
    """
    if _space(order).draw(Random(order.seed)) is None:
        raise NoSolutionError("no pattern that fits the sketch has a solution")


@lru_cache(maxsize=1)
def _space(order: Order) -> Space:
    return Space(order.sketch, order.symmetries)


def generate(
    order: Order, workers: Workers, first: int = 0, known: frozenset[str] = frozenset()
) -> Generator[Candidate]:
    """Yield boards, no two of them rotations of each other, without end.

    The boards and their order depend on the order alone, however many workers there are.

    Parameters
    ----------
    order : Order
    workers : Workers
    first : int, optional
        The number of the first candidate: one more than that of the last board of a run that
        is gone on with.
    known : frozenset of str, optional
        Boards that are not wanted again, `upright`.

    Yields
    ------
    Candidate
        With a board.

    Raises
    ------
    NoSolutionError
        It is proved that no board fits the sketch.
    LimitReachedError
        Many candidates in a row came to nothing.

    Examples
    --------
    >>> from itertools import islice
    >>> from kaleido.parallel import make_workers
    >>> order = Order(aim=Aim(max_solutions=1, difficulties=(1, 2)))
    >>> with make_workers(1) as workers:
    ...     boards = [each.judged for each in islice(generate(order, workers), 2)]
    >>> [(board.solutions, board.rating.difficulty) for board in boards]
    [(1, 1), (1, 2)]
    """
    prove_possible(order)
    seen, failures = set(known), 0
    for candidate in _in_turn(order, workers, first):
        failures += 1
        if candidate.judged is not None:
            name = upright(candidate.judged.solution.pattern)
            if name not in seen:
                seen.add(name)
                failures = 0
                yield candidate
        if failures >= MOST_FAILURES:
            raise LimitReachedError(f"{failures} tries in a row came to no new board as wanted")


def _in_turn(order: Order, workers: Workers, first: int) -> Iterator[Candidate]:
    """Yield the candidates by their numbers."""
    waiting: dict[int, Candidate] = {}
    turn = first
    for place, made in workers.map_unordered(
        make_candidate, ((order, number) for number in count(first))
    ):
        number = first + place
        waiting[number] = Candidate(number, None) if isinstance(made, Crash) else made
        while turn in waiting:
            yield waiting.pop(turn)
            turn += 1
