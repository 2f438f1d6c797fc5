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

import itertools
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from kaleido.counting.profiles import Profiles, sorting
from kaleido.counting.subsets import KEPT, Subsets

Words = npt.NDArray[np.uint64]
Groups = list[list[int]]


@dataclass(frozen=True)
class Pruning:
    """Drops the states that relaxations rule out, and those in the bin.

    `words` holds, for each relaxation and by shape, the word of the numbers to keep; `numbers`
    returns, by area, the number of each set of pieces, shape (relaxations, sets).
    """

    words: list[Words]
    numbers: Callable[[int], Words]

    def keep(self, block: csr_array, shape: int, area: int) -> csr_array:
        """Return the rows of some shapes, from `shape` on, without the states to be dropped."""
        bits = (block.indices < block.shape[1] - 1).astype(np.uint64)
        lengths = np.diff(block.indptr)
        for words, numbers in zip(self.words, self.numbers(area), strict=True):
            row_words = np.repeat(words[shape : shape + block.shape[0]], lengths)
            row_words >>= numbers[block.indices]
            bits &= row_words
        kept = bits.astype(np.bool_)
        ends = np.concatenate([[0], np.cumsum(kept)])[block.indptr].astype(np.int32)
        return csr_array((block.data[kept], block.indices[kept], ends), shape=block.shape)


BIN_ALONE = Pruning([], lambda _: np.zeros((0, 0), np.uint64))
"""Drops only the states in the bin."""


def relax(
    profiles: Profiles, subsets: Subsets, start: Collection[int]
) -> tuple[Profiles, Pruning, Pruning]:
    """Rule out shapes, transitions and states by some relaxations.

    `start` holds the sets of pieces that may be used before, all of one area.

    Returns
    -------
    Profiles
        The graph without the shapes and transitions that are ruled out.
    Pruning
        For a sweep from the start, by the pieces used.
    Pruning
        For a sweep from the end, by the pieces that it uses: the others are used by then.
    """
    relaxations = relaxations_of(subsets)
    words: list[Words] = []
    # One after the other, so that each sees only what the others have left.
    for place, word in enumerate(relaxations.words(start)):
        guards = relaxations.guards[place][profiles.piece]
        weights = relaxations.weights[place][profiles.piece]
        found = _complete(profiles, guards, weights, word, relaxations.full[place])
        before, after = profiles.before, profiles.after
        transitions = (found[before] & guards) << weights & found[after] != 0
        shapes = found != 0
        # The two ends stay, even when nothing leads from one to the other.
        shapes[[0, -1]] = True
        profiles = profiles.kept(shapes, transitions)
        words = [each[shapes] for each in (*words, found)]
    backwards = [each[::-1] for each in words]
    return profiles, Pruning(words, relaxations.used), Pruning(backwards, relaxations.left)


def _complete(
    profiles: Profiles, guards: Words, weights: Words, start: np.uint64, end: np.uint64
) -> Words:
    """Return, by shape, the numbers that the start reaches and that can be completed.

    By transition, `guards` holds the word of the numbers that allow it, and `weights` what it adds
    to them; `start` and `end` are the words of the empty and of the full region.
    """
    before, after = profiles.before, profiles.after
    ahead = np.zeros(profiles.starts[-1], np.uint64)
    ahead[-1] = end
    for low, high in reversed(_by_area(profiles, before)):
        gains = ahead[after[low:high]] >> weights[low:high] & guards[low:high]
        shapes, joined = _join(before[low:high], gains)
        ahead[shapes] = joined
    order = sorting(after, int(profiles.starts[-1]))
    before, after, guards, weights = before[order], after[order], guards[order], weights[order]
    words = np.zeros_like(ahead)
    words[0] = start & ahead[0]
    for low, high in _by_area(profiles, after):
        gains = (words[before[low:high]] & guards[low:high]) << weights[low:high]
        shapes, joined = _join(after[low:high], gains)
        words[shapes] = joined & ahead[shapes]
    return words


