"""Orbits of placements: those that a symmetry of the problem carries into each other."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from kaleido.model.grid import bits
from kaleido.model.symmetry import grid_symmetries, map_mask
<<<<<<< HEAD
from kaleido.search.state import State
=======
from kaleido.search.problem import Problem
>>>>>>> main


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


<<<<<<< HEAD
def _symmetries(state: State) -> list[tuple[int, ...]]:
    """List the maps, but the identity, that keep colours, pieces placed and all placements."""
    problem = state.problem
    letters = "".join(problem.pattern.rows)
    if problem.pieces.is_plain:
        letters = "".join(" " if letter == "." else "o" for letter in letters)
    placed = {(problem.piece_numbers[number], problem.masks[number]) for number in state.path}
    # On narrow boards some maps are the same.
    _, *maps = dict.fromkeys(grid_symmetries(problem.grid))
    fitting = [
        place
        for place in maps
        if all(letters[cell] == letters[to] for cell, to in enumerate(place))
        and {(piece, map_mask(place, mask)) for piece, mask in placed} == placed
    ]
    if not fitting:
        # Most patterns have no symmetry: their placements need not be looked at.
        return []
    homes = [
        {problem.masks[number] for number in bits(options)} for options in problem.piece_options
    ]
    return [
        place
        for place in fitting
        if all({map_mask(place, mask) for mask in own} == own for own in homes)
    ]


def _count_fixed(state: State, place: tuple[int, ...]) -> int:
    """Count the solutions that a map leaves as they are."""
    problem = state.problem
    left = Counter(state.pieces_left)
    pieces = sorted(left)
    # What a map carries a placement through lies there together, or not at all.
    groups: dict[int, set[tuple[int, int, int, int]]] = {}
    for number in bits(state.live):
        mask, piece = problem.masks[number], problem.piece_numbers[number]
        whole, least, used, image = mask, mask, 1, map_mask(place, mask)
        while image != mask and not image & whole:
            whole, least, used = whole | image, min(least, image), used + 1
            image = map_mask(place, image)
        if image == mask and used <= left[piece]:
            # Copies may fill the same cells in several ways: the least of them tells which.
            for cell in bits(whole):
                groups.setdefault(cell, set()).add((whole, pieces.index(piece), used, least))
    # By its last free cell, what is free and which pieces are left, in how many ways.
    layers: list[dict[tuple[int, tuple[int, ...]], int]] = [
        {} for _ in range(state.free.bit_length() + 1)
    ]
    layers[-1][state.free, tuple(left[piece] for piece in pieces)] = 1
    for last in range(len(layers) - 1, 0, -1):
        for (free, spare), ways in layers[last].items():
            for whole, piece, used, _ in groups.get(last - 1, ()):
                if not whole & ~free and used <= spare[piece]:
                    rest = (*spare[:piece], spare[piece] - used, *spare[piece + 1 :])
                    after = layers[(free & ~whole).bit_length()]
                    key = free & ~whole, rest
                    after[key] = after.get(key, 0) + ways
        layers[last] = {}
    return sum(layers[0].values())
=======
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
>>>>>>> main
