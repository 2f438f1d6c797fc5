"""A board as players see it, and the claims of reasons and hints, checked by trying everything.

A piece fits by its shape, its colours and its rules alone: if it is left, on free cells. The
placements and the solutions are those of a `Naive`.
"""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from operator import and_
from typing import Any

from fuzz.asked import Asked, as_full
from naive_puzzle import Cell, Lying, Naive

from kaleido.hints import fitting, hint as advising
from kaleido.hints.hint import Hint
from kaleido.hints.infeasibility import find_argument
from kaleido.hints.reason import DeadEnd, Emptied, FittingPiece
from kaleido.model.cause import Cause
from kaleido.model.names import player_name
from kaleido.puzzle.survey import CellChoices
from kaleido.search.parity import colourings_of
from kaleido.search.state import State

Cells = frozenset[Cell]
Lies = Sequence[Lying]
Amounts = tuple[tuple[str, int], ...]
"""Numbers of cells by their letters, in order; without colours, the letter is "cells"."""
Tally = tuple[int, ...]
"""How many cells have each colour of a colouring."""
Slots = dict[tuple[str, ...], tuple[int, int]]
"""Pieces that use up each other, with the least and the most that are used of them together."""
Forced = tuple[tuple[float, Cell], str, Cells, Lies]
"""Where only one piece fits: the effort to see it, the kind of its reason, cells and moves."""

MOVES = ("island", "cell", "piece", "elimination", "score", "solution")
COLOURINGS: Mapping[str, Callable[[Cell], int]] = {
    "chequer": lambda cell: sum(cell) % 2,
    "rows": lambda cell: cell[0] % 2,
    "columns": lambda cell: cell[1] % 2,
}
"""The colours of cells of squares."""
WORTH = {"corner": 0.4, "edge": 0.6, "inside": 0.8}
"""How hard it is to see that only one placement fits on a cell."""
PROVED = {"corner": 3, "edge": 2, "inside": 2}
"""The most pieces on a cell for a search to prove that only one of them is right."""


@dataclass(frozen=True)
class Supply:
    """How many copies of a piece must be used, how many may be, and what its faces show."""

    least: int
    most: int
    faces: tuple[Amounts, ...]


def noted(check: Callable[[Seen, Any, Lies], None]) -> Callable[[Seen, Any, Lies], None]:
    """Make a check note the claim that it finds wrong."""

    @wraps(check)
    def checked(seen: Seen, claim: Any, placed: Lies) -> None:
        try:
            check(seen, claim, placed)
        except AssertionError as error:
            error.add_note(f"the claim: {claim!s} {claim!r}\nwith {sorted(placed, key=str)}")
            raise

    return checked


