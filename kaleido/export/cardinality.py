"""Bounds on how many of some variables are true, as clauses.

A literal is an int: the number of a variable, negative if the variable must be false. A clause is
a tuple of literals, at least one of which must hold.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

Clause = tuple[int, ...]

PAIRWISE = 9
"""The largest number of variables for which pairs take fewer clauses than a counter."""


def between(
    literals: Sequence[int], least: int, most: int, fresh: Iterator[int]
) -> Iterator[Clause]:
    """Yield clauses that allow from `least` to `most` of the literals to be true; most is not 0.

    Each allowed choice of literals has exactly one choice of the new variables, whose numbers are
    taken from `fresh`, so that no model is counted twice. Common encoders do not promise that.

    References
    ----------
    C. Sinz, "Towards an optimal CNF encoding of Boolean cardinality constraints", CP 2005, for
    the sequential counter; here its variables are defined in both directions.

    Examples
    --------
    >>> from itertools import count
    >>> list(between([1, 2, 3], 1, 1, count(4)))
    [(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)]
    """
    size = len(literals)
    if size < least:
        yield ()
        return
    if least == 1:
        yield tuple(literals)
    if size <= most and least <= 1:
        return
    if most == 1 and size <= PAIRWISE:
        for one, other in combinations(literals, 2):
            yield -one, -other
        return
    yield from _counter(literals, least, most, fresh)


def _counter(
    literals: Sequence[int], least: int, most: int, fresh: Iterator[int]
) -> Iterator[Clause]:
    # row[0] says that at least one of the literals so far is true, row[1] at least two, …
    row = [literals[0]]
    for literal in literals[1:-1]:
        if len(row) == most:
            yield -literal, -row[-1]
        grown = []
        for place in range(min(len(row) + 1, most)):
            enough = next(fresh)
            grown.append(enough)
            already = row[place : place + 1]
            if already:
                yield -already[0], enough
            if place:
                yield -literal, -row[place - 1], enough
                yield -enough, row[place - 1]
            else:
                yield -literal, enough
            yield (-enough, literal, *already)
        row = grown
    if len(row) == most:
        yield -literals[-1], -row[-1]
    if least > 1:
        yield (row[least - 2],)
        yield (literals[-1], *row[least - 1 : least])
