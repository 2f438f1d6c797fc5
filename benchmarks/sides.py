"""Versions of Kaleido side by side: first solutions, nodes, ratings and the start of commands.

The versions take turns in fresh processes. All times are of the processor, so that other work on
the machine changes their ratios little.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
from harness import HERE, Beside, BoardFile, boards_of, in_turn, python_of, run, sides_of, table

from kaleido import Pattern, named_pattern, solve

FIRST = """
import time
from kaleido import Pattern, solve
def answer(text, seed):
    began = time.process_time()
    found = solve(Pattern.parse(text), seed=seed)
    return time.process_time() - began, found.nodes
"""

NODES = """
import time
from kaleido import STRATEGIES, Pattern
from kaleido.search.problem import Problem
from kaleido.search.result import search_result
from kaleido.search.state import State
def answer(text, names, max_nodes):
    problem, found = Problem(Pattern.parse(text)), []
    for name in names:
        strategy, began = STRATEGIES[name](0), time.process_time()
        result = search_result(State.empty(problem), strategy, max_nodes=max_nodes)
        found.append((time.process_time() - began, result.nodes))
    return found
"""

RATED = """
import time
from kaleido import Pattern
from kaleido.hints.rating import rate_counted
from kaleido.counting import count_solutions
from kaleido.designing import Target
from kaleido.designing.folder import Specification, make_candidate
from kaleido.search.problem import Problem
from kaleido.search.state import State
def answer(task, *words):
    began = time.process_time()
    if task == "rate":
        problem = Problem(Pattern.parse(words[0]))
        solutions = count_solutions(State.empty(problem)).solutions
        counted = time.process_time()
        effort = rate_counted(problem, solutions).effort
        return counted - began, time.process_time() - counted, [solutions, effort]
    level, number = words
    target = Target(max_solutions=1, difficulties=(level, level))
    made = make_candidate((Specification(target=target), number)).assessment
    return time.process_time() - began, 0, made and made.solution.pattern.text
