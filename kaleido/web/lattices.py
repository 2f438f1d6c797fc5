"""Lattices as plain values, from which the page draws cells and turns pieces."""

from itertools import product
from typing import Any

from kaleido.lattices import Lattice, other_lattices
from kaleido.lattices.lattice import Place, Vector, moved

_MOST = 12
"""After so many rows, or columns, the drawing of a lattice must repeat."""


def describe_lattices() -> list[dict[str, Any]]:
    """Return all lattices but that of squares, which the page knows itself.

    Examples
    --------
    >>> [lattice["period"] for lattice in describe_lattices()]
    [[2, 1], [2, 2], [1, 1, 1], [1, 1, 1]]
    """
    return list(map(describe_lattice, other_lattices()))


def describe_lattice(lattice: Lattice) -> dict[str, Any]:
    """Return what the page needs to know of a lattice.

    Its drawing repeats itself after some rows and columns (and layers, in space): *tiles* are the
    cells of one period, and *shifts* say how far the next one is in centres and in the drawing.

    Raises
    ------
    ValueError
        The drawing does not repeat itself soon.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> described = describe_lattice(find_lattice("triangular"))
    >>> [tile["centre"] for tile in described["tiles"]]
    [(2, -1), (1, 1), (4, -2), (5, -1)]
    >>> described["shifts"][1]
    {'centre': (0, 3), 'drawn': [0.0, 1.0]}
    """
    periods = [_period(lattice, axis) for axis in range(lattice.dimensions)]
    return {
        "name": lattice.name,
        "cells": lattice.cells,
        "period": periods,
        "tiles": [_tile(lattice, periods, place) for place in product(*map(range, periods))],
        "shifts": [_shift(lattice, axis, period) for axis, period in enumerate(periods)],
        "turns": lattice.turns,
        "rotations": lattice.rotations,
        "mirror": lattice.mirror,
    }


def _tile(lattice: Lattice, periods: list[int], place: Place) -> dict[str, Any]:
    centre = lattice.centre(place)
    row, column = place[-2:]
    tiles = product(*map(range, periods))
    return {
        "centre": centre,
        "kind": next(n for n, each in enumerate(tiles) if _is_alike(lattice, each, place)),
        "corners": [[round(each, 5) for each in point] for point in lattice.corners(row, column)],
        "steps": lattice.steps(centre),
    }


def _shift(lattice: Lattice, axis: int, period: int) -> dict[str, Any]:
    """Return how far one period lies from the next; layers are drawn apart."""
    origin = (0,) * lattice.dimensions
    there = _on(origin, axis, period)
    ends = [lattice.corners(*place[-2:])[0] for place in (origin, there)]
    return {
        "centre": _between(lattice, origin, there),
        "drawn": [round(far - near, 5) for near, far in zip(*ends, strict=True)],
    }


def _period(lattice: Lattice, axis: int) -> int:
    """Return after how many cells along an axis the lattice is as it was."""
    places = tuple(product(range(_MOST), repeat=lattice.dimensions))
    for period in range(1, _MOST + 1):
        gaps = {_between(lattice, place, _on(place, axis, period)) for place in places}
        if len(gaps) == 1 and _is_alike(lattice, places[0], _on(places[0], axis, period)):
            return period
    raise ValueError(f"the drawing of the {lattice.name} lattice does not repeat itself")


def _is_alike(lattice: Lattice, place: Place, other: Place) -> bool:
    return lattice.is_alike(lattice.centre(place), lattice.centre(other))


def _on(place: Place, axis: int, by: int) -> Place:
    return tuple(each + by * (at == axis) for at, each in enumerate(place))


def _between(lattice: Lattice, place: Place, other: Place) -> Vector:
    return moved(lattice.centre(other), lattice.centre(place), -1)
