"""Positions: boards on which somebody has placed pieces by hand."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kaleido.arguments import check_type
from kaleido.errors import PlacingError
from kaleido.model.board import HOLE
from kaleido.model.cell_names import cell_name
from kaleido.model.grid import Cell, bits
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import FACE_NAMES, Orientation
from kaleido.model.piece_names import player_name
from kaleido.model.placement import Placement
from kaleido.search.pose import laid
from kaleido.search.problem import Problem
from kaleido.search.state import State
from kaleido.text import plain


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
    for placement in _with_givens(problem, placements):
        lying = used.setdefault(placement.piece, [])
        if len(lying) >= counts.get(placement.piece, 1):
            raise PlacingError(f"{placement}: that piece is already placed, as {lying[-1]}")
        if not placement.cells:
            raise PlacingError(f"a placement of {plain(placement.piece)} has no cells")
        rows, cols = problem.grid.rows, problem.grid.cols
        for row, col in placement.cells:
            if not (0 <= row < rows and 0 <= col < cols):
                raise PlacingError(f"{placement} lies off the board at {cell_name((row, col))}")
            if (row, col) in covered:
                clash = player_name(problem.pieces, covered[row, col].piece)
                raise PlacingError(f"{placement} overlaps the {clash} at {cell_name((row, col))}")
        number = problem.number_of(placement)
        if number is None:
            raise PlacingError(_misfit(problem, placement))
        lying.append(placement)
        covered |= dict.fromkeys(placement.cells, placement)
        if number not in problem.givens:
            state = state.place(number)
    return state.refuted(in_pairs=True)


def _with_givens(problem: Problem, placements: Iterable[Placement]) -> Iterator[Placement]:
    """Yield the givens and the other placements, each with its cells in any order."""
    yield from problem.placements(problem.givens)
    for placement in placements:
        check_type(placement, Placement, "a Placement", PlacingError)
        if problem.number_of(placement) not in problem.givens:
            yield placement


def left_empty(state: State) -> State:
    """Return the board with all free cells left empty, if that solves it; otherwise the board."""
    problem, free = state.problem, state.free
    blank = len(problem.pieces)
    if not free or free & ~problem.pattern.blanks:
        return state
    if state.pieces_left.count(blank) < free.bit_count():
        return state
    after = state
    for cell in bits(free):
        options = problem.piece_options[blank] & problem.cell_options[cell]
        after = after.place(options.bit_length() - 1)
    return after if after.solved else state


class Clash(NamedTuple):
    """Why a placement is not possible.

    Attributes
    ----------
    words : str
        What is wrong with it, as in "lies off the board at I4".
    size : int
        A measure of how far it is from possible, to find the nearest of several.
    off : bool
        Whether it lies off the board.
    """

    words: str
    size: int
    off: bool = False


def find_clash(
    problem: Problem, placement: Placement, placed: Iterable[Placement] = ()
) -> Clash | None:
    """Return why a placement of a known piece and face cannot be made; None if it can be made.

    Parameters
    ----------
    problem : Problem
    placement : Placement
    placed : iterable of Placement, optional
        The other pieces on the board.
    """
    pieces, board = problem.pieces, problem.pattern
    grid, cells = problem.grid, placement.cells
    off = [cell for cell in cells if not (0 <= cell[0] < grid.rows and 0 <= cell[1] < grid.cols)]
    if off:
        return Clash(f"lies off the board at {cell_name(off[0])}", 300 * len(off), off=True)
    holes = [cell for cell in cells if board.colour(*cell) == HOLE]
    if holes:
        return Clash(f"lies on the hole at {cell_name(holes[0])}", 100 * len(holes))
    lying = {cell: each.piece for each in placed for cell in each.cells}
    covered = [cell for cell in cells if cell in lying]
    if problem.number_of(placement) is not None:
        if not covered:
            return None
        other = player_name(pieces, lying[covered[0]])
        return Clash(f"overlaps the {other} at {cell_name(covered[0])}", len(covered))
    for orientation in (
        () if pieces.is_plain else pieces[placement.piece].face(placement.face).orientations
    ):
        wrong = _wrong_colours(problem, placement, orientation)
        if wrong:
            (cell, letter), *_ = wrong
            return Clash(
                f"shows {COLOURS[letter]} at {cell_name(cell)}, where "
                f"{COLOURS[board.colour(*cell)]} is asked",
                10 * len(wrong) + len(covered),
            )
    piece = pieces[placement.piece]
    if piece.zone and not covered:
        outside = [cell for cell in cells if not grid.cell_bits([cell]) & board.zone(piece.zone)]
        if outside:
            words = f"must lie in {piece.zone}, but covers {cell_name(outside[0])}"
            return Clash(words, 1_000 * len(outside))
    return Clash("does not have the shape of that face", 10_000)


def _wrong_colours(
    problem: Problem, placement: Placement, orientation: Orientation
) -> list[tuple[Cell, str]]:
    """Return the cells of a placement whose colours the board does not ask for, in its shape."""
    grid = problem.grid
    for first in placement.cells:
        cells = laid(orientation, first, grid, ordered=False)
        if cells is not None and set(cells) == set(placement.cells):
            lying = dict(zip(cells, orientation.colours, strict=True))
            return [
                (cell, lying[cell])
                for cell in placement.cells
                if problem.pattern.colour(*cell) != lying[cell]
            ]
    return []


def _misfit(problem: Problem, placement: Placement) -> str:
    """Return why a placement is not an option of the problem."""
    if placement.piece not in {piece.name for piece in problem.pieces}:
        return f"{placement}: there is no such piece"
    if placement.face not in FACE_NAMES:
        return f"{placement}: there is no such face"
    if placement.face not in [face.name for face in problem.pieces[placement.piece].faces]:
        return f"{placement}: the piece has no such face"
    clash = find_clash(problem, placement)
    assert clash is not None
    return f"{placement} {clash.words}"
