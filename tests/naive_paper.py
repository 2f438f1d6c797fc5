"""The program of Singh's paper the plain way, cell by cell, to compare the strategy ``paper`` with.

It shares no code with the package but the drawings of the pieces. Each rule of the method is a
function of its own, and its docstring begins with the rule's name: *Islands*, *The wand*,
*Progression*, *Windows*, *Moves of a window*, *The small wand's windows*, *Order found*, *Kept*,
*Backtracking*. It is for red and black boards and the classic pieces.

An *edge* is a border between two cells that are known not to belong to one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kaleido import CLASSIC

Cell = tuple[int, int]  # row, column

SIDE = 8
CELLS = [(row, col) for row in range(SIDE) for col in range(SIDE)]
SMALL = 4  # islands of so many cells or fewer come first
LARGE = 12  # islands of so many open cells or more value windows by their edges
WINDOW = 6  # a window has so many cells
CROOKEDNESS = {"l4": 0.26, "l3": 0.26, "t": 0.52, "z": 0.78, "square": 0.26}
OTHER_END = 0.40  # the crookedness of a square at the other end of a window
SPAN = 0.25  # of the small wand in a window of its own


class Event(NamedTuple):
    """A move with its score, its rank among the moves kept (0 is the best), and their number."""

    piece: str
    cells: tuple[Cell, ...]
    matched: int
    window: int
    total: float
    rank: int = 0
    kept: int = 0


class Island(NamedTuple):
    """An island: its cells when it was found, those still open, and its progression."""

    cells: frozenset[Cell]
    open: frozenset[Cell]
    sizes: tuple[int, ...]


class Window(NamedTuple):
    """A window: its top left corner, height and width, and the island's open cells in it."""

    corner: Cell
    height: int
    width: int
    cells: frozenset[Cell]


class EndError(Exception):
    """The run is over: solved, crashed or cut."""


def box(cells: Iterable[Cell]) -> tuple[int, int, int, int]:
    """Give the top, left, height and width of the bounding box of some cells."""
    rows, cols = zip(*cells, strict=True)
    return min(rows), min(cols), max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def block(top: int, left: int, height: int, width: int) -> tuple[Cell, ...]:
    """Give the cells of a rectangle in reading order."""
    return tuple((top + down, left + over) for down in range(height) for over in range(width))


def lines(cells: Iterable[Cell]) -> tuple[list[tuple[Cell, ...]], list[tuple[Cell, ...]]]:
    """Give the rows and the columns of the bounding box of some cells."""
    top, left, height, width = box(cells)
    rows = [block(top + down, left, 1, width) for down in range(height)]
    return rows, [block(top, left + over, height, 1) for over in range(width)]


def neighbours(cell: Cell) -> list[Cell]:
    """Give the four cells around a cell, those off the board, too."""
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col)]


def turns(piece: str, reds: int) -> list[dict[Cell, str]]:
    """*Order found*: turns go clockwise; those that look the same count once.

    Every piece shows its red and black face, mono-r its black one where 31 cells are red. The
    turns of l3 begin with the drawing whose box lacks cell (0, 1), the second of the table's.
    """
    front, back = CLASSIC[piece].faces
    face = back if piece == "mono-r" and reds == 31 else front
    drawings = [dict(turn.coloured()) for turn in face.orientations]
    if piece.startswith("l3"):
        while (0, 1) in drawings[0]:
            drawings.append(drawings.pop(0))
    return [drawing for at, drawing in enumerate(drawings) if drawing not in drawings[:at]]


