"""The signals that end a command: Ctrl-C and SIGTERM end it in the same orderly way."""

from __future__ import annotations

import os
import signal
import time
from types import FrameType

FORCE_SECONDS = 5.0
"""Seconds after the first signal from which on another one ends the process at once."""

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a command that SIGTERM has ended, as shells give it."""


class OrderlyEnd:
    """Lets the first SIGINT or SIGTERM raise KeyboardInterrupt; a context manager.

    The signals that follow soon do nothing, so that none of them breaks off what the first one has
    begun: `timeout` and others send the same signal twice, to a process and to its group. After
    the context the signals are ignored, because only the interpreter itself is left to end.

    A signal that is ignored already, as in the background of some shells, stays ignored.
    """

    def __init__(self) -> None:
        self._first: int | None = None
        self._forced_from = 0.0
        self._over = False

    def __enter__(self) -> OrderlyEnd:
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._receive)
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        # A signal that came while Python compiled a text, as it does for each dataclass, would
        # else end `python -m` as if nobody had caught it: only the next text undoes that.
        exec("")  # noqa: S102

    def finish(self) -> None:
        """Let no signal raise anything from now on: the command is done."""
        self._over = True

    @property
    def came(self) -> bool:
        """Whether a signal came."""
        return self._first is not None

    def code(self, code: int) -> int:
        """Return the exit code of a command that would else end with this one."""
        return TERMINATED if self._first == signal.SIGTERM else code

    def _receive(self, number: int, _: FrameType | None) -> None:
        if self._over:
            return
        if self._first is None:
            self._first = number
            self._forced_from = time.monotonic() + FORCE_SECONDS
            raise KeyboardInterrupt
        if time.monotonic() > self._forced_from:
            os._exit(128 + number)
