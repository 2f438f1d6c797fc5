"""Unforeseen errors, and resources that are used up: the command ends with one line.

Its exit code is never that of a proof. 70 is EX_SOFTWARE in BSD's ``sysexits.h``.
"""

import errno
import os
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from kaleido.base.errors import GAVE_UP, UNFORESEEN
from kaleido.base.text import one_line, quote_path

DEBUG = "--debug"
"""The option before a command that shows where an error came from."""

_ISSUES = "https://github.com/kaleido-puzzle/kaleido/issues"


THREADS = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OPENCV_FOR_THREADS_NUM",
)  # fmt: skip
"""The variables that say how many threads the array libraries start."""

ROOM = 3 * 2**26
"""The bytes that an array library takes at most as it loads with one thread, or a pool of workers
as it starts."""

COMMAND_ROOM = 2**25
"""The bytes that a command takes at least, without array libraries."""


class _Guard:
    """Lets array libraries load only where there is room for them; see `sys.meta_path`.

    Otherwise OpenBLAS would end the process with the exit code 1, or try again for ever.
    """

    @staticmethod
    def find_spec(name: str, _path: Any = None, _target: Any = None) -> None:
        if name in ("numpy", "scipy", "cv2"):
            check_room()


def guard_memory() -> None:
    """Where the memory of this process is limited, let array libraries load only if they fit.

    Raise a MemoryError if not even a command fits: Python's own errors would be of any kind.
    """
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, RLIMIT_DATA, getrlimit
    except ImportError:  # Windows
        return
    limits = {getrlimit(each)[0] for each in (RLIMIT_AS, RLIMIT_DATA)}
    if limits != {RLIM_INFINITY} and _Guard not in sys.meta_path:
        os.environ.update(dict.fromkeys(THREADS, "1"))
        sys.meta_path.insert(0, _Guard)
    check_room(COMMAND_ROOM)


def check_room(size: int = ROOM) -> None:
    """Raise a MemoryError if the memory of this process is limited, and so much is not left."""
    if _Guard in sys.meta_path:
        import mmap

        try:
            mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
        except OSError:
            raise MemoryError from None


def exhausted(problem: BaseException | None) -> str:
    """Return which resource an error, or its cause, reports as used up; "" if it reports none."""
    while problem is not None:
        number, text = getattr(problem, "errno", None), str(problem).lower()
        if isinstance(problem, MemoryError) or number == errno.ENOMEM:
            return "out of memory"
        # Python's errors in loading libraries and starting threads have no number.
        if "failed to map segment" in text or "cannot allocate memory" in text:
            return "out of memory"
        if number in (errno.EMFILE, errno.ENFILE) or "too many open files" in text:
            return "too many open files"
        if number == errno.EAGAIN or "can't start new thread" in text:
            return "too many threads or processes, or no memory for another one"
        problem = problem.__cause__ or problem.__context__
    return ""


def tell_unforeseen(problem: BaseException, words: Sequence[str]) -> int:
    """Report an unforeseen error in one line on standard error, and return its exit code.

    The traceback comes first if the `words` of the command begin with ``--debug``, or if the
    variable KALEIDO_DEBUG is set.
    """
    message, code = describe_unforeseen(problem, words)
    print(f"kaleido: {message}", file=sys.stderr)
    return code


def describe_unforeseen(problem: BaseException, words: Sequence[str]) -> tuple[str, int]:
    """Return an unforeseen error as one line, and its exit code; print the traceback if asked.

    A resource that is used up is a limit, at which the command gives up.
    """
    own = takewhile(lambda word: word.startswith("-"), words)
    if DEBUG in own or os.environ.get("KALEIDO_DEBUG"):
        import traceback

        traceback.print_exception(problem)
    if resource := exhausted(problem):
        return f"gave up: {resource}", GAVE_UP
    import traceback

    *_, last = traceback.extract_tb(problem.__traceback__)
    what = f"{type(problem).__name__}: {problem}".rstrip(": ")
    where = f"{quote_path(last.filename)}, line {last.lineno}"
    message = (
        f"unforeseen: {one_line(what)} (in {where}); "
        f"`kaleido {DEBUG} …` shows more, to report at {_ISSUES}"
    )
    return message, UNFORESEEN