def _by_area(profiles: Profiles, ends: npt.NDArray[np.int32]) -> list[tuple[int, int]]:
    """Return the slices of transitions (sorted by `ends`) whose end has one area."""
    cuts = np.searchsorted(ends, profiles.starts).tolist()
    return [(low, high) for low, high in itertools.pairwise(cuts) if low < high]


def _join(shapes: npt.NDArray[np.int32], gains: Words) -> tuple[npt.NDArray[np.int32], Words]:
    """Return the different shapes (sorted), and all gains of each joined to one word."""
    firsts = np.flatnonzero(np.diff(shapes, prepend=-1))
    return shapes[firsts], np.bitwise_or.reduceat(gains, firsts)


class Relaxations:
    """Several relaxations of some `Subsets`, with tables of the numbers of all sets.

    Attributes
    ----------
    weights : array of uint64, (relaxations, pieces)
        What using a piece adds to the number; 0 if it is not counted.
    guards : array of uint64, (relaxations, pieces)
        The word of the numbers to which the piece can be added.
    full : array of uint64, (relaxations,)
        The word that holds just the number of the set of all pieces.
    used, left : callable
        By area, the numbers of its sets and of their complements: arrays of uint64,
        (relaxations, sets and the bin).
    """

    def __init__(self, subsets: Subsets) -> None:
        self._subsets = subsets
        chosen = choose_groups(subsets.sizes)
        shape = len(chosen), len(subsets.sizes)
        self.weights = np.zeros(shape, np.uint64)
        self.guards = np.full(shape, (1 << 64) - 1, np.uint64)
        self._last = np.zeros((len(chosen), 1), np.uint64)
        for place, groups in enumerate(chosen):
            unit = 1
            for group in groups:
                radix = len(group) + 1
                self.weights[place, group] = unit
                self.guards[place, group] = sum(
                    1 << number for number in range(64) if number // unit % radix < len(group)
                )
                unit *= radix
            self._last[place] = unit - 1
        self.full = (np.uint64(1) << self._last)[:, 0]
        self.used = cache(self._make_used)
        self.left = cache(lambda area: self._last - self.used(area))

    def _make_used(self, area: int) -> Words:
        sets = np.append(self._subsets.sets(area), 0)
        numbers = np.zeros((len(self.weights), len(sets)), np.uint64)
        for piece in range(len(self._subsets.sizes)):
            numbers += (sets >> piece & 1).astype(np.uint64) * self.weights[:, piece, None]
        return numbers

    def words(self, sets: Collection[int]) -> Words:
        """Return, by relaxation, the word of the numbers of some sets of one area."""
        columns = self._subsets.rank[np.fromiter(sets, np.int64)]
        numbers = self.used(self._subsets.area(int(next(iter(sets)))))[:, columns]
        words: Words = np.bitwise_or.reduce(np.uint64(1) << numbers, axis=1)
        return words


@lru_cache(maxsize=KEPT)
def relaxations_of(subsets: Subsets) -> Relaxations:
    """Return the relaxations of some subsets, made once for counts one after the other."""
    return Relaxations(subsets)


def choose_groups(sizes: Sequence[int]) -> list[Groups]:
    """Choose, for each relaxation, the groups of pieces that it counts; sizes are big to small.

    Small pieces would fill every gap if they could be used again, so that every relaxation counts
    the smallest sizes. In addition, one counts each of the first few pieces, and another each of
    the last few: more relaxations cost more than the states that they rule out.

    Examples
    --------
    >>> choose_groups([5, 4, 4, 4, 3, 3, 2, 1, 1])
    [[[7, 8], [6], [0], [1], [2]], [[7, 8], [6], [3], [4], [5]]]
    """
    pieces = range(len(sizes))
    smallest: Groups = []
    numbers = 1
    for size in sorted(set(sizes)):
        group = [piece for piece in pieces if sizes[piece] == size]
        if numbers * (len(group) + 1) > 8:
            break
        smallest.append(group)
        numbers *= len(group) + 1
    singles = [[piece] for piece in pieces if not any(piece in group for group in smallest)]
    room = (64 // numbers).bit_length() - 1
    chosen = (singles[:room], singles[room:][-room:])
    return [smallest + some for some in chosen if smallest or some]
