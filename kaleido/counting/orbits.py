"""Orbits of placements and of solutions: those that symmetries of the board map to each other."""

import copy
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Self

from kaleido.counting.frontier import Choose, Frontier, walk_back
from kaleido.counting.meter import Meter
from kaleido.counting.region import lay_out
from kaleido.model.board import HOLE
from kaleido.model.figures import board_symmetries
from kaleido.model.grid import bits
from kaleido.model.square_grid import map_mask
from kaleido.search.problem import Problem
from kaleido.search.state import State


def placement_orbits(state: State, piece: int) -> dict[int, int]:
    """Return, by live placement of a piece, the least placement of its orbit.

    All placements of an orbit are in equally many solutions. The symmetries are those of the board
    that map the placements of this piece to themselves and those of each other piece to those of
    some piece.
    """
    problem = state.problem
    orbits = {number: number for number in bits(state.live & problem.piece_options[piece])}
    by_mask = {problem.masks[number]: number for number in orbits}
    for symmetry, _ in _placement_symmetries(state, piece):
        # The symmetries are a group: their images of a placement are its whole orbit.
        for mask, number in by_mask.items():
            orbits[number] = min(orbits[number], by_mask[map_mask(symmetry, mask)])
    return orbits


class Carrier:
    """Maps solutions with one placement of a piece to those with another one of its orbit.

    The symmetries are those of `placement_orbits`. Different solutions have different images.
    """

    def __init__(self, state: State, piece: int) -> None:
        self._problem, self._piece = state.problem, piece
        self._symmetries = list(_placement_symmetries(state, piece))
        self._numbers = {
            (self._problem.piece_numbers[number], self._problem.masks[number]): number
            for number in bits(state.live)
        }

    def carry(self, path: Sequence[int], number: int, to: int) -> tuple[int, ...]:
        """Return the image of placements under the first symmetry that maps one to another."""
        if number == to:
            return tuple(path)
        masks, pieces = self._problem.masks, self._problem.piece_numbers
        symmetry, images = next(
            each for each in self._symmetries if map_mask(each[0], masks[number]) == masks[to]
        )
        return tuple(
            self._numbers[images[pieces[each]], map_mask(symmetry, masks[each])] for each in path
        )


def _placement_symmetries(
    state: State, piece: int
) -> Iterator[tuple[tuple[int, ...], Mapping[int, int]]]:
    """Yield the symmetries but the identity for `placement_orbits`, and the image of each piece."""
    problem, live = state.problem, state.live
    masks = [
        sorted(problem.masks[number] for number in bits(live & options))
        for options in problem.piece_options
    ]
    counts = [(live & options).bit_count() for options in problem.cell_options]
    for symmetry in islice(board_symmetries(problem.pattern), 1, None):
        # The cheap test first: most boards have no symmetry at all.
        if any(counts[cell] != counts[to] for cell, to in enumerate(symmetry)):
            continue
        images = [sorted(map_mask(symmetry, mask) for mask in own) for own in masks]
        if images[piece] == masks[piece] and sorted(images) == sorted(masks):
            # Pieces with the same placements keep their order.
            every = range(len(masks))
            sources = sorted(every, key=lambda number: (images[number], number))
            targets = sorted(every, key=lambda number: (masks[number], number))
            yield symmetry, dict(zip(sources, targets, strict=True))


class SolutionSymmetries:
    """The symmetries of a board with the pieces placed on it, as they act on its solutions.

    A symmetry must keep what the cells show and the pieces placed, and map the placements of each
    piece to those of one piece with as many copies: a mirror image may exchange L and J. Pieces
    with the same placements keep their order.

    Attributes
    ----------
    images : list of list of int
        For each symmetry but the identity, the number of the image of each placement.
    """

    def __init__(self, state: State) -> None:
        placed = set(state.path)
        self._problem = state.problem
        self.images = [
            image
            for image in _images(state.problem)
            if {image[number] for number in placed} == placed
        ]

    def keeping(self, number: int) -> Self:
        """Return those of the symmetries that map a placement to itself."""
        kept = copy.copy(self)
        kept.images = [image for image in self.images if image[number] == number]
        return kept

    def exchange(self, piece: int) -> bool:
        """Return whether a symmetry maps a piece to another one."""
        problem = self._problem
        options = problem.possible & problem.piece_options[piece]
        return any(
            problem.piece_numbers[image[number]] != piece
            for image in self.images
            for number in bits(options & -options)
        )

    def is_least(self, solution: Sequence[int]) -> bool:
        """Return whether a solution is the least of its orbit."""
        own = sorted(solution)
        return all(own <= sorted(map(image.__getitem__, solution)) for image in self.images)

    def least(self, solution: Sequence[int]) -> tuple[int, ...]:
        """Return the least image of a solution, sorted; it is the same for the whole orbit."""
        images = (sorted(map(image.__getitem__, solution)) for image in self.images)
        return tuple(min([sorted(solution), *images]))

    def count_orbits(self, state: State, solutions: int) -> int:
        """Count the orbits of all `solutions` that contain a board, by Burnside's lemma.

        The number of orbits is the mean, over the symmetries, of the number of solutions that
        each leaves unchanged.
        """
        if not solutions:
            return 0
        fixed = sum(FixedSolutions(state, image).count() for image in self.images)
        return (solutions + fixed) // (len(self.images) + 1)


