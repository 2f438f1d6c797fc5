"""A terminal to write to, which keeps what it gets."""

import os
import struct
import threading
from contextlib import suppress

import pytest


class Terminal:
    """
    A pseudo-terminal of some width, read all the time, so that writers never wait.

    Attributes
    ----------
    end
        The descriptor that programs write to. Whoever is given it closes it.
    """

    def __init__(self, columns: int = 80) -> None:
        fcntl, termios = pytest.importorskip("fcntl"), pytest.importorskip("termios")
        self._master, self.end = os.openpty()
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
        self._got = b""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with suppress(OSError):  # the end of it, on Linux
            while more := os.read(self._master, 1 << 16):
                self._got += more
        os.close(self._master)

    def written(self) -> bytes:
        """Return all that was written, once no program has the terminal open any more."""
        self._reader.join()
        return self._got
