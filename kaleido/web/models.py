"""The data models of the API: the fields of requests, and of replies that no class describes."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kaleido.analysis import answer, hint, rating
from kaleido.heuristics.registry import DEFAULT, STRATEGIES
from kaleido.model import placement
from kaleido.model.board import MAX_CELLS
from kaleido.model.piece_set import SIDES, USE
from kaleido.web import answers
from kaleido.web.forms import model_of
from kaleido.web.limits import (
    EVENTS_NODES,
    HINT_SECONDS,
    MAX_EVENTS,
    MAX_HINT_SECONDS,
    MAX_NODES,
    MAX_PLACED,
    MAX_SECONDS,
    MAX_SOLUTIONS,
    MAX_TEXT,
)

_EXAMPLE = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"

_SIDES, _USE = (
    "; ".join(f"{key}: {words}" for key, words in each.items()) for each in (SIDES, USE)
)

# The schema describes the form; `Pattern` and `Board` check it, and their messages say where it is
# wrong.
PatternText = Annotated[
    str,
    Field(
        description="8 rows of the letters x r y b (black, red, yellow, blue), / between them; "
        "for other pieces a board of any shape, where . is a hole",
        json_schema_extra={"example": _EXAMPLE},
    ),
]
PiecesText = Annotated[
    str | None,
    Field(
        max_length=MAX_TEXT,
        description="the name of a set of pieces that comes with Kaleido, or the text of a set; "
        "the classic pieces by default",
    ),
]
PieceName = Annotated[str, Field(pattern=r"^[^\s#]{1,40}$")]
Use = Annotated[
    list[PieceName],
    Field(max_length=MAX_PLACED, description="the pieces that are used, by name; all by default"),
]
Wrap = Annotated[
    Literal["", "columns", "rows", "both"],
    Field(description="the sides that are joined"),
]
StrategyName = Annotated[
    str, Field(description="which moves come first", json_schema_extra={"enum": [*STRATEGIES]})
]
Seed = Annotated[int, Field(ge=-(2**53), le=2**53, description="the same seed, the same search")]
Cell = Annotated[list[int], Field(min_length=2, max_length=2, description="[row, col] from 0")]
Difficulty = Annotated[int, Field(ge=1, le=5)]
Outcome = Literal["solved", "no-solution", "gave-up"]


if TYPE_CHECKING:
    Placement = BaseModel
else:
    Placement = model_of(placement.Placement)


class PlacedPiece(BaseModel):
    """A piece on its cells of the board, with one face up. Further keys are ignored."""

    model_config = ConfigDict(strict=True)

    piece: PieceName
    face: Literal["front", "back"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=MAX_CELLS)]


class PiecesRequest(BaseModel):
    """Pieces, and the board for them if there is one."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pattern: PatternText | None = None
    pieces: PiecesText = None
    use: Use = []
    wrap: Wrap = ""


class PuzzleRequest(PiecesRequest):
    """A puzzle: a pattern, or a board and its pieces."""

    pattern: PatternText


class PositionRequest(PuzzleRequest):
    """A puzzle and the pieces placed on its board."""

    placed: Annotated[list[PlacedPiece], Field(max_length=MAX_PLACED)] = []


class SolveRequest(PositionRequest):
    """A position to be solved, the strategy and its limits."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    max_nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] = MAX_NODES
    timeout: Annotated[float, Field(ge=0, le=MAX_SECONDS, allow_inf_nan=False)] = MAX_SECONDS


class HintRequest(PositionRequest):
    """A position for which a hint is wanted, and how long that may take."""

    timeout: Annotated[float, Field(ge=0, le=MAX_HINT_SECONDS, allow_inf_nan=False)] = HINT_SECONDS


class EventsRequest(PuzzleRequest):
    """A puzzle whose search is to be watched, the strategy and its limit."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    max_nodes: Annotated[int, Field(ge=0, le=MAX_EVENTS)] = EVENTS_NODES


class SolutionsRequest(PositionRequest):
    """A position, and which of its solutions are asked for."""

    offset: Annotated[int, Field(ge=0, le=2**53, description="how many to pass over")] = 0
    limit: Annotated[int, Field(ge=1, le=MAX_SOLUTIONS)] = 1
    up_to_symmetry: Annotated[
        bool, Field(description="one of those that the symmetries of the puzzle make of each other")
    ] = False


class Failure(BaseModel):
    """The reason why there is no answer, in one line."""

    error: str


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"]
    version: str


class PatternEntry(BaseModel):
    """A pattern that comes with Kaleido, and what is known of it."""

    name: str
    title: str
    group: Annotated[str, Field(description="the title of its group")]
    solutions: int
    difficulty: Difficulty
    text: PatternText


class FaceEntry(BaseModel):
    """A face of a piece."""

    name: str
    drawing: Annotated[
        str, BeforeValidator(str), Field(description="rows with / between them, . is no cell")
    ]


class Shade(BaseModel):
    """The way cells are painted: their fill, the same for free cells, and the marks on them."""

    letter: Annotated[str, Field(description="what marks its cells")]
    fill: str
    pale: str
    ink: str
    hatch: Annotated[
        list[list[tuple[float, float]]], Field(description="polygons of [row, col] in a unit cell")
    ]


