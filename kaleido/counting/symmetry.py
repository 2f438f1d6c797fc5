"""Symmetries of a table: maps of the board that carry placements to placements."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from kaleido.model.grid import bits
from kaleido.model.symmetry import grid_symmetries, map_mask
from kaleido.search.problem import Problem


def home_orbits(problem: Problem, live: int, piece: int) -> dict[int, int]:
    """Group the homes of a piece that symmetries carry into each other.

    Parameters
    ----------
    problem : Problem
    live : int
        The placements in question.
    piece : int
        The piece.

    Returns
    -------
    dict of int to int
        By home, the least placement of its group: as many solutions contain the one as the other.
    """
    homes = list(bits(live & problem.piece_options[piece]))
    leader = {home: home for home in homes}
    options = [(live & each).bit_count() for each in problem.cell_options]
    by_mask = {problem.masks[home]: home for home in homes}
    for place in islice(grid_symmetries(problem.grid), 1, None):
        # The cheap test first: most boards have no symmetry at all.
        if any(options[cell] != options[to] for cell, to in enumerate(place)):
            continue
        moved = _carried(problem, live, place, piece)
        if moved is None or len(by_mask) < len(homes):
            continue
        for home in homes:
            one, other = leader[home], leader[by_mask[moved[problem.masks[home]]]]
            if one != other:
                low, high = sorted((one, other))
                leader = {key: low if each == high else each for key, each in leader.items()}
    return leader


def _carried(
    problem: Problem, live: int, place: Sequence[int], piece: int
) -> dict[int, int] | None:
    """Give the image of each mask; None unless the pieces' placements map to pieces' ones."""
    image: dict[int, int] = {}
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    for number in bits(live):
        mask = problem.masks[number]
        if mask not in image:
            image[mask] = map_mask(place, mask)
        before.setdefault(problem.piece_numbers[number], []).append(mask)
        after.setdefault(problem.piece_numbers[number], []).append(image[mask])
    if sorted(before.pop(piece)) != sorted(after.pop(piece)):
        return None
    fits = sorted(map(sorted, before.values())) == sorted(map(sorted, after.values()))
    return image if fits else None
