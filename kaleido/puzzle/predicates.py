"""Predicates on solutions, by name or as functions: where no four pieces meet, and the like."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.model.board import Board
from kaleido.model.grid import Cell, bits
from kaleido.model.solution import Solution
from kaleido.model.symmetry import board_symmetries

Predicate = Callable[[Solution], bool]
"""Whether a solution is wanted."""

PredicateLike = str | Predicate | Sequence[str | Predicate]
"""One predicate, or several that all must hold; those of `PREDICATES` by their names."""


def has_no_crossing(solution: Solution) -> bool:
    """Return whether four pieces meet at no corner; an `OptionError` asks for squares."""
    on_board, owners = solution.pattern.grid.on_board, _owners(solution, "no-crossing")
    blocks = (
        [on_board(row + down, col + right) for down, right in product((0, 1), repeat=2)]
        for row, col in owners
    )
    return all(len({owners.get(cell) for cell in block if cell} - {None}) < 4 for block in blocks)


def has_no_fault(solution: Solution) -> bool:
    """Return whether each line of the grid through the board cuts a piece.

    An `OptionError` asks for squares without joined sides.
    """
    owners = _owners(solution, "fault-free")
    if solution.pattern.wrap:
        raise OptionError("fault-free: no line goes through a board whose sides are joined")
    cut: dict[tuple[str, int], bool] = {}
    for (row, col), owner in owners.items():
        for line, beyond in ((("row", row), (row + 1, col)), (("column", col), (row, col + 1))):
            if beyond in owners:
                cut[line] = cut.get(line, False) or owners[beyond] == owner
    return all(cut.values())


def _owners(solution: Solution, name: str) -> dict[Cell, int]:
    """Return the number of the placement on each cell of a board of squares."""
    if not solution.pattern.grid.lattice.is_square:
        raise OptionError(f"{name} is about boards of squares")
    return {
        cell: number
        for number, placement in enumerate(solution.placements)
        for cell in placement.cells
    }


def takes_three_colours(solution: Solution) -> bool:
    """Return whether three colours are enough to tell pieces that share a side apart."""
    grid = solution.pattern.grid
    masks = [grid.cell_bits(placement.cells) for placement in solution.placements]
    touching = [
        [other for other, mask in enumerate(masks) if other != own and grid.spread(each) & mask]
        for own, each in enumerate(masks)
    ]
    order = sorted(range(len(masks)), key=lambda piece: -len(touching[piece]))
    colours: dict[int, int] = {}

    def paint(place: int) -> bool:
        if place == len(order):
            return True
        piece = order[place]
        taken = {colours.get(other) for other in touching[piece]}
        # Colours that no piece has yet are alike.
        for colour in range(min(3, len(set(colours.values())) + 1)):
            if colour not in taken:
                colours[piece] = colour
                if paint(place + 1):
                    return True
                del colours[piece]
        return False

    return paint(0)


def has_colours_apart(solution: Solution) -> bool:
    """Return whether no two pieces touch that the set draws in the same named colour."""
    grid, drawn = solution.pattern.grid, dict[str, int]()
    for placement in solution.placements:
        own, mask = solution.pieces[placement.piece].colour, grid.cell_bits(placement.cells)
        if own and grid.spread(mask) & drawn.get(own, 0):
            return False
        drawn[own] = drawn.get(own, 0) | mask
    return True


def is_symmetric(solution: Solution) -> bool:
    """Return whether a symmetry of the board carries the outlines of the pieces to themselves."""
    grid = solution.pattern.grid
    masks = {grid.cell_bits(placement.cells) for placement in solution.placements}
    return any(
        {sum(1 << to[cell] for cell in bits(mask)) for mask in masks} == masks
        for to in _symmetries(solution.pattern)
    )


@lru_cache(maxsize=16)
def _symmetries(board: Board) -> list[tuple[int, ...]]:
    return list(board_symmetries(board))[1:]


PREDICATES = MappingProxyType(
    {
        "no-crossing": has_no_crossing,
        "fault-free": has_no_fault,
        "three-colours": takes_three_colours,
        "colours-apart": has_colours_apart,
        "symmetric": is_symmetric,
    }
)
"""The predicates that have names."""


def predicate_of(where: PredicateLike) -> Predicate:
    """Return one predicate for all that are given; an `OptionError` names an unknown one.

    Examples
    --------
    >>> from kaleido import Puzzle
    >>> wanted = predicate_of(["no-crossing", "three-colours"])
    >>> sum(map(wanted, Puzzle("pentomino-3x20").solutions(up_to_symmetry=True)))
    2
    """
    given = [where] if isinstance(where, str) or callable(where) else list(where)
    for each in given:
        if isinstance(each, str) and each not in PREDICATES:
            raise OptionError(unknown("predicate", each, PREDICATES))
    chosen = [PREDICATES[each] if isinstance(each, str) else each for each in given]
    return lambda solution: all(each(solution) for each in chosen)
