"""The colour budget: the faces that the pieces left can still show with the colours left.

That is a knapsack with several constraints: one choice of a face for each piece, and as many cells
of each colour as the board has left.

The terms of this module:

kind
    The pieces of one size whose faces show the same colour counts.
cost
    The price of placing a face: one piece of its kind and its colours, as one int.
balance
    The rest: the colours in the low bits of an int, and above them the number of pieces of
    each kind. Placing a face subtracts its cost from the balance.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from kaleido.model.board import PLAIN
from kaleido.model.cause import Cause
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import BLANK

LETTERS = (*COLOURS, PLAIN)
"""The letters that cells and pieces show: the colours, and the letter of no colour."""

KEPT = 1 << 9
"""How many answers about the pieces left are kept; the searches of a server meet ever new ones."""

Counts = tuple[int, ...]
"""The number of cells of each letter, in the order of `LETTERS`."""

_FIELD = 16
_COLOUR_BITS = _FIELD * len(LETTERS)
_GUARD = sum(1 << _FIELD * place + _FIELD - 1 for place in range(len(LETTERS)))
_COLOURS = (1 << _COLOUR_BITS) - 1
_COUNT_BITS = 16


def _packed(counts: Mapping[str, int]) -> int:
    return sum(counts.get(letter, 0) << _FIELD * place for place, letter in enumerate(LETTERS))


def _unpacked(balance: int) -> Counts:
    return tuple(balance >> _FIELD * place & (1 << _FIELD) - 1 for place in range(len(LETTERS)))


def face_sums(groups: Iterable[Sequence[Piece]], *, spares: bool = False) -> frozenset[Counts]:
    """Return every colour count that some choice of faces shows, of one piece of each group.

    A group is repeated for each of its copies. With `spares`, groups may be left over.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> sums = face_sums([piece] for piece in CLASSIC)
    >>> len(sums), (32, 32, 0, 0, 0) in sums
    (503, True)
    """
    sums: set[Counts] = {(0,) * len(LETTERS)}
    for group in groups:
        every = (face for piece in group for face in piece.faces)
        faces = {tuple(face.counts[letter] for letter in LETTERS) for face in every}
        grown = {
            tuple(a + b for a, b in zip(total, face, strict=True))
            for total in sums
            for face in faces
        }
        sums = sums | grown if spares else grown
    return frozenset(sums)


class PieceKind(NamedTuple):
    """The pieces of one size whose faces show the same colour counts."""

    copies: int
    spare: int  # how many of them may be left over
    size: int
    is_blank: bool  # whether they leave optional cells empty
    costs: tuple[int, ...]  # of placing one with its one face, or the other
    front: Counts  # the cells that each face shows, in the order of `LETTERS`
    back: Counts


class ColourBudget:
    """Decides which faces of the pieces left can add up to the colours left.

    If the board leaves colours open (`counts_colours` is false), a face costs a piece and no
    colours. For each piece, `costs` has what placing its front or its back subtracts from a
    balance, and `kinds` the number of its kind.

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> print(ColourBudget(CLASSIC).explain({"x": 31, "r": 33}))
    the pieces cannot make 31 black, 33 red; the nearest they can is 32 black, 32 red
    """

    def __init__(self, pieces: PieceSet, counts_colours: bool = True) -> None:
        faces = [
            tuple(_packed(face.counts) if counts_colours else 0 for face in piece.faces)
            for piece in pieces
        ]
        # A piece with several copies is a separate kind, so that the balance says when it is used
        # up. So are pieces that may be left over, and blanks.
        keys = [
            (shown, piece.size, needed < count, number if count > 1 or piece.name == BLANK else -1)
            for number, (piece, shown, count, needed) in enumerate(
                zip(pieces, faces, pieces.counts, pieces.needed, strict=True)
            )
        ]
        # Few partial sums remain if large pieces and those that may be left over are tried first,
        # and these are the last.
        kinds = sorted(dict.fromkeys(keys), key=lambda kind: (not kind[2], kind[1]))
        self._pieces = pieces
        self._faces = [
            tuple(sorted({(1 << self._shift(kind)) + colours for colours in shown}))
            for kind, (shown, *_) in enumerate(kinds)
        ]
        self.kinds = [kinds.index(key) for key in keys]
        self.costs = [
            tuple((1 << self._shift(kind)) + colours for colours in shown)
            for kind, shown in zip(self.kinds, faces, strict=True)
        ]
        self._full = sum(
            count << self._shift(kind)
            for kind, count in zip(self.kinds, pieces.counts, strict=True)
        )
        self._sizes = [size for _, size, *_ in kinds]
        named = zip(pieces, self.kinds, pieces.counts, pieces.needed, strict=True)
        self._blanks = None
        # The copies of each kind that may be left when the board is full.
        self._spare = [0] * len(kinds)
        for piece, kind, count, needed in named:
            self._spare[kind] += count - needed
            if piece.name == BLANK:
                self._blanks = kind
        self._needs_any, self._has_spares = any(pieces.needed), any(self._spare)
        self._counts = [0] * len(kinds)
        for kind, count in zip(self.kinds, pieces.counts, strict=True):
            self._counts[kind] += count
        # Balances recur from board to board. Whether one is reachable depends on many others.
        self.reachable = lru_cache(128 * KEPT)(self._is_reachable)
        self._cells = lru_cache(KEPT)(self._most_cells)
        self.payable = lru_cache(KEPT)(self._payable_costs)
        self.sums = lru_cache(KEPT)(self._add_up)

    def _add_up(self, balance: int) -> int:
        """Return the total sizes that choices of the pieces left can have, as a bit set.

        Blanks do not count as pieces.
        """
        sums = 1
        for kind, count in self.left(balance):
            for _ in range(count if kind != self._blanks else 0):
                sums |= sums << self._sizes[kind]
        return sums

    def rows(self) -> list[PieceKind]:
        """Return all kinds, in the order of their numbers."""
        return [
            PieceKind(
                self._counts[number],
                self._spare[number],
                self._sizes[number],
                number == self._blanks,
                costs,
                _unpacked(costs[0]),
                _unpacked(costs[-1]),
            )
            for number, costs in enumerate(self._faces)
        ]

    def amounts(self, balance: int) -> list[int]:
        """Return a balance in numbers: the cells of each of `LETTERS`, the pieces of each kind."""
        return [*_unpacked(balance), *(count for _, count in self.left(balance))]

    def left(self, balance: int) -> Iterator[tuple[int, int]]:
        """Yield the number of each kind, and how many pieces of it a balance leaves."""
        return ((kind, self._count(balance, kind)) for kind in range(len(self._sizes)))

    def _count(self, balance: int, kind: int) -> int:
        return balance >> self._shift(kind) & (1 << _COUNT_BITS) - 1

    @staticmethod
    def _shift(kind: int) -> int:
        return _COLOUR_BITS + _COUNT_BITS * kind

    def start(self, counts: Mapping[str, int], pieces: Iterable[int] | None = None) -> int:
        """Return the balance of a board with these colours, and with all or only these pieces.

        The pieces are given by their numbers, once for each copy.
        """
        if pieces is None:
            return self._full + _packed(counts)
        return _packed(counts) + sum(1 << self._shift(self.kinds[piece]) for piece in pieces)

    def _is_reachable(self, balance: int) -> bool:
        kinds = balance >> _COLOUR_BITS
        if not kinds:
            return not balance
        if not self._needs_any and not balance & _COLOURS:
            return True
        if self._has_spares and sum(_unpacked(balance)) > self._cells(kinds):
            return False
        last = (kinds.bit_length() - 1) // _COUNT_BITS
        count = kinds >> _COUNT_BITS * last
        rest = balance & (1 << self._shift(last)) - 1
        # Kind by kind, not piece by piece: one piece may have a thousand copies.
        for used in range(count, max(0, count - self._spare[last]) - 1, -1):
            for shown in self._shown(last, used):
                if self._pays(rest, shown) and self.reachable(rest - shown):
                    return True
        return False

    def _most_cells(self, kinds: int) -> int:
        """Return how many cells the pieces of some kinds have together."""
        return sum(
            size * (kinds >> _COUNT_BITS * kind & (1 << _COUNT_BITS) - 1)
            for kind, size in enumerate(self._sizes)
        )

    def _shown(self, kind: int, used: int) -> Iterator[int]:
        """Yield the colours that `used` pieces of a kind can show together."""
        first, *others = (cost & _COLOURS for cost in self._faces[kind])
        if not others:
            yield used * first
        for other in others:
            for turned in range(used + 1):
                yield (used - turned) * first + turned * other

    @staticmethod
    def _pays(balance: int, cost: int) -> bool:
        return ((balance & _COLOURS | _GUARD) - (cost & _COLOURS)) & _GUARD == _GUARD

    def _payable_costs(self, balance: int) -> frozenset[int]:
        """Return the costs after which the other pieces can still show the colours left."""
        return frozenset(
            cost
            for kind, costs in enumerate(self._faces)
            if self._count(balance, kind)
            for cost in costs
            if self._pays(balance, cost) and self.reachable(balance - cost)
        )

    def is_complete(self, balance: int) -> bool:
        """Return whether as many pieces of each kind are placed as must be used."""
        return all(self._count(balance, kind) <= spare for kind, spare in enumerate(self._spare))

    def reachable_counts(self) -> frozenset[Counts]:
        """Return the colour counts that some choice of faces has, without blanks."""
        pieces, groups = self._pieces, dict[int, list[Piece]]()
        for slot, piece in zip(pieces.slots, pieces, strict=True):
            if piece.name != BLANK:
                groups.setdefault(slot, []).append(piece)
        least, most = pieces.slots_needed, pieces.counts
        must = face_sums(own for slot, own in groups.items() for _ in range(least[slot]))
        spare = [own for slot, own in groups.items() for _ in range(most[slot] - least[slot])]
        may = face_sums(spare, spares=True)
        return frozenset(
            tuple(a + b for a, b in zip(one, other, strict=True)) for one in must for other in may
        )

    def explain(self, counts: Mapping[str, int], empty: int = 0) -> Cause | None:
        """Return why no choice of faces has these colour counts; None if one has.

        Up to `empty` of the cells may stay empty.
        """
        if self.reachable(self.start(counts)):
            return None
        wanted = [counts.get(letter, 0) for letter in LETTERS]

        def distance(total: Counts) -> tuple[int, int, Counts]:
            pairs = list(zip(total, wanted, strict=True))
            # Among equally near counts, those without a further colour come first.
            further = sum(a > 0 and b == 0 for a, b in pairs)
            off = sum(max(a - b, b - a - empty) for a, b in pairs if a or b)
            return off, further, total

        nearest = min(self.reachable_counts(), key=distance)
        amounts = {"wanted": named_counts(wanted), "nearest": named_counts(nearest)}
        return Cause("colours", {**amounts, **or_empty(empty)})


def named_counts(counts: Sequence[int]) -> dict[str, int]:
    """Return the counts of `LETTERS` by their names, without those that are 0."""
    pairs = zip((*COLOURS, "cells"), counts, strict=True)
    return {name: count for name, count in pairs if count}


def or_empty(cells: int) -> dict[str, int]:
    """Return the number of cells that may stay empty as a fact, unless it is 0."""
    return {"empty": cells} if cells else {}


def letters_of(pieces: PieceSet) -> tuple[str, ...]:
    """Return the letters of cells by their numbers in the core: marks take those of colours."""
    return (*pieces.marks, *LETTERS[len(pieces.marks) :])


@lru_cache(maxsize=64)
def budget_of(pieces: PieceSet, counts_colours: bool = True) -> ColourBudget:
    """Return the colour budget of a set of pieces, which is made only once."""
    return ColourBudget(pieces, counts_colours)
