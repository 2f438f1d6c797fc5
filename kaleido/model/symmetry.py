"""Symmetries: how a board is carried to itself, and the group that some symmetries generate."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

from kaleido.model.board import Board
from kaleido.model.grid import Grid, bits
from kaleido.model.lattices.lattice import Matrix, Vector, images

MAX_MOVES = 1000
"""With more ways to move figures each on its own, only the symmetries of the whole board count."""

Images = tuple[tuple[int, int], ...]
"""How a figure is moved to another: pairs of a cell and its image."""


class Permutation(NamedTuple):
    """The number of each cell's image, and the image of each letter."""

    cells: tuple[int, ...]
    letters: Mapping[str, str]

    def then(self, other: "Permutation") -> "Permutation":
        """Return the permutation that applies this one and then another."""
        cells = tuple(map(other.cells.__getitem__, self.cells))
        return Permutation(cells, {old: other.letters[new] for old, new in self.letters.items()})


def generate_group(generators: Sequence[Permutation]) -> tuple[Permutation, ...]:
    """Return all products of some permutations, without the identity.

    Examples
    --------
    >>> shift = Permutation((1, 2, 3, 0), {"x": "r", "r": "x"})
    >>> [(each.cells, each.letters["x"]) for each in generate_group([shift])]
    [((1, 2, 3, 0), 'r'), ((2, 3, 0, 1), 'x'), ((3, 0, 1, 2), 'r')]
    """
    if not generators:
        return ()
    cells, letters = generators[0]
    identity = Permutation(tuple(range(len(cells))), {letter: letter for letter in letters})
    found = [identity]
    for each in found:
        found += [made for generator in generators if (made := each.then(generator)) not in found]
    return tuple(found[1:])


def board_symmetries(board: Board, *, turns: bool = False) -> Iterator[tuple[int, ...]]:
    """Yield the symmetries of a board: permutations of its lattice that carry cells to cells.

    These are turns, reflections and shifts around seams, wherever the cells lie in the drawing:
    holes around them make no difference. If the board falls into several figures and no sides are
    joined, congruent figures are also exchanged, and each is turned and mirrored on its own, unless
    there are more than `MAX_MOVES` ways to do so. With `turns`, nothing is mirrored. The identity
    comes first. Whether a puzzle keeps a symmetry depends on its pieces, too: see
    `kaleido.search.symmetry`.

    Examples
    --------
    >>> boards = map(Board.parse, ("2x3", "ooo./ooo.", "2x3 + 2x3"))
    >>> [len(list(board_symmetries(board))) for board in boards]
    [4, 4, 32]
    >>> [len(list(board_symmetries(board, turns=True))) for board in map(Board.parse, ("2x3", "5"))]
    [2, 1]
    """
    return iter(_find(board.grid, board.mask, bool(board.wrap), turns))


@lru_cache(16)  # boards of one shape differ in their colours alone
def _find(grid: Grid, mask: int, wraps: bool, turns: bool) -> tuple[tuple[int, ...], ...]:
    cells = tuple(bits(mask))
    matrices = grid.lattice.rotations if turns else grid.lattice.symmetries
    # Several motions may do the same to the cells, as on a single row.
    found: dict[tuple[int, ...], tuple[int, ...]] = {}
    for symmetry in _wound(grid, cells, matrices) if wraps else _moved(grid, mask, matrices):
        found.setdefault(tuple([symmetry[cell] for cell in cells]), symmetry)
    return tuple(found.values())


def _wound(
    grid: Grid, cells: Sequence[int], matrices: Iterable[Matrix]
) -> Iterator[tuple[int, ...]]:
    """Yield the motions of a tube or a torus of squares that carry some cells to themselves."""
    exchanges = grid.rows == grid.cols and grid.wraps_rows == grid.wraps_cols
    centres, goals = [grid.centres[cell] for cell in cells], set(cells)
    for matrix in matrices:
        if not matrix[0][0] and not exchanges:
            continue
        (first_row, first_col), *_ = spun = images(matrix, centres)
        for row, col in map(grid.centres.__getitem__, cells):
            down, right = row - first_row, col - first_col
            to = [grid.on_board(row + down, col + right) for row, col in spun]
            numbers = [each[0] * grid.cols + each[1] for each in to if each is not None]
            if len(numbers) == len(to) and goals.issuperset(numbers):
                yield _permutation(grid, zip(cells, numbers, strict=True))


def _permutation(grid: Grid, pairs: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the permutation with some pairs of a cell and its image; holes stay where they are."""
    symmetry = list(range(grid.size))
    for cell, to in pairs:
        symmetry[cell] = to
    return tuple(symmetry)


def _groups(grid: Grid, mask: int, matrices: Sequence[Matrix]) -> list[list[tuple[int, ...]]]:
    """Return the figures of a board that are moved on their own, congruent ones together.

    If there would be too many moves, the whole board is one figure.
    """
    whole = tuple(bits(mask))
    figures = [tuple(bits(part)) for part in grid.regions(mask, mask)]
    if len(figures) == 1:
        return [[whole]]
    every = grid.lattice.symmetries
    number = math.prod(
        len(_moves(grid, every, group[0], group[0])) ** len(group) * math.factorial(len(group))
        for group in _congruent(grid, figures, every)
    )
    return _congruent(grid, figures, matrices) if number <= MAX_MOVES else [[whole]]


def _congruent(
    grid: Grid, figures: Iterable[tuple[int, ...]], matrices: Sequence[Matrix]
) -> list[list[tuple[int, ...]]]:
    """Return figures in groups of those that some matrices make of each other."""
    alike: dict[frozenset[Vector], list[tuple[int, ...]]] = {}
    for figure in figures:
        shapes = (frozenset(_pushed(grid, figure, each)) for each in matrices)
        alike.setdefault(min(shapes, key=sorted), []).append(figure)
    return list(alike.values())


def _moved(grid: Grid, mask: int, matrices: Sequence[Matrix]) -> Iterator[tuple[int, ...]]:
    """Yield all ways to exchange the congruent figures of a board and to move each."""
    choices = [
        [
            moves
            for order in permutations(group)
            for moves in product(
                *(
                    _moves(grid, matrices, figure, to)
                    for figure, to in zip(group, order, strict=True)
                )
            )
        ]
        for group in _groups(grid, mask, matrices)
    ]
    for chosen in product(*choices):
        yield _permutation(grid, (pair for moves in chosen for move in moves for pair in move))


def _pushed(grid: Grid, figure: Sequence[int], matrix: Matrix) -> tuple[Vector, ...]:
    """Return the images of the cells of a figure, moved together into the corner of a drawing."""
    return grid.lattice.pushed(images(matrix, [grid.centres[cell] for cell in figure]))


def _moves(
    grid: Grid, matrices: Sequence[Matrix], figure: Sequence[int], to: Sequence[int]
) -> list[Images]:
    """Return the different ways to move a figure to one congruent to it, its own place first."""
    identity, *_ = matrices
    goal = dict(zip(_pushed(grid, to, identity), to, strict=True))
    found: dict[Images, None] = {}
    for matrix in matrices:
        moved = _pushed(grid, figure, matrix)
        if set(moved) == goal.keys():
            numbers = (goal[centre] for centre in moved)
            found[tuple(zip(figure, numbers, strict=True))] = None
    return list(found)
