"""Answers about small puzzles of all kinds, against solvers that try everything."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from typing import NamedTuple

from hypothesis import strategies as st
from lattice_games import BOXES, random_game
from ruled_puzzles import Lying, all_solutions, ruled_puzzle
from small_boards import as_full, game

from fuzz.draw import ruled_small
from fuzz.fuzzer import attempt, expect, fuzzer, same
from kaleido import STRATEGIES, Placement, Position, Puzzle, Status

KINDS = (
    *("plain", "copies", "spare", "coloured", "mixed", "pairs", "figures"),
    *BOXES,
    "ruled",
)
"""Boards of squares that may wrap around, boards on lattices, and puzzles with rules."""

_GAMES = st.tuples(st.sampled_from(KINDS), st.integers(0, 10**6))


class Solved(NamedTuple):
    """A puzzle and all its solutions, as sets of pieces with their cells."""

    puzzle: Puzzle
    solutions: frozenset[Lying]

    def holding(self, placements: tuple[Placement, ...]) -> set[Lying]:
        """Return the solutions that contain some placements."""
        placed = as_lying(placements)
        return {each for each in self.solutions if placed <= each}


def as_lying(placements: tuple[Placement, ...]) -> Lying:
    """Return placements as the solvers have them."""
    return frozenset((each.piece, frozenset(each.cells)) for each in placements)


@cache
def solved_game(kind: str, number: int) -> Solved:
    """Return the puzzle of a kind with that number."""
    if kind in BOXES:
        own = random_game(BOXES[kind], number)
        return Solved(Puzzle(own.board, own.set), frozenset(own.solutions()))
    if kind == "ruled":
        return Solved(ruled_small(number), frozenset(all_solutions(ruled_puzzle(number))))
    small = game(kind, number)
    return Solved(small.puzzle, frozenset(small.solutions))


def position(solved: Solved, dice: random.Random) -> tuple[Placement, ...]:
    """Return some pieces that lie on the board, most often those of a solution."""
    problem = solved.puzzle.problem
    given = set(as_lying(problem.placements(problem.givens)))
    options = list(problem.placements(range(len(problem))))
    if solved.solutions and dice.random() < 0.7:
        chosen = dice.choice(sorted(solved.solutions, key=_key))
        options = [each for each in options if as_lying((each,)) <= chosen]
    dice.shuffle(options)
    most = dice.randint(0, 4)
    names = (each.name for each in problem.pieces)
    left = Counter(dict(zip(names, problem.pieces.counts, strict=True)))
    left.subtract(name for name, _ in given)
    taken = {cell for _, cells in given for cell in cells}
    placed: list[Placement] = []
    for each in options:
        if len(placed) < most and left[each.piece] > 0 and not taken & set(each.cells):
            placed.append(each)
            left[each.piece] -= 1
            taken |= set(each.cells)
    return tuple(placed)


def _key(lying: Lying) -> list[tuple[str, list[tuple[int, int]]]]:
    return sorted((name, sorted(cells)) for name, cells in lying)


@fuzzer(
    "counts",
    "counts and searches, against trying everything",
    lambda: st.tuples(_GAMES, st.integers(0, 10**6), st.sampled_from(sorted(STRATEGIES))),
)
def _counts(case: tuple[tuple[str, int], int, str]) -> None:
    (kind, number), seed, strategy = case
    solved = solved_game(kind, number)
    puzzle = solved.puzzle
    found = [as_lying(each.placements) for each in puzzle.solutions(seed=seed)]
    same(len(set(found)), len(found), "each solution once")
    same(set(found), set(solved.solutions), "all solutions")
    same(puzzle.count().solutions, len(solved.solutions), "the count")
    placed = position(solved, random.Random(seed))
    holding = solved.holding(placed)
    same(Position(puzzle, placed).count().solutions, len(holding), f"the count from {placed}")
    drawn = Position(puzzle, placed).sample(2, seed)
    expect(all(as_lying(each.placements) in holding for each in drawn), "samples are solutions")
    classes = Position(puzzle, placed).count().symmetric
    some = sum(1 for _ in Position(puzzle, placed).solutions(up_to_symmetry=True))
    expect(classes is None or classes == some, f"{classes} classes of solutions, {some} listed")
    answer = attempt(puzzle.solve, strategy, seed=seed)  # some are for squares alone
    if solved.solutions:
        same(answer.status, Status.SOLVED, f"the answer of {strategy}")
        expect(as_lying(answer.solution.placements) in solved.solutions, "a solution is one")
    else:
        same(answer.status, Status.NO_SOLUTION, f"the answer of {strategy}")
        expect(bool(answer.reason), "a proof has a reason")
    expect(not (puzzle.why() and solved.solutions), "nobody says why there is none if there is one")


@fuzzer(
    "hints",
    "hints in any position, whose truth is known",
    lambda: st.tuples(_GAMES, st.integers(0, 10**6)),
)
def _hints(case: tuple[tuple[str, int], int]) -> None:
    (kind, number), seed = case
    solved = solved_game(kind, number)
    problem = solved.puzzle.problem
    placed = position(solved, random.Random(seed))
    hint = Position(solved.puzzle, placed).hint()
    expect(bool(hint.sentence) and hint.sentence.isprintable(), "a hint is a sentence")
    same(hint.lost, not solved.holding(placed), f"whether {placed} is lost")
    if hint.lost:
        expect(hint.placement is None, "nothing is placed in a lost position")
        expect(set(hint.remove) <= set(placed), "what comes off lies there")
        kept = tuple(each for each in placed if each not in hint.remove)
        same(bool(solved.holding(kept)), bool(solved.solutions), f"without {hint.remove}")
    elif hint.placement is not None:
        expect(hint.placement not in placed, "what is placed does not lie there yet")
        expect(bool(solved.holding((*placed, hint.placement))), f"{hint.placement} leads on")
    else:
        whole = as_lying((*problem.placements(problem.givens), *placed))
        full = {as_lying(placed), whole} & solved.solutions
        expect(bool(full), "only a full board has no hint")


@fuzzer(
    "wrapped",
    "coloured puzzles on tubes and tori, against trying everything",
    lambda: st.integers(0, 10**6),
)
def _wrapped(number: int) -> None:
    own = game("twins", number)
    puzzle = own.puzzle
    found = [as_full(each.placements) for each in puzzle.solutions()]
    same(len(set(found)), len(found), "each solution once")
    same(set(found), set(own.solutions), "all solutions")
    same(puzzle.count().solutions, len(own.solutions), "the count")
    same(puzzle.unique(), len(own.solutions) == 1, "whether there is exactly one")
    same(len(puzzle.problem), len(own.lyings), "the placements")
    for name in sorted(STRATEGIES):
        solved = puzzle.solve(name).solution
        same(solved is not None, bool(own.solutions), f"the answer of {name}")
