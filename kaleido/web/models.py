"""The messages of the API: what requests hold and what answers look like."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kaleido.search.strategies import DEFAULT, STRATEGIES
from kaleido.web.limits import MAX_NODES, MAX_SECONDS

_EXAMPLE = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"

# The form is described here and checked by `Pattern`, whose message says where it is wrong.
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


class Placement(BaseModel):
    """A piece on its cells of the board, one face up. Further keys do not count."""

    model_config = ConfigDict(strict=True)

    piece: Annotated[str, Field(pattern="^[a-z0-9-]{1,40}$")]
    face: Literal["front", "back"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=8)]


class Ask(BaseModel):
    """What all questions share."""

    model_config = ConfigDict(strict=True, extra="forbid")

    pattern: PatternText


class PositionAsk(Ask):
    """A pattern and the pieces placed on it."""

    placed: Annotated[list[Placement], Field(max_length=18)] = []


class SolveAsk(PositionAsk):
    """A pattern to be solved, and how."""

    strategy: StrategyName = DEFAULT
    seed: Seed = 0
    max_nodes: Annotated[int, Field(ge=0, le=MAX_NODES)] = MAX_NODES
    timeout: Annotated[float, Field(ge=0, le=MAX_SECONDS, allow_inf_nan=False)] = MAX_SECONDS


class Failure(BaseModel):
    """Why there is no answer, in one line."""

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
    difficulty: Annotated[int, Field(ge=1, le=5)]
    text: PatternText


class FaceEntry(BaseModel):
    """A face of a piece."""

    name: str
    drawing: Annotated[str, Field(description="rows with / between them, . is no cell")]


class PieceEntry(BaseModel):
    """A piece: turned clockwise in quarters, never mirrored."""

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


class Score(BaseModel):
    """What a move is worth, and its parts."""

    matched: int
    window: int
    crookedness: float
    span: float
    splits: int
    ahead: float
    total: float


class ScoredPlacement(Placement):
    """A placement and the score it was chosen for; pieces placed by hand have none."""

    score: Score | None


class Answer(BaseModel):
    """What a search came to."""

    pattern: str
    status: Literal["solved", "no-solution", "gave-up"]
    strategy: str
    nodes: int
    backtracks: int
    seconds: float
    placements: list[ScoredPlacement]
    reason: str


class Judgement(BaseModel):
    """Whether a pattern has a solution, and its cells by colour."""

    status: Literal["solved", "no-solution", "gave-up"]
    reason: str
    counts: dict[str, int]


class Count(BaseModel):
    """How many solutions there are; the number may be beyond 2^53, `text` is for display."""

    solutions: int
    symmetric: int
    states: int
    peak_states: int
    seconds: float
    text: str


class Hint(BaseModel):
    """The next move and why, or what must come off."""

    hint: str
    lost: bool
    placement: Placement | None
    remove: list[Placement]


class Rating(BaseModel):
    """How hard a pattern is, and why."""

    difficulty: Annotated[int, Field(ge=1, le=5)]
    toil: float
    log_solutions: float
    forced: float
    branching: float
    backtracks: float


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
"""What `/api/events` answers with."""

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
"""What any question may come to instead of an answer."""
