"""Strategies on boards with few and with many implied edges.

The boards are all patterns that come with Kaleido and random ones: red and black, of four colours,
and "matched" ones, red and black with 100 to 999 solutions. A random board starts as a random
pattern; a local search then brings it near a number of implied edges that was drawn before, any
number up to 64 being as likely as any other. Nothing else of a board matters to its choice, how
hard it is least of all; only boards whose solutions cannot be counted within the memory allowed are
left out.

Every strategy runs twice on every board: as usual, and knowing only those edges that are the frame
or around pieces already placed. Its rules, its seeds and the placements that fit are the same, so
the difference is the use of implied edges and nothing else.

The notebook ``06-does-more-edge-information-help`` reads the file, which is made by

    python benchmarks/edge_information.py notebooks/edge-information.csv
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from itertools import chain, count
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import pandas as pd
import typer
from harness import run

import kaleido
from kaleido import Pattern, Puzzle, named_pattern, pattern_names
from kaleido.base.errors import TooLargeError
from kaleido.designing.folder import canonical_text
from kaleido.designing.sketch import Sketch
from kaleido.designing.space import Space, minimise
from kaleido.library import pattern_facts
from kaleido.model.edges import pattern_statistics
from kaleido.search import EdgeMatching, Problem, State, Strategy
from kaleido.search.result import search_result

# The paper's own method draws no conclusions, so edge matching is run without them, too.
STRATEGIES: Mapping[str, Callable[[int], Strategy]] = {
    "bare edge-matching": partial(EdgeMatching, propagation=False)
} | {
    name: kaleido.STRATEGIES[name]
    for name in ("edge-matching", "paper", "paper-plus", "constrained", "random")
}

# With each seed the board is turned by one more quarter turn: a search in reading order is lucky
# with one corner and unlucky with another, and the paper breaks ties by reading order, too. A board
# and its rotations have the same edges and solutions.
SEEDS = range(4)
MAX_EDGES = 64  # the largest number of implied edges that a random board is meant to have
MAX_MEMORY = 1_000_000_000  # boards whose solutions cannot be counted in so many bytes are left out


FRAME_ONLY = " frame only"
"""The suffix of the name of a strategy that does not know the implied edges."""


class FrameOnly(Problem):
    """A board whose implied edges are unknown: scores, islands and windows start at the frame."""

    @cached_property
    def implied(self) -> int:
        """The frame, as an int."""
        return self.frame


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

Row = dict[str, Any]


def generate(kind: str, number: int) -> Iterator[Row]:
    """Yield random boards of a kind, no two of them rotations of each other."""
    colours, _, least, most = KINDS[kind]
    space = Space(Sketch.free(colours))
    seen: set[str] = set()
    for seed in count():
        if len(seen) == number:
            return
        rng = Random(f"{kind} {seed}")
        off = partial(_off, rng.randint(0, MAX_EDGES))
        pattern = minimise(space, off, rng, space.sample(rng)).pattern
        if canonical_text(pattern) in seen:
            continue
        try:
            solutions = Puzzle(pattern).count(max_memory=MAX_MEMORY).solutions
        except TooLargeError:
            continue
        if least <= solutions <= most:
            seen.add(canonical_text(pattern))
            yield row(f"{kind} {seed}", kind, pattern, solutions)


def _off(wanted: int, each: Any, _bound: object) -> int:
    """Return how far the edges of a board are from a wanted number."""
    return abs(pattern_statistics(each.pattern).implied_edges - wanted)


def row(board: str, kind: str, pattern: Pattern, solutions: int) -> Row:
    """Return what is known of a board before a search."""
    facts = pattern_statistics(pattern)
    about = {"edges": facts.implied_edges, "islands": facts.islands, "solutions": solutions}
    return {"board": board, "kind": kind, "pattern": pattern.text, **about}


def nodes_of(pattern: Pattern, max_nodes: int) -> Row:
    """Return the nodes of runs with all seeds, by strategy and seed; empty where one gave up."""
    found: Row = {}
    for known, suffix in ((Problem, ""), (FrameOnly, FRAME_ONLY)):
        for seed in SEEDS:
            start = State.empty(known(pattern.rotated(seed)))
            for name, make in STRATEGIES.items():
                if known is FrameOnly and name == "random":
                    continue  # it never looks at edges
                result = search_result(start, make(seed), max_nodes=max_nodes)
                assert result.status != "no-solution", f"{pattern.text} has a solution"
                is_solved = result.status == "solved"
                found[f"{name}{suffix} {seed}"] = result.nodes if is_solved else ""
    return found


def main(
    file: Path,
    number: Annotated[int, typer.Option(help="Random boards of each kind, if not as usual.")] = 0,
    max_nodes: Annotated[int, typer.Option(help="Where a run gives up.")] = 2000,
    patterns: Annotated[list[str], typer.Option(help="Only these patterns of Kaleido.")] = (),
) -> None:
    """Write the file, board by board."""
    named = patterns or pattern_names()
    boards = chain(
        (row(e, "collection", named_pattern(e), pattern_facts(e).solutions) for e in named),
        *(generate(kind, number or each.boards) for kind, each in KINDS.items()),
    )
    for place, board in enumerate(boards):
        found = board | nodes_of(Pattern(board["pattern"]), max_nodes)
        new = {"mode": "a", "header": False} if place else {"mode": "w"}
        pd.DataFrame([found]).to_csv(file, index=False, **new)


if __name__ == "__main__":
    run(main)
