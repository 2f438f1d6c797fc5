"""Congruence of lettered points, from their distances: what the verifier knows of turning.

It shares nothing with the symmetries of lattices, by which the search turns pieces.
"""

import math
from collections.abc import Iterator, Mapping

Location = tuple[float, ...]
"""A point in the plane or in space."""

_Frame = tuple[Location, Location, Location]

_NEAR = 1e-6


def can_be_turned(
    points: Mapping[Location, str], others: Mapping[Location, str], *, fixed: bool = False
) -> bool:
    """Return whether lettered points can be turned and moved onto others, without a reflection.

    Parameters
    ----------
    points, others : mapping of point to str
        Points of 2 or 3 coordinates with their letters.
    fixed : bool, optional
        Whether they may only be moved, not turned.

    Examples
    --------
    >>> corner = {(0, 0): "a", (0, 1): "b", (1, 0): "c"}
    >>> can_be_turned(corner, {(5, 5): "a", (6, 5): "b", (5, 4): "c"})
    True
    >>> can_be_turned(corner, {(5, 5): "a", (6, 5): "b", (5, 6): "c"})
    False
    """
    if len(points) != len(others):
        return False
    flat = len(next(iter(points))) == 2
    own = {(*point, 0.0) if flat else point: letter for point, letter in points.items()}
    goal = [((*point, 0.0) if flat else point, letter) for point, letter in others.items()]
    anchors = _anchors(list(own), flat=flat)
    start = _frame(anchors, flat=flat)
    for spots in _alike(anchors, [point for point, _ in goal]):
        frame = _frame(spots, flat=flat)
        if fixed and any(math.dist(a, b) > _NEAR for a, b in zip(start, frame, strict=True)):
            continue
        images = (
            (_carried(point, anchors[0], start, spots[0], frame), letter)
            for point, letter in own.items()
        )
        if all(
            any(letter == shown and math.dist(point, to) < _NEAR for to, shown in goal)
            for point, letter in images
        ):
            return True
    return False


def _alike(anchors: list[Location], points: list[Location]) -> Iterator[list[Location]]:
    """Yield the choices of points that have the distances of some anchors."""
    if not anchors:
        yield []
        return
    *before, last = anchors
    for chosen in _alike(before, points):
        for point in points:
            if all(
                abs(math.dist(last, a) - math.dist(point, b)) < _NEAR
                for a, b in zip(before, chosen, strict=True)
            ):
                yield [*chosen, point]


def _anchors(points: list[Location], *, flat: bool) -> list[Location]:
    """Return points that determine a turn: one, two, or three that are not in line."""
    found = points[:2]
    for point in points[2:] if not flat else ():
        if math.hypot(*_cross(_minus(found[1], found[0]), _minus(point, found[0]))) > _NEAR:
            return [*found, point]
    return found


def _frame(anchors: list[Location], *, flat: bool) -> _Frame:
    """Return three right-handed axes that turn with some anchors."""
    if len(anchors) == 1:
        return (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    first = _unit(_minus(anchors[1], anchors[0]))
    if len(anchors) == 3:
        third = _unit(_cross(first, _minus(anchors[2], anchors[0])))
    elif flat:
        third = (0.0, 0.0, 1.0)
    else:
        # Points in line look the same however they are turned about it.
        least = min(range(3), key=lambda axis: abs(first[axis]))
        third = _unit(_cross(first, tuple(float(axis == least) for axis in range(3))))
    return first, _cross(third, first), third


def _carried(
    point: Location, start: Location, axes: _Frame, end: Location, turned: _Frame
) -> Location:
    """Return a point moved as one frame is moved to another."""
    offset = _minus(point, start)
    along = [sum(a * b for a, b in zip(offset, axis, strict=True)) for axis in axes]
    return tuple(
        end[place] + sum(part * axis[place] for part, axis in zip(along, turned, strict=True))
        for place in range(3)
    )


def _minus(one: Location, two: Location) -> Location:
    return tuple(a - b for a, b in zip(one, two, strict=True))


def _cross(one: Location, two: Location) -> Location:
    (a, b, c), (d, e, f) = one, two
    return b * f - c * e, c * d - a * f, a * e - b * d


def _unit(vector: Location) -> Location:
    length = math.hypot(*vector)
    return tuple(part / length for part in vector)
