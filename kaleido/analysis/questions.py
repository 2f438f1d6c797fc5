"""The questions about a puzzle, as functions that take anything that names one."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from random import Random
from typing import TYPE_CHECKING

from kaleido.analysis.answer import Answer
from kaleido.analysis.door import BoardLike
from kaleido.analysis.puzzle import MAX_MEMORY, Puzzle, Solvable
from kaleido.analysis.recording import Recording
from kaleido.arguments import named_options
from kaleido.heuristics.makers import StrategyLike
from kaleido.heuristics.registry import DEFAULT
from kaleido.library.puzzles import puzzle_parts, sized_board
from kaleido.model.board import Board
from kaleido.search.events import Event

if TYPE_CHECKING:
    from kaleido.analysis.hint import Hint
    from kaleido.analysis.rating import Rating
    from kaleido.counting import Count
    from kaleido.model.placement import Placement
    from kaleido.model.solution import Solution
    from kaleido.parallel import Workers

PuzzleLike = BoardLike | Solvable
"""A pattern, its name, its file, a picture or its rows; a puzzle or its name; or a position."""


def as_puzzle(pattern: PuzzleLike) -> Solvable:
    """Return a puzzle or position as it is, or the puzzle that other values stand for.

    Raises
    ------
    PatternError, PieceError
        As for `Puzzle`.

    Examples
    --------
    >>> as_puzzle("rxrxrxrx/xrxrxrxr/" * 3 + "rxrxrxrx/xrxrxrxr").pattern == as_puzzle(
    ...     "checkerboard").pattern
    True
    """
    return pattern if isinstance(pattern, Solvable) else Puzzle(pattern)


@named_options
def named_puzzle(name: str, use: Sequence[str] = (), day: date | None = None) -> Puzzle:
    """Return the puzzle with that name.

    Parameters
    ----------
    name : str
        One of `puzzle_names`.
    use : sequence of str, optional
        The names of the pieces to use; all by default.
    day : date, optional
        The date whose cells stay open on a calendar; today by default.

    Raises
    ------
    PatternError
        There is no such puzzle.
    OptionError
        A date is given for a puzzle that is no calendar.
    PieceError
        A piece is unknown, or the pieces do not fill the board.

    Examples
    --------
    >>> puzzle = named_puzzle("katamino-5xN", ["2", "3", "6", "11", "8", "4"])
    >>> puzzle.pattern.grid.cols, puzzle.unique()
    (6, False)
    """
    text, pieces = puzzle_parts(name, day)
    chosen = pieces.chosen(use) if use else pieces
    return Puzzle(sized_board(text, chosen), chosen)


@named_options
def solve(
    pattern: PuzzleLike,
    strategy: StrategyLike = DEFAULT,
    *,
    seed: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> Answer:
    """Solve a pattern, or any other puzzle.

    Parameters
    ----------
    pattern : Board, Puzzle, Position, str or sequence of str
        A pattern for the classic pieces, its name, its file or its rows; a puzzle or its name; or
        a position, from which the search goes on.
    strategy : StrategyLike, optional
        A strategy, the name of one, ``module:name``, a class of strategies, or a function of a
        `kaleido.heuristics.Candidate` that returns its score; see `heuristic`.
    seed : int, optional
        The seed of the strategy; by default that of a strategy that has one already, otherwise 0.
    max_nodes : int, optional
        The number of placements after which to give up.
    timeout : float, optional
        The number of seconds after which to give up.
    watch : callable, optional
        Called with every event of the search as it happens.

    Returns
    -------
    Answer
        Solved, no solution (proved) or gave up.

    Raises
    ------
    PatternError
        The text names no pattern.
    OptionError
        The strategy is unknown or a limit is negative.

    Examples
    --------
    >>> answer = solve("car")
    >>> answer.status, len(answer.moves)
    (<Status.SOLVED: 'solved'>, 18)
    >>> print(solve(["rxrxrxrr"] * 8).reason)
    the pieces cannot make 24 black, 40 red; the nearest they can is 32 black, 32 red
    """
    began = time.perf_counter()
    answer = as_puzzle(pattern).solve(
        strategy, seed=seed, max_nodes=max_nodes, timeout=timeout, watch=watch
    )
    return replace(answer, seconds=time.perf_counter() - began)


@named_options
def record(
    pattern: PuzzleLike,
    strategy: StrategyLike = DEFAULT,
    *,
    seed: int | None = None,
    max_nodes: int | None = None,
    timeout: float | None = None,
    watch: Callable[[Event], None] | None = None,
) -> Recording:
    """Solve a pattern and keep every event of the search.

    The arguments and errors are those of `solve`. A recording takes about 2 KB per node.

    Examples
    --------
    >>> recording = record("car", "paper")
    >>> len(recording.line), recording.steps[recording.line[-1]].place.state.inner_edges
    (18, 65)
    """
    return as_puzzle(pattern).record(
        strategy, seed=seed, max_nodes=max_nodes, timeout=timeout, watch=watch
    )


@named_options
def count(
    pattern: PuzzleLike,
    *,
    max_memory: int = MAX_MEMORY,
    workers: Workers | None = None,
    report: Callable[[float], None] | None = None,
    seconds: float = math.inf,
) -> Count:
    """Count all solutions exactly; see ``Puzzle.count``.

    Examples
    --------
    >>> count("fancy-chessboard").solutions
    118
    """
    return as_puzzle(pattern).count(
        max_memory=max_memory, workers=workers, report=report, seconds=seconds
    )


@named_options
def sample(
    pattern: PuzzleLike,
    n: int,
    rng: Random | int,
    *,
    up_to_symmetry: bool = False,
    max_memory: int = MAX_MEMORY,
    report: Callable[[float], None] | None = None,
) -> list[Solution]:
    """Return verified random solutions, all equally likely; see ``Puzzle.sample``.

    Examples
    --------
    >>> [len(solution.placements) for solution in sample("car", 2, rng=0)]
    [18, 18]
    """
    return as_puzzle(pattern).sample(
        n, rng, up_to_symmetry=up_to_symmetry, max_memory=max_memory, report=report
    )


@named_options
def hint(pattern: PuzzleLike, *, timeout: float | None = None) -> Hint:
    """Return the next move and the reason for it; see ``Puzzle.hint``.

    A `Puzzle` of one's own remembers what one hint finds out for the next.

    Examples
    --------
    >>> hint("car").placement.piece
    'l4-right-x'
    """
    return as_puzzle(pattern).hint(timeout=timeout)


@named_options
def rate(
    pattern: Board | Puzzle | str | Sequence[str],
    *,
    max_memory: int = MAX_MEMORY,
    report: Callable[[str, float], None] | None = None,
) -> Rating:
    """Rate the difficulty, from 1 to 5; see `Puzzle.rate`.

    Examples
    --------
    >>> rate("car").difficulty
    1
    """
    return Puzzle(pattern).rate(max_memory=max_memory, report=report)


def check(
    pattern: Board | Puzzle | str | Sequence[str], placements: Iterable[Placement]
) -> tuple[str, ...]:
    """Return what is wrong with a solution, one line for each fault; see `Puzzle.check`.

    Examples
    --------
    >>> check("car", solve("car").solution.placements)
    ()
    """
    return Puzzle(pattern).check(placements)
