"""Measure what looking further saves in nodes and costs in seconds.

The variants are `constrained`; `tuned`, with more and more cells and pieces to choose from: only
the scarcest, all that are as scarce, or those with so many placements more; and `Probing`, with
longer and longer searches that refute a move before it is made. They take turns on each board, and
a run's time is the least of its repetitions, in processor seconds, so that other work on the
machine hardly changes it. Intervals are 95 %, by the bootstrap over boards, with all runs of a
board kept together.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from resampling import Floats, interval, mean
from tradeoff_figure import draw
from variant_runs import Runs, measure, variants

from kaleido.learn.boards import generate_boards
from kaleido.library.board_files import read_boards

GENERATED_FROM = 2 * 10**9
"""The first seed of the generated boards; `kaleido tune` neither trains nor evaluates on them."""


def table(runs: Mapping[str, Runs]) -> str:
    """Return the table: nodes, and seconds as ratios to those of the first variant."""
    base = next(iter(runs.values()))
    lines = [
        "| variant | no backtrack | median nodes | mean nodes | mean looks "
        "| mean nodes with probes | × nodes with probes, paired | median ms | × seconds, paired "
        "| × seconds, total | × with the table, total |",
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for label, each in runs.items():
        cells = [
            _show(100 * interval(mean, each.at_once), "{:.0f} %"),
            _show(interval(_median, each.nodes), "{:.0f}"),
            _show(interval(mean, each.nodes), "{:.0f}"),
            f"{each.looks.mean():.0f}",
            _show(interval(mean, each.all_nodes), "{:.0f}"),
            _show(interval(_typical_ratio, each.all_nodes, base.all_nodes), "{:.2f}"),
            _show(1000 * interval(_median, each.seconds), "{:.2f}"),
            _show(interval(_typical_ratio, each.seconds, base.seconds), "{:.2f}"),
            _show(interval(_total_ratio, each.seconds, base.seconds), "{:.2f}"),
            _show(
                interval(_total_ratio, each.seconds + each.tables, base.seconds + base.tables),
                "{:.2f}",
            ),
        ]
        lines.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _show(values: Floats, form: str) -> str:
    value, low, high = (form.format(each) for each in values)
    return f"{value} ({low} to {high})"


def _median(values: Floats) -> Floats:
    return np.median(values, axis=1)


def _typical_ratio(values: Floats, base: Floats) -> Floats:
    return np.exp(np.log(values / base).mean(axis=1))


def _total_ratio(values: Floats, base: Floats) -> Floats:
    return values.sum(axis=1) / base.sum(axis=1)


def main() -> int:
    """Print the table, and draw the figure if asked for one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="?", help="a file of boards; by default generated ones")
    parser.add_argument("--number", type=int, default=60, help="how many boards to generate")
    parser.add_argument("--turns", type=int, default=4, help="rotations of each board")
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--repeats", type=int, default=3, help="runs of which the fastest counts")
    parser.add_argument("--max-nodes", type=int, default=20_000)
    parser.add_argument("--figure", type=Path, help="a file for the figure (.png, .svg or .pdf)")
    args = parser.parse_args()
    boards = (
        read_boards(Path(args.boards))
        if args.boards
        else generate_boards(args.number, GENERATED_FROM)
    )
    found = measure(
        [*boards.values()], variants(), args.turns, args.seeds, args.repeats, args.max_nodes
    )
    print(table(found))
    if args.figure is not None:
        draw(found, args.figure)
    return 0


if __name__ == "__main__":
    sys.exit(main())
