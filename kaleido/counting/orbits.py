"""Orbits of placements: those that a symmetry of the problem carries into each other."""

from __future__ import annotations

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
    masks = [
        sorted(problem.masks[number] for number in bits(live & options))
        for options in problem.piece_options
    ]
    counts = [(live & options).bit_count() for options in problem.cell_options]
    orbits = {number: number for number in bits(live & problem.piece_options[piece])}
    by_mask = {problem.masks[number]: number for number in orbits}
    if len(by_mask) < len(orbits):
        # Both faces of the piece can lie on the same cells: masks do not tell them apart.
        return orbits
    for symmetry in islice(grid_symmetries(problem.grid), 1, None):
        # The cheap test first: most boards have no symmetry at all.
        if any(counts[cell] != counts[to] for cell, to in enumerate(symmetry)):
            continue
        images = [sorted(map_mask(symmetry, mask) for mask in own) for own in masks]
        if images[piece] == masks[piece] and sorted(images) == sorted(masks):
            # The symmetries are a group: their images of a placement are its whole orbit.
            for mask, number in by_mask.items():
                orbits[number] = min(orbits[number], by_mask[map_mask(symmetry, mask)])
    return orbits
