"""Small puzzles for tests, written in a line or drawn at random, and brute force about each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

from fuzz.asked import as_full, in_order, placement_of
from fuzz.puzzles import draw_puzzle
from naive_puzzle import Full, Line, Lying, Naive, Texts

from kaleido import Board, PieceSet, Placement, Position, Puzzle

__all__ = ["Full", "Game", "Lying", "as_full", "game", "games", "in_order", "small"]


@dataclass(frozen=True)
class Game:
    """A puzzle of the package with the truth about it."""

    texts: Texts

    @cached_property
    def naive(self) -> Naive:
        return Naive(self.texts)

    @cached_property
    def board(self) -> Board:
        texts = self.texts
        rules = {"wrap": texts.wrap, "optional": texts.optional, "leave": texts.leave}
        return Board(texts.rows, lattice=texts.lattice, **rules)

    @cached_property
    def pieces(self) -> PieceSet:
        return PieceSet.parse("own", self.texts.pieces)

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.board, self.pieces)

    @property
    def solutions(self) -> set[Full]:
        return self.naive.fulls

    @property
    def is_bare(self) -> bool:
        """Whether pieces without colours fill boards that show no piece."""
        return self.naive.is_plain and not (self.naive.givens or self.naive.optional)

    def placements(self, lying: Iterable[Lying]) -> tuple[Placement, ...]:
        """Return pieces as the package has them, by the first of their faces."""
        numbers = self.naive.numbers
        return tuple(placement_of(self.naive, numbers[each]) for each in lying)

    def position(self, lying: Iterable[Lying]) -> Position:
        """Return the puzzle with some pieces laid."""
        return Position(self.puzzle, self.placements(lying))

    def classes(self, placed: Iterable[Lying] = (), *, turns: bool = False) -> list[set[Full]]:
        """Return the solutions that hold some pieces, in classes that symmetries exchange."""
        return self.naive.classes(map(self.naive.numbers.__getitem__, placed), turns=turns)


def small(rows: str, pieces: str, **others: str) -> Game:
    """Return the puzzle of a board and pieces such as ``I ooo, L oo/o. x2``."""
    lines = []
    for text in pieces.split(", "):
        name, *words = text.split()
        copies = words.pop() if re.fullmatch(r"x\d[\d-]*", words[-1]) else ""
        lines.append(Line(name, tuple(words), copies=copies))
    return Game(Texts(rows, tuple(lines), **others))


def _is_square(naive: Naive) -> bool:
    return naive.texts.lattice == "square"


KINDS: Mapping[str, Callable[[Naive], Any]] = {
    "plain": lambda own: own.is_plain,
    "simple": lambda own: own.is_plain and {*own.ranges} == {(1, 1)} and not own.optional,
    "copies": lambda own: own.is_plain and max(most for _, most in own.ranges) > 1,
    "spare": lambda own: own.is_plain and any(least < most for least, most in own.ranges),
    "coloured": lambda own: not own.is_plain,
    "twins": lambda own: any(len(faces) > 1 for faces in own.faces.values()),
    "figures": lambda own: len(own.figures) > 1 and len(own.moves) > 4,
    "unsolvable": lambda own: own.is_plain and own.is_sound and not own.solutions,
}
"""The kinds of puzzles on squares; those on other lattices are of the kind of its name."""


@cache
def game(kind: str, seed: int) -> Game:
    """Return the puzzle of a kind with that number."""
    dice = Random(f"{kind} {seed}")
    while True:
        own = draw_puzzle(dice)
        is_it = _is_square(own) and KINDS[kind](own) if kind in KINDS else own.texts.lattice == kind
        if is_it and own.is_sound:
            return Game(own.texts)


def games(*kinds: str, seeds: int) -> Iterator[Game]:
    """Yield the first puzzles of some kinds, each drawn when it is asked for."""
    return (game(kind, seed) for kind in kinds for seed in range(seeds))
