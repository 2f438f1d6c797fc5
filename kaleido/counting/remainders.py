"""Counts beyond 63 bits: the same sweeps modulo primes, put together again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kaleido.counting.limits import Meter
from kaleido.counting.meet import count_between
from kaleido.counting.profiles import Profiles
from kaleido.counting.setspace import SetSpace
from kaleido.counting.sweep import Arithmetic
from kaleido.errors import TooLargeError

_PRIMES = (1099511627689, 1099511627609, 1099511627581, 1099511627573, 1099511627563)


def exact_by_remainders(
    profiles: Profiles, space: SetSpace, start: Mapping[int, int], meter: Meter
) -> int:
    """Count what 63 bits may not hold: an estimate says how many primes are needed."""
    guess = count_between(profiles, space, start, Arithmetic(np.float64), meter)
    total, product = 0, 1
    for prime in _PRIMES:
        rest = int(count_between(profiles, space, start, Arithmetic(modulus=prime), meter))
        total += product * ((rest - total) * pow(product, -1, prime) % prime)
        product *= prime
        # The estimate only adds and multiplies positive floats: it is off by far below 1 %.
        if product > 1.01 * guess:
            return total
    raise TooLargeError(f"about {guess:.3g} solutions are more than can be counted exactly")
