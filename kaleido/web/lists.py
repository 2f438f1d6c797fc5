"""The lists that every page loads first: look, lattices, strategies, patterns, puzzles, pieces."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Annotated, Any, NamedTuple

from kaleido.base.contract import Flat, Keywords, Plain, plain
from kaleido.base.errors import KaleidoError
from kaleido.draw.look import LOOK, Look, Shade, piece_shades
from kaleido.heuristics.adjusted import Parameter
from kaleido.heuristics.makers import maker_of, origin, parameters_of
from kaleido.heuristics.registry import STRATEGIES
from kaleido.library.patterns import GROUPS, ListedPattern, listed_pattern, pattern_names
from kaleido.library.piece_sets import (
    PieceForm,
    SetSummary,
    named_set,
    set_form,
    set_names,
    set_summary,
)
from kaleido.library.puzzles import (
    GROUPS as PUZZLE_GROUPS,
    ListedPuzzle,
    Wrap,
    begun,
    listed_puzzle,
    puzzle_names,
)
from kaleido.model.lattices import Lattice, other_lattices
from kaleido.model.lattices.lattice import Matrix, Place, Vector, moved
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.paper.strategies import Paper
from kaleido.puzzle.puzzle import Puzzle
from kaleido.search.problem import most_placements
from kaleido.web.limits import MAX_PLACEMENTS
from kaleido.web.question import check_playable, check_size

_MOST = 12  # after so many rows, or columns, the drawing of a lattice must repeat

BoardText = Annotated[str, "The rows of the board, with / between them; . is a hole."]
LatticeName = Annotated[str, 'The lattice of the cells, such as "square".']
Axes = Annotated[
    Vector, Keywords(description="A cell's centre, or a step, in axes of the lattice.")
]
Applied = Annotated[Matrix, Keywords(description="Rows, which are applied to centres.")]
DrawnPoint = Annotated[
    tuple[float, ...],
    Keywords(description="How far down and to the right, in cells of the drawing."),
]


@dataclass(frozen=True)
class Tile(Plain):
    """A cell of the first period of a lattice."""

    centre: Axes
    kind: Annotated[int, "The number of the first tile that a move carries to it."]
    corners: Annotated[tuple[DrawnPoint, ...], "Clockwise."]
    steps: Annotated[
        tuple[Axes, ...],
        "To the cells that touch it; across the side after each corner first.",
    ]


@dataclass(frozen=True)
class Shift(Plain):
    """How far the next period of a lattice lies from the one before."""

    centre: Axes
    drawn: DrawnPoint


@dataclass(frozen=True)
class LatticeEntry(Plain):
    """A lattice, with all data to draw its cells and to turn its pieces.

    Places of cells are [row, col], or [layer, row, col] in space, where a board has the rows of
    all layers one after the other.
    """

    name: str
    cells: Annotated[str, "What its cells are called."]
    period: Annotated[tuple[int, ...], "After how many (layers,) rows and columns it is as it was."]
    tiles: Annotated[tuple[Tile, ...], "The cells of a period, in reading order."]
    shifts: Annotated[tuple[Shift, ...], "By a period along each coordinate."]
    turns: Annotated[tuple[Applied, ...], "Of which all turns are products."]
    rotations: Annotated[tuple[Applied, ...], "All turns, the identity first."]
    mirror: Annotated[Applied, "What turns a piece over."]


@dataclass(frozen=True)
class StrategyEntry(Plain):
    """A strategy."""

    name: str
    about: str
    squares: Annotated[bool, "Whether it is for boards of squares alone."]
    own: Annotated[bool, "Whether it is the user's own, with which the page was started."]
    parameters: Annotated[
        tuple[Parameter, ...], "What can be adjusted in its name, as in paper-plus+held+window=2."
    ]


@dataclass(frozen=True)
class PieceEntry(Plain):
    """A piece: each face may be turned as its lattice allows, but not mirrored."""

    form: Flat[PieceForm]
    shade: Annotated[Shade | None, "Of a piece without colours."]


@dataclass(frozen=True)
class Pieces(Plain):
    """A set of pieces."""

    about: Flat[SetSummary]
    pieces: tuple[PieceEntry, ...]


@dataclass(frozen=True)
class RefusedPuzzle(Plain):
    """A puzzle that the page cannot play."""

    name: str
    title: str
    why: Annotated[str, "The reason."]


@dataclass(frozen=True)
class PuzzleParts(Plain):
    """A board as it is read, its pieces, and those that it shows in place."""

    pattern: Annotated[str | None, "The rows of the board."]
    wrap: Wrap
    lattice: LatticeName
    title: Annotated[str, "The title in the text of the board."]
    pieces: Pieces
    givens: tuple[Placement, ...]


@dataclass(frozen=True)
class Start(Plain):
    """All that the page begins with, in one reply: each part is the list of its name."""

    look: Look
    lattices: tuple[LatticeEntry, ...]
    strategies: tuple[StrategyEntry, ...]
    patterns: tuple[ListedPattern, ...]
    puzzles: tuple[ListedPuzzle, ...]
    refused: tuple[RefusedPuzzle, ...]
    pieces: Pieces


def describe_lattice(lattice: Lattice) -> LatticeEntry:
    """Return what the page needs to know of a lattice; ValueError if it does not repeat itself.

    Its drawing is the same again after some rows and columns (and layers, in space): *tiles* are
    the cells of one period, and *shifts* say how far the next one is in centres and in the drawing.

    Examples
    --------
    >>> from kaleido.model import find_lattice
    >>> described = describe_lattice(find_lattice("triangular"))
    >>> described.period, [tile.centre for tile in described.tiles]
    ((2, 2), [(2, -1), (1, 1), (4, -2), (5, -1)])
    >>> described.shifts[1]
    Shift(centre=(0, 3), drawn=(0.0, 1.0))
    """
    periods = tuple(_period(lattice, axis) for axis in range(lattice.dimensions))
    places = list(product(*map(range, periods)))
    tiles = tuple(_tile(lattice, places, place) for place in places)
    shifts = tuple(_shift(lattice, axis, period) for axis, period in enumerate(periods))
    turned = (lattice.turns, lattice.rotations, lattice.mirror)
    return LatticeEntry(lattice.name, lattice.cells, periods, tiles, shifts, *turned)


def _tile(lattice: Lattice, places: list[Place], place: Place) -> Tile:
    centre = lattice.centre(place)
    kind = next(n for n, each in enumerate(places) if _is_alike(lattice, each, place))
    corners = (_rounded(point) for point in lattice.corners(*place[-2:]))
    return Tile(centre, kind, tuple(corners), tuple(lattice.steps(centre)))


def _shift(lattice: Lattice, axis: int, period: int) -> Shift:
    """Return how far one period lies from the next; layers are drawn apart."""
    origin = (0,) * lattice.dimensions
    there = _on(origin, axis, period)
    (row, col), (far_row, far_col) = (lattice.corners(*at[-2:])[0] for at in (origin, there))
    return Shift(_between(lattice, origin, there), _rounded((far_row - row, far_col - col)))


def _rounded(point: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(each, 5) for each in point)


def _period(lattice: Lattice, axis: int) -> int:
    """Return after how many cells along an axis the lattice is as it was."""
    places = tuple(product(range(_MOST), repeat=lattice.dimensions))
    for period in range(1, _MOST + 1):
        gaps = {_between(lattice, place, _on(place, axis, period)) for place in places}
        if len(gaps) == 1 and _is_alike(lattice, places[0], _on(places[0], axis, period)):
            return period
    raise ValueError(f"the drawing of the {lattice.name} lattice does not repeat itself")


def _is_alike(lattice: Lattice, place: Place, other: Place) -> bool:
    return lattice.is_alike(lattice.centre(place), lattice.centre(other))


def _on(place: Place, axis: int, by: int) -> Place:
    return tuple(each + by * (at == axis) for at, each in enumerate(place))


def _between(lattice: Lattice, place: Place, other: Place) -> Vector:
    return moved(lattice.centre(other), lattice.centre(place), -1)


def describe_pieces(pieces: PieceSet) -> Pieces:
    """Return a set with its pieces: their faces and how many there are of each.

    Pieces without colours have the letter and the colours that all pictures of Kaleido give them.
    """
    form, shades = set_form(pieces), piece_shades(pieces) if pieces.is_plain else {}
    listed = (PieceEntry(each, shades.get(each.name)) for each in form.pieces)
    return Pieces(form.summary, tuple(listed))


def describe_parts(pieces: PieceSet, puzzle: Puzzle | None) -> PuzzleParts:
    """Return a set of pieces and, if there is one, the board that they are to cover."""
    listed = describe_pieces(pieces)
    if puzzle is None:
        return PuzzleParts(None, "", pieces.lattice.name, "", listed, ())
    board = puzzle.pattern
    givens = puzzle.problem.placements(puzzle.problem.givens)
    return PuzzleParts(board.text, board.wrap, board.lattice, board.title, listed, givens)


def describe_puzzle(name: str) -> ListedPuzzle | None:
    """Return a puzzle that comes with Kaleido, with the pieces that it is usually begun with.

    The board of a calendar has all cells. Return None for a puzzle that the page cannot ask for by
    the name of its set of pieces: one with its own rules, or with too many placements.
    """
    entry, (board, pieces) = listed_puzzle(name), begun(name)
    plain_set = named_set(entry.pieces)
    usual = plain_set.chosen(entry.use) if entry.use else plain_set
    is_usual = not board.blanks and pieces == usual
    return entry if is_usual and most_placements(board, pieces) <= MAX_PLACEMENTS else None


def _patterns() -> Iterator[ListedPattern]:
    return (listed_pattern(name) for group in GROUPS for name in pattern_names(group))


def _strategies(own: Iterable[str]) -> Iterator[StrategyEntry]:
    for name in (*own, *STRATEGIES):
        thing = origin(maker_of(name))
        about = (inspect.getdoc(thing) or "").partition("\n")[0]
        is_paper = isinstance(thing, type) and issubclass(thing, Paper)
        adjustable = tuple(parameters_of(name).values())
        yield StrategyEntry(name, about, is_paper, name in own, adjustable)


def _start(own: Iterable[str]) -> Start:
    lattices = tuple(map(describe_lattice, other_lattices()))
    lists = (tuple(_strategies(own)), tuple(_patterns()), tuple(_puzzles()), tuple(_refused()))
    return Start(LOOK, lattices, *lists, describe_pieces(CLASSIC))


@cache
def _described() -> dict[str, ListedPuzzle | None]:
    names = (name for group in PUZZLE_GROUPS for name in puzzle_names(group))
    return {name: describe_puzzle(name) for name in names}


def _puzzles() -> Iterator[ListedPuzzle]:
    return (each for each in _described().values() if each is not None)


def _refused() -> Iterator[RefusedPuzzle]:
    for name in (name for name, entry in _described().items() if entry is None):
        board, pieces = begun(name)
        try:
            check_playable(pieces, board)
            check_size(board, pieces)
        except KaleidoError as problem:
            yield RefusedPuzzle(name, board.title, str(problem))


class Listing(NamedTuple):
    """The description of a list, its type, and the function that makes it."""

    about: str
    kind: Any
    make: Callable[[tuple[str, ...]], Any]
    """Takes the strategies of its user with which the page was started."""


LISTS = {
    "start": Listing("What the page begins with.", Start, _start),
    "look": Listing(
        "The colours, marks and widths of boards, for pictures like Kaleido's own.",
        Look,
        lambda _: LOOK,
    ),
    "lattices": Listing(
        "The lattices of other cells than squares, with what it takes to draw and turn them.",
        list[LatticeEntry],
        lambda _: map(describe_lattice, other_lattices()),
    ),
    "strategies": Listing("The strategies.", list[StrategyEntry], _strategies),
    "patterns": Listing(
        "The patterns that come with Kaleido, by groups.",
        list[ListedPattern],
        lambda _: _patterns(),
    ),
    "puzzles": Listing(
        "The puzzles that come with Kaleido, boards with pieces, by groups.",
        list[ListedPuzzle],
        lambda _: _puzzles(),
    ),
    "pieces": Listing(
        "The classic pieces and their faces.", Pieces, lambda _: describe_pieces(CLASSIC)
    ),
    "sets": Listing(
        "The sets of pieces that come with Kaleido.",
        list[SetSummary],
        lambda _: map(set_summary, map(named_set, set_names())),
    ),
}
"""The lists by their paths below ``/api``: they stay as they are as long as the program does."""


def read_list(name: str, own: tuple[str, ...] = ()) -> Any:
    """Return a list as plain values; `own` are the strategies of the page's user."""
    return plain(LISTS[name].make(own))
