"""A position: a puzzle with pieces laid on its board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kaleido.analysis.puzzle import Puzzle
from kaleido.analysis.questions import Solvable
from kaleido.errors import PlacingError
from kaleido.model.board import Board
from kaleido.model.grid import bits
from kaleido.model.placement import Placement
from kaleido.search.placing import laid_by_hand, lay
from kaleido.search.state import State
from kaleido.text import plural

if TYPE_CHECKING:
    from kaleido.analysis.hint import Adviser


@dataclass(frozen=True, init=False, repr=False, eq=False)
class Position(Solvable):
    """A puzzle with pieces laid on its board, from which play, searches and counts go on.

    Whatever can be asked of a puzzle can be asked of a position. The pieces may lead to no
    solution, but they fit beside each other. The order in which they were laid is kept for `pop`
    and for hints; positions are equal when their boards are, whatever the order.

    Parameters
    ----------
    puzzle : Puzzle, Board, str or sequence of str
        A puzzle, or what `Puzzle` takes.
    placements : iterable of Placement or str, optional
        The pieces, each as for `push`.

    Attributes
    ----------
    puzzle : Puzzle
    state : State
        The board as the search sees it.

    Raises
    ------
    PatternError, PieceError
        As for `Puzzle`.
    PlacingError
        As for `push`.

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
        placements: Iterable[Placement | str] = (),
    ) -> None:
        known = puzzle if isinstance(puzzle, Puzzle) else Puzzle(puzzle)
        state = known.state
        for placement in placements:
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

        Cells of one letter that touch are one piece. Its shape and the colours of the board under
        it say which piece it is and which face is up, so that on a board with colours any letters
        do that keep neighbours apart. Where several pieces could lie, the letter of a piece decides
        (`piece_letters`). For pieces without colours, the letter of a piece always stands for it.

        Parameters
        ----------
        puzzle : Puzzle, Board, str or sequence of str
        text : str
            Rows, separated by newlines or ``/``: ``.`` is an open cell, ``#`` (or ``.``) a hole,
            any other sign a piece. Blank lines and lines that start with ``#`` and a blank are not
            rows. Hexagons may have blanks between them; layers may have blank lines or ``//``
            between them.

        Raises
        ------
        PlacingError
            The rows are not those of the board, or a region is no piece, shows colours that no
            piece has there, may be several pieces, or is a piece that is used up.

        Examples
        --------
        >>> Position.parse("first-steps", "..VV/..V./..D./..D.").placements[1].piece
        'domino'
        """
        from kaleido.search.position_text import parse_position

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
        return self.puzzle == other.puzzle and self._lying == other._lying

    def __hash__(self) -> int:
        return hash((self.puzzle, self._lying))

    @property
    def _lying(self) -> frozenset[int]:
        return frozenset(self.state.path)

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
        problem, state = self.problem, self.state
        taken = 0
        for cell in bits(state.filled):
            taken |= problem.cell_options[cell]
        open_to = 0
        for piece in set(state.pieces_left):
            open_to |= problem.piece_options[piece]
        return problem.placements(bits(open_to & ~taken))

    def push(self, placement: Placement | str) -> Position:
        """Return the position with one more piece.

        Parameters
        ----------
        placement : Placement or str
            A placement, or one as players write it: ``T@A4``, ``t-r@0,3`` or ``T@A4:back90``.

        Raises
        ------
        AmbiguousPlaceError
            The text does not say how the piece lies, and it fits in several ways.
        PlacingError
            The piece lies off the board, does not agree with the colours, overlaps another one or
            is used up; or the text is no placement.
        """
        after = lay(self.state, _read(placement, self.state))
        if after is self.state:
            raise PlacingError(f"{placement}: the board itself shows that piece")
        return self._at(after)

    def pop(self) -> Position:
        """Return the position before the last piece was laid.

        Raises
        ------
        PlacingError
            No piece was laid.
        """
        before = self.state.parent
        if before is None or not self.placements:
            raise PlacingError("no piece was laid on the board that could come off")
        return self._at(before)

    def check(self) -> tuple[str, ...]:
        """Return what is missing to a solution, one line for each fault; empty if nothing is."""
        return self.puzzle.check(self.problem.placements(self.state.path))


def _read(placement: Placement | str, state: State) -> Placement:
    if not isinstance(placement, str):
        return placement
    from kaleido.search.notation import parse_place

    return parse_place(placement, state)
