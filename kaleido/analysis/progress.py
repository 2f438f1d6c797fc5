"""The progress of a search, measured in edges."""

from kaleido.model.grid import Grid
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
    if not problem.pieces.uses_all or problem.pattern.blanks:
        return (4 * problem.pattern.size - problem.frame.bit_count()) // 2
    perimeters = sum(
        count * Grid(shape.height, shape.width).border(shape.cells).bit_count()
        for shape, count in zip(
            (piece.front.drawing for piece in problem.pieces), problem.pieces.counts, strict=True
        )
    )
    return (perimeters - problem.frame.bit_count()) // 2
