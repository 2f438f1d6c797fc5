"""Sets of pieces, and which of them may still fill a region, judged by a few of their pieces.

A state-space relaxation forgets most of a set of pieces: it only knows which of a few *counted*
pieces are used; the others may be used any number of times. The counted pieces of a set make one
*number*, and a few *words* of 64 bits hold a set of numbers, so that one pass over the transitions
finds, for every shape, the numbers that can be completed. A relaxation allows more than the rules
do: what it rules out cannot be completed.

References
----------
N. Christofides, A. Mingozzi, P. Toth, "State-space relaxation procedures for the computation of
bounds to routing problems", Networks 11, 1981.
"""

import itertools
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array

from kaleido.counting.profiles import Profiles, sorting
from kaleido.model.grid import bits
from kaleido.search.state import State

PieceKind = tuple[tuple[int, ...], ...]
"""By way to cover colours, the number of cells of each colour; on a plain board, of cells."""


def kinds_of(state: State, pieces: Sequence[int]) -> list[PieceKind]:
    """Return the kinds of some pieces, by their placements left."""
    problem = state.problem
    labels = "".join(problem.pattern.rows)
    if problem.pieces.is_plain:
        labels = "o" * len(labels)
    colours = [
        sum(1 << cell for cell, label in enumerate(labels) if label == colour)
        for colour in sorted(set(labels))
    ]
    kinds = []
    for piece in pieces:
        live = bits(state.live & problem.piece_options[piece])
        masks = {problem.masks[number] for number in live}
        ways = {tuple((mask & colour).bit_count() for colour in colours) for mask in masks}
        kinds.append(tuple(sorted(ways)))
    return kinds


def telling_groups(kinds: Sequence[PieceKind]) -> list[int]:
    """Return a group for each piece; those of the lowest group are the most informative.

    The filled colours tell how often each of some *free* kinds is used, once it is known which
    pieces of all other kinds are. So these others come first, each in its own group; those of the
    free kinds make the last group. For pieces of two, three and four cells, for example, the area
    tells how many of four cells are used once the others are known.

    >>> telling_groups([((4,),), ((4,),), ((3,),), ((2,),)])
    [2, 2, 1, 0]
    """
    by_kind: defaultdict[PieceKind, list[int]] = defaultdict(list)
    for piece, kind in enumerate(kinds):
        by_kind[kind].append(piece)
    known: list[tuple[int, ...]] = []
    first: list[int] = []
    for kind in sorted(by_kind, key=lambda kind: -len(by_kind[kind])):
        own = [*known, *kind]
        if _rank(own) == _rank(known) + _rank(kind):
            known = own
        else:
            first = by_kind[kind] + first
    groups = {piece: group for group, piece in enumerate(first)}
    return [groups.get(piece, len(first)) for piece in range(len(kinds))]


def _rank(vectors: Sequence[tuple[int, ...]]) -> int:
    return int(np.linalg.matrix_rank(np.array(vectors))) if vectors else 0


Ints = npt.NDArray[np.int64]
Columns = npt.NDArray[np.int32]

KEPT = 4
"""How many `Subsets` are kept; each may take hundreds of megabytes."""


class Subsets:
    """The subsets of at most 24 pieces with the given sizes.

    The sets of one area are numbered 0, 1, …: a set that covers a known number of cells is its
    number among them, its `rank`. The next number, `width(area)`, stands for an impossible set.
    `after` returns, by piece and area, the number of each set of that area once it has the piece:
    impossible, if it has the piece already; `rest`, by area, the number of each set's complement.
    """

    def __init__(self, sizes: tuple[int, ...]) -> None:
        self.sizes = sizes
        self.full = (1 << len(sizes)) - 1
        areas = np.zeros(1, np.int16)
        for size in sizes:
            areas = np.concatenate([areas, areas + np.int16(size)])
        order = np.argsort(areas, kind="stable")
        self.total = int(areas[-1])
        self._areas = areas
        self._sets = np.split(order, np.searchsorted(areas[order], np.arange(1, self.total + 1)))
        self.rank = np.empty(len(order), np.int32)
        for sets in self._sets:
            self.rank[sets] = np.arange(len(sets))
        self.after = cache(self._make_after)
        self.rest = cache(lambda area: self.rank[self.full ^ self.sets(area)])

    def area(self, pieces: int) -> int:
        """Return how many cells a set of pieces covers."""
        return int(self._areas[pieces])

    def sets(self, area: int) -> Ints:
        """Return all sets of an area, by number."""
        return self._sets[area]

    def width(self, area: int) -> int:
        """Return how many sets have an area."""
        return len(self._sets[area])

    def _make_after(self, piece: int, area: int) -> Columns:
        before, waste = self.sets(area), self.width(area + self.sizes[piece])
        found = np.full(len(before), waste, np.int32)
        free = np.flatnonzero(before >> piece & 1 == 0)
        found[free] = self.rank[before[free] | 1 << piece]
        return found


