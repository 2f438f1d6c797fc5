"""All solutions of a board, counted exactly."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from kaleido.counting.counter import Counter
from kaleido.counting.ledger import Ledger, needs_ledger
from kaleido.counting.limits import CountLimits, Meter
from kaleido.counting.orbits import count_orbits
from kaleido.counting.share import count_shares
from kaleido.parallel import Workers
from kaleido.search.state import State

SERIAL_SECONDS = 1.0
"""Work for so long in this process before others are worth their start."""


@dataclass(frozen=True)
class Count:
    """The number of solutions of a board.

    Attributes
    ----------
    solutions : int
        Exact. Turned and mirrored solutions count separately.
    symmetric : int
        The number up to the turns, flips and shifts around seams that carry the board, the
        pieces placed and each piece's placements to themselves.
    states, peak_states : int
        What it took: states in all, and in the largest layer.
    seconds : float
    homes : mapping of int to int
        By placement of the largest piece left, the solutions that contain it.
    """

    solutions: int
    symmetric: int
    states: int
    peak_states: int
    seconds: float
    homes: Mapping[int, int] = field(repr=False)

    def as_dict(self) -> dict[str, Any]:
        """Give the count as plain values."""
        return {
            "solutions": self.solutions,
            "symmetric": self.symmetric,
            "seconds": round(self.seconds, 6),
            "states": self.states,
            "peak_states": self.peak_states,
        }


def count_solutions(
    state: State,
    limits: CountLimits | None = None,
    *,
    workers: Workers | None = None,
    report: Callable[[float], None] | None = None,
) -> Count:
    """Count all solutions that contain a board.

    For each home of the largest piece left, the cells that placements join are one part; small
    parts are counted first, by the set of pieces used, and the last part is swept from both ends.

    Parameters
    ----------
    state : State
    limits : CountLimits, optional
        Each worker has them for itself.
    workers : Workers, optional
        Those who share the homes of the largest piece left, once the work is large enough.
    report : callable, optional
        Told the share of the work done, from 0 to 1.

    Returns
    -------
    Count

    Raises
    ------
    TooLargeError
        It would take more memory than the limits allow.
    WorkersError
        A home ended its worker every time, or there are no workers any more.

    References
    ----------
    M. Nishino, N. Yasuda, S. Minato, M. Nagata, "Dancing with decision diagrams", 2017, for
    counting exact covers by merging equal states.
    """
    began = time.perf_counter()
    limits = limits or CountLimits()
    if state.dead or state.solved:
        total = int(state.solved)
        return Count(total, total, total, total, time.perf_counter() - began, {})
    if needs_ledger(state):
        meter = Meter(limits, report)
        total = Ledger(state, meter).total
        return Count(
            total,
            count_orbits(state, total),
            meter.states,
            meter.peak_states,
            time.perf_counter() - began,
            {},
        )
    counter = Counter(state, limits)
    leaders = counter.leaders()
    firsts = sorted(set(leaders.values()))
    counted: dict[int, int] = {}
    meters = [counter.meter]
    for home in firsts:
        left = firsts[len(counted) :]
        if workers and len(left) > 1 and time.perf_counter() - began > SERIAL_SECONDS:
            for number, found, meter in count_shares(state, limits, left, workers):
                counted[number] = found
                meters.append(meter)
                if report is not None:
                    report(len(counted) / len(firsts))
            break
        if report is not None:
            counter.meter.report = _scaled(report, len(counted), len(firsts))
        counted[home] = counter.home(home)
    homes = {home: counted[first] for home, first in leaders.items()}
    total = sum(homes.values())
    return Count(
        total,
        count_orbits(state, total),
        sum(meter.states for meter in meters),
        max(meter.peak_states for meter in meters),
        time.perf_counter() - began,
        homes,
    )


def _scaled(report: Callable[[float], None], done: int, total: int) -> Callable[[float], None]:
    return lambda share: report((done + share) / total)
