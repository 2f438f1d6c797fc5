"""Small boards of any shape, cut up at random, and a brute-force solver for them.

Nothing here is the package's but `Board`, `PieceSet` and `Placement`, to hand the games over:
drawings are turned, mirrored and wound around the seams by the code here, and solutions are
found by trying everything, on plain sets of cells.
"""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from packings import all_turns

from kaleido import PieceSet, Placement, Puzzle
from kaleido.model.board import Board

Cell = tuple[int, int]
Cells = frozenset[Cell]
Lying = tuple[str, Cells]
Full = frozenset[Lying]
"""A full board: which piece lies on which cells."""

MOST_SOLUTIONS = 1500
MOST_MOVES = 1000
"""With more ways to move the parts of a board each on its own, it is moved as a whole."""


class TooManyError(Exception):
    """A game has more solutions than a test should look at."""


class Kind(NamedTuple):
    """A piece by its name and drawings (two for a piece with two faces), and how many."""

    name: str
    drawings: tuple[str, ...]
    count: int = 1


def mirrored(drawing: str) -> str:
    """Draw the mirror image."""
    return "/".join(row[::-1] for row in drawing.split("/"))


def drawn(cells: Mapping[Cell, str]) -> str:
    """Draw cells in the least rectangle around them."""
    rows, cols = [row for row, _ in cells], [col for _, col in cells]
    return "/".join(
        "".join(cells.get((row, col), ".") for col in range(min(cols), max(cols) + 1))
        for row in range(min(rows), max(rows) + 1)
    )


