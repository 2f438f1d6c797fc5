"""The engines: Kaleido and the solvers it is measured against, all given the same problem.

Each engine works in three steps, which are timed apart: its table of the placements, its own model
made of that, and the search. A package is imported when its engine is first used.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kaleido import CLASSIC, Board, PieceSet, Placement, Puzzle
from kaleido.model.letters import with_blanks, zones_of
from kaleido.search import Problem
from kaleido.search.placement_table import list_placements
from kaleido.search.problem import shown_cells
from kaleido.search.state import State

Matrix = NDArray[np.bool_]


class Question(NamedTuple):
    """A puzzle; the order is the seed of our search, and of the rows that the others get."""

    board: Board
    pieces: PieceSet = CLASSIC
    order: int = 0


def cover_matrix(board: Board, pieces: PieceSet = CLASSIC) -> Matrix:
    """List the placements of pieces on a board, as an exact-cover matrix.

    There is a row for each placement, in the order of `kaleido.Problem`, true in the columns it
    fills: its cells in reading order, then its piece. Below them is a row for each piece that may
    be left over, with that piece alone.

    Raises
    ------
    ValueError
        A piece has several copies, so that this is no exact cover.
    """
    placeable = with_blanks(board, pieces)
    if placeable.copies:
        raise ValueError("pieces with several copies are no exact cover")
    shown = shown_cells(board, placeable)
    listing, _ = list_placements(placeable, board.grid, shown, zones_of(board, placeable))
    places = [place for place in range(board.mask.bit_length()) if board.mask >> place & 1]
    width = board.mask.bit_length() + 7 >> 3
    packed = b"".join(mask.to_bytes(width, "little") for mask in listing.masks)
    masks = np.frombuffer(packed, np.uint8).reshape(-1, width)
    cells = np.unpackbits(masks, axis=1, bitorder="little")[:, places].astype(np.bool_)
    spare = [number for number, needed in enumerate(pieces.needed) if not needed]
    cells = np.vstack([cells, np.zeros((len(spare), len(places)), np.bool_)])
    chosen = np.array([*listing.pieces, *spare])[:, None] == np.arange(len(pieces))
    return np.hstack([cells, chosen])


class Engine:
    """A solver of exact covers: what it imports, and what to install.

    An engine has `first`, which returns the rows of the first solution, or None when it is proved
    that there is none; or `count`, which returns the number of solutions; or both. Exact ones end
    a run if they count wrongly; a wrong count of another is marked.
    """

    exact = True

    def __init__(self, module: str, package: str = "") -> None:
        self.module, self.package = module, package or module

    @property
    def installed(self) -> bool:
        """Whether its package can be imported."""
        return find_spec(self.module) is not None

    def answers(self, what: str) -> bool:
        """Tell whether it has a method for a question: "first" or "count"."""
        return getattr(self, what, None) is not None

    def table(self, question: Question) -> Any:
        """List the placements."""
        return cover_matrix(question.board, question.pieces)

    def ordered(self, table: Any, question: Question) -> tuple[Any, Any]:
        """Put the rows of a table in the order asked for; also give their numbers."""
        rows = np.random.default_rng(question.order).permutation(len(table))
        return table[rows], rows

    def model(self, table: Any) -> Any:
        """Make its own input of a table."""
        return table

    def placements(self, found: Any, rows: Any, question: Question) -> tuple[Placement, ...]:
        """Say which placements a first solution is made of."""
        problem = Problem(question.board, question.pieces)
        numbers = (int(rows[row]) for row in found)
        return problem.placements(number for number in numbers if number < len(problem))


class Kaleido(Engine):
    """Our own engine, whose table and model are a puzzle and its empty board.

    It searches in the compiled core, where that is there, or in Python.
    """

    def __init__(self, searches: str = "") -> None:
        super().__init__("kaleido", "kaleidoscope-solver")
        self._searches = searches

    def table(self, question: Question) -> tuple[Puzzle, int]:
        os.environ["KALEIDO_ENGINE"] = self._searches
        puzzle = Puzzle(question.board, question.pieces)
        puzzle.problem.placement_counts  # noqa: B018 -- it lists them
        return puzzle, question.order

    def ordered(self, table: Any, question: Question) -> tuple[Any, Any]:  # noqa: ARG002
        """Leave the table as it is: the seed decides where the search begins."""
        return table, None

    def model(self, table: Any) -> Any:
        State.empty(table[0].problem)
        return table

    def first(self, model: Any) -> Any:
        return model[0].solve(seed=model[1]).solution

    def count(self, model: Any) -> int:
        return model[0].count().solutions

    def placements(self, found: Any, rows: Any, question: Question) -> tuple[Placement, ...]:  # noqa: ARG002
        return tuple(found.placements)


class OwnSearch(Kaleido):
    """Our search, which counts the solutions one by one as it finds them."""

    first = None

    def count(self, model: Any) -> int:
        return sum(1 for _ in model[0].solutions())


class ExactCover(Engine):
    """Dancing links, in C."""

    def first(self, matrix: Matrix) -> Iterable[int] | None:
        from exact_cover import get_exact_cover
        from exact_cover.error import NoSolution

        try:
            return get_exact_cover(matrix)
        except NoSolution:
            return None

    def count(self, matrix: Matrix) -> int:
        from exact_cover import get_solution_count

        return int(get_solution_count(matrix))


class Xcover(Engine):
    """Dancing cells, compiled by Numba."""

    def first(self, matrix: Matrix) -> Iterable[int] | None:
        from xcover import covers_bool

        return next(covers_bool(matrix), None)

    def count(self, matrix: Matrix) -> int:
        from xcover import covers_bool

        return sum(1 for _ in covers_bool(matrix))


class XcoverZdd(Engine):
    """xcover building a diagram; it takes positions with the same hash of 32 bits for one."""

    exact = False

    def count(self, matrix: Matrix) -> int:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numba's, about a cast inside xcover
            from xcover import covers_bool_zdd

        # By node of the diagram, the solutions below it; nodes 0 and 1 are false and true.
        below = [0, 1]
        for _, _, low, high in covers_bool_zdd(matrix, use_memo_cache=True):
            below.append(below[low] + below[high])
        return below[-1] if len(below) > 2 else 0


class MiniExact(Engine):
    """Algorithm X by dancing links, in C."""

    def model(self, table: Matrix) -> Any:
        from miniexact import miniexacts_x

        solver = miniexacts_x()
        items = [solver.primary(str(column)) for column in range(table.shape[1])]
        for row in table:
            solver.add([items[column] for column in np.flatnonzero(row)])
        return solver

    def first(self, model: Any) -> Iterable[int] | None:
        return [option - 1 for option in model.selected_options()] if self._solves(model) else None

    def count(self, model: Any) -> int:
        return sum(1 for _ in iter(partial(self._solves, model), False))

    def _solves(self, model: Any) -> bool:
        answer = model.solve()  # 10 and 20 as SAT solvers say it
        if answer not in (10, 20):
            raise RuntimeError(f"miniexact ended with {answer}")
        return bool(answer == 10)


class PyXcc(Engine):
    """Dancing cells, in Rust; it keeps all solutions that it counts."""

    def model(self, table: Matrix) -> Any:
        from pyxcc import Option, Problem

        options = [
            Option(str(row), [*map(str, np.flatnonzero(own))], []) for row, own in enumerate(table)
        ]
        # It refuses a problem with an item that is in no option.
        return (
            Problem([*map(str, range(table.shape[1]))], [], options) if table.any(0).all() else None
        )

    def first(self, model: Any) -> Iterable[int] | None:
        from pyxcc import solve

        found = model and solve(model, False)
        return [*map(int, found.first())] if found and found.count() else None

    def count(self, model: Any) -> int:
        from pyxcc import solve

        return int(solve(model, True).count()) if model else 0


class Cadical(Engine):
    """A SAT solver; at most one row of a column is encoded by sequential counters."""

    def model(self, table: Matrix) -> Any:
        from pysat.card import CardEnc, EncType
        from pysat.formula import IDPool
        from pysat.solvers import Solver

        solver, names = Solver("cadical195"), IDPool(start_from=len(table) + 1)
        for column in table.T:
            rows = [int(row) + 1 for row in np.flatnonzero(column)]
            solver.add_clause(rows)
            for clause in CardEnc.atmost(rows, 1, vpool=names, encoding=EncType.seqcounter).clauses:
                solver.add_clause(clause)
        return solver, len(table)

    def first(self, model: Any) -> Iterable[int] | None:
        solver, rows = model
        if not solver.solve():
            return None
        return [number - 1 for number in solver.get_model() if 0 < number <= rows]


class CpSat(Engine):
    """The solver of ortools, with one thread as all the others."""

    def model(self, table: Matrix) -> tuple[Any, Any, list[Any]]:
        from ortools.sat.python import cp_model

        model, solver = cp_model.CpModel(), cp_model.CpSolver()
        chosen = [model.new_bool_var("") for _ in range(len(table))]
        for column in table.T:
            model.add_exactly_one([chosen[row] for row in np.flatnonzero(column)])
        solver.parameters.num_workers = 1
        return model, solver, chosen

    def first(self, model: tuple[Any, Any, list[Any]]) -> Iterable[int] | None:
        built, solver, chosen = model
        if not self._solved(solver, built):
            return None
        return [row for row, each in enumerate(chosen) if solver.boolean_value(each)]

    def count(self, model: tuple[Any, Any, list[Any]]) -> int:
        from ortools.sat.python import cp_model

        class Counter(cp_model.CpSolverSolutionCallback):
            solutions = 0

            def on_solution_callback(self) -> None:
                self.solutions += 1

        built, solver, _ = model
        solver.parameters.enumerate_all_solutions = True
        counter = Counter()
        self._solved(solver, built, counter)
        return counter.solutions

    def _solved(self, solver: Any, *arguments: Any) -> bool:
        status = solver.status_name(solver.solve(*arguments))
        if status not in ("OPTIMAL", "FEASIBLE", "INFEASIBLE"):
            raise RuntimeError(f"CP-SAT ended with status {status}")
        return bool(status != "INFEASIBLE")


ENGINES: Mapping[str, Engine] = {
    "kaleido": Kaleido(),
    "exact-cover": ExactCover("exact_cover", "exact-cover"),
    "xcover": Xcover("xcover"),
    "xcover-zdd": XcoverZdd("xcover"),
    "ortools": CpSat("ortools"),
    "cadical": Cadical("pysat", "python-sat"),
    "miniexact": MiniExact("miniexact"),
    "pyxcc": PyXcc("pyxcc"),
}
"""By name; the first is the one that the others are compared with."""

ALL_ENGINES: Mapping[str, Engine] = {**ENGINES, "python": Kaleido("python"), "search": OwnSearch()}
