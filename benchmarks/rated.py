"""Measure ratings and generated boards of this checkout and of others, side by side.

    python benchmarks/rated.py boards.json [--beside FOLDER ...] [--boards 12]

Prints Markdown: how many of the boards are rated in a second, the time of a board for its count and
for the searches of its rating, and the median and longest time of generated boards with one
solution. The sides take turns on each board, one process a side; times are processor seconds, so
that other work on the machine changes their ratios little. All sides must come to the same ratings
and make the same boards.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from sides import HERE, Side

from kaleido import named_pattern
from kaleido.library.board_files import read_boards

SERVE = """
import sys, time
from kaleido import Pattern
from kaleido.analysis.rating import rate_counted
from kaleido.counting import count_solutions
from kaleido.designing import Target
from kaleido.designing.generation import Specification, make_candidate
from kaleido.search.problem import Problem
from kaleido.search.state import State

def rate(text):
    problem = Problem(Pattern.parse(text))
    solutions = count_solutions(State.empty(problem)).solutions
    counted = time.process_time()
    return counted, solutions, rate_counted(problem, solutions).toil

def generate(text):
    level, number = map(int, text.split("-"))
    target = Target(max_solutions=1, difficulties=(level, level))
    made = make_candidate((Specification(target=target), number)).assessment
    return time.process_time(), made and made.solution.pattern.text

for line in sys.stdin:
    task, text = line.split()
    began = time.process_time()
    between, *answer = {"rate": rate, "generate": generate}[task](text)
    print(between - began, time.process_time() - between, *answer, flush=True)
"""

LEVELS = (1, 3, 5)


class Task:
    """The times of the sides for one kind of work."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        self.firsts: list[list[float]] = [[] for _ in sides]
        self.seconds: list[list[float]] = [[] for _ in sides]

    def run(self, lines: Iterable[str]) -> None:
        """Let every side answer each line in turn, and compare the answers."""
        for line in lines:
            answers = []
            for place, side in enumerate(self._sides):
                first, second, *answer = side.ask(line)
                self.firsts[place].append(float(first))
                self.seconds[place].append(float(second))
                answers.append(answer)
            if any(answer != answers[0] for answer in answers):
                sys.exit(f"the sides differ on {line!r}: {answers}")


def main(args: Sequence[str] | None = None) -> int:
    """Measure and print two tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", type=Path, help="JSON file of boards, or folder of patterns")
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="other checkouts")
    parser.add_argument("--boards", type=int, default=12, help="generated boards of each level")
    options = parser.parse_args(args)
    sides = [Side(folder, SERVE) for folder in (*options.beside, HERE)]
    try:
        for side in sides:  # imports and tables that are made once
            side.ask(f"rate {named_pattern('car').text}")
            side.ask("generate 1-0")
        rated = Task(sides)
        rated.run("rate " + "/".join(board.rows) for board in read_boards(options.file).values())
        print("| side | rated in 1 s | count, s a board | searches, s a board |")
        print("|---|---:|---:|---:|")
        for side, counts, searches in zip(sides, rated.firsts, rated.seconds, strict=True):
            count, search = statistics.fmean(counts), statistics.fmean(searches)
            rate = 1 / (count + search)
            print(f"| {side.folder.name} | {rate:.1f} | {count:.3f} | {search:.3f} |")
        print("\n| side | level | median s | longest s |\n|---|---:|---:|---:|")
        for level in LEVELS:
            made = Task(sides)
            made.run(f"generate {level}-{number}" for number in range(options.boards))
            for side, times in zip(sides, made.firsts, strict=True):
                median, longest = statistics.median(times), max(times)
                print(f"| {side.folder.name} | {level} | {median:.2f} | {longest:.2f} |")
    finally:
        for side in sides:
            side.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
