"""Small random puzzles of every kind, each also as players see it (`seen.Seen`)."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import NamedTuple

from lattice_games import BOXES, Game as LatticeGame, near, random_game
from packings import all_turns, read
from seen import Amounts, Lies, Seen, Supply, in_order
from small_boards import Cell, drawn, mirrored

from kaleido import Board, PieceSet, Puzzle
from kaleido.errors import KaleidoError

SIDES = ("mirrored", "one-sided", "fixed")
WRAPS = ("", "", "", "columns", "rows", "both")
SIZES = (1, 2, 2, 3, 3, 4, 5)


class Kind(NamedTuple):
    """A piece by its name and drawings, and what holds for it."""

    name: str
    drawings: tuple[str, ...]
    sides: str
    least: int
    most: int
    zone: str


class Drawn(NamedTuple):
    """A puzzle of squares as text."""

    rows: list[str]
    wrap: str
    optional: str
    sides: str
    kinds: list[Kind]

    @property
    def is_coloured(self) -> bool:
        return "o" not in self.kinds[0].drawings[0]

    @property
    def puzzle(self) -> Puzzle:
        header = f"# optional: {self.optional}\n" if self.optional else ""
        lines = [f"# sides: {self.sides}"]
        for kind in self.kinds:
            words = [kind.name, *kind.drawings, f"x{kind.least}-{kind.most}"]
            words += [kind.sides] if kind.sides != self.sides else []
            words += [f"in {kind.zone}"] if kind.zone else []
            lines.append(" ".join(words))
        board = Board.parse(header + "\n".join(self.rows), wrap=self.wrap)
        return Puzzle(board, PieceSet.parse("own", "\n".join(lines)))

    def at(self, row: int, col: int) -> Cell | None:
        height, width = len(self.rows), len(self.rows[0])
        row = row % height if self.wrap in ("rows", "both") else row
        col = col % width if self.wrap in ("columns", "both") else col
        inside = 0 <= row < height and 0 <= col < width
        return (row, col) if inside and self.rows[row][col] != "." else None

    def around(self, cell: Cell) -> list[Cell | None]:
        row, col = cell
        return [
            self.at(row + down, col + right) for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        ]

    def lies(self, kind: Kind) -> Lies:
        """List where a piece can lie."""
        found = set()
        drawings = {
            *kind.drawings,
            *map(mirrored, kind.drawings if kind.sides == "mirrored" else ()),
        }
        for drawing in drawings:
            for shape in [read(drawing)] if kind.sides == "fixed" else all_turns(drawing):
                for top, left in product(range(len(self.rows)), range(len(self.rows[0]))):
                    cells = {self.at(top + row, left + col): letter for row, col, letter in shape}
                    whole = None not in cells and len(cells) == len(shape)
                    if whole and all(self._may_show(kind, *each) for each in cells.items()):
                        found.add((kind.name, frozenset(cells)))
        return sorted(found, key=in_order)

    def _may_show(self, kind: Kind, cell: Cell, letter: str) -> bool:
        wanted = self.rows[cell[0]][cell[1]]
        if self.is_coloured and letter != wanted:
            return False
        if kind.zone == "edge":
            return None in self.around(cell)
        return not kind.zone or wanted in kind.zone

    @property
    def seen(self) -> Seen:
        letters = {
            (row, col): letter
            for row, line in enumerate(self.rows)
            for col, letter in enumerate(line)
            if letter != "."
        }
        return Seen(
            [lying for kind in self.kinds for lying in self.lies(kind)],
            {kind.name: Supply(kind.least, kind.most, tuple(map(shown, kind.drawings)))
             for kind in self.kinds},
            letters if self.is_coloured else dict.fromkeys(letters, "cells"),
            lambda cell: [other for other in self.around(cell) if other is not None],
            frozenset(cell for cell, letter in letters.items() if letter in self.optional),
        )  # fmt: skip


def shown(drawing: str) -> Amounts:
    letters = [letter for _, _, letter in read(drawing)]
    return tuple(
        sorted(Counter("cells" if letter == "o" else letter for letter in letters).items())
    )


def square_puzzle(dice: random.Random) -> tuple[Puzzle, Seen]:
    """Make a puzzle of squares, with or without colours."""
    while True:
        made = _drawn(dice)
        try:
            return made.puzzle, made.seen
        except KaleidoError:
            continue  # too many cells, or a letter of a zone that no cell has


def _drawn(dice: random.Random) -> Drawn:
    is_coloured, wrap = dice.random() < 0.5, dice.choice(WRAPS)
    sides = dice.choice(("two-faced", "two-faced", *SIDES[1:]) if is_coloured else SIDES)
    height, width = dice.choice(((1, 5), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (5, 2), (2, 6)))
    kinds = []
    for name in "ABCDE"[: dice.choice((2, 3, 3, 4, 5))]:
        cells = _grown(dice, dice.choice(SIZES))
        if is_coloured:
            faces = (cells, {(row, -col) for row, col in cells})
            drawings = tuple(drawn(_coloured(dice, face)) for face in faces)
            drawings = drawings[: 2 if sides == "two-faced" else 1]
            if len({frozenset(all_turns(each)) for each in drawings}) < len(drawings):
                drawings = drawings[:1] if sides != "two-faced" else drawings
        else:
            drawings = (drawn(dict.fromkeys(cells, "o")),)
        own = sides if is_coloured else dice.choice((sides, sides, *SIDES))
        least = dice.choice((0, 1, 1, 1, 1, 1, 1, 2))
        most = max(1, least + dice.choice((0, 0, 0, 0, 1, 2)))
        zone = dice.choice(("",) * 6 + (("edge",) if is_coloured else ("edge", "a", "ab", "bo")))
        kinds.append(Kind(name, drawings, own, least, most, zone))
    optional = "" if is_coloured else dice.choice(("", "", "a", "ab"))
    letters = "xxxryb" if is_coloured else dice.choice(("o", "aabo"))
    rows = ["".join(dice.choice(letters) for _ in range(width)) for _ in range(height)]
    found = Drawn(rows, wrap, optional, sides, kinds)
    return _laid(dice, found)


def _laid(dice: random.Random, made: Drawn) -> Drawn:
    """Take a board from pieces as they fall, with two letters exchanged and some cells more."""
    letters: dict[Cell, str] = {}
    laid: Counter[str] = Counter()
    bare = made._replace(rows=["o" * len(row) for row in made.rows])
    for kind in made.kinds:
        for _ in range(dice.randint(kind.least, kind.most)):
            drawing = dice.choice(kind.drawings)
            shape = dice.choice([read(drawing)] if kind.sides == "fixed" else all_turns(drawing))
            for _ in range(9):
                top, left = dice.randrange(len(made.rows)), dice.randrange(len(made.rows[0]))
                cells = {bare.at(top + row, left + col): letter for row, col, letter in shape}
                if None not in cells and len(cells) == len(shape) and not cells.keys() & letters:
                    letters |= cells
                    laid[kind.name] += 1
                    break
    if len(letters) > 1:
        for _ in range(dice.choice((0, 0, 1, 1, 2))):
            one, other = dice.sample(sorted(letters), 2)
            letters[one], letters[other] = letters[other], letters[one]
    more = dice.choice((0, 0, 0.1))
    rows = [
        "".join(
            (letters[row, col] if made.is_coloured else letter)
            if (row, col) in letters
            else letter
            if dice.random() < more
            else "."
            for col, letter in enumerate(line)
        )
        for row, line in enumerate(made.rows)
    ]
    kinds = [
        kind._replace(least=min(kind.least, laid[kind.name])) if dice.random() < 0.95 else kind
        for kind in made.kinds
    ]
    return made._replace(rows=rows, kinds=kinds)


def _grown(dice: random.Random, size: int) -> set[Cell]:
    cells = {(0, 0)}
    while len(cells) < size:
        row, col = dice.choice(sorted(cells))
        down, right = dice.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        cells.add((row + down, col + right))
    return cells


def _coloured(dice: random.Random, cells: set[Cell]) -> dict[Cell, str]:
    """Colour cells black and in other colours in turns."""
    black = dice.randrange(2)
    return {
        (row, col): "x" if (row + col) % 2 == black else dice.choice("rrryb")
        for row, col in sorted(cells)
    }


def lattice_puzzle(dice: random.Random) -> tuple[Puzzle, Seen]:
    """Make a puzzle on another lattice."""
    game = random_game(BOXES[dice.choice(sorted(BOXES))], dice.randrange(10**6))
    return Puzzle(game.board, game.set), seen_of(game)


def seen_of(game: LatticeGame) -> Seen:
    """Return a game on a lattice as players see it."""
    points = game.drawn.points()

    def beside(cell: Cell) -> list[Cell]:
        step = game.drawn.step
        return [
            other
            for other in game.cells
            if near(
                sum((a - b) ** 2 for a, b in zip(points[cell], points[other], strict=True)), step**2
            )
        ]

    supplies = {
        name: Supply(
            0 if game.some else game.counts[name], game.counts[name], ((("cells", len(cells)),),)
        )
        for name, cells in game.pieces.items()
    }
    return Seen(
        sorted(game.lying(), key=in_order),
        supplies,
        dict.fromkeys(game.cells, "cells"),
        beside,
        is_square=False,
    )


def seen_puzzle(seed: int) -> tuple[Puzzle, Seen]:
    """Make the puzzle of a number: one in six on another lattice than that of squares."""
    dice = random.Random(f"seen puzzle {seed}")
    return lattice_puzzle(dice) if seed % 6 == 5 else square_puzzle(dice)
