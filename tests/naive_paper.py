"""The program of Singh's paper the plain way, cell by cell, to compare the strategy with.

It shares no code with the package but patterns and pieces, and follows what the paper's figures
show, rule by rule. See ``docs/method.md`` for the same in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from naive import CELLS, SIDE, Board, Cell

from kaleido import CLASSIC, Pattern, Placement

CROOKED = {"l4": 0.26, "l3": 0.26, "t-": 0.52, "z-": 0.78, "sq": 0.4}
ORDER = [piece.name for piece in CLASSIC]
SIZE = {piece.name: piece.size for piece in CLASSIC}


class Try(NamedTuple):
    """A move with its score."""

    placement: Placement
    matched: int
    window: int
    shape: float

    @property
    def total(self) -> float:
        return round(self.matched + self.window / 2 + self.shape, 6)


class Hole(NamedTuple):
    """An island: its open cells, its box, its number of cells when found, its progression."""

    cells: frozenset[Cell]
    box: tuple[int, int, int, int]
    found: int
    sizes: tuple[int, ...]


def progression(cells: int) -> tuple[int, ...]:
    """Split a number of cells up: fours, 3 + 3 for an even rest, or 3 or 1."""
    sizes: list[int] = []
    while cells >= 4 and cells != 6:
        sizes.append(4)
        cells -= 4
    return (*sizes, 3, 3) if cells == 6 else (*sizes, cells) if cells else tuple(sizes)


def box_of(cells: frozenset[Cell]) -> tuple[int, int, int, int]:
    rows, cols = {row for row, _ in cells}, {col for _, col in cells}
    return min(rows), min(cols), max(rows) + 1, max(cols) + 1


def fitting(pattern: Pattern, piece: str, cells: tuple[Cell, ...]) -> Placement | None:
    """Give the placement of a piece on some cells if its colours are those of the pattern."""
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    reds = sum(row.count("r") for row in pattern.rows)
    for face in CLASSIC[piece].faces:
        # With 31 red cells mono-r shows its black side, with 32 it does not.
        if piece == "mono-r" and (face.name == "back") != (reds == 31):
            continue
        for turn in face.orientations:
            lying = {(row + top, col + left): colour for (row, col), colour in turn.coloured()}
            if set(lying) == set(cells) and all(
                pattern.colour(*cell) == colour for cell, colour in lying.items()
            ):
                return Placement(piece, face.name, tuple(sorted(cells)))
    return None


class Program:
    """The search of the paper's program on a red and black pattern."""

    def __init__(self, pattern: Pattern) -> None:
        self.pattern = pattern

    def run(self) -> Iterator[tuple[Try, int, int] | None]:
        """Yield the moves, each with its rank and the number kept; None for a backtrack."""
        islands = Board(self.pattern).islands()
        homes = [
            Try(lying, Board(self.pattern).matched(cells), 0, 0.0)
            for cells in self._lines(8)
            if any(set(cells) <= island for island in islands)
            and (lying := fitting(self.pattern, "wand", cells))
        ]
        homes.sort(key=lambda each: -each.matched)
        for rank, home in enumerate(homes):
            yield home, rank, len(homes)
            holes = [
                Hole(left, box_of(island), len(left), progression(len(left)))
                for island in islands
                if (left := island - set(home.placement.cells))
            ]
            yield from self._fill([home.placement], sorted(holes, key=self._turn))
            yield None

    @staticmethod
    def _turn(hole: Hole) -> tuple[float, ...]:
        top, left, bottom, right = hole.box
        if hole.found <= 4:
            return 0, hole.found, 0, *min(hole.cells)
        return 1, hole.found / ((bottom - top) * (right - left)), hole.found, *min(hole.cells)

    def _fill(
        self, placed: list[Placement], holes: list[Hole]
    ) -> Iterator[tuple[Try, int, int] | None]:
        hole, *others = holes
        left = [name for name in ORDER if name not in {lying.piece for lying in placed}]
        sizes = hole.sizes if others else tuple(SIZE[name] for name in left)
        board = Board(self.pattern, placed)
        moves = self._moves(board, hole, sizes[0], left)
        if not moves and sizes[0] == 3:
            sizes = (2, 1, *sizes[1:])
            moves = self._moves(board, hole, 2, left)
        elif not moves and sizes[0] == 4 and len(hole.cells) == 8:
            sizes = (3, 3, 2)
            moves = self._moves(board, hole, 3, left)
        shortlist = sorted(moves, key=lambda each: -(each.matched + each.window))[:6]
        kept = sorted(shortlist, key=lambda each: -each.total)[:3]
        for rank, move in enumerate(kept):
            yield move, rank, len(kept)
            open_cells = hole.cells - set(move.placement.cells)
            rest = [hole._replace(cells=open_cells, sizes=sizes[1:])] if open_cells else []
            if rest or others:
                yield from self._fill([*placed, move.placement], [*rest, *others])
            else:
                raise BoardFullError
            yield None

    def _moves(self, board: Board, hole: Hole, size: int, left: list[str]) -> list[Try]:
        found: list[Try] = []
        pieces = [name for name in left if SIZE[name] == size]
        for height, width, (top, first), inside in self._windows(board, hole):
            edges = sum(map(board.sides, inside))
            if size == 1:
                found += self._single(board, inside, pieces)
                continue
            for piece in pieces:
                shape = CROOKED.get(piece[:2], 0.0) if piece != "square" else 0.26
                turns = dict.fromkeys(turn.cells for turn in CLASSIC[piece].front.orientations)
                for turn in turns:
                    cells = tuple((row + top, col + first) for row, col in turn)
                    self._try(board, found, piece, cells, inside, edges, shape)
                if piece == "square" and (height, width) != (2, 2):
                    end = top + height - 2, first + width - 2
                    cells = tuple((end[0] + row, end[1] + col) for row in (0, 1) for col in (0, 1))
                    own = sum(map(board.sides, cells)) if set(cells) <= set(inside) else 0
                    self._try(board, found, piece, cells, inside, own, 0.4)
        if size == 4 and "small-wand" in left:
            for cells in self._run_ends(hole):
                edges = sum(map(board.sides, cells))
                if edges >= 5:
                    self._try(board, found, "small-wand", cells, cells, edges, 0.25)
        return found

    def _try(self, board, found, piece, cells, inside, edges, shape) -> None:  # type: ignore[no-untyped-def]
        if set(cells) <= set(inside) and (lying := fitting(self.pattern, piece, cells)):
            found.append(Try(lying, board.matched(cells), edges, shape))

    def _single(self, board: Board, inside: list[Cell], pieces: list[str]) -> list[Try]:
        lying = {}
        for piece in sorted(pieces, reverse=True):  # mono-x before mono-r where both fit
            for cell in inside:
                placement = fitting(self.pattern, piece, (cell,))
                if placement and cell not in lying:
                    lying[cell] = placement
        ordered = sorted(lying.values(), key=lambda each: (ORDER.index(each.piece), each.cells))
        return [Try(each, board.matched(each.cells), board.sides(each.cells[0]), 0.0)
                for each in ordered]  # fmt: skip

    @staticmethod
    def _windows(board: Board, hole: Hole) -> list[tuple[int, int, Cell, list[Cell]]]:
        top, left, bottom, right = hole.box
        shapes = [(2, 3), (3, 2)]
        if (bottom - top) * (right - left) <= 6:
            shapes = [(bottom - top, right - left)]
        elif min(bottom - top, right - left) == 1:
            shapes = [(min(height, bottom - top), min(width, right - left))
                      for height, width in shapes]  # fmt: skip
        windows = []
        for height, width in shapes:
            for row in range(top, bottom - height + 1):
                for col in range(left, right - width + 1):
                    inside = [
                        (row + down, col + over)
                        for down in range(height)
                        for over in range(width)
                        if (row + down, col + over) in hole.cells
                    ]
                    if inside:
                        windows.append((height, width, (row, col), inside))

        def rank(window: tuple[int, int, Cell, list[Cell]]) -> int:
            inside = window[3]
            return len(inside) if len(hole.cells) < 12 else sum(map(board.sides, inside))

        if len(shapes) > 1:
            best = sorted({rank(window) for window in windows}, reverse=True)[:4]
            windows = [window for window in windows if rank(window) in best]
        return windows

    @staticmethod
    def _lines(length: int) -> Iterator[tuple[Cell, ...]]:
        for line in range(SIDE):
            for start in range(SIDE - length + 1):
                yield tuple((line, start + step) for step in range(length))
        for line in range(SIDE):
            for start in range(SIDE - length + 1):
                yield tuple((start + step, line) for step in range(length))

    def _run_ends(self, hole: Hole) -> Iterator[tuple[Cell, ...]]:
        """Yield the first and the last four cells of every run, rows first."""
        for down, right in ((0, 1), (1, 0)):
            starts = [
                (row, col)
                for row, col in (CELLS if right else [(row, col) for col, row in CELLS])
                if (row, col) in hole.cells and (row - down, col - right) not in hole.cells
            ]
            for row, col in starts:
                run = 0
                while (row + down * run, col + right * run) in hole.cells:
                    run += 1
                if run >= 4:
                    for first in (0, run - 4):
                        yield tuple(
                            (row + down * step, col + right * step)
                            for step in range(first, first + 4)
                        )


class BoardFullError(Exception):
    """The board is full."""


def program(pattern: Pattern, most: int) -> list[tuple[Placement, int, float, int, int] | None]:
    """Give the first events of the program: moves with window, total, rank, kept; or None."""
    events: list[tuple[Placement, int, float, int, int] | None] = []
    try:
        for event in Program(pattern).run():
            if len(events) == most:
                break
            if event is None:
                events.append(None)
            else:
                move, rank, kept = event
                events.append((move.placement, move.window, move.total, rank, kept))
    except BoardFullError:
        pass
    return events