class Seen:
    """All that fits on a board, and what else players know. Givens are never among `placed`."""

    def __init__(self, naive: Naive) -> None:
        self.naive = naive
        self.is_coloured = not naive.is_plain
        self.letters = {
            cell: letter if self.is_coloured else "cells"
            for cell, letter in naive.letter_at.items()
        }
        self.cells = frozenset(self.letters)
        self.optional = naive.cells_of(naive.optional)
        self.every = [naive.lying(number) for number in range(len(naive.lies))]
        self.givens = [self.every[number] for number in naive.givens]
        self.supplies = {
            line.name: Supply(least, most, tuple(map(_shown, line.drawings)))
            for line, (least, most) in zip(naive.texts.lines, naive.ranges, strict=True)
        }
        self.apart: Slots = {(name,): (own.least, own.most) for name, own in self.supplies.items()}
        chosen, one = list(naive.choices.values()), (int(naive.texts.use == "all"), 1)
        self.slots = {tuple(naive.names[piece] for piece in group): one for group in chosen}
        rest = self.supplies.keys() - chain.from_iterable(self.slots)
        self.slots |= {each: own for each, own in self.apart.items() if rest.issuperset(each)}
        self.uses = {name: Counter(slot) for slot in self.slots for name in slot}
        """The copies that each piece uses up where it is laid."""

    def numbers(self, placed: Lies) -> list[int]:
        return [self.naive.numbers[lying] for lying in placed]

    # What is there.

    def used(self, placed: Lies) -> Counter[str]:
        """Count the copies that are used up: with a piece, also the others of its choice."""
        return sum((self.uses[name] for name, _ in {*self.givens, *placed}), Counter())

    def free(self, placed: Lies, emptied: Cells = frozenset()) -> Cells:
        return self.cells.difference(emptied, *(cells for _, cells in (*self.givens, *placed)))

    def fits(self, placed: Lies, emptied: Cells = frozenset()) -> Lies:
        """List what a player can lay: pieces left, on free cells of their colours."""
        fits = (self.every[number] for number in self.naive.fitting(self.numbers(placed)))
        return [lying for lying in fits if not lying[1] & emptied]

    def on(self, cell: Cell, placed: Lies) -> Lies:
        """List what can cover a cell."""
        return [lying for lying in self.fits(placed) if cell in lying[1]]

    def needed(self, placed: Lies) -> Counter[str]:
        """Count the copies that must still be used."""
        used = self.used(placed)
        return Counter({name: own.least - used[name] for name, own in self.supplies.items()})

    def amounts(self, cells: Cells) -> Amounts:
        return tuple(sorted(Counter(self.letters[cell] for cell in cells).items()))

    def can_end(self, placed: Lies, emptied: Cells = frozenset()) -> bool:
        """Return whether the board can be completed."""
        own = set(placed)
        return any(
            own <= full and not any(cells & emptied for _, cells in full)
            for full in self.naive.fulls
        )

    def added_up(
        self,
        nothing: Tally,
        shown: Mapping[str, Collection[Tally]],
        placed: Lies,
        slots: Slots,
        *,
        is_whole: bool,
    ) -> set[Tally]:
        """Return the tallies to which choices of the pieces left add up.

        What must be used is used on the whole of the free cells.
        """
        found, used = {nothing}, self.used(placed)
        for names, (least, most) in slots.items():
            gone, faces = used[names[0]], {face for name in names for face in shown[name]}
            copies = [found]
            for _ in range(most - gone):
                copies.append({_plus(one, face) for one in copies[-1] for face in faces})
            found = set().union(*copies[max(0, least - gone) if is_whole else 0 :])
        return found

    def sums(self, placed: Lies, *, is_whole: bool) -> set[Amounts]:
        """Return the cells that choices of the pieces left show together."""
        faces = {name: own.faces for name, own in self.supplies.items()}
        letters = sorted({letter for own in faces.values() for face in own for letter, _ in face})
        shown = {
            name: [tuple(dict(face).get(letter, 0) for letter in letters) for face in own]
            for name, own in faces.items()
        }
        return {
            tuple((letter, n) for letter, n in zip(letters, each, strict=True) if n)
            for each in self.added_up(
                (0,) * len(letters), shown, placed, self.slots, is_whole=is_whole
            )
        }

    def adds_up(self, placed: Lies) -> bool:
        """Return whether some of the pieces left show what is free, but for optional cells."""
        free = self.free(placed)
        sums = self.sums(placed, is_whole=True)
        if not self.optional:
            return self.amounts(free) in sums
        must = len(free - self.optional)
        return any(must <= sum(n for _, n in each) <= len(free) for each in sums)

    def islands(self, placed: Lies) -> set[Cells]:
        """Return the parts of the free cells that no known edge divides."""
        return self.naive.islands(self.numbers(placed))

    def beside(self, part: Cells) -> Cells:
        """Return the cells that touch one of a part."""
        cells, beside = self.naive.cells, self.naive.beside
        near = {to for cell in part for to in beside[cells.index(cell)]}
        return frozenset(cells[to] for to in near - {None})

    def where(self, cell: Cell) -> str:
        """Return where a cell lies; no way leads straight through one on a corner."""
        ways = [to is not None for to in self.naive.beside[self.naive.cells.index(cell)]]
        straight = sum(ways) > 1 if len(ways) == 3 else any(map(and_, ways, reversed(ways)))
        return "inside" if all(ways) else "edge" if straight else "corner"

    def is_closed(self, island: Cells, placed: Lies, emptied: Cells = frozenset()) -> bool:
        """Return whether no piece that fits crosses out of some cells."""
        fits = self.fits(placed, emptied)
        return all(cells <= island or not cells & island for _, cells in fits)

    def tilings(self, island: Cells, placed: Lies) -> Iterator[frozenset[Lying]]:
        """Yield the ways to fill some cells with what fits; optional cells may stay empty."""
        fits = self.fits(placed)
        left = Counter({name: own.most for name, own in self.supplies.items()})
        left.subtract(self.used(placed))

        def fill(cells: Cells) -> Iterator[frozenset[Lying]]:
            if not cells:
                yield frozenset()
                return
            first = min(cells)
            if first in self.optional:
                yield from fill(cells - {first})
            for lying in fits:
                name, own = lying
                if first in own and own <= cells and left[name] > 0:
                    left.subtract(self.uses[name])
                    yield from (rest | {lying} for rest in fill(cells - own))
                    left.update(self.uses[name])

        return fill(island)

    def can_fill(self, island: Cells, placed: Lies) -> bool:
        return next(self.tilings(island, placed), None) is not None

    def forced(self, placed: Lies) -> Iterator[Forced]:
        """Yield where only one piece fits: it is less effort to see beside a piece."""
        free, needed = self.free(placed), self.needed(placed)

        def nearness(cells: Cells) -> float:
            return 0.25 * (not self.beside(cells) <= free)

        for island in self.islands(placed):
            if len(island) <= fitting.MAX_TILED and self.is_closed(island, placed):
                ways = [*self.tilings(island, placed)]
                if len(ways) == len(ways[0]) == 1:
                    effort = len(island) / 16 - nearness(island)
                    yield (effort, min(island)), "island", island, [*ways[0]]
        for cell in free:
            on, cells = self.on(cell, placed), frozenset([cell])
            if len({name for name, _ in on}) == 1:
                effort = WORTH[self.where(cell)] + 0.3 * (len(on) > 1) - nearness(cells)
                yield (effort, cell), "cell", cells, on
        for piece, own in self.supplies.items():
            on = [each for each in self.fits(placed) if each[0] == piece]
            if needed[piece] == own.most == len(on) == 1:
                yield (1.5, min(on[0][1])), "piece", on[0][1], on

    def is_eliminated(self, cell: Cell, placed: Lies) -> bool:
        """Return whether a short search shows that all pieces on a cell except one are lost."""
        on = self.on(cell, placed)
        few = len({name for name, _ in on}) <= PROVED[self.where(cell)]
        right = {each[0] for each in on if self.can_end([*placed, each])}
        return few and len(on) <= fitting.MAX_WAYS and len(right) == 1

    def coverings(
        self,
        part: Cells,
        tally: Callable[[Cells], Tally],
        placed: Lies,
        slots: Slots,
    ) -> set[Tally]:
        """Return the tallies that the pieces left cover, laid wherever they fit in a part."""
        shown: dict[str, set[Tally]] = {name: set() for name in self.supplies}
        for name, cells in self.every:
            if cells <= part:
                shown[name].add(tally(cells))
        nothing, is_whole = tally(frozenset()), part == self.free(placed)
        return self.added_up(nothing, shown, placed, slots, is_whole=is_whole)

    def forced_moves_clash(self, placed: Lies, options: Lies) -> bool:
        """Return whether forced moves in turn leave a cell or a piece without a place."""
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
                        and not (name in self.uses[forced[0]] and self.supplies[name].most == 1)
                    )
                    for (forced, *others) in ways
                    if not others
                )
            ]
            if kept == options:
                return False
            options = kept

    # The claims of reasons.

    @noted
    def check_cause(self, cause: Cause, placed: Lies) -> None:
        """Check a reason why a board cannot be completed."""
        assert str(cause).isprintable()
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
        elif kind == "searched":
            facts.clear()
        elif kind == "clash":
            if ending:
                assert not self.forced_moves_clash(placed, fits)
                fits = [each for each in fits if self.adds_up([*placed, each])]
            assert self.forced_moves_clash(placed, fits)
        else:
            getattr(self, f"_check_{kind}")(facts, placed)
        assert ending in ("", "left" if self.is_coloured else "free")
        assert not facts

    def _check_free(self, facts: dict[str, Any], placed: Lies) -> None:
        assert facts.pop("empty", 0) == len(self.free(placed) & self.optional)
        assert not self.is_coloured
        assert not self.adds_up(placed)

    def _check_left(self, _: dict[str, Any], placed: Lies) -> None:
        assert self.is_coloured
        assert not self.adds_up(placed)

    def _check_conflict(self, facts: dict[str, Any], placed: Lies) -> None:
        cells, pieces = {tuple(cell) for cell in facts.pop("cells")}, list(facts.pop("pieces"))
        assert cells <= self.free(placed) - self.optional
        assert all(self.needed(placed)[name] > 0 for name in pieces)
        assert not self._can_cover(cells, pieces, self.fits(placed), self.used(placed))

    def _can_cover(
        self, cells: set[Any], pieces: list[str], fits: Lies, used: Counter[str]
    ) -> bool:
        """Return whether pieces can be laid that cover some cells, with some pieces among them."""
        if cells:
            ways = [each for each in fits if min(cells) in each[1]]
        elif pieces:
            ways = [each for each in fits if each[0] == pieces[0]]
        else:
            return True
        return any(
            used[name] < self.supplies[name].most
            and self._can_cover(
                cells - own,
                [each for each in pieces if each != name],
                [each for each in fits if not each[1] & own],
                used + self.uses[name],
            )
            for name, own in ways
        )

    def _check_colours(self, facts: dict[str, Any], placed: Lies) -> None:
        assert not placed
        wanted, nearest = facts.pop("wanted"), facts.pop("nearest")
        empty = facts.pop("empty", 0)
        assert empty == len(self.optional)
        assert tuple(sorted(wanted.items())) == self.amounts(self.cells)
        sums = self.sums([], is_whole=True)

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
        assert not self.can_fill(island, placed)
        assert self.amounts(island) not in self.sums(placed, is_whole=False)

    def _check_parity(self, facts: dict[str, Any], placed: Lies) -> None:
        """Check a colouring by laying the pieces left down wherever they fit."""
        name, board = facts.pop("colouring"), tuple(facts.pop("board"))
        nearest, first = facts.pop("nearest"), facts.pop("cell")
        assert not self.is_coloured
        argument = find_argument(Asked(self.naive, 0).position(self.numbers(placed)).state)
        rows = argument.coloured
        assert {*map(len, rows)} == {len(self.naive.layers[0][0])}
        colours = {
            (row, col): int(rows[row][col]) for row, col in self.cells if rows[row][col] != "."
        }
        if self.naive.texts.lattice == "square" and name in COLOURINGS:
            assert colours == {cell: COLOURINGS[name](cell) for cell in colours}

        def tally(cells: Cells) -> Tally:
            own = Counter(colours[cell] for cell in cells)
            return tuple(own[colour] for colour in range(len(board)))

        part, free = frozenset(colours), self.free(placed)
        assert part <= free
        assert board == tally(part)
        assert tuple(first or min(part)) == min(part)
        assert first or part == self.cells
        # A part is all that is connected.
        assert not self.beside(part) & (free - part)
        same = {
            each
            for each in self.coverings(part, tally, placed, self.slots)
            if sum(each) == len(part)
        }
        assert board not in same

        def distance(each: Tally) -> tuple[int, Tally]:
            return sum(abs(a - b) for a, b in zip(each, board, strict=True)), each

        if nearest or len(board) == 2:
            assert (tuple(nearest) if nearest else None) == min(same, key=distance, default=None)

    @noted
    def check_no_parity(self, state: State, placed: Lies) -> None:
        """Check that no colouring shows that a board without an argument is lost."""
        grid = state.problem.grid
        consistent = (each for each in colourings_of(grid.lattice) if each.fits(grid))
        for colouring in consistent if state.problem.has_parity else ():
            sets = [frozenset(grid.cells(mask)) for mask in colouring.cells(grid)]

            def tally(cells: Cells, sets: Sequence[Cells] = sets) -> Tally:
                return tuple(len(cells & own) for own in sets)

            # A proof takes the pieces of a choice one by one.
            for part in {self.free(placed), *self.islands(placed)}:
                assert tally(part) in self.coverings(part, tally, placed, self.apart), (
                    colouring,
                    part,
                )

    # The claims of hints.

    @noted
    def check_hint(self, hint: Hint, placed: Lies) -> None:
        """Check what a hint says of a board."""
        reason, kind = hint.reason, hint.reason.kind
        assert hint.as_dict()
        assert hint.sentence.isprintable()
        assert hint.sentence
        assert bool(hint.words.place) == (kind in MOVES)
        if kind not in MOVES:
            assert hint.placement is None
            getattr(self, f"_hint_{kind}")(hint, placed)
            return
        assert hint.placement is not None
        (move,) = as_full((hint.placement,))
        assert move in self.fits(placed)
        assert self.can_end([*placed, move])
        assert (hint.lost, hint.status, hint.remove) == (False, "solved", ())
        assert player_name(hint.pieces, move[0]) in hint.sentence
        edges = self.naive.edges_of(self.naive.numbers[move], self.numbers(placed))
        assert edges in (None, (reason.matched, reason.edges))
        getattr(self, f"_hint_{kind}")(hint, move, placed)
        # With so few nodes, a search does not find out which moves are right.
        if edges and not self.optional and min(advising.CHECK_NODES, fitting.PROOF_NODES) > 1:
            self._check_easiest(hint, placed)

    def _check_easiest(self, hint: Hint, placed: Lies) -> None:
        """Check that no forced move is easier to see, and that no better move was left out."""
        reason, moves = hint.reason, ()
        if forced := min(self.forced(placed), key=lambda each: each[0], default=None):
            _, kind, cells, moves = forced
            assert (reason.kind, frozenset(reason.cells)) == (kind, cells)
        elif reason.kind != "elimination" and len(self.cells) <= fitting.MAX_LOOKED_AT:
            assert not [cell for cell in self.cells if self.is_eliminated(cell, placed)]
        numbers = self.numbers(placed)
        matched = {each: self.naive.edges_of(self.naive.numbers[each], numbers) for each in moves}
        better = [each for each, edges in matched.items() if edges[0] > reason.matched]
        others = [each for each in reason.alternatives if each.score.total > reason.score.total]
        better += [*as_full(each.placement for each in others)]
        assert not [each for each in better if self.can_end([*placed, each])]

    def _hint_island(self, hint: Hint, move: Lying, placed: Lies) -> None:
        island = frozenset(hint.reason.cells)
        assert island in self.islands(placed)
        assert self.is_closed(island, placed)
        assert set(self.tilings(island, placed)) == {frozenset([move])}

    def _hint_piece(self, hint: Hint, move: Lying, placed: Lies) -> None:
        assert self.needed(placed)[move[0]] == 1
        assert [each for each in self.fits(placed) if each[0] == move[0]] == [move]
        assert frozenset(hint.reason.cells) == move[1]

    def _hint_cell(self, hint: Hint, move: Lying, placed: Lies) -> None:
        (only,) = self._candidates(hint, move, placed)
        assert hint.reason.empty is None
        assert not only.lost

    def _hint_elimination(self, hint: Hint, move: Lying, placed: Lies) -> None:
        good, *others = self._candidates(hint, move, placed)
        assert not good.lost
        assert all(other.lost for other in others)
        empty = hint.reason.empty
        assert empty.lost if empty else others

    def _hint_score(self, hint: Hint, move: Lying, placed: Lies) -> None:
        reason = hint.reason
        self._candidates(hint, move, placed)
        assert reason.matched <= min(reason.edges, reason.score.matched)
        for other in reason.alternatives:
            (way,) = as_full((other.placement,))
            assert way in self.fits(placed)
            assert not (other.lost and self.can_end([*placed, way]))

    def _hint_solution(self, hint: Hint, move: Lying, placed: Lies) -> None:
        self._candidates(hint, move, placed)

    def _candidates(self, hint: Hint, move: Lying, placed: Lies) -> tuple[FittingPiece, ...]:
        reason = hint.reason
        (cell,) = reason.cells
        assert cell in move[1]
        assert reason.candidates[0].piece == move[0]
        assert reason.where == self.where(cell)
        self._check_fitting(cell, reason.candidates, reason.empty, placed)
        return reason.candidates

    def _check_fitting(
        self,
        cell: Cell,
        candidates: tuple[FittingPiece, ...],
        empty: Emptied | None,
        placed: Lies,
    ) -> None:
        """Check the pieces that are said to fit on a cell, and to what they lead."""
        there = self.on(cell, placed)
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
        return self.is_closed(island, placed, emptied) and not self.can_fill(island, placed)

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
        one = [
            lying for lying in placed if self.can_end([each for each in placed if each != lying])
        ]
        # The last one of those that are enough alone.
        assert off == frozenset(one[-1:]) or not one
        end = hint.reason.dead_end
        assert hint.reason.cells == (() if end is None else end.cells)
        assert end is None or self.is_dead_end(end, placed)

    def _hint_hopeless(self, hint: Hint, _: Lies) -> None:
        assert (hint.lost, hint.status) == (True, "no-solution")
        assert not self.can_end([])
        if hint.reason.why:
            self.check_cause(hint.reason.why, [])

    @noted
    def check_choices(self, choices: CellChoices, placed: Lies) -> None:
        """Check what is said of a free cell."""
        self._check_fitting(choices.cell, choices.pieces, choices.empty, placed)
        if choices.is_forced:
            first = choices.pieces[0].piece
            gone = frozenset([choices.cell])
            assert not (choices.cell in self.optional and self.can_end(placed, gone))
            others = [way for way in self.on(choices.cell, placed) if way[0] != first]
            assert not any(self.can_end([*placed, way]) for way in others)


def _shown(drawing: str) -> Amounts:
    # Capitals of pieces without colours only say where a cell may lie.
    plain = "o" + string.ascii_uppercase
    letters = ("cells" if letter in plain else letter for letter in drawing if letter not in "./")
    return tuple(sorted(Counter(letters).items()))


def _plus(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))
