"""Progressions in the form of the paper: for every move, the island and the piece beside it."""

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import product

from matplotlib.figure import Figure

from kaleido.analysis.recording import Recording, check_recording
from kaleido.arguments import named_options
from kaleido.draw.scene import scene_of
from kaleido.model.edges import EdgeMap
from kaleido.model.grid import Cell
from kaleido.model.placement import Placement
from kaleido.model.squares import need_squares
from kaleido.plot.figure import describe
from kaleido.plot.known import CUT_OUT, Known, cells_of
from kaleido.plot.parts import Part, show_parts
from kaleido.search.events import Backtrack, Event, Place, Resume
from kaleido.search.state import State
from kaleido.text import plural

FLAT = 4
"""Pieces of more columns than this stand below their island instead of beside it."""


@named_options
def hole_progression(
    recording: Recording,
    *,
    figure: Figure | None = None,
    width: float = 10.5,
    max_moves: int = 48,
    marks: str = "none",
) -> Figure:
    """Draw every move as the paper's figures do: its island, and the piece beside it.

    The island, or hole, is one of those on the first board, cut out in its bounding box. Its
    open cells are coloured, and those that the piece takes are pale. Below stand the score and,
    if the strategy can say, how the move was found. The last board is the solution or, without
    one, the fullest board.

    Parameters
    ----------
    recording : Recording
    figure : Figure, optional
        By default a new one.
    width : float, optional
        The width of a new figure in inches; the islands wrap to it.
    max_moves : int, optional
        If the search made more moves, only those that lead to the last board are drawn, without
        the backtracks.
    marks : {"none", "letters", "hatches"}, optional
        What cells carry besides their colours.

    Raises
    ------
    OptionError
        The width is too small, or `marks` is unknown.

    References
    ----------
    P. Singh, "Solving a Patterned Polyomino Packing Puzzle", 2019.
    """
    check_recording(recording)
    events: Sequence[Event] = recording.events
    if len(recording.steps) > max_moves:
        events = [recording.steps[number].place for number in recording.line]
    known = Known.of(recording.start)
    need_squares(known.scene.grid, CUT_OUT)
    parts = []
    for event in events:
        if isinstance(event, Place):
            parts.append(_hole_and_piece(known, event))
        elif isinstance(event, Backtrack):
            parts.append(Part("Backtrack!"))
        elif isinstance(event, Resume):
            parts.append(Part("Another branch!" if event.line else "New start!"))
    parts.append(_whole(recording.fullest))
    title = recording.answer.heading
    figure = show_parts(parts, figure=figure, width=width, heading=title, marks=marks)
    moves = sum(isinstance(event, Place) for event in events)
    alt = f"{title}. The island and the piece of {plural(moves, 'move')}, and the last board."
    return describe(figure, alt)


def _hole_and_piece(known: Known, place: Place) -> Part:
    """Return the island of a move as it was before, with the piece to the right of it."""
    before, placement = place.state.parent, place.placement
    assert before is not None  # the board without the piece
    hole = cells_of(known.island_at(placement.cells[0]))
    free = set(hole) & set(before.problem.grid.cells(before.free))
    at = _places(hole)
    cells = {at[cell]: known.scene.cells[cell] for cell in sorted(free)}
    walls = [(at[one], at[other]) for one, other in _walls(before, free)]
    height, width = (max(each) + 1 for each in zip(*at.values(), strict=True))
    blank = [cell for cell in product(range(height), range(width)) if cell not in cells]
    apart = _places(placement.cells)
    # A long piece that lies flat would make all slots twice as wide.
    is_flat = max(col for _, col in apart.values()) >= FLAT
    down, right = (height + 1, 0) if is_flat else (0, width + 1)
    beside = {cell: (row + down, col + right) for cell, (row, col) in apart.items()}
    shades = scene_of(place.state).cells
    found = "" if place.found is None else f"\n{place.found.brief}"
    return Part(
        place.score.line + found,
        cells | {there: shades[cell] for cell, there in beside.items()},
        (Placement(placement.piece, placement.face, tuple(beside.values())),),
        tuple(walls),
        frozenset(at[cell] for cell in placement.cells),
        tuple(blank),
    )


def _places(cells: Iterable[Cell]) -> dict[Cell, Cell]:
    """Return the place of each cell in the bounding box of all."""
    cells = list(cells)
    top, left = (min(each) for each in zip(*cells, strict=True))
    return {(row, col): (row - top, col - left) for row, col in cells}


def _walls(state: State, cells: Set[Cell]) -> Iterator[tuple[Cell, Cell]]:
    """Yield the pairs of neighbouring cells between which an edge is known."""
    edges = EdgeMap.from_bits(state.problem.grid, state.edges)
    for row, col in cells:
        if (row + 1, col) in cells and edges.horizontal[row + 1, col]:
            yield (row, col), (row + 1, col)
        if (row, col + 1) in cells and edges.vertical[row, col + 1]:
            yield (row, col), (row, col + 1)


def _whole(state: State) -> Part:
    """Return a whole board: the solution, or the fullest one."""
    scene = scene_of(state)
    pieces = f"{state.depth} of {len(state.problem.pieces)} pieces"
    return Part("solution" if state.solved else pieces, scene.cells, scene.pieces, pale=scene.pale)
