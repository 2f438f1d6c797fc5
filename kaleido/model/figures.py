"""Figures: the connected parts of a board, and the symmetries that move each on its own."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from kaleido.model.board import Board
from kaleido.model.grid import Cell
from kaleido.model.symmetry import SquareSymmetry, grid_symmetries

MAX_MOVES = 1000
"""With more ways to move figures each on its own, only the symmetries of the whole board count."""

Move = tuple[tuple[int, int], ...]
"""How a figure is moved to another: pairs of a cell and its image."""


def board_symmetries(board: Board) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of a board: permutations of its lattice that carry cells to cells.

    These are turns, reflections and shifts around seams. If the board falls into several figures
    and no sides are joined, congruent figures are also exchanged, and each is turned and mirrored
    on its own, unless there are more than `MAX_MOVES` ways to do so. The identity comes first.

    Examples
    --------
    >>> [len(list(board_symmetries(Board.parse(text)))) for text in ("2x3", "2x3 + 2x3")]
    [4, 32]
    """
    # Symmetries that differ in holes only are the same.
    cells = [cell for cell in range(board.grid.size) if board.mask >> cell & 1]
    seen = set()
    for symmetry in _figure_symmetries(board) or grid_symmetries(board.grid):
        image = tuple([symmetry[cell] for cell in cells])
        if image not in seen and all(board.mask >> cell & 1 for cell in image):
            seen.add(image)
            yield symmetry


def _figure_symmetries(board: Board) -> Iterator[tuple[int, ...]] | None:
    """Return the ways to move figures each on its own; None for one figure and for too many."""
    figures = [tuple(board.grid.cells(part)) for part in board.grid.regions(board.mask, board.mask)]
    if board.wrap or len(figures) == 1:
        return None
    alike: dict[frozenset[Cell], list[tuple[Cell, ...]]] = {}
    for figure in figures:
        shape = min((_shape(figure, each) for each in SquareSymmetry), key=sorted)
        alike.setdefault(shape, []).append(figure)
    groups = list(alike.values())
    number = math.prod(
        len(_moves(group[0], group[0], board.grid.cols)) ** len(group) * math.factorial(len(group))
        for group in groups
    )
    return _moved(board, groups) if number <= MAX_MOVES else None


def _moved(board: Board, groups: list[list[tuple[Cell, ...]]]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to exchange the congruent figures of each group and to move each."""
    choices = [
        [
            moves
            for order in permutations(group)
            for moves in product(
                *(
                    _moves(figure, to, board.grid.cols)
                    for figure, to in zip(group, order, strict=True)
                )
            )
        ]
        for group in groups
    ]
    for chosen in product(*choices):
        symmetry = list(range(board.grid.size))
        for moves in chosen:
            for move in moves:
                for cell, to in move:
                    symmetry[cell] = to
        yield tuple(symmetry)


def _shape(figure: Sequence[Cell], symmetry: SquareSymmetry) -> frozenset[Cell]:
    """Return the image of a figure under a symmetry, pushed into the top left corner."""
    return frozenset(_pushed(figure, symmetry))


def _pushed(figure: Sequence[Cell], symmetry: SquareSymmetry) -> list[Cell]:
    images = [symmetry.map_cell(*cell) for cell in figure]
    top, left = min(row for row, _ in images), min(col for _, col in images)
    return [(row - top, col - left) for row, col in images]


def _moves(figure: Sequence[Cell], to: Sequence[Cell], cols: int) -> list[Move]:
    """Return the different ways to move a figure to one congruent to it, its own place first."""
    top, left = min(row for row, _ in to), min(col for _, col in to)
    goal = _shape(to, SquareSymmetry.IDENTITY)
    found: dict[Move, None] = {}
    for symmetry in SquareSymmetry:
        images = _pushed(figure, symmetry)
        if set(images) == goal:
            numbers = [(top + row) * cols + left + col for row, col in images]
            own = (row * cols + col for row, col in figure)
            found[tuple(zip(own, numbers, strict=True))] = None
    return list(found)
