"""Changes to the rules of ``paper``, one at a time: a test shows that each is noticed.

`CHANGES` are by the rule that they break and by what they do. Each is a function that takes
pytest's ``monkeypatch`` and changes a constant or a function of `kaleido.paper`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import pytest

from kaleido.model.grid import bits
from kaleido.paper import forks, islands, program, strategies, windows
from kaleido.paper.forks import FoundMove
from kaleido.paper.islands import BoundingBox, ColouredGrid, Island
from kaleido.paper.program import Program, ProgramBoard
from kaleido.paper.windows import Opening, WindowTable
from kaleido.search.found import Window
from kaleido.search.score import ScoreParts, Weights

Patch = pytest.MonkeyPatch
Change = Callable[[Patch], None]

CHANGES: dict[str, dict[str, Change]] = {}


def add(rule: str, name: str, change: Change) -> None:
    """Add a change, each name once."""
    assert name not in CHANGES.setdefault(rule, {})
    CHANGES[rule][name] = change


def put(owner: object, name: str, value: object) -> Change:
    """Return the change of one attribute."""
    return lambda patch: patch.setattr(owner, name, value)


def change(rule: str) -> Callable[[Change], Change]:
    """Add a function below as a change, under its name."""

    def note(function: Change) -> Change:
        add(rule, function.__name__.replace("_", " "), function)
        return function

    return note


def filtered(choose: Callable[..., Iterable[FoundMove]]) -> Change:
    """Return a change of the moves found in the windows of an island.

    ``choose(program, found, board, number, size)`` gives them instead of those found.
    """
    ours = Program._in_windows

    def in_windows(
        self: Program, board: ProgramBoard, number: int, size: int, options: int
    ) -> Iterator[FoundMove]:
        found = list(ours(self, board, number, size, options))
        yield from choose(self, found, board, number, size)

    return put(Program, "_in_windows", in_windows)


# Islands


def ordered(turn: Callable[[Island], Any]) -> Change:
    """Return the change of the islands' order by a key."""
    return put(islands, "in_order", lambda found: tuple(sorted(found, key=turn)))


def area(island: Island) -> int:
    return island.box.height * island.box.width


ISLANDS = "islands"

