"""The puzzles that come with Kaleido: their counts and first solutions, also by other engines."""

from __future__ import annotations

import math
import os
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Annotated, Self

import numpy as np
import typer
from engines import ALL_ENGINES, ENGINES, Question
from harness import Names, run, small_names, table
from rivals import Engines, chosen_engines
from runs import EngineError, Worker, run_all

from kaleido import Board, Puzzle, named_puzzle, named_set, puzzle_names, solve
from kaleido.base.errors import TooLargeError
from kaleido.heuristics import make_strategy
from kaleido.library.puzzles import puzzle_facts
from kaleido.search import Constrained, Tracker, search

MAX_NODES = 200_000
MEMORY = 4 << 30  # bytes of memory for each count
PYTHON = "python"  # our search without the compiled core, as an engine
COUNTERS = ("kaleido", "search", "exact-cover", "xcover")

Groups = Annotated[list[str], typer.Option(help="Only those of this group; may be repeated.")]


def names_of(groups: list[str]) -> list[str]:
    """Return the names of the puzzles of some groups, by default of all."""
    return [name for group in groups or [None] for name in puzzle_names(group)]


def known(names: Names = (), seeds: int = 9) -> None:
    """Measure counts and first solutions of the puzzles of at most 90 cells.

    A first solution is shown by its nodes and seconds, median and largest over the seeds, without
    and with the check of free regions, in turns.
    """

    def rows() -> Iterator[list[str]]:
        for name in names or small_names():
            began = time.perf_counter()
            try:
                count = named_puzzle(name).count()
                shown = [f"{count.solutions:,}", f"{count.symmetric:,}"]
            except TooLargeError:
                shown = ["more than 4 GB"] * 2
            shown.append(f"{time.perf_counter() - began:.2f}")
            pair = (False, True)
            runs = [[first_solution(name, seed, each) for each in pair] for seed in range(seeds)]
            columns = np.reshape(runs, (seeds, 4)).T
            figures = (
                f"{np.median(own):,.{digits}f} / {own.max():,.{digits}f}"
                for own, digits in zip(columns, (0, 4, 0, 4), strict=True)
            )
            yield [name, *shown, *figures]

    counts = ("raw", "up to symmetry", "count s")
    table(("puzzle", *counts, "nodes", "s", "with regions: nodes", "s"), rows())


def first_solution(name: str, seed: int, regions: bool) -> tuple[int, float]:
    """Find a first solution; give its nodes and seconds, the table included."""
    began = time.perf_counter()
    puzzle = named_puzzle(name)
    puzzle.problem.checks_regions = regions
    answer = solve(puzzle, Constrained(seed), max_nodes=MAX_NODES)
    assert answer.solution is not None, f"{name}: {answer.reason}"
    return answer.nodes, time.perf_counter() - began


