"""The questions about a puzzle: functions that take anything that names one, and its methods."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.attributes import NamedAttributes, named_attributes
from kaleido.base.bounds import MAX_MEMORY, NUMBER, SEED
from kaleido.base.errors import OptionError, SolutionError
from kaleido.heuristics.along import Along, numbers_of
from kaleido.heuristics.makers import StrategyLike, make_any_strategy
from kaleido.heuristics.registry import DEFAULT, shown_strategy
from kaleido.library.ruled_names import lasting_name
from kaleido.model.board import Board
from kaleido.model.drawable import Drawable
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.puzzle.answer import Answer, answer_of
from kaleido.puzzle.door import BoardLike, SetLike, open_door
from kaleido.puzzle.recording import Recording
from kaleido.search.events import Event
from kaleido.search.notation import parse_place
from kaleido.search.placing import laid_by_hand, lay
from kaleido.search.problem import Problem
from kaleido.search.result import load_modules, search_result, solved_states
from kaleido.search.state import State
from kaleido.search.stopping import check_seconds
from kaleido.search.strategies.constrained import Constrained
from kaleido.search.symmetry import SolutionSymmetries, UpTo

if TYPE_CHECKING:
    from kaleido.counting import Count, SolutionBounds
    from kaleido.hints.hint import Adviser, Hint
    from kaleido.model.cause import Cause
    from kaleido.parallel import Workers
    from kaleido.puzzle.parts import Parted
    from kaleido.puzzle.predicates import PredicateLike
    from kaleido.puzzle.survey import Survey


def as_state(
    pattern: PuzzleLike | State, pieces: SetLike | None = None, seed: int | None = None
) -> State:
    """Return the board from which a search for the solutions of a pattern or puzzle starts.

    Pieces take the place of those of a puzzle, but not of pieces that are laid. A seed is that of a
    random board.
    """
    if isinstance(pattern, str) and seed is not None:
        pattern = lasting_name(pattern, seed)
    if isinstance(pattern, Solvable | State):
        state = pattern.state if isinstance(pattern, Solvable) else pattern
        if pieces is None:
            return state
        if laid_by_hand(state):
            raise OptionError("pieces are laid on that board: leave out pieces, or give its puzzle")
        pattern = state.problem.pattern
    return State.empty(Problem(*open_door(pattern, pieces)))


def solve(
    pattern: PuzzleLike | State,
    strategy: StrategyLike = DEFAULT,
    *,
    pieces: SetLike | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> Answer:
    """Solve a pattern, or any other puzzle: solved, no solution (proved) or gave up.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str, path or rows
        A pattern for the classic pieces, its name, its file or its rows (texts, lists or an array
        of letters or of the digits 1 to 4); a puzzle or its name; or a position, from which the
        search continues.
    strategy : StrategyLike, optional
        A strategy, the name of one, ``module:name``, a class of strategies, or a function of a
        `kaleido.Candidate` that returns its score; see `heuristic`.
    pieces : PieceSet or str, optional
        A set of pieces, its name or its file; by default the classic pieces, or those of the
        puzzle.
    seed : int, optional
        The seed of the strategy; by default that of a strategy that has one already, otherwise 0.
        The board ``random`` is dealt by it, too.
    max_nodes, timeout : optional
        The numbers of placements and of seconds of wall time after which to give up.
    watch : callable, optional
        Called with every event of the search as it happens.

    Raises
    ------
    PatternError, OptionError
        The text names no pattern, the strategy is unknown, or a limit is negative.

    Examples
    --------
    >>> answer = solve("car")
    >>> answer.status, len(answer.moves)
    (<Status.SOLVED: 'solved'>, 18)
    >>> print(solve(["rxrxrxrr"] * 8).reason)
    the pieces cannot make 24 black, 40 red; the nearest they can is 32 black, 32 red
    """
    start, chosen = as_state(pattern, pieces, seed), make_any_strategy(strategy, seed)
    load_modules(chosen)
    began = time.perf_counter()
    result = search_result(start, chosen, max_nodes=max_nodes, timeout=timeout, watch=watch)
    return answer_of(start, chosen, result, began)


def record(
    pattern: PuzzleLike | State,
    strategy: StrategyLike = DEFAULT,
    *,
    pieces: SetLike | None = None,
    solution: SolutionLike | None = None,
    seed: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> Recording:
    """Solve a pattern and keep every event of the search.

    The other arguments and errors are those of `solve`. A recording takes about 2 KB per node.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str, path or rows
        A pattern or a puzzle, such as "car", as for `kaleido.solve`.
    solution : Solution, Position or iterable of Placement or str, optional
        A solution from elsewhere. Nothing is searched for: its moves are recorded in the order and
        with the scores that the strategy gives them. At each fork the move is the one of the
        solution that the strategy ranks best, even if it would rather try another. A
        `SolutionError` names its fault.

    Examples
    --------
    >>> recording = record("car", "paper")
    >>> len(recording.line), recording.steps[recording.line[-1]].place.state.inner_edges
    (18, 65)
    >>> record("car", "paper", solution=solve("car").solution)
    <Recording: Car, strategy paper along a solution: solved, 18 moves tried, 0 backtracks
     19 events, 18 of 18 pieces on the fullest board, 52 edges known at first and 65 there>
    """
    start = as_state(pattern, pieces, seed)
    events: list[Event] = []

    def follow(event: Event) -> None:
        events.append(event)
        if watch is not None:
            watch(event)

    if solution is not None:
        numbers = numbers_of(start, _placements_of(start, solution))
        strategy, seed = Along(make_any_strategy(strategy, seed), numbers), None
    answer = solve(start, strategy, seed=seed, max_nodes=max_nodes, timeout=timeout, watch=follow)
    return Recording(answer, start, tuple(events))


def _placements_of(start: State, solution: SolutionLike) -> Iterable[Placement]:
    """Return the placements of a solution, also of one written as players write it."""
    if isinstance(solution, Solvable):
        return solution.problem.placements(solution.state.path)
    if isinstance(solution, Solution):
        return solution.placements
    expected = "a solution: a Solution, a Position or placements"
    check_type(solution, Iterable, expected, SolutionError)
    state = State.empty(start.problem)
    for each in [solution] if isinstance(solution, str) else solution:
        state = lay(state, parse_place(each, state) if isinstance(each, str) else each)
    return start.problem.placements(state.path)


def count(
    pattern: PuzzleLike | State,
    *,
    pieces: SetLike | None = None,
    where: PredicateLike = (),
    max_memory: int = MAX_MEMORY,
    workers: int | Workers = 1,
    report: Callable[[float], None] | None = None,
    timeout: float | None = None,
) -> Count:
    """Count all solutions exactly.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str, path or rows
        A pattern or a puzzle, such as "car", as for `kaleido.solve`.
    where : str or callable, or several of them, optional
        Count only the solutions that `Puzzle.solutions` yields for the same `where`. They are
        listed, in this process alone.
    max_memory : int, optional
        The bytes that the count may take, on each machine.
    workers : int or Workers, optional
        The number of processes that share a large count, -1 for one on each core, or those of
        `kaleido.parallel.make_workers`.
    timeout : float, optional
        Roughly the seconds of wall time after which to give up.
    report : callable, optional
        Called with the share of the work done, from 0 to 1.

    Raises
    ------
    TooLargeError, LimitReachedError, WorkersError
        The count would take more memory or time than allowed, or the workers were lost.

    Examples
    --------
    >>> count("fancy-chessboard").solutions
    118
    >>> count("pentomino-3x20", where="no-crossing").symmetric
    2
    """
    start = as_state(pattern, pieces)
    if where:
        from kaleido.counting.count import count_where

        holds = _path_predicate(start.problem, where)
        return count_where(start, holds, timeout=timeout)
    # Counting loads sparse matrices, which solving does not need.
    from kaleido.counting import CountLimits, count_solutions
    from kaleido.parallel import open_jobs

    check_seconds(timeout, "timeout")
    seconds = math.inf if timeout is None else timeout
    with open_jobs(workers) as opened:
        limits = CountLimits.within(max_memory, opened.per_machine, seconds=seconds)
        shared = None if workers == 1 else opened
        return count_solutions(start, limits, workers=shared, report=report)


def sample(
    pattern: PuzzleLike | State,
    n: int,
    seed: int | None = None,
    *,
    pieces: SetLike | None = None,
    up_to_symmetry: UpTo = False,
    max_memory: int = MAX_MEMORY,
    report: Callable[[float], None] | None = None,
) -> list[Solution]:
    """Return verified random solutions, all equally likely, with repetition.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str, path or rows
        A pattern or a puzzle, such as "car", as for `kaleido.solve`.
    n : int
        The number of solutions. The result is empty if there is no solution.
    seed : int, optional
        The seed, by default 0: the same one gives the same solutions. The board ``random`` is dealt
        by it, too, if it is given.
    up_to_symmetry : bool or "turns", optional
        Whether each class of solutions that symmetries map to each other is as likely as any other,
        instead of each solution; a class is always shown by the same solution. With "turns",
        reflections are left out of the symmetries.
    max_memory, report
        As for `count`, and so are the errors.

    Examples
    --------
    >>> [len(solution.placements) for solution in sample("car", 2)]
    [18, 18]
    """
    from kaleido.counting import CountLimits, sample_solutions

    start, limits = as_state(pattern, pieces, seed), CountLimits.within(max_memory)
    times, source = NUMBER.whole(n, "n"), Random(SEED.whole(0 if seed is None else seed, "seed"))
    paths = sample_solutions(start, times, source, limits, report, up_to_symmetry=up_to_symmetry)
    return [_solution(start.problem, path) for path in paths]


def _path_predicate(problem: Problem, where: PredicateLike) -> Callable[[Sequence[int]], bool]:
    """Return a predicate on solutions as one on the numbers of their placements."""
    from kaleido.puzzle.predicates import predicate_of

    holds = predicate_of(where)
    return lambda path: bool(holds(_solution(problem, path)))


def hint(
    pattern: PuzzleLike, *, pieces: SetLike | None = None, timeout: float | None = None
) -> Hint:
    """Return the next move and the reason for it, or the pieces that must come off.

    A `Puzzle` caches what one hint proves for the next.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str, path or rows
        A pattern or a puzzle, such as "car", as for `kaleido.solve`.
    timeout : float, optional
        The seconds of wall time after which to give up. The reason of the hint then says so.

    Examples
    --------
    >>> hint("car").placement.piece
    'l4-right-x'
    """
    from kaleido.hints.hint import Adviser  # solving gives no hints

    check_seconds(timeout, "timeout")
    start = as_state(pattern, pieces)
    if isinstance(pattern, Solvable) and pieces is None:
        return pattern.adviser.hint(start, timeout)
    return Adviser(start.problem).hint(start, timeout)


@checked_arguments
@named_attributes
class Solvable(Drawable, metaclass=NamedAttributes):
    """The questions to a puzzle and to any `Position` of it: its solutions, hints and proofs.

    The search and the counter work on its exact-cover problem, and start from its state.
    """

    problem: Problem
    state: State

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
        return solve(self, strategy, seed=seed, max_nodes=max_nodes, timeout=timeout, watch=watch)

    def record(
        self,
        strategy: StrategyLike = DEFAULT,
        *,
        solution: SolutionLike | None = None,
        seed: int | None = None,
        max_nodes: int | None = None,
        timeout: float | None = None,
        watch: Callable[[Event], None] | None = None,
    ) -> Recording:
        """Search for a solution and keep every event; see `kaleido.record`."""
        return record(
            self,
            strategy,
            solution=solution,
            seed=seed,
            max_nodes=max_nodes,
            timeout=timeout,
            watch=watch,
        )

    def count(
        self,
        *,
        where: PredicateLike = (),
        max_memory: int = MAX_MEMORY,
        workers: int | Workers = 1,
        report: Callable[[float], None] | None = None,
        timeout: float | None = None,
    ) -> Count:
        """Count all solutions exactly; see `kaleido.count`."""
        return count(
            self,
            where=where,
            max_memory=max_memory,
            workers=workers,
            report=report,
            timeout=timeout,
        )

    def sample(
        self,
        n: int,
        seed: int | None = None,
        *,
        up_to_symmetry: UpTo = False,
        max_memory: int = MAX_MEMORY,
        report: Callable[[float], None] | None = None,
    ) -> list[Solution]:
        """Return verified random solutions; see `kaleido.sample`."""
        return sample(
            self, n, seed, up_to_symmetry=up_to_symmetry, max_memory=max_memory, report=report
        )

    def hint(self, *, timeout: float | None = None) -> Hint:
        """Return the next move and the reason for it; see `kaleido.hint`."""
        return hint(self, timeout=timeout)

    @property
    def adviser(self) -> Adviser:
        """The source of hints, which caches its results for the puzzle."""
        raise NotImplementedError

    @property
    def pattern(self) -> Board:
        """The board to be covered."""
        return self.problem.pattern

    @property
    def pieces(self) -> PieceSet:
        """The pieces to cover it with."""
        return self.problem.pieces

    def solutions(
        self,
        *,
        where: PredicateLike = (),
        up_to_symmetry: UpTo = False,
        seed: int = 0,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Solution]:
        """Yield every solution once, verified, as it is found.

        Parameters
        ----------
        where : str or callable, or several of them, optional
            Only solutions for which these hold: functions of a solution, or names such as
            "no-crossing" in `kaleido.puzzle.predicates.PREDICATES`.
        up_to_symmetry : bool or "turns", optional
            Whether to leave out all except one of the solutions that the symmetries of the board
            with the pieces placed on it map to each other; see `kaleido.counting.Count`. With
            "turns", those that mirror something do not count.
        seed, max_nodes, timeout
            As for `kaleido.solve`; but a `LimitReachedError` is raised at a limit.

        Examples
        --------
        >>> from kaleido import Puzzle
        >>> puzzle = Puzzle("tetromino-tube")
        >>> sum(1 for _ in puzzle.solutions())
        140
        >>> sum(1 for _ in puzzle.solutions(up_to_symmetry=True))
        7
        >>> sum(1 for _ in puzzle.solutions(up_to_symmetry="turns"))
        14
        """
        strategy = Constrained(SEED.whole(seed, "seed"))
        states = solved_states(self.state, strategy, max_nodes=max_nodes, timeout=timeout)
        paths: Iterator[Sequence[int]] = (state.path for state in states)
        if symmetries := SolutionSymmetries.of(self.state, up_to_symmetry):
            paths = filter(symmetries.is_least, paths)
        found = (_solution(self.problem, path) for path in paths)
        if not where:
            return found
        from kaleido.puzzle.predicates import predicate_of

        return filter(predicate_of(where), found)

    def congruent_parts(
        self,
        number: int,
        *,
        where: PredicateLike = (),
        up_to_symmetry: UpTo = False,
        seed: int = 0,
        max_nodes: int | None = None,
        timeout: float | None = None,
    ) -> Iterator[Parted]:
        """Yield every solution that falls into `number` congruent parts of whole pieces.

        Each solution comes once, with one such division; `kaleido.puzzle.parts` has all.

        Parameters
        ----------
        number : int
            How many parts; an `OptionError` is raised if the cells cannot be shared out equally, or
            sides of the board are joined.
        where, up_to_symmetry, seed, max_nodes, timeout
            As for `solutions`.

        Examples
        --------
        >>> from kaleido import Puzzle
        >>> both = Puzzle("pentomino-6x10").congruent_parts(2, up_to_symmetry=True)
        >>> solution, parts = next(both)
        >>> [len(part) for part in parts]
        [6, 6]
        """
        from kaleido.puzzle.parts import Parted, check_parts, congruent_parts

        check_parts(self.pattern, number)
        found = self.solutions(
            where=where,
            up_to_symmetry=up_to_symmetry,
            seed=seed,
            max_nodes=max_nodes,
            timeout=timeout,
        )
        return (
            Parted(solution, parts)
            for solution in found
            for parts in islice(congruent_parts(solution, number), 1)
        )

    def unique(self) -> bool:
        """Return whether there is exactly one solution; a second one ends the search."""
        return len(list(islice(self.solutions(), 2))) == 1

    def why(self) -> Cause | None:
        """Return why there is no solution, if that is clear without a search.

        Examples
        --------
        >>> from kaleido import Board, Puzzle, named_set
        >>> Puzzle(Board.parse("2x10"), named_set("tetrominoes")).why().facts["nearest"]
        [9, 11]
        """
        from kaleido.hints.infeasibility import find_reason  # as above

        return find_reason(self.state)

    def bounds(self, *, timeout: float = 0.0) -> SolutionBounds:
        """Return the least and the most solutions that there may be: see `bound_solutions`.

        Examples
        --------
        >>> from kaleido import Puzzle
        >>> Puzzle("first-steps").bounds(timeout=5)
        SolutionBounds(least=1, most=1)
        """
        from kaleido.counting import bound_solutions

        return bound_solutions(self.state, timeout=timeout)

    def survey(
        self,
        strategy: StrategyLike | None = None,
        *,
        seed: int | None = None,
        most: int = 5,
        cell: tuple[int, int] | None = None,
    ) -> Survey:
        """Return a survey of the board, without solving it.

        It has the moves that a search with the strategy would try first, with their scores; the
        islands; the known edges; and the pieces that fit on a cell.

        Parameters
        ----------
        strategy, seed : optional
            As for `kaleido.solve`; by default the strategy whose moves are drawn.
        most : int, optional
            How many candidates are listed.
        cell : (int, int), optional
            The row and column of a cell, from 0. A `PlacingError` says that the board has none.

        Examples
        --------
        >>> from kaleido import Puzzle
        >>> survey = Puzzle("car").survey("paper-text", cell=(0, 0))
        >>> survey.candidates[0].placement.piece, survey.candidates[0].score_line
        ('l4-right-x', '10 + 0.26 = 10.26')
        >>> [each.piece for each in survey.choices.pieces]
        ['l4-right-x', 'line3-r', 'l3-x', 'domino', 'mono-r']
        """
        from kaleido.puzzle.survey import survey_board

        chosen = shown_strategy(self.problem) if strategy is None else strategy
        return survey_board(
            self.state, make_any_strategy(chosen, seed), NUMBER.whole(most, "most"), cell
        )

    def export(self, form: str) -> str:
        """Return the puzzle as text for other solvers; pieces that lie on the board are givens.

        Parameters
        ----------
        form : str
            A name in `kaleido.export.FORMS`, such as "dlx", "dimacs" or "json".

        Examples
        --------
        >>> from kaleido import Puzzle
        >>> print(Puzzle("car").export("dlx").splitlines()[1])
        | 82 items, 270 options
        """
        from kaleido.export import export_lines

        return "".join(f"{line}\n" for line in export_lines(self.state, form))


def _solution(problem: Problem, path: Iterable[int]) -> Solution:
    return Solution(problem.pattern, problem.placements(path), problem.pieces)


# A solution, a position that is one, or its pieces, also as players write them.
SolutionLike = Solution | Solvable | Iterable[Placement | str]

# A pattern, its name, its file, a picture or its rows; a puzzle or its name; or a position.
PuzzleLike = BoardLike | Solvable
