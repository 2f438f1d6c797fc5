"""Measure strategies on boards with few and with many implied edges.

The boards are all patterns that come with Kaleido and random ones: red and black, of four colours,
and "matched" ones, red and black with 100 to 999 solutions. A random board starts as a random
pattern; a local search then brings it near a number of implied edges that was drawn before, any
number up to 64 being as likely as any other. Nothing else of a board matters to its choice, how
hard it is least of all; only boards whose solutions cannot be counted within the memory allowed are
left out.

The notebook ``06-does-more-edge-information-help`` reads the file, which is made by

    python benchmarks/edge_information.py notebooks/edge-information.csv

With ``--again paper paper-plus`` the nodes of these strategies alone are counted anew, on the
boards of the file.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import kaleido
from kaleido import Pattern, Puzzle, compare, named_pattern, pattern_names
from kaleido.designing.generation import canonical_text
from kaleido.designing.local_search import minimise
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space
from kaleido.errors import TooLargeError
from kaleido.library import pattern_facts
from kaleido.model.statistics import pattern_statistics
from kaleido.search import EdgeMatching, Strategy

STRATEGIES: Mapping[str, Callable[[int], Strategy]] = {
    "bare edge-matching": partial(EdgeMatching, propagation=False),
    **{
        name: kaleido.STRATEGIES[name]
        for name in ("edge-matching", "paper", "paper-plus", "constrained", "random")
    },
}
"""The paper's own method draws no conclusions, so edge matching is run without them, too."""

SEEDS = range(4)
"""With each seed the board is turned by one more quarter turn.

A search in reading order is lucky with one corner and unlucky with another, and the paper breaks
ties by reading order, too. A board and its rotations have the same edges and solutions.
"""

MAX_NODES = 2000
"""A run that has tried so many placements gives up."""

MAX_EDGES = 64
"""The largest number of implied edges that a random board is meant to have."""

MAX_MEMORY = 1_000_000_000
"""Boards whose solutions cannot be counted in so many bytes are left out."""


class Kind(NamedTuple):
    """Random boards of some colours: how many, and bounds on the number of their solutions."""

    colours: str
    boards: int
    least: int = 1
    most: float = math.inf


KINDS: Mapping[str, Kind] = {
    "red and black": Kind("xr", 120),
    "four colours": Kind("xryb", 120),
    "matched": Kind("xr", 80, 100, 999),
}
"""The kinds of random boards."""


class Measured(NamedTuple):
    """A board and what is known of it before a search.

    Attributes
    ----------
    name, kind : str
    pattern : Pattern
    solutions : int
    """

    name: str
    kind: str
    pattern: Pattern
    solutions: int


def shipped(names: Sequence[str]) -> Iterator[Measured]:
    """Yield patterns that come with Kaleido."""
    for name in names:
        yield Measured(name, "collection", named_pattern(name), pattern_facts(name).solutions)


def generate(kind: str, number: int) -> Iterator[Measured]:
    """Yield random boards of a kind, no two of them rotations of each other."""
    colours, _, least, most = KINDS[kind]
    space = Space(Sketch.free(colours))
    seen: set[str] = set()
    seed = -1
    while len(seen) < number:
        seed += 1
        pattern = _board(space, Random(f"{kind} {seed}"))
        if canonical_text(pattern) in seen:
            continue
        try:
            solutions = Puzzle(pattern).count(max_memory=MAX_MEMORY).solutions
        except TooLargeError:
            continue
        if least <= solutions <= most:
            seen.add(canonical_text(pattern))
            yield Measured(f"{kind} {seed}", kind, pattern, solutions)


def _board(space: Space, rng: Random) -> Pattern:
    """Make a random board with about as many implied edges as a random number says."""
    wanted = rng.randint(0, MAX_EDGES)
    start = space.sample(rng)
    assert start is not None  # every space here has patterns
    best = minimise(
        space,
        lambda each, _bound: abs(pattern_statistics(each.pattern).implied_edges - wanted),
        rng,
        start,
    )
    return best.pattern


def measure(board: Measured, max_nodes: int) -> dict[str, object]:
    """Run all strategies on a board; give the row of the file.

    The nodes of a run stand in a column named by its strategy and seed, empty if it gave up.
    """
    facts = pattern_statistics(board.pattern)
    row: dict[str, object] = {
        "board": board.name,
        "kind": board.kind,
        "pattern": board.pattern.text,
        "edges": facts.implied_edges,
        "islands": facts.islands,
        "solutions": board.solutions,
    }
    return row | nodes_of(board.pattern, STRATEGIES, max_nodes)


def nodes_of(
    pattern: Pattern, strategies: Mapping[str, Callable[[int], Strategy]], max_nodes: int
) -> dict[str, object]:
    """Return the nodes of the runs of some strategies with all seeds, empty where one gave up."""
    found: dict[str, object] = {}
    for seed in SEEDS:
        for run in compare([pattern.rotated(seed)], strategies, [seed], max_nodes=max_nodes):
            assert run.status != "no-solution", f"{pattern.text} has a solution"
            found[f"{run.strategy} {run.seed}"] = run.nodes if run.status == "solved" else ""
    return found


def count_again(file: Path, names: Sequence[str], max_nodes: int) -> None:
    """Count the nodes of some strategies anew on all boards of a file."""
    strategies = {name: STRATEGIES[name] for name in names}
    with file.open(encoding="utf-8", newline="") as source:
        rows = list(csv.DictReader(source))
    for row in rows:
        row |= nodes_of(Pattern(row["pattern"]), strategies, max_nodes)
    with file.open("w", encoding="utf-8", newline="") as target:
        writer = csv.DictWriter(target, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the file, board by board."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="the CSV file to write")
    parser.add_argument("-n", type=int, help="random boards of each kind, by default as in `KINDS`")
    parser.add_argument("--max-nodes", type=int, default=MAX_NODES, help="limit of each run")
    parser.add_argument(
        "--patterns", nargs="*", default=pattern_names(), help="patterns of Kaleido, by default all"
    )
    parser.add_argument(
        "--again", nargs="+", choices=STRATEGIES, help="count these anew on the boards of the file"
    )
    args = parser.parse_args(arguments)
    if args.again:
        count_again(args.file, args.again, args.max_nodes)
        return 0
    with args.file.open("w", encoding="utf-8", newline="") as file:
        writer = None
        made = (generate(kind, args.n or each.boards) for kind, each in KINDS.items())
        for boards in (shipped(args.patterns), *made):
            for board in boards:
                row = measure(board, args.max_nodes)
                if writer is None:
                    writer = csv.DictWriter(file, list(row), lineterminator="\n")
                    writer.writeheader()
                writer.writerow(row)
                file.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
