"""The chance that a cell shows the letter it seems to show: fitted curves over its signs.

The curves are in `chance.json`, which ``benchmarks/chances.py`` fits. Those of a sign add up to the
log odds that a cell is misread; a second set of curves sees what the first says of its neighbours.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from kaleido.photo.classifier import Probabilities
from kaleido.photo.quad import CELLS, Values
from kaleido.photo.sign import NEIGHBOURS, Signs, shifted

FITTED = Path(__file__).with_name("chance.json")
_CALM = -9.0  # the log odds beyond the edge of the board, and the least that neighbours count for


def misread(signs: Signs, letters: npt.NDArray[np.int_]) -> Values:
    """Return how likely each cell has another letter than it seems to have, as (64,)."""
    own, among = _curves()
    alone = _add_up(own, signs._asdict())
    odds = _add_up(among, signs._asdict() | around(alone, letters))
    return np.asarray(1 / (1 + np.exp(-odds)), float)


def around(odds: Values, letters: npt.NDArray[np.int_]) -> dict[str, Values]:
    """Return what the log odds of a board's cells say about the cells beside them."""
    board, shown = odds.clip(_CALM, -_CALM).reshape(CELLS, CELLS), letters.reshape(CELLS, CELLS)
    near = np.stack([shifted(board, *step, _CALM) for step in NEIGHBOURS])
    same = np.stack([shifted(shown.astype(float), *step, -1) == shown for step in NEIGHBOURS])
    beside = [row * col == 0 for row, col in NEIGHBOURS]
    alike = np.where(same, near, _CALM)[beside]
    order = np.sort(board, axis=None)
    cells = {
        "near": near.max(axis=0),
        "beside": near[beside].max(axis=0),
        "alike": alike.max(axis=0),
        "third": np.sort(near, axis=0)[-3],
        "same": same.sum(axis=0),
        "worst": np.full_like(board, order[-1]),
        "fifth": np.full_like(board, order[-5]),
        "mean": np.full_like(board, order.mean()),
    }
    return {name: values.ravel() for name, values in cells.items()}


def spread_doubt(table: Probabilities, doubt: Values) -> Probabilities:
    """Return how likely each colour is if the likeliest is misread with these chances.

    What another colour loses or gains is shared out by the table and by the letters of the board.
    """
    letters = table.argmax(axis=1)
    others = table + 0.25 * (np.bincount(letters, minlength=4) + 1) / (len(letters) + 4)
    others[np.arange(len(letters)), letters] = 0
    spread = doubt[:, None] * others / others.sum(axis=1, keepdims=True)
    spread[np.arange(len(letters)), letters] = 1 - doubt
    return np.asarray(spread, float)


_Curves = dict[str, tuple[list[float], list[float]]]  # by sign: its values, and the log odds there


@cache
def _curves() -> tuple[_Curves, _Curves]:
    fitted = json.loads(FITTED.read_text(encoding="utf-8"))
    return fitted["own"], fitted["among"]


def _add_up(curves: _Curves, signs: Mapping[str, Values]) -> Values:
    return np.sum([np.interp(signs[name], *curve) for name, curve in curves.items()], axis=0)
