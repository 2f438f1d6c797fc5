"""Random packings of the board, made without the search: patterns solvable by construction.

The pieces' shapes are laid at random, colours ignored; the faces that come up are the pattern.
Drawings are turned by the code here, not by the package's.
"""

import functools
import itertools
import random
from typing import NamedTuple

from hypothesis import strategies as st

from kaleido import CLASSIC, Pattern, Placement

SIDE = 8
SEEDS = range(30)

Cell = tuple[int, int]
Shape = tuple[tuple[int, int, str], ...]


class Packing(NamedTuple):
    """A full board and the pattern it shows."""

    pattern: Pattern
    placements: tuple[Placement, ...]


def turned(shape: Shape) -> Shape:
    """Turn clockwise and push into the top left corner."""
    spun = [(col, -row, letter) for row, col, letter in shape]
    top, left = min(row for row, _, _ in spun), min(col for _, col, _ in spun)
    return tuple(sorted((row - top, col - left, letter) for row, col, letter in spun))


def read(drawing: str) -> Shape:
    """Read a drawing such as ``r../xrx``."""
    return tuple(
        (row, col, letter)
        for row, line in enumerate(drawing.split("/"))
        for col, letter in enumerate(line)
        if letter != "."
    )


def all_turns(drawing: str) -> list[Shape]:
    """Give the different turns of a drawing."""
    shapes = [read(drawing)]
    for _ in range(3):
        shapes.append(turned(shapes[-1]))
    return sorted(set(shapes))


def mirrored(drawing: str) -> str:
    """Draw the mirror image."""
    return "/".join(row[::-1] for row in drawing.split("/"))


class Option(NamedTuple):
    """A face of a piece somewhere on the board, whatever the colours."""

    piece: str
    face: str
    cells: tuple[Cell, ...]
    letters: str

    @property
    def mask(self) -> int:
        return sum(1 << row * SIDE + col for row, col in self.cells)


@functools.cache
def all_options() -> tuple[Option, ...]:
    """List every face of every piece everywhere on the board."""
    found = []
    for piece in CLASSIC:
        for face in piece.faces:
            for shape in all_turns(str(face.drawing)):
                letters = "".join(letter for _, _, letter in shape)
                for top, left in itertools.product(range(SIDE), repeat=2):
                    cells = tuple((top + row, left + col) for row, col, _ in shape)
                    if all(row < SIDE and col < SIDE for row, col in cells):
                        found.append(Option(piece.name, face.name, cells, letters))
    return tuple(found)


@functools.cache
def _looks() -> dict[tuple[str, str, tuple[Cell, ...]], set[str]]:
    found: dict[tuple[str, str, tuple[Cell, ...]], set[str]] = {}
    for option in all_options():
        found.setdefault((option.piece, option.face, option.cells), set()).add(option.letters)
    return found


def matches(pattern: Pattern, placement: Placement) -> bool:
    """Whether a piece can lie there on a pattern, as far as its own colours go."""
    letters = "".join(pattern.rows[row][col] for row, col in placement.cells)
    return letters in _looks().get((placement.piece, placement.face, placement.cells), ())


@functools.cache
def _options_by_first_cell() -> dict[int, list[tuple[int, Option]]]:
    by_cell: dict[int, list[tuple[int, Option]]] = {}
    for option in all_options():
        row, col = option.cells[0]
        by_cell.setdefault(row * SIDE + col, []).append((option.mask, option))
    return by_cell


def _filled(rng: random.Random, most_nodes: int) -> list[Option] | None:
    """Fill the board in reading order at random, small pieces last; None: took too long."""
    by_cell, full = _options_by_first_cell(), (1 << SIDE * SIDE) - 1
    chosen: list[Option] = []
    nodes = 0

    def fill(filled: int, used: frozenset[str]) -> bool:
        nonlocal nodes
        if filled == full:
            return True
        nodes += 1
        if nodes > most_nodes:
            return False
        first = (~filled & filled + 1).bit_length() - 1
        free = [
            (-len(option.cells) + 3 * rng.random(), mask, option)
            for mask, option in by_cell[first]
            if not mask & filled and option.piece not in used
        ]
        for _, mask, option in sorted(free):
            chosen.append(option)
            if fill(filled | mask, used | {option.piece}):
                return True
            chosen.pop()
        return False

    return chosen if fill(0, frozenset()) else None


@functools.cache
def packing(seed: int) -> Packing:
    """Make the packing of that number."""
    rng = random.Random(f"packing {seed}")
    while (chosen := _filled(rng, 400)) is None:
        pass
    board = {
        cell: letter
        for option in chosen
        for cell, letter in zip(option.cells, option.letters, strict=True)
    }
    rows = ["".join(board[row, col] for col in range(SIDE)) for row in range(SIDE)]
    placements = tuple(Placement(option.piece, option.face, option.cells) for option in chosen)
    return Packing(Pattern("/".join(rows)), placements)


def rotated(placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
    """Turn a whole board clockwise by a quarter."""
    return tuple(
        Placement(each.piece, each.face, tuple(sorted((c, SIDE - 1 - r) for r, c in each.cells)))
        for each in placements
    )


def swapped(pattern: Pattern, one: int, other: int) -> Pattern:
    """Swap the colours of two cells, numbered in reading order: the counts stay the same."""
    letters = list("".join(pattern.rows))
    letters[one], letters[other] = letters[other], letters[one]
    rows = ["".join(letters[start : start + SIDE]) for start in range(0, len(letters), SIDE)]
    return Pattern("/".join(rows))


def packings() -> st.SearchStrategy[Packing]:
    """Draw one of a pool of packings, turned any way round."""

    def turn(seed: int, turns: int) -> Packing:
        pattern, placements = packing(seed)
        for _ in range(turns):
            placements = rotated(placements)
        return Packing(pattern.rotated(turns), placements)

    return st.builds(turn, st.sampled_from(SEEDS), st.integers(0, 3))


def near_packings() -> st.SearchStrategy[Pattern]:
    """Draw patterns a few swaps away from solvable ones: many have no solution."""

    def swap(pack: Packing, pairs: list[tuple[int, int]]) -> Pattern:
        pattern = pack.pattern
        for one, other in pairs:
            pattern = swapped(pattern, one, other)
        return pattern

    cells = st.integers(0, SIDE * SIDE - 1)
    return st.builds(swap, packings(), st.lists(st.tuples(cells, cells), max_size=3))


def any_patterns() -> st.SearchStrategy[Pattern]:
    """Draw patterns of any letters; hardly any has a solution."""
    row = st.text("xryb", min_size=SIDE, max_size=SIDE)
    rows = st.lists(row, min_size=SIDE, max_size=SIDE)
    return rows.map("/".join).map(Pattern)
