"""Edges and islands the plain way, cell by cell, to compare the package's arrays with."""

from collections.abc import Collection, Iterable

from kaleido import Pattern, Placement

SIDE = 8

Cell = tuple[int, int]
CELLS = [(row, col) for row in range(SIDE) for col in range(SIDE)]


def neighbours(cell: Cell) -> list[Cell]:
    """Give the four cells around a cell, on the board or not: above, left, below, right."""
    row, col = cell
    return [(row - 1, col), (row, col - 1), (row + 1, col), (row, col + 1)]


class Board:
    """A pattern with some pieces on it."""

    def __init__(self, pattern: Pattern, placements: Iterable[Placement] = ()) -> None:
        self.pattern = pattern
        self.owner = {
            cell: number for number, placement in enumerate(placements) for cell in placement.cells
        }

    def is_edge(self, one: Cell, other: Cell) -> bool:
        """Whether a piece border is known to run between two touching cells."""
        if one not in CELLS or other not in CELLS:
            return True
        if (self.pattern.colour(*one) == "x") == (self.pattern.colour(*other) == "x"):
            return True
        return self.owner.get(one) != self.owner.get(other)

    def sides(self, cell: Cell) -> int:
        """Count the edges around a cell."""
        return sum(self.is_edge(cell, other) for other in neighbours(cell))

    def matched(self, cells: Collection[Cell]) -> int:
        """Count the borders of a piece on these cells that are edges."""
        return sum(
            self.is_edge(cell, other)
            for cell in cells
            for other in neighbours(cell)
            if other not in cells
        )

    def island(self, cell: Cell) -> frozenset[Cell]:
        """Give the free cells that can be reached from a free cell across no edge."""
        reached = {cell}
        fresh = [cell]
        while fresh:
            one = fresh.pop()
            for other in neighbours(one):
                if other in reached or other in self.owner or self.is_edge(one, other):
                    continue
                reached.add(other)
                fresh.append(other)
        return frozenset(reached)

    def islands(self) -> set[frozenset[Cell]]:
        """Give all islands."""
        return {self.island(cell) for cell in CELLS if cell not in self.owner}


def perimeter(cells: Collection[Cell]) -> int:
    """Count the unit borders of a shape."""
    return sum(other not in cells for cell in cells for other in neighbours(cell))