"""

STRATEGIES = ("paper", "paper-text", "paper-plus", "constrained")

LEVELS = range(1, 6)

FLOOR = "import click, rich"  # what a command cannot do without: the libraries of the command line

COMMANDS = {
    "python -c pass": ["-c", "pass"],
    f'python -c "{FLOOR}"': ["-c", FLOOR],
    'python -c "import kaleido"': ["-c", "import kaleido"],
    **{
        f"kaleido {words}": ["-m", "kaleido", *words.split()]
        for words in ("--version", "list", "solve car", "hint car", "unique smiley")
    },
}


def first(boards: BoardFile = None, beside: Beside = (), seeds: int = 8) -> None:
    """Measure first solutions, from the text to the verified solution, in all four rotations."""
    turned = (board.rotated(turn).text for board in boards_of(boards).values() for turn in range(4))
    compare([*product(turned, range(seeds))], beside)


def missed(boards: BoardFile = None, beside: Beside = (), number: int = 500, seed: int = 0) -> None:
    """Measure answers with their reasons on boards that two exchanged cells made unsolvable."""
    rng, texts = Random(seed), [board.text for board in boards_of(boards).values()]
    cases: list[tuple[str, int]] = []
    while len(cases) < number:
        cells = list(rng.choice(texts))
        one, other = rng.sample([at for at, cell in enumerate(cells) if cell != "/"], 2)
        cells[one], cells[other] = cells[other], cells[one]
        text = "".join(cells)
        if text not in texts and solve(Pattern.parse(text)).solution is None:
            cases.append((text, 0))
    compare(cases, beside)


def compare(cases: Sequence[tuple[str, int]], beside: Sequence[Path]) -> None:
    """Answer boards with seeds on all sides, and show the times."""
    with sides_of(beside, FIRST) as sides:
        in_turn(sides, [("/".join(["rxrxrxrx", "xrxrxrxr"] * 4), 0), cases[0]])  # imports, tables
        seconds, nodes = np.moveaxis(np.array(in_turn(sides, cases)), 2, 0)
        names = [side.name for side in sides]
    quantiles = 1e3 * np.quantile(seconds, (0.5, 0.9, 0.99, 1), axis=1)
    figures = np.stack([seconds.sum(1), *quantiles, nodes.mean(1)], axis=1)
    rows = [
        [name, *map("{:.{}f}".format, own, (2, 2, 1, 1, 1, 0))]
        for name, own in zip(names, figures, strict=True)
    ]
    rows += [
        [f"{names[-1]} / {name}", *map("{:.2f}".format, figures[-1] / own)]
        for name, own in zip(names[:-1], figures[:-1], strict=True)
    ]
    titles = ("total, s", "median, ms", "p90, ms", "p99, ms", "slowest, ms", "mean nodes")
    table(("side", *titles), rows)


def nodes(
    boards: BoardFile = None, beside: Beside = (), rounds: int = 5, max_nodes: int = 2000
) -> None:
    """Measure what a node costs that nobody watches: over all nodes and in the median over boards.

    Shown is the median of the rounds. The table of placements is not timed; what a strategy
    prepares for a board is.
    """
    cases = [(board.text, STRATEGIES, max_nodes) for board in boards_of(boards).values()]
    answers = []
    for _ in range(rounds):
        with sides_of(beside, NODES) as sides:
            in_turn(sides, [(named_pattern("car").text, STRATEGIES, 8)])  # imports
            answers.append(in_turn(sides, cases))
    # The seconds and nodes by side, strategy, round and board.
    found = np.array(answers).transpose(1, 3, 0, 2, 4)
    whats = ("nodes", "time in µs, all nodes", "time in µs, median board")
    titles = [f"{head}: {what}" for head in heads_of(beside) for what in whats]
    rows = (
        [f"`{name}`", *(cell for own in found for cell in costs(own[place]))]
        for place, name in enumerate(STRATEGIES)
    )
    table(["strategy", *titles], rows)


def heads_of(beside: Sequence[Path]) -> list[str]:
    """Return the titles of the versions, this one last."""
    return ["before", "after"] if len(beside) == 1 else [*(each.name for each in beside), "now"]


def costs(runs: np.ndarray) -> tuple[str, str, str]:
    """Return the nodes, and the microseconds of one, of runs: rounds, boards, seconds and nodes."""
    runs = runs[:, (runs[:, :, 1] > 0).all(axis=0)]
    together = runs.sum(axis=1)
    if len(set(together[:, 1])) > 1:
        sys.exit(f"not the same nodes every time: {sorted(set(together[:, 1]))}")
    whole = np.median(together[:, 0] / together[:, 1])
    board = np.median(np.median(runs[:, :, 0] / runs[:, :, 1], axis=1))
    return f"{together[0, 1]:,.0f}", f"{1e6 * whole:.1f}", f"{1e6 * board:.1f}"


def rated(boards: BoardFile = None, beside: Beside = (), number: int = 12) -> None:
    """Measure ratings, and generated boards with one solution; all versions must make the same."""
    with sides_of(beside, RATED) as sides:
        in_turn(sides, [("rate", named_pattern("car").text), ("generate", 1, 0)])  # imports
        asked = [("rate", each.text) for each in boards_of(boards).values()]
        means = np.mean(agreed(in_turn(sides, asked)), axis=1)
        table(
            ("side", "rated in 1 s", "count, s a board", "searches, s a board"),
            (
                [side.name, f"{1 / sum(own):.1f}", *map("{:.3f}".format, own)]
                for side, own in zip(sides, means, strict=True)
            ),
        )
        print()

        def rows() -> Iterator[list[object]]:
            for level in LEVELS:
                asked = [("generate", level, each) for each in range(number)]
                for side, own in zip(sides, agreed(in_turn(sides, asked)), strict=True):
                    times = [seconds for seconds, _ in own]
                    yield [side.name, level, f"{np.median(times):.2f}", f"{max(times):.2f}"]

        table(("side", "level", "median s", "longest s"), rows())


def agreed(answers: Sequence[Sequence[Sequence]]) -> list[list[tuple[float, float]]]:
    """Return the times of answers by side; exit if sides differ in more than times."""
    for same in zip(*answers, strict=True):
        if any(each[2] != same[0][2] for each in same):
            sys.exit(f"the sides differ: {[each[2] for each in same]}")
    return [[(one, other) for one, other, _ in own] for own in answers]


def startup(beside: Beside = (), rounds: int = 20) -> None:
    """Measure how long commands take to start: median, range, and the ratio to the floor."""
    cases = [[(place, words) for place in (*beside, HERE)] for words in COMMANDS.values()]
    # The first round reads the files from the disk and is not counted.
    times = [[[processor_time(*each) for each in own] for own in cases] for _ in range(rounds + 1)]
    # Of shape (least, median and most; commands; places).
    figures = 1000 * np.quantile(times[1:], (0, 0.5, 1), axis=0)
    floor = figures[1, [*COMMANDS.values()].index(["-c", FLOOR])]
    rows = []
    for name, own in zip(COMMANDS, figures.swapaxes(0, 1), strict=True):
        rows.append([f"`{name}`"])
        for (least, middle, most), base in zip(own.T, floor, strict=True):
            rows[-1] += [f"{middle:.0f} ({least:.0f}–{most:.0f})", f"{middle / base:.1f}"]
    titles = (title for head in heads_of(beside) for title in (f"{head} ms", "× floor"))
    table(["command", *titles], rows)


def processor_time(place: Path, words: Sequence[str]) -> float:
    """Run a command to its end; return the seconds of processor time that it took."""
    python, folder = python_of(place)
    before = os.times()
    ended = subprocess.run(
        [python, *words], cwd=folder, capture_output=True, text=True, check=False
    )
    # 1 is an answer, too: `kaleido unique` finds a second solution.
    if ended.returncode > 1:
        sys.exit(f"{' '.join(words)} ended with {ended.returncode}: {ended.stderr.strip()}")
    return sum(os.times()[2:4]) - sum(before[2:4])


if __name__ == "__main__":
    run(first, missed, nodes, rated, startup)