@dataclass(frozen=True)
class Game:
    """A board and the pieces for it, as text."""

    rows: tuple[str, ...]
    wrap: str
    kinds: tuple[Kind, ...]
    sides: str
    use: str = "all"

    @property
    def board(self) -> Board:
        return Board("/".join(self.rows), wrap=self.wrap)

    @property
    def pieces(self) -> PieceSet:
        lines = [f"# sides: {self.sides}", f"# use: {self.use}"]
        for name, drawings, count in self.kinds:
            copies = f" x{count}" if count > 1 else ""
            lines.append(f"{name}  {' '.join(drawings)}{copies}")
        return PieceSet.parse("own", "\n".join(lines))

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.board, self.pieces)

    @property
    def is_coloured(self) -> bool:
        return "o" not in self.kinds[0].drawings[0]

    @property
    def wraps(self) -> tuple[bool, bool]:
        """Whether rows wrap around, whether columns do."""
        return self.wrap in ("rows", "both"), self.wrap in ("columns", "both")

    @functools.cached_property
    def cells(self) -> Cells:
        return frozenset(
            (row, col)
            for row, line in enumerate(self.rows)
            for col, letter in enumerate(line)
            if letter != "."
        )

    def around(self, row: int, col: int) -> Cell:
        """Give the cell met at a place that may lie beyond a seam."""
        down, right = self.wraps
        return row % len(self.rows) if down else row, col % len(self.rows[0]) if right else col

    def faces(self, kind: Kind) -> tuple[str, ...]:
        """Give the drawings of what may lie on top, front first."""
        if self.sides != "mirrored":
            return kind.drawings
        front = kind.drawings[0]
        back = mirrored(front)
        return (front,) if all_turns(back) == all_turns(front) else (front, back)

    @functools.cached_property
    def every(self) -> Mapping[tuple[str, str, Cells], None]:
        """Every piece, face and set of cells on which it can lie, colours right."""
        found: dict[tuple[str, str, Cells], None] = {}
        for kind in self.kinds:
            for face, drawing in zip(("front", "back"), self.faces(kind), strict=False):
                for shape in all_turns(drawing):
                    for top, left in itertools.product(
                        range(len(self.rows)), range(len(self.rows[0]))
                    ):
                        lies = {
                            self.around(top + row, left + col): letter for row, col, letter in shape
                        }
                        if len(lies) == len(shape) and all(
                            cell in self.cells
                            and (not self.is_coloured or self.rows[cell[0]][cell[1]] == letter)
                            for cell, letter in lies.items()
                        ):
                            found[kind.name, face, frozenset(lies)] = None
        return found

    @functools.cached_property
    def lyings(self) -> frozenset[Lying]:
        return frozenset((name, cells) for name, _, cells in self.every)

    @property
    def has_twins(self) -> bool:
        """Whether a piece covers the same cells with either face."""
        return len(self.lyings) < len(self.every)

    @property
    def has_spirals(self) -> bool:
        """Whether a piece is longer than the way around, so that it can only lie wound around."""
        down, right = self.wraps
        return any(
            (down and max(row for row, *_ in shape) >= len(self.rows))
            or (right and max(col for _, col, _ in shape) >= len(self.rows[0]))
            for kind in self.kinds
            for shape in all_turns(kind.drawings[0])
        )

    @functools.cached_property
    def solutions(self) -> frozenset[Full]:
        """All solutions; a `TooManyError` if that is more than tests can look at."""
        found = set()
        for full in self._filled():
            found.add(full)
            if len(found) > MOST_SOLUTIONS:
                raise TooManyError
        return frozenset(found)

    def _filled(self) -> Iterator[Full]:
        by_cell: dict[Cell, list[Lying]] = {cell: [] for cell in self.cells}
        for name, cells in self.lyings:
            for cell in cells:
                by_cell[cell].append((name, cells))
        left = {kind.name: kind.count for kind in self.kinds}
        chosen: list[Lying] = []

        def fill(free: Cells) -> Iterator[Full]:
            if not free:
                if self.use == "some" or not any(left.values()):
                    yield frozenset(chosen)
                return
            for name, cells in by_cell[min(free)]:
                if left[name] and cells <= free:
                    left[name] -= 1
                    chosen.append((name, cells))
                    yield from fill(free - cells)
                    chosen.pop()
                    left[name] += 1

        yield from fill(self.cells)

    def placements(self, lying: Iterator[Lying] | Full | list[Lying]) -> tuple[Placement, ...]:
        """Hand lying pieces over, in order if they have one."""
        face_of = {(name, cells): face for name, face, cells in reversed(self.every)}
        return tuple(
            Placement(name, face_of[name, cells], tuple(sorted(cells))) for name, cells in lying
        )

    def moves(self) -> list[dict[Cell, Cell]]:
        """List the turns, flips and shifts of the board, some of them more than once."""
        (down, right), found = self.wraps, []
        # Where no sides are joined, lines of holes around the cells make no difference.
        top, left = (0 if wraps else min(line) for line, wraps in
                     zip(zip(*self.cells, strict=True), self.wraps, strict=True))  # fmt: skip
        rows, cols = len(self.rows), len(self.rows[0])
        if not down:
            rows = 1 + max(row for row, _ in self.cells) - top
        if not right:
            cols = 1 + max(col for _, col in self.cells) - left
        places = list(itertools.product(range(rows), range(cols)))
        for swap, flip, mirror in itertools.product((False, True), repeat=3):
            if swap and (rows != cols or down != right):
                continue
            for shift_down, shift_right in itertools.product(
                range(rows if down else 1), range(cols if right else 1)
            ):
                found.append(
                    {
                        (top + row, left + col): (
                            top + ((rows - 1 - a if flip else a) + shift_down) % rows,
                            left + ((cols - 1 - b if mirror else b) + shift_right) % cols,
                        )
                        for row, col in places
                        for a, b in [(col, row) if swap else (row, col)]
                    }
                )
        return found

    @functools.cached_property
    def figures(self) -> list[Cells]:
        """The connected parts of the board."""
        found, left = [], set(self.cells)
        while left:
            part = frozenset({min(left)})
            while grown := self.touching(part) - part:
                part |= grown
            found.append(part)
            left -= part
        return found

    def figure_moves(self) -> list[dict[Cell, Cell]]:
        """List the ways to turn, mirror and exchange the parts of the board, each on its own."""
        found: list[dict[Cell, Cell]] = [{}]
        for figure in self.figures:
            spun = [[(cell, image) for cell, image in zip(figure, each, strict=True)]
                    for each in _spun(list(figure))]  # fmt: skip
            homes = []
            for pairs in spun:
                for goal in self.figures:
                    down = min(row for row, _ in goal) - min(row for _, (row, _) in pairs)
                    right = min(col for _, col in goal) - min(col for _, (_, col) in pairs)
                    move = {cell: (row + down, col + right) for cell, (row, col) in pairs}
                    if frozenset(move.values()) == goal and move not in homes:
                        homes.append(move)
            found = [
                before | move
                for before in found
                for move in homes
                if not set(before.values()) & set(move.values())
            ]
            if len(found) > 50 * MOST_MOVES:
                raise TooManyError
        return found

    def cell_moves(self) -> list[dict[Cell, Cell]]:
        """List the different moves of the cells of the board."""
        if not self.wrap and len(self.figures) > 1:
            try:
                own = self.figure_moves()
            except TooManyError:
                own = []
            if 0 < len(own) <= MOST_MOVES:
                return own
        found = {}
        for move in self.moves():
            kept = {cell: to for cell, to in move.items() if cell in self.cells}
            if set(kept.values()) == self.cells:
                found[tuple(sorted(kept.items()))] = kept
        return list(found.values())

    def symmetries(self, placed: Full = frozenset()) -> list[dict[Lying, Lying]]:
        """List what the moves do that keep the board, what is placed and what can lie where.

        A move may make all of one piece of another, of which there are as many.
        """
        homes = {kind.name: frozenset(c for n, c in self.lyings if n == kind.name)
                 for kind in self.kinds}  # fmt: skip
        kinds: dict[tuple[frozenset[Cells], int], list[str]] = {}
        for kind in self.kinds:
            kinds.setdefault((homes[kind.name], kind.count), []).append(kind.name)
        found = []
        for move in self.cell_moves():
            if self.is_coloured and any(
                self.rows[a][b] != self.rows[c][d] for (a, b), (c, d) in move.items()
            ):
                continue
            image: dict[Lying, Lying] = {}
            for (cells, count), names in kinds.items():
                there = frozenset(frozenset(map(move.__getitem__, each)) for each in cells)
                for name, other in zip(names, kinds.get((there, count), ()), strict=False):
                    for each in cells:
                        image[name, each] = other, frozenset(map(move.__getitem__, each))
            if len(image) == len(self.lyings) and moved(placed, image) == placed:
                found.append(image)
        return found

    @property
    def repeats_moves(self) -> bool:
        """Whether two of the turns, flips and shifts are the same, as on a single row."""
        moves = self.moves()
        return any(one == other for one, other in itertools.combinations(moves, 2))

    def orbits(self, placed: Full = frozenset()) -> int:
        """Count the solutions that hold what is placed, up to symmetry."""
        return len(self.classes(placed))

    def classes(self, placed: Full = frozenset()) -> list[set[Full]]:
        """Part the solutions that hold what is placed by what symmetries make of each other."""
        maps = self.symmetries(placed)
        found: list[set[Full]] = []
        left = {full for full in self.solutions if placed <= full}
        while left:
            own, ahead = set[Full](), [next(iter(left))]
            while ahead:
                full = ahead.pop()
                if full not in own:
                    own.add(full)
                    ahead += [moved(full, image) for image in maps]
            found.append(own)
            left -= own
        return found

    def showing(self, placed: Full) -> Game:
        """Give the game with some pieces shown in place by their letters."""
        rows = [list(row.replace("o", "-")) for row in self.rows]
        for name, cells in placed:
            for row, col in cells:
                rows[row][col] = name
        return replace(self, rows=tuple(map("".join, rows)))

    def touching(self, cells: Cells) -> Cells:
        """Give the cells beside a set of cells."""
        beside = {
            self.around(row + down, col + right)
            for row, col in cells
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        return frozenset(beside - cells) & self.cells


def moved(full: Full, image: Mapping[Lying, Lying]) -> Full:
    """Move all that lies on a board."""
    return frozenset(map(image.__getitem__, full))


def _spun(cells: list[Cell]) -> list[list[Cell]]:
    """Turn and mirror cells, in the same order."""
    return [
        [
            (down * a, right * b)
            for row, col in cells
            for a, b in [(col, row) if swap else (row, col)]
        ]
        for swap in (False, True)
        for down in (1, -1)
        for right in (1, -1)
    ]


def as_full(placements: tuple[Placement, ...]) -> Full:
    """Take what lies on a board of the package."""
    assert len(set(placements)) == len(placements)
    return frozenset((placement.piece, frozenset(placement.cells)) for placement in placements)


def _random_rows(rng: random.Random, wrap: str, most: int, least: int) -> tuple[str, ...]:
    while True:
        height, width = rng.randint(1, 5), rng.randint(1, 6)
        holes = rng.choice((0.0, 0.0, 0.15, 0.3))
        rows = tuple(
            "".join("." if rng.random() < holes else "o" for _ in range(width))
            for _ in range(height)
        )
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        lines = [
            *(rows if wrap in ("rows", "both") else ()),
            *(columns if wrap in ("columns", "both") else ()),
        ]
        if least <= "".join(rows).count("o") <= most and all("o" in line for line in lines):
            return rows


def _cut(rng: random.Random, game: Game, sizes: tuple[int, ...]) -> list[dict[Cell, Cell]]:
    """Cut a board into pieces, which may wind around it.

    By piece, the cells of its drawing and where they lie.
    """
    free, parts = set(game.cells), []
    while free:
        first = rng.choice(sorted(free))
        part = {first: first}
        free.remove(first)
        size = rng.choice(sizes)
        while len(part) < size:
            beside = sorted(
                {
                    (row + i, col + j)
                    for row, col in part
                    for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
                    if game.around(row + i, col + j) in free
                }
            )
            if not beside:
                break
            step = rng.choice(beside)
            part[step] = game.around(*step)
            free.remove(part[step])
        parts.append(part)
    return parts


def _alternating(rng: random.Random, cells: Mapping[Cell, Cell] | Cells) -> dict[Cell, str]:
    """Colour the cells of a drawing, black and another colour in turns."""
    black = rng.randrange(2)
    return {
        (row, col): "x" if (row + col) % 2 == black else rng.choice("rryb") for row, col in cells
    }


def _plain_kinds(
    rng: random.Random, parts: list[dict[Cell, Cell]], sides: str, merge: bool
) -> list[Kind]:
    """Make pieces of the parts; those of one shape become copies of one piece, or do not."""
    kinds: dict[object, Kind] = {}
    for number, part in enumerate(parts):
        drawing = drawn(dict.fromkeys(part, "o"))
        turns = all_turns(drawing)
        if sides == "mirrored":
            turns = min(turns, all_turns(mirrored(drawing)))
        key = tuple(turns) if merge else number
        if key in kinds:
            kinds[key] = kinds[key]._replace(count=kinds[key].count + 1)
        else:
            shown = mirrored(drawing) if sides == "mirrored" and rng.random() < 0.5 else drawing
            kinds[key] = Kind("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number], (shown,))
    return list(kinds.values())


def _coloured(
    rng: random.Random, game: Game, parts: list[dict[Cell, Cell]], twins: bool
) -> tuple[tuple[str, ...], list[Kind]]:
    """Make coloured pieces of the parts and the rows that they show.

    With `twins` most pieces are the same from behind, so that both faces may lie on the same cells.
    """
    rows = [list(row) for row in game.rows]
    kinds = []
    for name, part in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", parts, strict=False):
        while True:
            up = _alternating(rng, part)
            below = _alternating(rng, frozenset((row, -col) for row, col in part))
            if twins and rng.random() < 0.7:
                below = {(row, -col): letter for (row, col), letter in up.items()}
            drawings = [drawn(up), drawn(below)]
            # Faces that look the same could lie on the same cells.
            if twins or not set(all_turns(drawings[0])) & set(all_turns(drawings[1])):
                break
        for cell, letter in up.items():
            row, col = part[cell]
            rows[row][col] = letter
        rng.shuffle(drawings)
        if game.sides == "one-sided":
            drawings = [drawn(up)]
        kinds.append(Kind(name, tuple(drawings)))
    return tuple(map("".join, rows)), kinds


def _paired(rng: random.Random, wrap: str) -> tuple[tuple[str, ...], list[dict[Cell, Cell]]]:
    """Make a board that is its own mirror image, and cut it into parts and their mirror images."""
    half = _random_rows(rng, wrap, 9, 4)
    width = len(half[0])
    rows = tuple(row + row[::-1] for row in half)
    sizes = rng.choice(((4,), (4, 5), (5,), (3, 4, 5)))
    parts = _cut(rng, Game(half, "", (Kind("A", ("o",)),), "one-sided"), sizes)
    mirrors = [
        {(row, 2 * width - 1 - col): (row, 2 * width - 1 - col) for row, col in part}
        for part in parts
    ]
    return rows, parts + mirrors


@functools.cache
def game(family: str, seed: int) -> Game:
    """Make the game of a family with that number: solvable by construction, unless "mixed".

    Families: "plain" (mirrored or one-sided), "copies", "spare" (pieces left over),
    "coloured" (one-sided or two-faced), "twins" (two-faced and wrapped, many with faces alike),
    "pairs" (one-sided, pieces and their mirror images), "figures" (several that are alike) and
    "mixed" (plain, the pieces cut from another board).
    """
    rng = random.Random(f"{family} {seed}")
    while True:
        wrap = rng.choice(("", "", "", "columns", "rows", "both"))
        if family == "coloured":
            sides = rng.choice(("one-sided", "two-faced"))
        elif family == "twins":
            sides, wrap = "two-faced", rng.choice(("columns", "rows", "both", "both"))
        elif family == "pairs":
            sides = "one-sided"
        else:
            sides = rng.choice(("mirrored", "one-sided"))
        most = 15 if family == "copies" else 14
        if family == "figures":
            number = rng.choice((2, 2, 3))
            figure = _random_rows(rng, "", 14 // number, 2)
            rows, wrap = tuple(".".join([row] * number) for row in figure), ""
        else:
            rows = _random_rows(rng, wrap, most, 8 if family == "mixed" else 2)
        base = Game(rows, wrap, (Kind("A", ("o",)),), sides)
        sizes = rng.choice(((2, 3, 4), (3, 4, 5), (1, 2, 4), (2, 2, 3), (3, 3)))
        if family == "mixed":
            sizes = rng.choice(((4, 5), (4,), (5,), (3, 4, 5)))
        parts = _cut(rng, base, sizes)
        if family == "pairs":
            rows, parts = _paired(rng, wrap)
            base = replace(base, rows=rows)
        merge = family in ("copies", "spare", "pairs", "figures") and rng.random() < 0.8
        if family in ("coloured", "twins"):
            rows, kinds = _coloured(rng, base, parts, twins=family == "twins")
            found = replace(base, rows=rows, kinds=tuple(kinds))
        elif family == "mixed":
            other = replace(base, rows=_random_rows(rng, wrap, len(base.cells), len(base.cells)))
            kinds = _plain_kinds(rng, _cut(rng, other, sizes), sides, merge=rng.random() < 0.5)
            found = replace(base, kinds=tuple(kinds))
        else:
            if family == "spare":
                other = replace(base, rows=_random_rows(rng, wrap, 6, 1))
                parts = parts + _cut(rng, other, sizes)
            kinds = _plain_kinds(rng, parts, sides, merge)
            use = "some" if family == "spare" else "all"
            found = replace(base, kinds=tuple(kinds), use=use)
        if len(parts) > 8 or (family == "copies" and not any(kind.count > 1 for kind in kinds)):
            continue
        if found.has_twins and family != "twins":
            # Tested apart.
            continue
        try:
            found.solutions  # noqa: B018 - to see how many
        except TooManyError:
            continue
        return found


def games(*families: str, seeds: int) -> list[Game]:
    """List the first games of some families."""
    return [game(family, seed) for family in families for seed in range(seeds)]


def suits(check: Callable[[Game], bool], all_of: list[Game]) -> list[Game]:
    """Give the games for which something holds; there must be some."""
    found = [each for each in all_of if check(each)]
    assert found
    return found
