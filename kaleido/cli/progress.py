"""Progress on a terminal: of a search, of work whose share is known, of many boards."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from kaleido.cli.console import is_plain, talk
from kaleido.consoles import is_watched
from kaleido.search.events import Event, Tracker

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from kaleido.analysis.puzzle import Position
    from kaleido.analysis.recording import Recording

DELAY = 1.0
"""Seconds before the progress of a search is shown."""

SPEED_SECONDS = 300.0
"""The remaining time follows from the speed over this time, because boards differ greatly."""

_EVENTS_PER_LOOK = 256


@contextmanager
def search_progress(*, visible: bool = True) -> Iterator[Callable[[Event], None]]:
    """Show the progress of a search as a live line; yield what takes its events.

    Parameters
    ----------
    visible : bool, optional
        False shows nothing.
    """
    console = talk()
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
                f"{len(tracker.line)} pieces on the board, {tracker.deepest} at most"
            )
            status.start()  # once; then it does nothing

    try:
        yield follow
    finally:
        status.stop()


def record_search(
    position: Position,
    strategy: str | None,
    rules: list[str] | None,
    **options: Any,
) -> Recording:
    """Record a search that is to be drawn, as ``Position.record`` does; show its progress.

    By default the strategy is that whose moves are drawn, with rules switched if there are any.
    """
    from kaleido.cli.options import with_rules
    from kaleido.heuristics.registry import shown_strategy

    chosen = with_rules(strategy or shown_strategy(position.problem), rules)
    with search_progress() as follow:
        return position.record(chosen, watch=follow, **options)


@contextmanager
def _progress(*columns: ProgressColumn, visible: bool = True, **options: Any) -> Iterator[Progress]:
    from rich.progress import BarColumn, Progress, TextColumn

    console = talk()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        console=console,
        transient=True,
        # Otherwise what is printed meanwhile would go to standard error, as wide as the terminal.
        redirect_stdout=False,
        disable=not (visible and is_watched(console)),
        **options,
    ) as progress:
        yield progress


@contextmanager
def share_progress(label: str) -> Iterator[Callable[[float], None]]:
    """Show which share of the work is done; yield what takes the share, from 0 to 1."""
    with stage_progress() as report:
        yield lambda share: report(label, share)


@contextmanager
def stage_progress() -> Iterator[Callable[[str, float], None]]:
    """Show the stage of the work and its share done; yield what takes both."""
    from rich.progress import TaskProgressColumn, TimeElapsedColumn

    with _progress(TaskProgressColumn(), TimeElapsedColumn()) as progress:
        task = progress.add_task("", total=1.0)
        yield lambda label, share: progress.update(task, description=label, completed=share)


@contextmanager
def board_progress(
    verb: str, done: int, total: int, *, printing: bool = False
) -> Iterator[Callable[[str], None]]:
    """Show how many boards are done, how fast, and the remaining time.

    Parameters
    ----------
    verb : str
        What is done with the boards.
    done : int
        The number of boards that are done already.
    total : int
    printing : bool, optional
        Whether answers are printed meanwhile. On a terminal they show the progress themselves.

    Yields
    ------
    callable
        It takes the name of each board that is done.
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
