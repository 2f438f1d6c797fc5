"""How long hints take: along whole games, in the middle of games, and on boards that are lost.

A game goes from the empty board to the end, hint by hint, as a page asks for them: what one hint
finds out helps the next. In the middle of a game, some pieces of a random solution lie on the
board; on a board that was played at random lie pieces that fit, most of which cannot stay. Times
are of the processor; the last column says what the hints gave as their reasons.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from harness import BoardFile, run, sets_of, table, timed

from kaleido import Position, Puzzle
from kaleido.hints.hint import Adviser, Hint
from kaleido.hints.reason import ReasonKind

TIMEOUT = 1.0  # the time that a hint may take, as on the page


def main(boards: BoardFile = None, positions: int = 20) -> None:
    """Measure hints on boards, by default on the patterns and the puzzles that come with Kaleido.

    Each board has so many positions of each kind.
    """
    titles = ("boards", "position", "hints", "median s", "p95 s", "slowest s", "gave up", "reasons")
    table(titles, rows(boards, positions), 2)


def rows(file: Path | None, positions: int) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the table, set by set."""
    for title, puzzles in sets_of(file).items():
        asked: dict[str, list[tuple[Hint, float]]] = defaultdict(list)
        for name, puzzle in puzzles.items():
            for where, answer in ask(name, puzzle, positions):
                asked[where].append(answer)
        for where, answers in asked.items():
            kinds = Counter(str(hint.reason.kind) for hint, _ in answers)
            gave_up = kinds.pop(str(ReasonKind.UNKNOWN), 0)
            reasons = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
            seconds = [seconds for _, seconds in answers]
            figures = (np.quantile(seconds, each, method="lower") for each in (0.95, 1))
            times = (f"{value:.4f}" for value in (np.median(seconds), *figures))
            shown = f"{title} ({len(puzzles)})", where, f"{len(answers):,}"
            yield *shown, *times, gave_up, reasons


def ask(name: str, puzzle: Puzzle, positions: int) -> Iterator[tuple[str, tuple[Hint, float]]]:
    """Ask for hints on one board; yield where, the hint and its seconds."""

    def hint(position: Position, adviser: Adviser) -> tuple[Hint, float]:
        return timed(adviser.hint, position.state, TIMEOUT)

    adviser, position = Adviser(puzzle.problem), Position(puzzle)
    while True:
        answer = hint(position, adviser)
        yield "a whole game", answer
        if answer[0].placement is None:
            break
        position = position.push(answer[0].placement)
    source = random.Random(name)
    for number in range(positions):
        solution = puzzle.solve(seed=number + 1).solution
        if solution is None:
            break  # one of the puzzles has none
        some = source.sample(solution.placements, source.randrange(len(solution.placements)))
        yield "the middle of a game", hint(Position(puzzle, some), Adviser(puzzle.problem))
    for _ in range(positions):
        # Up to two thirds of the pieces lie at random, where they fit.
        position = Position(puzzle)
        for _ in range(source.randrange(1, max(2, 2 * sum(puzzle.pieces.counts) // 3))):
            if legal := position.legal_placements:
                position = position.push(source.choice(legal))
        yield "played at random", hint(position, Adviser(puzzle.problem))


if __name__ == "__main__":
    run(main)