def first(names: Names = (), orders: int = 3, cap: float = 5.0, group: Groups = ()) -> None:
    """Measure first solutions beside other engines, over seeds and orders of the rows.

    They are processor milliseconds; each run is killed after the cap, in seconds. What an engine
    makes of the table of placements before it searches counts as its search. The last line counts
    the puzzles on which the search is ahead, and search and table together.
    """
    own, *others = (name for name, each in ENGINES.items() if each.answers("first"))
    engines = [own, PYTHON, *others]
    chosen = names or [each for each in names_of(group) if is_exact_cover(each)]
    puzzles = {name: named_puzzle(name) for name in chosen}
    asked = {name: (each.pattern, each.pieces) for name, each in puzzles.items()}
    ratios: list[float] = []
    ratios_of_both: list[float] = []

    def rows() -> Iterator[list[str]]:
        runs = run_all(asked, engines, "first", cap, orders)
        while batch := [*islice(runs, len(engines) * orders)]:
            found, both = ({name: [] for name in engines} for _ in range(2))
            for each in batch:
                seconds = each.model + each.search if each.finished else math.inf
                found[each.engine].append(seconds)
                both[each.engine].append(each.table + seconds)
            median = {name: statistics.median(each) for name, each in found.items()}
            ratios.append(min(median[name] for name in others) / median[own])
            with_table = {name: statistics.median(each) for name, each in both.items()}
            ratios_of_both.append(min(with_table[name] for name in others) / with_table[own])
            listing = statistics.median(each.table for each in batch if each.engine == own)
            figures = (listing, median[own], max(found[own]), *(median[n] for n in engines[1:]))
            shown = (
                f"{1000 * figure:,.2f}" if figure < math.inf else f"> {1000 * cap:,.0f}"
                for figure in figures
            )
            yield [batch[0].board, *shown, f"{ratios[-1]:.2f}"]

    table(("puzzle", "table", own, "slowest", *engines[1:], f"best ÷ {own}"), rows())
    ahead, near = (sum(ratio > least for ratio in ratios) for least in (1, 1 / 1.5))
    print(
        f"\nahead of the best of them on {ahead} of {len(ratios)}, within 1.5 times on {near}; "
        f"with the tables ahead on {sum(ratio > 1 for ratio in ratios_of_both)}"
    )


def is_exact_cover(name: str) -> bool:
    """Return whether a puzzle is an exact cover with a solution, each of its pieces single."""
    puzzle = named_puzzle(name)
    single = not puzzle.pieces.copies and len(puzzle.problem) < 20_000
    return puzzle_facts(name).solutions != 0 and single


def counted(
    names: Names = (),
    timeout: float = 60.0,
    seconds: bool = False,
    group: Groups = (),
    engine: Engines = (),
) -> int:
    """Let our counter, our search and other engines count, each within some processor seconds.

    A tick, or with `--seconds` a time, says who found the number in the file of the puzzle. Gives 1
    if someone found another. The other engines are given our list of placements, so that they
    confirm the count and not the list.
    """
    facts = {name: puzzle_facts(name) for name in names or names_of(group)}
    counters = engine or [name for name in COUNTERS if ALL_ENGINES[name].installed]
    with Counters(counters, timeout, seconds) as found:
        rows = (
            [name, f"{own.solutions:,}", *found.cells(name, named_puzzle(name), own.solutions)]
            for name, own in facts.items()
            if not own.open and own.solutions is not None
        )
        table(("puzzle", "solutions", *found.titles), rows)
        return int(found.differ)


class Counters:
    """Engines that count, each in a process of its own; what they find is held against a number."""

    def __init__(self, names: Sequence[str], timeout: float, seconds: bool = False) -> None:
        self._workers = {name: Worker(name, "count", MEMORY) for name in chosen_engines(names)}
        self._timeout, self._seconds = timeout, seconds
        # A page leaves the numbers of columns of seconds out when it is checked.
        self.titles = [f"{name} s" if seconds else name for name in self._workers]
        self.differ = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for worker in self._workers.values():
            worker.close()

    def cells(self, name: str, puzzle: Puzzle, solutions: int) -> Iterator[str]:
        """Yield for each engine a tick, its seconds, or another number that it found."""
        question = Question(puzzle.pattern, puzzle.pieces)
        for worker in self._workers.values():
            try:
                steps, finished, found = worker.ask(question, self._timeout)
            except EngineError as problem:
                print(f"{name}, {problem}", file=sys.stderr)
                finished = False
            if finished and found != solutions:
                self.differ = True
                yield f"**{found:,}**"
            else:
                yield "–" if not finished else f"{sum(steps):.2f}" if self._seconds else "✓"


Cells = frozenset[tuple[int, int]]
LAST = 7  # the last row and column of the chessboard


def images(cells: Cells) -> Iterator[Cells]:
    """Yield the images of some cells of the chessboard: turned and mirrored."""
    for _ in range(4):
        yield cells
        yield frozenset((row, LAST - col) for row, col in cells)
        cells = frozenset((col, LAST - row) for row, col in cells)


