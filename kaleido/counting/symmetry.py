"""Symmetries of a table: maps of the board that carry placements to placements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from kaleido.model.grid import Grid, bits
from kaleido.search.problem import Problem


def board_maps(grid: Grid) -> Iterator[list[int]]:
    """Yield, for each turn, flip and shift around a seam, the new number of every cell.

    The identity comes first.
    """
    board = np.arange(grid.size).reshape(grid.rows, grid.cols)
    for flipped in (board, board.T):
        for turns in range(4):
            turned = np.rot90(flipped, turns)
            changes_axes = (flipped is not board) != (turns % 2 == 1)
            if turned.shape != board.shape or (changes_axes and grid.wraps_rows != grid.wraps_cols):
                continue
            for down in range(grid.rows if grid.wraps_rows else 1):
                for right in range(grid.cols if grid.wraps_cols else 1):
                    shifted = np.roll(turned, (down, right), (0, 1))
                    yield np.argsort(shifted.ravel()).tolist()


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
    for place in islice(board_maps(problem.grid), 1, None):
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


def _carried(problem: Problem, live: int, place: list[int], piece: int) -> dict[int, int] | None:
    """Give the image of each mask; None unless the pieces' placements map to pieces' ones."""
    image: dict[int, int] = {}
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    for number in bits(live):
        mask = problem.masks[number]
        if mask not in image:
            image[mask] = sum(1 << place[cell] for cell in bits(mask))
        before.setdefault(problem.piece_numbers[number], []).append(mask)
        after.setdefault(problem.piece_numbers[number], []).append(image[mask])
    if sorted(before.pop(piece)) != sorted(after.pop(piece)):
        return None
    fits = sorted(map(sorted, before.values())) == sorted(map(sorted, after.values()))
    return image if fits else None
