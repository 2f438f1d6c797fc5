"""A puzzle: a board, a set of pieces, and the questions about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING, Self

from kaleido.analysis.door import BoardLike, open_door
from kaleido.analysis.questions import MAX_MEMORY, PuzzleLike, Solvable
from kaleido.arguments import named_options
from kaleido.library.puzzles import puzzle_parts, sized_board
from kaleido.model.board import Board
from kaleido.model.classic import CLASSIC
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.model.verify import find_faults
from kaleido.search.problem import Problem
from kaleido.search.state import State

if TYPE_CHECKING:
    from kaleido.analysis.hint import Adviser
    from kaleido.analysis.rating import Rating


@named_options
def rate(
    pattern: BoardLike | Puzzle,
    *,
    max_memory: int = MAX_MEMORY,
    report: Callable[[str, float], None] | None = None,
) -> Rating:
    """Rate the difficulty, from 1 to 5.

    Parameters
    ----------
    pattern : Board, Puzzle, str or sequence of str
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

    Examples
    --------
    >>> rate("car").difficulty
    1
    """
    from kaleido.analysis.rating import rate_problem
    from kaleido.counting import CountLimits

    return rate_problem(_opened(pattern).problem, CountLimits.within(max_memory), report)


def check(pattern: BoardLike | Puzzle, placements: Iterable[Placement]) -> tuple[str, ...]:
    """Return what is wrong with a solution, one line for each fault; empty if nothing is.

    The verifier shares nothing with the search but the drawings of the pieces.

    Examples
    --------
    >>> puzzle = Puzzle("car")
    >>> solution = puzzle.solve().solution
    >>> puzzle.check(solution.placements), len(check("car", solution.placements[1:])) > 0
    ((), True)
    """
    puzzle = _opened(pattern)
    return tuple(find_faults(puzzle.pattern, tuple(placements), puzzle.pieces))


def _opened(pattern: BoardLike | Puzzle) -> Puzzle:
    return pattern if isinstance(pattern, Puzzle) else Puzzle(pattern)


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

    rate = rate
    check = check

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
