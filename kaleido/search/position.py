"""Positions: boards on which somebody has placed pieces by hand."""

from collections.abc import Iterable

from kaleido.arguments import check_type
from kaleido.errors import PlacingError
from kaleido.model.board import HOLE
from kaleido.model.grid import Cell
from kaleido.model.piece import FACE_NAMES, Orientation
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.search.state import State


def place_all(problem: Problem, placements: Iterable[Placement]) -> State:
    """Return the board with some placements made.

    Returns
    -------
    State
        The state may be dead: pieces that fit need not lead to a solution.

    Raises
    ------
    PlacingError
        A placement lies off the board, does not agree with the colours or its piece, overlaps
        another one, or uses a piece twice; the message names the clash.
    """
    state = State.empty(problem)
    covered: dict[Cell, Placement] = {}
    counts = {
        piece.name: count
        for piece, count in zip(problem.pieces, problem.pieces.counts, strict=True)
    }
    used: dict[str, list[Placement]] = {}
    givens = problem.placements(problem.givens)
    for placement in (*givens, *(each for each in placements if each not in givens)):
        check_type(placement, Placement, "a Placement", PlacingError)
        lying = used.setdefault(placement.piece, [])
        if len(lying) >= counts.get(placement.piece, 1):
            raise PlacingError(f"{placement}: that piece is already placed, as {lying[-1]}")
        if not placement.cells:
            raise PlacingError(f"a placement of {placement.piece} has no cells")
        rows, cols = problem.grid.rows, problem.grid.cols
        for row, col in placement.cells:
            if not (0 <= row < rows and 0 <= col < cols):
                raise PlacingError(f"{placement} lies off the board at {(row, col)}")
            if (row, col) in covered:
                clash = covered[row, col]
                raise PlacingError(f"{placement} overlaps {clash} at {(row, col)}")
        number = problem.number_of(placement)
        if number is None:
            raise PlacingError(_misfit(problem, placement))
        lying.append(placement)
        covered |= dict.fromkeys(placement.cells, placement)
        if number not in problem.givens:
            state = state.place(number)
    return state


def _misfit(problem: Problem, placement: Placement) -> str:
    """Return why a placement is not an option of the problem."""
    pattern = problem.pattern
    if placement.piece not in {piece.name for piece in problem.pieces}:
        return f"{placement}: there is no such piece"
    if placement.face not in FACE_NAMES:
        return f"{placement}: there is no such face"
    piece = problem.pieces[placement.piece]
    if placement.face not in [face.name for face in piece.faces]:
        return f"{placement}: the piece has no such face"
    for row, col in placement.cells:
        if pattern.colour(row, col) == HOLE:
            return f"{placement} lies on the hole at {(row, col)}"
    shape = Orientation.of((cell, "") for cell in placement.cells)
    for orientation in piece.face(placement.face).orientations:
        if orientation.cells == shape.cells and not problem.pieces.is_plain:
            for cell, letter in zip(sorted(placement.cells), orientation.colours, strict=True):
                if pattern.colour(*cell) != letter:
                    return (
                        f"{placement} shows {letter} at {cell}, where the pattern asks for "
                        f"{pattern.colour(*cell)}"
                    )
    return f"{placement}: its cells are not the shape of that face"
