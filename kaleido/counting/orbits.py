"""Orbits of placements and of solutions: what symmetries of the board carry into each other."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from kaleido.counting.frontier import Frontier
from kaleido.counting.region import lay_out
from kaleido.model.board import HOLE
from kaleido.model.grid import bits
from kaleido.model.symmetry import grid_symmetries, map_mask
from kaleido.search.state import State


def placement_orbits(state: State, piece: int) -> dict[int, int]:
    """Return, by live placement of a piece, the least placement of its orbit.

    As many solutions contain the one as the other. The symmetries are those of the board's
    lattice that carry the placements of this piece to themselves and those of each other piece
    to those of some piece.
    """
    problem, live = state.problem, state.live
    masks = [
        sorted(problem.masks[number] for number in bits(live & options))
        for options in problem.piece_options
    ]
    counts = [(live & options).bit_count() for options in problem.cell_options]
    orbits = {number: number for number in bits(live & problem.piece_options[piece])}
    by_mask = {problem.masks[number]: number for number in orbits}
    if len(by_mask) < len(orbits):
        # Both faces of the piece can lie on the same cells, so that masks do not tell which.
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


def count_solution_orbits(state: State, solutions: int) -> int:
    """Count the orbits of all `solutions` that contain a board, by Burnside's lemma.

    The symmetries are those of the board with the pieces placed on it. The number of orbits is
    the mean, over the symmetries, of the number of solutions that each leaves unchanged. Such a
    solution consists of cycles: placements that the symmetry carries into each other.
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
    by_piece = [
        {problem.masks[number] for number in bits(options)} for options in problem.piece_options
    ]
    return [
        symmetry
        for symmetry in symmetries
        if all(letters[cell] == letters[to] for cell, to in enumerate(symmetry))
        and {(piece, map_mask(symmetry, mask)) for piece, mask in placed} == placed
        and all({map_mask(symmetry, mask) for mask in masks} == masks for masks in by_piece)
    ]


class SolutionSymmetries:
    """The symmetries of a board with the pieces placed on it, as they act on its solutions.

    Parameters
    ----------
    state : State

    Attributes
    ----------
    images : list of list of int
        For each symmetry but the identity, the number of the image of each placement.
    """

    def __init__(self, state: State) -> None:
        problem = state.problem
        lying = list(zip(problem.piece_numbers, problem.masks, strict=True))
        numbers = {each: number for number, each in enumerate(lying)}
        # Where both faces of a piece can lie on the same cells, masks do not tell which.
        symmetries = _symmetries(state) if len(numbers) == len(lying) else []
        self.images = [
            [numbers[piece, map_mask(symmetry, mask)] for piece, mask in lying]
            for symmetry in symmetries
        ]

    def is_least(self, solution: Sequence[int]) -> bool:
        """Return whether a solution is the least of its orbit."""
        own = sorted(solution)
        return all(own <= sorted(map(image.__getitem__, solution)) for image in self.images)

    def least(self, solution: Sequence[int]) -> tuple[int, ...]:
        """Return the least image of a solution, sorted: the same for all of its orbit."""
        images = (sorted(map(image.__getitem__, solution)) for image in self.images)
        return tuple(min(sorted(solution), *images) if self.images else sorted(solution))


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
            # Copies may fill the same cells in several ways, which differ in their least mask.
            cycles.add((whole, piece, used, least))
    ordered = list(cycles)
    placements = [(whole, piece, number) for number, (whole, piece, *_) in enumerate(ordered)]
    region = lay_out(state.free, placements, problem.grid.cols)
    copies = [used for _, _, used, _ in ordered]
    frontier = Frontier(region, left, copies=copies, needed=Counter(state.pieces_needed))
    for cell in range(region.size):
        frontier.expand(cell)
        frontier.layers[cell] = {}
    return frontier.total
