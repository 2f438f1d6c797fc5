"""Ways of moving the pieces of a solid apart."""

from collections.abc import Iterator

from kaleido.analysis.assembly import Assembly, Spot

APART = 1.5
"""The least distance between the middles of cells of different pieces, along some axis."""

SPREADS = (0.5, 1.0, 1.5, 2.0, 3.0, 4.0)
"""By how much pieces are moved away from the middle, in multiples of their distance from it."""

LIFTS = (1, 2, 3, 4)
"""How far each step of the order of assembly is above the one before, in cells."""

Shift = tuple[int, int, int]
"""By how many whole cells a piece is moved down, to the right and up."""


def ways_apart(assembly: Assembly) -> Iterator[tuple[Shift, ...]]:
    """Yield moves of all pieces after which no two touch, the nearest first.

    With an order of assembly, each piece is higher than those below it. There is always such a way.
    """
    return (shifts for shifts in _ways(assembly) if _are_apart(assembly, shifts))


def _ways(assembly: Assembly) -> Iterator[tuple[Shift, ...]]:
    """Yield ways of moving the pieces, after the last of which they are apart."""
    steps = assembly.steps
    everything = [point for points in assembly.points for point in points]
    whole = _middle(everything)
    aside = [
        tuple(own - of_all for own, of_all in zip(_middle(points), whole, strict=True))
        for points in assembly.points
    ]
    for spread in SPREADS:
        away = [tuple(round(spread * each) for each in way) for way in aside]
        if steps is None:
            yield tuple((down, right, up) for down, right, up in away)
            continue
        for lift in LIFTS:
            yield tuple(
                (down, right, lift * step)
                for (down, right, _), step in zip(away, steps, strict=True)
            )
    # One above the other, each higher than all others can be.
    high = 3 + round(max(up for _, _, up in everything))
    numbers = {piece: number for number, piece in enumerate(assembly.order or assembly.pieces)}
    yield tuple((0, 0, high * numbers[piece]) for piece in assembly.pieces)


def _are_apart(assembly: Assembly, shifts: tuple[Shift, ...]) -> bool:
    lying = [
        [moved(spot, shift) for spot in points]
        for points, shift in zip(assembly.points, shifts, strict=True)
    ]
    return all(
        max(abs(a - b) for a, b in zip(one, two, strict=True)) > APART
        for number, own in enumerate(lying)
        for other in lying[:number]
        for one in own
        for two in other
    )


def moved(spot: Spot, shift: Spot) -> Spot:
    """Return a point moved by a shift.

    Examples
    --------
    >>> moved((0.5, 1.5, 0.5), (1, 0, 2))
    (1.5, 1.5, 2.5)
    """
    return spot[0] + shift[0], spot[1] + shift[1], spot[2] + shift[2]


def _middle(points: tuple[Spot, ...] | list[Spot]) -> Spot:
    down, right, up = (sum(each) / len(points) for each in zip(*points, strict=True))
    return down, right, up
