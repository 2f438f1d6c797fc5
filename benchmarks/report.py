"""Tables of runs, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from run import Run, known_solutions

from kaleido.analysis.statistics import quantiles
from kaleido.analysis.summary import QUANTILES

LARGE = 10_000
"""Boards with more solutions get a line of their own in the report of counts."""

_TITLES = {"first": "Seconds to the first solution", "count": "Seconds to count all solutions"}


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
    parts = [_TITLES[what], "", _table(*_summary(runs, cap))]
    if what == "count" and (lines := _large_boards(runs, cap)):
        head = ["board", "solutions", *_engines(runs)]
        title = f"Boards of more than {LARGE:,} solutions, or of a number that none found, seconds"
        parts += ["", title, "", _table(head, lines)]
    return "\n".join(parts)


def _engines(runs: Sequence[Run]) -> list[str]:
    return list(dict.fromkeys(run.engine for run in runs))


def _summary(runs: Sequence[Run], cap: float) -> tuple[list[str], list[list[str]]]:
    engines = _engines(runs)
    base = engines[0]
    head = ["engine", "finished", *QUANTILES, "total", f"× {base}"]
    base_seconds = {run.board: run.seconds for run in runs if run.engine == base}
    lines = []
    for engine in engines:
        own = [run for run in runs if run.engine == engine]
        seconds = [run.seconds for run in own]
        total = f"{sum(seconds):.2f}"
        ratios = [run.seconds / base_seconds[run.board] for run in own]
        lines.append(
            [
                engine,
                _finished(own, runs),
                *(_seconds(_quantile(seconds, share), cap) for share in QUANTILES.values()),
                total if all(run.finished for run in own) else f"over {total}",
                f"{_quantile(ratios, 0.5):.2f}",
            ]
        )
    return head, lines


def _finished(own: Sequence[Run], runs: Sequence[Run]) -> str:
    done = [run for run in own if run.finished]
    wrong = sum(_is_wrong(run, runs) for run in done)
    return f"{len(done)} of {len(own)}" + (f", {wrong} wrong" if wrong else "")


def _is_wrong(run: Run, runs: Sequence[Run]) -> bool:
    known = known_solutions([each for each in runs if each.board == run.board])
    return known is not None and run.solutions != known


def _quantile(values: Sequence[float], share: float) -> float:
    return quantiles(values, [share])[0]


def _seconds(value: float, cap: float) -> str:
    return f"over {cap:g}" if value >= cap else f"{value:.4f}"


def _large_boards(runs: Sequence[Run], cap: float) -> list[list[str]]:
    lines = []
    for board in dict.fromkeys(run.board for run in runs):
        own = [run for run in runs if run.board == board]
        known = known_solutions(own)
        if known is None or known > LARGE:
            times = [_time(run, known, cap) for run in own]
            lines.append([board, "?" if known is None else f"{known:,}", *times])
    return lines


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
