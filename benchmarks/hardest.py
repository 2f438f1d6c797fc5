"""The hardest boards that climbs have found: those on which `constrained` makes the most nodes.

A climb starts from a random red and black board with a solution and exchanges two cells at a time.
It goes on to a board that needs at least as many nodes in the median of a few seeds. Every second
climb keeps to boards that have a solution.
"""

from __future__ import annotations

import time
from random import Random
from statistics import median
from typing import NamedTuple

from harness import run, table, timed

from kaleido import Pattern, Puzzle, solve
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space

SEEDS, CLIMBED = 9, 3  # of a board that is measured, and of a step of a climb
PATIENCE = 300  # exchanges in a row that gain nothing, after which a climb ends
MAX_NODES = 10_000_000

HARDEST = (
    "xrrxrrxr/rxxrxxrx/xrxxrrxr/rxrxxxxr/xrxrxrrx/rxrxxrxr/xrxrxxrx/rrxrxrxr",
    "rxrrxrrr/xrxxrrxx/rxxrxxrr/xxrxxrxx/rxxxrxrr/rxrrrxrx/xrxxxrxr/rxrrrxrx",
    "rxrxrxrx/xrxrxxrx/rxrrrrxr/xrxxrxrx/rrxrxxrx/xxrxrrxr/rrrxrrxr/xxxrxxrx",
    "rrxrrxrx/xxrxxrxr/rrxrxxxx/xrxxrxrr/rxrrxrxx/rxrrxrrr/xrxxrxxx/rxrrxxrr",
    "xrxrxrxr/rxrrxrxr/xrxxxxrx/rxrxrxxr/xrxrxrxr/rrxrrrxr/xxrxxrxx/rrxrrxrx",
    "xxrrxxrx/rrxxrrxr/xxrrxxxr/rrxrrxrx/xrxxxrxr/rxrxrxxr/xxrxrrrx/rrxrxxxr",
    "xrxrrxrr/rxrxxrxx/rxrxrxrx/xrxrxrxr/rxrxrxxr/xrxrxrrx/rrxrxxxr/xxrxrrxr",
    "xrxrxrxr/xrxxrxrx/rxrrxxxr/rxrxrxrr/xrrxrxxx/rxxxrrxr/rxrrxxrx/xrxxrrxr",
    "rxrxxxrx/xxxrrrxr/rrrxxxrx/rxrxrxrr/xrrxxrxx/rxxrrxrx/xrrxxrxr/rxrxrxrx",
    "rxrxrxrx/rxrxxrxr/xrxrrxrx/xrxrrxrx/rrxxxrxx/xxrrrrxr/xrxxxxrx/rxrrxrxr",
)
"""The ten hardest boards that climbs have found so far."""


class Hardness(NamedTuple):
    """The median nodes and milliseconds of a board, and whether it has a solution."""

    nodes: float
    milliseconds: float
    is_solvable: bool


def hardness(rows: str, seeds: int) -> Hardness:
    """Solve a board with some seeds, each time as a new puzzle."""
    runs = [
        timed(lambda seed: solve(Puzzle(Pattern(rows)), seed=seed, max_nodes=MAX_NODES), seed)
        for seed in range(1, seeds + 1)
    ]
    return Hardness(
        median(answer.nodes for answer, _ in runs),
        1000 * median(seconds for _, seconds in runs),
        any(answer.status == "solved" for answer, _ in runs),
    )


def exchanged(rows: str, rng: Random) -> str:
    """Exchange two cells of different colours."""
    cells = list(rows)
    one = rng.choice([place for place, cell in enumerate(cells) if cell != "/"])
    others = [place for place, cell in enumerate(cells) if cell not in ("/", cells[one])]
    other = rng.choice(others)
    cells[one], cells[other] = cells[other], cells[one]
    return "".join(cells)


def climb(minutes: float = 30.0, seed: int = 0) -> None:
    """Climb for some minutes, and print where each climb ends, with its nodes."""
    rng, end, number = Random(seed), time.monotonic() + 60 * minutes, 0
    space = Space(Sketch.free("xr"))
    while time.monotonic() < end:
        rows, patience, number = space.sample(rng).pattern.text, PATIENCE, number + 1
        best = hardness(rows, CLIMBED)
        while patience and time.monotonic() < end:
            other = exchanged(rows, rng)
            found = hardness(other, 1)
            if 2 * found.nodes >= best.nodes:
                found = hardness(other, CLIMBED)
            patience = PATIENCE if found.nodes > best.nodes else patience - 1
            if found.nodes >= best.nodes and (number % 2 or found.is_solvable):
                rows, best = other, found
        print(f"{best.nodes:,.0f} {rows}", flush=True)


def measure() -> None:
    """Print the median nodes and milliseconds of the boards kept."""

    def row(rows: str) -> tuple[str, str, str, str]:
        found = hardness(rows, SEEDS)
        solved = "yes" if found.is_solvable else "no"
        return f"`{rows}`", solved, f"{found.nodes:,.0f}", f"{found.milliseconds:.1f}"

    table(("board", "solvable", "nodes", "ms"), map(row, HARDEST), left=2)


if __name__ == "__main__":
    run(climb, measure)