class PieceEntry(BaseModel):
    """A piece: each face may be turned as its lattice allows, but not mirrored."""

    name: str
    size: int
    copies: Annotated[int, Field(description="how many there are")]
    faces: list[FaceEntry]
    shade: Annotated[Shade | None, Field(description="of a piece without colours")]


LatticeName = Annotated[str, Field(description='the lattice of the cells, such as "square"')]


class SetEntry(BaseModel):
    """A set of pieces that comes with Kaleido."""

    name: str
    title: str
    lattice: LatticeName
    rules: Annotated[str, Field(description="a sentence")]
    sides: Annotated[
        Literal["two-faced", "mirrored", "one-sided", "fixed"], Field(description=_SIDES)
    ]
    use: Annotated[Literal["all", "some"], Field(description=_USE)]
    plain: Annotated[bool, Field(description="whether the pieces have no colours")]
    count: Annotated[int, Field(description="the number of pieces, copies included")]
    size: Annotated[int, Field(description="the number of their cells, copies included")]


class Pieces(SetEntry):
    """A set of pieces."""

    pieces: list[PieceEntry]


class PuzzleEntry(BaseModel):
    """A puzzle that comes with Kaleido: a board with pieces."""

    name: str
    title: str
    group: Annotated[str, Field(description="the title of its group")]
    pattern: PatternText
    pieces: Annotated[str, Field(description="the name of the set")]
    use: Annotated[list[str], Field(description="the pieces that are used; all if it is empty")]
    wrap: Wrap
    lattice: LatticeName
    open: Annotated[
        str | None,
        Field(description="the board for other pieces of the set, if its length depends on them"),
    ]
    solutions: int | None
    cells: int


class PuzzleParts(BaseModel):
    """A board as it is read, its pieces, and those that it shows in place."""

    pattern: PatternText | None
    wrap: Wrap
    lattice: LatticeName
    title: Annotated[str, Field(description="the title in the text of the board")]
    pieces: Pieces
    givens: list[Placement]


Vector = Annotated[
    list[int], Field(description="the centre of a cell, or a step, in axes of the lattice")
]
Matrix = Annotated[list[list[int]], Field(description="rows, which are applied to centres")]
DrawnPoint = Annotated[
    list[float], Field(description="how far down and to the right, in cells of the drawing")
]


class Tile(BaseModel):
    """A cell of the first period of a lattice."""

    centre: Vector
    kind: Annotated[
        int,
        Field(description="the number of the first tile that a move carries to it"),
    ]
    corners: Annotated[list[DrawnPoint], Field(description="clockwise")]
    steps: Annotated[
        list[Vector],
        Field(description="to the cells that touch it; across the side after each corner first"),
    ]


class Shift(BaseModel):
    """How far the next period of a lattice lies from the one before."""

    centre: Vector
    drawn: DrawnPoint


class LatticeEntry(BaseModel):
    """A lattice: what it takes to draw its cells and to turn its pieces.

    Places of cells are [row, col], or [layer, row, col] in space, where a board has the rows of
    all layers one after the other.
    """

    name: str
    cells: Annotated[str, Field(description="what its cells are called")]
    period: Annotated[
        list[int], Field(description="after how many (layers,) rows and columns it is as it was")
    ]
    tiles: Annotated[list[Tile], Field(description="the cells of a period, in reading order")]
    shifts: Annotated[list[Shift], Field(description="by a period along each coordinate")]
    turns: Annotated[list[Matrix], Field(description="of which all turns are products")]
    rotations: Annotated[list[Matrix], Field(description="all turns, the identity first")]
    mirror: Annotated[Matrix, Field(description="what turns a piece over")]


class StrategyEntry(BaseModel):
    """A strategy."""

    name: str
    about: str
    squares: Annotated[bool, Field(description="whether it is for boards of squares alone")]


class Colour(Shade):
    """A colour of the pieces."""

    name: str


class Look(BaseModel):
    """The look of boards; lengths are in cells."""

    colours: dict[str, str]
    tints: Annotated[list[str], Field(description="the background colours of islands")]
    widths: dict[str, float]
    core: Annotated[float, Field(description="the side of a cell's colour on a tinted island")]
    shades: Annotated[dict[str, Colour], Field(description="the colours by letter")]


Answer, Hint, Rating = map(model_of, (answer.Answer, hint.Hint, rating.Rating))
Count, Judgement, Solutions = map(
    model_of, (answers.CountAnswer, answers.Judgement, answers.Solutions)
)
"""The answers, which are described by their classes."""


EVENT_STREAM: dict[str, Any] = {
    "description": "A line `data:` of JSON for each event",
    "content": {
        "text/event-stream": {
            "schema": {
                "type": "object",
                "properties": {"data": {"type": "string", "contentMediaType": "application/json"}},
            }
        }
    },
}
"""The reply of `/api/events`."""

FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure, "description": description}
    for status, description in {
        400: "The question makes no sense: a pattern, placement or option is wrong",
        403: "The request comes from another site",
        408: "The body did not come in time",
        413: "The body is too large",
        415: "The body is of another type",
        421: "The request is for another server",
        422: "The body has another form",
        503: "A limit is reached, too many wait, or a worker process ended",
    }.items()
}
"""The replies to a question that is not answered."""
