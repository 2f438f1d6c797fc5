"""How long hints take: along whole games, in the middle of games, and on boards that are lost.

    python benchmarks/hints.py boards.json [--positions 20]
    python benchmarks/hints.py            # the patterns and the puzzles that come with Kaleido

A line is a game from the empty board to the end, hint by hint, as a page asks for them: what one
hint finds out helps the next. In the middle of a game, some pieces of a random solution lie on the
board; on a board that was played at random lie pieces that fit, most of which cannot stay. Each of
these positions is asked for by itself. Prints Markdown, in processor seconds, so that other work on
the machine hardly changes them, and what the hints gave as their reasons.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from kaleido import Constrained, Placement, Puzzle, named_puzzle, pattern_names, puzzle_names
from kaleido.analysis.hint import Adviser, Hint
from kaleido.analysis.reason import ReasonKind
from kaleido.library.board_files import read_boards
from kaleido.model.grid import bits
from kaleido.search.placing import lay_all
from kaleido.search.problem import Problem
from kaleido.search.solved import first_solution
from kaleido.search.state import State

USE = {"katamino-5xN": ["2", "3", "6", "11", "8", "4"]}
"""The pieces of puzzles that leave the choice."""

TIMEOUT = 1.0
"""The time that a hint may take, as on the page."""

QUANTILE = 0.95


class Asked(NamedTuple):
    """A hint and the time that it took."""

    where: str
    seconds: float
    kind: ReasonKind


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("boards", nargs="?", type=Path, help="a JSON file, or a folder of patterns")
    parser.add_argument("--positions", type=int, default=20, help="of each kind on each board")
    given = parser.parse_args()
    print("| boards | position | hints | median s | p95 s | slowest s | gave up | reasons |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    for title, puzzles in sets_of(given.boards):
        asked = [
            each
            for name, puzzle in puzzles.items()
            for each in ask(name, puzzle.problem, given.positions)
        ]
        for where in dict.fromkeys(each.where for each in asked):
            print(row(f"{title} ({len(puzzles)})", [each for each in asked if each.where == where]))


def sets_of(path: Path | None) -> Iterator[tuple[str, Mapping[str, Puzzle]]]:
    """Yield sets of puzzles with their titles."""
    if path is not None:
        yield path.stem, {name: Puzzle(pattern) for name, pattern in read_boards(path).items()}
        return
    yield "patterns", {name: Puzzle(name) for name in pattern_names()}
    puzzles = {name: named_puzzle(name, USE.get(name, ())) for name in puzzle_names()}
    # A whole game of a larger one would take longer than all others together.
    yield "puzzles", {name: each for name, each in puzzles.items() if each.pattern.size <= 90}


def ask(name: str, problem: Problem, positions: int) -> Iterator[Asked]:
    """Ask for hints on one board."""
    adviser, empty, placed = Adviser(problem), State.empty(problem), ()
    while True:
        hint, asked = timed(adviser, empty, placed, "a whole game")
        yield asked
        if hint.placement is None:
            break
        placed = (*placed, hint.placement)
    source = random.Random(name)
    for number in range(positions):
        solution = first_solution(problem, Constrained(number + 1))
        if solution is None:
            break  # one of the puzzles has none
        path = list(solution.path)
        source.shuffle(path)
        some = path[: source.randrange(len(path))]
        yield timed(Adviser(problem), empty, problem.placements(some), "the middle of a game")[1]
    for _ in range(positions):
        fitting = problem.placements(played(problem, source))
        yield timed(Adviser(problem), empty, fitting, "played at random")[1]


def timed(
    adviser: Adviser, empty: State, placed: Sequence[Placement], where: str
) -> tuple[Hint, Asked]:
    """Ask for a hint; give it, and the time."""
    began = time.process_time()
    hint = adviser.hint(lay_all(empty, placed), TIMEOUT)
    return hint, Asked(where, time.process_time() - began, hint.reason.kind)


def played(problem: Problem, source: random.Random) -> list[int]:
    """Lay up to two thirds of the pieces at random, where they fit."""
    left, chosen = problem.possible, []
    copies = list(problem.pieces.counts)
    for _ in range(source.randrange(1, max(2, 2 * sum(copies) // 3))):
        options = list(bits(left))
        if not options:
            break
        number = source.choice(options)
        chosen.append(number)
        piece = problem.piece_numbers[number]
        copies[piece] -= 1
        left &= problem.compatible[number]
        if not copies[piece]:
            left &= ~problem.piece_options[piece]
    return chosen


def row(title: str, asked: list[Asked]) -> str:
    """Sum up hints of one kind."""
    seconds = sorted(each.seconds for each in asked)
    kinds = Counter(str(each.kind) for each in asked)
    gave_up = kinds.pop(str(ReasonKind.UNKNOWN), 0)
    reasons = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
    figures = (
        statistics.median(seconds),
        seconds[int(QUANTILE * (len(seconds) - 1))],
        seconds[-1],
    )
    times = " | ".join(f"{value:.4f}" for value in figures)
    return f"| {title} | {asked[0].where} | {len(asked):,} | {times} | {gave_up} | {reasons} |"


if __name__ == "__main__":
    main()
