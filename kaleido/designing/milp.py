"""The cheapest cover of a board, as a mixed-integer linear program (MILP).

Each placement of a `SketchProblem` is a variable, 0 or 1; each cell and each piece is covered
exactly once; the cost of a placement is the cost of the colours that it shows. The linear
relaxation is so tight that HiGHS needs a second or two.
"""

import math
from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from threading import Thread
from typing import TypeVar

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from kaleido.base.errors import LimitReachedError
from kaleido.designing.distance import Cheapest, Costs, cost_of
from kaleido.designing.space import SketchProblem
from kaleido.model.pattern import COLS, ROWS
from kaleido.search.result import first_solution
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

Result = TypeVar("Result")

_TOLERANCE = 1e-4
_COVER_NODES = 2_000
_OPTIMAL, _INFEASIBLE = 0, 2  # the status of a `scipy.optimize.milp` result


def solve_program(sketched: SketchProblem, costs: Costs, rng: Random, timeout: float) -> Cheapest:
    """Return the cheapest cover of the board found within some seconds, ignoring symmetries.

    Every cover must cost a whole number. The random numbers choose among covers of equal cost.

    References
    ----------
    Q. Huangfu, J. A. J. Hall, "Parallelizing the dual revised simplex method", Mathematical
    Programming Computation, 2018 (HiGHS).
    """
    problem = sketched.problem
    # The order of the variables decides which of several cheapest covers the solver finds.
    order = rng.sample(range(len(problem)), len(problem))
    rows: list[int] = []
    columns: list[int] = []
    prices = np.zeros(len(order))
    for column, number in enumerate(order):
        shown = sketched.letters[number]
        rows += (place for place, _ in shown)
        rows.append(ROWS * COLS + problem.piece_numbers[number])
        columns += [column] * (len(shown) + 1)
        prices[column] = cost_of(shown, costs)
    shape = ROWS * COLS + len(problem.pieces), len(order)
    covering = csr_array((np.ones(len(rows)), (rows, columns)), shape)
    found = _interruptible(
        lambda: milp(
            prices,
            constraints=LinearConstraint(covering, 1, 1),
            integrality=np.ones(len(order), np.int_),
            bounds=Bounds(0, 1),
            options={"time_limit": timeout, "mip_rel_gap": 0.0},
        )
    )
    if found.status == _INFEASIBLE:
        # HiGHS works in floating point: look for a cover before its answer is believed.
        cover = _find_cover(sketched, rng)
        if cover is None:
            return Cheapest(None, 0, complete=True)
        return Cheapest(sketched.solution_of(cover.path), 0, complete=False)
    solution = None
    if found.x is not None:
        solution = sketched.solution_of(order[column] for column in np.flatnonzero(found.x > 0.5))
    bound = found.mip_dual_bound
    if bound is None or not math.isfinite(bound):
        bound = 0.0
    return Cheapest(solution, math.ceil(bound - _TOLERANCE), complete=found.status == _OPTIMAL)


def _find_cover(sketched: SketchProblem, rng: Random) -> State | None:
    strategy = Constrained(rng.getrandbits(32))
    try:
        return first_solution(sketched.start, strategy, max_nodes=_COVER_NODES)
    except LimitReachedError:
        return None


def _interruptible(solve: Callable[[], Result]) -> Result:
    """Call a function that ignores Ctrl-C in a thread, so that Ctrl-C ends the wait for it."""
    future: Future[Result] = Future()

    def run() -> None:
        try:
            future.set_result(solve())
        except BaseException as problem:
            future.set_exception(problem)

    # The process does not wait for a daemon thread when it ends.
    Thread(target=run, daemon=True).start()
    return future.result()
