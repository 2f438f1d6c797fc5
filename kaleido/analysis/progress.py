"""The progress of a search, measured in edges."""

from functools import lru_cache

from kaleido.model.grid import bits
from kaleido.model.orientation import Orientation
from kaleido.search.problem import Problem


def solved_edges(problem: Problem) -> int:
    """Return the number of edges inside the frame of a solved board: 65 with the classic pieces.

    If pieces may be left over, the result is an upper bound: all edges between cells.

    Examples
    --------
    >>> from kaleido import named_pattern
    >>> from kaleido.search import Problem
    >>> solved_edges(Problem(named_pattern("car")))
    65
    """
    if not problem.pieces.uses_all or problem.pattern.blanks:
        grid = problem.grid
        sides = sum(
            len(grid.lattice.steps(grid.centres[cell])) for cell in bits(problem.pattern.mask)
        )
        return (sides - problem.frame.bit_count()) // 2
    perimeters = sum(
        count * perimeter(shape)
        for shape, count in zip(
            (piece.front.drawing for piece in problem.pieces), problem.pieces.counts, strict=True
        )
    )
    return (perimeters - problem.frame.bit_count()) // 2


@lru_cache(256)
def perimeter(shape: Orientation) -> int:
    """Return how many sides of cells a shape has around it: faces of cubes in space.

    Examples
    --------
    >>> from kaleido.lattices import find_lattice
    >>> perimeter(Orientation.parse("oo/oo")), perimeter(
    ...     Orientation.parse("oo", find_lattice("hexagonal"))
    ... )
    (8, 10)
    """
    centres = set(shape.centres)
    return sum(other not in centres for each in centres for other in shape.lattice.touching(each))
