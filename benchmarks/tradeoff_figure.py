"""The figure of what looking further saves in nodes and costs in seconds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from resampling import Floats, interval, mean
from variant_runs import Runs

from kaleido.plot.figure import make_figure, save_figure

COLOURS = {"constrained": "#b35900", "tuned": "#1f5fa8", "probing": "#2f7d4f"}
"""Of each strategy."""


def draw(runs: Mapping[str, Runs], path: Path) -> None:
    """Draw nodes and the share without a backtrack against seconds, and save the figure."""
    figure = make_figure(13, 4.8)
    axes = figure.subplots(1, 3)
    handles = []
    for place, (label, each) in enumerate(runs.items(), start=1):
        colour = COLOURS[label.partition(":")[0]]
        x = 1000 * interval(_typical, each.seconds)
        heights = (
            interval(_typical, each.nodes),
            interval(_typical, each.all_nodes),
            100 * interval(mean, each.at_once),
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


def _typical(values: Floats) -> Floats:
    return np.exp(np.log(values).mean(axis=1))
