"""Who counted the puzzles that come with Kaleido: our counter, our search, other engines.

    python benchmarks/counted.py [--timeout 60] [--seconds] [--groups GROUP …] [NAME …]

Prints Markdown: for each puzzle the number of solutions in its file, and a tick, or the seconds,
for whoever found it within the time. What finds another number ends the run with code 1. The other
engines are given our list of placements, so that they confirm the count and not the list.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial
from multiprocessing.connection import Connection

from engines import ENGINES, Question

from kaleido import Puzzle, named_puzzle, puzzle_names
from kaleido.library.puzzles import puzzle_facts

LIMIT = 4 << 30
"""Bytes of memory for each count."""


def by_search(puzzle: Puzzle) -> int:
    """Count the solutions one by one, as the search finds them."""
    return sum(1 for _ in puzzle.solutions())


def by_engine(name: str, puzzle: Puzzle) -> int:
    """Count with another engine."""
    engine, question = ENGINES[name], Question(puzzle.pattern, puzzle.pieces)
    return int(engine.answer("count", engine.model(engine.table(question)), question))


COUNTERS: Mapping[str, Callable[[Puzzle], int]] = {
    "counter": lambda puzzle: puzzle.count().solutions,
    "search": by_search,
    "exact-cover": partial(by_engine, "exact-cover"),
    "xcover": partial(by_engine, "xcover"),
}


def main() -> int:
    """Count, print the table, and give 1 when someone found another number."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each count")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these puzzles")
    parser.add_argument("--groups", nargs="*", metavar="GROUP", help="only those of these groups")
    parser.add_argument("--seconds", action="store_true", help="of processor time, not ticks")
    args = parser.parse_args()
    names = [name for group in args.groups or [None] for name in puzzle_names(group)]
    known = [
        name
        for name in args.names or names
        if puzzle_facts(name).solutions is not None and not puzzle_facts(name).open
    ]
    engines = [name for name in COUNTERS if name not in ENGINES or ENGINES[name].installed]
    # A page leaves the numbers of such columns out when it is checked.
    heads = [f"{engine} s" if args.seconds else engine for engine in engines]
    print(f"| puzzle | solutions | {' | '.join(heads)} |")
    print(f"|---|---:|{':---:|' * len(engines)}")
    wrong = 0
    for name in known:
        solutions = puzzle_facts(name).solutions
        shown = []
        for engine in engines:
            found, seconds = within(args.timeout, name, engine)
            if found is not None and found != solutions:
                wrong += 1
                shown.append(f"**{found:,}**")
            else:
                tick = f"{seconds:.2f}" if args.seconds else "✓"
                shown.append("–" if found is None else tick)
        print(f"| {name} | {solutions:,} | {' | '.join(shown)} |", flush=True)
    return int(wrong > 0)


def within(timeout: float, name: str, engine: str) -> tuple[int | None, float]:
    """Count in a process of its own, and take its seconds; give None if it is too slow or cannot.

    The time is that of the processor, with the table of placements, but without what is imported
    and compiled before.
    """
    ours, theirs = multiprocessing.Pipe(duplex=False)
    process = multiprocessing.Process(target=_count, args=(name, engine, theirs))
    process.start()
    theirs.close()
    try:
        found, seconds = ours.recv() if ours.poll(timeout) else (None, timeout)
    except EOFError:
        found, seconds = None, timeout
    process.kill()
    process.join()
    return found, seconds


def _count(name: str, engine: str, pipe: Connection) -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (LIMIT, LIMIT))
    try:
        COUNTERS[engine](named_puzzle("orders-3x3"))
        puzzle = named_puzzle(name)
        began = time.process_time()
        found = COUNTERS[engine](puzzle)
        pipe.send((found, time.process_time() - began))
    except (ValueError, MemoryError) as problem:
        print(f"{name}, {engine}: {problem}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
