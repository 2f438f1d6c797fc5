"""The questions about a puzzle, as functions that take anything that names one."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from typing import Unpack

from kaleido.analysis.answer import Answer
from kaleido.analysis.puzzle import Puzzle, Solvable
from kaleido.analysis.recording import Recording
from kaleido.analysis.solving import SearchOptions
from kaleido.heuristics.makers import StrategyLike
from kaleido.heuristics.registry import DEFAULT
from kaleido.library.puzzles import puzzle_parts, sized_board
from kaleido.model.board import Board
from kaleido.search.events import Event

PuzzleLike = Board | Solvable | str | Sequence[str]
"""A pattern, its name, its file or its rows; a puzzle or its name; or a position."""


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
        `Candidate` that returns its score; see `heuristic`.
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


def record(
    pattern: PuzzleLike,
    strategy: StrategyLike = DEFAULT,
    **options: Unpack[SearchOptions],
) -> Recording:
    """Solve a pattern and keep every event of the search.

    The arguments and errors are those of `solve`. A recording takes about 2 KB per node.

    Examples
    --------
    >>> recording = record("car", "paper")
    >>> len(recording.line), recording.steps[recording.line[-1]].place.state.inner_edges
    (18, 65)
    """
    return as_puzzle(pattern).record(strategy, **options)
