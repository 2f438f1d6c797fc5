"""How long the answers beside the board of Play take, on the boards of random games.

Each game lays the pieces of a solution in a random order, and another one pieces at random, until
none fits or the board is known to be lost. On some of these boards the page's questions are asked
in one process: the survey with the strategy whose moves are drawn and a random free cell, as JSON;
the first bound of the solutions left; and, on patterns, the number. Times are of the processor.
"""

from __future__ import annotations

import json
import random
import time
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from harness import run, sets_of, table, timed

from kaleido import Position, Puzzle
from kaleido.web.jobs import count_left

MEMORY = 2 * 10**9  # what a job of the server may take


def main(boards: int = 10) -> None:
    """Measure on the patterns and the puzzles that come with Kaleido, so many boards of each."""
    titles = ("boards", "question", "asked", "median ms", "p95 ms", "p99 ms", "slowest ms")
    table(titles, rows(boards), 2)


def rows(boards: int) -> Iterator[tuple[object, ...]]:
    """Yield the rows of the table, set by set."""
    for title, puzzles in sets_of().items():
        times: dict[str, list[float]] = defaultdict(list)
        for name, puzzle in puzzles.items():
            rng = random.Random(name)
            met = [*boards_of_games(puzzle, rng)]
            for position in rng.sample(met, min(boards, len(met))):
                for what, seconds in ask(position, rng, counts=title == "patterns"):
                    times[what].append(1000 * seconds)
        for what, taken in times.items():
            figures = (np.quantile(taken, each, method="higher") for each in (0.5, 0.95, 0.99, 1))
            shown = (f"{value:.1f}" for value in figures)
            yield f"{title} ({len(puzzles)})", what, f"{len(taken):,}", *shown


def boards_of_games(puzzle: Puzzle, rng: random.Random) -> Iterator[Position]:
    """Yield the boards of a game that lays a solution, and of one that lays what fits."""
    solution = puzzle.solve(seed=rng.randrange(10**6), timeout=5).solution
    if solution is not None:
        placements = [*solution.placements]
        position = Position(puzzle)
        rng.shuffle(placements)
        yield position
        for placement in placements[:-1]:
            position = position.push(placement)
            yield position
    position = Position(puzzle)
    while not position.state.dead and (legal := position.legal_placements):
        position = position.push(rng.choice(legal))
        yield position


def ask(position: Position, rng: random.Random, *, counts: bool) -> Iterator[tuple[str, float]]:
    """Ask what the page asks of a board; yield the questions and their seconds."""
    cell = rng.choice([*position.problem.grid.cells(position.state.free)])
    yield "survey", timed(lambda: json.dumps(position.survey(cell=cell).as_dict()))[1]
    if counts:
        first: list[float] = []
        began = time.process_time()
        count_left(position, MEMORY, lambda _: first.append(time.process_time() - began))
        last = time.process_time() - began
        yield from (("first bound", first[0] if first else last), ("number left", last))
    else:
        yield "first bound", timed(position.bounds)[1]


if __name__ == "__main__":
    run(main)
