"""A live line for runs that take longer than a second, on a terminal only."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Self

from rich.status import Status

from kaleido.cli.console import is_plain, talk
from kaleido.event import Event
from kaleido.tracker import Tracker

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
