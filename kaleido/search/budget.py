"""The piece set from the colour counts: which faces the colours left can still pay for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from kaleido.model.board import PLAIN
from kaleido.model.pattern import COLOURS
from kaleido.model.piece_set import PieceSet

LETTERS = (*COLOURS, PLAIN)
"""What cells and pieces show: a colour, or none."""

_FIELD = 16
_COLOUR_BITS = _FIELD * len(LETTERS)
_GUARD = sum(1 << _FIELD * place + _FIELD - 1 for place in range(len(LETTERS)))
_COLOURS = (1 << _COLOUR_BITS) - 1
_COUNT_BITS = 16


def _packed(counts: Mapping[str, int]) -> int:
    return sum(counts.get(letter, 0) << _FIELD * place for place, letter in enumerate(LETTERS))


class ColourBudget:
    """Answers which faces of the pieces left can add up to the colours left.

    Pieces whose faces show the same colour counts are of one *kind*. A position is one int:
    the colours left in its low bits, above them how many pieces of each kind are left. Placing
    a piece subtracts one number from it.

    Parameters
    ----------
    pieces : PieceSet

    Examples
    --------
    >>> from kaleido import CLASSIC
    >>> budget = ColourBudget(CLASSIC)
    >>> budget.explain({"x": 32, "r": 32})
    ''
    >>> budget.explain({"x": 31, "r": 33})
    'no choice of faces gives 31 x, 33 r; the nearest is 32 x, 32 r'
    """

    def __init__(self, pieces: PieceSet) -> None:
        faces = [tuple(_packed(face.counts) for face in piece.faces) for piece in pieces]
        # A piece of which there are several is a kind of its own, so that the position says
        # when it is used up.
        keys = [
            (shown, number if count > 1 else -1)
            for number, (shown, count) in enumerate(zip(faces, pieces.counts, strict=True))
        ]
        kinds = list(dict.fromkeys(keys))
        self._pieces = pieces
        self._spares = pieces.use == "some"
        self._faces = [
            tuple(sorted({(1 << self._shift(kind)) + colours for colours in shown}))
            for kind, (shown, _) in enumerate(kinds)
        ]
        self.kind_of = [kinds.index(key) for key in keys]
        self.steps = [
            tuple((1 << self._shift(kind)) + colours for colours in shown)
            for kind, shown in zip(self.kind_of, faces, strict=True)
        ]
        """By piece, what placing its front or its back subtracts from a position."""
        self._full = sum(
            count << self._shift(kind)
            for kind, count in zip(self.kind_of, pieces.counts, strict=True)
        )
        # Positions recur from board to board: remember them as long as the set lives.
        self._reachable = cache(self._is_reachable)
        self.payable = cache(self._payable_steps)
        self.sums = cache(self._add_up)
        self._sizes = [0] * len(kinds)
        for kind, piece in zip(self.kind_of, pieces, strict=True):
            self._sizes[kind] = piece.size

    def _add_up(self, position: int) -> int:
        """Give the cell counts that some of the pieces left have, as a set of bits."""
        kinds = position >> _COLOUR_BITS
        mask = (1 << _COUNT_BITS) - 1
        sums = 1
        for kind, size in enumerate(self._sizes):
            for _ in range(kinds >> _COUNT_BITS * kind & mask):
                sums |= sums << size
        return sums

    @staticmethod
    def _shift(kind: int) -> int:
        return _COLOUR_BITS + _COUNT_BITS * kind

    def start(self, counts: Mapping[str, int]) -> int:
        """Give the position of an empty board: all pieces left, and these colours."""
        return self._full + _packed(counts)

    @staticmethod
    def without_colours(step: int) -> int:
        """Give a step that takes away a piece and no colours."""
        return step >> _COLOUR_BITS << _COLOUR_BITS

    def _is_reachable(self, position: int) -> bool:
        kinds = position >> _COLOUR_BITS
        if not kinds:
            return not position
        if self._spares and not position & _COLOURS:
            return True
        last = (kinds.bit_length() - 1) // _COUNT_BITS
        count = kinds >> _COUNT_BITS * last
        rest = position & (1 << self._shift(last)) - 1
        # Kind by kind, not piece by piece: there may be a thousand of one.
        for used in range(count, -1 if self._spares else count - 1, -1):
            for shown in self._shown(last, used):
                if self._pays(rest, shown) and self._reachable(rest - shown):
                    return True
        return False

    def _shown(self, kind: int, used: int) -> Iterator[int]:
        """Yield what so many pieces of a kind can show together."""
        first, *others = (step & _COLOURS for step in self._faces[kind])
        if not others:
            yield used * first
        for other in others:
            for turned in range(used + 1):
                yield (used - turned) * first + turned * other

    @staticmethod
    def _pays(position: int, step: int) -> bool:
        return ((position & _COLOURS | _GUARD) - (step & _COLOURS)) & _GUARD == _GUARD

    def _payable_steps(self, position: int) -> frozenset[int]:
        """Give the steps after which the rest can still come out even; none: a dead end."""
        kinds = position >> _COLOUR_BITS
        mask = (1 << _COUNT_BITS) - 1
        return frozenset(
            step
            for kind, steps in enumerate(self._faces)
            if kinds >> _COUNT_BITS * kind & mask
            for step in steps
            if self._pays(position, step) and self._reachable(position - step)
        )

    def reachable_counts(self) -> set[tuple[int, ...]]:
        """Return the cell counts, in the order of `LETTERS`, that some choice of faces has."""
        sums = {(0,) * len(LETTERS)}
        for piece, count in zip(self._pieces, self._pieces.counts, strict=True):
            shown = {tuple(face.counts[letter] for letter in LETTERS) for face in piece.faces}
            for _ in range(count):
                grown = {
                    tuple(a + b for a, b in zip(total, face, strict=True))
                    for total in sums
                    for face in shown
                }
                sums = sums | grown if self._spares else grown
        return sums

    def explain(self, counts: Mapping[str, int]) -> str:
        """Say why no choice of faces has these colour counts; "" when one has."""
        if self._reachable(self.start(counts)):
            return ""
        wanted = [counts.get(letter, 0) for letter in LETTERS]

        def distance(total: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
            pairs = list(zip(total, wanted, strict=True))
            # Of equally near counts, those that bring in no further colour come first.
            further = sum(a > 0 and b == 0 for a, b in pairs)
            return sum(abs(a - b) for a, b in pairs), further, total

        nearest = min(self.reachable_counts(), key=distance)
        what = "pieces" if self._pieces.is_plain else "faces"
        wish = name_counts(wanted)
        return f"no choice of {what} gives {wish}; the nearest is {name_counts(nearest)}"


def name_counts(counts: Sequence[int]) -> str:
    """Say how many cells there are of each of `LETTERS`."""
    pairs = zip((*COLOURS, "cells"), counts, strict=True)
    return ", ".join(f"{count} {name}" for name, count in pairs if count)


@cache
def budget_of(pieces: PieceSet) -> ColourBudget:
    """Give the tally of a set of pieces, made once."""
    return ColourBudget(pieces)
