"""Orbits of placements: those that a symmetry of the problem carries into each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from kaleido.model.grid import bits
from kaleido.model.symmetry import grid_symmetries, map_mask
from kaleido.search.problem import Problem


def placement_orbits(problem: Problem, live: int, piece: int) -> dict[int, int]:
    """Find the orbits of a piece's placements.

    The symmetries are those of the board's lattice that carry the placements of this piece to
    themselves and those of each other piece to those of some piece.

    Parameters
    ----------
    problem : Problem
    live : int
        The placements in question.
    piece : int

    Returns
    -------
    dict of int to int
        By placement of the piece, the least placement of its orbit: as many solutions contain
        the one as the other.
    """
    own = list(bits(live & problem.piece_options[piece]))
    by_mask = {problem.masks[number]: number for number in own}
    symmetries = []
    # Both faces of a piece on the same cells: masks do not say what goes where.
    if len(by_mask) == len(own):
        options = [(live & each).bit_count() for each in problem.cell_options]
        symmetries = [
            symmetry
            for symmetry in islice(grid_symmetries(problem.grid), 1, None)
            # The cheap test first: most boards have no symmetry at all.
            if all(options[cell] == options[to] for cell, to in enumerate(symmetry))
            and _is_kept(problem, live, symmetry, piece)
        ]
    # The symmetries are a group: their images of a placement are its whole orbit.
    return {
        number: min(
            [number, *(by_mask[map_mask(each, problem.masks[number])] for each in symmetries)]
        )
        for number in own
    }


def _is_kept(problem: Problem, live: int, symmetry: Sequence[int], piece: int) -> bool:
    image: dict[int, int] = {}
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    for number in bits(live):
        mask = problem.masks[number]
        if mask not in image:
            image[mask] = map_mask(symmetry, mask)
        before.setdefault(problem.piece_numbers[number], []).append(mask)
        after.setdefault(problem.piece_numbers[number], []).append(image[mask])
    if sorted(before.pop(piece)) != sorted(after.pop(piece)):
        return False
    return sorted(map(sorted, before.values())) == sorted(map(sorted, after.values()))
