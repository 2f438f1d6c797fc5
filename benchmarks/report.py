"""Tables of runs, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import inf

import numpy as np
from resampling import Floats, interval
from run import Run, known_solutions

from kaleido.analysis.statistics import Interval

LARGE = 10_000
"""Boards with more solutions get a line of their own in the report of counts."""

_TITLES = {"first": "the first solution", "count": "counting all solutions"}

_STEPS = {"build": "build", "search": "search", "both": "seconds"}
"""By name, the attribute of `Run` with its seconds."""


def _nearest_rank(share: float, values: Floats) -> Floats:
    return np.quantile(values, share, axis=1, method="inverted_cdf")


_FIGURES = {
    "median": partial(_nearest_rank, 0.5),
    "p99": partial(_nearest_rank, 0.99),
    "slowest": partial(np.max, axis=1),
    "total": partial(np.sum, axis=1),
}
"""What is said about the seconds of an engine, a row of all its runs for each resample."""


def report(runs: Sequence[Run], cap: float) -> str:
    """Sum up the runs of one question.

    Parameters
    ----------
    runs : sequence of Run
        Of at least one board, and of the same engines on each.
    cap : float
        In seconds.

    Returns
    -------
    str
        A table with a line per engine; for counts also one with a line per large board.
    """
    what = runs[0].what
    title = _TITLES[what]
    parts = [f"Processor milliseconds of {title}", "", _table(*_summary(runs))]
    if len(_engines(runs)) > 1:
        base = _engines(runs)[0]
        parts += ["", f"Ratios to those of {base}, with 95 % intervals", "", _table(*_ratios(runs))]
    if what == "count" and (lines := _large_boards(runs, cap)):
        head = ["board", "solutions", *_engines(runs)]
        title = f"Boards of more than {LARGE:,} solutions, or of a number that none found, seconds"
        parts += ["", title, "", _table(head, lines)]
    return "\n".join(parts)


def _engines(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(run.engine for run in runs))


def _seconds_of(runs: Sequence[Run], engine: str, step: str) -> Floats:
    """Give the seconds of an engine, of shape (boards, orders)."""
    own = [run for run in runs if run.engine == engine]
    boards = len({run.board for run in own})
    return np.array([getattr(run, _STEPS[step]) for run in own]).reshape(boards, -1)


def _summary(runs: Sequence[Run]) -> tuple[list[str], list[list[str]]]:
    lines = []
    for engine in _engines(runs):
        own = [run for run in runs if run.engine == engine]
        for step, attribute in _STEPS.items():
            all_runs = _seconds_of(runs, engine, step).reshape(1, -1)
            # Of what was stopped only the least is known that it would have taken.
            stopped = [getattr(run, attribute) for run in own if _is_stopped(run, step)]
            figures = (float(figure(all_runs)[0]) for figure in _FIGURES.values())
            cells = (_milliseconds(each, least=min(stopped, default=inf)) for each in figures)
            lines.append([engine, step, _finished(own, runs), *cells])
    return ["engine", "step", "finished", *_FIGURES], lines


def _ratios(runs: Sequence[Run]) -> tuple[list[str], list[list[str]]]:
    base, *others = _engines(runs)
    lines = []
    for engine in others:
        for step in _STEPS:
            pair = [_seconds_of(runs, each, step) for each in (engine, base)]
            found = (interval(partial(_ratio, each), *pair) for each in _FIGURES.values())
            lines.append([engine, step, *(f"{Interval(*each):.2f}" for each in found)])
    return ["engine", "step", *_FIGURES], lines


def _ratio(figure: Callable[[Floats], Floats], seconds: Floats, base: Floats) -> Floats:
    return figure(seconds) / figure(base)


def _finished(own: Sequence[Run], runs: Sequence[Run]) -> str:
    done = [run for run in own if run.finished]
    wrong = sum(_is_wrong(run, runs) for run in done)
    return f"{len(done)} of {len(own)}" + (f", {wrong} wrong" if wrong else "")


def _is_wrong(run: Run, runs: Sequence[Run]) -> bool:
    known = known_solutions([each for each in runs if each.board == run.board])
    return known is not None and run.solutions != known


def _is_stopped(run: Run, step: str) -> bool:
    return not run.finished and (step == "both" or (step == "search") == (run.search > 0))


def _milliseconds(seconds: float, least: float) -> str:
    return f"{'over ' if seconds >= least else ''}{1000 * seconds:,.2f}"


def _large_boards(runs: Sequence[Run], cap: float) -> list[list[str]]:
    lines = []
    for board in dict.fromkeys(run.board for run in runs):
        own = [run for run in runs if run.board == board]
        known = known_solutions(own)
        if known is None or known > LARGE:
            times = [_time(_middle(own, engine), known, cap) for engine in _engines(runs)]
            lines.append([board, "?" if known is None else f"{known:,}", *times])
    return lines


def _middle(runs: Sequence[Run], engine: str) -> Run:
    own = sorted((run for run in runs if run.engine == engine), key=lambda run: run.seconds)
    return own[(len(own) - 1) // 2]


def _time(run: Run, known: int | None, cap: float) -> str:
    if not run.finished:
        return f"over {cap:g}"
    found = f"{run.solutions:,}"
    if known is None:
        return f"{run.seconds:.4f} ({found}, not checked)"
    return f"{run.seconds:.4f}" + ("" if run.solutions == known else f" ({found}, wrong)")


def _table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """Draw a table; the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]

    def draw(cells: Sequence[str]) -> str:
        first, *others = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return f"| {' | '.join([first, *others])} |"

    rule = ["-" * (width - 1) + ":" if place else "-" * width for place, width in enumerate(widths)]
    return "\n".join(map(draw, [head, rule, *lines]))
