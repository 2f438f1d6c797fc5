"""Figures: the connected parts of a board, and the symmetries that move each on its own."""

import math
from collections.abc import Iterator, Sequence
from itertools import permutations, product

from kaleido.lattices.lattice import Matrix, Vector, images
from kaleido.model.board import Board
from kaleido.model.grid import Grid, bits
from kaleido.model.square_grid import grid_symmetries

MAX_MOVES = 1000
"""With more ways to move figures each on its own, only the symmetries of the whole board count."""

Images = tuple[tuple[int, int], ...]
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
    symmetries = _figure_symmetries(board)
    if symmetries is None and board.grid.lattice.is_square:
        symmetries = grid_symmetries(board.grid)
    # Symmetries that differ in holes only are the same.
    cells = list(bits(board.mask))
    seen = set()
    for symmetry in symmetries or _moved(board.grid, [[tuple(cells)]]):
        to = tuple([symmetry[cell] for cell in cells])
        if to not in seen and all(board.mask >> cell & 1 for cell in to):
            seen.add(to)
            yield symmetry


def _figure_symmetries(board: Board) -> Iterator[tuple[int, ...]] | None:
    """Return the ways to move figures each on its own; None for one figure and for too many."""
    grid = board.grid
    figures = [tuple(bits(part)) for part in grid.regions(board.mask, board.mask)]
    if board.wrap or len(figures) == 1:
        return None
    alike: dict[frozenset[Vector], list[tuple[int, ...]]] = {}
    for figure in figures:
        shapes = (frozenset(_pushed(grid, figure, each)) for each in grid.lattice.symmetries)
        shape = min(shapes, key=sorted)
        alike.setdefault(shape, []).append(figure)
    groups = list(alike.values())
    number = math.prod(
        len(_moves(grid, group[0], group[0])) ** len(group) * math.factorial(len(group))
        for group in groups
    )
    return _moved(grid, groups) if number <= MAX_MOVES else None


def _moved(grid: Grid, groups: list[list[tuple[int, ...]]]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to exchange the congruent figures of each group and to move each."""
    choices = [
        [
            moves
            for order in permutations(group)
            for moves in product(
                *(_moves(grid, figure, to) for figure, to in zip(group, order, strict=True))
            )
        ]
        for group in groups
    ]
    for chosen in product(*choices):
        symmetry = list(range(grid.size))
        for moves in chosen:
            for move in moves:
                for cell, to in move:
                    symmetry[cell] = to
        yield tuple(symmetry)


def _pushed(grid: Grid, figure: Sequence[int], matrix: Matrix) -> tuple[Vector, ...]:
    """Return the images of the cells of a figure, moved together into the corner of a drawing."""
    return grid.lattice.pushed(images(matrix, [grid.centres[cell] for cell in figure]))


def _moves(grid: Grid, figure: Sequence[int], to: Sequence[int]) -> list[Images]:
    """Return the different ways to move a figure to one congruent to it, its own place first."""
    identity, *_ = grid.lattice.symmetries
    goal = dict(zip(_pushed(grid, to, identity), to, strict=True))
    found: dict[Images, None] = {}
    for matrix in grid.lattice.symmetries:
        moved = _pushed(grid, figure, matrix)
        if set(moved) == goal.keys():
            numbers = (goal[centre] for centre in moved)
            found[tuple(zip(figure, numbers, strict=True))] = None
    return list(found)
