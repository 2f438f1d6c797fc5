"""The cheapest cover of a board as an integer program.

Each placement of a `SketchProblem` is a variable, 0 or 1; each cell and each piece is filled once;
what the placements show on their cells makes the cost. The linear relaxation is so tight that
HiGHS needs a second or two.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from threading import Thread
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from kaleido.design.problem import SketchProblem
from kaleido.model.pattern import COLOURS, COLS, ROWS
from kaleido.model.solution import Solution

Costs = npt.NDArray[np.float64]
"""By cell in reading order and colour in the order x r y b, what it costs: shape (64, 4)."""

Found = TypeVar("Found")

_LETTERS = tuple(COLOURS)
_TOLERANCE = 1e-4
_DONE, _OVER, _INFEASIBLE = 0, 1, 2


class Cheapest(NamedTuple):
    """What solving the program came to.

    Attributes
    ----------
    solution : Solution or None
        The cheapest cover found.
    bound : int
        It is proved that none costs less.
    complete : bool
        Whether it is proved that there is no cheaper one, or none at all.
    """

    solution: Solution | None
    bound: int
    complete: bool


def cost_of(solution: Solution, costs: Costs) -> int:
    """Give what the cells of a pattern cost together."""
    letters = "".join(solution.pattern.rows)
    total = sum(costs[place, _LETTERS.index(own)] for place, own in enumerate(letters))
    return round(float(total))


def find_cheapest(sketched: SketchProblem, costs: Costs, rng: Random, seconds: float) -> Cheapest:
    """Find the cheapest cover of the board.

    Parameters
    ----------
    sketched : SketchProblem
        Its symmetries are not looked at.
    costs : ndarray of float, shape (64, 4)
        Such that a cover costs a whole number.
    rng : random.Random
        Chooses among covers of equal cost.
    seconds : float
        After which to give up.

    Returns
    -------
    Cheapest

    References
    ----------
    Q. Huangfu, J. Hall, "Parallelizing the dual revised simplex method", 2018 (HiGHS).
    """
    problem = sketched.problem
    # In another order the solver comes to another of the cheapest.
    order = rng.sample(range(len(problem)), len(problem))
    rows: list[int] = []
    columns: list[int] = []
    prices = np.zeros(len(order))
    for column, number in enumerate(order):
        shown = sketched.letters[number]
        rows += (place for place, _ in shown)
        rows.append(ROWS * COLS + problem.piece_numbers[number])
        columns += [column] * (len(shown) + 1)
        prices[column] = sum(costs[place, _LETTERS.index(letter)] for place, letter in shown)
    shape = ROWS * COLS + len(problem.pieces), len(order)
    filling = csr_array((np.ones(len(rows)), (rows, columns)), shape)
    found = _interruptible(
        lambda: milp(
            prices,
            constraints=LinearConstraint(filling, 1, 1),
            integrality=np.ones(len(order), np.int_),
            bounds=Bounds(0, 1),
            options={"time_limit": max(seconds, 0.0), "mip_rel_gap": 0.0},
        )
    )
    if found.status == _INFEASIBLE:
        return Cheapest(None, 0, complete=True)
    solution = None
    if found.x is not None:
        solution = sketched.solution_of(order[column] for column in np.flatnonzero(found.x > 0.5))
    bound = found.mip_dual_bound
    if bound is None or not math.isfinite(bound):
        bound = 0.0
    return Cheapest(solution, math.ceil(bound - _TOLERANCE), complete=found.status == _DONE)


def _interruptible(solve: Callable[[], Found]) -> Found:
    """Call something that is deaf to Ctrl-C, so that Ctrl-C ends it all the same."""
    future: Future[Found] = Future()

    def run() -> None:
        try:
            future.set_result(solve())
        except BaseException as problem:
            future.set_exception(problem)

    # The process does not wait for it when it ends.
    Thread(target=run, daemon=True).start()
    return future.result()
