"""A rule for a piece: its sides, how many copies are used, and where it may lie."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kaleido.errors import PieceError
from kaleido.model.board import EDGE, letters_fault
from kaleido.text import both, either, quote

PIECE_SIDES = ("fixed", "one-sided", "mirrored")
"""What a rule says of the sides of a piece: it stays as it is drawn, turns, or turns over, too."""

_SIDES = {
    "fixed": "not turned",
    "one-sided": "turned, not turned over",
    "mirrored": "may be turned over",
}

MAX_COPIES = 1024

_COPIES = re.compile(r"x(\d{1,4})(?:-(\d{1,4}))?")
_EXPECTED = f"expected {', '.join(PIECE_SIDES)}, xN, xM-N, in edge or in LETTERS"


@dataclass(frozen=True)
class Rule:
    """What is said of a piece besides its drawing; what is left out stays as the set says.

    Parameters
    ----------
    sides : {"", "fixed", "one-sided", "mirrored"}, optional
        Whether the piece stays as it is drawn, may be turned, or may be turned over as well.
    least, most : int or None, optional
        How many copies are used. Without `least` all of them are, unless pieces may be left over.
    zone : str, optional
        Where all cells of the piece lie: "edge", or the letters of cells of the board, sorted.

    Examples
    --------
    >>> Rule.parse(["fixed", "x1-3", "in", "ba"])
    Rule(sides='fixed', least=1, most=3, zone='ab')
    """

    sides: str = ""
    least: int | None = None
    most: int | None = None
    zone: str = ""

    @classmethod
    def parse(cls, words: Iterable[str]) -> Rule:
        """Read the words of a rule: ``fixed``, ``one-sided`` or ``mirrored``; ``x3`` or ``x1-3``.

        A zone is ``in edge``, or ``in`` and the letters of cells.

        Raises
        ------
        PieceError
            A word is unknown, two words contradict each other, or the numbers are out of range.
        """
        rule, left = cls(), list(words)
        if not left:
            raise PieceError(f"there is no rule: {_EXPECTED}")
        while left:
            word = left.pop(0)
            if word in PIECE_SIDES:
                said = cls(sides=word)
            elif found := _COPIES.fullmatch(word):
                said = _copies(word, found[1], found[2])
            elif word == "in":
                said = cls(zone=_zone(left.pop(0) if left else ""))
            else:
                raise PieceError(f"unknown rule {quote(word)}: {_EXPECTED}")
            twice = rule.clash(said)
            if twice:
                raise PieceError(f"{quote(word)}: the rule says {twice} twice")
            rule = said.over(rule)
        return rule

    @classmethod
    def starts_at(cls, word: str) -> bool:
        """Return whether a word on the line of a piece belongs to its rule, not to its drawings."""
        return word in PIECE_SIDES or word == "in" or _COPIES.fullmatch(word) is not None

    def __str__(self) -> str:
        """Return the words that `parse` reads; none if the rule says nothing.

        Examples
        --------
        >>> str(Rule(most=2, zone="edge"))
        'x2 in edge'
        """
        return " ".join(self.words)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that `parse` reads."""
        least = "" if self.least is None else f"{self.least}-"
        copies = () if self.most is None else (f"x{least}{self.most}",)
        zone = ("in", self.zone) if self.zone else ()
        return (*((self.sides,) if self.sides else ()), *copies, *zone)

    @property
    def sentence(self) -> str:
        """What the rule says, for people.

        Examples
        --------
        >>> Rule("fixed", 1, 3, "ab").sentence
        'not turned, 1 to 3 copies, only on cells a or b'
        """
        parts = [_SIDES[self.sides]] if self.sides else []
        if self.most is not None:
            parts.append(self._range(self.most))
        if self.zone:
            where = "at the edge" if self.zone == EDGE else f"on cells {either(self.zone)}"
            parts.append(f"only {where}")
        return ", ".join(parts)

    def _range(self, most: int) -> str:
        copies = f"{most:,} {'copy' if most == 1 else 'copies'}"
        if self.least is None or self.least == most:
            return copies
        return f"{self.least:,} to {copies}" if self.least else f"at most {copies}"

    def over(self, other: Rule) -> Rule:
        """Return what this rule says, and what the other one says of the rest."""
        copies = other if self.most is None else self
        sides, zone = self.sides or other.sides, self.zone or other.zone
        return Rule(sides, copies.least, copies.most, zone)

    def clash(self, other: Rule) -> str:
        """Return what both rules speak of, in words; "" if there is nothing."""
        spoken = {
            "the sides": self.sides and other.sides,
            "the copies": self.most is not None and other.most is not None,
            "the zone": self.zone and other.zone,
        }
        twice = [what for what, is_twice in spoken.items() if is_twice]
        return both(twice) if twice else ""


def _copies(word: str, first: str, second: str | None) -> Rule:
    least, most = (None, int(first)) if second is None else (int(first), int(second))
    if not 0 < most <= MAX_COPIES:
        raise PieceError(f"{quote(word)}: expected x1 to x{MAX_COPIES}")
    if least is not None and least > most:
        raise PieceError(f"{quote(word)}: expected no more copies at least than at most")
    return Rule(least=least, most=most)


def _zone(word: str) -> str:
    if word == EDGE:
        return EDGE
    fault = letters_fault(word)
    if fault:
        raise PieceError(f"{quote(f'in {word}'.rstrip())}: {fault}")
    return "".join(sorted(set(word)))
