"""The progress of many runs, in a terminal and below the cell of a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

from kaleido.analysis.run import Run
from kaleido.text import plural

REDRAW_SECONDS = 0.2  # how often a notebook's bar is drawn again


@contextmanager
def run_progress(
    done: int, total: int, *, visible: bool | None = None
) -> Iterator[Callable[[Run], None]]:
    """Show how many runs are done; yield what takes each run when it finishes.

    The bar starts with the runs known already, and disappears when all are done. By default it is
    visible if somebody can see it: standard error is a terminal, or a notebook is open in front of
    somebody (where it is executed by a program, nothing is left in its outputs).
    """
    shell = _notebook()
    if visible is None:
        visible = _is_watched(shell) if shell is not None else sys.stderr.isatty()
    if not visible or done == total:
        yield lambda _: None
    elif shell is not None:
        with _notebook_bar(done, total) as report:
            yield report
    else:
        with _terminal_bar(done, total) as report:
            yield report


def _notebook() -> Any:
    """Return the shell of a notebook's kernel, or None outside of notebooks."""
    module = sys.modules.get("IPython")
    shell = module.get_ipython() if module is not None else None
    return shell if getattr(shell, "kernel", None) is not None else None


def _is_watched(shell: Any) -> bool:
    """Return whether the notebook can ask for input: a program that executes one cannot answer."""
    return bool(getattr(shell.kernel, "_allow_stdin", False))


@contextmanager
def _terminal_bar(done: int, total: int) -> Iterator[Callable[[Run], None]]:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn as TimeRemaining,
    )

    from kaleido.consoles import make_console

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemaining())
    with Progress(
        *columns, console=make_console(sys.stderr), transient=True, redirect_stdout=False
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
        html = (
            f'<progress value="{done + finished}" max="{total}" aria-label="runs done"></progress> '
            f"{escape(text)}"
        )
        handle.update({"text/plain": text, "text/html": html}, raw=True)

    try:
        yield report
    finally:
        handle.update({}, raw=True)


def _short(run: Run) -> str:
    return f"{run.strategy[-24:]} on {run.pattern[-24:]}"
