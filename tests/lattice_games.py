"""Small random games on lattices, and a brute-force solver that knows distances alone.

Cells are points in the plane or in space, computed here. A piece lies on some cells if these have
the distances of its own, and no mirror image where it may not be turned over. Nothing here is the
package's but `Board` and `PieceSet`, to hand the games over.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kaleido import Board, PieceSet

Point = tuple[float, ...]
Cell = tuple[int, int]
Full = frozenset[tuple[str, frozenset[Cell]]]
"""A full board: which piece lies on which cells."""

HEIGHT = math.sqrt(3) / 2


class Drawn(NamedTuple):
    """A box of cells of a lattice: where each is, and how far those are apart that touch."""

    name: str
    layers: int
    rows: int
    cols: int
    where: Callable[[int, int, int], Point]
    step: float

    def points(self) -> dict[Cell, Point]:
        """Give the point of each cell, by the row among those of all layers and the column."""
        return {
            (layer * self.rows + row, col): self.where(layer, row, col)
            for layer in range(self.layers)
            for row in range(self.rows)
            for col in range(self.cols)
        }

    def drawing(self, cells: Iterator[Cell] | Sequence[Cell]) -> str:
        """Draw some cells, with holes for the others."""
        chosen = set(cells)
        rows = [
            "".join("o" if (row, col) in chosen else "." for col in range(self.cols))
            for row in range(self.layers * self.rows)
        ]
        layers = [rows[start : start + self.rows] for start in range(0, len(rows), self.rows)]
        return "//".join(map("/".join, layers))


def _triangle(_: int, row: int, col: int) -> Point:
    third = 1 if (row + col) % 2 else 2
    return HEIGHT * (row + third / 3), col / 2


BOXES = {
    drawn.name: drawn
    for drawn in (
        Drawn("hexagonal", 1, 4, 4, lambda _, row, col: (HEIGHT * row, col + row % 2 / 2), 1),
        Drawn("triangular", 1, 4, 6, _triangle, 1 / math.sqrt(3)),
        Drawn("cubic", 3, 3, 3, lambda layer, row, col: (row, col, layer), 1),
        Drawn(
            "spheres",
            3,
            3,
            3,
            lambda layer, row, col: (row + layer / 2, col + layer / 2, layer / math.sqrt(2)),
            1,
        ),
    )
}


def volume(points: Sequence[Point]) -> float:
    """Give the signed area of a triangle, or the signed volume of four points in space."""
    first, *others = points
    rows = [[a - b for a, b in zip(other, first, strict=True)] for other in others]
    if len(rows) == 2:
        (a, b), (c, d) = rows
        return a * d - b * c
    (a, b, c), (d, e, f), (g, h, i) = rows
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def near(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6


def images(own: Sequence[Point], goal: dict[Cell, Point], *, mirrors: bool) -> list[list[Cell]]:
    """Give the cells onto which a body can be laid, for each way to do it."""
    found: list[list[Cell]] = []

    def lay(chosen: list[Cell]) -> None:
        if len(chosen) == len(own):
            found.append(list(chosen))
            return
        point = own[len(chosen)]
        for cell, to in goal.items():
            if cell not in chosen and all(
                near(math.dist(point, before), math.dist(to, goal[after]))
                for before, after in zip(own, chosen, strict=False)
            ):
                lay([*chosen, cell])

    lay([])
    corners = len(own[0]) + 1
    return [
        cells
        for cells in found
        if mirrors
        or all(
            near(volume([own[n] for n in few]), volume([goal[cells[n]] for n in few]))
            for few in itertools.combinations(range(len(own)), corners)
        )
    ]


class Game(NamedTuple):
    """A board, its pieces by name, and how many there are of each."""

    drawn: Drawn
    cells: frozenset[Cell]
    pieces: dict[str, tuple[Cell, ...]]
    counts: dict[str, int]
    mirrors: bool
    some: bool

    @property
    def board(self) -> Board:
        return Board(self.drawn.drawing(sorted(self.cells)), lattice=self.drawn.name)

    @property
    def set(self) -> PieceSet:
        sides = "mirrored" if self.mirrors else "one-sided"
        lines = [f"# sides: {sides}", f"# lattice: {self.drawn.name}"]
        lines += ["# use: some"] * self.some
        for name, cells in self.pieces.items():
            lines.append(f"{name} {self.drawn.drawing(cells)} x{self.counts[name]}")
        return PieceSet.parse("random", "\n".join(lines))

    def lying(self) -> list[tuple[str, frozenset[Cell]]]:
        """Find every way in which a piece can lie on the board."""
        points = self.drawn.points()
        goal = {cell: points[cell] for cell in sorted(self.cells)}
        return [
            (name, cells)
            for name, piece in self.pieces.items()
            for cells in {
                frozenset(image)
                for image in images([points[cell] for cell in piece], goal, mirrors=self.mirrors)
            }
        ]

    def solutions(self) -> set[Full]:
        """Find every solution by trying everything."""
        lying = self.lying()
        found: set[Full] = set()
        left = Counter(self.counts)

        def fill(free: frozenset[Cell], chosen: Full) -> None:
            if not free:
                if self.some or not any(left.values()):
                    found.add(chosen)
                return
            first = min(free)
            for name, cells in lying:
                if first in cells and cells <= free and left[name]:
                    left[name] -= 1
                    fill(free - cells, chosen | {(name, cells)})
                    left[name] += 1

        fill(self.cells, frozenset())
        return found

    def classes(self, solutions: set[Full]) -> int:
        """Count solutions that no turn or reflection of the board carries into each other."""
        points = self.drawn.points()
        cells = sorted(self.cells)
        goal = {cell: points[cell] for cell in cells}
        moves = [
            dict(zip(cells, image, strict=True))
            for image in images([points[cell] for cell in cells], goal, mirrors=True)
        ]
        left = {frozenset(part for _, part in full) for full in solutions}
        number = 0
        while left:
            one = left.pop()
            number += 1
            left -= {frozenset(frozenset(map(move.get, part)) for part in one) for move in moves}
        return number


def random_game(drawn: Drawn, seed: int) -> Game:
    """Cut a random connected body of cells up into pieces, and exchange one now and then."""
    chance = random.Random(seed)
    points = drawn.points()

    def grown(size: int, within: set[Cell]) -> list[Cell]:
        cells = [chance.choice(sorted(within))]
        while len(cells) < size:
            beside = [
                cell
                for cell in sorted(within)
                if cell not in cells
                and any(near(math.dist(points[cell], points[own]), drawn.step) for own in cells)
            ]
            if not beside:
                break
            cells.append(chance.choice(beside))
        return cells

    mirrors, some = chance.random() < 0.5, chance.random() < 0.2
    body = grown(chance.randint(6, 11), set(points))
    free, pieces, counts = set(body), {}, Counter[str]()
    while free:
        part = grown(chance.randint(1, 4), free)
        free -= set(part)
        if chance.random() < 0.2:
            part = grown(len(part), set(points))
        own = [points[cell] for cell in part]
        alike = (
            name
            for name, other in pieces.items()
            if len(other) == len(own)
            and images(own, {cell: points[cell] for cell in other}, mirrors=mirrors)
        )
        name = next(alike, chr(ord("A") + len(pieces)))
        pieces.setdefault(name, tuple(part))
        counts[name] += 1
    return Game(drawn, frozenset(body), pieces, dict(counts), mirrors, some)
