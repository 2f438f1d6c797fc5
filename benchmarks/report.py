"""Tables of runs, and intervals by the bootstrap over boards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from math import inf

import numpy as np
import numpy.typing as npt
from harness import table
from runs import Run, known_solutions

from kaleido.lab.statistics import Interval

Floats = npt.NDArray[np.float64]

RESAMPLES = 2000

LARGE = 10_000  # boards with more solutions get a line of their own in the report of counts

TITLES = {"first": "the first solution", "count": "counting all solutions"}

STEPS = {"build": "build", "search": "search", "both": "seconds"}
"""By name, the attribute of `Run` with its seconds."""

QUANTILE = partial(np.quantile, axis=1, method="inverted_cdf")  # nearest rank

FIGURES: dict[str, Callable[[Floats], Floats]] = {
    "median": partial(QUANTILE, q=0.5),
    "p99": partial(QUANTILE, q=0.99),
    "slowest": partial(np.max, axis=1),
    "total": partial(np.sum, axis=1),
}
"""What is said about the seconds of an engine, a row of all its runs for each resample."""


def interval(statistic: Callable[..., Floats], *values: npt.ArrayLike) -> Floats:
    """Return a statistic of all runs, and both ends of its interval.

    The values are of shape (boards, runs); the statistic takes them as (resamples, all runs).
    """
    samples = [np.asarray(each, float) for each in values]
    boards = len(samples[0])
    rows = np.random.default_rng(0).integers(0, boards, (RESAMPLES, boards))
    drawn = statistic(*(each[rows].reshape(RESAMPLES, -1) for each in samples))
    whole = statistic(*(each.reshape(1, -1) for each in samples))
    return np.array([whole[0], *np.quantile(drawn, (0.025, 0.975))])


def mean(values: Floats) -> Floats:
    """Return the mean of each row, as a statistic."""
    return values.mean(axis=1)


def report(runs: Sequence[Run], cap: float) -> None:
    """Sum up the runs of one question, of the same engines on each board, in Markdown.

    There is a line for each engine; for counts also one for each large board.
    """
    what, engines = runs[0].what, list(dict.fromkeys(run.engine for run in runs))
    own = {engine: [run for run in runs if run.engine == engine] for engine in engines}
    names = dict.fromkeys(run.board for run in runs)
    boards = {name: [run for run in runs if run.board == name] for name in names}
    known = {board: known_solutions(each) for board, each in boards.items()}
    seconds = {
        (engine, step): np.reshape([getattr(run, name) for run in own[engine]], (len(boards), -1))
        for engine in engines
        for step, name in STEPS.items()
    }
    print(f"Processor milliseconds of {TITLES[what]}\n")
    lines = []
    for engine, step in seconds:
        done = [run for run in own[engine] if run.finished]
        wrong = sum(known[run.board] not in (None, run.solutions) for run in done)
        finished = f"{len(done)} of {len(own[engine])}{f', {wrong} wrong' if wrong else ''}"
        # Of what was stopped only the least is known that it would have taken.
        stopped = (getattr(run, STEPS[step]) for run in own[engine] if _is_stopped(run, step))
        least = min(stopped, default=inf)
        figures = (each(seconds[engine, step].reshape(1, -1))[0] for each in FIGURES.values())
        cells = (f"{'over ' if each >= least else ''}{1000 * each:,.2f}" for each in figures)
        lines.append([engine, step, finished, *cells])
    table(["engine", "step", "finished", *FIGURES], lines)
    base, *others = engines
    if others:
        print(f"\nRatios to those of {base}, with 95 % intervals\n")
        lines = []
        for engine, step in product(others, STEPS):
            pair = seconds[engine, step], seconds[base, step]
            found = (interval(partial(_ratio, each), *pair) for each in FIGURES.values())
            lines.append([engine, step, *(f"{Interval(*each):.2f}" for each in found)])
        table(["engine", "step", *FIGURES], lines)
    large = [board for board, count in known.items() if count is None or count > LARGE]
    if large and what == "count":
        print(f"\nSeconds on boards of more than {LARGE:,} solutions, or of an unknown number\n")
        lines = []
        for board in large:
            own = [[run for run in boards[board] if run.engine == engine] for engine in engines]
            shown = f"{known[board]:,}" if known[board] else "?"
            lines.append([board, shown, *(_time(each, known[board], cap) for each in own)])
        table(["board", "solutions", *engines], lines)
    print(flush=True)


def _ratio(figure: Callable[[Floats], Floats], seconds: Floats, base: Floats) -> Floats:
    return figure(seconds) / figure(base)


def _is_stopped(run: Run, step: str) -> bool:
    return not run.finished and (step == "both" or (step == "search") == (run.search > 0))


def _time(runs: Sequence[Run], known: int | None, cap: float) -> str:
    """Return the seconds of the run in the middle."""
    run = sorted(runs, key=lambda run: run.seconds)[(len(runs) - 1) // 2]
    if not run.finished:
        return f"over {cap:g}"
    checked = "not checked" if known is None else "wrong"
    return f"{run.seconds:.4f}" + f" ({run.solutions:,}, {checked})" * (run.solutions != known)
