"""A puzzle, which is a board and a set of pieces, and a position: a puzzle with pieces laid."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from kaleido.base.arguments import check_type, checked_arguments
from kaleido.base.attributes import named_attributes
from kaleido.base.bounds import MAX_MEMORY
from kaleido.base.errors import PlacingError, SolutionError
from kaleido.base.text import plural, shown
from kaleido.library.puzzles import Day
from kaleido.model.board import Board
from kaleido.model.grid import bits
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement, placements_from_json
from kaleido.model.solution import Solution
from kaleido.model.verify import find_faults
from kaleido.puzzle.answer import Answer
from kaleido.puzzle.door import BoardLike, SetLike, open_door
from kaleido.puzzle.questions import PuzzleLike, Solvable, as_state
from kaleido.search.placing import laid_by_hand, lay
from kaleido.search.state import State

if TYPE_CHECKING:
    from kaleido.counting import Count
    from kaleido.hints.hint import Adviser, Hint
    from kaleido.hints.rating import Rating


def rate(
    pattern: BoardLike | Puzzle,
    *,
    max_memory: int = MAX_MEMORY,
    report: Callable[[str, float], None] | None = None,
) -> Rating:
    """Rate the difficulty, from 1 to 5.

    Parameters
    ----------
    pattern : Board, Puzzle, str, path or rows
        A pattern or a puzzle, such as "car", as for `kaleido.solve`.
    max_memory : int, optional
        Bytes that counting the solutions may take.
    report : callable, optional
        Called with the name of a stage and the share of it that is done, from 0 to 1.

    Raises
    ------
    NoSolutionError, TooLargeError
        There is no solution, or counting would take more memory than allowed.

    Examples
    --------
    >>> rate("car").difficulty
    1
    """
    from kaleido.counting import CountLimits
    from kaleido.hints.rating import rate_problem

    problem = as_puzzle(pattern).problem
    return rate_problem(problem, CountLimits.within(max_memory), report)


@named_attributes
class Faults(tuple[str, ...]):
    """The faults of a solution, a line for each; none if it is right, which it then says."""

    def __str__(self) -> str:
        return "\n".join(self) or "right: the solution has no faults"

    def __repr__(self) -> str:
        return f"<Faults: {'; '.join(self) or 'none, the solution is right'}>"


def check(pattern: BoardLike | Puzzle, solution: Answer | Solution | Iterable[Placement]) -> Faults:
    """Return the faults of a solution, one line for each; empty if it is right.

    The solution of an answer, its placements, and placements from elsewhere are checked alike.

    The verifier shares nothing with the search but the drawings of the pieces, and on other
    lattices than that of squares where cells lie and which of them touch.

    Parameters
    ----------
    pattern : Board, Puzzle, str, path or rows
        A pattern or a puzzle, such as "car", as for `kaleido.solve`.
    solution : Answer, Solution or iterable of Placement
        An answer with a solution, a solution, or its placements.

    Examples
    --------
    >>> puzzle = Puzzle("car")
    >>> solution = puzzle.solve().solution
    >>> puzzle.check(solution.placements), len(check("car", solution.placements[1:])) > 0
    (<Faults: none, the solution is right>, True)
    """
    puzzle = as_puzzle(pattern)
    placements = _placements_of(solution)
    expected = "a solution: an Answer, a Solution or placements"
    kinds = () if isinstance(placements, str | Mapping) else Iterable
    check_type(placements, kinds, expected, SolutionError)
    return Faults(find_faults(puzzle.pattern, tuple(placements), puzzle.pieces))


def _placements_of(given: Any) -> Any:
    """Return the placements of an answer or a solution; any other value as it is."""
    if isinstance(given, Answer):
        given = given.solution or ()
    return given.placements if isinstance(given, Solution) else given


@checked_arguments
class Puzzle(Solvable):
    """A pattern, or a board of any shape, to be covered by a set of pieces.

    Parameters
    ----------
    pattern : Board, Puzzle, str or sequence of str
        A `Pattern` or any `Board`; the name of a pattern or puzzle that comes with Kaleido, the
        file of a pattern or a picture of one, or its rows, as one text or a sequence.
    pieces : PieceSet or str, optional
        A set, its name, file or text; by default the classic pieces, or those of the puzzle.

    Attributes
    ----------
    problem : Problem
        The exact-cover problem that the search and the counter work on.
    state : State
        The board from which they start, with the pieces that it shows in place.

    Raises
    ------
    PatternError, PieceError
        The text names no pattern, the board has a letter that the pieces do not know, or these do
        not have as many cells as the board.

    Examples
    --------
    >>> puzzle = Puzzle("fancy-chessboard")
    >>> puzzle.unique(), sum(1 for _ in puzzle.solutions())
    (False, 118)
    >>> Puzzle("pentomino-6x10").pieces.title
    'The twelve pentominoes'
    """

    def __init__(self, pattern: BoardLike | Puzzle, pieces: SetLike | None = None) -> None:
        if pieces is None and isinstance(pattern, Solvable):
            pieces = pattern.pieces
        self.state = as_state(pattern, pieces)
        self.problem = self.state.problem

    def rate(
        self,
        *,
        max_memory: int = MAX_MEMORY,
        report: Callable[[str, float], None] | None = None,
    ) -> Rating:
        """Rate the difficulty, from 1 to 5; see `kaleido.rate`."""
        return rate(self, max_memory=max_memory, report=report)

    def check(self, solution: Answer | Solution | Iterable[Placement]) -> Faults:
        """Return the faults of a solution; see `kaleido.check`."""
        return check(self, solution)

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
        """The source of hints, which caches its results for the puzzle."""
        from kaleido.hints.hint import Adviser  # solving gives no hints

        return Adviser(self.problem)


def as_puzzle(pattern: PuzzleLike) -> Solvable:
    """Return a puzzle or position as it is, or the puzzle of any other value."""
    return pattern if isinstance(pattern, Solvable) else Puzzle(pattern)


def named_puzzle(name: str, use: Sequence[str] = (), day: Day | None = None) -> Puzzle:
    """Return the puzzle with that name.

    Parameters
    ----------
    name : str
        One of `kaleido.puzzle_names()`, or another name of a puzzle, such as that of its file.
    use : sequence of str, optional
        The names of the pieces to use; all by default.
    day : date or str, optional
        The date whose cells stay open on a calendar, or its text; today by default.

    Raises
    ------
    PatternError, PieceError, OptionError
        There is no such puzzle or piece, the pieces do not fill the board, or a date is given for a
        puzzle that is not a calendar.

    Examples
    --------
    >>> puzzle = named_puzzle("katamino-5xN", ["2", "3", "6", "11", "8", "4"])
    >>> puzzle.pattern.grid.cols, puzzle.unique()
    (6, False)
    """
    return Puzzle(*open_door(name, use=use, day=day))


@checked_arguments
@dataclass(frozen=True, init=False, repr=False, eq=False)
class Position(Solvable):
    """A puzzle with pieces laid on its board, from which play, searches and counts go on.

    The pieces may lead to no solution, but they fit beside each other. Their order is kept for
    `pop` and for hints; positions are equal when their boards are, whatever the order.

    Parameters
    ----------
    puzzle : Puzzle, Board, str or sequence of str
        A name, a file, rows or a `Puzzle`, as in ``Position("car")``.
    placements : Placement, str or iterable of these, Solution or Answer, optional
        The pieces in a list, each as for `push`. The errors are those of `Puzzle` and `push`.

    Examples
    --------
    >>> position = Position("first-steps", ["V@A3", "D@C3:front90"])
    >>> print(position)
        1   2   3   4
      +-------+-------+
    A | y   x | x   y |
      |       |   +---+
    B | x   b | b | x |
      |       +---+   |
    C | r   x | x | r |
      |       |   |   |
    D | x   r | r | x |
      +-------+---+---+
    >>> position.count().solutions, len(position.legal_placements)
    (1, 4)
    >>> position.push("J@A1").pop() == Position("first-steps", ["D@C3:front90", "V@A3"])
    True
    """

    puzzle: Puzzle
    state: State

    def __init__(
        self,
        puzzle: Puzzle | Board | str | Sequence[str],
        placements: Iterable[Placement | str] | Placement | str | Answer | Solution = (),
    ) -> None:
        known = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
        state = known.state
        # A single text must not be read letter by letter.
        if isinstance(placements, str | Placement):
            placements = [placements]
        for placement in _placements_of(placements):
            state = lay(state, _read(placement, state))
        state = state.refuted(in_pairs=True)
        self.__dict__.update(puzzle=known, problem=known.problem, state=state)

    def _at(self, state: State) -> Position:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__, state=state.refuted(in_pairs=True))
        return made

    @classmethod
    def parse(cls, puzzle: Puzzle | Board | str | Sequence[str], text: str) -> Position:
        """Read the pieces on a board from a grid of letters.

        Cells of one letter that touch are one piece. On a board with colours, any letters do that
        keep neighbours apart: shape and colours say which piece it is and which face is up. Where
        several could lie, and for pieces without colours, its own letter decides (`piece_letters`).

        Parameters
        ----------
        text : str
            Rows, separated by newlines or ``/``: ``.`` is an open cell, ``#`` (or ``.``) a hole,
            any other sign a piece. Blank lines and lines that start with ``#`` and a blank are not
            rows. Hexagons may have blanks between them, and layers blank lines or ``//``. JSON with
            placements, as of ``kaleido position --json``, does as well.

        Raises
        ------
        PlacingError
            The rows are not those of the board, or a region is not a piece that is left, or could
            be several.

        Examples
        --------
        >>> Position.parse("first-steps", "..VV/..V./..D./..D.").placements[1].piece
        'domino'
        """
        from kaleido.search.position_text import parse_position

        if '"placements"' in text:
            return cls(puzzle, placements_from_json(text))
        empty = cls(puzzle)
        return cls(empty.puzzle, parse_position(text, empty.problem))

    @property
    def text(self) -> str:
        """The position on one line, as `parse` reads it."""
        from kaleido.search.position_text import format_position

        return format_position(self.state)

    def __repr__(self) -> str:
        name = self.pattern.title or self.pattern.text
        return f"<Position of {name}: {plural(len(self.placements), 'piece')} laid>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (self.puzzle, {*self.state.path}) == (other.puzzle, {*other.state.path})

    def __hash__(self) -> int:
        return hash((self.puzzle, frozenset(self.state.path)))

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        return type(self), (self.puzzle, self.placements)

    @property
    def adviser(self) -> Adviser:
        """That of the puzzle."""
        return self.puzzle.adviser

    @property
    def placements(self) -> tuple[Placement, ...]:
        """The pieces in the order in which they were laid, without those that the board shows."""
        return laid_by_hand(self.state)

    @property
    def legal_placements(self) -> tuple[Placement, ...]:
        """The placements of pieces that are left on free cells, where the pattern asks for them.

        They need not lead to a solution.
        """
        from kaleido.hints.fitting import Fitting  # solving asks for none

        return self.problem.placements(bits(Fitting(self.state).options))

    def push(self, placement: Placement | str | Hint) -> Position:
        """Return the position with one more piece: this one does not change.

        Parameters
        ----------
        placement : Placement, str or Hint
            A placement, one as players write it (``T@A4``, ``t-r@0,3`` or ``T@A4:back90``), or a
            hint that has one.

        Raises
        ------
        AmbiguousPlaceError, PlacingError
            The text does not say how the piece lies, and it fits in several ways; or it fits in
            none, is used up, or the text is not a placement.
        """
        after = lay(self.state, _read(placement, self.state))
        if after is self.state:
            named = _read(placement, self.state).labelled(self.pieces)
            raise PlacingError(f"{named}: the board itself shows that piece")
        return self._at(after)

    def pop(self) -> Position:
        """Return the position before the last piece was laid, or raise a `PlacingError`."""
        before = self.state.parent
        if before is None or not self.placements:
            raise PlacingError("no piece was laid on the board that could come off")
        return self._at(before)

    def count_with(
        self,
        placement: Placement | str,
        *,
        max_memory: int = MAX_MEMORY,
        report: Callable[[float], None] | None = None,
    ) -> tuple[Count, int]:
        """Count all solutions, and those that contain one more piece.

        The arguments and errors are those of `push` and `count`.

        >>> count, hold = Position("first-steps", ["V@A3"]).count_with("D@C3:front90")
        >>> count.solutions, hold
        (1, 1)
        """
        after = self.push(placement)
        found = self.count(max_memory=max_memory, report=report)
        # The placements of one piece were counted separately.
        hold = found.by_placement.get(after.state.path[-1])
        if hold is None:
            hold = after.count(max_memory=max_memory, report=report).solutions
        return found, hold

    def check(self) -> Faults:
        """Return the faults of the position as a solution, one line for each."""
        return self.puzzle.check(self.problem.placements(self.state.path))


def _read(given: Placement | str | Hint, state: State) -> Placement:
    if isinstance(given, str):
        from kaleido.search.notation import parse_place

        return parse_place(given, state)
    value: Any = given
    placement: Placement | None = getattr(value, "placement", value)  # of a hint
    if placement is None and given is not None:
        raise PlacingError(f"{shown(given)} has no placement (.placement is None)")
    return value if placement is None else placement