def progression(count: int) -> tuple[int, ...]:
    """*Progression*: made from the number of an island's cells alone, as fours and a rest.

    An even rest is 3 + 3, for which a four is given up, but 2 cells are one domino. An odd rest
    is 1 or 3.
    """
    if count % 4 == 2 and count > 2:
        return (4,) * (count // 4 - 1) + (3, 3)
    return (4,) * (count // 4) + ((count % 4,) if count % 4 else ())


def changed(sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    """*Progression*: what it becomes where no move has the size expected, if it can change."""
    if sizes[0] == 3:
        return (2, 1, *sizes[1:])
    return (3, 3, 2) if sizes[0] == 4 and sum(sizes) == 8 else None


def keep(found: Sequence[Event]) -> list[Event]:
    """*Kept*: of the 6 with the most matched and window edges, the 3 with the best scores.

    Both sorts are stable. The same placement may stand among them twice.
    """
    shortlist = sorted(found, key=lambda move: -(move.matched + move.window))[:6]
    best = sorted(shortlist, key=lambda move: -move.total)[:3]
    return [move._replace(rank=rank, kept=len(best)) for rank, move in enumerate(best)]


class Board(NamedTuple):
    """Colours, open cells, and the pieces left in the order of the table, each with its turns."""

    colours: dict[Cell, str]
    open: frozenset[Cell]
    left: dict[str, list[dict[Cell, str]]]

    def play(self, move: Event) -> Board:
        """Return the board after a move."""
        left = {piece: drawings for piece, drawings in self.left.items() if piece != move.piece}
        return self._replace(open=self.open.difference(move.cells), left=left)

    def is_edge(self, cell: Cell, beside: Cell) -> bool:
        """Return whether the border of an open cell with a cell beside it is an edge.

        The frame is, an implied edge is, and so is the border of a piece on the board.
        """
        return beside not in self.open or self.colours[cell] == self.colours[beside]

    def edges(self, cells: Iterable[Cell]) -> int:
        """*Windows*, *Moves of a window*: the edges around a piece, or of a window's open cells.

        No border is counted twice, for none between two open cells of one island is an edge: a way
        between them inside it has an odd number of steps, and each step changes the colour.
        """
        borders = [(cell, beside) for cell in cells for beside in neighbours(cell)]
        return sum(self.is_edge(cell, beside) for cell, beside in borders)

    def fitting(self, piece: str, top: int, left: int) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells of a piece for each turn that has its colours right at a corner."""
        for drawing in self.left.get(piece, ()):
            lying = {(top + row, left + col): colour for (row, col), colour in drawing.items()}
            if self.open.issuperset(lying) and lying.items() <= self.colours.items():
                yield tuple(sorted(lying))

    def score(self, piece: str, cells: tuple[Cell, ...], window: int, shape: float) -> Event:
        """Score a move: matched + window edges / 2 + its shape, which is crookedness or span."""
        matched = self.edges(cells)
        return Event(piece, cells, matched, window, matched + window / 2 + shape)

    def islands(self) -> list[Island]:
        """*Islands*: found once, from the implied edges, in an order that is settled then.

        Those of at most 4 cells come by size; then the others by their density, the least first;
        ties are settled by size, then by reading order.
        """
        found: list[frozenset[Cell]] = []
        for start in CELLS:
            island = [] if any(start in other for other in found) else [start]
            for cell in island:
                island += [
                    beside
                    for beside in neighbours(cell)
                    if beside not in island and not self.is_edge(cell, beside)
                ]
            if island:
                found.append(frozenset(island))

        def turn(cells: frozenset[Cell]) -> tuple[float, ...]:
            _, _, height, width = box(cells)
            large = len(cells) > SMALL
            return large, large and round(len(cells) / (height * width), 2), len(cells)

        return [Island(cells, cells, progression(len(cells))) for cells in sorted(found, key=turn)]

    def homes(self, islands: Sequence[Island], false_homes: bool) -> list[Event]:
        """*The wand*: whole rows or columns of islands, by the edges around them, its only score.

        They are listed island by island, rows before columns. Where the box of an island spans
        the board in one direction only, the author's program takes the lines across it for homes,
        too; they are false ones, shorter than the wand. All homes are kept.
        """
        listed = []
        for island in islands:
            rows, cols = lines(island.cells)
            for line in rows + cols if SIDE in (len(rows), len(cols)) else ():
                is_home = line in self.fitting("wand", *line[0])
                is_false = len(line) < SIDE and island.cells.issuperset(line)
                if is_home or (false_homes and is_false):
                    listed.append(Event("wand", line, self.edges(line), 0, self.edges(line)))
        listed.sort(key=lambda home: -home.matched)
        return [home._replace(rank=rank, kept=len(listed)) for rank, home in enumerate(listed)]

    def windows(self, island: Island) -> list[Window]:
        """*Windows*: 2x3, then 3x2, anywhere in the bounding box of the whole island.

        An island whose box has at most 6 cells is one window; a narrow one of more has none.
        """
        top, left, height, width = box(island.cells)
        shapes = [(height, width)] if height * width <= WINDOW else [(2, 3), (3, 2)]
        return [
            Window((row, col), high, wide, island.open.intersection(block(row, col, high, wide)))
            for high, wide in shapes
            for row in range(top, top + height - high + 1)
            for col in range(left, left + width - wide + 1)
        ]

    def value(self, window: Window, island: Island) -> int:
        """*Windows*: the open cells of a window while its island has few, else its edges."""
        return len(window.cells) if len(island.open) < LARGE else self.edges(window.cells)

    def opened(self, island: Island) -> list[tuple[int, Window]]:
        """*Windows*: those with the best distinct values are opened, the best first.

        Never 0; not 1 if there is another; then the best 4 values if two windows or more have the
        very best, else the best 3. The only window of an island is always opened.
        """
        valued = [(self.value(window, island), window) for window in self.windows(island)]
        values = [value for value, _ in valued if value > 1]
        values = values or [value for value, _ in valued if value == 1]
        many = bool(values) and values.count(max(values)) > 1
        best = sorted(set(values), reverse=True)[: 4 if many else 3]
        return sorted((each for each in valued if each[0] in best), key=lambda each: -each[0])

    def moves(self, island: Island, size: int) -> Iterator[Event]:
        """*Order found*: window by window, each with its moves; the small wand's come last."""
        for value, window in self.opened(island):
            if value == 1:
                yield from self.single_cell(window)
            else:
                yield from self.moves_of_window(window, island, size)
        if size == 4:
            yield from self.small_wands(island)

    def moves_of_window(self, window: Window, island: Island, size: int) -> Iterator[Event]:
        """*Moves of a window*: each piece of the size expected, at its top left corner only.

        In an island of 12 open cells or more a window with fewer edges than the piece has cells is
        passed over. In windows of more than four cells the square is tried at the other end, too,
        with another crookedness; there the edges of that half alone count as the window's.
        """
        (top, left), high, wide, inside = window
        edges = self.edges(inside)
        for piece in [name for name in self.left if CLASSIC[name].size == size]:
            if len(island.open) < LARGE or edges >= size:
                for cells in self.fitting(piece, top, left):
                    if inside.issuperset(cells):
                        shape = CROOKEDNESS.get(piece.partition("-")[0], 0.0)
                        yield self.score(piece, cells, edges, shape)
            if piece == "square" and high * wide > 4:
                for cells in self.fitting(piece, top + high - 2, left + wide - 2):
                    if inside.issuperset(cells):
                        yield self.score(piece, cells, self.edges(cells), OTHER_END)

    def single_cell(self, window: Window) -> Iterator[Event]:
        """*Moves of a window*: one of value 1 offers one single cell, whatever size is expected.

        It is laid on its first open cell, mono-x before a turned mono-r, and is scored 4 | 4.
        """
        cell = min(window.cells)
        pieces = [piece for piece in ("mono-x", "mono-r") if any(self.fitting(piece, *cell))]
        for piece in pieces[:1]:
            yield Event(piece, (cell,), 4, 4, 6.0)

    def small_wands(self, island: Island) -> Iterator[Event]:
        """*The small wand's windows*: in the last row and the last column with a run of four.

        The first four cells and the last four of the first run in that line, each if it has at
        least 5 edges; they are the same, twice, where the run is four long.
        """
        for direction in lines(island.cells):
            runs = [run for line in direction if (run := self.first_run(line, island))]
            for cells in (runs[-1][:4], runs[-1][-4:]) if runs else ():
                edges = self.edges(cells)
                if edges >= 5 and cells in self.fitting("small-wand", *cells[0]):
                    yield self.score("small-wand", cells, edges, SPAN)

    @staticmethod
    def first_run(line: tuple[Cell, ...], island: Island) -> tuple[Cell, ...]:
        """*The small wand's windows*: the first run of four or more open cells in a line."""
        run: tuple[Cell, ...] = ()
        for cell in line:
            if cell in island.open:
                run += (cell,)
            elif len(run) < 4:
                run = ()
            else:
                break
        return run if len(run) >= 4 else ()


class Program:
    """A run of the program, event by event; None is a backtrack."""

    def __init__(self, most: int, false_homes: bool) -> None:
        self.most, self.false_homes = most, false_homes
        self.events: list[Event | None] = []

    def start(self, board: Board) -> None:
        """*The wand*: placed first, at one home after the other; a false one is a crash."""
        islands = board.islands()
        for home in board.homes(islands, self.false_homes):
            if len(home.cells) < SIDE:
                raise EndError("crashed")
            self.play(board, islands, home)

    def work_on(self, board: Board, islands: Sequence[Island]) -> None:
        """*Backtracking*: each move kept in turn; with none left, the move before is taken back.

        The first island is worked on until it is full. Where it has no move its progression
        changes, once at most, for this board and those that follow. An empty one is a crash, to
        which the author's program comes before it has told the move that led there.
        """
        island, *others = islands
        if not island.sizes:
            if self.false_homes:
                self.events.pop()
            raise EndError("crashed")
        found = list(board.moves(island, island.sizes[0]))
        if not found and (sizes := changed(island.sizes)):
            island = island._replace(sizes=sizes)
            found = list(board.moves(island, sizes[0]))
        for move in keep(found):
            self.play(board, [island, *others], move)

    def play(self, board: Board, islands: Sequence[Island], move: Event) -> None:
        """*Progression*: every move takes the first entry away, the wand, too.

        When a move fills the last island but one, the progression of the island that is left
        becomes the sizes of the pieces left.
        """
        self.note(move)
        board = board.play(move)
        after = [
            Island(island.cells, island.open.intersection(board.open), island.sizes[1:])
            if island.open.issuperset(move.cells)
            else island
            for island in islands
        ]
        left = [island for island in after if island.open]
        if not left:
            raise EndError("solved")
        if len(left) == 1 and len(islands) > 1:
            left = [left[0]._replace(sizes=tuple(CLASSIC[name].size for name in board.left))]
        self.work_on(board, left)
        self.note(None)

    def note(self, event: Event | None) -> None:
        """Add an event unless there are as many as are wanted."""
        if len(self.events) == self.most:
            raise EndError("cut")
        self.events.append(event)


def run(
    pattern_rows: Sequence[str], most: int = 400, *, false_homes: bool = False
) -> tuple[list[Event | None], str]:
    """Give the first events of the program and its end: solved, failed, crashed or cut.

    With ``false_homes`` it crashes just as the author's program does (see `homes`, `work_on`);
    without, it passes false homes over.
    """
    colours = {(row, col): pattern_rows[row][col] for row, col in CELLS}
    left = {piece.name: turns(piece.name, "".join(pattern_rows).count("r")) for piece in CLASSIC}
    program = Program(most, false_homes)
    try:
        program.start(Board(colours, frozenset(CELLS), left))
    except EndError as end:
        return program.events, str(end)
    return program.events, "failed"
