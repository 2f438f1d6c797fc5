"""A live line for runs that take longer than a second, on a terminal only."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from rich.status import Status

from kaleido.cli.console import is_plain, talk
from kaleido.search.events import Event
from kaleido.search.tracker import Tracker

DELAY = 1.0
"""Seconds before anything is shown."""

_LOOK_EVERY = 256


class SearchProgress:
    """Shows how far a search has come; a context manager.

    Parameters
    ----------
    visible : bool
        False keeps it silent.
    """

    def __init__(self, *, visible: bool) -> None:
        console = talk()
        self._visible = visible and console.is_terminal
        self._tracker = Tracker()
        self._events = 0
        self._began = time.perf_counter()
        spinner = "line" if is_plain(console) else "dots"
        self._status = Status("", console=console, spinner=spinner, refresh_per_second=8)
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._shown:
            self._status.stop()

    def follow(self, event: Event) -> None:
        """Take an event into account."""
        if not self._visible:
            return
        self._tracker.follow(event)
        self._events += 1
        if self._events % _LOOK_EVERY:
            return
        seconds = time.perf_counter() - self._began
        if seconds < DELAY:
            return
        tracker = self._tracker
        self._status.update(
            f"{seconds:,.0f} s: {tracker.nodes:,} nodes, {tracker.backtracks:,} backtracks, "
            f"{len(tracker.line)} pieces on the board, {tracker.deepest} at most"
        )
        if not self._shown:
            self._status.start()
            self._shown = True


SPEED_SECONDS = 300.0
"""The time left is judged by the speed of so many seconds: boards differ a great deal."""


@contextmanager
def board_progress(verb: str, done: int, total: int) -> Iterator[Callable[[str], None]]:
    """Show how many boards are done, how fast, and the time left, on a terminal only.

    Parameters
    ----------
    verb : str
        What is done.
    done : int
        How many boards are done already.
    total : int

    Yields
    ------
    callable
        To be told the name of each board that is done.
    """
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.1f} boards/s", "progress.data.speed")

    console = talk()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Speed(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        speed_estimate_period=SPEED_SECONDS,
        disable=not console.is_terminal,
    ) as progress:
        task = progress.add_task(verb, total=total, completed=done)
        yield lambda board: progress.update(task, advance=1, description=f"{verb} {board[-24:]}")
