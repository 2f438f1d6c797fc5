"""A puzzle: a board, a set of pieces, and the questions about them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Self

from kaleido.analysis.answer import Answer
from kaleido.analysis.door import BoardLike, open_door
from kaleido.analysis.infeasibility import find_reason
from kaleido.analysis.recording import Recording, record_from
from kaleido.analysis.solving import solve_from
from kaleido.arguments import named_options
from kaleido.heuristics.makers import StrategyLike
from kaleido.heuristics.registry import DEFAULT
from kaleido.model.board import Board
from kaleido.model.drawable import Drawable
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.model.verify import find_faults
from kaleido.search.events import Event
from kaleido.search.problem import Problem
from kaleido.search.solved import solved_states
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

if TYPE_CHECKING:
    from kaleido.analysis.hint import Adviser, Hint
    from kaleido.analysis.parts import Parted
    from kaleido.analysis.rating import Rating
    from kaleido.counting import Count
    from kaleido.model.cause import Cause
    from kaleido.parallel import Workers

MAX_MEMORY = 4 * 10**9
"""The bytes of memory that counting may take by default."""


@named_options
class Solvable(Drawable):
    """What is asked of a puzzle, and of any `Position` of it: its solutions, hints and proofs.

    Attributes
    ----------
    problem : Problem
        The exact-cover problem that the search and the counter work on.
    state : State
        The board from which they start.
    """

    problem: Problem
    state: State

    @property
    def adviser(self) -> Adviser:
        """What gives the hints, and remembers what it finds out about the puzzle."""
        raise NotImplementedError

    @property
    def pattern(self) -> Board:
        """The board to be covered."""
        return self.problem.pattern

    @property
    def pieces(self) -> PieceSet:
        """The pieces to cover it with."""
        return self.problem.pieces

    def solve(
        self,
        strategy: StrategyLike = DEFAULT,
        *,
        seed: int | None = None,
        max_nodes: int | None = None,
        timeout: float | None = None,
        watch: Callable[[Event], None] | None = None,
    ) -> Answer:
        """Search for a solution; see `kaleido.solve`."""
        return solve_from(
            self.state,
            strategy,
            seed=seed,
            max_nodes=max_nodes,
            timeout=timeout,
            watch=watch,
        )

    def record(
        self,
        strategy: StrategyLike = DEFAULT,
        *,
        seed: int | None = None,
        max_nodes: int | None = None,
        timeout: float | None = None,
        watch: Callable[[Event], None] | None = None,
    ) -> Recording:
        """Search for a solution and keep every event; see `kaleido.record`."""
        return record_from(
            self.state,
            strategy,
            seed=seed,
            max_nodes=max_nodes,
            timeout=timeout,
            watch=watch,
        )

    def solutions(
        self,
        *,
        up_to_symmetry: bool = False,
        seed: int = 0,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Solution]:
        """Yield every solution once, verified, as it is found.

        Parameters
        ----------
        up_to_symmetry : bool, optional
            Whether to leave out all but one of the solutions that the symmetries of the board
            with the pieces placed on it carry into each other; see `kaleido.counting.Count`.
        seed, max_nodes, timeout
            As for `kaleido.solve`.

        Raises
        ------
        LimitReachedError
            A limit ended the search, so that there may be more solutions.

        Examples
        --------
        >>> puzzle = Puzzle("tetromino-tube")
        >>> sum(1 for _ in puzzle.solutions())
        140
        >>> sum(1 for _ in puzzle.solutions(up_to_symmetry=True))
        7
        """
        start = self.state
        states = solved_states(
            self.problem, Constrained(seed), start=start, max_nodes=max_nodes, timeout=timeout
        )
        paths: Iterator[Sequence[int]] = (state.path for state in states)
        if up_to_symmetry:
            from kaleido.counting import SolutionSymmetries

            paths = filter(SolutionSymmetries(start).is_least, paths)
        return map(self._solution, paths)

    def congruent_parts(
        self,
        number: int,
        *,
        up_to_symmetry: bool = False,
        seed: int = 0,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Parted]:
        """Yield every solution that falls into so many congruent parts of whole pieces.

        A part is connected; parts are congruent if a turn or a reflection makes one of the other.
        Each solution comes once, with one way in which it does; `kaleido.analysis.parts` has all.

        Parameters
        ----------
        number : int
            How many parts.
        up_to_symmetry, seed, max_nodes, timeout
            As for `solutions`.

        Raises
        ------
        OptionError
            The cells cannot be shared out equally, or sides of the board are joined.

        Examples
        --------
        >>> both = Puzzle("pentomino-6x10").congruent_parts(2, up_to_symmetry=True)
        >>> solution, parts = next(both)
        >>> [len(part) for part in parts]
        [6, 6]
        """
        from kaleido.analysis.parts import Parted, check_parts, congruent_parts

        check_parts(self.pattern, number)
        for solution in self.solutions(
            up_to_symmetry=up_to_symmetry, seed=seed, max_nodes=max_nodes, timeout=timeout
        ):
            for parts in islice(congruent_parts(solution, number), 1):
                yield Parted(solution, parts)

    def _solution(self, numbers: Iterable[int]) -> Solution:
        return Solution(self.pattern, self.problem.placements(numbers), self.pieces)

    def count(
        self,
        *,
        max_memory: int = MAX_MEMORY,
        workers: Workers | None = None,
        report: Callable[[float], None] | None = None,
        seconds: float = math.inf,
    ) -> Count:
        """Count all solutions exactly.

        Parameters
        ----------
        max_memory : int, optional
            The bytes that the count may take; with workers, on each machine.
        workers : Workers, optional
            Workers that share a large count, from `kaleido.parallel.make_workers`.
        report : callable, optional
            Called with the share of the work done, from 0 to 1.
        seconds : float, optional
            Roughly how long the count may compute.

        Raises
        ------
        TooLargeError
            The count would take more memory or time than allowed.
        WorkersError
            The workers were lost.

        Examples
        --------
        >>> Puzzle("fancy-chessboard").count().solutions
        118
        """
        # Counting loads sparse matrices, which solving does not need.
        from kaleido.counting import CountLimits, count_solutions

        return count_solutions(
            self.state,
            CountLimits.within(max_memory, workers.per_machine if workers else 1, seconds=seconds),
            workers=workers,
            report=report,
        )

    def sample(
        self,
        n: int,
        rng: Random | int,
        *,
        up_to_symmetry: bool = False,
        max_memory: int = MAX_MEMORY,
        report: Callable[[float], None] | None = None,
    ) -> list[Solution]:
        """Return verified random solutions, all equally likely, with repetition.

        Parameters
        ----------
        n : int
            The number of solutions. The result is empty if there is no solution.
        rng : random.Random or int
            The random generator, or a seed for one.
        up_to_symmetry : bool, optional
            Whether each class of solutions that symmetries carry into each other is as likely as
            any other, whatever its size, instead of each solution; a class is always shown by the
            same solution.
        max_memory : int, optional
            The bytes of memory that the counts may take.
        report : callable, optional
            Called with the share of the counts done, from 0 to 1.

        Raises
        ------
        TooLargeError
            The counts would take more memory than allowed.
        """
        from kaleido.counting import CountLimits, sample_solutions

        source = Random(rng) if isinstance(rng, int) else rng
        sampled = sample_solutions(
            self.state,
            n,
            source,
            CountLimits.within(max_memory),
            report,
            up_to_symmetry=up_to_symmetry,
        )
        return list(map(self._solution, sampled))

    def unique(self) -> bool:
        """Return whether there is exactly one solution; a second one ends the search."""
        return len(list(islice(self.solutions(), 2))) == 1

    def why(self) -> Cause | None:
        """Return why there is no solution, if that is clear without a search.

        Examples
        --------
        >>> from kaleido import Board, named_set
        >>> Puzzle(Board.parse("2x10"), named_set("tetrominoes")).why().facts["nearest"]
        [9, 11]
        """
        return find_reason(self.state)

    def hint(self, *, timeout: float | None = None) -> Hint:
        """Return the next move and the reason for it, or the pieces that must come off.

        What one hint finds out about the puzzle is remembered for the next.

        Parameters
        ----------
        timeout : float, optional
            The seconds after which to give up; without an answer, the hint's reason says so.
        """
        return self.adviser.hint(self.state, timeout)

    def export(self, form: str) -> str:
        """Return the puzzle as text for other solvers; pieces that lie on the board are givens.

        Parameters
        ----------
        form : {"dlx", "dimacs", "json"}
            Knuth's DLX and XCC, DIMACS CNF for SAT solvers, or JSON.

        Raises
        ------
        OptionError
            There is no such form.

        Examples
        --------
        >>> print(Puzzle("car").export("dlx").splitlines()[1])
        | 82 items, 270 options
        """
        from kaleido.export import export_lines

        return "".join(f"{line}\n" for line in export_lines(self.state, form))


@named_options
class Puzzle(Solvable):
    """A pattern, or a board of any shape, to be covered by a set of pieces.

    Parameters
    ----------
    pattern : Board, Puzzle, str or sequence of str
        A `Pattern` or any `Board`; the name of a pattern or puzzle that comes with Kaleido, the
        file of a pattern or a picture of one, or its rows, as one text or a sequence.
    pieces : PieceSet, optional
        The classic pieces by default, or those of the puzzle.

    Attributes
    ----------
    problem : Problem
        The exact-cover problem that the search and the counter work on.
    state : State
        The board from which they start: that with the pieces which it shows in place.

    Raises
    ------
    PatternError
        The text names no pattern, or the board has a letter that the pieces do not know.
    PieceError
        The pieces do not have as many cells as the board.

    Examples
    --------
    >>> puzzle = Puzzle("fancy-chessboard")
    >>> puzzle.unique(), sum(1 for _ in puzzle.solutions())
    (False, 118)
    >>> Puzzle("pentomino-6x10").pieces.title
    'The twelve pentominoes'
    """

    def __init__(self, pattern: BoardLike | Puzzle, pieces: PieceSet | None = None) -> None:
        if isinstance(pattern, Puzzle):
            board, own = pattern.pattern, pattern.pieces
        else:
            board, own = open_door(pattern)
        self.problem = Problem(board, pieces or own)
        self.state = State.empty(self.problem)

    def __repr__(self) -> str:
        pieces = "" if self.pieces == CLASSIC else f", {self.pieces.name!r}"
        return f"{type(self).__name__}({self.pattern!r}{pieces})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (self.pattern, self.pieces) == (other.pattern, other.pieces)

    def __hash__(self) -> int:
        return hash((self.pattern, self.pieces))

    def __reduce__(self) -> tuple[type[Self], tuple[Board, PieceSet]]:
        # The table of placements is made again where the puzzle is unpickled.
        return type(self), (self.pattern, self.pieces)

    @cached_property
    def adviser(self) -> Adviser:
        """What gives the hints, and remembers what it finds out about the puzzle."""
        from kaleido.analysis.hint import Adviser  # solving gives no hints

        return Adviser(self.problem)

    def rate(
        self,
        *,
        max_memory: int = MAX_MEMORY,
        report: Callable[[str, float], None] | None = None,
    ) -> Rating:
        """Rate the difficulty, from 1 to 5.

        Parameters
        ----------
        max_memory : int, optional
            Bytes that counting the solutions may take.
        report : callable, optional
            Called with what is being done and the share of it done, from 0 to 1.

        Raises
        ------
        NoSolutionError
            A pattern without a solution has no difficulty.
        TooLargeError
            Counting would take more memory than allowed.
        """
        from kaleido.analysis.rating import rate_problem
        from kaleido.counting import CountLimits

        return rate_problem(self.problem, CountLimits.within(max_memory), report)

    def check(self, placements: Iterable[Placement]) -> tuple[str, ...]:
        """Return what is wrong with a solution, one line for each fault; empty if nothing is.

        The verifier shares nothing with the search but the drawings of the pieces.

        Examples
        --------
        >>> puzzle = Puzzle("car")
        >>> solution = puzzle.solve().solution
        >>> puzzle.check(solution.placements), len(puzzle.check(solution.placements[1:])) > 0
        ((), True)
        """
        return tuple(find_faults(self.pattern, tuple(placements), self.pieces))
