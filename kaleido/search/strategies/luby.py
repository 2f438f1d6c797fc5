"""The restart schedule of Luby, Sinclair and Zuckerman."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count


def luby() -> Iterator[int]:
    """Yield 1, 1, 2, 1, 1, 2, 4, …: within a log factor of the best schedule there is.

    References
    ----------
    M. Luby, A. Sinclair, D. Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993.

    Examples
    --------
    >>> from itertools import islice
    >>> list(islice(luby(), 15))
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    for index in count(1):
        # Strip the largest full block (of length 2^k - 1) off until one ends here.
        while (index + 1) & index:
            index -= (1 << index.bit_length() - 1) - 1
        yield (index + 1) >> 1
