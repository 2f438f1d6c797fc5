"""The data models of the API: the fields of requests, and what the answers are in OpenAPI."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from kaleido.heuristics.registry import DEFAULT, STRATEGIES
from kaleido.model.board import MAX_CELLS
from kaleido.web.limits import (
    EVENTS_NODES,
    HINT_SECONDS,
    MAX_EVENTS,
    MAX_HINT_SECONDS,
    MAX_NODES,
    MAX_PLACED,
    MAX_SECONDS,
    MAX_SKIPPED,
    MAX_SOLUTIONS,
    MAX_TEXT,
)

_EXAMPLE = "rxrrrrxr/xxrxxrxx/xrrrrrrx/xrxxxxrx/rxrrrrxr/rxxxxxxr/rrxrrxrr/xrxxxxrx"

# The schema describes the form; `Pattern`, `Board` and `Sketch` check it, and their messages say
# where it is wrong.
PatternText = Annotated[
    str,
    Field(
        description="8 rows of the letters x r y b (black, red, yellow, blue), / between them; "
        "for other pieces a board of any shape, where . is a hole",
        json_schema_extra={"example": _EXAMPLE},
    ),
]
SketchText = Annotated[
    str,
    Field(
        max_length=1000,
        description="8 rows with / between them: a letter x r y b, ? for any colour, or several "
        "letters such as [ry]",
        json_schema_extra={"example": "????????/??rrrr??/" + "????????/" * 5 + "xrxrxrxr"},
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
EventsNodes = Annotated[int, Field(ge=0, le=MAX_EVENTS)]
Cell = Annotated[list[int], Field(min_length=2, max_length=2, description="[row, col] from 0")]


class PlacedPiece(BaseModel):
    """A piece on its cells of the board, with one face up. Further keys are ignored."""

    model_config = ConfigDict(strict=True)

    piece: PieceName
    face: Literal["front", "back"]
    cells: Annotated[list[Cell], Field(min_length=1, max_length=MAX_CELLS)]


class _Request(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class PiecesRequest(_Request):
    """Pieces, and the board for them if there is one."""

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


class CountRequest(PositionRequest):
    """A position to be counted, and a move of which the share is wanted."""

    move: PlacedPiece | None = None


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
    max_nodes: EventsNodes = EVENTS_NODES


class SolutionsRequest(PositionRequest):
    """A position, and which of its solutions are asked for."""

    offset: Annotated[int, Field(ge=0, le=2**53, description="how many to pass over")] = 0
    limit: Annotated[int, Field(ge=1, le=MAX_SOLUTIONS)] = 1
    up_to_symmetry: Annotated[
        bool, Field(description="one of those that the symmetries of the puzzle make of each other")
    ] = False


class DesignRequest(_Request):
    """A sketch to be filled in, or whose nearest solvable pattern is wanted."""

    sketch: SketchText
    nearest: Annotated[bool, Field(description="whether cells may differ from the sketch")] = False
    background: Annotated[
        str,
        Field(max_length=40, description="checker, or checker:xb: open cells are chequered"),
    ] = ""
    seed: Seed = 0
    skip: Annotated[
        int, Field(ge=0, le=MAX_SKIPPED, description="how many patterns to pass over")
    ] = 0


class Failure(BaseModel):
    """The reason why there is no answer, in one line."""

    error: str


class Health(BaseModel):
    """The server answers."""

    status: Literal["ok"]
    version: str


FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": Failure, "description": description}
    for status, description in {
        400: "The question makes no sense: a pattern, placement or option is wrong",
        403: "The request comes from another site",
        413: "The body is too large",
        415: "The body is of another type",
        421: "The request is for another server",
        422: "The body has another form",
        503: "A limit is reached, too many wait, or a worker process ended",
    }.items()
}
"""The replies to a question that is not answered."""
