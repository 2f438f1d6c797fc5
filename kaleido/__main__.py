"""Run the command line with ``python -m kaleido``, or by its names ``kaleido`` and others.

The signals that end a command, Ctrl-C, SIGTERM and Ctrl-Break, end it in the same orderly way.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from functools import partial
from types import FrameType
from typing import TYPE_CHECKING

from kaleido.base.unforeseen import guard_memory, tell_unforeseen

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

# Seconds after the first signal until another one ends the process at once, and until a signal is
# received again if Python has dropped its exception.
FORCE_SECONDS = 5.0
AGAIN_SECONDS = 0.05

ENDING = [signal.SIGINT, signal.SIGTERM]
if hasattr(signal, "SIGBREAK"):  # Windows: Ctrl-Break, which is all that another process can send
    ENDING.append(signal.SIGBREAK)

TERMINATED = 128 + signal.SIGTERM
"""The exit code of a command that SIGTERM has ended, as shells give it."""


class Interrupted(KeyboardInterrupt):
    """Raised when SIGINT or SIGTERM has come.

    It is not a plain KeyboardInterrupt, because the interpreter remembers one that leaves code run
    from a text, such as that of each dataclass. Then `python -m` would end as killed by Ctrl-C,
    although it was caught and the command has an exit code.
    """


class OrderlyEnd:
    """Lets the first of the signals that end a command raise `Interrupted`; a context manager.

    Signals that follow soon do nothing, so that none of them interrupts what the first one has
    begun: `timeout` and others send the same signal twice, to a process and to its group. After the
    context the signals are ignored, because only the interpreter itself is left to end.

    Python drops exceptions in finalizers and the like, and only reports them. If it drops that of a
    signal, the signal is received again a moment later.

    A signal that is ignored already, as in the background of some shells, stays ignored.
    """

    def __init__(self) -> None:
        self._first: int | None = None
        self._forced_from = 0.0
        self._over = self._dropped = False
        self._report = sys.unraisablehook

    def __enter__(self) -> OrderlyEnd:
        sys.unraisablehook = self._receive_again
        for number in ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._receive)
        return self

    def __exit__(self, *_: object) -> None:
        self.finish()
        sys.unraisablehook = self._report
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)

    def finish(self) -> None:
        """Let no signal raise anything from now on: the command is done."""
        self._over = True

    @property
    def came(self) -> bool:
        """Whether a signal came."""
        return self._first is not None

    def code(self, code: int) -> int:
        """Return the exit code of a command that would otherwise end with this one."""
        return code if self._first in (None, signal.SIGINT) else TERMINATED

    def _receive(self, number: int, _: FrameType | None) -> None:
        if self._over:
            return
        if self._first is None or self._dropped:
            self._first, self._dropped = number, False
            self._forced_from = time.monotonic() + FORCE_SECONDS
            raise Interrupted
        if time.monotonic() > self._forced_from:
            os._exit(128 + number)

    def _receive_again(self, unraisable: UnraisableHookArgs) -> None:
        if self._first is None or unraisable.exc_type is not Interrupted:
            self._report(unraisable)
            return
        if self._over:
            return
        import threading

        self._dropped = True
        # An exception that is raised here would be dropped, too.
        first, main = self._first, threading.main_thread().ident
        send = partial(signal.raise_signal, first)
        if hasattr(signal, "pthread_kill") and main is not None:  # not on Windows
            send = partial(signal.pthread_kill, main, first)
        timer = threading.Timer(AGAIN_SECONDS, send)
        timer.daemon = True
        timer.start()


def main() -> int:
    """Run the command line with the arguments of the process."""
    with OrderlyEnd() as end:
        try:
            guard_memory()
            from kaleido.cli import main as run

            code = run()
            end.finish()
        except (KeyboardInterrupt, Exception) as problem:
            # The signal came before the command line was loaded, or after it was done; or what it
            # interrupts, such as the import of an extension module, fails in some other way.
            if end.came or isinstance(problem, KeyboardInterrupt):
                print("kaleido: interrupted", file=sys.stderr)
                code = 130
            else:
                code = tell_unforeseen(problem, sys.argv[1:])
    return end.code(code)


if __name__ == "__main__":
    from kaleidoscope_solver import main as checked

    sys.exit(checked())
