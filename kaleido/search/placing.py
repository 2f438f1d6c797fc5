"""Pieces laid on a board by hand: where they lie, in words and cells, and why they do not fit."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import NamedTuple

from kaleido.base.arguments import check_type
from kaleido.base.errors import PlacingError
from kaleido.base.text import either
from kaleido.base.words import say
from kaleido.model.board import HOLE
from kaleido.model.grid import Cell, Grid, bits
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import moved
from kaleido.model.names import cell_name, player_name
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import FACE_NAMES, Orientation
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.search.state import State


def turn_name(number: int, lattice: Lattice) -> str:
    """Return the name of an orientation of a face, given by its number: "" for the first.

    In the plane these are degrees clockwise; in space, where turns have no order, the number.

    Examples
    --------
    >>> from kaleido.model import find_lattice
    >>> [turn_name(2, find_lattice(name)) for name in ("square", "hexagonal", "cubic")]
    ['180', '120', '2']
    """
    return str(_degrees(lattice) * number) if number else ""


def turn_number(name: str, shapes: Sequence[Orientation]) -> int | None:
    """Return the number of the orientation that a turn of a face leads to; None for no turn."""
    lattice = shapes[0].lattice
    number, rest = divmod(int(name or 0), _degrees(lattice))
    if rest or number >= (len(lattice.rotations) if lattice.is_flat else len(shapes)):
        return None
    return number % len(shapes)


def expected_turns(shapes: Sequence[Orientation]) -> str:
    """Return the possible turns of a face in words: 90, 180 or 270 for a turn."""
    lattice = shapes[0].lattice
    if lattice.is_flat:
        turns = [turn_name(number, lattice) for number in range(1, len(lattice.rotations))]
        return f"{either(turns)} for a turn"
    return f"1 to {len(shapes) - 1} for a turn" if len(shapes) > 1 else "no turn"


def pose_words(pieces: PieceSet, piece: str, face: str, turn: str) -> str:
    """Return in words how a face of a piece is turned."""
    lying = pieces[piece]
    is_over = face != lying.faces[0].name
    if not pieces.lattice.is_flat:
        key, number = "pieces.overWay" if is_over else "pieces.way", int(turn or 0) + 1
        return say(key, number=number, all=len(lying.face(face).orientations))
    if not pieces.is_plain:
        side = say(f"faces.{face}")
        return say("pieces.turned", face=side, degrees=turn) if turn else side
    if is_over:
        return say("pieces.overBy", degrees=turn) if turn else say("pieces.over")
    return say("pieces.by", degrees=turn) if turn else say("pieces.straight")


def laid(
    shape: Orientation, first: Cell, grid: Grid | None, *, ordered: bool = True
) -> tuple[Cell, ...] | None:
    """Return the cells that a shape covers when its first cell lies at a given one.

    Without a grid, the board is of squares and does not wrap around. Cells off the board are given,
    too, as far as they can be written. They are in reading order, or in that of the cells of the
    shape (`ordered`). None means that the first cell cannot be there, such as a triangle that
    points up on one that points down, or that a cell lies outside the layers of the board.
    """
    lattice, own = shape.lattice, shape.centres
    start = lattice.centre(grid.place(first) if grid is not None else first)
    if not lattice.is_alike(own[0], start):
        return None
    step = moved(start, own[0], -1)
    cells = []
    for *layer, row, col in (lattice.place(moved(centre, step)) for centre in own):
        if layer and grid is not None:
            if not 0 <= row < grid.depth:
                return None
            row += grid.depth * layer[0]
        cells.append((grid and grid.on_board(row, col)) or (row, col))
    return tuple(sorted(cells) if ordered else cells)


def _degrees(lattice: Lattice) -> int:
    """Return the degrees of the smallest turn in the plane; 1 in space."""
    return 360 // len(lattice.rotations) if lattice.is_flat else 1


def lay_all(state: State, placements: Iterable[Placement]) -> State:
    """Return a board with pieces laid on it, as by `lay`.

    The state may be dead: pieces that fit need not lead to a solution.
    """
    return reduce(lay, placements, state).refuted(in_pairs=True)


def lay(state: State, placement: Placement) -> State:
    """Return a board with one more piece, in whatever order its cells are.

    If the board itself shows the piece there, the state stays as it is. A PlacingError names the
    clash if the placement lies off the board, does not agree with the colours or its piece,
    overlaps another one, or uses a piece twice.
    """
    problem, grid = state.problem, state.problem.grid
    check_type(placement, Placement, "a Placement", PlacingError)
    placement = placement.labelled(problem.pieces)
    number = problem.number_of(placement)
    if number in problem.givens:
        return state
    pieces = problem.pieces
    for piece, slot, count in zip(pieces, pieces.slots, pieces.counts, strict=True):
        if piece.name == placement.piece:
            lying = [each for each in state.path if problem.slot_numbers[each] == slot]
            if len(lying) >= count:
                what = f"a piece for {piece.choice}" if piece.choice else "that piece"
                there = problem.placement(lying[-1])
                raise PlacingError(f"{placement}: {what} is already placed, as {there}")
    if not placement.cells:
        raise PlacingError(f"a placement of {placement.name} has no cells")
    for row, col in placement.cells:
        if not (0 <= row < grid.rows and 0 <= col < grid.cols):
            raise PlacingError(f"{placement} {_outside((row, col))}")
        if clash := _lying_at(state, (row, col)):
            raise PlacingError(f"{placement} {clash}")
    if number is None:
        raise PlacingError(_misfit(state, placement))
    return state.place(number)


def _outside(cell: Cell) -> str:
    """Return the message that a piece lies off the board; only cells right or below have names."""
    return say("clash.outside") if min(cell) < 0 else say("clash.outsideAt", cell=cell_name(cell))


def _lying_at(state: State, cell: Cell) -> str:
    """Return the words for the piece that covers a cell; "" if the cell is free."""
    problem, bit = state.problem, state.problem.grid.cell_bits([cell])
    for number in state.path:
        if problem.masks[number] & bit:
            other = player_name(problem.pieces, problem.placement(number).piece)
            return say("clash.overlap", piece=other, cell=cell_name(cell))
    return ""


def laid_by_hand(state: State) -> tuple[Placement, ...]:
    """Return the pieces on a board in the order in which they were laid, without the givens."""
    return state.problem.placements(state.path[len(state.problem.givens) :])


def left_empty(state: State) -> State:
    """Return the board with all free cells left empty, if that solves it; otherwise the board."""
    problem, free = state.problem, state.free
    after, blank = state, len(problem.pieces)
    if free & ~problem.pattern.blanks or state.pieces_left.count(blank) < free.bit_count():
        return state
    for cell in bits(free):
        after = after.place((problem.blanks & problem.cell_options[cell]).bit_length() - 1)
    return after if after.solved else state


class Clash(NamedTuple):
    """Why a placement is not possible, in words such as "lies off the board at I4".

    The size is a measure of how far it is from possible, to find the nearest of several.
    """

    words: str
    size: int
    off: bool = False


def find_clash(state: State, placement: Placement) -> Clash | None:
    """Return why a piece that is left cannot be laid with a face on a board; None if it can."""
    problem = state.problem
    pieces, board = problem.pieces, problem.pattern
    grid, cells = problem.grid, placement.cells
    off = [cell for cell in cells if not (0 <= cell[0] < grid.rows and 0 <= cell[1] < grid.cols)]
    if off:
        return Clash(_outside(off[0]), 300 * len(off), off=True)
    holes = [cell for cell in cells if board.colour(*cell) == HOLE]
    if holes:
        return Clash(say("clash.hole", cell=cell_name(holes[0])), 100 * len(holes))
    covered = [cell for cell in cells if grid.cell_bits([cell]) & state.filled]
    if problem.number_of(placement) is not None:
        return Clash(_lying_at(state, covered[0]), len(covered)) if covered else None
    piece = pieces[placement.piece]
    for shape in piece.face(placement.face).orientations:
        if wrong := _wrong_cells(problem, placement, shape):
            (cell, letter), *_ = wrong
            words = say("clash.zone", zone=letter.lower(), cell=cell_name(cell))
            if not piece.is_plain:
                shown, wanted = COLOURS[letter], COLOURS[board.colour(*cell)]
                words = say("clash.colour", shown=shown, cell=cell_name(cell), wanted=wanted)
            return Clash(words, 10 * len(wrong) + len(covered))
    if piece.zone and not covered:
        outside = [cell for cell in cells if not grid.cell_bits([cell]) & board.zone(piece.zone)]
        if outside:
            words = say("clash.zone", zone=piece.zone, cell=cell_name(outside[0]))
            return Clash(words, 1_000 * len(outside))
    if piece.at and not covered and not grid.cell_bits(cells) & board.zone(piece.at):
        return Clash(say("clash.at", zone=piece.at), 1_000)
    return Clash(say("clash.shape"), 10_000)


def _wrong_cells(
    problem: Problem, placement: Placement, orientation: Orientation
) -> list[tuple[Cell, str]]:
    """Return the cells of a placement, in its shape, whose letters the board does not allow."""
    for first in placement.cells:
        cells = laid(orientation, first, problem.grid, ordered=False)
        if cells is not None and set(cells) == set(placement.cells):
            lying = dict(zip(cells, orientation.colours, strict=True))
            bit = problem.grid.cell_bits
            return [own for own in lying.items() if not problem.shown[own[1]] & bit(own[:1])]
    return []


def _misfit(state: State, placement: Placement) -> str:
    """Return why a placement is not an option of the problem."""
    problem = state.problem
    if placement.piece not in {piece.name for piece in problem.pieces}:
        return f"{placement}: there is no such piece"
    if placement.face not in FACE_NAMES:
        return f"{placement}: there is no such face"
    if placement.face not in [face.name for face in problem.pieces[placement.piece].faces]:
        return f"{placement}: the piece has no such face"
    clash = find_clash(state, placement)
    assert clash is not None
    return f"{placement} {clash.words}"
