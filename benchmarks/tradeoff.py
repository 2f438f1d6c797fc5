"""What looking further saves in nodes and costs in seconds.

The variants are `constrained`; `tuned`, with more and more cells and pieces to choose from: only
the scarcest, all that are as scarce, or those with so many placements more; and `Probing`, with
longer and longer searches that refute a move before it is made. They take turns on each board, and
a run's time is the least of its repetitions, in processor seconds, so that other work on the
machine hardly changes it. Intervals are 95 %, by the bootstrap over boards, with all runs of a
board kept together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import numpy as np
from harness import BoardFile, boards_of, run, table, timed
from report import Floats, interval, mean

from kaleido import Pattern
from kaleido.lab.learn.boards import generate_boards
from kaleido.plot.figure import make_figure, save_figure
from kaleido.search import Constrained, Place, Probing, Solved, Tuned
from kaleido.search.engine import search
from kaleido.search.events import looks_of
from kaleido.search.fork import Strategy
from kaleido.search.problem import Problem
from kaleido.search.state import State

GENERATED_FROM = 2 * 10**9
"""The first seed of the generated boards; `kaleido tune` neither trains nor evaluates on them."""

MEDIAN = partial(np.median, axis=1)

COLOURS = {"constrained": "#b35900", "tuned": "#1f5fa8", "probing": "#2f7d4f"}
"""Of each strategy."""

NAMES = ("nodes", "seconds", "tables", "at_once", "looks", "probed")

Runs = dict[str, Floats]
"""What is known of the runs of one variant, by name, as arrays of shape (boards, runs).

