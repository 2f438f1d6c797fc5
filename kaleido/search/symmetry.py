"""The symmetries of a puzzle as they act on placements, and so on boards and solutions.

A symmetry of the board (`kaleido.model.symmetry`) is one of a puzzle if it keeps the letters of its
cells, where pieces have colours, and maps the placements of each piece to those of one piece with
as many copies: a mirror image may exchange L and J if there are as many of both.
"""

import copy
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import compress
from typing import Literal, Self

from kaleido.base.arguments import checked_arguments
from kaleido.base.errors import OptionError
from kaleido.base.text import unknown
from kaleido.model.board import HOLE
from kaleido.model.grid import bits
from kaleido.search.core import load_core
from kaleido.search.problem import Problem, Sets
from kaleido.search.state import State

_FILLED = "#"  # no letter of a colour

_Slot = frozenset[tuple[frozenset[int], int]]
"""The placements of each piece of a slot, with the number of the pieces that have them."""

Image = list[int]
"""The number of the image of each placement under a symmetry."""

UpTo = bool | Literal["turns"]
"""Whether solutions that symmetries make of each other are one; "turns" leaves out reflections."""


@checked_arguments
class SolutionSymmetries:
    """The symmetries of a puzzle that keep the pieces placed, as they act on its solutions.

    Attributes
    ----------
    images : list of Image
        The images of all placements under each symmetry but the identity.
    are_turns : list of bool
        Whether each of these does without a reflection.
    """

    def __init__(self, state: State) -> None:
        placed = set(state.path)
        self._problem = problem = state.problem
        pieces = problem.placeable
        found = [
            (image, symmetry in problem.board_turns)
            for symmetry, image in _images(
                problem, problem.possible, 0, pieces.counts, pieces.slots_needed
            )
            if {image[number] for number in placed} == placed
        ]
        self.images = [image for image, _ in found]
        self.are_turns = [is_turn for _, is_turn in found]

    @classmethod
    def of(cls, state: State, up_to_symmetry: UpTo) -> Self | None:
        """Return the symmetries up to which solutions are meant; None if all solutions are."""
        if up_to_symmetry not in (True, False, "turns"):
            raise OptionError(unknown("symmetry", str(up_to_symmetry), ("True", "False", "turns")))
        if not up_to_symmetry:
            return None
        own = cls(state)
        return own._chosen(own.are_turns) if up_to_symmetry == "turns" else own

    def keeping(self, number: int) -> Self:
        """Return those of the symmetries that map a placement to itself."""
        return self._chosen([image[number] == number for image in self.images])

    def _chosen(self, chosen: Sequence[bool]) -> Self:
        kept = copy.copy(self)
        kept.images = list(compress(self.images, chosen))
        kept.are_turns = list(compress(self.are_turns, chosen))
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


def symmetries_left(state: State) -> Iterator[Image]:
    """Yield the images of the live placements under each symmetry of what a board leaves.

    It is one of the cells that are still free and of the pieces left; the pieces placed need not be
    kept. The identity is left out.
    """
    left, needed = state.slots_left()
    every = range(len(state.problem.placeable))
    counts = [left[piece] for piece in every], [needed[piece] for piece in every]
    found = _images(state.problem, state.live, state.filled, *counts)
    return (image for _, image in found)


def placement_orbits(state: State, piece: int) -> dict[int, int]:
    """Return, by live placement of a piece, the least placement of its orbit.

    All placements of an orbit are in equally many solutions. The symmetries are those of
    `symmetries_left` that do not exchange the piece for another.
    """
    problem = state.problem
    orbits = {number: number for number in bits(state.live & problem.piece_options[piece])}
    for image in symmetries_left(state):
        # The symmetries are a group: their images of a placement are its whole orbit.
        for number in orbits:
            if problem.piece_numbers[image[number]] == piece:
                orbits[number] = min(orbits[number], image[number])
    return orbits


def _images(
    problem: Problem, options: int, filled: int, copies: Sequence[int], needed: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], Image]]:
    """Yield each symmetry but the identity, with the images of some placements under it.

    The symmetries are those of the cells that are not filled, with some copies of each piece, of
    which some are needed. Other placements keep their numbers. Pieces with the same placements keep
    their order.
    """
    if problem.exclusions or not problem.counts_colours:
        return  # A sketch has more to keep than is compared here.
    shown = list(
        HOLE * problem.grid.size if problem.pieces.is_plain else "".join(problem.pattern.rows)
    )
    for cell in bits(filled):
        shown[cell] = _FILLED
    kept = [
        symmetry
        for symmetry in problem.board_symmetries
        if all(shown[cell] == shown[to] for cell, to in enumerate(symmetry))
    ]
    if options == problem.possible and load_core() is not None:
        # The core knows without a table in Python that most boards have no symmetry.
        kept = list(filter(problem.compiled.maps, kept))
    if not kept:
        return
    numbers = {(problem.piece_numbers[each], problem.masks[each]): each for each in bits(options)}
    lies = [
        frozenset(problem.masks[each] for each in bits(options & mine))
        for mine in problem.piece_options
    ]
    slots: defaultdict[int, list[int]] = defaultdict(list)
    for piece, slot in enumerate(problem.placeable.slots):
        slots[slot].append(piece)
    # No symmetry exchanges slots with the same placements, or each would have several images.
    alike: defaultdict[tuple[_Slot, tuple[int, int, bool]], list[int]] = defaultdict(list)
    for slot, pieces in slots.items():
        # Cells that stay empty do not change places with pieces.
        uses = copies[slot], needed[slot], slot < len(problem.pieces)
        alike[frozenset(Counter(lies[piece] for piece in pieces).items()), uses].append(slot)
    kinds = sorted(alike, key=lambda kind: max(len(masks) for masks, _ in kind[0]))
    for symmetry in kept:
        moved = Sets(partial(_moved, symmetry), len(numbers) + 1)
        to_piece: dict[int, int] = {}
        for kind, uses in kinds:
            images = {own: frozenset(map(moved.__getitem__, own)) for own, _ in kind}
            image_of = frozenset((images[own], n) for own, n in kind)
            target = alike.get((image_of, uses), ())
            if len(target) != len(alike[kind, uses]):
                break
            for slot, to in zip(alike[kind, uses], target, strict=True):
                left = list(slots[to])
                for piece in slots[slot]:
                    goal = images[lies[piece]]
                    to_piece[piece] = next(each for each in left if lies[each] == goal)
                    left.remove(to_piece[piece])
        else:
            image = list(range(len(problem)))
            for (piece, mask), number in numbers.items():
                image[number] = numbers[to_piece[piece], moved[mask]]
            yield symmetry, image


def _moved(symmetry: Sequence[int], mask: int) -> int:
    return sum([1 << symmetry[cell] for cell in bits(mask)])
