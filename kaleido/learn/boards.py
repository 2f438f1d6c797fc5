"""Boards like the published ones, made at random and solvable by construction.

Most published boards are a picture on a chequered ground. So a full board of the plain chequer
comes first; then the pieces around one place are taken out, laid again any way that they fit,
and shown with other colours. Some grounds show backs, and some boards are packings at random
from edge to edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count
from random import Random as Generator

from kaleido.analysis.solving import solve_problem
from kaleido.library.patterns import named_pattern, pattern_names
from kaleido.model.board import HOLE, PLAIN, Board
from kaleido.model.classic import CLASSIC
from kaleido.model.grid import Cell
from kaleido.model.pattern import Pattern
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import PieceSet
from kaleido.model.placement import Placement
from kaleido.search.problem import Problem
from kaleido.search.score import Weights
from kaleido.search.strategies.constrained import Constrained

KINDS = {"picture": 0.5, "coloured picture": 0.2, "coloured ground": 0.15, "packing": 0.15}
"""The kinds of board and their shares: a red picture on a red chequer, one with other colours,
one whose ground has other colours as well, and a packing at random."""

LEAST_RELAID, MOST_RELAID = 4, 14
"""Pieces that make a picture, at least and at most."""

TRIES = 4
"""Boards drawn for one: that with the fewest placements is kept, which is no easy one."""

MOST_NODES = 2000
"""For laying pieces at random; beyond, it begins anew."""

_SIDE = 8
_CHEQUER = Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))
_EASY_SEEDS = range(1000, 1003)
_NO_WEIGHTS = Weights(0, 0, 0, 0, 0, 0)

_Lying = tuple[str, tuple[Cell, ...]]
_Colours = dict[Cell, str]


def generate_board(seed: int) -> Pattern:
    """Make one board: the same for the same seed, none that comes with Kaleido, and no easy one.

    Boards that `Constrained` solves at once teach nothing. Whether one is left out is settled
    with seeds of its own, so that runs with other seeds say how `Constrained` does on the
    boards kept.

    Examples
    --------
    >>> board = generate_board(7)
    >>> board == generate_board(7), board.size
    (True, 64)
    """
    rng = Generator(f"kaleido board {seed}")
    (kind,) = rng.choices([*KINDS], [*KINDS.values()])
    while True:
        tries = (_pattern(_paint(kind, rng)) for _ in range(TRIES))
        pattern = min(tries, key=lambda each: len(Problem(each)))
        if pattern not in _shipped() and not _is_easy(pattern):
            return pattern


def generate_boards(number: int, seed: int = 0) -> dict[str, Pattern]:
    """Make different boards, by name: those of the seeds from `seed` on.

    Examples
    --------
    >>> [*generate_boards(2, seed=100)]
    ['board-100', 'board-101']
    """
    boards: dict[str, Pattern] = {}
    for each in count(seed):
        if len(boards) == number:
            break
        board = generate_board(each)
        if board not in boards.values():
            boards[f"board-{each}"] = board
    return boards


def _is_easy(board: Pattern) -> bool:
    problem = Problem(board)
    answers = (
        solve_problem(problem, Constrained(seed), max_nodes=MOST_NODES) for seed in _EASY_SEEDS
    )
    return any(not answer.backtracks and answer.solution is not None for answer in answers)


def _paint(kind: str, rng: Generator) -> _Colours:
    if kind == "packing":
        everywhere = frozenset((row, col) for row in range(_SIDE) for col in range(_SIDE))
        fronts = rng.random() < 0.5
        return _shown(
            _laid([piece.name for piece in CLASSIC], everywhere, rng, fronts=fronts),
            rng,
            fronts=fronts,
        )
    ground = _cover(rng)
    centre = rng.randrange(_SIDE), rng.randrange(_SIDE)

    def distance(lying: _Lying) -> int:
        return min(abs(row - centre[0]) + abs(col - centre[1]) for row, col in lying[1])

    near = sorted(ground, key=distance)
    number = rng.randint(LEAST_RELAID, MOST_RELAID)
    picture, rest = near[:number], near[number:]
    colours = {(row, col): _CHEQUER.rows[row][col] for row in range(_SIDE) for col in range(_SIDE)}
    if kind == "coloured ground":
        dyed = rng.sample(rest, rng.randint(1, len(rest)))
        colours |= _shown(dyed, rng, ground=colours)
    names = [name for name, _ in picture]
    space = frozenset(cell for _, cells in picture for cell in cells)
    fronts = kind == "picture"
    return colours | _shown(_laid(names, space, rng, fronts=fronts), rng, fronts=fronts)


def _cover(rng: Generator) -> list[_Lying]:
    """Cover the chequer at random."""
    while True:
        answer = solve_problem(
            _chequer(), Constrained(rng.getrandbits(32), _NO_WEIGHTS), max_nodes=MOST_NODES
        )
        if answer.solution is not None:
            return [(each.piece, each.cells) for each in answer.solution.placements]


def _laid(
    names: Iterable[str], space: frozenset[Cell], rng: Generator, *, fronts: bool
) -> list[_Lying]:
    """Lay pieces at random on cells that they fill, whatever their colours."""
    rows = (
        "".join(PLAIN if (row, col) in space else HOLE for col in range(_SIDE))
        for row in range(_SIDE)
    )
    problem = Problem(Board("/".join(rows)), _shapes(fronts=fronts).chosen(names))
    while True:
        answer = solve_problem(
            problem, Constrained(rng.getrandbits(32), _NO_WEIGHTS), max_nodes=MOST_NODES
        )
        if answer.solution is not None:
            return [(each.piece, each.cells) for each in answer.solution.placements]


def _shown(
    lying: Iterable[_Lying],
    rng: Generator,
    *,
    fronts: bool = False,
    ground: _Colours | None = None,
) -> _Colours:
    """Show each piece with one of its looks; on a ground, its back with black where it was."""
    colours: _Colours = {}
    for name, cells in lying:
        looks = [
            look
            for face in CLASSIC[name].faces
            if face.name == "front" or not fronts
            for look in _looks(Placement(name, face.name, cells))
        ]
        if ground is not None:
            black = [ground[cell] == "x" for cell in sorted(cells)]
            looks = [look for look in looks if [letter == "x" for letter in look] == black]
        if looks:
            colours |= dict(zip(sorted(cells), rng.choice(looks), strict=True))
    return colours


def _looks(placement: Placement) -> Iterator[str]:
    """Yield the colours that a face can show on its cells, in reading order."""
    shape = Orientation.of((cell, PLAIN) for cell in placement.cells).cells
    for orientation in CLASSIC[placement.piece].face(placement.face).orientations:
        if orientation.cells == shape:
            yield orientation.colours


def _pattern(colours: _Colours) -> Pattern:
    rows = ("".join(colours[row, col] for col in range(_SIDE)) for row in range(_SIDE))
    return Pattern("/".join(rows))


@cache
def _chequer() -> Problem:
    return Problem(_CHEQUER)


@cache
def _shapes(*, fronts: bool) -> PieceSet:
    """Give the shapes of the pieces, without colours."""
    pieces = []
    for piece in CLASSIC:
        cells = piece.front.drawing.cells
        pieces.append(
            Piece.of(piece.name, Orientation(cells, PLAIN * len(cells)), mirrors=not fronts)
        )
    return PieceSet("shapes", tuple(pieces), sides="one-sided" if fronts else "mirrored")


@cache
def _shipped() -> frozenset[Pattern]:
    """Give the patterns that come with Kaleido, turned every way."""
    return frozenset(
        named_pattern(name).rotated(turns) for name in pattern_names() for turns in range(4)
    )