def four_holes() -> dict[Cells, list[str]]:
    """Return ways to leave out four cells: kept by turns, kept by both mirrors, or a block.

    Of those that a symmetry of the board carries into each other there is one.
    """
    found: dict[Cells, list[str]] = {}
    for row, col in product(range(LAST), repeat=2):
        quarter = frozenset().union(*islice(images(frozenset([(row, col)])), 0, None, 2))
        across = frozenset(product({row, LAST - row}, {col, LAST - col}))
        block = frozenset(product((row, row + 1), (col, col + 1)))
        for kind, cells in (("turns", quarter), ("mirrors", across), ("block", block)):
            kinds = found.setdefault(min(images(cells), key=sorted), [])
            kinds += [kind] * (kind not in kinds)
    return {cells: found[cells] for cells in sorted(found, key=sorted)}


def holes(timeout: float = 20.0, engine: Engines = ()) -> int:
    """Count the ways of the pentominoes on the chessboard without four cells.

    A tick says who else found the number. Gives 1 if someone found another.
    """
    with Counters(engine or COUNTERS[1:3], timeout) as found:

        def rows() -> Iterator[list[str]]:
            for cells, groups in four_holes().items():
                drawn = [
                    ["." if (row, col) in cells else "o" for col in range(8)] for row in range(8)
                ]
                puzzle = Puzzle(
                    Board.parse("/".join(map("".join, drawn))), named_set("pentominoes")
                )
                count = puzzle.count()
                name = " ".join(f"{'ABCDEFGH'[row]}{col + 1}" for row, col in sorted(cells))
                numbers = f"{count.solutions:,}", f"{count.symmetric:,}"
                ticks = found.cells(name, puzzle, count.solutions)
                yield [name, ", ".join(groups), *numbers, *ticks]

        table(("left out", "kept by", "raw", "up to symmetry", *found.titles), rows())
        return int(found.differ)


SPLITTING = "constrained", "constrained+splitting"


def splitting(names: Names = (), seeds: int = 9, most: int = 200) -> None:
    """Measure searches in which cells that split the board go first, beside those without.

    They are the nodes and processor seconds of the search in Python: of the first solution, in the
    median over the seeds, and of all solutions, where there are at most so many.
    """
    os.environ["KALEIDO_ENGINE"] = PYTHON
    ratios: list[float] = []

    def cells(name: str, solutions: int | None, every: bool) -> list[str]:
        if every and not (solutions and solutions <= most):
            return ["–"] * 4
        runs = [
            [searched(name, each, seed, every) for seed in range(1 if every else seeds)]
            for each in SPLITTING
        ]
        nodes, seconds = np.median(runs, axis=1).T
        if not every:
            ratios.append(nodes[1] / nodes[0])
        return [*(f"{each:,.0f}" for each in nodes), *(f"{each:.3f}" for each in seconds)]

    def rows() -> Iterator[list[str]]:
        for name in names or puzzle_names("pentominoes"):
            known = puzzle_facts(name).solutions
            yield [name, *(each for every in (False, True) for each in cells(name, known, every))]

    columns = ("nodes", "splitting", "s", "splitting s")
    table(("puzzle", *columns, *(f"all: {each}" for each in columns)), rows())
    print(f"\nnodes of first solutions: {statistics.geometric_mean(ratios):.2f} times as many")


def searched(name: str, strategy: str, seed: int, every: bool) -> tuple[int, float]:
    """Search for the first solution or for all; give the nodes and seconds."""
    puzzle = named_puzzle(name)
    asked, tracker, began = make_strategy(strategy, seed), Tracker(), time.process_time()
    for event in search(puzzle.problem, asked, max_solutions=None if every else 1):
        tracker.follow(event)
    return tracker.nodes, time.process_time() - began


if __name__ == "__main__":
    run(known, first, counted, holes, splitting)