@lru_cache(maxsize=KEPT)
def subsets_of(sizes: tuple[int, ...]) -> Subsets:
    """Return the subsets of pieces of these sizes, made once for successive counts."""
    return Subsets(sizes)


Words = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int64]

WORD = 6
"""A word has 2 to this number of bits, so this many counted pieces fit in one."""

COUNTED = 8
"""How many pieces are counted; each further one doubles the words."""


@dataclass(frozen=True)
class Pruning:
    """Drops the states that a relaxation rules out.

    `words` holds, by word and shape, the numbers to keep; `numbers` returns, by area, the number of
    each set of pieces.
    """

    words: Words
    numbers: Callable[[int], Columns]

    def keep(self, block: csr_array, shape: int, area: int) -> csr_array:
        """Return the rows of some shapes, from `shape` on, without the states to be dropped."""
        if not len(self.words):
            return block
        words = np.ascontiguousarray(self.words[:, shape : shape + block.shape[0]].T, "<u8")
        keeps = np.unpackbits(words.view(np.uint8).ravel(), bitorder="little")
        firsts = np.arange(0, len(keeps), 64 * len(self.words), dtype=np.int32)
        places = np.repeat(firsts, np.diff(block.indptr))
        places += self.numbers(area).take(block.indices, mode="clip")
        kept = np.flatnonzero(keeps.take(places, mode="clip"))
        ends = np.searchsorted(kept, block.indptr).astype(np.int32)
        entries = block.data.take(kept), block.indices.take(kept), ends
        return csr_array(entries, shape=block.shape)


NO_PRUNING = Pruning(np.zeros((0, 0), np.uint64), lambda _: np.zeros(0, np.int32))
"""Drops nothing."""


