"""Counts beyond 63 bits: the same sweeps modulo primes, and the Chinese remainder theorem."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kaleido.counting.bidirectional import count_bidirectional
from kaleido.counting.limits import Meter
from kaleido.counting.profiles import Profiles
from kaleido.counting.subsets import Subsets
from kaleido.counting.sweep import Arithmetic
from kaleido.errors import TooLargeError

_PRIMES = (1099511627689, 1099511627609, 1099511627581, 1099511627573, 1099511627563)
"""The five largest primes below 2 ** 40."""


def count_by_remainders(
    profiles: Profiles, subsets: Subsets, start: Mapping[int, int], meter: Meter
) -> int:
    """Count what 63 bits may not hold; an estimate says how many primes are needed.

    Parameters and result are those of `count_bidirectional`.

    Raises
    ------
    TooLargeError
        It would take more memory than the limits allow, or more primes than there are here.
    """

    def count(arithmetic: Arithmetic) -> int | float:
        return count_bidirectional(profiles, subsets, start, arithmetic, meter)

    guess = count(Arithmetic(np.float64))
    total, product = 0, 1
    for prime in _PRIMES:
        rest = int(count(Arithmetic(modulus=prime)))
        total += product * ((rest - total) * pow(product, -1, prime) % prime)
        product *= prime
        # The estimate only adds and multiplies positive floats: it is off by far below 1 %.
        if product > 1.01 * guess:
            return total
    raise TooLargeError(f"about {guess:.3g} solutions are more than can be counted exactly")