They are the nodes; the seconds of the search, and of the table of placements; whether a run ended
without a backtrack; how many moves were looked at, the nodes of the probes, and those of both.
"""


def variants() -> Mapping[str, Callable[[int], Strategy]]:
    """Return the strategies to measure, by label, from the cheapest to the one that looks most."""
    policy = Tuned().policy
    looks = {"the scarcest only": (0, 1), "as scarce": (0, policy.forks)}
    looks |= {f"{extra} more": (extra, policy.forks) for extra in (1, 3, 6)}
    return {
        "constrained": Constrained,
        **{
            f"tuned: {name}": partial(Tuned, policy=replace(policy, extra=extra, forks=forks))
            for name, (extra, forks) in looks.items()
        },
        **{
            f"probing: {each} nodes": partial(Probing, probe_nodes=each)
            for each in (0, 10, 30, 100)
        },
    }


def measure(
    boards: Sequence[Pattern],
    strategies: Mapping[str, Callable[[int], Strategy]],
    turns: int,
    seeds: int,
    repeats: int,
    max_nodes: int,
) -> dict[str, Runs]:
    """Run every strategy on every board, in so many rotations and with so many seeds."""
    found = np.zeros((len(strategies), len(NAMES), len(boards), turns * seeds))
    found[:, 1] = np.inf
    for (row, board), turn in product(enumerate(boards), range(turns)):
        # The empty board computes what all searches of the problem share.
        start, listing = timed(lambda: State.empty(Problem(board.rotated(turn))))  # noqa: B023
        for seed, _ in product(range(seeds), range(repeats)):
            cells = found[:, :, row, turn * seeds + seed]
            for own, make in zip(cells, strategies.values(), strict=True):
                strategy = make(seed)
                (nodes, at_once), taken = timed(_run, start.problem, strategy, max_nodes)
                looks = looks_of(strategy) or (0, 0)
                own[:] = nodes, min(taken, own[1]), listing, at_once, *looks
    runs = (dict(zip(NAMES, own, strict=True)) for own in found)
    return {
        label: own | {"all": own["nodes"] + own["probed"]}
        for label, own in zip(strategies, runs, strict=True)
    }


def _run(problem: Problem, strategy: Strategy, max_nodes: int) -> tuple[int, bool]:
    nodes, last = 0, None
    for last in search(problem, strategy, max_nodes=max_nodes):
        nodes += isinstance(last, Place)
    return nodes, isinstance(last, Solved) and nodes == last.state.depth


def show(runs: Mapping[str, Runs]) -> None:
    """Print the table: nodes, and seconds as ratios to those of the first variant."""
    base = next(iter(runs.values()))

    def rows() -> Iterator[list[str]]:
        for label, own in runs.items():
            whole = (each["seconds"] + each["tables"] for each in (own, base))
            figures = (
                ("{:.0f} %", 100 * interval(mean, own["at_once"])),
                ("{:.0f}", interval(MEDIAN, own["nodes"])),
                ("{:.0f}", interval(mean, own["nodes"])),
                ("{:.0f}", interval(mean, own["all"])),
                ("{:.2f}", interval(_typical, own["all"], base["all"])),
                ("{:.2f}", 1000 * interval(MEDIAN, own["seconds"])),
                ("{:.2f}", interval(_typical, own["seconds"], base["seconds"])),
                ("{:.2f}", interval(_total_ratio, own["seconds"], base["seconds"])),
                ("{:.2f}", interval(_total_ratio, *whole)),
            )
            cells = ["{} ({} to {})".format(*map(form.format, each)) for form, each in figures]
            yield [label, *cells[:3], f"{own['looks'].mean():.0f}", *cells[3:]]

    titles = (
        *("variant", "no backtrack", "median nodes", "mean nodes", "mean looks"),
        *("mean nodes with probes", "× nodes with probes, paired", "median ms"),
        *("× seconds, paired", "× seconds, total", "× with the table, total"),
    )
    table(titles, rows(), len(titles))


def _typical(values: Floats, base: Floats | float = 1.0) -> Floats:
    return np.exp(np.log(values / base).mean(axis=1))


def _total_ratio(values: Floats, base: Floats) -> Floats:
    return values.sum(axis=1) / base.sum(axis=1)


def draw(runs: Mapping[str, Runs], path: Path) -> None:
    """Draw nodes and the share without a backtrack against seconds, and save the figure."""
    figure = make_figure(13, 4.8)
    axes = figure.subplots(1, 3)
    for place, (label, own) in enumerate(runs.items(), start=1):
        colour = COLOURS[label.partition(":")[0]]
        x = 1000 * interval(_typical, own["seconds"])
        nodes = (interval(_typical, own[each]) for each in ("nodes", "all"))
        for ax, y in zip(axes, (*nodes, 100 * interval(mean, own["at_once"])), strict=True):
            bars = [np.abs(values[1:] - values[0])[:, None] for values in (y, x)]
            ax.errorbar(x[0], y[0], *bars, fmt="none", ecolor=colour, alpha=0.3)
            ax.plot(x[0], y[0], "o", ms=12, color=colour, label=f"{place}  {label}")
            style = {"ha": "center", "va": "center_baseline", "color": "white", "fontsize": 8}
            ax.annotate(str(place), (x[0], y[0]), **style)
    nodes = ("nodes, geometric mean", "nodes with those of probes, geometric mean")
    for ax, what in zip(axes, (*nodes, "runs without a backtrack, %"), strict=True):
        ax.set(xscale="log", xlabel="milliseconds of the search, geometric mean", ylabel=what)
        ax.spines[["top", "right"]].set_visible(False)
        ax.grid(alpha=0.25)
        ax.set_xticks([0.5, 1, 2, 4], ["0.5", "1", "2", "4"])
        ax.minorticks_off()
        ax.set_ylim(bottom=0)
    figure.suptitle("What looking further saves in nodes and costs in time (95 % intervals)")
    place = {"loc": "outside lower center", "ncols": 4, "frameon": False, "handlelength": 1}
    figure.legend(*axes[0].get_legend_handles_labels(), **place)
    save_figure(figure, path)


def main(
    boards: BoardFile = None,
    number: int = 60,
    turns: int = 4,
    seeds: int = 4,
    repeats: int = 3,
    max_nodes: int = 20_000,
    figure: Path | None = None,
) -> None:
    """Measure on boards, by default on so many generated ones; draw the figure if it is named."""
    chosen = boards_of(boards) if boards else generate_boards(number, GENERATED_FROM)
    found = measure([*chosen.values()], variants(), turns, seeds, repeats, max_nodes)
    show(found)
    if figure is not None:
        draw(found, figure)


if __name__ == "__main__":
    run(main)
