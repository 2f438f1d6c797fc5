"""Progress on a terminal: of a search, of work whose share is known, of many boards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from rich.status import Status

from kaleido.cli.console import is_plain, talk
from kaleido.search.events import Event
from kaleido.search.tracker import Tracker

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from kaleido.analysis.puzzle import Puzzle
    from kaleido.analysis.recording import Recording
    from kaleido.model.placement import Placement

DELAY = 1.0
"""Seconds before the progress of a search is shown."""

SPEED_SECONDS = 300.0
"""The remaining time follows from the speed over this time, because boards differ greatly."""

_EVENTS_PER_LOOK = 256


class SearchProgress:
    """The progress of a search, as a live line. A context manager.

    Parameters
    ----------
    visible : bool, optional
        False shows nothing.
    """

    def __init__(self, *, visible: bool = True) -> None:
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
        if self._events % _EVENTS_PER_LOOK:
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


def record_search(
    puzzle: Puzzle, placed: tuple[Placement, ...], strategy: str, **options: Any
) -> Recording:
    """Record a search with the options of `Puzzle.record`, and show its progress."""
    with SearchProgress() as progress:
        return puzzle.record(strategy, placed=placed, watch=progress.follow, **options)


@contextmanager
def _progress(*columns: ProgressColumn, **options: Any) -> Iterator[Progress]:
    from rich.progress import BarColumn, Progress, TextColumn

    console = talk()
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        *columns,
        console=console,
        transient=True,
        disable=not console.is_terminal,
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
def board_progress(verb: str, done: int, total: int) -> Iterator[Callable[[str], None]]:
    """Show how many boards are done, how fast, and the remaining time.

    Parameters
    ----------
    verb : str
        What is done with the boards.
    done : int
        The number of boards that are done already.
    total : int

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
    with _progress(*columns, speed_estimate_period=SPEED_SECONDS) as progress:
        task = progress.add_task(verb, total=total, completed=done)
        yield lambda board: progress.update(task, advance=1, description=f"{verb} {board[-24:]}")
