"""The standard streams of a command: they take every character, and their faults are errors.

What an encoding lacks is written in ASCII.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import stat
import sys
import time
import unicodedata
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, cast

from kaleido.base.errors import OutputError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_LEVEL, _UPRIGHT, _CROSSINGS = "─━╌╍═╴╶╸╺", "│┃╎╏║╵╷╹╻", "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋"
_INSTEAD = {
    **dict.fromkeys(_LEVEL, "-"),
    **dict.fromkeys(_UPRIGHT, "|"),
    **dict.fromkeys(_CROSSINGS, "+"),
    **dict.fromkeys("★█■●▀▄░", "#"),
    **dict.fromkeys("☆□○⋮", "."),
    **dict.fromkeys("▲△", "A"),
    **dict.fromkeys("▼▽⤓", "V"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("–—−", "-"),
    **{"×": "x", "±": "+-", "°": " degrees", "·": ".", "✓": "ok", "✗": "x"},
    **{"≈": "~", "≤": "<=", "≥": ">=", "∞": "inf"},
    **{"→": "->", "▶": ">", "⟲": "<-", "↩": "<-"},
    **dict(zip("ßæÆœŒøØłŁ", ["ss", "ae", "AE", "oe", "OE", "o", "O", "l", "L"], strict=True)),
}
"""What stands for characters that Unicode does not take apart; "?" for all others."""

FALLBACK = "kaleido"  # the name of the fallback among the handlers of errors that `codecs` knows


def _in_ascii(error: UnicodeError) -> tuple[str, int]:
    """Return what is written instead of the characters that an encoding lacks, and their end."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    lacking = error.object[error.start : error.end]
    with suppress(UnicodeEncodeError):
        # Where the locale is ASCII, a file name comes as one character for each of its bytes.
        lacking = lacking.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return "".join(map(_plainly, lacking)), error.end


def _plainly(letter: str) -> str:
    parts = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return _INSTEAD.get(letter) or parts or ("" if unicodedata.combining(letter) else "?")


codecs.register_error(FALLBACK, _in_ascii)


_BLOCKED_SECONDS = 0.01  # after which a pipe that is full is tried again


class _Sink(io.RawIOBase):
    """What takes the bytes of a stream; once it cannot write them, it drops all others.

    The title is the name of the stream in messages. What goes to a stream without one is not
    missed: no command fails because its notes cannot be written.
    """

    def __init__(self, target: Any, title: str) -> None:
        self._target = target
        self._title = title
        self._ended = False

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return int(self._target.fileno())

    def isatty(self) -> bool:
        return bool(self._target.isatty())

    def write(self, data: ReadableBuffer, /) -> int:
        """Pass bytes on, and return how many were taken."""
        try:
            while not self._ended:
                taken: int | None = self._target.write(data)
                if taken is not None:
                    return taken
                # Whoever shares the pipe has set it not to block.
                time.sleep(_BLOCKED_SECONDS)
        except OSError as problem:
            self._ended = True
            if self._title:
                if isinstance(problem, BrokenPipeError):
                    raise
                if problem.errno == errno.EINVAL and self._is_pipe():  # Windows says so
                    raise BrokenPipeError(*problem.args) from None
                reason = problem.strerror or problem
                raise OutputError(f"cannot write {self._title}: {reason}") from None
        return memoryview(data).nbytes

    def _is_pipe(self) -> bool:
        with suppress(OSError):
            return stat.S_ISFIFO(os.fstat(self.fileno()).st_mode)
        return False

    def end(self) -> None:
        """Drop all that comes from now on."""
        self._ended = True


class _Writer(io.TextIOWrapper):
    """A stream that everything enters as text, so that its fallback serves all of it."""

    def __init__(self, sink: _Sink, *, encoding: str, at_once: bool) -> None:
        super().__init__(
            io.BufferedWriter(sink), encoding=encoding, errors=FALLBACK, line_buffering=at_once
        )
        self._sink = sink

    @property
    def buffer(self) -> NoReturn:
        """Refuse to take bytes: they would go past the encoding."""
        raise AttributeError("standard streams take text alone")

    def end(self) -> None:
        """Write what is left, if that is possible, and take nothing more."""
        with suppress(OSError, OutputError):
            self.flush()
        self._sink.end()
        self.close()


@contextmanager
def standard_streams(*, only_ascii: bool = False) -> Iterator[None]:
    """Let the standard streams take every character, and fail in one place, in this context.

    What standard output does not take raises an `OutputError`, or a BrokenPipeError if its reader
    has stopped reading; it is raised once. Standard error drops what it cannot write. A stream
    that was closed when the program started fails when it is used. A stream without bytes
    below it, which a program has put in its place, stays as it is. With `only_ascii` nothing else
    is written, even where the terminal knows more.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    with ExitStack() as opened:
        # In this order, because a file that is opened gets the lowest number that is free: no
        # other file must take the place of a closed stream. Reading from what is open for
        # writing fails, and so does the reverse.
        sys.stdin = sys.stdin or opened.enter_context(_no_stream(os.O_WRONLY, "r"))
        answers = sys.stdout or opened.enter_context(_no_stream(os.O_RDONLY, "w"))
        notes = sys.stderr or opened.enter_context(_no_stream(os.O_WRONLY, "w"))
        sys.stdout = _guarded(answers, "standard output", only_ascii=only_ascii)
        sys.stderr = _guarded(notes, "", only_ascii=only_ascii)
        guarded = {sys.stdout, sys.stderr} - {answers, notes}
        try:
            yield
        finally:
            for writer in guarded:
                cast(_Writer, writer).end()
            sys.stdin, sys.stdout, sys.stderr = before


def _no_stream(flag: int, mode: str) -> TextIO:
    """Return what stands for a stream that was closed when the program started."""
    number = os.open(os.devnull, flag)
    os.set_inheritable(number, True)  # as that of any standard stream: workers have them, too
    return cast(TextIO, open(number, mode, encoding="utf-8"))  # noqa: PTH123


def _guarded(stream: TextIO, title: str, *, only_ascii: bool) -> TextIO:
    """Return a writer that encodes as a stream does, or the stream if it takes no bytes."""
    target = getattr(stream, "buffer", None)
    if target is None:
        return stream
    with suppress(OSError):
        stream.flush()
    return _Writer(
        _Sink(getattr(target, "raw", target), title),
        encoding="ascii" if only_ascii else stream.encoding,
        at_once=bool(stream.line_buffering or getattr(stream, "write_through", False)),
    )
