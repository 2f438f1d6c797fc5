"""The engines: Kaleido and the solvers it is measured against, all given the same problem.

Each engine works in three steps, which are timed apart: its table of the placements, its own model
made of that, and the search. A package is imported when its engine is first used.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matrix import cover_matrix

from kaleido import CLASSIC, Board, PieceSet, Placement, Puzzle
from kaleido.search import Problem
from kaleido.search.state import State

Matrix = npt.NDArray[np.bool_]


class Question(NamedTuple):
    """A puzzle to be solved or counted.

    Attributes
    ----------
    board : Board
    pieces : PieceSet
    order : int
        The seed of our search, and of the order in which the others get the placements.
    """

    board: Board
    pieces: PieceSet = CLASSIC
    order: int = 0


@dataclass(frozen=True)
class Engine:
    """A solver of exact covers to be measured.

    Parameters
    ----------
    name : str
    module : str
        What it imports.
    package : str
        What to install.
    model : callable
        Makes its own input of an exact-cover matrix.
    first : callable or None
        Gives the rows of a model's first solution, None when it has proved that there is none.
    count : callable or None
        Gives the number of solutions of a model.
    exact : bool, optional
        Whether its counts are to be relied on. A wrong count of another is marked, where that
        of an exact engine ends the run.
    """

    name: str
    module: str
    package: str
    model: Callable[[Matrix], Any]
    first: Callable[[Any], Iterable[int] | None] | None
    count: Callable[[Any], int] | None
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
        return ""

    def table(self, question: Question) -> Any:
        """List the placements."""
        return cover_matrix(question.board, question.pieces)

    def order(self, table: Any, question: Question) -> tuple[Any, Any]:
        """Put the rows of a table in the order asked for; also give their numbers."""
        rows = np.random.default_rng(question.order).permutation(len(table))
        return table[rows], rows

    def answer(self, what: str, model: Any, question: Question) -> Any:  # noqa: ARG002
        """Answer a question about a model; the engine must have no gap there."""
        return getattr(self, what)(model)

    def placements(self, found: Any, rows: Any, question: Question) -> tuple[Placement, ...]:
        """Say which placements a first solution is made of."""
        problem = Problem(question.board, question.pieces)
        numbers = (int(rows[row]) for row in found)
        return problem.placements(number for number in numbers if number < len(problem))


class Kaleido(Engine):
    """Our own engine, whose table and model are a puzzle and its empty board."""

    def table(self, question: Question) -> Puzzle:
        """List the placements, and which can be made beside which."""
        return Puzzle(question.board, question.pieces)

    def order(self, table: Any, question: Question) -> tuple[Any, Any]:  # noqa: ARG002
        """Leave the table as it is: the seed decides where the search begins."""
        return table, None

    def answer(self, what: str, model: Any, question: Question) -> Any:
        """Answer a question about a puzzle."""
        if what == "count":
            return model.count().solutions
        return model.solve(seed=question.order).solution

    def placements(self, found: Any, rows: Any, question: Question) -> tuple[Placement, ...]:  # noqa: ARG002
        """Say which placements a first solution is made of."""
        return tuple(found.placements)


def _empty_board(puzzle: Puzzle) -> Puzzle:
    # What all searches of the puzzle share is computed on the way.
    State.empty(puzzle.problem)
    return puzzle


def _same(matrix: Matrix) -> Matrix:
    return matrix


def _exact_cover_first(matrix: Matrix) -> Iterable[int] | None:
    from exact_cover import get_exact_cover
    from exact_cover.error import NoSolution

    try:
        rows: Iterable[int] = get_exact_cover(matrix)
    except NoSolution:
        return None
    return rows


def _exact_cover_count(matrix: Matrix) -> int:
    from exact_cover import get_solution_count

    return int(get_solution_count(matrix))


def _xcover_first(matrix: Matrix) -> Iterable[int] | None:
    from xcover import covers_bool

    return next(covers_bool(matrix), None)


def _xcover_count(matrix: Matrix) -> int:
    from xcover import covers_bool

    return sum(1 for _ in covers_bool(matrix))


def _xcover_zdd_count(matrix: Matrix) -> int:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # numba's, about a cast inside xcover
        from xcover import covers_bool_zdd

    # By node of the diagram, the solutions below it; nodes 0 and 1 are false and true.
    below = [0, 1]
    for _, _, low, high in covers_bool_zdd(matrix, use_memo_cache=True):
        below.append(below[low] + below[high])
    return below[-1] if len(below) > 2 else 0


def _cp_sat(matrix: Matrix) -> tuple[Any, Any, list[Any]]:
    """Build the model and a solver; also give the variables, one per row."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(len(matrix))]
    for column in matrix.T:
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


def _ortools_first(built: tuple[Any, Any, list[Any]]) -> Iterable[int] | None:
    model, solver, chosen = built
    if not _proved(solver, solver.solve(model)):
        return None
    return [row for row, each in enumerate(chosen) if solver.boolean_value(each)]


def _ortools_count(built: tuple[Any, Any, list[Any]]) -> int:
    from ortools.sat.python import cp_model

    class Counter(cp_model.CpSolverSolutionCallback):
        solutions = 0

        def on_solution_callback(self) -> None:
            self.solutions += 1

    model, solver, _ = built
    solver.parameters.enumerate_all_solutions = True
    counter = Counter()
    _proved(solver, solver.solve(model, counter))
    return counter.solutions


def _made(*engines: Engine) -> Mapping[str, Engine]:
    return {engine.name: engine for engine in engines}


ENGINES = _made(
    Kaleido(
        "kaleido",
        "kaleido",
        "kaleidoscope-solver",
        _empty_board,
        Puzzle.solve,
        Puzzle.count,
    ),
    Engine(
        "exact-cover", "exact_cover", "exact-cover", _same, _exact_cover_first, _exact_cover_count
    ),
    Engine("xcover", "xcover", "xcover", _same, _xcover_first, _xcover_count),
    # It remembers positions by a hash of 32 bits alone and takes two with the same hash for one.
    Engine("xcover-zdd", "xcover", "xcover", _same, None, _xcover_zdd_count, exact=False),
    Engine("ortools", "ortools", "ortools", _cp_sat, _ortools_first, _ortools_count),
)
"""By name; the first is the one that the others are compared with."""
