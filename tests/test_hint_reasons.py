"""The reasons of hints against brute force: each claim must hold for the position."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import pytest
from hypothesis import given, settings, strategies as st
from naive import Board, perimeter
from packings import all_options, packing
from samples import FEW, NONE, solutions, unsolvable
from small_boards import Full, Game, Kind, Lying, as_full, game

from kaleido import Pattern, Placement, Position, Puzzle, Status, named_pattern
from kaleido.analysis.hint import Hint
from kaleido.analysis.reason import DeadEnd, ReasonKind
from kaleido.model.names import player_name

Cells = frozenset[tuple[int, int]]
Lies = list[Lying]
MOVES = ("island", "cell", "piece", "elimination", "score", "solution")


@dataclass(frozen=True)
class Truth:
    """All that can lie on an empty board, how often, and all solutions."""

    every: list[tuple[str, str, Cells]]
    counts: dict[str, int]
    cells: Cells
    solutions: Iterable[Full]
    all_used: bool = True

    @classmethod
    def of_game(cls, own: Game) -> Truth:
        counts = {kind.name: kind.count for kind in own.kinds}
        return cls(list(own.every), counts, own.cells, own.solutions, own.use == "all")

    @classmethod
    def of_pattern(cls, pattern: Pattern) -> Truth:
        every = [
            (option.piece, option.face, frozenset(option.cells))
            for option in all_options()
            if all(
                pattern.colour(*cell) == letter
                for cell, letter in zip(option.cells, option.letters, strict=True)
            )
        ]
        cells = frozenset((row, col) for row in range(8) for col in range(8))
        full = [as_full(board) for board in solutions(pattern)]
        return cls(every, dict.fromkeys((name for name, *_ in every), 1), cells, full)

    def fits(self, placed: Lies) -> list[tuple[str, str, Cells]]:
        """List what a player can lay: pieces left, on free cells of their colours."""
        used = Counter(name for name, _ in placed)
        filled = {cell for _, cells in placed for cell in cells}
        return [
            each
            for each in self.every
            if used[each[0]] < self.counts[each[0]] and not each[2] & filled
        ]

    def free(self, placed: Lies) -> set[tuple[int, int]]:
        return set(self.cells) - {cell for _, cells in placed for cell in cells}

    def can_end(self, placed: Lies) -> bool:
        return any(full >= set(placed) for full in self.solutions)

    def tilings(self, island: Cells, placed: Lies) -> list[Lies]:
        """List the ways to fill some cells with what fits."""
        if not island:
            return [[]]
        first = min(island)
        return [
            [(name, cells), *rest]
            for name, cells in dict.fromkeys(
                (name, cells) for name, _, cells in self.fits(placed) if first in cells
            )
            if cells <= island
            for rest in self.tilings(island - cells, [*placed, (name, cells)])
        ]

    def is_closed(self, island: Cells, placed: Lies) -> bool:
        return all(cells <= island or not cells & island for *_, cells in self.fits(placed))

    # The claims.

    def check(self, hint: Hint, placed: Lies) -> None:
        kind = hint.reason.kind
        assert kind in ReasonKind
        if kind in MOVES:
            (move,) = as_full((hint.placement,))
            assert self.can_end([*placed, move])
            assert not hint.remove
            assert (hint.lost, hint.status) == (False, Status.SOLVED)
            assert player_name(hint.pieces, hint.placement.piece) in hint.sentence
            getattr(self, f"check_{kind}")(hint, placed)
        else:
            assert hint.placement is None
            getattr(self, f"check_{kind}")(hint, placed)

    def check_island(self, hint: Hint, placed: Lies) -> None:
        island = frozenset(hint.reason.cells)
        assert self.is_closed(island, placed)
        ways = self.tilings(island, placed)
        assert ways == [[(hint.placement.piece, frozenset(hint.placement.cells))]]

    def check_piece(self, hint: Hint, placed: Lies) -> None:
        homes = [each for each in self.fits(placed) if each[0] == hint.placement.piece]
        assert self.all_used
        assert homes == [(hint.placement.piece, hint.placement.face, frozenset(hint.reason.cells))]

    def check_cell(self, hint: Hint, placed: Lies) -> None:
        (only,) = self.check_candidates(hint, placed)
        assert only.piece == hint.placement.piece
        assert not only.lost

    def check_elimination(self, hint: Hint, placed: Lies) -> None:
        good, *others = self.check_candidates(hint, placed)
        assert good.piece == hint.placement.piece
        assert not good.lost
        assert others
        for other in others:
            ways = self.ways(other.piece, hint.reason.cells[0], placed)
            assert other.lost
            assert not any(self.can_end([*placed, way]) for way in ways)
            assert other.dead_end is None or any(
                self.is_dead_end(other.dead_end, [*placed, way]) for way in ways
            )

    def check_score(self, hint: Hint, placed: Lies) -> None:
        reason = hint.reason
        self.check_candidates(hint, placed)
        assert reason.score.matched == reason.matched <= reason.edges
        for other in reason.alternatives:
            (move,) = as_full((other.placement,))
            assert move in [(name, cells) for name, _, cells in self.fits(placed)]
            assert not (other.lost and self.can_end([*placed, move]))

    def check_solution(self, hint: Hint, placed: Lies) -> None:
        self.check_candidates(hint, placed)

    def check_candidates(self, hint: Hint, placed: Lies) -> tuple:
        """Check the pieces that are said to fit on the cell where to look."""
        (cell,) = hint.reason.cells
        assert cell in hint.placement.cells
        ways = Counter(name for name, _, cells in self.fits(placed) if cell in cells)
        assert {each.piece: each.ways for each in hint.reason.candidates} == ways
        return hint.reason.candidates

    def ways(self, piece: str, cell: tuple[int, int], placed: Lies) -> Lies:
        return [
            (name, cells) for name, _, cells in self.fits(placed) if name == piece and cell in cells
        ]

    def is_dead_end(self, end: DeadEnd, placed: Lies) -> bool:
        if end.kind == "piece":
            return self.all_used and end.piece not in [name for name, *_ in self.fits(placed)]
        if not set(end.cells) <= self.free(placed):
            return False
        if end.kind == "cell":
            return not any(end.cells[0] in cells for *_, cells in self.fits(placed))
        island = frozenset(end.cells)
        return self.is_closed(island, placed) and not self.tilings(island, placed)

    def check_solved(self, hint: Hint, placed: Lies) -> None:
        assert not self.free(placed)
        assert hint.status is Status.SOLVED

    def check_lost(self, hint: Hint, placed: Lies) -> None:
        off = as_full(hint.remove)
        assert (hint.lost, hint.status) == (True, Status.NO_SOLUTION)
        assert not self.can_end(placed)
        assert off
        kept = [lying for lying in placed if lying not in off]
        assert self.can_end(kept)
        # No part of them is enough.
        assert not any(self.can_end([*kept, lying]) for lying in off)
        end = hint.reason.dead_end
        assert hint.reason.cells == (() if end is None else end.cells)
        assert end is None or self.is_dead_end(end, placed)

    def check_hopeless(self, hint: Hint, _: Lies) -> None:
        assert (hint.lost, hint.status) == (True, Status.NO_SOLUTION)
        assert not self.can_end([])


LINES = [FEW[0], *(pytest.param(seed, marks=pytest.mark.long) for seed in FEW[1:4])]
ANYWHERE = [FEW[4], *(pytest.param(seed, marks=pytest.mark.long) for seed in FEW[5:8])]
FAMILIES = ("plain", "copies", "spare", "coloured", "mixed")


EXAMPLES = st.builds(game, st.sampled_from(FAMILIES), st.integers(0, 59))


@given(EXAMPLES, st.randoms(use_true_random=False))
def test_reasons_are_true_on_boards_of_any_shape(own: Game, rng: random.Random):
    check_somewhere(own, rng)


@pytest.mark.long
@settings(max_examples=400)
@given(EXAMPLES, st.randoms(use_true_random=False))
def test_reasons_are_true_on_many_boards(own: Game, rng: random.Random):
    check_somewhere(own, rng)


def check_somewhere(own: Game, rng: random.Random) -> None:
    """Check the hint where some pieces were laid at random."""
    truth, puzzle = Truth.of_game(own), own.puzzle
    placed: Lies = []
    while (fits := sorted(truth.fits(placed), key=lambda each: (each[:2], sorted(each[2])))) and (
        rng.random() < 0.6
    ):
        name, _, cells = rng.choice(fits)
        placed.append((name, cells))
    hint = Position(puzzle, own.placements(placed)).hint()
    truth.check(hint, placed)
    # What is remembered makes no other hint.
    assert Position(puzzle, own.placements(placed)).hint() == hint


@pytest.mark.parametrize("seed", LINES)
def test_reasons_are_true_on_the_way_to_a_solution(seed):
    pattern = packing(seed).pattern
    truth, puzzle, placed = Truth.of_pattern(pattern), Puzzle(pattern), []
    kinds = set()
    while (hint := Position(puzzle, placed).hint()).placement is not None:
        lies = list(as_full(placed))
        truth.check(hint, lies)
        board = Board(pattern, placed)
        assert hint.reason.matched == board.matched(hint.placement.cells)
        assert hint.reason.edges == perimeter(hint.placement.cells)
        kinds.add(hint.reason.kind)
        placed.append(hint.placement)
    truth.check(hint, list(as_full(placed)))
    assert hint.reason.kind is ReasonKind.SOLVED
    assert len(placed) == 18
    assert kinds & {"island", "cell", "elimination"}


@pytest.mark.parametrize("seed", ANYWHERE)
def test_reasons_are_true_where_anything_was_placed(seed):
    pattern = packing(seed).pattern
    truth, puzzle = Truth.of_pattern(pattern), Puzzle(pattern)
    rng = random.Random(seed)
    lost = 0
    for _ in range(12):
        placed: list[Placement] = []
        for _ in range(rng.randint(1, 6)):
            fits = truth.fits(list(as_full(placed)))
            name, face, cells = rng.choice(fits)
            placed.append(Placement(name, face, tuple(sorted(cells))))
        hint = Position(puzzle, placed).hint()
        truth.check(hint, list(as_full(placed)))
        lost += hint.lost
        assert all(player_name(hint.pieces, each.piece) in hint.sentence for each in hint.remove)
    assert lost > 3


def test_what_is_seen_most_easily_comes_first():
    # A free cell on its own is seen before all else, then a corner where all but one lead nowhere.
    kinds = (Kind("I", ("ooo",)), Kind("V", ("oo/o.",)), Kind("O", ("o",)), Kind("D", ("oo",)))
    own = Game(("o.oooo", "..o..o", "....oo"), "", kinds, "mirrored")
    placed: list[Placement] = []
    told = []
    while (hint := Position(own.puzzle, placed).hint()).placement is not None:
        told.append((str(hint.reason.kind), hint.reason.where, hint.placement.piece))
        placed.append(hint.placement)
    assert told[0] == ("island", "", "O")
    assert told[1][:2] == ("elimination", "corner")


def test_a_board_without_a_solution_says_why():
    pattern = Pattern("/".join(["rxrxrxrr"] * 8))
    hint = Puzzle(pattern).hint()
    assert hint.reason.kind is ReasonKind.HOPELESS
    assert str(hint.reason.why).startswith("the pieces cannot make 24 black, 40 red")
    hint = Puzzle(unsolvable(NONE[0])).hint()
    assert (hint.reason.kind, hint.reason.why) == ("hopeless", None)


def test_to_give_up_is_no_proof():
    # Nothing placed leads to a dead end that is seen at once.
    puzzle = Puzzle("pentomino-3x20")
    hint = puzzle.hint(timeout=0)
    assert (hint.reason.kind, hint.status, hint.lost) == ("unknown", Status.GAVE_UP, False)
    assert hint.placement is None
    assert "could not be found out in 0 seconds" in hint.sentence
    assert puzzle.hint().status is Status.SOLVED


def test_what_was_found_out_is_remembered():
    puzzle = Puzzle(named_pattern("two-llamas"))
    placed: list[Placement] = []
    while (hint := Position(puzzle, placed).hint()).placement is not None:
        placed.append(hint.placement)
        # Every hint is on the way to a solution that is known, so that there is no need to search.
        assert Position(puzzle, placed).hint(timeout=0).status is Status.SOLVED
    assert len(placed) == 18
