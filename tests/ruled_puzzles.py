"""Small random puzzles with rules, and a solver for them that tries everything.

The solver shares nothing with the package but the values that it reads: it turns the drawings
itself, lays each piece wherever its rules let it lie, and chooses among all that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import comb, prod
from random import Random
from typing import NamedTuple

from kaleido import Placement

Cells = frozenset[tuple[int, int]]
Lying = frozenset[tuple[str, Cells]]
"""A solution: the pieces with their cells."""

SHAPES = {
    "I": ["ooo", "oo", "oooo"],
    "L": ["ooo/o..", "oo/o."],
    "Z": ["oo./.oo", "o./oo/.o"],
    "M": ["o"],
    "P": ["oo/oo/o.", "ooo/oo."],
}
MAX_TRIES = 500_000
SIDES = ("mirrored", "one-sided", "fixed")


class Kind(NamedTuple):
    """A piece and what holds for it."""

    name: str
    drawing: str
    sides: str
    least: int
    most: int
    zone: str


class Ruled(NamedTuple):
    """A puzzle with rules."""

    rows: list[str]
    wrap: str
    optional: str
    sides: str
    kinds: list[Kind]

    @property
    def set_text(self) -> str:
        """The text of the set of pieces, without what the puzzle says."""
        lines = [f"# sides: {self.sides}"]
        return "\n".join([*lines, *(f"{each.name} {each.drawing}" for each in self.kinds)])

    @property
    def text(self) -> str:
        """The text of the puzzle, with its rules."""
        lines = [f"# wrap: {self.wrap}"] if self.wrap else []
        lines += [f"# optional: {self.optional}"] if self.optional else []
        for kind in self.kinds:
            words = [kind.sides] if kind.sides != self.sides else []
            words += [f"x{kind.least}-{kind.most}"]
            words += [f"in {kind.zone}"] if kind.zone else []
            lines.append(f"# rule {kind.name}: {' '.join(words)}")
        return "\n".join([*lines, *self.rows])


def ruled_puzzle(seed: int) -> Ruled:
    """Make the puzzle of that number; five of six have a solution, none has too many."""
    dice = Random(f"ruled puzzle {seed}")
    while True:
        puzzle = _any_puzzle(dice)
        pairs = [(each, each.drawing.count("o")) for each in puzzle.kinds]
        least = sum(each.least * size for each, size in pairs)
        most = sum(each.most * size for each, size in pairs)
        cells = "".join(puzzle.rows).replace(".", "")
        must = sum(letter not in puzzle.optional for letter in cells)
        fits = least <= len(cells) and must <= most and _tries(puzzle) < MAX_TRIES
        if fits and (seed % 6 == 5 or 0 < len(all_solutions(puzzle, 400)) < 400):
            return puzzle


def _tries(puzzle: Ruled) -> int:
    """Return how many choices of placements there are, overlaps included."""
    return prod(
        sum(comb(len(options_of(puzzle, kind)), copies) for copies in range(kind.most + 1))
        for kind in puzzle.kinds
    )


def _any_puzzle(dice: Random) -> Ruled:
    height, width = dice.choice([(2, 4), (3, 3), (3, 4), (2, 5), (4, 4), (3, 5), (2, 6)])
    wrap = dice.choice(["", "", "", "columns", "rows", "both"])
    letters = {cell: dice.choice("aabo-") for cell in product(range(height), range(width))}
    if not wrap:
        for cell in dice.sample(sorted(letters), dice.choice([0, 0, 1, 2])):
            letters[cell] = "."
    sides = dice.choice(SIDES)
    kinds = []
    for name in dice.sample(sorted(SHAPES), dice.choice([2, 3, 3])):
        least = dice.choice([0, 0, 1, 1, 2])
        most = max(1, least + dice.choice([0, 0, 1, 2]))
        zone = dice.choice(["", "", "", "", "edge", "ab", "ab-o", "a", "bo"])
        own = dice.choice([sides, *SIDES])
        kinds.append(Kind(name, dice.choice(SHAPES[name]), own, least, most, zone))
    optional = dice.choice(["", "a", "ab", "o", "-b", "ab-o"])
    found = Ruled([], wrap, optional, sides, kinds)
    if dice.random() < 0.3:
        _give(dice, found, letters, height, width)
    present = set(letters.values())
    rows = ["".join(letters[row, col] for col in range(width)) for row in range(height)]
    kept = "".join(letter for letter in optional if letter in present)
    kinds = [
        kind._replace(zone="edge" if kind.zone == "edge" else _present(kind.zone, present))
        for kind in kinds
    ]
    return found._replace(rows=rows, optional=kept, kinds=kinds)


def _present(zone: str, letters: set[str]) -> str:
    return "".join(letter for letter in zone if letter in letters)


def _give(
    dice: Random, puzzle: Ruled, letters: dict[tuple[int, int], str], height: int, width: int
) -> None:
    """Let a piece lie on the board: write its name on the cells."""
    kind = dice.choice([each for each in puzzle.kinds if not each.zone] or [puzzle.kinds[0]])
    ruled = puzzle._replace(
        rows=["".join(letters[r, c] for c in range(width)) for r in range(height)]
    )
    options = sorted(map(sorted, options_of(ruled, kind)))
    if options and not kind.zone:
        letters |= dict.fromkeys(dice.choice(options), kind.name)


def _turned(drawing: str, sides: str) -> set[Cells]:
    cells = {
        (row, col)
        for row, line in enumerate(drawing.split("/"))
        for col, letter in enumerate(line)
        if letter != "."
    }
    found = []
    for mirror in (False, True) if sides == "mirrored" else (False,):
        shape = {(row, -col) for row, col in cells} if mirror else cells
        for _ in range(1 if sides == "fixed" else 4):
            found.append(shape)
            shape = {(col, -row) for row, col in shape}
    return {
        frozenset(
            (row - min(r for r, _ in shape), col - min(c for _, c in shape)) for row, col in shape
        )
        for shape in found
    }


def options_of(puzzle: Ruled, kind: Kind) -> set[Cells]:
    """Return all sets of cells that a piece may cover."""
    rows, wrap = puzzle.rows, puzzle.wrap
    height, width = len(rows), len(rows[0])

    def at(row: int, col: int) -> tuple[int, int] | None:
        if wrap in ("rows", "both"):
            row %= height
        if wrap in ("columns", "both"):
            col %= width
        inside = 0 <= row < height and 0 <= col < width
        return (row, col) if inside and rows[row][col] != "." else None

    def may_lie(cell: tuple[int, int]) -> bool:
        row, col = cell
        beside = [at(row + 1, col), at(row - 1, col), at(row, col + 1), at(row, col - 1)]
        if kind.zone == "edge":
            return None in beside
        return not kind.zone or rows[row][col] in kind.zone

    found = set()
    for shape in _turned(kind.drawing, kind.sides):
        for top, left in product(range(height), range(width)):
            cells = [at(top + row, left + col) for row, col in shape]
            if None not in cells and len(set(cells)) == len(shape):
                lying = frozenset(cell for cell in cells if cell is not None)
                if all(map(may_lie, lying)):
                    found.add(lying)
    return found


def all_solutions(puzzle: Ruled, limit: int | None = None) -> set[Lying]:
    """Return every solution, or so many of them, by trying every choice of placements."""
    board = [
        (row, col)
        for row, line in enumerate(puzzle.rows)
        for col, letter in enumerate(line)
        if letter != "."
    ]
    letter = {cell: puzzle.rows[cell[0]][cell[1]] for cell in board}
    is_free = len(set(letter.values())) == 1
    options = [(kind, sorted(map(sorted, options_of(puzzle, kind)))) for kind in puzzle.kinds]
    given = {
        (kind.name, frozenset(part))
        for kind in puzzle.kinds
        for part in ([cell for cell in board if letter[cell] == kind.name],)
        if part and not is_free
    }

    def choose(place: int, copies: int, start: int, used: Cells, lying: Lying) -> Iterator[Lying]:
        if place == len(options):
            if all(cell in used or letter[cell] in puzzle.optional for cell in board):
                yield lying
            return
        kind, ways = options[place]
        if copies >= kind.least:
            yield from choose(place + 1, 0, 0, used, lying)
        if copies < kind.most:
            for at in range(start, len(ways)):
                cells = frozenset(ways[at])
                if not cells & used:
                    more = lying | {(kind.name, cells)}
                    yield from choose(place, copies + 1, at + 1, used | cells, more)

    every = (lying for lying in choose(0, 0, 0, frozenset(), frozenset()) if given <= lying)
    return set(islice(every, limit))


def lying(placements: tuple[Placement, ...]) -> Lying:
    """Return placements as `all_solutions` has them."""
    return frozenset((each.piece, frozenset(each.cells)) for each in placements)
