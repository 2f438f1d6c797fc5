"""Cases made smaller: parts of texts, lists and objects are left out while the case still fails.

Hypothesis shrinks the choices of which it makes a case. Where it has changed a text of the
collection, the rest of that text is left; what this module leaves out, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

MAX_TRIES = 2000
"""How many smaller cases are tried."""


def shrunk(case: Any, fails: Callable[[Any], bool]) -> Any:
    """Return a case as small as possible that still fails.

    Parameters
    ----------
    case : value
        Text, bytes, a list, a tuple or a dictionary of such values; others stay as they are.
    fails : callable
        Returns whether a case fails.

    Examples
    --------
    >>> shrunk(("some text with an x in it", 3), lambda case: "x" in case[0])
    ('x', 3)
    """
    tries = 0
    while True:
        for smaller in _smaller(case):
            tries += 1
            if tries > MAX_TRIES:
                return case
            if fails(smaller):
                case = smaller
                break
        else:
            return case


def _smaller(case: Any) -> Iterator[Any]:
    """Yield values with less in them, those with much less first."""
    if isinstance(case, str | bytes | list):
        yield from _without_parts(case)
    if isinstance(case, dict):
        for key in case:
            yield {own: value for own, value in case.items() if own != key}
            yield from ({**case, key: each} for each in _smaller(case[key]))
    if isinstance(case, tuple | list):
        for place, value in enumerate(case):
            for each in _smaller(value):
                yield type(case)([*case[:place], each, *case[place + 1 :]])


def _without_parts(case: Any) -> Iterator[Any]:
    size = len(case)
    while size:
        for start in range(0, len(case), size):
            yield case[:start] + case[start + size :]
        size //= 2
