"""Solutions up to the symmetries of their board, by Burnside's lemma."""

from __future__ import annotations

from collections import Counter

from kaleido.counting.frontier import Frontier
from kaleido.counting.region import lay_out
from kaleido.model.board import HOLE
from kaleido.model.grid import bits
from kaleido.model.symmetry import grid_symmetries, map_mask
from kaleido.search.state import State


def count_orbits(state: State, solutions: int) -> int:
    """Count solutions up to the symmetries of the board with the pieces placed on it.

    Parameters
    ----------
    state : State
    solutions : int
        How many there are in all.

    Notes
    -----
    The number is the mean, over the symmetries, of the solutions that each leaves unchanged.
    Such a solution consists of cycles: placements that the symmetry carries into each other.
    """
    if not solutions:
        return 0
    symmetries = _symmetries(state)
    fixed = sum(_count_fixed(state, symmetry) for symmetry in symmetries)
    return (solutions + fixed) // (len(symmetries) + 1)


def _symmetries(state: State) -> list[tuple[int, ...]]:
    """List those, but the identity, that keep colours, pieces placed and all placements."""
    problem = state.problem
    letters = "".join(problem.pattern.rows)
    if problem.pieces.is_plain:
        letters = "".join(" " if letter == HOLE else "o" for letter in letters)
    placed = {(problem.piece_numbers[number], problem.masks[number]) for number in state.path}
    # On narrow boards some symmetries are the same.
    _, *symmetries = dict.fromkeys(grid_symmetries(problem.grid))
    fitting = [
        symmetry
        for symmetry in symmetries
        if all(letters[cell] == letters[to] for cell, to in enumerate(symmetry))
        and {(piece, map_mask(symmetry, mask)) for piece, mask in placed} == placed
    ]
    if not fitting:
        # Most patterns have no symmetry: their placements need not be looked at.
        return []
    by_piece = [
        {problem.masks[number] for number in bits(options)} for options in problem.piece_options
    ]
    return [
        symmetry
        for symmetry in fitting
        if all({map_mask(symmetry, mask) for mask in masks} == masks for masks in by_piece)
    ]


def _count_fixed(state: State, symmetry: tuple[int, ...]) -> int:
    """Count the solutions that a symmetry leaves unchanged."""
    problem, left = state.problem, Counter(state.pieces_left)
    cycles: set[tuple[int, int, int, int]] = set()
    for number in bits(state.live):
        mask, piece = problem.masks[number], problem.piece_numbers[number]
        whole, least, used, image = mask, mask, 1, map_mask(symmetry, mask)
        while image != mask and not image & whole:
            whole, least, used = whole | image, min(least, image), used + 1
            image = map_mask(symmetry, image)
        if image == mask and used <= left[piece]:
            # Copies may fill the same cells in several ways, told apart by their least mask.
            cycles.add((whole, piece, used, least))
    ordered = list(cycles)
    placements = [(whole, piece, number) for number, (whole, piece, *_) in enumerate(ordered)]
    region = lay_out(state.free, placements, problem.grid.cols)
    frontier = Frontier(region, left, copies=[used for _, _, used, _ in ordered])
    for cell in range(region.size):
        frontier.expand(cell)
        frontier.layers[cell] = {}
    return frontier.total
