"""Cubes and spheres as they look from above, from the right and the front, without perspective."""

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from kaleido.analysis.assembly import Spot
from kaleido.draw.look import INK, Loop, Point, Shade
from kaleido.draw.picture import Element, Fill, Stroke

RADIUS = 0.5 * sqrt(1.5)
"""The radius of a sphere in the picture, in which sides of cubes are 1 long."""

LINE = 0.03  # the width of the lines along the sides of cubes and around spheres

FACES: tuple[tuple[Spot, float], ...] = (((0, 0, 1), 0.28), ((1, 0, 0), 0.0), ((0, 1, 0), -0.28))
"""The directions of the faces of a cube that are seen, with how much lighter or darker they are."""

_CORNERS = 36  # the corners of the polygons that stand for circles
_RINGS = 7  # the steps in which a sphere becomes lighter


def project(spot: Spot) -> Point:
    """Return where a point is in the picture.

    Examples
    --------
    >>> project((1, 1, 1))
    (0.0, 0.0)
    """
    down, right, up = spot
    return (right + down) / 2 - up, (right - down) * sqrt(3) / 2


def nearness(spot: Spot) -> float:
    """Return a number that is greater for what is nearer to the eye.

    Cubes that are apart by whole cells, and spheres anywhere, can be painted in this order.
    """
    return sum(spot)


def covers(spot: Spot, point: Point, *, is_round: bool) -> bool:
    """Return whether a cell with its middle at a spot covers a point of the picture."""
    row, col = project(spot)
    down, right = point[0] - row, point[1] - col
    if is_round:
        return down**2 + right**2 < RADIUS**2
    # The hexagon in which a cube is seen.
    slope = abs(right) / sqrt(3)
    return abs(right) < sqrt(3) / 2 and abs(down) + slope < 1


def cube(spot: Spot, shade: Shade, hidden: frozenset[Spot] = frozenset()) -> Iterator[Element]:
    """Yield the faces of a cube that are seen, without those in hidden directions."""
    for direction, light in FACES:
        if direction not in hidden:
            loop = _face(spot, direction)
            yield Fill("face", loop, mixed(shade.fill, light))
            yield Stroke("side", (loop,), mixed(shade.fill, -0.6), LINE, is_round=True)


def _face(spot: Spot, direction: Spot) -> Loop:
    """Return the corners of a face of a cube in the picture."""
    axis = direction.index(1)
    one, other = (each for each in range(3) if each != axis)
    corners = []
    for signs in ((-1, -1), (-1, 1), (1, 1), (1, -1)):
        corner = list(spot)
        corner[axis] += 0.5
        corner[one] += signs[0] / 2
        corner[other] += signs[1] / 2
        corners.append(project((corner[0], corner[1], corner[2])))
    return tuple(corners)


def sphere(spot: Spot, shade: Shade) -> Iterator[Element]:
    """Yield a sphere as circles that become lighter towards the upper left."""
    row, col = project(spot)
    for ring in range(_RINGS):
        part = ring / _RINGS
        aside = 0.42 * part * RADIUS
        loop = _circle((row - aside, col - 0.6 * aside), RADIUS * (1 - part) ** 0.8)
        yield Fill("face", loop, mixed(shade.fill, -0.3 + 0.75 * part))
    yield Stroke("side", (_circle((row, col), RADIUS),), INK, LINE, is_round=True)


def _circle(centre: Point, radius: float) -> Loop:
    angles = (2 * pi * corner / _CORNERS for corner in range(_CORNERS))
    return tuple(
        (centre[0] + radius * sin(angle), centre[1] + radius * cos(angle)) for angle in angles
    )


def mixed(fill: str, light: float) -> str:
    """Return a colour made lighter, or darker by a negative share.

    Examples
    --------
    >>> mixed("#804020", 0.5), mixed("#804020", -0.5)
    ('#c0a090', '#402010')
    """
    goal = 255 if light > 0 else 0
    parts = (round(part + (goal - part) * abs(light)) for part in bytes.fromhex(fill[1:]))
    return "#" + "".join(f"{part:02x}" for part in parts)
