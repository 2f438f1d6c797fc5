"""Measure first solutions of this checkout and of others, side by side.

Every board is solved in its four rotations with several seeds, in everything that it takes from the
text to the verified solution. The sides take turns on each of these, one process a side, and the
times are processor seconds, so that other work on the machine changes their ratios little.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kaleido.library.board_files import read_boards

HERE = Path(__file__).resolve().parents[1]

SERVE = """
import sys, time
import kaleido
from kaleido import Pattern, solve
for line in sys.stdin:
    text, seed = line.split()
    began = time.process_time()
    answer = solve(Pattern.parse(text), seed=int(seed))
    seconds = time.process_time() - began
    print(seconds, answer.nodes, flush=True)
"""


class Side:
    """A process that answers lines with the package of one checkout; usually it solves boards."""

    def __init__(self, folder: Path, serve: str = SERVE) -> None:
        self.folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", serve],
            cwd=folder,  # where its package is found first
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, line: str) -> list[str]:
        """Return the words of the answer to a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().split()

    def solve(self, text: str, seed: int) -> Solve:
        """Return what a first solution took."""
        seconds, nodes = self.ask(f"{text} {seed}")
        return Solve(float(seconds), int(nodes))

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


class Solve(NamedTuple):
    """What one first solution took, in processor seconds and in nodes."""

    seconds: float
    nodes: int


def cases(boards: Path, seeds: int) -> Iterator[tuple[str, int]]:
    """Yield the text of each board in each rotation, with each seed."""
    for board in read_boards(boards).values():
        for _ in range(4):
            for seed in range(seeds):
                yield "/".join(board.rows), seed
            board = board.rotated()


def rows(sides: Sequence[Side], runs: Sequence[Sequence[Solve]]) -> Iterator[str]:
    """Yield the rows of the table; ratios are to the last side."""
    seconds = np.array([[each.seconds for each in own] for own in runs])
    nodes = np.array([[each.nodes for each in own] for own in runs])
    measures = np.stack(
        [
            seconds.sum(1),
            np.median(seconds, 1) * 1e3,
            np.quantile(seconds, 0.99, axis=1) * 1e3,
            seconds.max(1) * 1e3,
            nodes.mean(1),
        ],
        axis=1,
    )
    yield "| side | total, s | median, ms | p99, ms | slowest, ms | mean nodes |"
    yield "|---|--:|--:|--:|--:|--:|"
    for side, own in zip(sides, measures, strict=True):
        total, median, high, most, mean = own
        yield (
            f"| {side.folder.name} | {total:.2f} | {median:.2f} | {high:.1f} | {most:.1f} "
            f"| {mean:.0f} |"
        )
    for side, own in zip(sides[:-1], measures[:-1], strict=True):
        ratios = " | ".join(f"{ratio:.2f}" for ratio in measures[-1] / own)
        yield f"| {sides[-1].folder.name} / {side.folder.name} | {ratios} |"


def main(args: Sequence[str] | None = None) -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", type=Path, help="JSON file of boards, or folder of patterns")
    parser.add_argument("--beside", type=Path, nargs="*", default=[], help="other checkouts")
    parser.add_argument("--seeds", type=int, default=8)
    options = parser.parse_args(args)
    sides = [Side(folder) for folder in (*options.beside, HERE)]
    runs: list[list[Solve]] = [[] for _ in sides]
    try:
        for side in sides:  # imports and tables that are made once
            side.solve("/".join(["rxrxrxrx", "xrxrxrxr"] * 4), 0)
        for text, seed in cases(options.boards, options.seeds):
            for own, side in zip(runs, sides, strict=True):
                own.append(side.solve(text, seed))
    finally:
        for side in sides:
            side.close()
    print("\n".join(rows(sides, runs)))


if __name__ == "__main__":
    main()
