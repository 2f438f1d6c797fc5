"""The progress of a command on a terminal, and the workers that share its work."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from kaleido.base.consoles import is_watched, make_progress
from kaleido.cli.console import is_plain, notes
from kaleido.search.events import Event, Tracker

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from kaleido.parallel import Workers

DELAY = 1.0  # seconds before the progress of a search is shown

SPEED_SECONDS = 300.0
"""The remaining time follows from the speed over this time, because boards differ greatly."""

_EVENTS_PER_LOOK = 256


@contextmanager
def search_progress(*, visible: bool = True) -> Iterator[Callable[[Event], None]]:
    """Show the progress of a search as a live line if `visible`; yield a taker of its events."""
    console = notes()
    if not (visible and is_watched(console)):
        yield lambda _: None
        return
    from rich.status import Status

    spinner = "line" if is_plain(console) else "dots"
    status = Status("", console=console, spinner=spinner, refresh_per_second=8)
    tracker, began, events = Tracker(), time.perf_counter(), count(1)

    def follow(event: Event) -> None:
        tracker.follow(event)
        if next(events) % _EVENTS_PER_LOOK:
            return
        seconds = time.perf_counter() - began
        if seconds >= DELAY:
            status.update(
                f"{seconds:,.0f} s: {tracker.nodes:,} nodes, {tracker.backtracks:,} backtracks, "
                f"{tracker.pieces} pieces on the board, {tracker.deepest} at most"
            )
            status.start()  # once; then it does nothing

    try:
        yield follow
    finally:
        status.stop()


def _progress(*columns: ProgressColumn, visible: bool = True, **options: Any) -> Progress:
    console = notes()
    if not (visible and is_watched(console)):
        # Some versions of Rich end even a progress without lines by one.
        console.quiet = True
    return make_progress(console, *columns, disable=console.quiet, **options)


@contextmanager
def share_progress(label: str) -> Iterator[Callable[[float], None]]:
    """Show the share of the work done; yield a function that takes the share, from 0 to 1."""
    with stage_progress() as report:
        yield lambda share: report(label, share)


@contextmanager
def stage_progress() -> Iterator[Callable[[str, float], None]]:
    """Show the stage of the work and its share done; yield a function that takes both."""
    from rich.progress import TaskProgressColumn, TimeElapsedColumn

    with _progress(TaskProgressColumn(), TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda label, share: progress.update(task, description=label, completed=share)


@contextmanager
def board_progress(
    verb: str, done: int, total: int, *, printing: bool = False
) -> Iterator[Callable[[str], None]]:
    """Show how many boards are done, how fast, and the remaining time.

    Yield a function that takes the name of each board that is done. With `printing`, answers are
    printed meanwhile, which show the progress themselves on a terminal.
    """
    from rich.progress import MofNCompleteColumn, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.1f} boards/s", "progress.data.speed")

    columns = (MofNCompleteColumn(), Speed(), TimeRemainingColumn())
    visible = not (printing and sys.stdout.isatty())
    with _progress(*columns, visible=visible, speed_estimate_period=SPEED_SECONDS) as progress:
        task = progress.add_task(verb, total=total, completed=done)
        yield lambda board: progress.update(task, advance=1, description=f"{verb} {board[-24:]}")


@contextmanager
def open_workers(
    number: int | None, scheduler: str | None, *, isolated: bool = False
) -> Iterator[Workers]:
    """Open workers as `kaleido.parallel.make_workers` does, quietly."""
    from kaleido.parallel import make_workers

    with (
        quiet_cluster(scheduler),
        make_workers(number, scheduler, isolated=isolated) as workers,
    ):
        yield workers


@contextmanager
def quiet_cluster(scheduler: str | None) -> Iterator[None]:
    """Do not show what Dask logs of workers that leave and of connections that break.

    The run goes on without them, or an error says in one line why it cannot.
    """
    if scheduler is None:
        yield
        return
    import logging

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)
