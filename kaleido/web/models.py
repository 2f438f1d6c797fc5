"""The data models of the API: the fields of requests and of replies.

Where a class of the core has the form of a reply, the reply is described by that class.
"""

from collections.abc import Collection
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_type_hints

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, create_model

from kaleido.analysis import rating
from kaleido.search import score
from kaleido.search.strategies import DEFAULT, STRATEGIES
from kaleido.web.limits import MAX_NODES, MAX_SECONDS

_EXAMPLE = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"

# The schema describes the form; `Pattern` checks it, and its message says where it is wrong.
PatternText = Annotated[
    str,
    Field(
        description="8 rows of the letters x r y b (black, red, yellow, blue), / between them",
        json_schema_extra={"pattern": "^[xryb]{8}(/[xryb]{8}){7}$", "example": _EXAMPLE},
    ),
]
StrategyName = Annotated[
    str, Field(description="which moves come first", json_schema_extra={"enum": [*STRATEGIES]})
]
Seed = Annotated[int, Field(ge=-(2**53), le=2**53, description="the same seed, the same search")]
Cell = Annotated[list[int], Field(min_length=2, max_length=2, description="[row, col] from 0")]
Difficulty = Annotated[int, Field(ge=1, le=5)]
Outcome = Literal["solved", "no-solution", "gave-up"]


class Placement(BaseModel):
    """A piece on its cells of the board, with one face up. Further keys are ignored."""

    model_config = ConfigDict(strict=True)

    piece: Annotated[str, Field(pattern="^[a-z0-9-]{1,40}$")]
    face: Literal["front", "back"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=8)]


class PatternRequest(BaseModel):
    """A pattern."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pattern: PatternText


class PositionRequest(PatternRequest):
    """A pattern and the pieces placed on it."""

    placed: Annotated[list[Placement], Field(max_length=18)] = []


class SolveRequest(PositionRequest):
    """A position to be solved, the strategy and its limits."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    max_nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] = MAX_NODES
    timeout: Annotated[float, Field(ge=0, le=MAX_SECONDS, allow_inf_nan=False)] = MAX_SECONDS


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


class PieceEntry(BaseModel):
    """A piece: it may be turned clockwise by quarters, but not mirrored."""

    name: str
    size: int
    faces: list[FaceEntry]


class Pieces(BaseModel):
    """A set of pieces."""

    name: str
    pieces: list[PieceEntry]


class StrategyEntry(BaseModel):
    """A strategy."""

    name: str
    about: str


class Shade(BaseModel):
    """A colour of the pieces: its fill, the same for free cells, and the marks on it."""

    name: str
    fill: str
    pale: str
    ink: str
    hatch: Annotated[
        list[list[tuple[float, float]]], Field(description="polygons of [row, col] in a unit cell")
    ]


class Look(BaseModel):
    """The look of boards; lengths are in cells."""

    colours: dict[str, str]
    tints: Annotated[list[str], Field(description="the background colours of islands")]
    widths: dict[str, float]
    core: Annotated[float, Field(description="the side of a cell's colour on a tinted island")]
    shades: Annotated[dict[str, Shade], Field(description="the colours by letter")]


def _model(values: type, about: str, *, hidden: Collection[str] = (), **fields: Any) -> Any:
    """Return the model of an object with the fields of a class of the core that it shows."""
    hints = {
        name: (kind, ...) for name, kind in get_type_hints(values).items() if name not in hidden
    }
    return create_model(values.__name__, __doc__=about, **(hints | fields))


Rating = _model(rating.Rating, "How hard a pattern is, and why.", difficulty=(Difficulty, ...))

if TYPE_CHECKING:
    Score = BaseModel
else:
    Score = _model(score.Score, "The score of a move, and its parts.", hidden=("weights",))


class ScoredPlacement(Placement):
    """A placement and the score it was chosen for; pieces placed by hand have none."""

    score: Score | None


class Answer(BaseModel):
    """The result of a search."""

    pattern: str
    status: Outcome
    strategy: str
    nodes: int
    backtracks: int
    seconds: float
    placements: list[ScoredPlacement]
    reason: str


class Judgement(BaseModel):
    """Whether a pattern has a solution, and its cells by colour."""

    status: Outcome
    reason: str
    counts: dict[str, int]


class Count(BaseModel):
    """The number of solutions. It may be larger than 2^53; `text` is for display."""

    solutions: int
    symmetric: int
    states: int
    peak_states: int
    seconds: float
    text: str


class Hint(BaseModel):
    """The next move and why, or the pieces that must come off."""

    hint: str
    lost: bool
    placement: Placement | None
    remove: list[Placement]


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
