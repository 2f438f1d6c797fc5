"""Scenes: the contents of the picture of a board, before any medium draws it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import get_args

from kaleido.base.arguments import check_type
from kaleido.base.text import both, plural
from kaleido.draw.geometry import corners
from kaleido.draw.look import (
    BARE_SHADE,
    SHADES,
    TINTS,
    Loop,
    Point,
    Shade,
    piece_shade,
    piece_shades,
)
from kaleido.model.board import PLAIN, Board
from kaleido.model.edges import implied_borders
from kaleido.model.grid import Cell, Grid
from kaleido.model.lattices import Lattice
from kaleido.model.lattices.lattice import Place
from kaleido.model.names import is_short, piece_label
from kaleido.model.pattern import COLOURS
from kaleido.model.piece import Piece
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.model.solution import Solution
from kaleido.model.square_grid import grid_of
from kaleido.puzzle.questions import Solvable
from kaleido.search.state import State

Thing = Board | Solvable | Solution | Piece | State  # a value that can be drawn

# The least space between the two faces of a piece, in cells: a column of squares.
LEAST_GAP = 0.75


@dataclass(frozen=True, eq=False)
class Scene:
    """A board as it is shown.

    Borders, with the frame, and implied edges to highlight are sets of edges. Pale cells are the
    free ones of a board with pieces on it. `moved` is the index of the piece that was moved last,
    and `tints` are the background colours of islands, as indices into ``TINTS``.
    """

    title: str
    grid: Grid
    cells: Mapping[Cell, Shade]
    pieces: tuple[Placement, ...]
    borders: int
    pale: frozenset[Cell]
    moved: int | None = None
    implied: int | None = None
    tints: Mapping[Cell, int] | None = None

    @property
    def alt(self) -> str:
        """The alternative text: a sentence or two for readers who cannot see the picture."""
        said = f"{self.title}: {self._size}"
        counts = Counter(shade.letter for shade in self.cells.values())
        if counts.keys() <= COLOURS.keys():
            named = [f"{counts[each]} {name}" for each, name in COLOURS.items() if each in counts]
            said += f", {both(named)}"
        if self.implied:
            edges = self.implied.bit_count()
            verb = "is" if edges == 1 else "are"
            said += f". {plural(edges, 'implied edge')} {verb} highlighted"
        return said + (". The islands are tinted." if self.tints is not None else ".")

    @property
    def _size(self) -> str:
        grid, lattice = self.grid, self.grid.lattice
        if not lattice.is_square:
            cells = plural(len(self.cells), lattice.cells.removesuffix("s"))
            return cells if lattice.is_flat else f"{cells} in {plural(grid.layers, 'layer')}"
        is_full = len(self.cells) == grid.rows * grid.cols
        return f"{grid.rows} × {grid.cols} cells" if is_full else plural(len(self.cells), "cell")

    @cached_property
    def loops(self) -> dict[Cell, Loop]:
        """The corners of each cell in the picture."""
        return {cell: corners(self.grid, cell) for cell in self.cells}

    def tint(self, cell: Cell) -> str | None:
        """Return the background colour of a cell whose island is shown."""
        return TINTS[self.tints[cell]] if self.tints and cell in self.tints else None


def scene_of(thing: Thing, *, islands: bool = False, implied: bool = False) -> Scene:
    """Return the scene of a value, with its islands and implied edges if asked."""
    check_type(thing, get_args(Thing), "a Pattern, Puzzle, Position, Solution, Piece or State")
    if isinstance(thing, Piece):
        return _piece_scene(thing)
    if isinstance(thing, Solvable | State):
        state = thing if isinstance(thing, State) else thing.state
        return scene_of_state(state, islands=islands, implied=implied)
    board = thing if isinstance(thing, Board) else thing.pattern
    name, kind = board.title or board.text, type(board).__name__
    if isinstance(thing, Board):
        return _scene(f"{kind} {name}", board, None, (), islands=islands, implied=implied)
    title, lying = f"Solution of {name}", (thing.pieces, thing.placements)
    return _scene(title, board, *lying, islands=islands, implied=implied)


def scene_of_state(state: State, *, islands: bool = False, implied: bool = False) -> Scene:
    """Return the scene that shows a state; the piece placed last was moved unless it is a given."""
    problem, board = state.problem, state.problem.pattern
    lying = plural(state.depth, "piece") if state.depth else "no pieces"
    title = f"{board.title or board.text} with {lying} on it"
    placed = problem.placements(state.path)
    scene = _scene(title, board, problem.pieces, placed, islands=islands, implied=implied)
    last = state.last
    if last is None or last in problem.givens or problem.is_blank(last):
        return scene
    return replace(scene, moved=len(placed) - 1)


def _scene(
    title: str,
    board: Board,
    pieces: PieceSet | None,
    placed: tuple[Placement, ...],
    *,
    islands: bool,
    implied: bool,
) -> Scene:
    """Return the scene of a board with some pieces on it, of a set if that is known."""
    grid = board.grid
    free = board.mask & ~grid.cell_bits(cell for piece in placed for cell in piece.cells)
    # Letters on a board alone are colours if all of them can be.
    is_coloured = not pieces.is_plain if pieces is not None else set(board.counts) <= set(SHADES)
    known = implied_borders(board, pieces or CLASSIC) if is_coloured else 0
    borders = board.frame
    for piece in placed:
        borders |= grid.border(piece.cells)
    tints = None
    if islands:
        start = grid.islands(board.frame | known, board.mask)
        tints = choose_tints(grid, grid.islands(borders | known, free), start)
    return Scene(
        title,
        grid,
        _shades(board, pieces, placed, is_coloured=is_coloured),
        placed,
        borders,
        frozenset(grid.cells(free)) if placed else frozenset(),
        implied=known & ~board.frame if implied else None,
        tints=tints,
    )


def coloured_by_part(scene: Scene, parts: Sequence[Sequence[Placement]]) -> Scene:
    """Return the same scene with a colour for the pieces of each part."""
    cells = dict(scene.cells)
    for number, part in enumerate(parts):
        shade = piece_shade(number, "")
        for piece in part:
            cells |= {cell: shade._replace(letter=cells[cell].letter) for cell in piece.cells}
    return replace(scene, cells=cells)


def _shades(
    board: Board, pieces: PieceSet | None, placed: tuple[Placement, ...], *, is_coloured: bool
) -> dict[Cell, Shade]:
    letters = {cell: board.colour(*cell) for cell in board.grid.cells(board.mask)}
    if is_coloured:
        return {cell: SHADES[letter] for cell, letter in letters.items()}
    if pieces is None:
        # Letters name pieces, or cells of rules.
        said = {letter for letter in letters.values() if letter.isalpha() and letter != PLAIN}
        said = {letter for letter in said if letter.isupper() or len(board.counts) > 1}
        return {
            cell: BARE_SHADE._replace(letter=letter if letter in said | {*board.optional} else "")
            for cell, letter in letters.items()
        }
    shades = dict.fromkeys(letters, BARE_SHADE)
    own = piece_shades(pieces)
    for piece in placed:
        shades |= dict.fromkeys(piece.cells, own[piece.piece])
    return shades


def face_columns(piece: Piece) -> tuple[list[int], int]:
    """Return the column where each face of a piece begins in its scene, and the columns in all."""
    lattice = piece.lattice
    nowhere = (0,) * lattice.dimensions
    columns: list[int] = []
    left, right = 0, -LEAST_GAP
    for face in piece.faces:
        places = [place[-2:] for place in face.drawing.places]
        while (
            not lattice.is_alike(lattice.centre(nowhere), lattice.centre((*nowhere[:-1], left)))
            or min(_reach(lattice, places, left)) - right < LEAST_GAP
        ):
            left += 1
        columns.append(left)
        right = max(_reach(lattice, places, left))
        left += face.drawing.width
    return columns, left


def _reach(lattice: Lattice, places: Iterable[Place], left: int) -> list[float]:
    return [right for row, column in places for _, right in lattice.corners(row, column + left)]


def _piece_scene(piece: Piece) -> Scene:
    shapes = [face.drawing for face in piece.faces]
    columns, width = face_columns(piece)
    high = max(shape.layers for shape in shapes)
    depth = max(shape.depth or shape.height for shape in shapes)
    grid = grid_of(piece.lattice, depth * high, width, high)
    shades: dict[Cell, Shade] = {}
    # Without its set, the letter of a piece with a longer name is not known.
    plain = piece_shade(0, piece.name if is_short(piece.name) else "", piece.colour)
    placed, borders, label = [], 0, piece_label(piece)
    for face, shape, left in zip(piece.faces, shapes, columns, strict=True):
        cells = tuple(
            (place[-2] + depth * sum(place[:-2]), place[-1] + left) for place in shape.places
        )
        for cell, letter in zip(cells, shape.colours, strict=True):
            shades[cell] = plain if piece.is_plain else SHADES[letter]
        placed.append(Placement(piece.name, face.name, cells, label))
        borders |= grid.border(cells)
    title = f"Piece {label}, {' and '.join(face.name for face in piece.faces)}"
    return Scene(title, grid, shades, tuple(placed), borders, frozenset())


def choose_tints(grid: Grid, islands: Sequence[int], start: Sequence[int] = ()) -> dict[Cell, int]:
    """Return the index of a tint for each cell of some islands, as `tints` in recording.js does.

    Islands at the `start`, without pieces, that meet differ as far as possible; by default, these
    are the same islands. An island keeps the tint of the one that it is part of at the start; if
    that has fallen apart, the parts after the first take other tints.
    """
    labels = {
        cell: label
        for label, island in enumerate(start or islands, start=1)
        for cell in grid.cells(island)
    }
    meeting: dict[Point, set[int]] = {}
    around: dict[int, set[int]] = {}
    for cell, label in labels.items():
        for row, col in corners(grid, cell):
            meeting.setdefault((round(row, 3), round(col, 3)), set()).add(label)
        beside = grid.cells(grid.around(grid.cell_bits([cell])))
        around.setdefault(label, set()).update(labels[each] for each in beside if each in labels)
    for met in meeting.values():
        for label in met:
            around[label] |= met
    tints: dict[int, int] = {}
    for label in sorted(around):
        taken = [tints.get(other) for other in around[label]]
        # A tint that is rarest among the neighbours; the first try depends on the label, so
        # that islands of consecutive numbers differ.
        tints[label] = min(
            range(len(TINTS)), key=lambda tint: (taken.count(tint), (tint - label) % len(TINTS))
        )
    parts = Counter[int]()
    found: dict[Cell, int] = {}
    for island in islands:
        cells = list(grid.cells(island))
        label = labels[cells[0]]
        found |= dict.fromkeys(cells, (tints[label] + 2 * parts[label]) % len(TINTS))
        parts[label] += 1
    return found
