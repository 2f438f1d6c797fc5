"""A board as players see it, and the claims of reasons, checked by trying everything.

A piece fits by its shape, its colours and its rules alone: if it is left, on free cells. Nothing
here is the package's but the values that it hands over and reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from small_boards import Cell, Cells, Lying, as_full

from kaleido.analysis.hint import Hint
from kaleido.analysis.reason import DeadEnd, Emptied, FittingPiece
from kaleido.analysis.survey import CellChoices
from kaleido.model.cause import Cause

Lies = list[Lying]
Amounts = tuple[tuple[str, int], ...]
"""Numbers of cells by their letters, in order; without colours, the letter is "cells"."""

MOVES = ("island", "cell", "piece", "elimination", "score", "solution")
COLOURINGS: Mapping[str, Callable[[Cell], int]] = {
    "chequer": lambda cell: sum(cell) % 2,
    "rows": lambda cell: cell[0] % 2,
    "columns": lambda cell: cell[1] % 2,
}
"""The colours of cells of squares."""


@dataclass(frozen=True)
class Supply:
    """How many copies of a piece must be used, how many may be, and what its faces show."""

    least: int
    most: int
    faces: tuple[Amounts, ...]


@dataclass(eq=False)
class Seen:
    """All that can lie on an empty board, and what else players know."""

    every: Lies
    supplies: Mapping[str, Supply]
    letters: Mapping[Cell, str]
    beside: Callable[[Cell], Iterable[Cell]]
    optional: Cells = frozenset()
    is_square: bool = True
    _ends: dict[Any, bool] = field(default_factory=dict)

    @cached_property
    def cells(self) -> Cells:
        return frozenset(self.letters)

    # What is there.

    def used(self, placed: Lies) -> Counter[str]:
        return Counter(name for name, _ in placed)

    def free(self, placed: Lies, emptied: Cells = frozenset()) -> Cells:
        return self.cells.difference(emptied, *(cells for _, cells in placed))

    def fits(self, placed: Lies, emptied: Cells = frozenset()) -> Lies:
        """List what a player can lay: pieces left, on free cells of their colours."""
        used, free = self.used(placed), self.free(placed, emptied)
        return [
            each
            for each in self.every
            if used[each[0]] < self.supplies[each[0]].most and each[1] <= free
        ]

    def needed(self, placed: Lies) -> Counter[str]:
        """Count the copies that must still be used."""
        used = self.used(placed)
        return Counter({name: own.least - used[name] for name, own in self.supplies.items()})

    def amounts(self, cells: Cells) -> Amounts:
        return tuple(sorted(Counter(self.letters[cell] for cell in cells).items()))

    def can_end(self, placed: Lies, emptied: Cells = frozenset()) -> bool:
        """Whether the board can be completed."""
        options = self.fits(placed, emptied)
        return self._can_fill(self.free(placed, emptied), +self.used(placed), options)

    def _can_fill(self, free: Cells, used: Counter[str], options: Lies) -> bool:
        key = free, tuple(sorted(used.items()))
        if key not in self._ends:
            self._ends[key] = self._fill(free, used, options)
        return self._ends[key]

    def _fill(self, free: Cells, used: Counter[str], options: Lies) -> bool:
        if not free:
            return all(used[name] >= own.least for name, own in self.supplies.items())
        first = min(free)
        if first in self.optional and self._can_fill(free - {first}, used, options):
            return True
        return any(
            self._can_fill(free - cells, used + Counter([name]), options)
            for name, cells in options
            if first in cells and cells <= free and used[name] < self.supplies[name].most
        )

    def sums(self, placed: Lies, least: Mapping[str, int]) -> set[Amounts]:
        """Return what choices of the pieces left show together, with so many copies at least."""
        used = self.used(placed)
        found: set[Amounts] = {()}
        for name, own in self.supplies.items():
            copies: list[set[Amounts]] = [{()}]
            for _ in range(own.most - used[name]):
                copies.append({_added(one, face) for one in copies[-1] for face in own.faces})
            chosen = set().union(*copies[max(0, least.get(name, 0)) :])
            found = {_added(one, other) for one in found for other in chosen}
        return found

    def adds_up(self, placed: Lies) -> bool:
        """Whether some choice of the pieces left shows what is free, but for optional cells."""
        free = self.free(placed)
        sums = self.sums(placed, self.needed(placed))
        if not self.optional:
            return self.amounts(free) in sums
        must = len(free - self.optional)
        return any(must <= sum(n for _, n in each) <= len(free) for each in sums)

    def islands(self, placed: Lies) -> list[Cells]:
        """List the parts of the free cells that no known edge divides."""
        left = set(self.free(placed))
        found = []
        while left:
            ahead = [left.pop()]
            island = set(ahead)
            while ahead:
                cell = ahead.pop()
                for other in self.beside(cell):
                    if other in left and not self._is_edge(cell, other):
                        left.remove(other)
                        island.add(other)
                        ahead.append(other)
            found.append(frozenset(island))
        return found

    def _is_edge(self, one: Cell, other: Cell) -> bool:
        letters = self.letters[one], self.letters[other]
        return letters[0] != "cells" and (letters[0] == "x") == (letters[1] == "x")

    def is_closed(self, island: Cells, placed: Lies) -> bool:
        return all(cells <= island or not cells & island for _, cells in self.fits(placed))

    def tilings(self, island: Cells, placed: Lies) -> set[frozenset[Lying]]:
        """Return the ways to fill some cells with what fits; optional cells may stay empty."""
        if not island:
            return {frozenset()}
        first = min(island)
        found = self.tilings(island - {first}, placed) if first in self.optional else set()
        for name, cells in self.fits(placed):
            if first in cells and cells <= island:
                lying = name, cells
                rest = self.tilings(island - cells, [*placed, lying])
                found |= {tiling | {lying} for tiling in rest}
        return found

    def forced_moves_clash(self, placed: Lies, options: Lies) -> bool:
        """Whether laying what is forced, move by move, leaves a cell or a piece without a place."""
        single = [
            name for name, n in self.needed(placed).items() if n == self.supplies[name].most == 1
        ]
        items: list[Any] = [*(self.free(placed) - self.optional), *single]
        while True:
            ways = [
                [each for each in options if item in each[1] or item == each[0]] for item in items
            ]
            if not all(ways):
                return True
            kept = [
                (name, cells)
                for name, cells in options
                if all(
                    (name, cells) == forced
                    or (
                        not cells & forced[1]
                        and not (name == forced[0] and self.supplies[name].most == 1)
                    )
                    for (forced, *others) in ways
                    if not others
                )
            ]
            if kept == options:
                return False
            options = kept

    # The claims of reasons.

    def check_cause(self, cause: Cause, placed: Lies) -> None:
        """Check a reason why a board cannot be completed."""
        assert not self.can_end(placed)
        kind, _, ending = cause.kind.partition("-")
        facts = dict(cause.facts)
        fits = self.fits(placed)
        if kind in ("piece", "cell"):
            item = facts.pop(kind)
            about = item if kind == "piece" else tuple(item)
            ways = [each for each in fits if about == each[0] or about in each[1]]
            if kind == "piece":
                assert self.needed(placed)[item] > 0
            else:
                assert about in self.free(placed) - self.optional
            assert bool(ways) == bool(ending)
            assert not any(self.adds_up([*placed, way]) for way in ways)
        elif kind == "clash":
            if ending:
                assert not self.forced_moves_clash(placed, fits)
                fits = [each for each in fits if self.adds_up([*placed, each])]
            assert self.forced_moves_clash(placed, fits)
        else:
            getattr(self, f"_check_{kind}")(facts, placed)
        assert ending in ("", "left" if self._is_coloured else "free")
        assert not facts

    @property
    def _is_coloured(self) -> bool:
        return "cells" not in self.letters.values()

    def _check_free(self, facts: dict[str, Any], placed: Lies) -> None:
        assert facts.pop("empty", 0) == len(self.free(placed) & self.optional)
        assert not self._is_coloured
        assert not self.adds_up(placed)

    def _check_left(self, _: dict[str, Any], placed: Lies) -> None:
        assert self._is_coloured
        assert not self.adds_up(placed)

    def _check_colours(self, facts: dict[str, Any], placed: Lies) -> None:
        assert not placed
        wanted, nearest = facts.pop("wanted"), facts.pop("nearest")
        empty = facts.pop("empty", 0)
        assert empty == len(self.optional)
        assert tuple(sorted(wanted.items())) == self.amounts(self.cells)
        sums = self.sums([], self.needed([]))

        def distance(amounts: Mapping[str, int]) -> int:
            both = {*amounts, *wanted}
            pairs = [(amounts.get(each, 0), wanted.get(each, 0)) for each in both]
            return sum(max(a - b, b - a - empty, 0) for a, b in pairs)

        assert tuple(sorted(nearest.items())) in sums
        assert 0 < distance(nearest) == min(distance(dict(each)) for each in sums)

    def _check_island(self, facts: dict[str, Any], placed: Lies) -> None:
        first = tuple(facts.pop("cell"))
        (island,) = (each for each in self.islands(placed) if first in each)
        assert tuple(sorted(facts.pop("island").items())) == self.amounts(island)
        assert first == min(island)
        assert self.is_closed(island, placed)
        assert not self.tilings(island, placed)

    def _check_parity(self, facts: dict[str, Any], placed: Lies) -> None:
        colouring, board = facts.pop("colouring"), tuple(facts.pop("board"))
        nearest, cell = facts.pop("nearest"), facts.pop("cell")
        assert not self._is_coloured
        part = self.free(placed)
        assert cell or part == self.cells
        assert sum(board) <= len(part)
        if sum(board) < len(part):
            part = self.connected(tuple(cell), part)
        assert sum(board) == len(part)
        assert not cell or tuple(cell) == min(part)
        if not self.is_square or colouring not in COLOURINGS:
            return  # `test_lattice_parity` knows the colourings of lattices
        colour = COLOURINGS[colouring]
        of = self.tally(part, colour)
        assert board == of
        is_whole = part == self.free(placed)
        reached = {(0, 0)}
        for name, own in self.supplies.items():
            used = self.used(placed)[name]
            tallies = {
                self.tally(cells, colour)
                for other, cells in self.every
                if other == name and cells <= part
            }
            copies = [reached]
            for _ in range(own.most - used):
                copies.append({(a + c, b + d) for a, b in copies[-1] for c, d in tallies})
            reached = set().union(*copies[max(0, own.least - used) if is_whole else 0 :])
        same = {each for each in reached if sum(each) == len(part)}
        assert board not in same
        assert (tuple(nearest) if nearest else None) == min(
            same, key=lambda each: (abs(each[0] - of[0]), each), default=None
        )

    def connected(self, cell: Cell, within: Cells) -> Cells:
        found, ahead = {cell}, [cell]
        while ahead:
            fresh = {other for other in self.beside(ahead.pop()) if other in within} - found
            found |= fresh
            ahead += fresh
        return frozenset(found)

    @staticmethod
    def tally(cells: Cells, colour: Callable[[Cell], int]) -> tuple[int, int]:
        blacks = sum(map(colour, cells))
        return len(cells) - blacks, blacks

    # The claims of hints.

    def check_hint(self, hint: Hint, placed: Lies) -> None:
        kind = hint.reason.kind
        if kind in MOVES:
            assert hint.placement is not None
            (move,) = as_full((hint.placement,))
            assert self.can_end([*placed, move])
            assert not hint.remove
            assert (hint.lost, hint.status) == (False, "solved")
        else:
            assert hint.placement is None
        getattr(self, f"_hint_{kind}")(hint, placed)

    def _hint_island(self, hint: Hint, placed: Lies) -> None:
        island = frozenset(hint.reason.cells)
        assert island in self.islands(placed)
        assert self.is_closed(island, placed)
        assert self.tilings(island, placed) == {as_full((hint.placement,))}

    def _hint_piece(self, hint: Hint, placed: Lies) -> None:
        move = hint.placement
        homes = [each for each in self.fits(placed) if each[0] == move.piece]
        assert self.needed(placed)[move.piece] == 1
        assert homes == [(move.piece, frozenset(hint.reason.cells))]

    def _hint_cell(self, hint: Hint, placed: Lies) -> None:
        (only,) = self._candidates(hint, placed)
        assert hint.reason.empty is None
        assert (only.piece, only.lost) == (hint.placement.piece, False)

    def _hint_elimination(self, hint: Hint, placed: Lies) -> None:
        good, *others = self._candidates(hint, placed)
        assert (good.piece, good.lost) == (hint.placement.piece, False)
        assert all(other.lost for other in others)
        empty = hint.reason.empty
        assert empty.lost if empty else others

    def _hint_score(self, hint: Hint, placed: Lies) -> None:
        reason = hint.reason
        self._candidates(hint, placed)
        assert reason.matched <= min(reason.edges, reason.score.matched)
        for other in reason.alternatives:
            (move,) = as_full((other.placement,))
            assert move in self.fits(placed)
            assert not (other.lost and self.can_end([*placed, move]))

    def _hint_solution(self, hint: Hint, placed: Lies) -> None:
        self._candidates(hint, placed)

    def _candidates(self, hint: Hint, placed: Lies) -> tuple[FittingPiece, ...]:
        (cell,) = hint.reason.cells
        assert cell in hint.placement.cells
        self._check_fitting(cell, hint.reason.candidates, hint.reason.empty, placed)
        return hint.reason.candidates

    def _check_fitting(
        self,
        cell: Cell,
        candidates: tuple[FittingPiece, ...],
        empty: Emptied | None,
        placed: Lies,
    ) -> None:
        """Check the pieces that are said to fit on a cell, and to what they lead."""
        there = [(name, cells) for name, cells in self.fits(placed) if cell in cells]
        assert {each.piece: each.ways for each in candidates} == Counter(name for name, _ in there)
        for each in candidates:
            for way in there:
                if way[0] == each.piece:
                    assert not (each.lost and self.can_end([*placed, way]))
                    assert each.dead_end is None or self.is_dead_end(each.dead_end, [*placed, way])
        assert bool(empty) == (cell in self.optional)
        if empty:
            gone = frozenset([cell])
            assert not (empty.lost and self.can_end(placed, gone))
            assert empty.dead_end is None or self.is_dead_end(empty.dead_end, placed, gone)

    def is_dead_end(self, end: DeadEnd, placed: Lies, emptied: Cells = frozenset()) -> bool:
        fits = self.fits(placed, emptied)
        if end.kind == "piece":
            return self.needed(placed)[end.piece] > 0 and end.piece not in [n for n, _ in fits]
        island = frozenset(end.cells)
        if not island <= self.free(placed, emptied):
            return False
        if end.kind == "cell":
            (cell,) = island
            return cell not in self.optional and not any(cell in cells for _, cells in fits)
        closed = all(cells <= island or not cells & island for _, cells in fits)
        return closed and not self.tilings(island, placed)

    def _hint_solved(self, hint: Hint, placed: Lies) -> None:
        free = self.free(placed)
        assert free <= self.optional
        assert not +self.needed(placed)
        assert hint.status == "solved"
        used = self.used(placed)
        every = all(used[name] == own.most for name, own in self.supplies.items())
        assert {"placed": every, "full": not free, "spare": bool(free)}[hint.reason.why.kind]

    def _hint_lost(self, hint: Hint, placed: Lies) -> None:
        off = as_full(hint.remove)
        assert (hint.lost, hint.status) == (True, "no-solution")
        assert not self.can_end(placed)
        assert off
        kept = [lying for lying in placed if lying not in off]
        assert self.can_end(kept)
        # No part of them is enough.
        assert not any(self.can_end([*kept, lying]) for lying in off)
        end = hint.reason.dead_end
        assert hint.reason.cells == (() if end is None else end.cells)
        assert end is None or self.is_dead_end(end, placed)

    def _hint_hopeless(self, hint: Hint, _: Lies) -> None:
        assert (hint.lost, hint.status) == (True, "no-solution")
        assert not self.can_end([])
        if hint.reason.why:
            self.check_cause(hint.reason.why, [])

    def check_choices(self, choices: CellChoices, placed: Lies) -> None:
        """Check what is said of a free cell."""
        self._check_fitting(choices.cell, choices.pieces, choices.empty, placed)
        if choices.is_forced:
            first = choices.pieces[0].piece
            gone = frozenset([choices.cell])
            assert not (choices.cell in self.optional and self.can_end(placed, gone))
            for name, cells in self.fits(placed):
                if choices.cell in cells and name != first:
                    assert not self.can_end([*placed, (name, cells)])


def _added(one: Amounts, other: Amounts) -> Amounts:
    return tuple(sorted((Counter(dict(one)) + Counter(dict(other))).items()))


def in_order(lying: Lying) -> tuple[str, list[Cell]]:
    """Return the key by which pieces on a board are sorted."""
    return lying[0], sorted(lying[1])
