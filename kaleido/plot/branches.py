"""The branches of a search tree, of which the dead ones may be folded to one node each."""

from collections.abc import Sequence
from typing import NamedTuple

from kaleido.analysis.recording import Recording


class Branch(NamedTuple):
    """A move tried, or what follows from some moves that were taken back, folded.

    Attributes
    ----------
    step : int
        The number of the move in the recording; of the first one if several are folded.
    parent : int
        The place of the branch before it in the list of branches, or -1 for the first board.
    depth, deepest : int
        The pieces on the board after the move, and the most pieces on a board that follows.
    nodes : int
        The moves that the branch stands for.
    is_kept : bool
        Whether the move leads to the solution or to the fullest board.
    """

    step: int
    parent: int
    depth: int
    deepest: int
    nodes: int
    is_kept: bool

    @property
    def is_folded(self) -> bool:
        """Whether it stands for several moves."""
        return self.nodes > 1


def all_branches(recording: Recording) -> list[Branch]:
    """Return a branch for every move, parents first and the kept one of siblings last."""
    return _Tree(recording).branches(None)


def folded_branches(recording: Recording, most: int) -> list[Branch]:
    """Return the branches of the moves kept, and dead ones folded to at most so many leaves.

    Dead branches of one board, of which there may be very many, are folded together as far as
    needed, the smallest first; one remains for each board that has any.
    """
    tree = _Tree(recording)
    for each in range(max(1, most), 0, -1):
        branches = tree.branches(each)
        if sum(not branch.is_kept for branch in branches) <= most:
            break
    return branches


class _Tree:
    """The moves of a recording by the moves before them."""

    def __init__(self, recording: Recording) -> None:
        steps = recording.steps
        self._line = set(recording.line)
        self._depths = [step.place.state.depth for step in steps]
        self._nodes = [1] * len(steps)
        self._deepest = list(self._depths)
        self._children: dict[int | None, list[int]] = {}
        for number, step in enumerate(steps):
            self._children.setdefault(step.parent, []).append(number)
        # Later moves never come before earlier ones.
        for number in range(len(steps) - 1, -1, -1):
            before = steps[number].parent
            if before is not None:
                self._nodes[before] += self._nodes[number]
                self._deepest[before] = max(self._deepest[before], self._deepest[number])

    def branches(self, most: int | None) -> list[Branch]:
        """Return all branches, or with dead ones folded to `most` for each board."""
        found: list[Branch] = []
        walk: list[tuple[list[int], int]] = [
            (group, -1) for group in reversed(self._groups(None, most))
        ]
        while walk:
            group, parent = walk.pop()
            first, is_kept = group[0], group[0] in self._line
            is_leaf = most is not None and not is_kept
            found.append(
                Branch(
                    first,
                    parent,
                    self._depths[first],
                    max(self._deepest[each] for each in group) if is_leaf else self._depths[first],
                    sum(self._nodes[each] for each in group) if is_leaf else 1,
                    is_kept,
                )
            )
            if not is_leaf:
                at = len(found) - 1
                walk += [(each, at) for each in reversed(self._groups(first, most))]
        return found

    def _groups(self, before: int | None, most: int | None) -> list[list[int]]:
        """Return the moves made from a board, those folded together in one list."""
        moves = self._children.get(before, [])
        kept = [[move] for move in moves if move in self._line]
        dead = [move for move in moves if move not in self._line]
        if most is None or len(dead) <= most:
            return [[move] for move in dead] + kept
        return self._merged(dead, most) + kept

    def _merged(self, dead: Sequence[int], most: int) -> list[list[int]]:
        """Return dead moves in `most` lists: the largest branches alone, the others together."""
        by_size = sorted(dead, key=lambda move: -self._nodes[move])
        alone = set(by_size[: most - 1])
        rest = [move for move in dead if move not in alone]
        return [rest, *([move] for move in dead if move in alone)]
