"""Counting in plain Python, for what the arrays cannot hold: many cells, pieces or copies."""

from __future__ import annotations

from collections import Counter
from random import Random

from kaleido.counting.limits import Meter
from kaleido.counting.pick import pick
from kaleido.counting.region import Region, lay_out
from kaleido.model.grid import bits
from kaleido.search.state import State

STATE_BYTES = 200
"""Memory of a state: its two ints and its place in a dict."""

MAX_CELLS = 64
"""Of free cells that the arrays hold."""

MAX_PIECES = 25
"""Pieces that the arrays hold: a table of their sets grows by two to their number."""


def needs_ledger(state: State) -> bool:
    """Whether the arrays cannot hold a board: too many cells or pieces, copies, spare pieces."""
    pieces = state.problem.pieces
    return bool(
        pieces.copies
        or pieces.use == "some"
        or state.free.bit_count() > MAX_CELLS
        or len(state.pieces_left) > MAX_PIECES
    )


class Ledger:
    """Ways to fill a board, cell by cell, by the cells filled and the pieces used.

    A state is one int: how many of each piece are used, in fields of bits, and above them the
    cells filled. A field starts so high that one piece too many carries into its guard bit.

    Parameters
    ----------
    state : State
    meter : Meter
        Told of the states; its limits say when to stop.

    Attributes
    ----------
    total : int
        The number of solutions.

    Raises
    ------
    TooLargeError
        It would take more memory than the limits allow.
    """

    def __init__(self, state: State, meter: Meter) -> None:
        problem = state.problem
        live = list(bits(state.live))
        placements = [(problem.masks[n], problem.piece_numbers[n], n) for n in live]
        self._region: Region = lay_out(state.free, placements, problem.grid.cols)
        low, self._guards, start = 0, 0, 0
        units = {}
        for piece, count in Counter(state.pieces_left).items():
            width = count.bit_length()
            units[piece] = 1 << low
            start |= (1 << width) - 1 - count << low
            self._guards |= 1 << low + width
            low += width + 1
        self._low = low
        self._steps = [
            [(mask << low, (mask << low) + units[piece], number) for mask, piece, number in moves]
            for moves in self._region.moves
        ]
        self._layers: list[dict[int, int]] = [{} for _ in range(self._region.size + 1)]
        self._layers[0][start] = 1
        self._fill(meter)
        self.total = sum(self._layers[-1].values())

    def _fill(self, meter: Meter) -> None:
        guards, low, layers = self._guards, self._low, self._layers
        held = 0
        for cell, steps in enumerate(self._steps):
            layer = layers[cell]
            for state, ways in layer.items():
                for cells, step, _ in steps:
                    if state & cells:
                        continue
                    after = state + step
                    if after & guards:
                        continue
                    filled = after >> low
                    target = layers[(~filled & filled + 1).bit_length() - 1]
                    target[after] = target.get(after, 0) + ways
            meter.layer(len(layer), len(layer) * len(steps))
            held = sum(map(len, layers))
            meter.check(held * STATE_BYTES)
            if meter.report is not None:
                meter.report((cell + 1) / self._region.size)

    def draw(self, random: Random) -> tuple[int, ...]:
        """Draw a solution, each as likely as any other: the numbers of its placements.

        A walk back from the full board: each step as likely as the ways that lead over it.
        """
        ends = self._layers[-1]
        state = list(ends)[pick(list(ends.values()), random)]
        path = []
        while state >> self._low:
            steps = [
                (state - step, number, ways)
                for cell, moves in enumerate(self._steps)
                for cells, step, number in moves
                if state & cells == cells and (ways := self._layers[cell].get(state - step, 0))
            ]
            state, number, _ = steps[pick([ways for *_, ways in steps], random)]
            path.append(number)
        return tuple(reversed(path))