class Relaxation:
    """A relaxation of some `Subsets` to the pieces `counted`, with the numbers of all sets.

    `used` and `left` return, by area, the number of each of its sets, or of its complement.
    """

    def __init__(self, subsets: Subsets, counted: Sequence[int]) -> None:
        self.subsets, self._counted = subsets, counted
        self.words = 1 << max(len(counted) - WORD, 0)
        pieces = len(subsets.sizes)
        # By piece, what it adds to the number within a word, and how many words it goes on; and,
        # by word and piece, the numbers that do not have the piece yet.
        self._shifts = np.zeros(pieces, np.uint64)
        self._strides = np.zeros(pieces, np.int64)
        self._lacking = np.full((self.words, pieces), (1 << 64) - 1, np.uint64)
        for place, piece in enumerate(counted):
            if place < WORD:
                self._shifts[piece] = 1 << place
                numbers = (number for number in range(64) if not number >> place & 1)
                self._lacking[:, piece] = sum(1 << number for number in numbers)
            else:
                self._strides[piece] = 1 << place - WORD
                words = np.arange(self.words)
                self._lacking[words >> place - WORD & 1 == 1, piece] = 0
        self._having = self._lacking << self._shifts
        self._having[:, self._strides > 0] ^= np.uint64((1 << 64) - 1)
        every = np.int32((1 << len(counted)) - 1)
        self.used = cache(lambda area: self._number(subsets.sets(area)).astype(np.int32))
        self.left = cache(lambda area: every - self.used(area))

    def _number(self, sets: Numbers) -> Numbers:
        found = np.zeros(len(sets), np.int64)
        for place, piece in enumerate(self._counted):
            found |= (sets >> piece & 1) << place
        return found

    def relax(
        self, profiles: Profiles, start: Collection[int]
    ) -> tuple[Profiles, Pruning, Pruning]:
        """Rule out shapes, transitions and states.

        `start` holds the sets of pieces that may be used before, all of one area. Return the graph
        without what is ruled out, and the pruning of a sweep from the start and of one from the
        end, by the pieces that each uses: those that the one uses are left to the other.
        """
        ahead = self._completed(profiles)
        words, transitions = self._reached(profiles, ahead, start)
        shapes = np.bitwise_or.reduce(words) != 0
        # The two ends stay, even when nothing leads from one to the other.
        shapes[[0, -1]] = True
        words = words[:, shapes]
        return (
            profiles.kept(shapes, transitions),
            Pruning(words, self.used),
            Pruning(words[:, ::-1], self.left),
        )

    def _completed(self, profiles: Profiles) -> Words:
        """Return, by word and shape, the numbers that lead to the full region."""
        before, after, piece = profiles.before, profiles.after, profiles.piece
        count = int(profiles.starts[-1])
        # As many empty words follow, for pieces that would lead beyond the last one.
        ahead = np.zeros((2 * self.words, count), np.uint64)
        ahead[self.words - 1, -1] = np.uint64(1) << np.uint64((1 << len(self._counted)) - 1 & 63)
        sources = self._strides[piece] * count + after
        shifts = self._shifts[piece]
        for low, high in reversed(_by_area(profiles, before)):
            firsts = _firsts(before[low:high])
            shapes = before[low:high][firsts]
            for word in range(self.words):
                gains = ahead[word:].ravel().take(sources[low:high])
                gains >>= shifts[low:high]
                gains &= self._lacking[word].take(piece[low:high])
                ahead[word, shapes] = np.bitwise_or.reduceat(gains, firsts)
        return ahead[: self.words]

    def _reached(
        self, profiles: Profiles, ahead: Words, start: Collection[int]
    ) -> tuple[Words, npt.NDArray[np.bool_]]:
        """Return, by word and shape, the numbers from the start that can be completed.

        And which transitions some of them use.
        """
        count = int(profiles.starts[-1])
        order = sorting(profiles.after)
        before, after = profiles.before[order], profiles.after[order]
        piece = profiles.piece[order]
        # As many empty words come first, for pieces that would come from before the first one.
        found = np.zeros((2 * self.words, count), np.uint64)
        words = found[self.words :]
        for number in self._number(np.fromiter(start, np.int64, len(start))).tolist():
            words[number >> WORD, 0] |= np.uint64(1 << (number & 63))
        words[:, 0] &= ahead[:, 0]
        sources = (self.words - self._strides[piece]) * count + before
        shifts = self._shifts[piece]
        used = np.zeros(len(order), np.bool_)
        for low, high in _by_area(profiles, after):
            firsts = _firsts(after[low:high])
            shapes = after[low:high][firsts]
            for word in range(self.words):
                gains = found[word:].ravel().take(sources[low:high])
                gains <<= shifts[low:high]
                gains &= self._having[word].take(piece[low:high])
                gains &= ahead[word].take(after[low:high])
                used[low:high] |= gains != 0
                words[word, shapes] = np.bitwise_or.reduceat(gains, firsts)
        transitions = np.empty_like(used)
        transitions[order] = used
        return words, transitions


def _by_area(profiles: Profiles, ends: npt.NDArray[np.int32]) -> list[tuple[int, int]]:
    """Return the slices of transitions (sorted by `ends`) whose end has one area."""
    cuts = np.searchsorted(ends, profiles.starts).tolist()
    return [(low, high) for low, high in itertools.pairwise(cuts) if low < high]


def _firsts(shapes: npt.NDArray[np.int32]) -> Numbers:
    """Return the first place of each of some shapes, which are sorted."""
    return np.flatnonzero(np.diff(shapes, prepend=-1))


@lru_cache(maxsize=KEPT)
def relaxation_of(subsets: Subsets, counted: tuple[int, ...]) -> Relaxation:
    """Return a relaxation of some subsets, made once for successive counts."""
    return Relaxation(subsets, counted)
