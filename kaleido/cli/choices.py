"""Small drawings of the ways in which a piece may lie, side by side in a terminal."""

from collections.abc import Iterable

from rich.columns import Columns
from rich.text import Text

from kaleido.draw.terminal import draw_terminal
from kaleido.model.board import PLAIN, Board
from kaleido.model.lattice_grid import LatticeGrid
from kaleido.model.orientation import Orientation
from kaleido.model.placement import Placement
from kaleido.search.notation import name_orientation
from kaleido.search.problem import Problem


def draw_choices(choices: Iterable[Placement], problem: Problem, *, plain: bool) -> Columns:
    """Draw placements of a piece side by side, each under the name of its orientation."""
    drawn = []
    for placement in choices:
        name = name_orientation(placement, problem.pieces, problem.grid)
        shape = _shape(placement, name, problem)
        board = Board(str(shape), lattice=shape.lattice.name)
        drawing = draw_terminal(board, plain=plain, coordinates=False)
        drawn.append(Text("\n").join([Text(name, "bold"), drawing]))
    return Columns(drawn, padding=(0, 3))


def _shape(placement: Placement, name: str, problem: Problem) -> Orientation:
    """Return the shape of a placement whose orientation has that name."""
    shapes = problem.pieces[placement.piece].face(placement.face).orientations
    grid = problem.grid
    if isinstance(grid, LatticeGrid):
        centres = [grid.centres[row * grid.cols + col] for row, col in placement.cells]
        lying = Orientation.on(grid.lattice, ((centre, PLAIN) for centre in centres))
        return next(shape for shape in shapes if shape.centres == lying.centres)
    return shapes[int(name.removeprefix(placement.face) or 0) // 90]
