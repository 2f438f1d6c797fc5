"""A bar that shows how many runs are done, on a terminal or below the cell of a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from kaleido.base.text import plural
from kaleido.lab.run import Run

REDRAW_SECONDS = 0.2  # how often a notebook's bar is drawn again


@contextmanager
def run_progress(
    done: int, total: int, *, visible: bool | None = None
) -> Iterator[Callable[[Run], None]]:
    """Show how many runs are done, by default if somebody sees it; yield a callback for each."""
    module: Any = sys.modules.get("IPython")
    kernel = getattr(module.get_ipython(), "kernel", None) if module is not None else None
    if visible is None:
        # A notebook that a program executes cannot ask for input.
        visible = getattr(kernel, "_allow_stdin", False) if kernel else sys.stderr.isatty()
    if not visible or done == total:
        yield lambda _: None
    else:
        with (_notebook_bar if kernel else _terminal_bar)(done, total) as report:
            yield report


@contextmanager
def _terminal_bar(done: int, total: int) -> Iterator[Callable[[Run], None]]:
    from rich import progress as bars

    from kaleido.base.consoles import make_console

    columns = bars.BarColumn(), bars.MofNCompleteColumn(), bars.TimeRemainingColumn()
    with bars.Progress(
        bars.TextColumn("{task.description}"),
        *columns,
        console=make_console(sys.stderr),
        transient=True,
        redirect_stdout=False,
    ) as progress:
        task = progress.add_task("compare", total=total, completed=done)
        yield lambda run: progress.update(task, advance=1, description=_short(run))


@contextmanager
def _notebook_bar(done: int, total: int) -> Iterator[Callable[[Run], None]]:
    from IPython.display import display

    began = drawn = time.monotonic()
    finished = 0
    handle = display({"text/plain": ""}, raw=True, display_id=True)

    def report(run: Run) -> None:
        nonlocal finished, drawn
        finished += 1
        now = time.monotonic()
        if now - drawn < REDRAW_SECONDS:
            return
        drawn = now
        left = (now - began) / finished * (total - done - finished)
        text = f"{done + finished:,} of {plural(total, 'run')}, {left:,.0f} s left: {_short(run)}"
        bar = (
            f'<progress value="{done + finished}" max="{total}" aria-label="runs done"></progress>'
        )
        handle.update({"text/plain": text, "text/html": f"{bar} {escape(text)}"}, raw=True)

    try:
        yield report
    finally:
        handle.update({}, raw=True)


def _short(run: Run) -> str:
    return f"{run.strategy[-24:]} on {run.pattern[-24:]}"
