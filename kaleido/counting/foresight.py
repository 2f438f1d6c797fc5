"""Foresight: which pieces used so far can still lead to a filled region, piece by piece.

A *view* forgets most of a set of pieces: it only counts, for a few groups of pieces, how many
of each are used. Its counts make one number below 64 (mixed radix), so what can still be
completed from a shape is a word of 64 bits, and one pass over the moves finds it for all shapes.
A state that some view calls hopeless is hopeless: the view allows more than the rules do.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from kaleido.counting.profiles import Profiles
from kaleido.counting.setspace import SetSpace

Words = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class View:
    """Counters of used pieces.

    Attributes
    ----------
    weights : tuple of int
        By piece, what using it adds to the number; 0 if the view does not see it.
    guards : tuple of int
        By piece, the numbers (as a set of bits) to which the piece can be added.
    full : int
        The number when all pieces are used.
    """

    weights: tuple[int, ...]
    guards: tuple[int, ...]
    full: int


def view_of(groups: Sequence[Sequence[int]], pieces: int) -> View:
    """Make the view that counts the pieces used of each group; other pieces are never used up."""
    weights, guards = [0] * pieces, [(1 << 64) - 1] * pieces
    unit = 1
    for group in groups:
        radix = len(group) + 1
        guard = sum(1 << n for n in range(64) if n // unit % radix < len(group))
        for piece in group:
            weights[piece], guards[piece] = unit, guard
        unit *= radix
    if unit > 64:
        raise ValueError(f"a view of {unit} numbers does not fit in 64 bits")
    return View(tuple(weights), tuple(guards), unit - 1)


def views_for(sizes: Sequence[int]) -> list[View]:
    """Choose views for pieces of these sizes, big to small.

    Small pieces would fill every gap if they could be used again, so every view counts the
    smallest sizes. Beside them one view sees the first few pieces and one the last few, one by
    one: more views cost more than the states that they drop.
    """
    pieces = len(sizes)
    groups = [[p for p in range(pieces) if sizes[p] == size] for size in sorted(set(sizes))]
    few, room = _fitting(groups, 8)
    counted = {piece for group in few for piece in group}
    singles = [[piece] for piece in range(pieces) if piece not in counted]
    each = (64 // room).bit_length() - 1
    chosen = [singles[:each], singles[each:][-each:]]
    return [view_of(few + some, pieces) for some in chosen if few or some]


def _fitting(groups: Sequence[list[int]], most: int) -> tuple[list[list[int]], int]:
    """Take groups as long as their counters make at most so many numbers."""
    taken: list[list[int]] = []
    numbers = 1
    for group in groups:
        if numbers * (len(group) + 1) > most:
            break
        taken.append(group)
        numbers *= len(group) + 1
    return taken, numbers


class Views:
    """Several views of the sets of a `SetSpace`, and the tables that make them quick.

    Attributes
    ----------
    weights, guards : array of uint64, (views, pieces)
    full : array of uint64, (views,)
        By view, the set of the one number that all pieces make.
    """

    def __init__(self, space: SetSpace) -> None:
        self.space = space
        views = views_for(space.sizes)
        self.weights = np.array([view.weights for view in views], np.uint64)
        self.guards = np.array([view.guards for view in views], np.uint64)
        self._last = np.array([view.full for view in views], np.uint64)[:, None]
        self.full = (np.uint64(1) << self._last)[:, 0]
        self.used = cache(self._make_used)
        self.left = cache(self._make_left)

    def _make_used(self, area: int) -> Words:
        """By view and set of an area (and the bin), its number."""
        sets = np.append(self.space.sets(area), 0)
        numbers = np.zeros((len(self.weights), len(sets)), np.uint64)
        for piece in range(len(self.space.sizes)):
            numbers += (sets >> piece & 1).astype(np.uint64) * self.weights[:, piece, None]
        return numbers

    def _make_left(self, area: int) -> Words:
        """By view and set of an area (and the bin), the number of the pieces not in it."""
        return self._last - self.used(area)

    def word(self, sets: Collection[int]) -> Words:
        """By view, the set of the numbers of some sets of one area."""
        columns = self.space.rank[np.fromiter(sets, np.int64)]
        area = self.space.area(int(next(iter(sets))))
        numbers = self.used(area)[:, columns]
        words: Words = np.bitwise_or.reduce(np.uint64(1) << numbers, axis=1)
        return words


@cache
def views_of(space: SetSpace) -> Views:
    """Give the views of a space, made once."""
    return Views(space)


class Outlook:
    """What is worth following in a region: shapes, moves and, by view, numbers at each shape.

    Attributes
    ----------
    profiles : Profiles
        The graph without the shapes and moves that lead nowhere.
    words : list of array of uint64, one a view
        By shape, the numbers that can be reached from the start and completed to the end.
    """

    def __init__(self, profiles: Profiles, views: Views, start: Collection[int]) -> None:
        self.views = views
        self.words: list[Words] = []
        self.profiles = profiles
        # View by view, so that each has only to look at what the others have left.
        for number, word in enumerate(views.word(start)):
            self._look(number, word)

    def _look(self, view: int, start: np.uint64) -> None:
        profiles = self.profiles
        before, after = profiles.before, profiles.after
        weights = self.views.weights[view][profiles.piece]
        guards = self.views.guards[view][profiles.piece]
        words = np.zeros(profiles.starts[-1], np.uint64)
        words[-1] = self.views.full[view]
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
        moves = (words[before] & guards) << weights & words[after] != 0
        shapes = words != 0
        # The two ends stay, even when nothing leads from one to the other.
        shapes[[0, -1]] = True
        self.profiles = profiles.kept(shapes, moves)
        self.words = [each[shapes] for each in (*self.words, words)]


def _by_area(profiles: Profiles, ends: npt.NDArray[np.int32]) -> list[tuple[int, int]]:
    """Give the slices of moves (sorted by `ends`) whose end has one area."""
    cuts = np.searchsorted(ends, profiles.starts).tolist()
    return [(low, high) for low, high in itertools.pairwise(cuts) if low < high]


def _spread(
    words: Words,
    shapes: npt.NDArray[np.int32],
    gains: Words,
    within: Words | None = None,
) -> None:
    firsts = np.flatnonzero(np.diff(shapes, prepend=-1))
    found = np.bitwise_or.reduceat(gains, firsts)
    rows = shapes[firsts]
    words[rows] = found if within is None else found & within[rows]
