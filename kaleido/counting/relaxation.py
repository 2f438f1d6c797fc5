"""Relaxations: which sets of pieces can still lead to a filled region, piece by piece.

A relaxation forgets most of a set of pieces: it only counts, for a few groups of pieces, how many
of each are used. The counts make one *number* below 64 (in mixed radix), so that a set of numbers
is a *word* of 64 bits, and one pass over the transitions finds, for every shape, the word of the
numbers that can be completed. A relaxation allows more than the rules do: what it rules out
cannot be completed.

References
----------
N. Christofides, A. Mingozzi, P. Toth, "State-space relaxation procedures for the computation of
bounds to routing problems", Networks 11, 1981.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from kaleido.counting.profiles import Profiles
from kaleido.counting.subsets import Subsets

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Relaxation:
    """Counters of used pieces.

    Attributes
    ----------
    weights : tuple of int
        By piece, what using it adds to the number; 0 if it is not counted.
    guards : tuple of int
        By piece, the word of the numbers to which the piece can be added.
    full : int
        The number when all pieces are used.
    """

    weights: tuple[int, ...]
    guards: tuple[int, ...]
    full: int


def relaxation_of(groups: Sequence[Sequence[int]], pieces: int) -> Relaxation:
    """Make the relaxation that counts the pieces used of each group.

    Pieces in no group can be used again and again.
    """
    weights, guards = [0] * pieces, [(1 << 64) - 1] * pieces
    unit = 1
    for group in groups:
        radix = len(group) + 1
        guard = sum(1 << n for n in range(64) if n // unit % radix < len(group))
        for piece in group:
            weights[piece], guards[piece] = unit, guard
        unit *= radix
    assert unit <= 64
    return Relaxation(tuple(weights), tuple(guards), unit - 1)


def choose_relaxations(sizes: Sequence[int]) -> list[Relaxation]:
    """Choose relaxations for pieces of these sizes, big to small.

    Small pieces would fill every gap if they could be used again, so that every relaxation counts
    the smallest sizes. Besides, one counts each of the first few pieces, and one each of the last
    few: more relaxations cost more than the states that they rule out.
    """
    pieces = len(sizes)
    groups = [[p for p in range(pieces) if sizes[p] == size] for size in sorted(set(sizes))]
    few, numbers = _fitting(groups, 8)
    counted = {piece for group in few for piece in group}
    singles = [[piece] for piece in range(pieces) if piece not in counted]
    room = (64 // numbers).bit_length() - 1
    chosen = [singles[:room], singles[room:][-room:]]
    return [relaxation_of(few + some, pieces) for some in chosen if few or some]


def _fitting(groups: Sequence[list[int]], most: int) -> tuple[list[list[int]], int]:
    """Take groups as long as their counts make at most `most` numbers; return those numbers."""
    taken: list[list[int]] = []
    numbers = 1
    for group in groups:
        if numbers * (len(group) + 1) > most:
            break
        taken.append(group)
        numbers *= len(group) + 1
    return taken, numbers


class Relaxations:
    """Several relaxations of some `Subsets`, with tables of the numbers of all sets.

    Attributes
    ----------
    weights, guards : array of uint64, (relaxations, pieces)
    full : array of uint64, (relaxations,)
        By relaxation, the word of the one number of all pieces.
    used, left : callable
        By area, the numbers of its sets and of their complements: arrays of uint64,
        (relaxations, sets and the bin).
    """

    def __init__(self, subsets: Subsets) -> None:
        self._subsets = subsets
        relaxations = choose_relaxations(subsets.sizes)
        self.weights = np.array([each.weights for each in relaxations], np.uint64)
        self.guards = np.array([each.guards for each in relaxations], np.uint64)
        self._last = np.array([each.full for each in relaxations], np.uint64)[:, None]
        self.full = (np.uint64(1) << self._last)[:, 0]
        self.used = cache(self._make_used)
        self.left = cache(self._make_left)

    def _make_used(self, area: int) -> Words:
        sets = np.append(self._subsets.sets(area), 0)
        numbers = np.zeros((len(self.weights), len(sets)), np.uint64)
        for piece in range(len(self._subsets.sizes)):
            numbers += (sets >> piece & 1).astype(np.uint64) * self.weights[:, piece, None]
        return numbers

    def _make_left(self, area: int) -> Words:
        return self._last - self.used(area)

    def words(self, sets: Collection[int]) -> Words:
        """Return, by relaxation, the word of the numbers of some sets of one area."""
        columns = self._subsets.rank[np.fromiter(sets, np.int64)]
        area = self._subsets.area(int(next(iter(sets))))
        numbers = self.used(area)[:, columns]
        words: Words = np.bitwise_or.reduce(np.uint64(1) << numbers, axis=1)
        return words


@cache
def relaxations_of(subsets: Subsets) -> Relaxations:
    """Return the relaxations of some subsets, made once."""
    return Relaxations(subsets)


class RelaxedGraph:
    """A graph of profiles without the shapes and transitions that relaxations rule out.

    Parameters
    ----------
    profiles : Profiles
        The graph.
    relaxations : Relaxations
    start : collection of int
        The sets of pieces that may be used before, all of one area.

    Attributes
    ----------
    profiles : Profiles
        What is left of the graph.
    words : list of array of uint64, one for each relaxation
        By shape, the numbers that can be reached from the start and completed to the end.
    """

    def __init__(
        self, profiles: Profiles, relaxations: Relaxations, start: Collection[int]
    ) -> None:
        self.relaxations = relaxations
        self.words: list[Words] = []
        self.profiles = profiles
        # One after the other, so that each sees only what the others have left.
        for place, word in enumerate(relaxations.words(start)):
            self._apply(place, word)

    def _apply(self, place: int, start: np.uint64) -> None:
        profiles = self.profiles
        before, after = profiles.before, profiles.after
        weights = self.relaxations.weights[place][profiles.piece]
        guards = self.relaxations.guards[place][profiles.piece]
        words = np.zeros(profiles.starts[-1], np.uint64)
        words[-1] = self.relaxations.full[place]
        for low, high in reversed(_by_area(profiles, before)):
            gains = words[after[low:high]] >> weights[low:high] & guards[low:high]
            _spread(words, before[low:high], gains)
        order = np.argsort(after, kind="stable")
        ends, origins = after[order], before[order]
        raised, guarded = weights[order], guards[order]
        ahead, words = words, np.zeros_like(words)
        words[0] = start & ahead[0]
        for low, high in _by_area(profiles, ends):
            gains = (words[origins[low:high]] & guarded[low:high]) << raised[low:high]
            _spread(words, ends[low:high], gains, ahead)
        transitions = (words[before] & guards) << weights & words[after] != 0
        shapes = words != 0
        # The two ends stay, even when nothing leads from one to the other.
        shapes[[0, -1]] = True
        self.profiles = profiles.kept(shapes, transitions)
        self.words = [each[shapes] for each in (*self.words, words)]


def _by_area(profiles: Profiles, ends: npt.NDArray[np.int32]) -> list[tuple[int, int]]:
    """Return the slices of transitions (sorted by `ends`) whose end has one area."""
    cuts = np.searchsorted(ends, profiles.starts).tolist()
    return [(low, high) for low, high in itertools.pairwise(cuts) if low < high]


def _spread(
    words: Words,
    shapes: npt.NDArray[np.int32],
    gains: Words,
    within: Words | None = None,
) -> None:
    """Join the gains of each shape to its word."""
    firsts = np.flatnonzero(np.diff(shapes, prepend=-1))
    found = np.bitwise_or.reduceat(gains, firsts)
    rows = shapes[firsts]
    words[rows] = found if within is None else found & within[rows]
