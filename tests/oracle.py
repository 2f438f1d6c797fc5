"""A brute-force solver, plain and apart from the package's: it tries everything in order.

It knows the drawings of the pieces and nothing else of the package. Meant for boards with many
implied edges, where little fits anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator

from packings import SIDE, Option, all_options

from kaleido import Pattern, Placement

Board = frozenset[Placement]


def all_solutions(pattern: Pattern) -> set[Board]:
    """Find every solution, as the set of its placements."""
    return set(each_solution(pattern))


def each_solution(pattern: Pattern) -> Iterator[Board]:
    """Yield every solution, once."""
    fitting: dict[tuple[int, int], list[tuple[int, Option]]] = {}
    for option in all_options():
        if all(
            pattern.rows[row][col] == letter
            for (row, col), letter in zip(option.cells, option.letters, strict=True)
        ):
            fitting.setdefault(option.cells[0], []).append((option.mask, option))
    chosen: list[Option] = []

    def fill(first: int, filled: int, used: frozenset[str]) -> Iterator[Board]:
        while filled >> first & 1:
            first += 1
        if first == SIDE * SIDE:
            yield frozenset(Placement(each.piece, each.face, each.cells) for each in chosen)
            return
        for mask, option in fitting.get(divmod(first, SIDE), []):
            if not mask & filled and option.piece not in used:
                chosen.append(option)
                yield from fill(first + 1, filled | mask, used | {option.piece})
                chosen.pop()

    yield from fill(0, 0, frozenset())
