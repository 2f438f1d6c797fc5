"""The progress of a search, measured in edges."""

from kaleido.model.grid import bits
from kaleido.model.piece import Orientation
from kaleido.search.problem import Problem


def solved_edges(problem: Problem) -> int:
    """Return the number of edges inside the frame of a solved board: 65 with the classic pieces.

    If pieces may be left over, the result is an upper bound: all edges between cells.

    Examples
    --------
    >>> from kaleido import Problem, named_pattern
    >>> solved_edges(Problem(named_pattern("car")))
    65
    """
    frame = problem.frame.bit_count()
    if not problem.pieces.uses_all or problem.pattern.blanks:
        lattice, centres = problem.grid.lattice, problem.grid.centres
        sides = sum(len(lattice.steps(centres[cell])) for cell in bits(problem.pattern.mask))
        return (sides - frame) // 2
    perimeters = sum(
        count * _perimeter(piece.front.drawing)
        for piece, count in zip(problem.pieces, problem.pieces.counts, strict=True)
    )
    return (perimeters - frame) // 2


def _perimeter(shape: Orientation) -> int:
    """Return the number of sides around a shape."""
    centres = set(shape.centres)
    return sum(
        other not in centres for centre in centres for other in shape.lattice.touching(centre)
    )
