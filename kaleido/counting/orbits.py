"""Solutions up to the symmetries of their board."""

from __future__ import annotations

from collections import Counter

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
    Burnside's lemma: the mean, over the symmetries, of the solutions that each leaves as they
    are. These are put together from placements that a symmetry carries around, all at once.
    """
    if not solutions:
        return 0
    maps = _symmetries(state)
    return (solutions + sum(_count_fixed(state, place) for place in maps)) // (len(maps) + 1)


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
