"""The chance that a cell shows the letter it seems to show: two small networks over its signs.

Their numbers are in `chance.json`, which ``benchmarks/chances.py`` fits. The first network sees the
signs of a cell; the second sees, besides, what the first says of the cells around it. What it says
and, later, what the prior makes of it are calibrated on scenes to which no network was fitted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kaleido.photo.prior import Probabilities
from kaleido.photo.quad import CELLS, Values
from kaleido.photo.sign import NEIGHBOURS, CellSigns, shifted

FITTED = Path(__file__).with_name("chance.json")
_VARIED = (
    "misfit",
    "blurred",
    "ink",
    "uneven",
    "shade",
    "grain",
)  # what pictures have more or less of
KNOTS = np.array([0.25, 0.5, 0.9, 0.97, 0.985, 0.9999])
"""The chances whose calibration is fitted."""
_CALM = -9.0  # the log odds beyond the edge of the board, and the least that neighbours count for


def misread(signs: CellSigns, letters: npt.NDArray[np.int_]) -> Values:
    """Return how likely each cell has another letter than it seems to have, as (64,)."""
    fitted = _fitted()
    networks = Network(**fitted["alone"]), Network(**fitted["among"])
    odds = misread_odds(*networks, with_odd(signs), letters)
    slope, offset = fitted["doubt"]
    return chance_of(slope * odds + offset)


def misread_odds(
    alone: Network, among: Network, seen: Mapping[str, Values], letters: npt.NDArray[np.int_]
) -> Values:
    """Return what both networks say of the cells, as log odds that are not calibrated yet."""
    return among.log_odds({**seen, **around(alone.log_odds(seen), letters)})


def calibrated(chances: Values, solved: bool) -> Values:
    """Return how often letters are right that have these chances, on boards that are solved or not.

    It is linear in the log odds between those of `KNOTS`.
    """
    fitted = _fitted()["solved" if solved else "unsolved"]
    return chance_of(np.interp(log_odds(chances), log_odds(KNOTS), fitted))


def log_odds(chances: Values) -> Values:
    """Return the logarithms of odds, of which none is extreme."""
    kept = chances.clip(1e-3, 1 - 1e-5)
    return np.asarray(np.log(kept / (1 - kept)), float)


def chance_of(odds: Values) -> Values:
    """Return the chances that have these log odds."""
    return np.asarray(1 / (1 + np.exp(-odds)), float)


def with_odd(signs: CellSigns) -> dict[str, Values]:
    """Return the signs by name, and how far some of them are above what most of the board has."""
    seen = signs._asdict()
    odd = {f"odd {name}": seen[name] - np.percentile(seen[name], 75) for name in _VARIED}
    return seen | odd | {"strangest": np.full(CELLS**2, signs.letter.max())}


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


class Network(NamedTuple):
    """A layer of units over signs, kept between what the fit saw, and their weighted sum."""

    signs: list[str]
    least: list[float]
    most: list[float]
    inner: list[list[float]]
    inner_bias: list[float]
    outer: list[float]
    outer_bias: float

    def log_odds(self, signs: Mapping[str, Values]) -> Values:
        """Return the log odds that cells with these signs are misread."""
        seen = np.column_stack([signs[name] for name in self.signs]).clip(self.least, self.most)
        units = np.tanh(seen @ np.array(self.inner) + self.inner_bias)
        return np.asarray(units @ np.array(self.outer) + self.outer_bias, float)


@cache
def _fitted() -> dict[str, Any]:
    return dict(json.loads(FITTED.read_text(encoding="utf-8")))
