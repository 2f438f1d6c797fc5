"""Random boards for learning: similar to the published ones, and solvable by construction.

Most published boards are a picture on a chequered ground. A board therefore starts as a solution
of the plain chequer; then the pieces near one cell are removed, laid again in any way that fits,
and shown with other colours. On some boards parts of the ground are recoloured as well, and some
boards are random packings from edge to edge.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import count, product
from random import Random

from kaleido.library.patterns import named_pattern, pattern_names
from kaleido.model.board import HOLE, PLAIN, Board
from kaleido.model.grid import Cell
from kaleido.model.pattern import COLS, ROWS, Pattern
from kaleido.model.piece import Orientation, Piece
from kaleido.model.piece_set import CLASSIC, PieceSet
from kaleido.model.placement import Placement
from kaleido.puzzle.questions import solve
from kaleido.search.events import Exhausted
from kaleido.search.problem import Problem
from kaleido.search.result import search_result
from kaleido.search.score import Weights
from kaleido.search.state import State
from kaleido.search.strategies.constrained import Constrained

Colours = dict[Cell, str]


def recolour(
    placements: Iterable[Placement],
    rng: Random,
    *,
    fronts: bool = False,
    ground: Colours | None = None,
) -> Colours:
    """Return random colours of pieces on the same cells, with black where the ground has it."""
    colours: Colours = {}
    for placement in placements:
        cells = sorted(placement.cells)
        choices = list(_colourings(placement, fronts=fronts))
        if ground is not None:
            black = [ground[cell] == "x" for cell in cells]
            choices = [each for each in choices if [letter == "x" for letter in each] == black]
        if choices:
            colours |= dict(zip(cells, rng.choice(choices), strict=True))
    return colours


def _colourings(placement: Placement, *, fronts: bool) -> Iterator[str]:
    """Yield the letters, in reading order, that a piece can show on its cells."""
    shape = Orientation.of((cell, "") for cell in placement.cells).cells
    for face in CLASSIC[placement.piece].faces:
        if face.name == "front" or not fronts:
            for orientation in face.orientations:
                if orientation.cells == shape:
                    yield orientation.colours


def nearest_first(placements: Iterable[Placement], centre: Cell) -> list[Placement]:
    """Sort placements by their distance from a cell, in steps along rows and columns."""
    down, right = centre
    return sorted(
        placements,
        key=lambda each: min(abs(row - down) + abs(col - right) for row, col in each.cells),
    )


def colours_of(pattern: Pattern) -> Colours:
    """Return the letter of every cell of a pattern."""
    return {(row, col): pattern.rows[row][col] for row in range(ROWS) for col in range(COLS)}


def pattern_of(colours: Colours) -> Pattern:
    """Return the pattern whose cells have these letters."""
    rows = ("".join(colours[row, col] for col in range(COLS)) for row in range(ROWS))
    return Pattern("/".join(rows))


# The kinds of board with their probabilities: a picture of fronts on a red chequer, a picture of
# fronts and backs, the same with parts of the ground recoloured, and a random packing.
KINDS = {"picture": 0.5, "coloured picture": 0.2, "coloured ground": 0.15, "packing": 0.15}

MIN_PICTURE, MAX_PICTURE = 4, 14  # smallest and largest number of pieces in a picture
MAX_NODES = 2000  # limit of nodes for one attempt to lay pieces at random
# Number of boards from which the one with the fewest placements is kept, as one not too easy.
TRIES = 4

_CHEQUER = Pattern("/".join(["rxrxrxrx", "xrxrxrxr"] * 4))
_problem = cache(Problem)
_EASY_SEEDS = range(1000, 1003)
NO_WEIGHTS = Weights(0, 0, 0, 0, 0, 0)
"""With these, `Constrained` tries the placements of the scarcest cell or piece at random."""


def generate_board(seed: int) -> Pattern:
    """Return the random board of a seed, which is neither shipped with Kaleido nor easy.

    Nothing can be learned from boards that `Constrained` solves at once with one of a few seeds.
    """
    rng = Random(f"kaleido board {seed}")
    (kind,) = rng.choices([*KINDS], [*KINDS.values()])
    while True:
        tries = [pattern_of(_sample_colours(kind, rng)) for _ in range(TRIES)]
        pattern = min(tries, key=lambda each: len(Problem(each)))
        if pattern not in shipped_patterns() and not _is_easy(pattern):
            return pattern


def generate_boards(
    number: int, seed: int = 0, report: Callable[[float], None] | None = None
) -> dict[str, Pattern]:
    """Return different random boards by name, ``board-`` and a seed, from `seed` on.

    The function `report` is given the share of them that is made.
    """
    boards: dict[Pattern, str] = {}
    seeds = count(seed)
    while len(boards) < number:
        each = next(seeds)
        if report is not None:
            report(len(boards) / number)
        boards.setdefault(generate_board(each), f"board-{each}")
    return {name: board for board, name in boards.items()}


def _is_easy(board: Pattern) -> bool:
    start = State.empty(Problem(board))
    answers = (solve(start, Constrained(seed), max_nodes=MAX_NODES) for seed in _EASY_SEEDS)
    return any(not answer.backtracks and answer.solution is not None for answer in answers)


def _sample_colours(kind: str, rng: Random) -> Colours:
    if kind == "packing":
        return random_packing(rng, fronts=rng.random() < 0.5)
    return random_picture(
        rng,
        (MIN_PICTURE, MAX_PICTURE),
        fronts=kind == "picture",
        recoloured=kind == "coloured ground",
    )


def random_packing(rng: Random, *, fronts: bool) -> Colours:
    """Return the colours of all pieces, packed at random, with their fronts or any faces up."""
    names = [piece.name for piece in CLASSIC]
    packing = _pack(names, product(range(ROWS), range(COLS)), rng, fronts=fronts)
    return recolour(packing, rng, fronts=fronts)


def random_picture(
    rng: Random, sizes: tuple[int, int], *, fronts: bool, recoloured: bool = False
) -> Colours:
    """Return the colours of a picture on a chequered ground, part of which may be `recoloured`.

    The `sizes` are the fewest and the most pieces of the picture.
    """
    ground = _fill(_problem(_CHEQUER), rng)
    near = nearest_first(ground, (rng.randrange(ROWS), rng.randrange(COLS)))
    size = rng.randint(*sizes)
    picture, rest = near[:size], near[size:]
    colours = colours_of(_CHEQUER)
    if recoloured:
        colours |= recolour(rng.sample(rest, rng.randint(1, len(rest))), rng, ground=colours)
    names = [placement.piece for placement in picture]
    cells = (cell for placement in picture for cell in placement.cells)
    return colours | recolour(_pack(names, cells, rng, fronts=fronts), rng, fronts=fronts)


def _pack(
    names: Iterable[str], cells: Iterable[Cell], rng: Random, *, fronts: bool
) -> tuple[Placement, ...]:
    """Lay pieces at random on cells that they fill, whatever their colours."""
    space = set(cells)
    rows = (
        "".join(PLAIN if (row, col) in space else HOLE for col in range(COLS))
        for row in range(ROWS)
    )
    return _fill(Problem(Board("/".join(rows)), _shapes(fronts=fronts).chosen(names)), rng)


def _fill(problem: Problem, rng: Random) -> tuple[Placement, ...]:
    """Return a random solution of a problem that has one."""
    start = State.empty(problem)
    while True:
        strategy = Constrained(rng.getrandbits(32), NO_WEIGHTS)
        result = search_result(start, strategy, max_nodes=MAX_NODES)
        assert not isinstance(result.last, Exhausted)
        if result.line.placements:
            return tuple(result.line.placements)


@cache
def _shapes(*, fronts: bool) -> PieceSet:
    pieces = []
    for each in CLASSIC:
        shape = Orientation(each.front.drawing.cells, PLAIN * each.size)
        pieces.append(Piece.of(each.name, shape, mirrors=not fronts))
    return PieceSet("shapes", tuple(pieces), sides="one-sided" if fronts else "mirrored")


@cache
def shipped_patterns() -> frozenset[Pattern]:
    """Return the patterns that come with Kaleido, in all four rotations."""
    named = map(named_pattern, pattern_names())
    return frozenset(pattern.rotated(turns) for pattern in named for turns in range(4))
