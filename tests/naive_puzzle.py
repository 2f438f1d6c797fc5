"""Puzzles of every kind solved the plain way, from their texts and the rules alone.

Nothing here is the package's. Cells are points with whole coordinates, in which the symmetries of
a lattice exchange coordinates and change signs; pieces are laid down in every way that fits, and
everything is tried.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

Cell = tuple[int, int]
Vector = tuple[int, int, int]
Lying = tuple[str, frozenset[Cell]]
Full = frozenset[Lying]
"""A full board: which piece lies on which cells."""
Move = tuple[int, ...]
"""A symmetry: the number of the image of each cell or placement."""

MAX_NODES = 20_000
MAX_SOLUTIONS = 400
MAX_MOVES = 1000
"""With more ways to move figures each on its own, only the whole board is moved."""
FIRST, SECOND = "front", "back"
FAR = 10**6
"""The size of a board whose sides are not joined: larger than any drawing."""


class TooManyError(Exception):
    """A puzzle takes longer than a case should."""


class Line(NamedTuple):
    """A line of a set of pieces: its name and drawings, and its rule."""

    name: str
    drawings: tuple[str, ...]
    sides: str = ""
    copies: str = ""
    zone: str = ""
    choice: str = ""
    at: str = ""

    @property
    def rule(self) -> str:
        zone = f"in {self.zone}" if self.zone else ""
        choice = f"for {self.choice}" if self.choice else ""
        at = f"at {self.at}" if self.at else ""
        return " ".join(filter(None, (self.sides, self.copies, zone, at, choice)))

    @property
    def text(self) -> str:
        return " ".join(filter(None, (self.name, *self.drawings, self.rule)))

    @property
    def size(self) -> int:
        return len(self.drawings[0].replace("/", "").replace(".", ""))


class Texts(NamedTuple):
    """A puzzle as people write it, in parts; plain values, so that a case can be printed."""

    rows: str
    lines: tuple[Line, ...]
    lattice: str = "square"
    wrap: str = ""
    optional: str = ""
    sides: str = "mirrored"
    use: str = "all"
    leave: int = 0
    colours: str = ""

    @property
    def board(self) -> str:
        headers = {"lattice": self.lattice, "wrap": self.wrap, "optional": self.optional}
        headers["leave"] = str(self.leave or "")
        headers["lattice"] = "" if self.lattice == "square" else self.lattice
        layers = [layer.replace("/", "\n") for layer in self.rows.split("//")]
        lines = [f"# {name}: {value}" for name, value in headers.items() if value]
        return "\n".join([*lines, "\n\n".join(layers)])

    @property
    def pieces(self) -> str:
        headers = [f"# sides: {self.sides}"]
        headers += ["# use: some"] if self.use == "some" else []
        headers += [f"# lattice: {self.lattice}"] if self.lattice != "square" else []
        headers += [f"# colours: {self.colours}"] if self.colours else []
        return "\n".join([*headers, *(line.text for line in self.lines)])

    @property
    def ruled(self) -> str:
        """The board with the rules of the pieces, whose set needs only their drawings then."""
        rules = [(line.name, line.rule) for line in self.lines if line.rule]
        return "\n".join([*(f"# rule {name}: {rule}" for name, rule in rules), self.board])

    @classmethod
    def of(cls, values: Sequence) -> Texts:
        """Return the texts that were printed as a plain tuple."""
        rows, lines, *others = values
        return cls(rows, tuple(Line(*line) for line in lines), *others)


def vector(lattice: str, layer: int, row: int, col: int) -> Vector:
    """Return where the middle of a cell is, in coordinates that symmetries exchange."""
    if lattice == "hexagonal":
        right = col - row // 2
        return (row, right, -row - right)
    if lattice == "triangular":
        # In thirds of a side: the middle of a triangle is that of its three corners.
        down = (row + col) % 2
        falls = 3 * row + 2 - down
        right = (3 * col - 3 * row + 4 + down) // 2
        return (falls, right, -falls - right)
    if lattice == "spheres":
        # The spheres are those cubes whose coordinates add up to an even number.
        return (row + col + layer, row - col, layer)
    return (row, col, layer)


def matrices(lattice: str) -> Iterator[tuple[bool, Sequence[int], Sequence[int]]]:
    """Yield the symmetries of a lattice: whether it is a turn, the coordinates, their signs."""
    for order in permutations(range(3)):
        is_even = sum(a > b for a, b in combinations(order, 2)) % 2 == 0
        if lattice in ("hexagonal", "triangular"):
            # Seen along the diagonal of space; turned around, it is half a turn of the plane.
            yield is_even, order, (1, 1, 1)
            yield is_even, order, (-1, -1, -1)
        elif lattice == "square":
            if order[2] == 2:
                for a, b in product((1, -1), repeat=2):
                    yield is_even == (a == b), order, (a, b, 1)
        else:
            for signs in product((1, -1), repeat=3):
                yield is_even == (math.prod(signs) == 1), order, signs


def steps(lattice: str) -> list[Vector]:
    """Return the steps between cells that touch; triangles have those of one kind alone."""
    step: Vector = {"hexagonal": (1, -1, 0), "triangular": (2, -1, -1), "spheres": (1, 1, 0)}.get(
        lattice, (1, 0, 0)
    )
    found = {
        tuple(sign * step[axis] for sign, axis in zip(signs, order, strict=True))
        for _, order, signs in matrices(lattice)
    }
    return sorted(found)  # type: ignore[arg-type]


def apply(order: Sequence[int], signs: Sequence[int], at: Vector) -> Vector:
    """Return the image of a point."""
    a, b, c = order
    return (signs[0] * at[a], signs[1] * at[b], signs[2] * at[c])


def minus(one: Vector, other: Vector) -> Vector:
    return (one[0] - other[0], one[1] - other[1], one[2] - other[2])


def plus(one: Vector, other: Vector) -> Vector:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2])


def is_flat(points: Sequence[Vector]) -> bool:
    """Return whether points lie in a plane."""
    sides = [minus(point, points[0]) for point in points]
    return not any(
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        for (a, b, c), (d, e, f), (g, h, i) in combinations(sides, 3)
    )


def points_of(lattice: str, drawing: str) -> dict[Vector, str]:
    """Return the points of a drawing with their letters."""
    return {
        vector(lattice, layer, row, col): letter
        for layer, rows in enumerate(drawing.split("//"))
        for row, line in enumerate(rows.split("/"))
        for col, letter in enumerate(line)
        if letter != "."
    }


def place_of(lattice: str, at: Vector) -> tuple[int, int, int]:
    """Return the layer, the row and the column of a cell by its point."""
    if lattice == "hexagonal":
        return 0, at[0], at[1] + at[0] // 2
    if lattice == "triangular":
        row = at[0] // 3
        return 0, row, (2 * at[1] + 3 * row - 4 - (at[0] % 3 == 1)) // 3
    if lattice == "spheres":
        across = at[0] - at[2]
        return at[2], (across + at[1]) // 2, (across - at[1]) // 2
    return at[2], at[0], at[1]


def drawing_of(lattice: str, drawn: Mapping[Vector, str]) -> str:
    """Draw cells, moved into the corner by a step that carries the lattice into itself."""
    places = {place_of(lattice, at): letter for at, letter in drawn.items()}
    down, right = (min(place[axis] for place in places) for axis in (1, 2))
    if lattice == "triangular":
        right -= (down + right) % 2
    elif lattice == "hexagonal":
        places = {place_of(lattice, plus(at, (-down, 0, down))): drawn[at] for at in drawn}
        down, right = 0, min(place[2] for place in places)
    bottom = min(place[0] for place in places)
    moved = {(a - bottom, b - down, c - right): letter for (a, b, c), letter in places.items()}
    layers, rows, cols = (1 + max(place[axis] for place in moved) for axis in range(3))
    return "//".join(
        "/".join(
            "".join(moved.get((layer, row, col), ".") for col in range(cols)) for row in range(rows)
        )
        for layer in range(layers)
    )


Shape = tuple[Vector, tuple[tuple[Vector, str], ...]]
"""A piece as it lies: the kind of its first cell, and all cells as they are seen from that one."""


def turned(
    lattice: str, drawn: Mapping[Vector, str], *, may_turn: bool = True, mirrors: bool = False
) -> set[Shape]:
    """Return all that a drawing becomes by turns, or by reflections."""
    points = list(drawn)
    # In space, a flat shape can be turned over.
    all_turns = may_turn and lattice in ("cubic", "spheres") and is_flat(points)
    found = set()
    for is_turn, order, signs in matrices(lattice):
        is_same = (order, signs) == ((0, 1, 2), (1, 1, 1))
        if not (all_turns or (is_turn != mirrors if may_turn else is_same)):
            continue
        images = sorted((apply(order, signs, at), letter) for at, letter in drawn.items())
        first = images[0][0]
        kind = (first[0] % 3, first[1] % 3, first[2] % 3) if lattice == "triangular" else (0, 0, 0)
        found.add((kind, tuple((minus(at, first), letter) for at, letter in images)))
    return found


@dataclass(frozen=True)
class Naive:
    """A puzzle, and everything about it that can be found out by trying."""

    texts: Texts
    most_nodes: int = MAX_NODES

    # The board.

    @cached_property
    def layers(self) -> list[list[str]]:
        return [layer.split("/") for layer in self.texts.rows.split("//")]

    @cached_property
    def letter_at(self) -> Mapping[Cell, str]:
        """The letter of each cell, by its row among those of all layers and its column."""
        rows = [row for layer in self.layers for row in layer]
        return {
            (row, col): letter
            for row, line in enumerate(rows)
            for col, letter in enumerate(line)
            if letter != "."
        }

    @cached_property
    def cells(self) -> list[Cell]:
        return list(self.letter_at)

    @cached_property
    def around(self) -> tuple[int, int]:
        """After how many rows and columns the board comes again."""
        rows, cols = len(self.layers[0]), len(self.layers[0][0])
        wrap = self.texts.wrap
        return rows if wrap in ("rows", "both") else FAR, cols if wrap in (
            "columns",
            "both",
        ) else FAR

    @cached_property
    def points(self) -> list[Vector]:
        rows = len(self.layers[0])
        return [vector(self.texts.lattice, row // rows, row % rows, col) for row, col in self.cells]

    @cached_property
    def number_at(self) -> Mapping[Vector, int]:
        return {point: number for number, point in enumerate(self.points)}

    def at(self, point: Vector) -> int | None:
        """Return the number of the cell at a point, beyond a seam as well."""
        if self.texts.wrap:
            point = (point[0] % self.around[0], point[1] % self.around[1], point[2])
        return self.number_at.get(point)

    def fits_kind(self, step: Vector) -> bool:
        """Return whether a step carries the lattice into itself: triangles point up or down."""
        return self.texts.lattice != "triangular" or not any(part % 3 for part in step)

    @cached_property
    def beside(self) -> list[list[int | None]]:
        """The neighbours of each cell: the numbers of cells, and None for the frame."""
        every = steps(self.texts.lattice)
        found = []
        for point in self.points:
            own = every
            if self.texts.lattice == "triangular":
                # Up and down triangles touch along opposite sides.
                sign = 1 if point[0] % 3 == 2 else -1
                own = [step for step in every if sorted(map(abs, step)) == [1, 1, 2]]
                own = [step for step in own if max(step, key=abs) == 2 * sign]
            found.append([self.at(plus(point, step)) for step in own])
        return found

    @cached_property
    def figures(self) -> list[list[int]]:
        """The connected parts of the board."""
        found, left = [], set(range(len(self.cells)))
        while left:
            part, ahead = set(), [min(left)]
            while ahead:
                cell = ahead.pop()
                if cell not in part:
                    part.add(cell)
                    ahead += [other for other in self.beside[cell] if other is not None]
            found.append(sorted(part))
            left -= part
        return found

    # The pieces.

    @property
    def names(self) -> list[str]:
        return [line.name for line in self.texts.lines]

    @property
    def is_plain(self) -> bool:
        return not set("xryb") & set(self.texts.lines[0].drawings[0])

    @property
    def has_fixed(self) -> bool:
        """Whether some of the pieces may not be turned."""
        return "fixed" in {line.sides or self.texts.sides for line in self.texts.lines}

    @cached_property
    def ranges(self) -> list[tuple[int, int]]:
        """The least and the greatest number of copies of each piece."""
        found = []
        for line in self.texts.lines:
            least, dash, most = line.copies.removeprefix("x").partition("-")
            high = int((most if dash else least) or 1)
            usual = high if self.texts.use == "all" and not line.choice else 0
            found.append((int(least) if dash else usual, high))
        return found

    def shapes(self, line: Line) -> dict[str, set[Shape]]:
        """Return how a piece may lie, by the face that is up."""
        lattice, sides = self.texts.lattice, line.sides or self.texts.sides
        front, *others = [points_of(lattice, drawing) for drawing in line.drawings]
        found = {FIRST: turned(lattice, front, may_turn=sides != "fixed")}
        if sides == "two-faced":
            found[SECOND] = turned(lattice, others[0])
        elif sides == "mirrored":
            mirrored = turned(lattice, front, mirrors=True)
            if not mirrored <= found[FIRST]:
                found[SECOND] = mirrored
        return found

    def zone(self, name: str) -> set[int]:
        """Return the cells of a zone, or all."""
        if name == "edge":
            return {number for number, near in enumerate(self.beside) if None in near}
        return {
            number
            for number, cell in enumerate(self.cells)
            if not name or self.letter_at[cell] in name
        }

    @cached_property
    def faces(self) -> Mapping[tuple[int, int], list[str]]:
        """The faces with which each piece may lie on each set of cells, by numbers and masks."""
        found: dict[tuple[int, int], list[str]] = {}
        letters = list(self.letter_at.values())
        if self.is_plain:
            # A capital lies on its small letter.
            letters = ["o" + letter.upper() * letter.islower() for letter in letters]
        for piece, line in enumerate(self.texts.lines):
            zone, covered = self.zone(line.zone), self.zone(line.at)
            for face, shapes in self.shapes(line).items():
                for (kind, shape), (number, base) in product(shapes, enumerate(self.points)):
                    if number not in zone or not self.fits_kind(minus(base, kind)):
                        continue
                    mask = 0
                    for step, letter in shape:
                        cell = self.at(plus(base, step))
                        if cell not in zone or mask >> cell & 1 or letter not in letters[cell]:
                            break
                        mask |= 1 << cell
                    else:
                        if not any(mask >> cell & 1 for cell in covered):
                            continue
                        if face not in found.setdefault((piece, mask), []):
                            found[piece, mask].append(face)
        return found

    @cached_property
    def lies(self) -> list[tuple[int, int]]:
        """Every piece with every set of cells on which it may lie, in order."""
        return sorted(self.faces)

    def cells_of(self, mask: int) -> frozenset[Cell]:
        return frozenset(cell for number, cell in enumerate(self.cells) if mask >> number & 1)

    def lying(self, number: int) -> Lying:
        piece, mask = self.lies[number]
        return self.names[piece], self.cells_of(mask)

    @cached_property
    def numbers(self) -> Mapping[Lying, int]:
        return {self.lying(number): number for number in range(len(self.lies))}

    @cached_property
    def optional(self) -> int:
        """The cells that may stay empty."""
        letters = self.letter_at.values()
        every = not self.texts.optional and self.texts.leave
        return sum(
            1 << n for n, letter in enumerate(letters) if every or letter in self.texts.optional
        )

    @cached_property
    def givens(self) -> frozenset[int]:
        """The placements that the board shows in place; -1 for one that cannot lie there."""
        letters = list(self.letter_at.values())
        found, seen = set(), 0
        for number, letter in enumerate(letters):
            if letter not in self.names or len(set(letters)) == 1 or not self.is_plain:
                continue
            part, ahead = 0, [number]
            while ahead:
                cell = ahead.pop()
                if not (part | seen) >> cell & 1:
                    part |= 1 << cell
                    ahead += [
                        to for to in self.beside[cell] if to is not None and letters[to] == letter
                    ]
            if part:
                seen |= part
                lies = self.names.index(letter), part
                found.add(self.lies.index(lies) if lies in self.faces else -1)
        return frozenset(found)

    # The solutions.

    @cached_property
    def choices(self) -> dict[str, list[int]]:
        """The pieces of which a solution has one, by the name that they share."""
        found: dict[str, list[int]] = {}
        for piece, line in enumerate(self.texts.lines):
            if line.choice:
                found.setdefault(line.choice, []).append(piece)
        return found

    def sum_of(self, of_range: int, of_choice: Callable) -> int:
        """Return how many cells the least or the most pieces that can be used cover together."""
        pairs = zip(self.ranges, self.texts.lines, strict=True)
        own = sum(both[of_range] * line.size for both, line in pairs if not line.choice)
        if of_choice is min and self.texts.use != "all":
            return own
        sizes = [[self.texts.lines[each].size for each in group] for group in self.choices.values()]
        return own + sum(map(of_choice, sizes))

    @cached_property
    def least_cells(self) -> int:
        """How many cells the pieces that must be used cover together."""
        return self.sum_of(0, min)

    @cached_property
    def is_sound(self) -> bool:
        """Whether the puzzle obeys the rules that its texts are held to."""
        texts, rows = self.texts, self.layers[0]
        leave = texts.leave
        must = len(self.cells) - (leave or self.optional.bit_count())
        fits = self.least_cells <= len(self.cells) - leave
        fits &= leave <= self.optional.bit_count() and (self.is_plain or not leave)
        fits &= must <= self.sum_of(1, max)
        fits &= all(
            self.ranges[each] == (0, 1) for group in self.choices.values() for each in group
        )
        # The lines that are joined have cells; letters of zones are those of free cells.
        columns = ["".join(column) for column in zip(*rows, strict=True)]
        joined = [
            *(rows if self.around[0] < FAR else ()),
            *(columns if self.around[1] < FAR else ()),
        ]
        letters = set(self.letter_at.values())
        free = {letter for letter in letters if not letter.isupper()}
        zones = (zone for each in texts.lines for zone in (each.zone, each.at) if zone != "edge")
        marks = {sign for each in texts.lines for sign in "".join(each.drawings) if sign.isupper()}
        named = texts.optional + "".join(zones) + "".join(marks).lower()
        owned = Counter(self.lies[number][0] for number in self.givens if number >= 0)
        lying = all(count <= self.ranges[piece][1] for piece, count in owned.items())
        lying &= all(sum(owned[each] for each in group) < 2 for group in self.choices.values())
        boards = (Naive(Texts(each.drawings[0], (), texts.lattice)) for each in texts.lines)
        return (
            fits
            and lying
            and all(len(each.figures) == 1 for each in boards)
            and -1 not in self.givens
            and (len(letters) == 1 or letters - free <= set(self.names))
            and bool(self.cells)
            and set(named) <= free
            and all(line.strip(".") for line in joined)
        )

    @cached_property
    def solutions(self) -> list[frozenset[int]]:
        """All solutions as sets of placements; raises a `TooManyError` if that takes long."""
        if not self.is_sound:
            return []
        by_cell: list[list[int]] = [[] for _ in self.cells]
        for number, (_, mask) in enumerate(self.lies):
            # A cell is looked at when all before it are covered or stay empty.
            for cell in range(len(self.cells)):
                if mask >> cell & 1:
                    by_cell[cell].append(number)
        used, filled = [0] * len(self.names), 0
        for number in self.givens:
            used[self.lies[number][0]] += 1
            filled |= self.lies[number][1]
        found: list[frozenset[int]] = []
        chosen = list(self.givens)
        left, texts = self.most_nodes, self.texts
        every = (1 << len(self.cells)) - 1

        def fill(done: int, closed: int) -> None:
            # Cells in `closed` stay empty.
            nonlocal left
            left -= 1
            if left < 0 or len(found) > MAX_SOLUTIONS:
                raise TooManyError
            free = every & ~done & ~closed
            if not free:
                if self.is_enough(used) and texts.leave in (0, closed.bit_count()):
                    found.append(frozenset(chosen))
                return
            cell = (free & -free).bit_length() - 1
            for number in by_cell[cell]:
                piece, mask = self.lies[number]
                if mask & (done | closed) or used[piece] >= self.ranges[piece][1]:
                    continue
                if sum(used[each] for each in self.choices.get(texts.lines[piece].choice, ())):
                    continue
                used[piece] += 1
                chosen.append(number)
                fill(done | mask, closed)
                chosen.pop()
                used[piece] -= 1
            if self.optional >> cell & 1:
                fill(done, closed | 1 << cell)

        if all(n <= high for n, (_, high) in zip(used, self.ranges, strict=True)):
            fill(filled, 0)
        return found

    def is_enough(self, used: Sequence[int]) -> bool:
        """Return whether so many copies of each piece are as many as must be used."""
        chosen = (sum(used[each] for each in group) for group in self.choices.values())
        is_chosen = self.texts.use != "all" or all(number == 1 for number in chosen)
        return is_chosen and all(low <= n for n, (low, _) in zip(used, self.ranges, strict=True))

    @cached_property
    def fulls(self) -> set[Full]:
        return {frozenset(map(self.lying, solution)) for solution in self.solutions}

    # The symmetries.

    def whole_moves(
        self, turns: bool = False
    ) -> Iterator[tuple[Move, Sequence[int], Sequence[int]]]:
        """Yield how the board as a whole can be moved onto itself, and by which matrix."""
        rows, cols = self.around
        for is_turn, order, signs in matrices(self.texts.lattice):
            if turns and not is_turn:
                continue
            if self.texts.wrap and order != (0, 1, 2) and rows != cols:
                continue
            images = [apply(order, signs, point) for point in self.points]
            # A shift carries the first cell somewhere, and everything else with it.
            for to in self.points if self.texts.wrap else [None]:
                shift = minus(min(self.points), min(images)) if to is None else minus(to, images[0])
                if self.fits_kind(shift):
                    move = [self.at(plus(image, shift)) for image in images]
                    if None not in move:
                        yield tuple(move), order, signs  # type: ignore[misc]

    def _figure_moves(self, turns: bool = False) -> list[Move] | None:
        """Return how congruent figures can be exchanged and each moved; None if that is much."""
        homes: list[list[tuple[int, dict[int, int]]]] = []
        for figure in self.figures:
            own = []
            for is_turn, order, signs in matrices(self.texts.lattice):
                if turns and not is_turn:
                    continue
                images = [apply(order, signs, self.points[cell]) for cell in figure]
                for place, goal in enumerate(self.figures):
                    shift = minus(min(self.points[cell] for cell in goal), min(images))
                    if len(goal) == len(figure) and self.fits_kind(shift):
                        move = {
                            c: self.at(plus(p, shift)) for c, p in zip(figure, images, strict=True)
                        }
                        if set(move.values()) == set(goal) and (place, move) not in own:
                            own.append((place, move))
            homes.append(own)
        found: list[tuple[frozenset[int], dict[int, int]]] = [(frozenset(), {})]
        for own in homes:
            found = [
                (taken | {place}, before | move)
                for taken, before in found
                for place, move in own
                if place not in taken
            ]
            if len(found) > 50 * MAX_MOVES:
                return None
        if len(found) > MAX_MOVES:
            return None
        return [tuple(move[cell] for cell in range(len(self.cells))) for _, move in found]

    @cached_property
    def moves(self) -> set[Move]:
        """The different moves of the board, as the image of each cell."""
        return self._moves()

    @cached_property
    def turns(self) -> set[Move]:
        """Those of the moves that mirror nothing."""
        return self._moves(turns=True)

    def _moves(self, turns: bool = False) -> set[Move]:
        if not self.texts.wrap and len(self.figures) > 1 and self._figure_moves() is not None:
            return set(self._figure_moves(turns) or ())
        return {move for move, *_ in self.whole_moves(turns)}

    def symmetries(self, placed: Iterable[int] = (), *, turns: bool = False) -> list[Move]:
        """Return the image of each placement under the symmetries that keep the pieces placed."""
        kept = self.givens | set(placed)
        homes = [
            {mask for piece, mask in self.lies if piece == own} for own in range(len(self.names))
        ]
        # Pieces of a choice move together.
        chosen = (int(self.texts.use == "all"), 1)
        every = [([piece], self.ranges[piece]) for piece in range(len(self.names))]
        every = [each for each in every if not self.texts.lines[each[0][0]].choice]
        every += [(group, chosen) for group in self.choices.values()]
        alike: dict[Any, list[list[int]]] = {}
        for group, copies in sorted(every):
            own = Counter(frozenset(homes[piece]) for piece in group)
            alike.setdefault((frozenset(own.items()), copies), []).append(group)
        number_of = {lies: number for number, lies in enumerate(self.lies)}
        letters = list(self.letter_at.values())
        labels = letters
        if self.is_plain:
            # A cell may stay empty only if the pieces leave one.
            spare = self.optional if self.least_cells < len(self.cells) else 0
            labels = ["-" if spare >> n & 1 else "o" for n in range(len(self.cells))]
        covers = [sum(mask >> cell & 1 for _, mask in self.lies) for cell in range(len(self.cells))]
        found = set()
        for move in self.turns if turns else self.moves:
            if any(
                labels[cell] != labels[to] or covers[cell] != covers[to]
                for cell, to in enumerate(move)
            ):
                continue
            image = {
                mask: sum(1 << to for cell, to in enumerate(move) if mask >> cell & 1)
                for mask in {mask for _, mask in self.lies}
            }
            to_piece = {}
            for (kinds, copies), groups in alike.items():
                # Those that can lie in the same places keep their order.
                moved = ((frozenset(map(image.__getitem__, masks)), n) for masks, n in kinds)
                for group, goal in zip(
                    groups, alike.get((frozenset(moved), copies), []), strict=False
                ):
                    left = list(goal)
                    for piece in group:
                        own = {image[mask] for mask in homes[piece]}
                        to_piece[piece] = next(each for each in left if homes[each] == own)
                        left.remove(to_piece[piece])
            if len(to_piece) == len(self.names):
                images = tuple(number_of[to_piece[piece], image[mask]] for piece, mask in self.lies)
                if {images[number] for number in kept} == kept:
                    found.add(images)
        return sorted(found)

    def classes(self, placed: Iterable[int] = (), *, turns: bool = False) -> list[set[Full]]:
        """Return the solutions with some placements, in classes that symmetries exchange."""
        own = set(placed)
        maps = self.symmetries(own, turns=turns)
        left = {solution for solution in self.solutions if own <= solution}
        found = []
        while left:
            one = left.pop()
            # The symmetries are a group, so that their images are all that there is.
            together = {one} | {frozenset(map(images.__getitem__, one)) for images in maps}
            left -= together
            found.append({frozenset(map(self.lying, each)) for each in together})
        return found

    # A board with some pieces on it.

    def used(self, placed: Iterable[int]) -> Counter[int]:
        return Counter(self.lies[number][0] for number in placed)

    def fitting(self, placed: Iterable[int]) -> list[int]:
        """Return the placements of pieces left on free cells, even those that lead nowhere."""
        own = set(placed) | self.givens
        filled, used = 0, self.used(own)
        for number in own:
            filled |= self.lies[number][1]
        gone = {
            each for group in self.choices.values() if any(used[n] for n in group) for each in group
        }
        return [
            number
            for number, (piece, mask) in enumerate(self.lies)
            if not mask & filled and used[piece] < self.ranges[piece][1] and piece not in gone
        ]

    @cached_property
    def looser(self) -> list[Naive]:
        """The puzzles without one of the rules: most of their solutions break that one alone."""
        texts = self.texts
        pairs = zip(texts.lines, self.ranges, strict=True)
        more = [line._replace(copies=f"x0-{most + 1}") for line, (_, most) in pairs]
        found = [
            texts._replace(lines=tuple(line._replace(zone="", at="") for line in texts.lines)),
            texts._replace(lines=tuple(line._replace(choice="") for line in more)),
        ]
        if self.is_plain:
            letters = {letter for letter in self.letter_at.values() if not letter.isupper()}
            free = "".join(letter.lower() if letter.isupper() else letter for letter in texts.rows)
            turned = tuple(line._replace(sides="") for line in texts.lines)
            found += [
                texts._replace(lines=turned, sides="mirrored"),
                texts._replace(rows=free),
                texts._replace(optional="".join(sorted(letters)), leave=0),
            ]
        else:
            plain = str.maketrans("xryb", "oooo")
            lines = (line._replace(drawings=line.drawings[:1]) for line in texts.lines)
            lines = (line._replace(drawings=(line.drawings[0].translate(plain),)) for line in lines)
            texts = texts._replace(rows=texts.rows.translate(plain), lines=tuple(lines))
            found.append(texts._replace(sides="mirrored"))
        return [Naive(each) for each in dict.fromkeys(found) if each != self.texts]

    def is_wrong(self, placements: Sequence[tuple[str, str, Iterable[Cell]]]) -> str:
        """Return why placements, with their faces, are no solution; "" if they are one."""
        number_at = {cell: number for number, cell in enumerate(self.cells)}
        filled, lying = 0, Counter[tuple[int, int]]()
        for name, face, cells in placements:
            own = list(cells)
            if (
                name not in self.names
                or len(set(own)) < len(own)
                or not set(own) <= set(self.cells)
            ):
                return f"{name} does not lie on the board"
            lies = self.names.index(name), sum(1 << number_at[cell] for cell in own)
            if face not in self.faces.get(lies, ()):
                return f"{name} {face} cannot lie on {sorted(own)}"
            if filled & lies[1]:
                return f"{name} overlaps another piece"
            filled |= lies[1]
            lying[lies] += 1
        used = Counter(piece for piece, _ in lying)
        for piece, (least, most) in enumerate(self.ranges):
            if not least <= used[piece] <= most:
                return f"{self.names[piece]} is used {used[piece]} times"
        if not self.is_enough([used[piece] for piece in range(len(self.names))]):
            return "of a choice, none or several are used"
        if any(sum(used[each] for each in group) > 1 for group in self.choices.values()):
            return "of a choice, several are used"
        empty = ((1 << len(self.cells)) - 1) & ~filled
        if empty & ~self.optional or self.texts.leave not in (0, empty.bit_count()):
            return "cells are not covered"
        moved = [number for number in self.givens if self.lies[number] not in lying]
        return "a given is missing" if moved else ""

    def groupings(self, full: Full, number: int) -> Iterator[frozenset[frozenset[Cell]]]:
        """Yield the ways to group a full board into so many connected congruent parts."""
        if sum(len(cells) for _, cells in full) < len(self.cells):
            return
        size = len(self.cells) // number
        points = dict(zip(self.cells, self.points, strict=True))
        numbers = {cell: place for place, cell in enumerate(self.cells)}

        def shapes(part: frozenset[Cell]) -> frozenset[Shape]:
            drawn = {points[cell]: "o" for cell in part}
            lattice = self.texts.lattice
            return frozenset(turned(lattice, drawn) | turned(lattice, drawn, mirrors=True))

        def is_connected(part: frozenset[Cell]) -> bool:
            left, ahead = {numbers[cell] for cell in part}, [numbers[min(part)]]
            while ahead:
                cell = ahead.pop()
                if cell in left:
                    left.remove(cell)
                    ahead += [to for to in self.beside[cell] if to is not None]
            return not left

        def parted(
            left: list[frozenset[Cell]], like: frozenset[Shape] | None
        ) -> Iterator[frozenset[frozenset[Cell]]]:
            if not left:
                yield frozenset()
                return
            first, *others = left
            for count in range(len(others) + 1):
                for more in combinations(others, count):
                    part = first.union(*more)
                    if len(part) == size and is_connected(part):
                        own = shapes(part)
                        rest = [each for each in others if each not in more]
                        if like in (None, own):
                            yield from (each | {part} for each in parted(rest, own))

        yield from parted(sorted((cells for _, cells in full), key=min), None)

    # Edges: borders of pieces that are known.

    @cached_property
    def alternates(self) -> bool:
        """Whether of two cells of a piece that touch, one is always black and the other not."""
        for drawing in (drawing for line in self.texts.lines for drawing in line.drawings):
            drawn = Naive(Texts(drawing, (), self.texts.lattice))
            letters = list(drawn.letter_at.values())
            for cell, near in enumerate(drawn.beside):
                if any(
                    to is not None and (letters[cell] == "x") == (letters[to] == "x") for to in near
                ):
                    return False
        return not self.is_plain

    def _is_edge(self, cell: int, to: int | None, owner: Mapping[int, int]) -> bool:
        """Return whether the border between touching cells is known to be one of a piece."""
        if to is None:
            return True
        letters = self.letter_at[self.cells[cell]], self.letter_at[self.cells[to]]
        alike = self.alternates and (letters[0] == "x") == (letters[1] == "x")
        return alike or owner.get(cell) != owner.get(to)

    def _owners(self, placed: Iterable[int]) -> dict[int, int]:
        own = {*placed, *self.givens}
        return {
            cell: number
            for number in own
            for cell in range(len(self.cells))
            if self.lies[number][1] >> cell & 1
        }

    def edges_of(self, number: int, placed: Iterable[int]) -> tuple[int, int] | None:
        """Return how many sides of a piece are edges before it is laid, and how many it has.

        None says that sides are joined: a piece that touches itself there has no edge.
        """
        if self.texts.wrap:
            return None
        owner, (_, own) = self._owners(placed), self.lies[number]
        sides = [
            self._is_edge(cell, to, owner)
            for cell in range(len(self.cells))
            if own >> cell & 1
            for to in self.beside[cell]
            if to is None or not own >> to & 1
        ]
        return sum(sides), len(sides)

    def islands(self, placed: Iterable[int]) -> set[frozenset[Cell]]:
        """Return the free cells in the parts that no edge divides."""
        owner = self._owners(placed)
        left = set(range(len(self.cells))) - set(owner)
        found = set()
        while left:
            part, ahead = set(), [min(left)]
            while ahead:
                cell = ahead.pop()
                if cell in left:
                    left.remove(cell)
                    part.add(cell)
                    near = (to for to in self.beside[cell] if not self._is_edge(cell, to, owner))
                    ahead += near
            found.add(frozenset(self.cells[cell] for cell in part))
        return found

    def inner_edges(self, placed: Iterable[int]) -> int | None:
        """Return how many edges are inside the frame; None if sides are joined."""
        if self.texts.wrap:
            return None
        owner = self._owners(placed)
        pairs = (
            (cell, to) for cell, near in enumerate(self.beside) for to in near if to is not None
        )
        return sum(self._is_edge(*pair, owner) for pair in pairs) // 2