def _images(problem: Problem) -> Iterator[list[int]]:
    """Yield the images of all placements under each symmetry of a puzzle but the identity."""
    labels = "".join(problem.pattern.rows)
    if problem.pieces.is_plain:
        labels = "".join(" " if letter == HOLE else "o" for letter in labels)
    numbers = {}
    for number, lies in enumerate(zip(problem.piece_numbers, problem.masks, strict=True)):
        numbers[lies] = number
    cells = {mask: tuple(bits(mask)) for mask in problem.masks}
    # No symmetry exchanges pieces with the same placements, or each would have several images.
    alike: defaultdict[tuple[frozenset[int], tuple[int, int, bool]], list[int]] = defaultdict(list)
    pieces = problem.placeable
    for piece, (count, needed) in enumerate(zip(pieces.counts, pieces.needed, strict=True)):
        options = problem.possible & problem.piece_options[piece]
        # Cells that stay empty do not change places with pieces.
        uses = count, needed, piece < len(problem.pieces)
        alike[frozenset(problem.masks[number] for number in bits(options)), uses].append(piece)
    kinds = sorted(alike, key=lambda kind: len(kind[0]))
    for symmetry in islice(board_symmetries(problem.pattern), 1, None):
        if any(labels[cell] != labels[to] for cell, to in enumerate(symmetry)):
            continue
        to_piece: dict[int, int] = {}
        moved: dict[int, int] = {}
        for masks, uses in kinds:
            for mask in masks - moved.keys():
                moved[mask] = sum([1 << symmetry[cell] for cell in cells[mask]])
            target = alike.get((frozenset(map(moved.__getitem__, masks)), uses), ())
            if len(target) != len(alike[masks, uses]):
                break
            to_piece.update(zip(alike[masks, uses], target, strict=True))
        else:
            yield [
                # Placements that cannot be made are in no solution; they keep their numbers.
                numbers[to_piece[piece], moved[mask]] if problem.possible >> number & 1 else number
                for (piece, mask), number in numbers.items()
            ]


class FixedSolutions:
    """The solutions containing a board that a symmetry leaves unchanged.

    Such a solution consists of cycles: placements that the symmetry maps to each other. They are
    counted on a frontier, where all placements of a cycle are made together. `image` has the number
    of the image of each placement.
    """

    def __init__(self, state: State, image: Sequence[int]) -> None:
        self._state = state
        self._left = Counter(state.pieces_left)
        self.cycles = list(self._find_cycles(image))
        self.frontier: Frontier | None = None

    def _find_cycles(self, image: Sequence[int]) -> Iterator[tuple[int, ...]]:
        live, problem = self._state.live, self._state.problem
        left = live
        while left:
            cycle, whole = [left.bit_length() - 1], 0
            while not cycle[1:] or cycle[-1] != cycle[0]:
                cycle.append(image[cycle[-1]])
            cycle.pop()
            clashes = False
            for number in cycle:
                clashes |= bool(whole & problem.masks[number])
                whole |= problem.masks[number]
                left &= ~(1 << number)
            if not clashes and all(live >> number & 1 for number in cycle):
                used = self._used(cycle)
                if all(used[piece] <= self._left[piece] for piece in used):
                    yield tuple(cycle)

    def _used(self, cycle: Sequence[int]) -> Mapping[int, int]:
        return Counter(self._state.problem.piece_numbers[number] for number in cycle)

    def count(self, meter: Meter | None = None) -> int:
        """Return how many there are. With a meter, all layers are kept, if they fit."""
        problem, free = self._state.problem, self._state.free
        wholes = [sum(problem.masks[number] for number in cycle) for cycle in self.cycles]
        covered = 0
        for whole in wholes:
            covered |= whole
        if covered != free:
            return 0
        placements = [(whole, -1, place) for place, whole in enumerate(wholes)]
        region = lay_out(free, placements, problem.grid.cols)
        needed = Counter(self._state.pieces_needed)
        used = list(map(self._used, self.cycles))
        frontier = Frontier(region, self._left, uses=used, needed=needed)
        if meter is None:
            for cell in range(region.size):
                frontier.expand(cell)
                frontier.layers[cell] = {}
        else:
            frontier.sweep(meter)
            self.frontier = frontier
        return frontier.total

    def draw(self, choose: Choose) -> tuple[int, ...]:
        """Return one of them, once they are counted with a meter."""
        assert self.frontier is not None
        path = walk_back(self.frontier, choose)
        return (*self._state.path, *(number for place in path for number in self.cycles[place]))
