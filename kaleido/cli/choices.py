"""Small drawings of the ways in which a piece may lie."""

from collections.abc import Iterable

from rich.text import Text

from kaleido.draw.terminal import draw_terminal
from kaleido.model.board import Board
from kaleido.model.placement import Placement
from kaleido.search.notation import name_orientation
from kaleido.search.pose import turn_number
from kaleido.search.problem import Problem


def draw_choices(choices: Iterable[Placement], problem: Problem, *, plain: bool) -> list[Text]:
    """Draw placements of a piece, each under the name of its orientation."""
    drawn = []
    for placement in choices:
        name = name_orientation(placement, problem.pieces, problem.grid)
        face, turn = placement.face, name.removeprefix(placement.face)
        shapes = problem.pieces[placement.piece].face(face).orientations
        number = turn_number(turn, shapes)
        assert number is not None
        shape = Board(str(shapes[number]), lattice=problem.pieces.lattice.name)
        drawing = draw_terminal(shape, plain=plain, coordinates=False)
        drawn.append(Text("\n").join([Text(name, "bold"), drawing]))
    return drawn