add(ISLANDS, "as they are found", ordered(lambda _: 0))
add(ISLANDS, "none is small", put(islands, "SMALL", 0))
add(ISLANDS, "small to 3 cells", put(islands, "SMALL", 3))
add(ISLANDS, "small to 5 cells", put(islands, "SMALL", 5))
add(
    ISLANDS,
    "small ones in reading order",
    ordered(lambda x: (x.size > 4, x.density * (x.size > 4), x.size * (x.size > 4))),
)
add(ISLANDS, "small ones by density", ordered(lambda x: (x.size > 4, x.density, x.size)))
add(
    ISLANDS,
    "densest first",
    ordered(lambda x: (x.size > 4, -x.density * (x.size > 4), x.size)),
)
add(
    ISLANDS,
    "density not rounded",
    ordered(lambda x: (x.size > 4, x.size / area(x) * (x.size > 4), x.size)),
)
add(
    ISLANDS,
    "density to one decimal",
    ordered(lambda x: (x.size > 4, round(x.size / area(x), 1) * (x.size > 4), x.size)),
)
add(
    ISLANDS,
    "density to three decimals",
    ordered(lambda x: (x.size > 4, round(x.size / area(x), 3) * (x.size > 4), x.size)),
)
add(
    ISLANDS,
    "density rounded down",
    ordered(lambda x: (x.size > 4, x.size * 100 // area(x) * (x.size > 4), x.size)),
)
add(
    ISLANDS,
    "ties in reading order",
    ordered(lambda x: (x.size > 4, x.density if x.size > 4 else x.size)),
)
add(
    ISLANDS,
    "ties larger first",
    ordered(lambda x: (x.size > 4, *((x.density, -x.size) if x.size > 4 else (x.size, 0)))),
)
add(
    ISLANDS,
    "equal ones from the end",
    put(
        islands,
        "in_order",
        lambda found, in_order=islands.in_order: in_order(reversed(list(found))),
    ),
)


@change(ISLANDS)
def the_wand_is_not_of_its_island(patch: Patch) -> None:
    """Islands come by the density that they have without the wand's cells."""
    ours, wands = Program.play, dict[int, int]()

    def play(self: Program, board: ProgramBoard, number: int, *moves: Any) -> ProgramBoard:
        mask = self.problem.masks[number]
        if mask.bit_count() == 8:
            wands[id(self)] = mask
        return ours(self, board, number, *moves)

    def next_island(self: Program, _: ProgramBoard, unfilled: Sequence[int]) -> int:
        def turn(number: int) -> tuple[float, ...]:
            whole = self.grid.islands[number]
            size = (whole.cells & ~wands[id(self)]).bit_count()
            return size > 4, round(size / area(whole), 2) * (size > 4), size

        return min(unfilled, key=turn)

    patch.setattr(Program, "play", play)
    patch.setattr(Program, "_next_island", next_island)


@change(ISLANDS)
def the_order_changes_as_they_fill(patch: Patch) -> None:
    def next_island(self: Program, board: ProgramBoard, unfilled: Sequence[int]) -> int:
        def turn(number: int) -> tuple[float, ...]:
            size = self._open_in(board, number).bit_count()
            return size > 4, round(size / area(self.grid.islands[number]), 2) * (size > 4), size

        return min(unfilled, key=turn)

    patch.setattr(Program, "_next_island", next_island)


@change(ISLANDS)
def the_last_is_worked_on_first(patch: Patch) -> None:
    patch.setattr(Program, "_next_island", lambda *args: args[-1][-1])


@change(ISLANDS)
def a_split_island_becomes_two(patch: Patch) -> None:
    ours = Program._open_in

    def open_in(self: Program, board: ProgramBoard, island: int) -> int:
        cells = ours(self, board, island)
        return next(iter(self.problem.grid.regions(cells, cells)), 0)

    patch.setattr(Program, "_open_in", open_in)


@change(ISLANDS)
def the_box_is_of_the_open_cells(patch: Patch) -> None:
    ours = Program._in_windows

    def in_windows(
        self: Program, board: ProgramBoard, number: int, *args: int
    ) -> Iterator[FoundMove]:
        whole = self.grid.islands
        box = BoundingBox.around(self.problem.grid, self._open_in(board, number))
        islands = list(whole)
        islands[number] = islands[number]._replace(box=box)
        self.grid.islands = tuple(islands)
        found = list(ours(self, board, number, *args))
        self.grid.islands = whole
        yield from found

    patch.setattr(Program, "_in_windows", in_windows)


# The wand


def homed(choose: Callable[[list[FoundMove]], list[FoundMove]]) -> Change:
    """Return a change of the homes of the wand, false ones apart."""
    ours = Program.homes

    def homes(self: Program, board: ProgramBoard, options: int) -> Any:
        found = ours(self, board, options)
        return found and choose([move for move in found if move is not None])

    return put(Program, "homes", homes)


WAND = "the wand"

add(WAND, "homes as listed", homed(lambda homes: sorted(homes, key=lambda move: move.number)))
add(WAND, "fewest edges first", homed(lambda homes: sorted(homes, key=lambda m: m.parts.matched)))
add(
    WAND,
    "equal homes from the end",
    homed(lambda homes: sorted(homes, key=lambda m: (-m.parts.matched, -homes.index(m)))),
)
add(WAND, "three homes are kept", homed(lambda homes: homes[:3]))
add(
    WAND,
    "a home has a span",
    homed(lambda homes: [m._replace(parts=m.parts._replace(span=0.25)) for m in homes]),
)
add(
    WAND,
    "a home has window edges",
    homed(lambda homes: [m._replace(parts=m.parts._replace(window=1)) for m in homes]),
)


@change(WAND)
def columns_before_rows(patch: Patch) -> None:
    ours = ColouredGrid.lines

    def lines(self: ColouredGrid, island: Island) -> Iterator[tuple[int, int]]:
        found = list(ours(self, island))
        rows = [line for line in found if line[1] & line[1] >> 1]
        yield from [line for line in found if line not in rows] + rows

    patch.setattr(ColouredGrid, "lines", lines)


@change(WAND)
def rows_of_all_islands_before_columns(patch: Patch) -> None:
    # Placements are numbered so that rows come before columns, and in reading order.
    def by_lines(homes: list[FoundMove]) -> list[FoundMove]:
        return sorted(homes, key=lambda move: (-move.parts.matched, move.number))

    homed(by_lines)(patch)


@change(WAND)
def in_the_order_of_the_islands_cells(patch: Patch) -> None:
    """Homes are listed in reading order of islands, not in the order in which they are filled."""
    ours = Program.homes

    def homes(self: Program, board: ProgramBoard, options: int) -> Any:
        turned = self.grid.islands
        self.grid.islands = tuple(sorted(turned, key=lambda x: x.cells & -x.cells))
        found = ours(self, board, options)
        self.grid.islands = turned
        return found

    patch.setattr(Program, "homes", homes)


@change(WAND)
def it_is_not_first(patch: Patch) -> None:
    patch.setattr(program, "is_held", lambda *_: True)


# Progressions

PROGRESSION = "progression"


def progressed(make: Callable[[int, tuple[int, ...]], tuple[int, ...]]) -> Change:
    """Return a change of fixed progressions: of a number of cells, and what it is by rule."""
    ours = program.fixed_progression
    return put(program, "fixed_progression", lambda cells: make(cells, ours(cells)))


def changed(make: Callable[[tuple[int, ...]], tuple[int, ...] | None]) -> Change:
    """Return a change of what progressions become."""
    return put(program, "changed_progression", make)


def threes(sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    return (2, 1, *sizes[1:]) if sizes[0] == 3 else None


def eights(sizes: tuple[int, ...]) -> tuple[int, ...] | None:
    return (3, 3, 2) if sizes[0] == 4 and sum(sizes) == 8 else None


def fours(cells: int) -> tuple[int, ...]:
    return (4,) * (cells // 4)


add(
    PROGRESSION,
    "even rest 2",
    progressed(lambda n, own: (*fours(n), 2) if n % 4 == 2 else own),
)
add(
    PROGRESSION,
    "two is 1 + 1",
    progressed(lambda n, own: (1, 1) if n == 2 else own),
)
add(
    PROGRESSION,
    "six is 4 + 2",
    progressed(lambda n, own: (4, 2) if n == 6 else own),
)
add(
    PROGRESSION,
    "3 + 3 first",
    progressed(lambda n, own: tuple(sorted(own)) if n % 4 == 2 else own),
)
add(
    PROGRESSION,
    "the rest first",
    progressed(lambda n, own: tuple(sorted(own)) if n % 2 else own),
)
add(
    PROGRESSION,
    "rest 3 is 2 + 1",
    progressed(lambda n, own: (*fours(n), 2, 1) if n % 4 == 3 else own),
)
add(
    PROGRESSION,
    "a multiple of four ends with 3 + 1",
    progressed(lambda n, own: (*own[:-1], 3, 1) if n % 4 == 0 else own),
)
add(
    PROGRESSION,
    "five is 3 + 2",
    progressed(lambda n, own: (*own[:-2], 3, 2) if n % 4 == 1 and n > 1 else own),
)
add(PROGRESSION, "nothing changes", changed(lambda _: None))
add(PROGRESSION, "3 stays", changed(eights))
add(PROGRESSION, "8 stays", changed(threes))
add(
    PROGRESSION,
    "8 changes only as 4 + 4",
    changed(lambda own: threes(own) or ((3, 3, 2) if own == (4, 4) else None)),
)
add(
    PROGRESSION,
    "a four changes before any 8",
    changed(lambda own: threes(own) or eights(own) or ((3, 1, *own[1:]) if own[0] == 4 else None)),
)
add(
    PROGRESSION,
    "an 8 that begins with 3 changes, too",
    changed(lambda own: (3, 3, 2) if sum(own) == 8 and own != (3, 3, 2) else threes(own)),
)
add(
    PROGRESSION,
    "8 is 4 + 3 + 1 next",
    changed(lambda own: threes(own) or ((4, 3, 1) if own == (4, 4) else eights(own))),
)
add(
    PROGRESSION,
    "8 is 3 + 3 + 1 + 1",
    changed(lambda own: threes(own) or ((3, 3, 1, 1) if eights(own) else None)),
)
add(
    PROGRESSION,
    "3 is 1 + 2",
    changed(lambda own: eights(own) or ((1, *own) if threes(own) else None)),
)
add(
    PROGRESSION,
    "a two becomes 1 + 1",
    changed(lambda own: threes(own) or eights(own) or ((1, 1, *own[1:]) if own[0] == 2 else None)),
)


@change(PROGRESSION)
def changes_again_on_the_same_board(patch: Patch) -> None:
    ours = Program._progressions

    def progressions(self: Program, board: ProgramBoard, island: int) -> Iterator[tuple[int, ...]]:
        for sizes in ours(self, board, island):
            yield sizes
        while sizes := program.changed_progression(sizes) or ():
            yield sizes

    patch.setattr(Program, "_progressions", progressions)


@change(PROGRESSION)
def a_change_holds_for_one_move(patch: Patch) -> None:
    ours = Program.play
    patch.setattr(Program, "play", lambda self, board, number, *_: ours(self, board, number))


@change(PROGRESSION)
def a_change_holds_after_backtracking(patch: Patch) -> None:
    ours, known = Program._sought, dict[tuple[int, int, tuple[int, ...]], tuple[int, ...]]()

    def progressions(self: Program, board: ProgramBoard, island: int) -> Iterator[tuple[int, ...]]:
        sizes = board.sizes[island]
        if not sizes:
            raise program.EmptyProgressionError
        again = known.get((id(self), island, sizes))
        yield again or sizes
        if not again and (other := program.changed_progression(sizes)):
            yield other

    def sought(self: Program, board: ProgramBoard, options: int) -> Any:
        moves = ours(self, board, options)
        if moves and moves.changed:
            known[id(self), moves.island, board.sizes[moves.island]] = moves.sizes
        return moves

    patch.setattr(Program, "_progressions", progressions)
    patch.setattr(Program, "_sought", sought)


def played(after: Callable[..., ProgramBoard]) -> Change:
    """Return a change of the board after a move: ``after(program, board before, move, board)``."""
    ours = Program.play

    def play(self: Program, board: ProgramBoard, number: int, moves: Any = None) -> ProgramBoard:
        before = board
        if moves is not None and moves.island is not None:
            sizes = list(board.sizes)
            sizes[moves.island] = moves.sizes
            before = board._replace(sizes=tuple(sizes))
        return after(self, before, number, ours(self, board, number, moves))

    return put(Program, "play", play)


def with_sizes(board: ProgramBoard, island: int, sizes: Iterable[int]) -> ProgramBoard:
    return board._replace(sizes=(*board.sizes[:island], tuple(sizes), *board.sizes[island + 1 :]))


def the_wand_takes_two(
    self: Program, _: ProgramBoard, number: int, board: ProgramBoard
) -> ProgramBoard:
    mask = self.problem.masks[number]
    island = self.grid.island_of(mask)
    if mask.bit_count() < 8:
        return board
    return with_sizes(board, island, board.sizes[island][1:])


def the_wand_takes_none(
    self: Program, before: ProgramBoard, number: int, board: ProgramBoard
) -> ProgramBoard:
    mask = self.problem.masks[number]
    island = self.grid.island_of(mask)
    return board if mask.bit_count() < 8 else with_sizes(board, island, before.sizes[island])


def a_move_takes_its_own_size(
    self: Program, before: ProgramBoard, number: int, board: ProgramBoard
) -> ProgramBoard:
    mask = self.problem.masks[number]
    island = self.grid.island_of(mask)
    sizes = list(before.sizes[island])
    if mask.bit_count() not in sizes:
        return board
    sizes.remove(mask.bit_count())
    return with_sizes(board, island, sizes)


add(PROGRESSION, "the wand takes two entries", played(the_wand_takes_two))
add(PROGRESSION, "the wand takes no entry", played(the_wand_takes_none))
add(PROGRESSION, "a move takes an entry of its own size", played(a_move_takes_its_own_size))


def left_alone(
    make: Callable[[tuple[int, ...], tuple[int, ...]], Sequence[int]],
    when: Callable[[int, bool], bool] = lambda before, same: before > 1 and not same,
) -> Change:
    """Return a change of what the progression of the last island becomes.

    It is made from what it was and from the pieces left; ``when`` says whether it is now, from
    the number of islands with open cells before the move and whether the move lies in the last.
    """

    def after(
        self: Program, before: ProgramBoard, number: int, board: ProgramBoard
    ) -> ProgramBoard:
        rest = self._unfilled(board.open)
        if len(rest) != 1:
            return board
        (island,) = rest
        is_same = self.grid.island_of(self.problem.masks[number]) == island
        own = before.sizes[island][1:] if is_same else before.sizes[island]
        if not when(len(self._unfilled(before.open)), is_same):
            return with_sizes(board, island, own)
        return with_sizes(board, island, make(own, self._sizes_of(board.left)))

    return played(after)


add(PROGRESSION, "the last island keeps its own", left_alone(lambda own, _: own))
add(
    PROGRESSION,
    "the last island's biggest first",
    left_alone(lambda _, left: sorted(left, reverse=True)),
)
add(PROGRESSION, "the last island's smallest first", left_alone(lambda _, left: sorted(left)))
add(PROGRESSION, "the last island's from the end", left_alone(lambda _, left: left[::-1]))
add(
    PROGRESSION,
    "the last island's anew at every move",
    left_alone(lambda _, left: left, lambda *_: True),
)
add(
    PROGRESSION,
    "the last island's not after the wand",
    left_alone(
        lambda own, left: own if len(left) == 17 else left,
    ),
)


@change(PROGRESSION)
def a_board_of_one_island_gets_it_too(patch: Patch) -> None:
    def after(self: Program, _: ProgramBoard, number: int, board: ProgramBoard) -> ProgramBoard:
        if len(self.grid.islands) > 1 or self.problem.masks[number].bit_count() < 8:
            return board
        return with_sizes(board, 0, self._sizes_of(board.left))

    played(after)(patch)


# Windows

WINDOWS = "windows"


def blocked(*shapes: tuple[int, int]) -> Change:
    """Return the change of the windows' shapes."""

    def put_blocks(patch: Patch) -> None:
        patch.setattr(windows, "blocks_of", lambda _: shapes)

    return put_blocks


add(WINDOWS, "3 x 2 first", blocked((3, 2), (2, 3)))
add(WINDOWS, "2 x 3 alone", blocked((2, 3)))
add(WINDOWS, "3 x 2 alone", blocked((3, 2)))
add(WINDOWS, "2 x 2, too", blocked((2, 3), (3, 2), (2, 2)))
for limit in (11, 13):
    add(WINDOWS, f"values by edges from {limit}", put(windows, "LARGE", limit))
add(WINDOWS, "values by edges always", put(windows, "LARGE", 0))
add(WINDOWS, "values by cells always", put(windows, "LARGE", 99))


def opens(
    *,
    best: tuple[int, int] = (4, 3),
    many: int = 2,
    zero: bool = False,
    one: bool = False,
    never_one: bool = False,
    dropped_last: bool = False,
    turned: bool = False,
) -> Change:
    """Return a change of the windows opened: `windows.opened` with other figures.

    How many values count if the very best has ``many`` windows, and otherwise; whether values 0
    and 1 count; whether 1 never does; whether 1 is dropped after the best are counted; and whether
    windows come in their order, not the best first.
    """

    def opened(places: Sequence[Opening], sides: Any, cells: int) -> list[tuple[int, Opening]]:
        is_large = cells.bit_count() >= 12
        values = [
            sides.count(each.cells & cells) if is_large else (each.cells & cells).bit_count()
            for each in places
        ]
        others = set(values) - ({0} if not zero else set())
        distinct = sorted(others, reverse=True)
        drops = not one and (len(distinct) > 1 or never_one)
        if drops and not dropped_last and 1 in distinct:
            distinct.remove(1)
        has_many = bool(distinct) and values.count(distinct[0]) >= many
        distinct = distinct[: best[0] if has_many else best[1]]
        if drops and dropped_last and 1 in distinct:
            distinct.remove(1)
        found = [each for each in zip(values, places, strict=True) if each[0] in distinct]
        return found if turned else sorted(found, key=lambda each: -each[0])

    return put(program, "opened", opened)


SAME_WINDOWS = opens()

add(WINDOWS, "the best 3 always", opens(best=(3, 3)))
add(WINDOWS, "the best 4 always", opens(best=(4, 4)))
add(WINDOWS, "the best 5 if two have the best", opens(best=(5, 3)))
add(WINDOWS, "the best 2 otherwise", opens(best=(4, 2)))
add(WINDOWS, "the best 4 from three windows on", opens(many=3))
add(WINDOWS, "the best 4 and 3 exchanged", opens(best=(3, 4)))
add(WINDOWS, "0 counts", opens(zero=True))
add(WINDOWS, "1 counts", opens(one=True))
add(WINDOWS, "1 never counts", opens(never_one=True))
add(WINDOWS, "1 is dropped afterwards", opens(dropped_last=True))


def found_places(choose: Callable[..., Iterable[Opening]]) -> Change:
    """Return a change of the places for windows: ``choose(table, places, box)``."""
    ours = WindowTable._find_openings

    def find(self: WindowTable, box: BoundingBox) -> tuple[Opening, ...]:
        return tuple(choose(self, ours(self, box), box))

    return put(WindowTable, "_find_openings", find)


def is_whole(place: Opening, box: BoundingBox) -> bool:
    return place.shape == (box.height, box.width)


add(
    WINDOWS,
    "an island is no window",
    found_places(
        lambda _, places, box: [
            each for each in places if each.shape in windows.BLOCKS or not is_whole(each, box)
        ]
    ),
)
add(
    WINDOWS,
    "an island of more than four cells is no window",
    found_places(
        lambda _, places, box: [
            each for each in places if each.shape in windows.BLOCKS or box.height * box.width < 5
        ]
    ),
)
add(
    WINDOWS,
    "an island of eight cells is a window",
    found_places(
        lambda table, places, box: (
            [
                Opening(
                    box[2:],
                    box[:2],
                    table._grid.rectangle(box[2:], box[:2]),
                    table.starting(box[2:], box[:2]),
                    0,
                    0,
                )
            ]
            if box.height * box.width in (7, 8)
            else places
        )
    ),
)

# Moves of a window

MOVES = "moves of a window"


def anywhere(*sizes: int) -> Change:
    """Return the change that pieces of some sizes are tried anywhere in a window."""

    def choose(table: WindowTable, places: Sequence[Opening], _: BoundingBox) -> Iterator[Opening]:
        for each in places:
            (height, width), (top, left), starts = each.shape, each.corner, each.starts
            for down in range(height):
                for right in range(width):
                    shape, corner = (height - down, width - right), (top + down, left + right)
                    starts |= table.starting(shape, corner)
            corner = table.starting(each.shape, each.corner)
            every = table._of_sizes(sizes)
            yield each._replace(starts=corner | starts & every)

    def apply(patch: Patch) -> None:
        ours = WindowTable.__init__

        def init(self: WindowTable, problem: Any) -> None:
            ours(self, problem)
            own = zip(problem.placeable, problem.piece_options, strict=True)
            by_size = [(piece.size, options) for piece, options in own]
            self._of_sizes = lambda sizes: sum(o for size, o in by_size if size in sizes)

        patch.setattr(WindowTable, "__init__", init)
        found_places(choose)(patch)

    return apply


add(MOVES, "anywhere in the window", anywhere(1, 2, 3, 4))
for each_size in (1, 2, 3, 4):
    add(MOVES, f"size {each_size} anywhere", anywhere(each_size))
add(
    MOVES,
    "the square at the corner alone",
    found_places(lambda _, places, __: [each._replace(end=0, ends=0) for each in places]),
)
add(
    MOVES,
    "the square at the other end alone",
    found_places(
        lambda table, places, _: [
            each._replace(starts=each.starts & ~table._squares) for each in places
        ]
    ),
)
add(
    MOVES,
    "the square at all four cells' ends",
    found_places(
        lambda table, places, _: [
            each._replace(end=each.cells, ends=table._squares & each.starts)
            if each.shape == (2, 2)
            else each
            for each in places
        ]
    ),
)
add(
    MOVES,
    "the whole window's edges at the other end",
    found_places(lambda _, places, __: [each._replace(end=each.cells) for each in places]),
)
add(MOVES, "passed over never", put(program, "LARGE", 99))
add(MOVES, "passed over always", put(program, "LARGE", 0))
for limit in (11, 13):
    add(MOVES, f"passed over from {limit}", put(program, "LARGE", limit))


def is_large(self: Program, board: ProgramBoard, number: int) -> bool:
    return self._open_in(board, number).bit_count() >= 12


add(
    MOVES,
    "the other end is passed over, too",
    filtered(
        lambda self, found, board, number, size: [
            move for move in found if not is_large(self, board, number) or move.window.edges >= size
        ]
    ),
)
add(
    MOVES,
    "passed over with as many edges as cells",
    filtered(
        lambda self, found, board, number, size: [
            move for move in found if not is_large(self, board, number) or move.parts.window != size
        ]
    ),
)


def shaped(name: str, **values: float) -> Change:
    """Return the change of the crookedness of squares, from one value to another."""
    old, new = values["old"], values["new"]

    def choose(self: Program, found: list[FoundMove], *_: Any) -> Iterator[FoundMove]:
        names = [piece.name for piece in self.problem.placeable]
        for move in found:
            parts = move.parts
            own = names[self.problem.piece_numbers[move.number]]
            if own == name and parts.crookedness == old:
                parts = parts._replace(crookedness=new)
            yield move._replace(parts=parts)

    return filtered(choose)


add(MOVES, "0.40 at the corner", shaped("square", old=0.26, new=0.4))
add(MOVES, "0.26 at the other end", shaped("square", old=0.4, new=0.26))
add(
    MOVES,
    "a small wand at the corner has a span",
    lambda patch: patch.setattr(Program, "_move", spanned(Program._move)),
)


def spanned(ours: Callable[..., FoundMove]) -> Callable[..., FoundMove]:
    def move(
        self: Program, board: ProgramBoard, number: int, *args: Any, **kwargs: Any
    ) -> FoundMove:
        return ours(self, board, number, *args, **(kwargs | {"cornered": False}))

    return move


def once(_: Program, found: list[FoundMove], *__: Any) -> list[FoundMove]:
    return list({move.number: move for move in reversed(found)}.values())[::-1]


def is_single(self: Program, move: FoundMove) -> bool:
    return self.problem.masks[move.number].bit_count() == 1


SURROUNDED = ScoreParts(4, 4)


def is_surrounded(self: Program, move: FoundMove) -> bool:
    return is_single(self, move) and move.parts == SURROUNDED


add(MOVES, "value 1 has no moves", put(Program, "_surrounded", lambda *_: iter(())))
add(
    MOVES,
    "value 1 offers a single cell if one is expected",
    filtered(
        lambda self, found, _, __, size: [
            move for move in found if size == 1 or not is_single(self, move)
        ]
    ),
)
add(
    MOVES,
    "value 1 is scored 4 | 3",
    filtered(
        lambda self, found, *_: [
            move._replace(parts=ScoreParts(4, 3)) if is_surrounded(self, move) else move
            for move in found
        ]
    ),
)
add(
    MOVES,
    "value 1 is scored 3 | 4",
    filtered(
        lambda self, found, *_: [
            move._replace(parts=ScoreParts(3, 4)) if is_surrounded(self, move) else move
            for move in found
        ]
    ),
)
add(
    MOVES,
    "value 1 is scored as any other",
    filtered(
        lambda self, found, board, _, __: [
            self._move(board, move.number, move.window.edges, move.window, cornered=True)
            if is_surrounded(self, move)
            else move
            for move in found
        ]
    ),
)
add(
    MOVES,
    "a single cell once only",
    filtered(
        lambda self, found, *_: [
            move
            for place, move in enumerate(found)
            if not is_surrounded(self, move)
            or move.number not in [other.number for other in found[:place]]
        ]
    ),
)


def surrounding(choose: Callable[[list[int]], Iterable[int]]) -> Change:
    """Return a change of the single cells that a window of value 1 offers."""

    def surrounded(self: Program, cell: int, window: Window, options: int) -> Iterator[FoundMove]:
        problem = self.problem
        singles = options & self._of_size.get(1, 0) & problem.cell_options[cell.bit_length() - 1]
        own = sorted(bits(singles), key=lambda each: (problem.faces[each], each))
        for number in choose(own):
            yield FoundMove(number, SURROUNDED, window)

    return put(Program, "_surrounded", surrounded)


add(MOVES, "the turned one first", surrounding(lambda own: own[-1:]))
add(MOVES, "both single cells", surrounding(lambda own: own))


@change(MOVES)
def value_1_offers_the_last_cell(patch: Patch) -> None:
    ours = Program._surrounded

    def surrounded(self: Program, cell: int, window: Window, options: int) -> Iterator[FoundMove]:
        where = self.problem.grid.rectangle(window.shape, window.corner)
        del cell
        cells = where & self.last_open
        yield from ours(self, 1 << cells.bit_length() - 1, window, options)

    found = Program._in_windows

    def in_windows(
        self: Program, board: ProgramBoard, number: int, *args: int
    ) -> Iterator[FoundMove]:
        self.last_open = self._open_in(board, number)
        yield from list(found(self, board, number, *args))

    patch.setattr(Program, "_surrounded", surrounded)
    patch.setattr(Program, "_in_windows", in_windows)


@change(MOVES)
def turns_that_look_the_same_count_each(patch: Patch) -> None:
    ours = Program._in_turn

    def in_turn(self: Program, numbers: int, size: int, place: Opening) -> Iterator[int]:
        names = [piece.name for piece in self.problem.placeable]
        for number in ours(self, numbers, size, place):
            is_twice = names[self.problem.piece_numbers[number]] in ("line3-r", "line3-x")
            yield from [number] * (1 + is_twice)

    patch.setattr(Program, "_in_turn", in_turn)


# The windows of the small wand

SMALL_WAND = "the small wand's windows"


def lined(
    *,
    last: bool = True,
    every_line: bool = False,
    run: int = 0,
    ends: Callable[[tuple[Any, ...]], Sequence[tuple[Any, ...]]] = lambda r: (r[:4], r[-4:]),
    least: int = 5,
    with_edges: bool = False,
    turned: bool = False,
    rows: bool = True,
    cols: bool = True,
) -> Change:
    """Return a change of the small wand's windows, found cell by cell.

    The last line or the first counts, or every line; the run of that number in it; which cells of
    it are windows; the fewest edges; only among lines that have a window with so many edges;
    whether columns come first; and whether rows and columns count at all.
    """

    def line_windows(grid: Any, sides: Any, cells: int, *, every: bool = False) -> Iterator[Window]:
        assert not every
        own = set(grid.cells(cells))

        def runs(line: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
            found, current = [], []
            for cell in [*line, None]:
                if cell in own:
                    current.append(cell)
                else:
                    if len(current) >= 4:
                        found.append(tuple(current))
                    current = []
            return found

        def of(line: list[tuple[int, int]], shape: tuple[int, int]) -> list[Window]:
            found = []
            for one in runs(line)[run:][:1]:
                for four in ends(one):
                    edges = sides.count(grid.cell_bits(four))
                    if edges >= least:
                        found.append(Window(shape, four[0], 4, edges))
            return found

        directions = [
            ((1, 4), rows, [[(r, c) for c in range(8)] for r in range(8)]),
            ((4, 1), cols, [[(r, c) for r in range(8)] for c in range(8)]),
        ]
        for shape, counts, lines in reversed(directions) if turned else directions:
            having = [
                line for line in lines if (of(line, shape) if with_edges else runs(line)) and counts
            ]
            chosen = having if every_line else having[-1:] if last else having[:1]
            yield from chain.from_iterable(of(line, shape) for line in chosen)

    return put(program, "line_windows", line_windows)


SAME_LINES = lined()

add(SMALL_WAND, "the first line", lined(last=False))
add(SMALL_WAND, "every line", lined(every_line=True))
add(SMALL_WAND, "the last run", lined(run=-1))
add(SMALL_WAND, "the first four alone", lined(ends=lambda r: (r[:4],)))
add(SMALL_WAND, "the last four alone", lined(ends=lambda r: (r[-4:],)))
add(SMALL_WAND, "the last four first", lined(ends=lambda r: (r[-4:], r[:4])))
add(SMALL_WAND, "the same four once", lined(ends=lambda r: tuple(dict.fromkeys((r[:4], r[-4:])))))
add(
    SMALL_WAND,
    "every four",
    lined(ends=lambda r: tuple(r[at : at + 4] for at in range(len(r) - 3))),
)
add(SMALL_WAND, "from 4 edges on", lined(least=4))
add(SMALL_WAND, "from 6 edges on", lined(least=6))
add(SMALL_WAND, "the last line with edges enough", lined(with_edges=True))
add(SMALL_WAND, "columns first", lined(turned=True))
add(SMALL_WAND, "rows alone", lined(cols=False))
add(SMALL_WAND, "columns alone", lined(rows=False))


@change(SMALL_WAND)
def whatever_size_is_expected(patch: Patch) -> None:
    ours = Program._in_windows

    def in_windows(
        self: Program, board: ProgramBoard, number: int, size: int, options: int
    ) -> Iterator[FoundMove]:
        yield from ours(self, board, number, size, options)
        if size != 4:
            fours = ours(self, board, number, 4, options)
            yield from (move for move in fours if move.parts.span)

    patch.setattr(Program, "_in_windows", in_windows)


add(
    SMALL_WAND,
    "an island of four has it once",
    filtered(
        lambda self, found, _, number, __: (
            once(self, found) if self.grid.islands[number].size == 4 else found
        )
    ),
)

# The order in which moves are found

ORDER = "order found"

add(ORDER, "windows in reading order of their shapes", opens(turned=True))


@change(ORDER)
def the_last_window_first(patch: Patch) -> None:
    ours = windows.opened

    def opened(*args: Any) -> Any:
        found = ours(*args)
        found.reverse()
        return sorted(found, key=lambda each: -each[0])

    patch.setattr(program, "opened", opened)


add(
    ORDER,
    "windows column by column",
    found_places(
        lambda _, places, __: sorted(
            places,
            key=lambda each: (
                (windows.BLOCKS.index(each.shape), each.corner[::-1])
                if each.shape in windows.BLOCKS
                else (0, each.corner)
            ),
        )
    ),
)
add(
    ORDER,
    "windows of both shapes in reading order",
    found_places(lambda _, places, __: sorted(places, key=lambda each: each.corner)),
)


def turned(key: Callable[..., Any]) -> Change:
    """Return a change of the order of moves in a window: ``key(program, number, first cell)``."""

    def in_turn(self: Program, numbers: int, _: int, place: Opening) -> list[int]:
        first = place.cells & -place.cells
        return sorted(bits(numbers), key=lambda number: key(self, number, first))

    return put(Program, "_in_turn", in_turn)


def piece_of(self: Program, number: int) -> int:
    return self.problem.piece_numbers[number]


def lacks_corner(self: Program, number: int, first: int) -> bool:
    mask = self.problem.masks[number]
    return mask.bit_count() == 3 and not mask & first


SAME_TURNS = turned(lambda p, n, first: (piece_of(p, n), lacks_corner(p, n, first), n))

add(
    ORDER,
    "pieces from the end of the table",
    turned(lambda p, n, first: (-piece_of(p, n), lacks_corner(p, n, first), n)),
)
add(
    ORDER,
    "turns from the end",
    turned(lambda p, n, first: (piece_of(p, n), not lacks_corner(p, n, first), -n)),
)
add(ORDER, "the bent three as drawn", turned(lambda _, n, __: n))
add(
    ORDER,
    "turns of the bent three from the end",
    turned(
        lambda p, n, first: (
            piece_of(p, n),
            not lacks_corner(p, n, first) if p._problem.masks[n].bit_count() == 3 else 0,
            -n if p._problem.masks[n].bit_count() == 3 else n,
        )
    ),
)
add(
    ORDER,
    "the small wand first",
    filtered(lambda _, found, *__: sorted(found, key=lambda move: not move.parts.span)),
)


@change(ORDER)
def the_squares_other_end_before_the_window(patch: Patch) -> None:
    def choose(_: Program, found: list[FoundMove], *__: Any) -> list[FoundMove]:
        after: list[FoundMove] = []
        for move in found:
            at = len(after)
            while move.parts.crookedness == 0.4 and at and after[at - 1].window == move.window:
                at -= 1
            after.insert(at, move)
        return after

    filtered(choose)(patch)


# Which moves are kept

KEPT = "kept"

for limit in (3, 5, 7):
    add(KEPT, f"a shortlist of {limit}", put(forks, "SHORTLIST", limit))
add(KEPT, "no shortlist", put(forks, "SHORTLIST", 999))
for limit in (2, 4):
    add(KEPT, f"{limit} moves", put(program, "KEPT", limit))


def ranked(
    edges: Callable[[FoundMove], float] = lambda move: move.parts.matched + move.parts.window,
    *,
    shortlist_from: int = 1,
    best_from: int = 1,
    by_score: bool = True,
) -> Change:
    """Return a change of how moves are ranked: `forks.rank_moves` with other keys."""

    def rank(moves: Sequence[FoundMove], weights: Weights) -> list[FoundMove]:
        by_edges = sorted(list(moves)[::shortlist_from], key=lambda move: -edges(move))
        total = (lambda move: weights.total(move.parts)) if by_score else edges
        best = sorted(by_edges[:6][::best_from], key=lambda move: -total(move))
        return best + by_edges[6:]

    return put(program, "rank_moves", rank)


SAME_RANKS = ranked()

add(KEPT, "a shortlist by matched edges", ranked(lambda move: move.parts.matched))
add(KEPT, "a shortlist by window edges", ranked(lambda move: move.parts.window))
add(KEPT, "a shortlist by score", ranked(lambda move: Weights().total(move.parts)))
add(KEPT, "equal ones of the shortlist from the end", ranked(shortlist_from=-1))
add(KEPT, "equal scores from the end", ranked(best_from=-1))
add(KEPT, "the best by edges", ranked(by_score=False))
add(KEPT, "each placement once", filtered(once))


@change(KEPT)
def each_placement_once_among_the_best(patch: Patch) -> None:
    ours = Program._sought

    def sought(self: Program, board: ProgramBoard, options: int) -> Any:
        moves = ours(self, board, options)
        return moves and moves.once()

    patch.setattr(Program, "_sought", sought)


BACKTRACKING = "backtracking"


@change(BACKTRACKING)
def boards_are_given_up_early(patch: Patch) -> None:
    ours = strategies.Paper.runs

    def runs(self: strategies.Paper, problem: Any) -> Iterator[int | None]:
        for limit in ours(self, problem):
            self._concludes = True
            yield limit

    patch.setattr(strategies.Paper, "runs", runs)


SAME: dict[str, Change] = {
    "windows": SAME_WINDOWS,
    "small wand": SAME_LINES,
    "turns": SAME_TURNS,
    "ranks": SAME_RANKS,
    "played": played(lambda _, __, ___, board: board),
    "last island": left_alone(lambda _, left: left),
    "found": filtered(lambda _, found, *__: found),
    "surrounded": surrounding(lambda own: own[:1]),
    "homes": homed(lambda homes: homes),
}
"""What the changes are made of, without a change."""
