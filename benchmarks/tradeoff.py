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
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from resampling import Floats, interval

from kaleido import Constrained, Pattern, Place, Probing, Solved, Tuned
from kaleido.learn.boards import generate_boards
from kaleido.library.board_files import read_boards
from kaleido.search.engine import search
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State

GENERATED_FROM = 2 * 10**9
"""The first seed of the generated boards; `kaleido tune` neither trains nor evaluates on them."""

COLOURS = {"constrained": "#b35900", "tuned": "#1f5fa8", "probing": "#2f7d4f"}
"""Of each strategy."""


class Runs(NamedTuple):
    """The runs of one variant.

    Attributes
    ----------
    nodes, seconds : ndarray of float, shape (boards, runs)
        `seconds` are of the search alone.
    tables : ndarray of float, shape (boards, runs)
        The seconds that the table of placements took.
    at_once : ndarray of bool, shape (boards, runs)
        Whether a run ended without a backtrack.
    looks, probed : ndarray of float, shape (boards, runs)
        How many moves were looked at, and the nodes of the probes that tried to refute them.
    """

    nodes: Floats
    seconds: Floats
    tables: Floats
    at_once: npt.NDArray[np.bool_]
    looks: Floats
    probed: Floats

    @property
    def all_nodes(self) -> Floats:
        """The nodes of the search and of the probes."""
        return self.nodes + self.probed


def variants() -> Mapping[str, Callable[[int], Strategy]]:
    """Return the strategies to measure, by label, from the cheapest to the one that looks most."""
    policy = Tuned().policy
    found: dict[str, Callable[[int], Strategy]] = {
        "constrained": Constrained,
        "tuned: the scarcest only": partial(Tuned, policy=replace(policy, extra=0, forks=1)),
        "tuned: as scarce": partial(Tuned, policy=replace(policy, extra=0)),
    }
    for extra in (1, 3, 6):
        found[f"tuned: {extra} more"] = partial(Tuned, policy=replace(policy, extra=extra))
    for nodes in (0, 10, 30, 100):
        found[f"probing: {nodes} nodes"] = partial(Probing, probe_nodes=nodes)
    return found


def measure(
    boards: Sequence[Pattern],
    strategies: Mapping[str, Callable[[int], Strategy]],
    turns: int,
    seeds: int,
    repeats: int,
    max_nodes: int,
) -> dict[str, Runs]:
    """Run every strategy on every board, in so many rotations and with so many seeds."""
    shape = len(boards), turns * seeds
    found = {
        label: Runs(
            np.zeros(shape),
            np.full(shape, np.inf),
            np.zeros(shape),
            np.zeros(shape, bool),
            np.zeros(shape),
            np.zeros(shape),
        )
        for label in strategies
    }
    for row, board in enumerate(boards):
        for turn in range(turns):
            began = time.process_time()
            problem = Problem(board.rotated(turn))
            State.empty(problem)  # it computes what all searches of the problem share
            table = time.process_time() - began
            for seed in range(seeds):
                place = row, turn * seeds + seed
                for _ in range(repeats):
                    for label, make in strategies.items():
                        strategy = make(seed)
                        nodes, seconds, at_once = _run(problem, strategy, max_nodes)
                        runs = found[label]
                        runs.looks[place] = getattr(strategy, "lookaheads", 0)
                        runs.probed[place] = getattr(strategy, "probed_nodes", 0)
                        runs.nodes[place], runs.at_once[place] = nodes, at_once
                        runs.tables[place] = table
                        runs.seconds[place] = min(seconds, runs.seconds[place])
    return found


def _run(problem: Problem, strategy: Strategy, max_nodes: int) -> tuple[int, float, bool]:
    nodes, last = 0, None
    began = time.process_time()
    for last in search(problem, strategy, max_nodes=max_nodes):
        nodes += isinstance(last, Place)
    seconds = time.process_time() - began
    solved = isinstance(last, Solved)
    return nodes, seconds, solved and nodes == last.state.depth


def _median(values: Floats) -> Floats:
    return np.median(values, axis=1)


def _mean(values: Floats) -> Floats:
    return values.mean(axis=1)


def _typical(values: Floats) -> Floats:
    return np.exp(np.log(values).mean(axis=1))


def _typical_ratio(values: Floats, base: Floats) -> Floats:
    return np.exp(np.log(values / base).mean(axis=1))


def _total_ratio(values: Floats, base: Floats) -> Floats:
    return values.sum(axis=1) / base.sum(axis=1)


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
            _show(100 * interval(_mean, each.at_once), "{:.0f} %"),
            _show(interval(_median, each.nodes), "{:.0f}"),
            _show(interval(_mean, each.nodes), "{:.0f}"),
            f"{each.looks.mean():.0f}",
            _show(interval(_mean, each.all_nodes), "{:.0f}"),
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


def draw(runs: Mapping[str, Runs], path: Path) -> None:
    """Draw nodes and the share without a backtrack against seconds, and save the figure."""
    from kaleido.plot.figure import make_figure, save_figure

    figure = make_figure(13, 4.8)
    axes = figure.subplots(1, 3)
    handles = []
    for place, (label, each) in enumerate(runs.items(), start=1):
        colour = COLOURS[label.partition(":")[0]]
        x = 1000 * interval(_typical, each.seconds)
        heights = (
            interval(_typical, each.nodes),
            interval(_typical, each.all_nodes),
            100 * interval(_mean, each.at_once),
        )
        for ax, y in zip(axes, heights, strict=True):
            bars = [np.abs(values[1:] - values[0])[:, None] for values in (x, y)]
            ax.errorbar(x[0], y[0], *bars[::-1], fmt="none", ecolor=colour, alpha=0.3)
            (point,) = ax.plot(x[0], y[0], "o", markersize=12, color=colour)
            ax.annotate(
                str(place),
                (x[0], y[0]),
                ha="center",
                va="center_baseline",
                color="white",
                fontsize=8,
            )
        point.set_label(f"{place}  {label}")
        handles.append(point)
    whats = (
        "nodes, geometric mean",
        "nodes with those of probes, geometric mean",
        "runs without a backtrack, %",
    )
    for ax, what in zip(axes, whats, strict=True):
        ax.set_xscale("log")
        ax.set_xlabel("milliseconds of the search, geometric mean")
        ax.set_ylabel(what)
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(alpha=0.25)
        ticks = [0.5, 1, 2, 4]
        ax.set_xticks(ticks, [f"{tick:g}" for tick in ticks])
        ax.minorticks_off()
        ax.set_ylim(bottom=0)
    figure.suptitle("What looking further saves in nodes and costs in time (95 % intervals)")
    figure.legend(
        handles=handles, loc="outside lower center", ncols=4, frameon=False, handlelength=1
    )
    save_figure(figure, path)


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
