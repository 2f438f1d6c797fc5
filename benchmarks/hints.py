"""How long hints take: along whole games, in the middle of games, and on boards that are lost.

A game goes from the empty board to the end, hint by hint, as a page asks for them: what one hint
finds out helps the next. In the middle of a game, some pieces of a random solution lie on the
board; on a board that was played at random lie pieces that fit, most of which cannot stay. Times
are of the processor; the last column says what the hints gave as their reasons.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from harness import BoardFile, boards_of, puzzle_of, run, small_names, table, timed

from kaleido import Puzzle, pattern_names
from kaleido.analysis.hint import Adviser, Hint
from kaleido.analysis.reason import ReasonKind
from kaleido.model.grid import bits
from kaleido.search import Constrained
from kaleido.search.placing import lay_all
from kaleido.search.problem import Problem
from kaleido.search.result import first_solution
from kaleido.search.state import State

TIMEOUT = 1.0
"""The time that a hint may take, as on the page."""


def main(boards: BoardFile = None, positions: int = 20) -> None:
    """Measure hints on boards, by default on the patterns and the puzzles that come with Kaleido.

    Each board has so many positions of each kind.
    """
    titles = ("boards", "position", "hints", "median s", "p95 s", "slowest s", "gave up", "reasons")
    table(titles, rows(boards, positions), 2)


def rows(file: Path | None, positions: int) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the table, set by set."""
    for title, puzzles in sets_of(file):
        asked: dict[str, list[tuple[Hint, float]]] = defaultdict(list)
        for name, puzzle in puzzles.items():
            for where, answer in ask(name, puzzle.problem, positions):
                asked[where].append(answer)
        for where, answers in asked.items():
            kinds = Counter(str(hint.reason.kind) for hint, _ in answers)
            gave_up = kinds.pop(str(ReasonKind.UNKNOWN), 0)
            reasons = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
            seconds = [seconds for _, seconds in answers]
            figures = (np.quantile(seconds, each, method="lower") for each in (0.95, 1))
            times = (f"{value:.4f}" for value in (np.median(seconds), *figures))
            yield (
                f"{title} ({len(puzzles)})",
                where,
                f"{len(answers):,}",
                *times,
                gave_up,
                reasons,
            )


def sets_of(file: Path | None) -> Iterator[tuple[str, Mapping[str, Puzzle]]]:
    """Yield sets of puzzles with their titles."""
    if file is not None:
        yield file.stem, {name: Puzzle(pattern) for name, pattern in boards_of(file).items()}
        return
    yield "patterns", {name: Puzzle(name) for name in pattern_names()}
    yield "puzzles", {name: puzzle_of(name) for name in small_names()}


def ask(name: str, problem: Problem, positions: int) -> Iterator[tuple[str, tuple[Hint, float]]]:
    """Ask for hints on one board; yield where, the hint and its seconds."""
    adviser, empty, placed, hint = Adviser(problem), State.empty(problem), (), None
    while hint is None or hint.placement is not None:
        hint, seconds = timed(adviser.hint, lay_all(empty, placed), TIMEOUT)
        yield "a whole game", (hint, seconds)
        placed = (*placed, hint.placement)
    source = random.Random(name)
    for number in range(positions):
        solution = first_solution(State.empty(problem), Constrained(number + 1))
        if solution is None:
            break  # one of the puzzles has none
        path = list(solution.path)
        source.shuffle(path)
        some = problem.placements(path[: source.randrange(len(path))])
        yield "the middle of a game", timed(Adviser(problem).hint, lay_all(empty, some), TIMEOUT)
    for _ in range(positions):
        fitting = problem.placements(played(problem, source))
        yield "played at random", timed(Adviser(problem).hint, lay_all(empty, fitting), TIMEOUT)


def played(problem: Problem, source: random.Random) -> list[int]:
    """Lay up to two thirds of the pieces at random, where they fit."""
    left, chosen = problem.possible, []
    copies = list(problem.pieces.counts)
    for _ in range(source.randrange(1, max(2, 2 * sum(copies) // 3))):
        options = list(bits(left))
        if not options:
            break
        chosen.append(source.choice(options))
        piece = problem.piece_numbers[chosen[-1]]
        copies[piece] -= 1
        left &= problem.compatible[chosen[-1]]
        if not copies[piece]:
            left &= ~problem.piece_options[piece]
    return chosen


if __name__ == "__main__":
    run(main)
