"""The engines: Kaleido and the solvers it is measured against, all given the same problem.

Each question is a function of a pattern that does everything, from the table of placements on.
A package is imported when its engine is first used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np
from matrix import cover_matrix

import kaleido
from kaleido import Pattern, Placement, Problem

First = Callable[[Pattern], tuple[Placement, ...] | None]
Count = Callable[[Pattern], int]


@dataclass(frozen=True)
class Engine:
    """A solver to be measured.

    Parameters
    ----------
    name : str
    module : str
        What it imports.
    package : str
        What to install.
    first : callable or None
        Gives the first solution of a pattern, None when it has proved that there is none.
    count : callable or None
        Gives the number of solutions.
    exact : bool, optional
        Whether its counts are to be relied on. A wrong count of another is marked, where that
        of an exact engine ends the run.
    """

    name: str
    module: str
    package: str
    first: First | None
    count: Count | None
    exact: bool = True

    @property
    def installed(self) -> bool:
        """Whether its package can be imported."""
        return find_spec(self.module) is not None

    def gap(self, what: str) -> str:
        """Say why it cannot answer a question; nothing when it can.

        Parameters
        ----------
        what : {"first", "count"}
        """
        if getattr(self, what) is None:
            return f"{self.name} does not answer the question {what!r}"
        if self.module == "kaleido" and what == "count" and not hasattr(kaleido.Puzzle, "count"):
            return "this version of kaleido has no Puzzle.count"
        return ""

    def answer(self, what: str, pattern: Pattern) -> Any:
        """Answer a question about a pattern; the engine must have no gap there."""
        return getattr(self, what)(pattern)


def _kaleido_first(pattern: Pattern) -> tuple[Placement, ...] | None:
    solution = kaleido.solve(pattern).solution
    return None if solution is None else solution.placements


def _kaleido_count(pattern: Pattern) -> int:
    puzzle: Any = kaleido.Puzzle(pattern)
    return int(puzzle.count().solutions)


def _exact_cover_first(pattern: Pattern) -> tuple[Placement, ...] | None:
    from exact_cover import get_exact_cover
    from exact_cover.error import NoSolution

    problem = Problem(pattern)
    try:
        rows = get_exact_cover(cover_matrix(problem))
    except NoSolution:
        return None
    return problem.placements(map(int, rows))


def _exact_cover_count(pattern: Pattern) -> int:
    from exact_cover import get_solution_count

    return int(get_solution_count(cover_matrix(Problem(pattern))))


def _xcover_first(pattern: Pattern) -> tuple[Placement, ...] | None:
    from xcover import covers_bool

    problem = Problem(pattern)
    rows = next(covers_bool(cover_matrix(problem)), None)
    return None if rows is None else problem.placements(map(int, rows))


def _xcover_count(pattern: Pattern) -> int:
    from xcover import covers_bool

    return sum(1 for _ in covers_bool(cover_matrix(Problem(pattern))))


def _xcover_zdd_count(pattern: Pattern) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numba's, about a cast inside xcover
        from xcover import covers_bool_zdd

    matrix = cover_matrix(Problem(pattern))
    # By node of the diagram, the solutions below it; nodes 0 and 1 are false and true.
    below = [0, 1]
    for _, _, low, high in covers_bool_zdd(matrix, use_memo_cache=True):
        below.append(below[low] + below[high])
    return below[-1] if len(below) > 2 else 0


def _cp_sat(problem: Problem) -> tuple[Any, Any, list[Any]]:
    """Build the model and a solver; also give the variables, one per placement."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(len(problem))]
    for column in cover_matrix(problem).T:
        model.add_exactly_one([chosen[row] for row in np.flatnonzero(column)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # as all the others
    return model, solver, chosen


def _proved(solver: Any, status: Any) -> bool:
    """Tell whether there is a solution; raise unless the solver knows."""
    name = solver.status_name(status)
    if name not in ("OPTIMAL", "FEASIBLE", "INFEASIBLE"):
        raise RuntimeError(f"CP-SAT ended with status {name}")
    return bool(name != "INFEASIBLE")


def _ortools_first(pattern: Pattern) -> tuple[Placement, ...] | None:
    problem = Problem(pattern)
    model, solver, chosen = _cp_sat(problem)
    if not _proved(solver, solver.solve(model)):
        return None
    return problem.placements(row for row, each in enumerate(chosen) if solver.boolean_value(each))


def _ortools_count(pattern: Pattern) -> int:
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        solutions = 0

        def on_solution_callback(self) -> None:
            self.solutions += 1

    model, solver, _ = _cp_sat(Problem(pattern))
    solver.parameters.enumerate_all_solutions = True
    counter = Counter()
    _proved(solver, solver.solve(model, counter))
    return counter.solutions


ENGINES: Mapping[str, Engine] = {
    engine.name: engine
    for engine in (
        Engine("kaleido", "kaleido", "kaleidoscope-solver", _kaleido_first, _kaleido_count),
        Engine("exact-cover", "exact_cover", "exact-cover", _exact_cover_first, _exact_cover_count),
        Engine("xcover", "xcover", "xcover", _xcover_first, _xcover_count),
        # It remembers positions by a hash of 32 bits alone and takes two with the same hash
        # for one.
        Engine("xcover-zdd", "xcover", "xcover", None, _xcover_zdd_count, exact=False),
        Engine("ortools", "ortools", "ortools", _ortools_first, _ortools_count),
    )
}
"""By name; the first is the one that the others are compared with."""
