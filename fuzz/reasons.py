"""Hints and reasons: each fact that they state must hold as a player sees the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from naive_puzzle import Cell

from fuzz.asked import Asked, question
from fuzz.fuzzer import expect, same
from kaleido.analysis.infeasibility import find_argument
from kaleido.analysis.reason import DeadEnd, ReasonKind
from kaleido.model.names import player_name
from kaleido.model.placement import BLANK

MOVES = ("island", "cell", "piece", "elimination", "score", "solution")


class Board:
    """A board with some pieces placed, as a player sees it."""

    def __init__(self, asked: Asked, placed: Iterable[int]) -> None:
        self.asked, self.naive = asked, asked.naive
        self.placed = [*placed]
        self.fits = self.naive.fitting(self.placed)
        own = {*self.placed, *self.naive.givens}
        self.used = self.naive.used(own)
        filled = sum(self.naive.lies[number][1] for number in own)
        self.free = (1 << len(self.naive.cells)) - 1 & ~filled
        self.number_at = {cell: number for number, cell in enumerate(self.naive.cells)}
        # So many cells can stay empty, if all that must be used is.
        needed = sum(
            max(0, least - self.used[piece]) * line.size
            for piece, (line, (least, _)) in enumerate(
                zip(self.naive.texts.lines, self.naive.ranges, strict=True)
            )
        )
        self.spare = self.free.bit_count() - needed
        self.optional = self.naive.optional if self.spare > 0 else 0

    def mask(self, cells: Iterable[Sequence[int]]) -> int:
        """Return the set of some cells."""
        return sum(1 << self.number_at[row, col] for row, col in cells)

    def name(self, number: int) -> str:
        """Return the piece of a placement."""
        return self.naive.lying(number)[0]

    def on(self, cell: Cell) -> list[int]:
        """Return the placements that fit and cover a cell."""
        return [n for n in self.fits if self.naive.lies[n][1] & self.mask([cell])]

    def can_end(self, *more: int) -> bool:
        """Return whether a solution contains the board, with some pieces more."""
        return bool(self.asked.holding([*self.placed, *more]))

    def is_needed(self, piece: str) -> bool:
        """Return whether a piece must still be placed."""
        number = self.naive.names.index(piece)
        return self.used[number] < self.naive.ranges[number][0]

    def is_closed(self, island: int) -> bool:
        """Return whether no piece that fits crosses out of some cells."""
        return all(
            not (mask := self.naive.lies[n][1]) & island or not mask & ~island for n in self.fits
        )

    def fillings(self, free: int, used: Counter[int], spare: int) -> list[list[int]]:
        """Return the ways to fill some cells with what fits; so many optional ones stay empty."""
        if not free:
            return [[]]
        cell, found = free & -free, []
        if self.optional & cell and spare:
            found = self.fillings(free & ~cell, used, spare - 1)
        for number in self.fits:
            piece, mask = self.naive.lies[number]
            if mask & cell and not mask & ~free and used[piece] < self.naive.ranges[piece][1]:
                rest = self.fillings(free & ~mask, used + Counter((piece,)), spare)
                found += [[number, *each] for each in rest]
        return found

    def is_dead_end(self, end: DeadEnd) -> bool:
        """Return whether the board shows at a glance that it cannot be completed."""
        if end.kind == "piece":
            return self.is_needed(end.piece) and end.piece not in map(self.name, self.fits)
        island = self.mask(end.cells)
        if island & ~self.free:
            return False
        if end.kind == "cell":
            return not self.optional & island and not self.on(end.cells[0])
        return self.is_closed(island) and not self.fillings(island, self.used, self.spare)


@question
def _hint(asked: Asked) -> None:
    """Check hints on a few boards of one puzzle, which remembers facts for the next hint."""
    for _ in range(3):
        _check_hint(asked)


def _check_hint(asked: Asked) -> None:
    board = Board(asked, asked.some(0.5))
    hint = asked.position(board.placed).hint()
    reason, kind = hint.reason, hint.reason.kind.value
    expect(bool(hint.sentence) and hint.sentence.isprintable(), "a hint has words")
    hint.as_dict()
    if kind in MOVES:
        (move,) = asked.numbers([hint.placement])
        expect(move in board.fits, "the move can be made")
        expect(board.can_end(move), f"the move leads to a solution: {hint.sentence}")
        same((hint.lost, hint.status.value, hint.remove), (False, "solved", ()), "a move")
        expect(
            player_name(hint.pieces, hint.placement.piece) in hint.sentence, "it names the piece"
        )
        edges = asked.naive.edges_of(move, board.placed)
        expect(edges is None or edges == (reason.matched, reason.edges), f"{reason} has {edges}")
    said = f"{hint.sentence!r} ({reason})"
    if kind == "island":
        island = board.mask(reason.cells)
        fillings = board.fillings(island, board.used, board.spare)
        expect(board.is_closed(island), f"the island is closed: {said}")
        expect([move] in fillings, f"the move fills the island: {said}")
        pieces = {tuple(map(board.name, each)) for each in fillings}
        same(pieces, {(hint.placement.piece,)}, f"what fills the island: {said}")
    elif kind == "piece":
        same([n for n in board.fits if board.name(n) == hint.placement.piece], [move], said)
        expect(board.is_needed(hint.placement.piece), f"the piece is needed: {said}")
        same(set(reason.cells), set(hint.placement.cells), said)
    elif kind in MOVES:
        _check_candidates(board, hint, said)
    elif kind == "solved":
        own = frozenset(map(asked.naive.lying, {*board.placed, *asked.naive.givens}))
        expect(own in asked.naive.fulls, f"it is a solution: {said}")
    elif kind == "lost":
        same((hint.lost, hint.status.value), (True, "no-solution"), said)
        expect(not board.can_end(), f"the board is lost: {said}")
        off = asked.numbers(hint.remove)
        kept = [each for each in board.placed if each not in off]
        expect(bool(off) and bool(asked.holding(kept)), f"taking pieces off helps: {said}")
        least = [each for each in off if asked.holding([*kept, each])]
        same(least, [], f"pieces that need not come off: {said}")
        end = reason.dead_end
        same(set(reason.cells), set(() if end is None else end.cells), said)
        expect(end is None or board.is_dead_end(end), f"it is a dead end: {said}")
    else:
        same(kind, ReasonKind.HOPELESS.value, said)
        expect(not asked.naive.fulls, f"there is no solution: {said}")
        _check_cause(Board(asked, ()), reason.why)


def _check_candidates(board: Board, hint: Any, said: str) -> None:
    reason, naive = hint.reason, board.naive
    (cell,) = reason.cells
    expect(cell in hint.placement.cells, f"the move covers the cell: {said}")
    ways = Counter(map(board.name, board.on(cell)))
    found = {each.piece: each.ways for each in reason.candidates if each.piece != BLANK}
    same(found, dict(ways), f"what fits there (got, expected): {said}")
    inside = None not in naive.beside[board.number_at[cell]]
    same(reason.where == "inside", inside, f"where the cell is: {said}")
    optional = bool(board.optional & board.mask([cell]))
    same(reason.candidates[0].piece, hint.placement.piece, f"the first is the move: {said}")
    if reason.kind == "cell":
        expect(len(ways) == 1 and not optional, f"nothing else is possible: {said}")
    for other in reason.candidates[1:]:
        own = [n for n in board.on(cell) if board.name(n) == other.piece]
        if other.lost:
            expect(not any(map(board.can_end, own)), f"{other.piece} leads nowhere: {said}")
        if other.dead_end and own:
            after = (Board(board.asked, [*board.placed, each]) for each in own)
            ends = any(each.is_dead_end(other.dead_end) for each in after)
            expect(ends, f"{other.piece} leads to {other.dead_end}: {said}")
    if reason.kind == "elimination":
        expect(all(each.lost for each in reason.candidates[1:]), f"all others are lost: {said}")
        empty = bool(board.asked.holding(board.placed)) and optional and any(
            cell not in {each for _, cells in full for each in cells}
            for full in board.asked.holding(board.placed)
        )  # fmt: skip
        expect(not empty, f"the cell cannot stay empty: {said}")
    for other in reason.alternatives:
        (number,) = board.asked.numbers([other.placement])
        expect(number in board.fits, f"{other.placement} can be laid")
        expect(not (other.lost and board.can_end(number)), f"{other.placement} is lost")


@question
def _why(asked: Asked) -> None:
    """Check the reason why there is no solution."""
    board = Board(asked, asked.some(0.2))
    position = asked.position(board.placed)
    cause = position.why()
    if cause is not None:
        expect(not board.can_end(), f"there is no solution: {cause}")
        _check_cause(board, cause)
    elif not board.can_end():
        answer = position.solve()
        same(answer.reason and answer.reason.kind, "searched", "the reason of a search")
    if not board.can_end():
        _check_cause(board, position.solve().reason)


def _check_cause(board: Board, cause: Any) -> None:
    if cause is None:
        return
    said, facts, naive = f"{cause} {cause.as_dict()}", cause.facts, board.naive
    expect(str(cause).isprintable() and bool(str(cause)), "a reason has words")
    if cause.kind == "piece":
        expect(board.is_needed(facts["piece"]), f"the piece is needed: {said}")
        names = {*map(board.name, board.fits)}
        expect(facts["piece"] not in names, f"the piece fits nowhere: {said}")
    elif cause.kind == "cell":
        cell = board.mask([facts["cell"]])
        expect(bool(board.free & cell) and not board.optional & cell, f"the cell is open: {said}")
        expect(not board.on(tuple(facts["cell"])), f"nothing fits there: {said}")
    elif cause.kind == "colours":
        names = ("cells",) if naive.is_plain else tuple("xryb")
        sums = _sums(board, ("o",) if naive.is_plain else names)
        wanted, nearest = (
            tuple(facts[key].get(name, 0) for name in names) for key in ("wanted", "nearest")
        )
        expect(wanted not in sums, f"the pieces cannot make these: {said}")
        expect(nearest in sums, f"the nearest can be made: {said}")
    elif cause.kind in ("free", "left"):
        letters = ("o",) if naive.is_plain else tuple("xryb")
        shown = ["o"] * len(naive.cells) if naive.is_plain else list(naive.letter_at.values())
        free = Counter(shown[cell] for cell in range(len(shown)) if board.free >> cell & 1)
        spare = range((board.free & naive.optional).bit_count() + 1)
        sums = _sums(board, letters)
        wanted_now = [
            tuple(free[letter] - (i if naive.is_plain else 0) for letter in letters) for i in spare
        ]
        expect(not sums & set(wanted_now), f"the pieces left cannot make these: {said}")
    elif cause.kind == "island":
        _check_island(board, facts, said)
    elif cause.kind == "parity":
        _check_colouring(board, facts, said)


def _check_island(board: Board, facts: Mapping[str, Any], said: str) -> None:
    naive = board.naive
    letters = ("cells",) if naive.is_plain else tuple("xryb")
    size = sum(facts["island"].values())
    wanted = tuple(facts["island"].get(letter, 0) for letter in letters)
    sums = _sums(board, ("o",) if naive.is_plain else letters, least=False)
    cell = board.mask([facts["cell"]])
    expect(bool(board.free & cell) and size <= board.free.bit_count(), f"there is one: {said}")
    expect(wanted not in sums, f"the pieces left cannot fill it: {said}")


def _sums(board: Board, letters: tuple[str, ...], *, least: bool = True) -> set[tuple[int, ...]]:
    """Return how many cells of each letter the pieces left can show together."""
    naive = board.naive
    sums = {(0,) * len(letters)}
    pairs = zip(naive.texts.lines, naive.ranges, strict=True)
    for piece, (line, (low, high)) in enumerate(pairs):
        faces = {tuple(drawing.count(letter) for letter in letters) for drawing in line.drawings}
        used = board.used[piece]
        grown, found = sums, set[tuple[int, ...]]()
        for copies in range(high - used + 1):
            if copies >= low - used or not least:
                found |= grown
            grown = {
                tuple(a + b for a, b in zip(one, face, strict=True))
                for one, face in product(grown, faces)
            }
        sums = found
    return sums


def _check_colouring(board: Board, facts: Mapping[str, Any], said: str) -> None:
    """Check a colouring by laying the pieces left down wherever they fit."""
    naive = board.naive
    argument = find_argument(board.asked.position(board.placed).state)
    expect(argument is not None, f"there is an argument: {said}")
    assert argument is not None
    same(argument.cause.as_dict()["board"], list(facts["board"]), f"the tally: {said}")
    rows = "".join(argument.coloured)
    cols = len(naive.layers[0][0])
    digits = [rows[row * cols + col] for row, col in naive.cells]
    part = sum(1 << cell for cell, digit in enumerate(digits) if digit != ".")
    number = len(facts["board"])
    tally = tuple(digits.count(str(colour)) for colour in range(number))
    same(tally, tuple(facts["board"]), f"the cells of the board: {said}")
    if part == board.free:
        sums = {(0,) * number}
        for piece, (low, high) in enumerate(naive.ranges):
            ways = {
                tuple(
                    sum(
                        mask >> cell & 1 and digits[cell] == str(colour)
                        for cell in range(len(digits))
                    )
                    for colour in range(number)
                )
                for own, mask in (naive.lies[each] for each in board.fits)
                if own == piece
            }
            grown, found = sums, set[tuple[int, ...]]()
            for copies in range(high - board.used[piece] + 1):
                if copies >= low - board.used[piece]:
                    found |= grown
                grown = {
                    tuple(a + b for a, b in zip(one, way, strict=True))
                    for one, way in product(grown, ways)
                }
            sums = found
        expect(tally not in sums, f"the pieces cannot cover these colours: {said}")
