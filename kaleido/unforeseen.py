"""Unforeseen errors: the command ends with one line, and with a separate exit code.

It is never the code of a proof. 70 is EX_SOFTWARE in BSD's ``sysexits.h``.
"""

import os
import sys
from collections.abc import Sequence
from itertools import takewhile

from kaleido.errors import UNFORESEEN
from kaleido.text import escaped, quote_path

DEBUG = "--debug"
"""The option before a command that shows where an error came from."""

_ISSUES = "https://github.com/kaleido-puzzle/kaleido/issues"


def tell_unforeseen(problem: BaseException, words: Sequence[str]) -> int:
    """Report an unforeseen error in one line on standard error, and return its exit code.

    The traceback comes first if the `words` of the command begin with ``--debug``, or if the
    variable KALEIDO_DEBUG is set.
    """
    import traceback

    own = takewhile(lambda word: word.startswith("-"), words)
    if DEBUG in own or os.environ.get("KALEIDO_DEBUG"):
        traceback.print_exception(problem)
    *_, last = traceback.extract_tb(problem.__traceback__)
    what = f"{type(problem).__name__}: {problem}".rstrip(": ")
    where = f"{quote_path(last.filename)}, line {last.lineno}"
    print(
        f"kaleido: unforeseen: {escaped(' '.join(what.split())[:200])} (in {where}); "
        f"`kaleido {DEBUG} …` shows more, to report at {_ISSUES}",
        file=sys.stderr,
    )
    return UNFORESEEN
